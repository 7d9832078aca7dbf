#include "engine/impulse/accelerated_unrolling.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "engine/unrolling_model.h"

namespace pendulum::engine::impulse {

using acceleration::Accelerator;
using acceleration::Definition;
using acceleration::Universal;
using program::EdgeId;
using program::LocationId;
using program::Unroller;
using term::Term;

namespace {

/// The chain of accelerators before a head is part of the loop, so its first location is the new head.
Unroller::Bounds bounds_of_loops(const acceleration::Instrumented& instrumented,
                                 AcceleratedUnrolling::Bounds bounds) {
  const program::Program& program = instrumented.program;
  const program::Wto wto(program);
  std::set<LocationId> outer;  // heads of loops with other loops inside
  for (const LocationId location : wto.order())
    if (wto.is_head(location))
      for (const LocationId head : wto.heads(location))
        if (head != location) outer.insert(head);
  Unroller::Bounds result;
  for (const LocationId location : wto.order()) {
    if (!wto.is_head(location)) continue;
    const auto& outgoing = program.outgoing(location);
    const bool is_accelerated = std::ranges::any_of(
        outgoing, [&](EdgeId edge) { return instrumented.accelerator[edge].has_value(); });
    const unsigned accelerated = outer.contains(location) ? bounds.outer : bounds.accelerated;
    result[location] = is_accelerated ? accelerated : bounds.others;
  }
  return result;
}

}  // namespace

AcceleratedUnrolling::AcceleratedUnrolling(const acceleration::Instrumented& instrumented,
                                           const std::vector<Accelerator>& accelerators, Bounds bounds,
                                           const base::StopToken& stop)
    : instrumented_(instrumented),
      accelerators_(accelerators),
      expander_(instrumented.program.terms(), smt::Expander::Consistency::OnDemand),
      unroller_(instrumented.program, Unroller::Count::EachLoop, stop) {
  PENDULUM_CHECK(instrumented.accelerator.size() == instrumented.program.edges().size() &&
                     instrumented.origin.size() == instrumented.program.edges().size(),
                 "the instrumentation should describe each of the {} edges",
                 instrumented.program.edges().size());
  unroller_.simplify_by([this](Term term) { return term.sort().is_array() ? term : expander_.expand(term); });
  unroller_.on_leave(
      [this](LocationId location, unsigned layer, term::Substituter& here) { leave(location, layer, here); });
  unroller_.start_at_entry();
  unroller_.unwind(bounds_of_loops(instrumented, bounds));
}

void AcceleratedUnrolling::leave(LocationId location, unsigned layer, term::Substituter& here) {
  for (const EdgeId edge : instrumented_.program.outgoing(location)) {
    const auto index = instrumented_.accelerator[edge];
    if (!index) continue;
    PENDULUM_CHECK(*index < accelerators_.size(), "edge {} should have one of the {} accelerators, not {}",
                   edge, accelerators_.size(), *index);
    const Accelerator& accelerator = accelerators_[*index];
    for (const Definition& definition : accelerator.definitions)
      expander_.define(here(definition.array), definition.index, here(definition.body));
    Occurrence occurrence{*index, edge, layer, here(accelerator.count), {}, {}};
    for (const auto& [input, values] : accelerator.input_values)
      if (!input.sort().is_array()) occurrence.input_values.insert(here(values));
    for (const Universal& universal : accelerator.universals)
      occurrence.universals.push_back({universal.iteration, here(universal.count), here(universal.body)});
    occurrences_.push_back(std::move(occurrence));
  }
}

Term AcceleratedUnrolling::is_taken(const Occurrence& occurrence) const {
  PENDULUM_CHECK(instrumented_.accelerator[occurrence.edge] == occurrence.accelerator,
                 "edge {} should be the accelerator {}", occurrence.edge, occurrence.accelerator);
  const program::Edge& edge = instrumented_.program.edge(occurrence.edge);
  for (const Unroller::Arrival& arrival : unroller_.copy(edge.target, occurrence.layer).arrivals)
    if (arrival.edge == occurrence.edge) return arrival.condition;
  return instrumented_.program.terms().mk_false();
}

term::Model AcceleratedUnrolling::model(smt::Solver& solver) const {
  return unrolling_model(unroller_, solver, expander_);
}

}  // namespace pendulum::engine::impulse
