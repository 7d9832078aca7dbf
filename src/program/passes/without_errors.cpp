#include "program/passes/without_errors.h"

namespace pendulum::program {

Program without_errors(const Program& program, const std::function<bool(const Edge&)>& is_dropped) {
  ProgramBuilder builder = ProgramBuilder::without_edges(program);
  for (const Edge& edge : program.edges())
    if (edge.target != program.error() || !is_dropped(edge)) builder.keep_edge(edge);
  return builder.build();
}

}  // namespace pendulum::program
