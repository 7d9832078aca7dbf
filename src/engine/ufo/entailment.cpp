#include "engine/ufo/entailment.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::engine::ufo {

using term::Term;
using term::TermVector;

namespace {
constexpr std::chrono::milliseconds check_limit{5000};
}

Entailment::Entailment(term::TermManager& terms, std::unique_ptr<smt::Solver> solver, Term known,
                       base::Statistics& statistics, const std::string& prefix)
    : terms_(terms),
      solver_(std::move(solver)),
      time_(statistics.seconds(prefix + "cover_time")),
      checks_(statistics.counter(prefix + "cover_checks")) {
  solver_->set_time_limit(check_limit);
  solver_->assert_term(known);
}

std::optional<std::vector<std::size_t>> Entailment::find_cover(Term label, const TermVector& disjuncts) {
  if (label.is_false()) return std::vector<std::size_t>{};
  for (std::size_t i = 0; i < disjuncts.size(); ++i)
    if (disjuncts[i].is_true() || disjuncts[i] == label) return std::vector{i};
  const auto [found, is_new] = answers_.try_emplace({label, disjuncts});
  if (is_new) found->second = ask(label, disjuncts);
  return found->second;
}

std::optional<std::vector<std::size_t>> Entailment::ask(Term label, const TermVector& disjuncts) {
  const base::ScopedTimer timer(time_);
  ++checks_;
  TermVector assumptions{label};
  for (const Term disjunct : disjuncts) assumptions.push_back(terms_.mk_not(disjunct));
  switch (solver_->check(assumptions)) {
    case smt::SatResult::Sat:
    case smt::SatResult::Unknown:  // Soundness: then it is not covered
      return std::nullopt;
    case smt::SatResult::Unsat:
      break;
  }
  const TermVector core = solver_->unsat_core();
  std::vector<std::size_t> needed;
  for (std::size_t i = 0; i < disjuncts.size(); ++i)
    if (std::ranges::find(core, assumptions[i + 1]) != core.end()) needed.push_back(i);
  return needed;
}

}  // namespace pendulum::engine::ufo
