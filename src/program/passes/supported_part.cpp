#include "base/check.h"
#include "program/passes/passes.h"

namespace pendulum::program {

SupportedPart supported_part(const Program& program, const std::function<bool(const Edge&)>& is_kept) {
  SupportedPart part;
  ProgramBuilder builder = ProgramBuilder::without_edges(program);
  for (EdgeId id = 0; id < program.edges().size(); ++id) {
    Edge edge = program.edge(id);
    if (edge.is_unsupported && !is_kept(edge)) continue;
    edge.is_unsupported = false;
    if (builder.add_edge(std::move(edge))) part.origin.push_back(id);
  }
  part.program = builder.build();
  PENDULUM_CHECK(part.origin.size() == part.program.edges().size(), "each edge should have an origin");
  return part;
}

}  // namespace pendulum::program
