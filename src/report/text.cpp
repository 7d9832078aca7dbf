#include "report/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <ostream>

#include "base/check.h"
#include "report/blockers.h"
#include "report/checks.h"
#include "report/proof_text.h"

namespace pendulum::report {

namespace {

/// Maximum number of blockers that are printed; JSON and SARIF contain all of them.
constexpr std::size_t max_blockers = 10;

/// Replaces control characters by spaces. Messages of solvers and compilers may have several lines, but the
/// verdict has to be one line.
std::string one_line(std::string text) {
  std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  return text;
}

void print_line(std::ostream& out, std::string_view name, const std::string& value) {
  if (!value.empty()) out << name << ": " << one_line(value) << '\n';
}

/// "3 lemmas of dagger, 1 lemma of kinduction".
std::string lemmas_text(const RunRecord& record) {
  std::map<std::string, std::size_t> numbers;
  for (const UsedLemma& lemma : record.used_lemmas) ++numbers[lemma.sender];
  std::string text;
  for (const auto& [sender, number] : numbers)
    text += fmt::format("{}{} {} of {}", text.empty() ? "" : ", ", number, number == 1 ? "lemma" : "lemmas",
                        sender);
  return text;
}

/// One line per text and file: "a.c:3, 5, 8: the loop has no invariant".
void print_blockers(std::ostream& out, const RunRecord& record) {
  std::vector<std::pair<Blocker, std::string>> lines;  // the first blocker, and the places of all
  for (Blocker& blocker : blockers(record)) {
    const auto known = std::ranges::find_if(lines, [&](const auto& line) {
      return line.first.file == blocker.file && line.first.text == blocker.text;
    });
    if (known != lines.end()) {
      known->second += fmt::format(", {}", blocker.line);
    } else {
      std::string place = fmt::format("{}:{}", blocker.file, blocker.line);
      lines.emplace_back(std::move(blocker), std::move(place));
    }
  }
  for (std::size_t i = 0; i < std::min(lines.size(), max_blockers); ++i)
    print_line(out, "blocker", lines[i].second + ": " + lines[i].first.text);
  if (lines.size() > max_blockers)
    print_line(out, "blocker", fmt::format("and {} more", lines.size() - max_blockers));
}

void print_grounds(std::ostream& out, const RunRecord& record) {
  print_line(out, "data model", record.data_model);
  print_line(out, "engine", record.engine);
  print_line(out, "violation", record.violation);
  if (!record.judge.word.empty()) {
    std::string judge = record.judge.word;
    if (!record.judge.by.empty()) judge += " by " + record.judge.by;
    if (!record.judge.reason.empty()) judge += ": " + record.judge.reason;
    print_line(out, "judge", judge);
  }
  print_line(out, "proof uses", lemmas_text(record));
  for (const EngineProgress& entry : record.progress)
    print_line(out, "progress", entry.engine + ": " + entry.text);
  print_blockers(out, record);
  std::string models;
  for (const std::string& model : record.models) models += (models.empty() ? "" : ", ") + model;
  if (!models.empty()) print_line(out, "models", models);
  std::string undefined;
  for (const std::string& name : record.undefined) undefined += (undefined.empty() ? "" : ", ") + name;
  print_line(out, "undefined functions", undefined);
  for (const std::string& assumption : record.assumptions) print_line(out, "assumption", assumption);
  for (const std::string& hint : record.advice) print_line(out, "try", hint);
  if (!record.evidence_directory.empty()) print_line(out, "evidence", record.evidence_directory);
  print_line(out, "time", fmt::format("{:.2f} s", record.wall_seconds));
}

void print_statistics(std::ostream& out, const RunRecord& record) {
  PENDULUM_CHECK(record.wall_seconds >= 0 && record.cpu_seconds >= 0, "times should not be negative");
  for (const auto& [name, value] : record.counters) print_line(out, name, std::to_string(value));
  for (const auto& [name, value] : record.times) print_line(out, name, fmt::format("{:.3f}", value));
  print_line(out, "run.wall_time", fmt::format("{:.3f}", record.wall_seconds));
  print_line(out, "run.cpu_time", fmt::format("{:.3f}", record.cpu_seconds));
  print_line(out, "run.peak_memory_mib", fmt::format("{:.0f}", record.peak_memory_mib));
}

}  // namespace

std::string result_line(const RunRecord& record) {
  switch (record.verdict) {
    case Verdict::True:
      return "RESULT: true";
    case Verdict::False:
      PENDULUM_CHECK(!record.property.empty(), "the verdict false should name the violated property");
      return "RESULT: false(" + record.property + ")";
    case Verdict::Unknown:
      PENDULUM_CHECK(!record.reason.empty(), "the verdict unknown should have a reason");
      return "RESULT: unknown(" + one_line(record.reason) + ")";
  }
  PENDULUM_UNREACHABLE();
}

void print_text(std::ostream& out, const RunRecord& record, Detail detail, TraceDetail trace) {
  if (detail != Detail::Quiet && record.finds_all) print_traces(out, record, trace);
  if (detail != Detail::Quiet && !record.finds_all) print_trace(out, record.trace, trace);
  if (detail != Detail::Quiet) print_proof(out, record);
  if (detail != Detail::Quiet) print_grounds(out, record);
  if (detail == Detail::Verbose) print_statistics(out, record);
  if (detail != Detail::Quiet && record.finds_all) print_checks(out, record);
  out << result_line(record) << std::endl;
}

}  // namespace pendulum::report
