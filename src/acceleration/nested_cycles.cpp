#include "acceleration/nested_cycles.h"

#include <algorithm>
#include <map>

#include "base/check.h"

namespace pendulum::acceleration {

using program::EdgeId;
using program::LocationId;
using term::Term;

namespace {

/// Maximum number of cycles per list of edges. Each one costs the selection and acceleration of its paths.
/// Not measured.
constexpr std::size_t max_alternatives = 4;

/// An accelerator of an inner loop and one of its exit counts.
struct InnerChoice {
  std::size_t accelerator;
  Term count;  ///< over the state in which the inner loop starts
};

bool uses_input(const Accelerator& accelerator) {
  term::TermVector roots{accelerator.guard};
  for (const program::Assignment& update : accelerator.updates) roots.push_back(update.value);
  const term::TermVector used = term::symbols(roots);
  return std::ranges::any_of(accelerator.input_values, [&](const auto& input_and_values) {
    const Term values = input_and_values.second;
    return values.is_symbol() && std::ranges::binary_search(used, values);
  });
}

bool is_suitable(const Accelerator& accelerator) {
  return accelerator.universals.empty() && accelerator.definitions.empty() && accelerator.unknowns.empty() &&
         accelerator.inner_counts.empty() && !uses_input(accelerator);
}

Cycle compose(const program::Program& program, const std::vector<EdgeId>& edges,
              const std::vector<Accelerator>& accelerators,
              const std::map<LocationId, InnerChoice>& choices) {
  term::TermManager& terms = program.terms();
  CycleComposer composer(program);
  for (const EdgeId edge : edges) {
    if (const auto choice = choices.find(program.edge(edge).source); choice != choices.end()) {
      const Accelerator& inner = accelerators[choice->second.accelerator];
      const Term count = choice->second.count;
      PENDULUM_CHECK(inner.path.head == choice->first, "an accelerator should be taken at its own loop head");
      composer.append(InnerLoop{0, choice->second.accelerator, count});
      term::Substituter substitute(terms, {{inner.count, count}});
      std::vector<program::Assignment> updates = inner.updates;
      for (program::Assignment& update : updates) update.value = substitute(update.value);
      composer.append(substitute(inner.guard), updates);
    }
    composer.append(edge);
  }
  return composer.finish();
}

}  // namespace

std::vector<Cycle> nested_cycles(const program::Program& program, const std::vector<EdgeId>& edges,
                                 const std::vector<Accelerator>& accelerators) {
  PENDULUM_CHECK(!edges.empty(), "a cycle should have an edge");
  std::map<LocationId, std::vector<InnerChoice>> suitable;  // by inner loop head
  for (std::size_t i = 1; i < edges.size(); ++i) {
    const LocationId location = program.edge(edges[i]).source;
    PENDULUM_CHECK(!suitable.contains(location), "a cycle should visit {} once",
                   program.location(location).name);
    for (std::size_t k = 0; k < accelerators.size(); ++k)
      if (accelerators[k].path.head == location && is_suitable(accelerators[k]))
        for (const Term count : accelerators[k].exit_counts) suitable[location].push_back({k, count});
  }
  std::size_t num_cycles = 0;
  for (const auto& [head, choices] : suitable) num_cycles = std::max(num_cycles, choices.size());
  std::vector<Cycle> result;
  for (std::size_t i = 0; i < std::min(num_cycles, max_alternatives); ++i) {
    std::map<LocationId, InnerChoice> chosen;
    for (const auto& [head, choices] : suitable)
      chosen.emplace(head, choices[std::min(i, choices.size() - 1)]);
    result.push_back(compose(program, edges, accelerators, chosen));
  }
  return result;
}

}  // namespace pendulum::acceleration
