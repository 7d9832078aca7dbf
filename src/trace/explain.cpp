#include "trace/explain.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "property/property.h"
#include "trace/source_lines.h"
#include "trace/statements.h"

namespace pendulum::trace {

namespace {

bool is_similar(const program::Edge& a, const program::Edge& b) {
  if (a.source != b.source || a.target != b.target || a.violation != b.violation ||
      a.inputs.size() != b.inputs.size())
    return false;
  for (std::size_t i = 0; i < a.inputs.size(); ++i)
    if (a.inputs[i].symbol.sort() != b.inputs[i].symbol.sort() ||
        a.inputs[i].origin.kind != b.inputs[i].origin.kind)
      return false;
  return true;
}

/// A step is shown if it does something that a reader can see.
bool is_empty(const Step& step) {
  return step.kind == Step::Kind::Statement && step.changes.empty() && step.inputs.empty() &&
         step.outcome.empty() && step.returned.empty() && step.notes.empty();
}

/// Does the source call a function that reads one character?
bool reads_character(const std::string& source) {
  return std::ranges::any_of(std::array{"getchar(", "getc(", "getchar ("},
                             [&](const char* name) { return source.find(name) != std::string::npos; });
}

/// Characters that a function of the C library returns as int are shown as such: 97 ('a').
void show_characters(Step& step) {
  if (!reads_character(step.source)) return;
  for (NamedValue& change : step.changes) {
    if (change.value.empty() || change.value.size() > 3 ||
        change.value.find_first_not_of("0123456789") != std::string::npos)
      continue;
    const int number = std::stoi(change.value);
    if (number > ' ' && number <= '~' && number != '\'' && number != '\\')
      change.value += fmt::format(" ('{}')", static_cast<char>(number));
  }
}

/// If a call of the C library assigns one value, the value comes from the characters that the call reads.
void assign_library_inputs(Step& step) {
  if (step.changes.size() != 1) return;
  for (InputValue& input : step.inputs)
    if (input.source == library_input && input.stored_in.empty()) input.stored_in = step.changes[0].name;
}

}  // namespace

std::optional<certificate::ErrorPath> translated(const program::Program& program,
                                                 const certificate::ErrorPath& path,
                                                 const program::Program& recorded) {
  if (program.edges().size() != recorded.edges().size()) return std::nullopt;
  certificate::ErrorPath result;
  for (const certificate::Segment& segment : path.segments) {
    certificate::Segment copy{{}, segment.count};
    for (const certificate::Step& step : segment.steps) {
      const program::Edge& from = program.edge(step.edge);
      const program::Edge& to = recorded.edge(step.edge);
      if (!is_similar(from, to)) return std::nullopt;
      certificate::Step& made = copy.steps.emplace_back();
      made.edge = step.edge;
      for (std::size_t i = 0; i < from.inputs.size(); ++i)
        if (const auto value = step.inputs.find(from.inputs[i].symbol); value != step.inputs.end())
          made.inputs.emplace(to.inputs[i].symbol, value->second);
    }
    result.append(std::move(copy));
  }
  return result;
}

Trace explain(const program::Program& program, const program::SourceActions& actions,
              const certificate::ErrorPath& path, const std::vector<std::string>& input_files) {
  PENDULUM_CHECK(!path.empty(), "an error path should have a step");
  const std::optional<Events> events = execute_actions(program, actions, path);
  if (!events) return {};
  const program::Edge& last = program.edge(path.last_step().edge);
  std::string violation =
      last.violation.empty() ? "the error is reached" : property::parse_violation(last.violation).what;
  // The place is that of the last step.
  if (const std::size_t at = violation.rfind(" at " + last.where.to_string()); at != std::string::npos)
    violation = violation.substr(0, at);
  Statements made = make_statements(program, actions, *events, violation);
  slice(made.statements);
  Trace trace;
  trace.omitted = events->omitted;
  trace.violation = std::move(made.violation);
  SourceLines lines(input_files);
  for (std::size_t i = 0; i < made.statements.size(); ++i) {
    if (i == made.omitted_after) trace.omitted_after = trace.steps.size();
    Step& step = made.statements[i].step;
    const bool is_last = i + 1 == made.statements.size();
    if (is_empty(step) && !is_last) continue;
    assign_library_inputs(step);
    step.source = lines.line(step.file, step.line);
    show_characters(step);
    trace.steps.push_back(std::move(step));
  }
  return trace;
}

}  // namespace pendulum::trace
