#include "engine/bmc/observables.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "facts/assigned_values.h"
#include "facts/ite_leaves.h"

namespace pendulum::engine::bmc {

using term::Term;
using term::TermVector;

namespace {

/// Maximum number of variables per location of which all pairs are compared. The number of pairs is
/// quadratic, and each refinement passes all observables to the solver. If there are more, only related ones
/// are compared.
constexpr std::size_t max_compared = 10;
/// Maximum number of subterms inspected per update.
constexpr std::size_t max_subterms = 20'000;

/// The variables that may hold the same value after an edge because it copies one to the other or a third one
/// to both.
std::set<std::pair<Term, Term>> related_variables(const program::Program& program) {
  std::set<std::pair<Term, Term>> result;
  for (const program::Edge& edge : program.edges()) {
    std::map<Term, std::set<Term>> copies;  // of each variable: itself and the variables that it is copied to
    for (const program::Assignment& update : edge.updates) {
      const bool is_visited = facts::visit_ite_leaves(update.value, max_subterms, [&](Term leaf) {
        if (leaf.is_symbol()) copies[leaf].insert({leaf, update.variable});
        return true;
      });
      if (!is_visited) continue;
    }
    for (const auto& [origin, variables] : copies)
      for (const Term one : variables)
        for (const Term other : variables)
          if (one < other) result.emplace(one, other);
  }
  return result;
}

}  // namespace

Observables::Observables(const program::Program& program, const Exploration& exploration)
    : terms_(program.terms()), at_(program.locations().size()), code_(at_.size()) {
  PENDULUM_CHECK(exploration.is_possible(), "the states should consist of machine words");
  const facts::AssignedValues flags = facts::assigned_values(program);
  const auto related = related_variables(program);
  for (program::LocationId location = 0; location < at_.size(); ++location) {
    const TermVector& live = exploration.live(location);
    TermVector numbers;
    for (const Term variable : live)
      if (variable.sort().is_bitvec() && !flags.contains(variable)) numbers.push_back(variable);
    at_[location] = pairs_of(numbers, related);
    at_[location].insert(at_[location].end(), live.begin(), live.end());
    code_[location] = term::WordCode::compile(terms_, live, {}, at_[location]);
    PENDULUM_CHECK(code_[location].has_value(), "observables should consist of machine words");
  }
}

TermVector Observables::pairs_of(const TermVector& numbers,
                                 const std::set<std::pair<Term, Term>>& related) const {
  TermVector result;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    for (std::size_t j = i + 1; j < numbers.size(); ++j) {
      if (numbers[i].sort() != numbers[j].sort()) continue;
      const auto [low, high] = std::minmax(numbers[i], numbers[j]);
      if (numbers.size() > max_compared && !related.contains({low, high})) continue;
      result.push_back(terms_.mk_bvslt(numbers[i], numbers[j]));
      result.push_back(terms_.mk_eq(numbers[i], numbers[j]));
      result.push_back(terms_.mk_bvsub(numbers[i], numbers[j]));
    }
  return result;
}

Observables::Words Observables::values(program::LocationId location, const Words& state) {
  term::WordCode& code = *code_[location];
  code.run(state);
  Words result;
  for (std::size_t i = 0; i < at_[location].size(); ++i) result.push_back(code.value(i));
  return result;
}

Term has_value(term::TermManager& terms, Term observable, std::uint64_t word) {
  if (observable.sort().is_bool()) return word != 0 ? observable : terms.mk_not(observable);
  return terms.mk_eq(observable, terms.mk_bv(static_cast<std::int64_t>(word), observable.sort().width()));
}

}  // namespace pendulum::engine::bmc
