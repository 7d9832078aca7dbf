#include "facts/assigned_values.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "facts/ite_leaves.h"

namespace pendulum::facts {

namespace {

using term::Term;

/// Maximum number of values of a flag; a variable with more values is treated as a number.
constexpr std::size_t max_values = 32;
/// Maximum number of subterms inspected per update; updates of large blocks share subterms but may be huge.
constexpr std::size_t max_subterms = 20'000;

/// The values that a variable may be assigned: constants, and the values of other variables. Arbitrary values
/// if not finite.
struct Sources {
  std::set<Term> values;
  std::set<Term> variables;
  bool is_finite = true;
};

/// Collects the leaves of the ites of `value`.
void collect(const program::Program& program, Term value, Sources& sources) {
  if (!sources.is_finite) return;
  sources.is_finite = visit_ite_leaves(value, max_subterms, [&](Term leaf) {
    if (leaf.is_value()) {
      sources.values.insert(leaf);
      return sources.values.size() <= max_values;
    }
    if (!leaf.is_symbol() || !program.is_variable(leaf)) return false;
    sources.variables.insert(leaf);
    return true;
  });
}

std::map<Term, Sources> sources_of(const program::Program& program) {
  std::map<Term, Sources> result;
  for (const program::Variable& variable : program.variables()) {
    const term::Sort sort = variable.symbol.sort();
    if (sort.is_bitvec() || sort.is_int()) result[variable.symbol];
  }
  const std::vector<term::TermVector> live = program::live_variables(program);
  for (const Term symbol : live[program.entry()])
    if (const auto found = result.find(symbol); found != result.end()) found->second.is_finite = false;
  for (const program::Edge& edge : program.edges())
    for (const program::Assignment& update : edge.updates)
      if (const auto found = result.find(update.variable); found != result.end())
        collect(program, update.value, found->second);
  return result;
}

/// Adds the values of the variables that `sources` copies. Returns true if `sources` changed.
bool propagate(const std::map<Term, Sources>& all, Sources& sources) {
  const std::size_t before = sources.values.size();
  for (const Term variable : sources.variables) {
    const auto from = all.find(variable);
    if (from == all.end() || !from->second.is_finite) sources.is_finite = false;
    if (!sources.is_finite) return true;
    sources.values.insert(from->second.values.begin(), from->second.values.end());
  }
  if (sources.values.size() > max_values) sources.is_finite = false;
  return !sources.is_finite || sources.values.size() != before;
}

}  // namespace

AssignedValues assigned_values(const program::Program& program) {
  std::map<Term, Sources> sources = sources_of(program);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& [variable, from] : sources)
      if (from.is_finite && propagate(sources, from)) changed = true;
  }
  AssignedValues result;
  for (const auto& [variable, from] : sources)
    if (from.is_finite && !from.values.empty()) {
      PENDULUM_CHECK(from.values.size() <= max_values, "flag {} should have at most {} values, not {}",
                     variable.name(), max_values, from.values.size());
      PENDULUM_DCHECK(std::ranges::all_of(from.values, [&](Term v) { return v.sort() == variable.sort(); }),
                      "the values of {} should have its sort", variable.name());
      result.emplace(variable, term::TermVector(from.values.begin(), from.values.end()));
    }
  return result;
}

Term one_of(term::TermManager& terms, Term variable, const term::TermVector& values) {
  PENDULUM_CHECK(!values.empty(), "a flag should have values");
  term::TermVector cases;
  for (const Term value : values) cases.push_back(terms.mk_eq(variable, value));
  return terms.mk_or(cases);
}

}  // namespace pendulum::facts
