#include "arg/implications.h"

#include <algorithm>
#include <chrono>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::arg {

namespace {

using smt::SatResult;
using term::Term;

/// Time limit of a solver call. Without the cover the node is expanded, so a cover is not worth more time.
constexpr std::chrono::milliseconds check_limit{2000};
/// Maximum number of states that are kept per formula to refute implications without a solver; the newest are
/// kept. Each of them is evaluated before a solver call. Not measured.
constexpr std::size_t max_states = 8;

}  // namespace

Implications::Implications(term::TermManager& terms, std::unique_ptr<smt::Solver> solver, Term known,
                           base::Statistics& statistics, const std::string& prefix)
    : terms_(terms),
      known_(known),
      solver_(std::move(solver)),
      checks_(statistics.counter(prefix + "cover_checks")),
      time_(statistics.seconds(prefix + "cover_time")) {
  solver_->assert_term(known);
  solver_->set_time_limit(check_limit);
}

bool Implications::implies(Term a, Term b) {
  PENDULUM_DCHECK(a.sort().is_bool() && b.sort().is_bool(), "labels should be formulas");
  if (a == b || b.is_true() || a.is_false()) return true;
  const term::TermVector parts = term::conjuncts(a);
  term::TermVector open;
  for (const Term conjunct : term::conjuncts(b))
    if (std::ranges::find(parts, conjunct) == parts.end()) open.push_back(conjunct);
  Facts& facts = facts_[a];
  std::erase_if(open, [&](Term conjunct) { return facts.implied.contains(conjunct); });
  for (const Term conjunct : open)
    if (facts.not_implied.contains(conjunct)) return false;
  if (open.empty()) return true;
  const Term rest = terms_.mk_and(open);
  if (facts.not_implied.contains(rest)) return false;
  return !is_refuted(facts, rest) && ask(facts, a, rest);
}

bool Implications::is_refuted(Facts& facts, Term b) {
  return std::ranges::any_of(
      facts.states, [&](const term::Model& state) { return term::evaluate(terms_, b, state).is_false(); });
}

bool Implications::ask(Facts& facts, Term a, Term b) {
  const base::ScopedTimer timer(time_);
  ++checks_;
  const Term assumptions[] = {a, terms_.mk_not(b)};
  switch (solver_->check(assumptions)) {
    case SatResult::Unsat:
      for (const Term conjunct : term::conjuncts(b)) facts.implied.insert(conjunct);
      return true;
    case SatResult::Sat: {
      // Symbols without a value in the state are zero when the state is reused, which is correct because `a`
      // does not contain them.
      term::Model state = solver_->model(term::symbols(std::span<const Term>(assumptions)));
      const bool is_whole =
          std::ranges::none_of(state, [](const auto& entry) { return entry.second.is_null(); });
      if (is_whole && term::evaluate(terms_, a, state).is_true()) {
        if (facts.states.size() == max_states) facts.states.erase(facts.states.begin());
        facts.states.push_back(std::move(state));
      }
      break;
    }
    case SatResult::Unknown:
      break;
  }
  facts.not_implied.insert(b);
  return false;
}

}  // namespace pendulum::arg
