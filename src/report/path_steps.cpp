#include "report/path_steps.h"

#include <fmt/core.h>

#include "check/interpreter.h"

namespace pendulum::report {

namespace {

constexpr std::size_t most_steps = 500;

PathStep step_at(const program::SourceLocation& where, std::string text) {
  return {where.file, where.line, where.column, where.function, std::move(text)};
}

std::string text_of(const check::ConsumedInput& consumed) {
  const program::InputOrigin& origin = consumed.input.origin;
  const std::string value = consumed.value.kind() == term::Kind::BitVecValue
                                ? consumed.value.signed_value().get_str()
                                : consumed.value.to_string();
  return origin.kind == program::InputOrigin::Kind::Call ? fmt::format("{}() returns {}", origin.name, value)
                                                         : fmt::format("{} holds {}", origin.name, value);
}

}  // namespace

std::vector<PathStep> path_steps(const program::Program& program, const certificate::ErrorPath& path) {
  std::vector<PathStep> steps;
  const check::Run run = check::follow(program, path);
  auto input = run.inputs.begin();
  for (const certificate::Step& step : path.steps) {
    const program::Edge& edge = program.edge(step.edge);
    if (edge.where.is_known()) {
      const bool is_again = !steps.empty() && steps.back().line == edge.where.line &&
                            steps.back().file == edge.where.file && steps.back().text.empty();
      if (!is_again) steps.push_back(step_at(edge.where, edge.violation));
    }
    for (std::size_t i = 0; i < edge.inputs.size() && input != run.inputs.end(); ++i, ++input)
      if (input->input.origin.where.is_known() &&
          input->input.origin.kind != program::InputOrigin::Kind::Internal)
        steps.push_back(step_at(input->input.origin.where, text_of(*input)));
  }
  if (steps.size() > most_steps) steps.erase(steps.begin(), steps.end() - most_steps);
  return steps;
}

}  // namespace pendulum::report
