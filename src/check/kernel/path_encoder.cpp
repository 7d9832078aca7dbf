#include "check/kernel/path_encoder.h"

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::check {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using term::Kind;
using term::Term;
using term::TermVector;

PathEncoder::PathEncoder(const LayeredGraph& graph, const NeededVariables& needed, JoinEncoding joins,
                         const base::StopToken& stop)
    : graph_(graph),
      needed_(needed),
      joins_(joins),
      stop_(stop),
      program_(graph.program()),
      terms_(program_.terms()) {}

void PathEncoder::run(LocationId source, const CopyScheme& scheme, const Visitor& visit,
                      const Filter& is_wanted) {
  PENDULUM_CHECK(source < program_.locations().size(), "source {} should be a location", source);
  constraints_.clear();
  is_left_.assign(program_.locations().size(), false);
  if (!graph_.is_relevant(source)) return;
  Front front;
  Node start(*this, scheme.start(source), source);
  start.is_source_ = true;
  start.reach_ = terms_.mk_true();
  leave(start, scheme, is_wanted, front);
  while (!front.empty()) {
    stop_.throw_if_stopped();
    auto first = front.extract(front.begin());
    Node node = merge(first.key(), first.mapped().location, std::move(first.mapped().arrivals));
    node.reach_ = visit(node);
    PENDULUM_CHECK(node.reach_.sort().is_bool(), "the condition of a node should have sort Bool");
    if (!node.reach_.is_false()) leave(node, scheme, is_wanted, front);
  }
}

namespace {

/// Conditions split into the conjuncts that all of them share and, for each condition, the conjunction of
/// its other conjuncts.
struct Factored {
  TermVector common;
  std::vector<Term> rests;
};

TermVector sorted_conjuncts(Term term) {
  if (term.kind() != Kind::And) return {term};
  TermVector result(term.children().begin(), term.children().end());
  std::ranges::sort(result);
  return result;
}

Factored factor(term::TermManager& terms, std::span<const Term> conditions) {
  std::vector<TermVector> conjuncts;
  for (const Term condition : conditions) conjuncts.push_back(sorted_conjuncts(condition));
  Factored result{conjuncts.front(), {}};
  for (const TermVector& other : conjuncts) {
    TermVector both;
    std::ranges::set_intersection(result.common, other, std::back_inserter(both));
    result.common = std::move(both);
  }
  for (const TermVector& all : conjuncts) {
    TermVector rest;
    std::ranges::set_difference(all, result.common, std::back_inserter(rest));
    result.rests.push_back(terms.mk_and(rest));
  }
  return result;
}

}  // namespace

/// Soundness (Ites): the conditions exclude each other (see the head of path_encoder.h), and the values are
/// only used under `reach`, which implies that one of the conditions holds. So the ite needs no test for the
/// last arrival, and no test of the common conjuncts, which hold whenever `reach` holds.
PathEncoder::Node PathEncoder::merge(const LocationCopy& copy, LocationId location,
                                     std::vector<Arrival> arrivals) {
  PENDULUM_CHECK(!arrivals.empty(), "a node should have an incoming path");
  for (const Arrival& arrival : arrivals)
    PENDULUM_CHECK(arrival.values.size() == needed_.on_arrival(location).size(),
                   "an incoming path should have the values of the needed variables");
  Node node(*this, copy, location);
  if (arrivals.size() == 1) {
    node.reach_ = arrivals.front().condition;
    node.values_ = std::move(arrivals.front().values);
    return node;
  }
  TermVector conditions;
  for (const Arrival& arrival : arrivals) conditions.push_back(arrival.condition);
  const Factored factored = factor(terms_, conditions);
  node.reach_ = terms_.mk_and(factored.common);
  if (joins_ == JoinEncoding::Symbols) {
    join_by_symbols(node, arrivals, factored.rests);
    return node;
  }
  node.reach_ = terms_.mk_and(node.reach_, terms_.mk_or(factored.rests));
  node.values_ = std::move(arrivals.back().values);
  for (std::size_t i = arrivals.size() - 1; i-- > 0;)
    for (std::size_t v = 0; v < node.values_.size(); ++v)
      node.values_[v] = terms_.mk_ite(factored.rests[i], arrivals[i].values[v], node.values_[v]);
  return node;
}

void PathEncoder::join_by_symbols(Node& node, const std::vector<Arrival>& arrivals,
                                  std::span<const Term> rests) {
  std::vector<TermVector> conditions(arrivals.size());
  for (std::size_t i = 0; i < arrivals.size(); ++i) conditions[i].push_back(rests[i]);
  bool has_differences = false;
  for (std::size_t v = 0; v < arrivals.front().values.size(); ++v) {
    const Term first = arrivals.front().values[v];
    const bool is_same =
        std::ranges::all_of(arrivals, [&](const Arrival& a) { return a.values[v] == first; });
    node.values_.push_back(is_same ? first : terms_.mk_fresh("value", first.sort()));
    if (is_same) continue;
    has_differences = true;
    for (std::size_t i = 0; i < arrivals.size(); ++i)
      conditions[i].push_back(terms_.mk_eq(node.values_[v], arrivals[i].values[v]));
  }
  TermVector disjuncts;
  for (const TermVector& conjuncts : conditions) disjuncts.push_back(terms_.mk_and(conjuncts));
  const Term some_arrival = terms_.mk_or(disjuncts);
  if (some_arrival.is_true()) return;
  if (!has_differences && some_arrival.is_symbol()) {
    node.reach_ = terms_.mk_and(node.reach_, some_arrival);
    return;
  }
  const Term arrives = terms_.mk_fresh("reach", terms_.bool_sort());
  constraints_.emplace(arrives, terms_.mk_implies(arrives, some_arrival));
  node.reach_ = terms_.mk_and(node.reach_, arrives);
}

TermVector PathEncoder::constraints_of(Term goal) const {
  PENDULUM_CHECK(goal.sort().is_bool(), "a goal should have sort Bool");
  TermVector result;
  term::TermSet seen;
  TermVector open{goal};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    for (const Term symbol : term::symbols(term)) {
      auto found = constraints_.find(symbol);
      if (found == constraints_.end() || !seen.insert(symbol).second) continue;
      result.push_back(found->second);
      open.push_back(found->second);
    }
  }
  std::ranges::sort(result);
  return result;
}

void PathEncoder::leave(const Node& node, const CopyScheme& scheme, const Filter& is_wanted, Front& front) {
  term::Substitution map = substitution_at(node);
  std::vector<std::pair<EdgeId, LocationCopy>> edges;
  for (const EdgeId id : graph_.outgoing(node.location_)) {
    std::optional<LocationCopy> target = scheme.after(node.copy_, id);
    if (!target || (is_wanted && !is_wanted(*target, program_.edge(id).target))) continue;
    // Soundness: a node is processed when all its incoming paths are known, because copies ascend on paths.
    PENDULUM_CHECK(*target > node.copy_, "a copy should be followed by greater copies only");
    if (is_left_[node.location_]) rename_inputs(id, map);
    edges.emplace_back(id, std::move(*target));
  }
  is_left_[node.location_] = true;
  term::Substituter substituter(terms_, map);
  const auto substitute = [&](Term term) {
    const Term value = simplify_ ? simplify_(substituter(term)) : substituter(term);
    PENDULUM_CHECK(value.sort() == term.sort(), "simplification should keep the sort");
    return value;
  };

  Term not_chosen_before = terms_.mk_true();
  std::erase_if(edges,
                [&](const auto& edge) { return substitute(program_.edge(edge.first).guard).is_false(); });
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto& [id, copy] = edges[i];
    const Term guard = substitute(program_.edge(id).guard);
    Term condition = terms_.mk_and({node.reach_, guard, not_chosen_before});
    // Soundness: if the guards do not syntactically exclude each other, one state may enable two edges, and
    // an ite over their conditions would drop one of the two paths. The symbol `choice` separates them.
    if (joins_ == JoinEncoding::Ites && i + 1 < edges.size() && !graph_.is_deterministic(node.location_)) {
      const Term choice = terms_.mk_fresh("choice", terms_.bool_sort());
      condition = terms_.mk_and(condition, choice);
      not_chosen_before = terms_.mk_and(not_chosen_before, terms_.mk_not(choice));
    }
    if (condition.is_false()) continue;
    const Edge& edge = program_.edge(id);
    Waiting& waiting = front[copy];
    waiting.location = edge.target;
    waiting.arrivals.push_back({condition, values_after(node, edge, substitute)});
  }
}

std::vector<Term> PathEncoder::values_after(const Node& node, const Edge& edge,
                                            const std::function<Term(Term)>& substitute) const {
  std::vector<Term> values;
  for (const std::uint32_t variable : needed_.on_arrival(edge.target)) {
    const Term symbol = program_.variables()[variable].symbol;
    const auto update = std::ranges::lower_bound(edge.updates, symbol, {}, &program::Assignment::variable);
    const bool is_updated = update != edge.updates.end() && update->variable == symbol;
    values.push_back(is_updated ? substitute(update->value) : value_of(node, variable));
  }
  return values;
}

Term PathEncoder::value_of(const Node& node, std::uint32_t variable) const {
  if (node.is_source_) return program_.variables()[variable].symbol;
  const auto& carried = needed_.on_arrival(node.location_);
  const auto found = std::ranges::lower_bound(carried, variable);
  PENDULUM_CHECK(found != carried.end() && *found == variable, "{} should be carried at {}",
                 program_.variables()[variable].symbol.name(), program_.location(node.location_).name);
  return node.values_[static_cast<std::size_t>(found - carried.begin())];
}

term::Substitution PathEncoder::substitution_at(const Node& node) const {
  term::Substitution map;
  if (node.is_source_) return map;
  for (const std::uint32_t variable : needed_.read_by_edges(node.location_))
    map.emplace(program_.variables()[variable].symbol, value_of(node, variable));
  return map;
}

/// Gives the inputs of `edge` fresh names. A path takes an edge at most once per copy of its source location,
/// so the first copy keeps the program's names and only the other copies need fresh ones.
void PathEncoder::rename_inputs(EdgeId edge, term::Substitution& map) const {
  for (const program::Input& input : program_.edge(edge).inputs)
    map.emplace(input.symbol, terms_.mk_fresh(input.symbol.name(), input.symbol.sort()));
}

Term PathEncoder::instantiate(const Node& node, Term term) const {
  if (node.is_source_) return term;
  term::Substitution map;
  for (const std::uint32_t variable : variables_in(program_, term))
    map.emplace(program_.variables()[variable].symbol, value_of(node, variable));
  return term::substitute(terms_, term, map);
}

}  // namespace pendulum::check
