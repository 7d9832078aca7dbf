#include "engine/impulse/nested_segment.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::engine::impulse {

using acceleration::Accelerator;
using certificate::ErrorPath;
using certificate::Segment;
using certificate::Step;
using term::Term;

namespace {

/// Maximum number of steps of inner loops in a segment that contains them. Longer inner loops become separate
/// segments, which compiled code executes. Not measured.
constexpr std::uint64_t max_inner_steps = 64;

static_assert(acceleration::count_width == 32, "numbers of iterations should be of type std::uint32_t");

/// Returns the value of a coefficient; null represents zero.
std::uint32_t value_of(Term coefficient, const term::Model& inputs) {
  PENDULUM_CHECK(!coefficient || inputs.contains(coefficient), "the model should contain a value of {}",
                 coefficient.to_string());
  return coefficient ? static_cast<std::uint32_t>(inputs.at(coefficient).integer_value().get_ui()) : 0;
}

}  // namespace

std::uint32_t NestedSegment::Count::at(std::uint64_t iteration) const {
  const auto pairs = static_cast<std::uint32_t>(iteration * (iteration - 1) / 2);
  return c0 + c1 * static_cast<std::uint32_t>(iteration) + c2 * pairs;
}

std::vector<NestedSegment::Count> NestedSegment::counts(const Accelerator& accelerator,
                                                        const term::Model& inputs) {
  std::vector<Count> result;
  for (const acceleration::InnerCount& inner : accelerator.inner_counts)
    result.push_back({inner.loop.position, inner.loop.accelerator, value_of(inner.count.c0, inputs),
                      value_of(inner.count.c1, inputs), value_of(inner.count.c2, inputs)});
  return result;
}

std::vector<Step> NestedSegment::steps_of(std::size_t accelerator) const {
  PENDULUM_CHECK(accelerator < accelerators.size(), "accelerator {} should be one of {}", accelerator,
                 accelerators.size());
  const acceleration::LoopPath& path = accelerators[accelerator].path;
  PENDULUM_CHECK(accelerators[accelerator].input_values.size() == path.inputs.size(),
                 "each of the {} inputs of a loop path should have values", path.inputs.size());
  std::vector<Step> steps;
  for (const program::EdgeId edge : path.edges) steps.push_back({edge, {}});
  for (std::size_t i = 0; i < path.inputs.size(); ++i) {
    const Term values = accelerators[accelerator].input_values[i].second;
    // Other inputs are not used (acceleration/nested_cycles.h).
    if (values.kind() == term::Kind::ConstArray)
      steps[path.inputs[i].step].inputs.emplace(path.inputs[i].original, values[0]);
  }
  return steps;
}

bool NestedSegment::is_uniform() const {
  std::uint64_t num_steps = 0;
  for (const Count& count : inner) {
    if (count.c1 != 0 || count.c2 != 0) return false;
    num_steps += std::uint64_t{count.c0} * accelerators[count.accelerator].path.edges.size();
  }
  return num_steps <= max_inner_steps;
}

void NestedSegment::append_to(ErrorPath& path, term::TermManager& terms) const {
  if (inner.empty()) return path.append(outer);
  PENDULUM_CHECK(std::ranges::is_sorted(inner, {}, &Count::position),
                 "inner loops should be ordered by position");
  PENDULUM_CHECK(inner.back().position < outer.steps.size(),
                 "an inner loop should come before one of the {} steps of the outer loop, not before step {}",
                 outer.steps.size(), inner.back().position);
  if (is_uniform()) {
    Segment flat{{}, outer.count};
    for (std::size_t i = 0; i < outer.steps.size(); ++i) {
      for (const Count& count : inner)
        for (std::uint32_t n = 0; count.position == i && n < count.c0; ++n)
          std::ranges::copy(steps_of(count.accelerator), std::back_inserter(flat.steps));
      flat.steps.push_back(outer.steps[i]);
    }
    return path.append(std::move(flat));
  }
  for (std::uint64_t iteration = 0; iteration < outer.count; ++iteration)
    for (std::size_t i = 0; i < outer.steps.size(); ++i) {
      for (const Count& count : inner)
        if (count.position == i) path.append(Segment{steps_of(count.accelerator), count.at(iteration)});
      path.append(certificate::step_at(terms, outer.steps[i], iteration));
    }
}

}  // namespace pendulum::engine::impulse
