#include "report/trace_json.h"

namespace pendulum::report {

namespace {

using Json = nlohmann::ordered_json;
using trace::NamedValue;
using trace::Step;
using trace::Trace;

/// Maximum number of steps in a file: more than a user reads.
constexpr std::size_t max_trace_steps = 10'000;

Json values_to_json(const std::vector<NamedValue>& values) {
  Json result = Json::array();
  for (const NamedValue& value : values) result.push_back({{"name", value.name}, {"value", value.value}});
  return result;
}

Json changes_to_json(const std::vector<NamedValue>& changes) {
  Json result = Json::array();
  for (const NamedValue& change : changes)
    result.push_back(
        {{"name", change.name}, {"value", change.value}, {"part", change.part}, {"owner", change.owner}});
  return result;
}

std::vector<NamedValue> values_from_json(const Json& json) {
  std::vector<NamedValue> result;
  for (const Json& value : json)
    result.push_back(
        {value.at("name"), value.at("value"), value.value("part", ""), value.value("owner", "")});
  return result;
}

Json step_to_json(const Step& step) {
  Json inputs = Json::array();
  for (const trace::InputValue& input : step.inputs)
    inputs.push_back({{"source", input.source}, {"value", input.value}, {"stored_in", input.stored_in}});
  return {{"kind", step.kind == Step::Kind::Call ? "call" : "statement"},
          {"function", step.function},
          {"depth", step.depth},
          {"file", step.file},
          {"line", step.line},
          {"column", step.column},
          {"source", step.source},
          {"changes", changes_to_json(step.changes)},
          {"inputs", inputs},
          {"outcome", step.outcome},
          {"returned", step.returned},
          {"callee", step.callee},
          {"notes", step.notes},
          {"relevant", step.is_relevant},
          {"edge", step.edge}};
}

Step step_from_json(const Json& json) {
  Step step;
  step.kind = json.at("kind") == "call" ? Step::Kind::Call : Step::Kind::Statement;
  step.function = json.at("function");
  step.depth = json.at("depth");
  step.file = json.at("file");
  step.line = json.at("line");
  step.column = json.at("column");
  step.source = json.at("source");
  step.changes = values_from_json(json.at("changes"));
  for (const Json& input : json.at("inputs"))
    step.inputs.push_back({input.at("source"), input.at("value"), input.value("stored_in", "")});
  step.outcome = json.at("outcome");
  step.returned = json.at("returned");
  step.callee = json.at("callee");
  step.notes = json.at("notes").get<std::vector<std::string>>();
  step.is_relevant = json.at("relevant");
  step.edge = json.at("edge");
  return step;
}

}  // namespace

Json trace_to_json(const Trace& trace) {
  Json steps = Json::array();
  // The end of a long trace matters more than its start.
  const std::size_t first = trace.steps.size() > max_trace_steps ? trace.steps.size() - max_trace_steps : 0;
  for (std::size_t i = first; i < trace.steps.size(); ++i) steps.push_back(step_to_json(trace.steps[i]));
  return {
      {"steps", steps},
      {"violation", {{"text", trace.violation.text}, {"operands", values_to_json(trace.violation.operands)}}},
      {"omitted", trace.omitted},
      {"omitted_after", trace.omitted_after > first ? trace.omitted_after - first : 0},
      {"minimised", trace.is_minimised}};
}

Trace trace_from_json(const Json& json) {
  Trace trace;
  for (const Json& step : json.at("steps")) trace.steps.push_back(step_from_json(step));
  trace.violation.text = json.at("violation").at("text");
  trace.violation.operands = values_from_json(json.at("violation").at("operands"));
  trace.omitted = json.at("omitted");
  trace.omitted_after = json.at("omitted_after");
  trace.is_minimised = json.at("minimised");
  return trace;
}

}  // namespace pendulum::report
