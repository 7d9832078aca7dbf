#include "program/unroller.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::program {

using term::Substitution;
using term::Term;

Unroller::Unroller(const Program& program, Count count, const base::StopToken& stop)
    : program_(program),
      terms_(program.terms()),
      wto_(program),
      count_(count),
      stop_(stop),
      live_(live_variables(program)) {
  if (count == Count::EachLoop) {
    layer_of({});
  } else {
    layers_.emplace_back(program.locations().size());
  }
}

void Unroller::start_at_entry() {
  PENDULUM_CHECK(done_ == 0, "the start should be chosen before the first layer");
  Copy& copy = layers_[0][program_.entry()];
  copy.reach = terms_.mk_true();
  copy.values.resize(program_.variables().size());
}

void Unroller::start_anywhere(const std::vector<LocationId>& locations) {
  PENDULUM_CHECK(done_ == 0, "the start should be chosen before the first layer");
  std::vector<Term> state;
  for (const Variable& variable : program_.variables()) {
    state.push_back(terms_.mk_fresh(variable.symbol.name(), variable.symbol.sort()));
    symbols_.push_back(state.back());
  }
  for (const LocationId location : locations) {
    const Term selector = terms_.mk_fresh("at." + program_.location(location).name, terms_.bool_sort());
    symbols_.push_back(selector);
    selectors_.push_back(selector);
    layers_[0][location].reach = selector;
    layers_[0][location].values = state;
  }
}

void Unroller::add_layer() {
  PENDULUM_CHECK(count_ != Count::EachLoop, "layers should not be added if loops are unwound separately");
  const unsigned layer = static_cast<unsigned>(done_);
  layers_.emplace_back(program_.locations().size());
  // The order visits the sources of all forward edges into a location before the location itself. For
  // Count::Edges, any order is correct.
  for (const LocationId location : wto_.order()) {
    if (is_reached(location, layer)) leave(location, layer);
  }
  ++done_;
}

bool Unroller::is_reached(LocationId location, unsigned layer) const {
  const Term reach = layers_[layer][location].reach;
  return !reach.is_null() && !reach.is_false();
}

std::vector<Unroller::Visit> Unroller::unwind(const Bounds& bounds) {
  PENDULUM_CHECK(count_ == Count::EachLoop && done_ == 0, "loops should be unwound once");
  std::vector<Visit> visits;
  unwind(wto_.elements(), layer_of({}), bounds, visits);
  done_ = layers_.size();
  return visits;
}

/// Follows Bourdoncle's recursive iteration strategy, but repeats each component up to its bound instead of
/// until stabilisation.
void Unroller::unwind(const std::vector<WtoElement>& elements, unsigned layer, const Bounds& bounds,
                      std::vector<Visit>& visits) {
  for (const WtoElement& element : elements) {
    const LocationId location = element.location;
    if (!element.is_component) {
      if (is_reached(location, layer)) leave(location, layer);
      continue;
    }
    const auto bound = bounds.find(location);
    std::vector<unsigned> iterations = iterations_[layer];
    iterations.push_back(0);
    for (;;) {
      const unsigned inside = layer_of(iterations);
      if (is_reached(location, inside))
        visits.push_back({location, iterations.back(), layers_[inside][location].reach, inside});
      // An execution may enter a loop at a location other than its head, but only in the first iteration.
      if (iterations.back() > 0 && !is_reached(location, inside)) break;
      if (iterations.back() > (bound == bounds.end() ? 0 : bound->second)) break;
      if (is_reached(location, inside)) leave(location, inside);
      unwind(element.body, inside, bounds, visits);
      ++iterations.back();
    }
  }
}

unsigned Unroller::layer_of(const std::vector<unsigned>& iterations) {
  const auto [entry, is_new] = layer_of_.emplace(iterations, static_cast<unsigned>(layers_.size()));
  if (is_new) {
    layers_.emplace_back(program_.locations().size());
    iterations_.push_back(iterations);
  }
  return entry->second;
}

unsigned Unroller::layer_after(const Edge& edge, unsigned layer) {
  const bool repeats = wto_.is_back_edge(edge.source, edge.target);
  switch (count_) {
    case Count::Edges:
      return layer + 1;
    case Count::BackEdges:
      return repeats ? layer + 1 : layer;
    case Count::EachLoop:
      break;
  }
  const std::vector<LocationId> around = wto_.heads(edge.source);
  const std::vector<LocationId> around_target = wto_.heads(edge.target);
  std::vector<unsigned> iterations(around_target.size());
  for (std::size_t i = 0; i < std::min(around.size(), around_target.size()); ++i)
    if (around[i] == around_target[i]) iterations[i] = iterations_[layer][i];
  if (repeats) ++iterations.back();
  return layer_of(iterations);
}

void Unroller::leave(LocationId location, unsigned layer) {
  stop_.throw_if_stopped();
  if (location == program_.error()) return;
  const Copy& source = layers_[layer][location];
  Substitution state;
  for (const Term variable : live_[location]) {
    const Term value = source.values[program_.variable_index(variable)];
    PENDULUM_CHECK(!value.is_null(), "the live variable {} should have a value", variable.name());
    if (value != variable) state.emplace(variable, value);
  }
  for (const EdgeId id : program_.outgoing(location))
    for (const Input& input : program_.edge(id).inputs)
      state.emplace(input.symbol, input_copy(input.symbol, layer));
  term::Substituter here(terms_, state);
  if (on_leave_) on_leave_(location, layer, here);
  const auto simplified = [&](Term term) { return simplify_ ? simplify_(term) : term; };
  for (const EdgeId id : program_.outgoing(location)) {
    const Edge& edge = program_.edge(id);
    const Term condition = terms_.mk_and(source.reach, simplified(here(edge.guard)));
    if (condition.is_false()) continue;
    std::vector<Term> values = source.values;
    for (const Assignment& update : edge.updates)
      values[program_.variable_index(update.variable)] = simplified(here(update.value));
    arrive(id, layer, layer_after(edge, layer), condition, values);
  }
}

void Unroller::arrive(EdgeId id, unsigned source_layer, unsigned target_layer, Term condition,
                      const std::vector<Term>& values) {
  const LocationId target = program_.edge(id).target;
  Copy& copy = layers_[target_layer][target];
  copy.arrivals.push_back({id, source_layer, condition});
  if (copy.reach.is_null()) {
    copy.reach = condition;
    copy.values.assign(values.size(), Term());
    for (const Term variable : live_[target]) {
      const std::size_t i = program_.variable_index(variable);
      copy.values[i] = values[i];
    }
    return;
  }
  copy.reach = terms_.mk_or(copy.reach, condition);
  for (const Term variable : live_[target]) {
    const std::size_t i = program_.variable_index(variable);
    if (copy.values[i] != values[i]) copy.values[i] = terms_.mk_ite(condition, values[i], copy.values[i]);
  }
}

Term Unroller::input_copy(Term input, unsigned layer) {
  while (input_copies_.size() <= layer) input_copies_.emplace_back();
  Term& copy = input_copies_[layer][input];
  if (copy.is_null()) {
    copy = terms_.mk_fresh(fmt::format("{}@{}", input.name(), layer), input.sort());
    symbols_.push_back(copy);
  }
  return copy;
}

Term Unroller::reach(LocationId location, unsigned layer) const {
  PENDULUM_CHECK(layer < layers_.size(), "layer {} should have been computed", layer);
  const Term reach = layers_[layer][location].reach;
  return reach.is_null() ? terms_.mk_false() : reach;
}

Term Unroller::reach_by(LocationId location, unsigned layer, const LastEdge& accept_last) const {
  PENDULUM_CHECK(layer < layers_.size(), "layer {} should have been computed", layer);
  term::TermVector conditions;
  for (const Arrival& arrival : layers_[layer][location].arrivals)
    if (accept_last(arrival.edge)) conditions.push_back(arrival.condition);
  return terms_.mk_or(conditions);
}

Term Unroller::reaches_next_layer() const {
  term::TermVector conditions;
  for (LocationId location = 0; location < program_.locations().size(); ++location) {
    const Term reach = layers_[done_][location].reach;
    if (!reach.is_null() && !reach.is_false()) conditions.push_back(reach);
  }
  return terms_.mk_or(conditions);
}

Term Unroller::at_copy(Term term, LocationId location, unsigned layer) const {
  const Copy& copy = layers_[layer][location];
  Substitution state;
  for (const Term symbol : term::symbols(term)) {
    PENDULUM_CHECK(program_.is_variable(symbol), "{} should be a variable of the program", symbol.name());
    const Term value = copy.values[program_.variable_index(symbol)];
    // A dead variable has no value in this copy.
    PENDULUM_CHECK(!value.is_null(), "{} should be live at {}", symbol.name(),
                   program_.location(location).name);
    state.emplace(symbol, value);
  }
  return term::substitute(terms_, term, state);
}

std::vector<Unroller::Move> Unroller::moves_to(LocationId location, unsigned layer, const term::Model& model,
                                               const LastEdge& accept_last) const {
  term::Evaluator evaluate(terms_, model);
  std::vector<Move> moves;
  for (;;) {
    const std::vector<Arrival>& arrivals = layers_[layer][location].arrivals;
    const auto taken = std::find_if(arrivals.rbegin(), arrivals.rend(), [&](const Arrival& arrival) {
      return (!moves.empty() || accept_last(arrival.edge)) && evaluate(arrival.condition).is_true();
    });
    if (taken == arrivals.rend()) break;
    moves.push_back({taken->edge, taken->source_layer});
    location = program_.edge(taken->edge).source;
    layer = taken->source_layer;
  }
  PENDULUM_DCHECK(!moves.empty(), "the model should describe a path");
  std::reverse(moves.begin(), moves.end());
  return moves;
}

term::Model Unroller::inputs_of(const Move& move, const term::Model& model) const {
  term::Model result;
  for (const Input& input : program_.edge(move.edge).inputs) {
    const auto& copies = input_copies_[move.layer];
    const auto copy = copies.find(input.symbol);
    if (copy != copies.end()) result.emplace(input.symbol, term::evaluate(terms_, copy->second, model));
  }
  return result;
}

}  // namespace pendulum::program
