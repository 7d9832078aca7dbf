#include "program/passes/without_errors.h"

namespace pendulum::program {

Program without_errors(const Program& program, const std::function<bool(const Edge&)>& is_dropped) {
  ProgramBuilder builder = ProgramBuilder::without_edges(program);
  for (const EdgeId id : edges_without_errors(program, is_dropped)) builder.keep_edge(program.edge(id));
  return builder.build();
}

std::vector<EdgeId> edges_without_errors(const Program& program,
                                         const std::function<bool(const Edge&)>& is_dropped) {
  std::vector<EdgeId> kept;
  for (EdgeId id = 0; id < program.edges().size(); ++id)
    if (program.edge(id).target != program.error() || !is_dropped(program.edge(id))) kept.push_back(id);
  return kept;
}

}  // namespace pendulum::program
