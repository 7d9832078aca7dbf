#include "acceleration/path/loop_path.h"

#include <algorithm>

#include "base/check.h"
#include "interpolation/projection/implicant.h"

namespace pendulum::acceleration {

using program::Assignment;
using program::Edge;
using program::EdgeId;
using term::Kind;
using term::Term;

void CycleComposer::append(EdgeId id) {
  PENDULUM_CHECK(id < program_.edges().size(), "edge {} should belong to the program", id);
  const Edge& edge = program_.edge(id);
  PENDULUM_CHECK(cycle_.edges.empty() || program_.edge(cycle_.edges.back()).target == edge.source,
                 "edge {} should start where edge {} ends", id, cycle_.edges.back());
  term::Substitution here(state_.begin(), state_.end());
  for (const program::Input& input : edge.inputs) {
    const Term symbol = used_.insert(input.symbol).second
                            ? input.symbol
                            : program_.terms().mk_fresh(input.symbol.name(), input.symbol.sort());
    cycle_.inputs.push_back({symbol, cycle_.edges.size(), input.symbol});
    if (symbol != input.symbol) here.emplace(input.symbol, symbol);
  }
  term::Substituter substitute(program_.terms(), here);
  assign(substitute, edge.guard, edge.updates);
  cycle_.edges.push_back(id);
}

void CycleComposer::append(Term guard, const std::vector<Assignment>& updates) {
  for (const Assignment& update : updates)
    PENDULUM_CHECK(program_.is_variable(update.variable), "a cycle should assign variables, not {}",
                   update.variable.to_string());
  term::Substituter substitute(program_.terms(), {state_.begin(), state_.end()});
  assign(substitute, guard, updates);
}

void CycleComposer::append(InnerLoop inner) {
  PENDULUM_CHECK(inner.count && inner.count.sort().is_bitvec(),
                 "the number of iterations of an inner loop should be a bit-vector");
  inner.position = cycle_.edges.size();
  inner.count = term::substitute(program_.terms(), inner.count, {state_.begin(), state_.end()});
  cycle_.inner.push_back(inner);
}

void CycleComposer::assign(term::Substituter& here, Term guard, const std::vector<Assignment>& updates) {
  PENDULUM_CHECK(guard.sort().is_bool(), "the guard should be a formula, not of sort {}",
                 guard.sort().to_string());
  guards_.push_back(here(guard));
  std::vector<Term> values;
  for (const Assignment& update : updates) values.push_back(here(update.value));
  for (std::size_t i = 0; i < values.size(); ++i) state_[updates[i].variable] = values[i];
}

Cycle CycleComposer::finish() {
  PENDULUM_CHECK(!cycle_.edges.empty(), "a cycle should have an edge");
  cycle_.head = program_.edge(cycle_.edges.front()).source;
  PENDULUM_CHECK(program_.edge(cycle_.edges.back()).target == cycle_.head, "the edges should form a cycle");
  cycle_.guard = program_.terms().mk_and(guards_);
  for (const auto& [variable, value] : state_)
    if (variable != value) cycle_.updates.push_back({variable, value});
  return std::move(cycle_);
}

Cycle make_cycle(const program::Program& program, const std::vector<EdgeId>& edges) {
  CycleComposer composer(program);
  for (const EdgeId edge : edges) composer.append(edge);
  return composer.finish();
}

namespace {

/// Appends the new value of an array to `writes`, as writes to elements. Returns false if the array is
/// assigned as a whole.
bool add_writes(interpolation::Implicant& implicant, const Assignment& update, std::vector<Write>& writes) {
  std::vector<Write> reversed;
  Term value = implicant.resolve_value(update.value);
  for (; value.kind() == Kind::Store; value = value[0])
    reversed.push_back({update.variable, value[1], value[2]});
  if (value != update.variable) return false;
  writes.insert(writes.end(), reversed.rbegin(), reversed.rend());
  return true;
}

}  // namespace

std::optional<LoopPath> resolve(term::TermManager& terms, const Cycle& cycle, const term::Model& model) {
  LoopPath path{cycle.head, cycle.edges, {}, {}, {}, cycle.inputs, cycle.inner};
  interpolation::Implicant implicant(terms, model);
  if (!implicant.add(cycle.guard)) return std::nullopt;
  for (const Assignment& update : cycle.updates) {
    if (update.variable.sort().is_array() && add_writes(implicant, update, path.writes)) continue;
    const Term value = implicant.resolve_value(update.value);
    if (value != update.variable) path.updates.push_back({update.variable, value});
  }
  for (InnerLoop& inner : path.inner) inner.count = implicant.resolve_value(inner.count);
  path.literals = implicant.literals();
  PENDULUM_DCHECK(std::ranges::all_of(path.literals, [&](Term l) { return implicant.value(l).is_true(); }),
                  "the literals of a path should hold in the model that selects it");
  return path;
}

namespace {

/// Adds the equalities between the index of a read and the indices of the stores below it: the value that is
/// read depends on them.
void add_index_comparisons(term::TermManager& terms, Term read, term::TermSet& conditions) {
  term::TermVector open{read[0]};
  term::TermSet seen;
  while (!open.empty()) {
    const Term array = open.back();
    open.pop_back();
    if (!seen.insert(array).second) continue;
    if (array.kind() == Kind::Ite) open.insert(open.end(), {array[1], array[2]});
    if (array.kind() != Kind::Store) continue;
    conditions.insert(terms.mk_eq(array[1], read[1]));
    open.push_back(array[0]);
  }
}

/// Adds the branch conditions of `term`: formulas directly below it whose truth values a path fixes, although
/// the truth value of `term` does not determine them.
void add_branches(term::TermManager& terms, Term term, term::TermSet& conditions) {
  const Kind kind = term.kind();
  if (kind == Kind::Ite) conditions.insert(term[0]);
  if (kind == Kind::Select) add_index_comparisons(terms, term, conditions);
  if (kind == Kind::Not || kind == Kind::Ite) return;
  // Disjuncts, conjuncts (the conjunction may be false), sides of an equivalence, Boolean array elements.
  for (const Term child : term.children())
    if (child.sort().is_bool()) conditions.insert(child);
}

}  // namespace

term::TermVector branch_conditions(term::TermManager& terms, const Cycle& cycle) {
  term::TermVector roots{cycle.guard};
  term::TermSet conditions;
  for (const Assignment& update : cycle.updates) {
    roots.push_back(update.value);
    // resolve() replaces an assigned formula by its truth value.
    if (update.value.sort().is_bool() && !update.value.is_symbol()) conditions.insert(update.value);
  }
  for (const Term term : term::subterms(roots)) add_branches(terms, term, conditions);
  std::erase_if(conditions, [](Term condition) { return condition.is_value(); });
  term::TermVector result(conditions.begin(), conditions.end());
  std::ranges::sort(result);
  return result;
}

}  // namespace pendulum::acceleration
