// All rules inspect literals one level deep. A simplification that they miss only makes the result larger.
#include "program/passes/branching.h"

#include <algorithm>
#include <map>

#include "base/check.h"

namespace pendulum::program {

namespace {

using term::Kind;
using term::Term;
using term::TermManager;
using term::TermVector;

/// Maximum number of disjuncts for which simplified_or applies its rules, which are quadratic per step. The
/// cases of a large switch do not merge. Not measured.
constexpr std::size_t max_cubes = 12;
/// Maximum number of literals of a disjunct for which simplified_or applies its rules. Not measured.
constexpr std::size_t max_literals = 24;

/// For a literal t = value (in either order): t and value; otherwise two null terms.
std::pair<Term, Term> as_equation(Term literal) {
  if (literal.kind() != Kind::Eq) return {};
  if (literal[1].is_value()) return {literal[0], literal[1]};
  if (literal[0].is_value()) return {literal[1], literal[0]};
  return {};
}

bool contains(const TermVector& sorted, Term literal) {
  return std::binary_search(sorted.begin(), sorted.end(), literal);
}

/// A conjunction of literals, ordered by id.
using Cube = TermVector;

Cube cube_of(Term condition) {
  if (condition.is_true()) return {};
  const std::span<const Term> parts = literals(condition);
  Cube cube(parts.begin(), parts.end());
  std::sort(cube.begin(), cube.end());
  return cube;
}

bool is_subset(const Cube& small, const Cube& large) {
  return std::includes(large.begin(), large.end(), small.begin(), small.end());
}

void remove(Cube& cube, Term literal) {
  const auto found = std::lower_bound(cube.begin(), cube.end(), literal);
  PENDULUM_CHECK(found != cube.end() && *found == literal,
                 "the cube should contain the literal to be removed");
  cube.erase(found);
}

/// For cubes first = (A and l) and second = (B and not l) such that B implies A: removes not l from `second`.
/// This keeps the disjunction, because states of B in which l holds satisfy `first`.
bool cancel(TermManager& terms, const Cube& first, Cube& second) {
  for (Term literal : first) {
    const Term complement = terms.mk_not(literal);
    if (!contains(second, complement)) continue;
    Cube rest = first;
    remove(rest, literal);
    if (!is_subset(rest, second)) return false;
    remove(second, complement);
    return true;
  }
  return false;
}

/// Applies the first cancellation or absorption that it finds; returns true if `cubes` changed.
bool reduce(TermManager& terms, std::vector<Cube>& cubes) {
  for (std::size_t i = 0; i < cubes.size(); ++i)
    for (std::size_t j = 0; j < cubes.size(); ++j) {
      if (i == j) continue;
      if (is_subset(cubes[i], cubes[j])) {
        cubes.erase(cubes.begin() + static_cast<std::ptrdiff_t>(j));
        return true;
      }
      if (cancel(terms, cubes[i], cubes[j])) return true;
    }
  return false;
}

Term factored(TermManager& terms, std::vector<Cube> cubes) {
  PENDULUM_CHECK(!cubes.empty(), "a disjunction should have a disjunct");
  Cube common = cubes[0];
  for (const Cube& cube : cubes)
    std::erase_if(common, [&](Term literal) { return !contains(cube, literal); });
  TermVector alternatives;
  for (Cube& cube : cubes) {
    std::erase_if(cube, [&](Term literal) { return contains(common, literal); });
    alternatives.push_back(terms.mk_and(cube));
  }
  common.push_back(terms.mk_or(alternatives));
  return terms.mk_and(common);
}

/// Returns literals that distinguish two conditions exactly one of which holds: a literal of `a` whose
/// complement is a literal of `b`, and that complement; otherwise the conditions themselves.
std::pair<Term, Term> distinguishing_literals(TermManager& terms, Term a, Term b) {
  const Cube other = cube_of(b);
  for (Term literal : literals(a)) {
    const Term complement = terms.mk_not(literal);
    if (contains(other, complement)) return {literal, complement};
  }
  return {a, b};
}

/// One value and the conditions that choose it.
struct Group {
  Term value;
  TermVector conditions;
  std::size_t size = 0;  ///< number of literals in the conditions
};

std::vector<Group> group_by_value(std::span<const Term> conditions, std::span<const Term> values) {
  std::vector<Group> groups;
  term::TermMap<std::size_t> position;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto [entry, is_new] = position.emplace(values[i], groups.size());
    if (is_new) groups.push_back({values[i], {}});
    Group& group = groups[entry->second];
    group.conditions.push_back(conditions[i]);
    group.size += literals(conditions[i]).size();
  }
  // The largest group becomes the else-branch, which needs no condition.
  std::stable_sort(groups.begin(), groups.end(),
                   [](const Group& a, const Group& b) { return a.size < b.size; });
  return groups;
}

/// `condition` without the literals of its conjunction that are in `known`.
Term without(TermManager& terms, Term condition, const term::TermSet& known) {
  if (known.empty() || condition.kind() != Kind::And) return condition;
  TermVector rest;
  for (Term literal : condition.children())
    if (!known.contains(literal)) rest.push_back(literal);
  return rest.size() == condition.num_children() ? condition : terms.mk_and(rest);
}

}  // namespace

std::span<const Term> literals(const Term& condition) {
  return condition.kind() == Kind::And ? condition.children() : std::span<const Term>(&condition, 1);
}

bool are_exclusive(TermManager& terms, std::span<const Term> conditions) {
  std::vector<Cube> cubes;
  for (Term condition : conditions) cubes.push_back(cube_of(condition));
  std::vector<std::map<Term, Term>> equations(cubes.size());
  for (std::size_t i = 0; i < cubes.size(); ++i)
    for (Term literal : cubes[i])
      if (const auto [left, value] = as_equation(literal); left) equations[i].emplace(left, value);
  auto is_apart = [&](std::size_t i, std::size_t j) {
    for (const auto& [left, value] : equations[i]) {
      const auto other = equations[j].find(left);
      if (other != equations[j].end() && other->second != value) return true;
    }
    const auto& [small, large] =
        cubes[i].size() <= cubes[j].size() ? std::tie(cubes[i], cubes[j]) : std::tie(cubes[j], cubes[i]);
    return std::any_of(small.begin(), small.end(),
                       [&](Term literal) { return contains(large, terms.mk_not(literal)); });
  };
  for (std::size_t i = 0; i < cubes.size(); ++i)
    for (std::size_t j = i + 1; j < cubes.size(); ++j)
      if (!conditions[i].is_false() && !conditions[j].is_false() && !is_apart(i, j)) return false;
  return true;
}

bool are_total(TermManager& terms, std::span<const Term> conditions) {
  const term::TermSet all(conditions.begin(), conditions.end());
  for (Term condition : conditions) {
    if (condition.is_true()) return true;
    if (condition.is_false()) continue;
    const std::span<const Term> parts = literals(condition);
    if (std::all_of(parts.begin(), parts.end(), [&](Term part) { return all.contains(terms.mk_not(part)); }))
      return true;
  }
  return terms.mk_or(conditions).is_true();
}

Term simplified_or(TermManager& terms, std::span<const Term> conditions) {
  std::vector<Cube> cubes;
  std::size_t longest = 0;
  for (Term condition : conditions) {
    if (condition.is_false()) continue;
    cubes.push_back(cube_of(condition));
    longest = std::max(longest, cubes.back().size());
  }
  if (cubes.empty()) return terms.mk_false();
  if (cubes.size() > max_cubes || longest > max_literals) return terms.mk_or(conditions);
  while (reduce(terms, cubes)) {
  }
  return factored(terms, std::move(cubes));
}

Term choose(TermManager& terms, std::span<const Term> conditions, std::span<const Term> values) {
  PENDULUM_CHECK(!values.empty() && conditions.size() == values.size(),
                 "each of the {} values should have a condition, not {}", values.size(), conditions.size());
  const std::vector<Group> groups = group_by_value(conditions, values);
  if (groups.size() == 1) return groups[0].value;
  if (groups.size() == 2 && groups[0].conditions.size() == 1 && groups[1].conditions.size() == 1) {
    const Term condition =
        distinguishing_literals(terms, groups[0].conditions[0], groups[1].conditions[0]).first;
    return terms.mk_ite(condition, groups[0].value, groups[1].value);
  }
  // Soundness: alternative k is evaluated only if the conditions of all alternatives before it are false, so
  // it may omit literals that follow from their negations.
  TermVector selectors;
  term::TermSet known;
  for (std::size_t i = 0; i + 1 < groups.size(); ++i) {
    TermVector selector;
    for (Term condition : groups[i].conditions) selector.push_back(without(terms, condition, known));
    selectors.push_back(simplified_or(terms, selector));
    known.insert(terms.mk_not(selectors.back()));
  }
  Term result = groups.back().value;
  for (std::size_t i = selectors.size(); i-- > 0;)
    result = terms.mk_ite(selectors[i], groups[i].value, result);
  return result;
}

}  // namespace pendulum::program
