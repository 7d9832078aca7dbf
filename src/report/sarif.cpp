#include "report/sarif.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/check.h"
#include "report/blockers.h"
#include "report/text.h"
#include "report/utf16_columns.h"

namespace pendulum::report {

namespace {

using Json = nlohmann::ordered_json;

/// The file name as a URI reference, with special characters percent-encoded.
std::string uri_of(const std::string& file) {
  constexpr const char* digits = "0123456789ABCDEF";
  std::string uri = file.starts_with('/') ? "file://" : "";
  for (const unsigned char c : file) {
    if (std::isalnum(c) != 0 ||
        std::string_view("/._-~").find(static_cast<char>(c)) != std::string_view::npos) {
      uri += static_cast<char>(c);
    } else {
      uri += {'%', digits[c >> 4], digits[c & 15]};
    }
  }
  return uri;
}

/// The base of relative file names. Its place is not written, because it differs from machine to machine.
constexpr const char* source_root = "%SRCROOT%";

Json artifact_location(const std::string& file) {
  Json location{{"uri", uri_of(file)}};
  if (!file.starts_with('/') && !file.starts_with("../")) location["uriBaseId"] = source_root;
  return location;
}

/// "i = 3, n = 5"; for a call its parameters.
std::string text_of(const trace::Step& step) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  for (const trace::NamedValue& change : step.changes) add(change.name + " = " + change.value);
  for (const trace::InputValue& input : step.inputs)
    if (input.source == trace::argument_input) {
      add(input.stored_in + " = " + input.value);
    } else if (input.source != trace::library_input) {
      add(input.source + "() returns " + input.value);
    }
  for (const std::string& note : step.notes) add(note);
  if (!step.outcome.empty()) add("condition is " + step.outcome);
  if (!step.returned.empty()) add("returns " + step.returned);
  return step.callee.empty() ? text : "calls " + step.callee + "(" + text + ")";
}

Json location_of(const PathStep& step) {
  PENDULUM_CHECK(step.line > 0, "a step in {} should have a line, which SARIF counts from 1", step.file);
  Json region{{"startLine", step.line}};
  if (step.column != 0) region["startColumn"] = step.column;
  Json location{
      {"physicalLocation", {{"artifactLocation", artifact_location(step.file)}, {"region", region}}}};
  if (!step.function.empty())
    location["logicalLocations"] = Json::array({{{"name", step.function}, {"kind", "function"}}});
  if (!step.text.empty()) location["message"] = {{"text", step.text}};
  return location;
}

Json rule_of(const std::string& property) {
  std::string text = "The property " + property + " holds.";
  if (property == "unreach-call")
    text = "No execution reaches an error call, a failing assertion or the label ERROR.";
  if (property == "invar-property") text = "The invariant property holds in every reachable state.";
  if (property == "chc-sat") text = "The Horn clauses are satisfiable.";
  return {{"id", property},
          {"shortDescription", {{"text", text}}},
          {"defaultConfiguration", {{"level", "error"}}}};
}

/// The steps of the trace as locations of a thread flow. Steps without a line have no place in SARIF.
Json flow_of(const trace::Trace& trace) {
  Json steps = Json::array();
  for (const trace::Step& step : trace.steps) {
    if (step.line == 0) continue;
    const bool is_last = &step == &trace.steps.back();
    std::string text = text_of(step);
    if (is_last) text += (text.empty() ? "" : "; ") + trace.violation.text;
    const PathStep place{step.file, step.line, step.column, step.function, std::move(text)};
    Json state = Json::object();
    for (const trace::NamedValue& value : is_last ? trace.violation.operands : step.changes)
      state[value.name] = {{"text", value.value}};
    Json entry{{"location", location_of(place)},
               {"nestingLevel", step.depth},
               {"executionOrder", steps.size() + 1},
               {"importance", is_last            ? "essential"
                              : step.is_relevant ? "important"
                                                 : "unimportant"}};
    if (!state.empty()) entry["state"] = std::move(state);
    steps.push_back(std::move(entry));
  }
  return steps;
}

/// The message of an open result: the reason, how far the engines got, and what to try.
std::string open_text(const RunRecord& record) {
  std::string text = "no verdict: " + record.reason;
  for (const EngineProgress& entry : record.progress) text += "; " + entry.engine + ": " + entry.text;
  for (const std::string& hint : record.advice) text += "; try " + hint;
  return text;
}

/// The first blocker is the location of the result; all of them are related locations.
void add_blockers(Json& result, Json& locations, const RunRecord& record) {
  Json related = Json::array();
  for (const Blocker& blocker : blockers(record)) {
    if (blocker.line == 0) continue;
    related.push_back(
        location_of({blocker.file, blocker.line, blocker.column, blocker.function, blocker.text}));
    related.back()["id"] = related.size();
  }
  if (related.empty()) return;
  Json first = related[0];
  first.erase("id");
  locations.push_back(std::move(first));
  result["relatedLocations"] = std::move(related);
}

Json result_of(const RunRecord& record) {
  PENDULUM_CHECK(record.path.empty() || record.verdict == Verdict::False,
                 "only the verdict false should have an error path");
  Json result{{"ruleId", record.property}, {"ruleIndex", 0}};
  Json locations = Json::array();
  switch (record.verdict) {
    case Verdict::False: {
      result["kind"] = "fail";
      result["level"] = "error";
      result["message"] = {
          {"text", record.violation.empty() ? "the property is violated" : record.violation}};
      Json steps = flow_of(record.trace);
      if (steps.empty())
        for (const PathStep& step : record.path) steps.push_back({{"location", location_of(step)}});
      if (!record.path.empty()) locations.push_back(location_of(record.path.back()));
      if (!steps.empty()) {
        result["codeFlows"] = Json::array({{{"threadFlows", Json::array({{{"locations", steps}}})}}});
      }
      break;
    }
    case Verdict::True:
      result["kind"] = "pass";
      result["level"] = "none";
      result["message"] = {{"text", "proved; the proof was checked by " + record.judge.by}};
      break;
    case Verdict::Unknown:
      result["kind"] = "open";
      result["level"] = "none";
      result["message"] = {{"text", open_text(record)}};
      add_blockers(result, locations, record);
      break;
  }
  if (locations.empty() && !record.input_files.empty())
    locations.push_back(
        {{"physicalLocation", {{"artifactLocation", artifact_location(record.input_files[0])}}}});
  result["locations"] = locations;
  return result;
}

/// The properties of the results, without repetition; results refer to them by their index.
std::vector<std::string> properties_of(const RunRecord& record) {
  if (record.checks.empty()) return {record.property};
  std::vector<std::string> properties;
  for (const CheckResult& check : record.checks)
    if (std::find(properties.begin(), properties.end(), check.property) == properties.end())
      properties.push_back(check.property);
  return properties;
}

/// The result of one check, as that of a run with this check only.
Json result_of(const RunRecord& record, const CheckResult& check, std::size_t rule) {
  RunRecord single;
  single.input_files = record.input_files;
  single.property = check.property;
  single.reason = "the check was not decided";
  single.judge.by = check.judge;
  switch (check.status) {
    case CheckResult::Status::Proved:
      single.verdict = Verdict::True;
      break;
    case CheckResult::Status::Violated:
      single.verdict = Verdict::False;
      single.violation = check.text;
      single.path = check.path;
      single.trace = check.trace;
      break;
    case CheckResult::Status::Unknown:
      single.verdict = Verdict::Unknown;
      single.progress = record.progress;
      single.advice = record.advice;
      break;
  }
  Json result = result_of(single);
  result["ruleIndex"] = rule;
  if (check.line != 0)
    result["locations"] = Json::array({location_of({check.file, check.line, check.column, "", ""})});
  return result;
}

Json results_of(const RunRecord& record) {
  if (record.checks.empty()) return Json::array({result_of(record)});
  const std::vector<std::string> rules = properties_of(record);
  Json results = Json::array();
  for (const CheckResult& check : record.checks) {
    const auto rule = std::find(rules.begin(), rules.end(), check.property) - rules.begin();
    results.push_back(result_of(record, check, static_cast<std::size_t>(rule)));
  }
  return results;
}

}  // namespace

std::string to_sarif(const RunRecord& given) {
  const RunRecord record = with_utf16_columns(given);
  Json artifacts = Json::array();
  for (const std::string& file : record.input_files)
    artifacts.push_back({{"location", artifact_location(file)}});
  Json rules = Json::array();
  for (const std::string& property : properties_of(record)) rules.push_back(rule_of(property));
  const Json driver{{"name", "Pendulum"}, {"version", record.version}, {"rules", rules}};
  const Json run{{"tool", {{"driver", driver}}},
                 {"invocations", Json::array({{{"executionSuccessful", true}}})},
                 {"originalUriBaseIds",
                  {{source_root, {{"description", {{"text", "the directory in which Pendulum ran"}}}}}}},
                 {"artifacts", artifacts},
                 {"columnKind", "utf16CodeUnits"},
                 {"results", results_of(record)}};
  const Json document{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({run})}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pendulum::report
