#include "report/checks.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <tuple>

#include "base/check.h"
#include "base/error.h"
#include "report/trace_json.h"

namespace pendulum::report {

namespace {

using Json = nlohmann::ordered_json;
using Status = CheckResult::Status;

/// In the order in which the table lists them.
constexpr std::array all_statuses{Status::Violated, Status::Unknown, Status::Proved};

Status status_of(const std::string& word) {
  for (const Status status : all_statuses)
    if (word_of(status) == word) return status;
  throw base::InputError("there is no status " + word + " of a check");
}

/// Do the lines of two checks look the same without their columns?
bool look_alike(const CheckResult& a, const CheckResult& b) {
  return std::tie(a.property, a.text, a.file, a.line) == std::tie(b.property, b.text, b.file, b.line);
}

/// "file:line", or "file:line:column" if the record contains a similar check in another column.
std::string place_of(const RunRecord& record, const CheckResult& check) {
  if (check.file.empty()) return "-";
  if (check.line == 0) return check.file;
  const auto alike = std::count_if(record.checks.begin(), record.checks.end(),
                                   [&](const CheckResult& other) { return look_alike(check, other); });
  PENDULUM_CHECK(alike > 0, "the check should belong to the record");
  const std::string place = fmt::format("{}:{}", check.file, check.line);
  return alike == 1 ? place : fmt::format("{}:{}", place, check.column);
}

std::size_t count(const RunRecord& record, Status status) {
  return static_cast<std::size_t>(
      std::count_if(record.checks.begin(), record.checks.end(),
                    [&](const CheckResult& check) { return check.status == status; }));
}

/// "12 checks: 9 proved, 1 violated, 2 unknown".
std::string summary(const RunRecord& record) {
  std::string parts;
  for (const Status status : {Status::Proved, Status::Violated, Status::Unknown})
    if (const std::size_t number = count(record, status); number != 0)
      parts += fmt::format("{}{} {}", parts.empty() ? ": " : ", ", number, word_of(status));
  return fmt::format("{} {}{}", record.checks.size(), record.checks.size() == 1 ? "check" : "checks", parts);
}

void print_check(std::ostream& out, const RunRecord& record, const CheckResult& check) {
  out << fmt::format("{:<9} {:<14} {}: {}", std::string(word_of(check.status)), check.property,
                     place_of(record, check), check.text);
  if (check.status == Status::Violated && !check.evidence.empty() && !record.evidence_directory.empty())
    out << fmt::format(" (evidence: {}/{})", record.evidence_directory, check.evidence);
  out << '\n';
}

}  // namespace

void print_traces(std::ostream& out, const RunRecord& record, TraceDetail detail) {
  for (const CheckResult& check : record.checks) {
    if (check.status != Status::Violated) continue;
    print_trace(out, check.trace, detail, fmt::format("{}: {}", place_of(record, check), check.text));
  }
}

std::string_view word_of(CheckResult::Status status) {
  switch (status) {
    case Status::Proved:
      return "proved";
    case Status::Violated:
      return "violated";
    case Status::Unknown:
      return "unknown";
  }
  PENDULUM_UNREACHABLE();
}

void print_checks(std::ostream& out, const RunRecord& record) {
  for (const Status status : all_statuses)
    for (const CheckResult& check : record.checks)
      if (check.status == status) print_check(out, record, check);
  out << summary(record) << '\n';
}

Json checks_to_json(const std::vector<CheckResult>& checks) {
  Json json = Json::array();
  for (const CheckResult& check : checks) {
    Json path = Json::array();
    for (const PathStep& step : check.path)
      path.push_back({{"file", step.file},
                      {"line", step.line},
                      {"column", step.column},
                      {"function", step.function},
                      {"text", step.text}});
    json.push_back({{"property", check.property},
                    {"text", check.text},
                    {"file", check.file},
                    {"line", check.line},
                    {"column", check.column},
                    {"status", word_of(check.status)},
                    {"engine", check.engine},
                    {"judge", check.judge},
                    {"evidence", check.evidence},
                    {"path", path}});
    if (!check.trace.empty()) json.back()["trace"] = trace_to_json(check.trace);
  }
  return json;
}

std::vector<CheckResult> checks_of_json(const Json& json) {
  std::vector<CheckResult> checks;
  for (const Json& each : json) {
    CheckResult check{each.at("property"), each.at("text"),   each.at("file"),
                      each.at("line"),     each.at("column"), status_of(each.at("status")),
                      each.at("engine"),   each.at("judge"),  each.at("evidence")};
    for (const Json& step : each.at("path"))
      check.path.push_back(
          {step.at("file"), step.at("line"), step.at("column"), step.at("function"), step.at("text")});
    if (each.contains("trace")) check.trace = trace_from_json(each.at("trace"));
    checks.push_back(std::move(check));
  }
  return checks;
}

}  // namespace pendulum::report
