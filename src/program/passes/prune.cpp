// Drops locations that are not reachable from entry, or from which error is not reachable, in the
// control-flow graph. Soundness: no execution from entry to error visits any of them.
#include "base/check.h"
#include "program/passes/passes.h"
#include "program/reachability.h"

namespace pendulum::program {

Transformed prune_unreachable(const Program& program) {
  const std::size_t size = program.locations().size();
  const std::vector<bool> from_entry = reachable_from_entry(program);
  const std::vector<bool> to_error = leading_to_error(program);

  ProgramBuilder builder(program.terms());
  for (const Variable& variable : program.variables()) builder.add_variable(variable);
  std::vector<LocationId> origin;
  std::vector<LocationId> image(size);
  std::vector<bool> is_kept(size);
  for (LocationId id = 0; id < size; ++id) {
    is_kept[id] = (from_entry[id] && to_error[id]) || id == program.entry() || id == program.error();
    if (!is_kept[id]) continue;
    image[id] = builder.add_location(program.location(id).name, program.location(id).where);
    origin.push_back(id);
  }
  for (const Edge& edge : program.edges()) {
    if (!is_kept[edge.source] || !is_kept[edge.target]) continue;
    Edge copy = edge;
    copy.source = image[edge.source];
    copy.target = image[edge.target];
    builder.add_edge(std::move(copy));
  }
  builder.set_entry(image[program.entry()]);
  builder.set_error(image[program.error()]);
  Transformed result{builder.build(), std::move(origin)};
  PENDULUM_CHECK(result.origin.size() == result.program.locations().size(),
                 "every location should have an origin");
  return result;
}

}  // namespace pendulum::program
