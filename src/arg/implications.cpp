#include "arg/implications.h"

#include <algorithm>
#include <chrono>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::arg {

namespace {

using smt::SatResult;
using term::Term;
using term::TermVector;

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

void Implications::assume_at(program::LocationId location, const TermVector& facts) {
  if (facts.empty()) return;
  Context& context = at_[location];
  if (!context.selector) context.selector = terms_.mk_fresh("at", terms_.bool_sort());
  for (const Term fact : facts) {
    PENDULUM_CHECK(fact.sort().is_bool(), "a fact should be a formula");
    if (!context.fact_set.insert(fact).second) continue;
    context.facts.push_back(fact);
    solver_->assert_term(terms_.mk_implies(context.selector, fact));
  }
  for (auto& [formula, results] : context.results) {
    results.not_implied.clear();
    std::erase_if(results.states, [&](const term::Model& state) {
      return std::ranges::any_of(facts,
                                 [&](Term fact) { return !term::evaluate(terms_, fact, state).is_true(); });
    });
  }
}

const TermVector& Implications::facts_at(program::LocationId location) const {
  const auto found = at_.find(location);
  return found == at_.end() ? anywhere_.facts : found->second.facts;
}

bool Implications::is_fact_at(program::LocationId location, Term formula) const {
  const auto found = at_.find(location);
  return found != at_.end() && found->second.fact_set.contains(formula);
}

Implications::Context& Implications::context_of(program::LocationId location) {
  const auto found = at_.find(location);
  return found == at_.end() ? anywhere_ : found->second;
}

Implications::Results& Implications::results_of(Context& context, Term a) {
  const auto [found, is_new] = context.results.try_emplace(a);
  if (is_new)
    for (const Term conjunct : term::conjuncts(a)) found->second.implied.insert(conjunct);
  return found->second;
}

bool Implications::implies(Context& context, Term a, Term b) {
  PENDULUM_DCHECK(a.sort().is_bool() && b.sort().is_bool(), "labels should be formulas");
  if (a == b || b.is_true() || a.is_false()) return true;
  Results& results = results_of(context, a);
  TermVector open;
  for (const Term conjunct : term::conjuncts(b))
    if (!results.implied.contains(conjunct) && !context.fact_set.contains(conjunct)) open.push_back(conjunct);
  for (const Term conjunct : open)
    if (results.not_implied.contains(conjunct)) return false;
  if (open.empty()) return true;
  const Term rest = terms_.mk_and(open);
  if (results.not_implied.contains(rest)) return false;
  return refuting_state(results, rest) == nullptr && ask(context, results, a, rest);
}

std::optional<std::vector<std::size_t>> Implications::cover_at(program::LocationId location, Term a,
                                                               const TermVector& parts) {
  Context& context = context_of(location);
  std::vector<std::size_t> chosen;
  TermVector disjuncts;
  for (;;) {
    const Term disjunction = terms_.mk_or(disjuncts);
    if (implies(context, a, disjunction)) return chosen;
    const term::Model* outside = refuting_state(results_of(context, a), disjunction);
    if (outside == nullptr) return std::nullopt;
    const auto part = std::ranges::find_if(
        parts, [&](Term each) { return term::evaluate(terms_, each, *outside).is_true(); });
    if (part == parts.end()) return std::nullopt;
    chosen.push_back(static_cast<std::size_t>(part - parts.begin()));
    disjuncts.push_back(*part);
  }
}

const term::Model* Implications::refuting_state(const Results& results, Term b) {
  const auto found = std::ranges::find_if(
      results.states, [&](const term::Model& state) { return term::evaluate(terms_, b, state).is_false(); });
  return found == results.states.end() ? nullptr : &*found;
}

bool Implications::ask(Context& context, Results& results, Term a, Term b) {
  const base::ScopedTimer timer(time_);
  ++checks_;
  TermVector assumptions = {a, terms_.mk_not(b)};
  if (context.selector) assumptions.push_back(context.selector);
  switch (solver_->check(assumptions)) {
    case SatResult::Unsat:
      for (const Term conjunct : term::conjuncts(b)) results.implied.insert(conjunct);
      return true;
    case SatResult::Sat:
      store_state(context, results, a, b);
      break;
    case SatResult::Unknown:
      break;
  }
  results.not_implied.insert(b);
  return false;
}

/// Symbols without a value in the state are zero when the state is reused, which is correct because neither
/// `a` nor the facts contain them.
void Implications::store_state(const Context& context, Results& results, Term a, Term b) {
  TermVector formulas = context.facts;
  formulas.push_back(a);
  const auto is_satisfied_by = [&](const term::Model& state) {
    return std::ranges::all_of(formulas,
                               [&](Term each) { return term::evaluate(terms_, each, state).is_true(); });
  };
  TermVector all = formulas;
  all.push_back(b);
  term::Model state = solver_->model(term::symbols(all));
  const bool is_whole = std::ranges::none_of(state, [](const auto& entry) { return entry.second.is_null(); });
  if (!is_whole || !is_satisfied_by(state)) return;
  if (results.states.size() == max_states) results.states.erase(results.states.begin());
  results.states.push_back(std::move(state));
}

}  // namespace pendulum::arg
