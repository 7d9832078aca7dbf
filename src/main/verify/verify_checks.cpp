#include "main/verify/verify_checks.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "base/budget.h"
#include "base/check.h"
#include "main/verify/proof.h"
#include "main/verify/run_result.h"
#include "program/passes/without_errors.h"
#include "report/json.h"

namespace pendulum::main {

namespace {

namespace fs = std::filesystem;
using report::CheckResult;
using report::RunRecord;
using report::Verdict;
using Status = CheckResult::Status;

/// Edges with the same key belong to the same check.
std::string key_of(const program::Edge& edge) {
  return fmt::format("{}\n{}:{}", edge.violation, edge.where.to_string(), edge.where.column);
}

/// Does the edge represent a construct that is not modelled, and no violation?
bool is_no_check(const program::Edge& edge) {
  return edge.is_unsupported &&
         property::parse_violation(edge.violation).property == property::Property::Reach;
}

CheckResult make_check(const program::Edge& edge, const std::string& default_property) {
  const property::Violation violation = property::parse_violation(edge.violation);
  CheckResult check;
  check.property = default_property.empty() ? std::string(name_of(violation.property)) : default_property;
  check.text = edge.violation.empty() ? "the error is reached" : violation.what;
  if (!edge.where.is_known()) return check;
  const std::string place = " at " + edge.where.to_string();
  if (check.text.ends_with(place)) check.text.resize(check.text.size() - place.size());
  check.file = edge.where.file;
  check.line = edge.where.line;
  check.column = edge.where.column;
  return check;
}

}  // namespace

CheckRuns::CheckRuns(const VerifyOptions& options, const input::SourceOptions& loaded,
                     const input::Source& source, Decide decide, std::string staging, RunRecord& record,
                     const supervise::Worker& worker)
    : options_(options),
      source_(source),
      decide_(std::move(decide)),
      staging_(std::move(staging)),
      record_(record),
      worker_(worker),
      explainer_(loaded, source, options.seed, worker),
      initial_(record) {
  const std::string system_property = property::is_about_c(source.properties) ? "" : record.property;
  std::vector<std::pair<CheckResult, std::string>> found;
  for (const program::Edge& edge : source.program.edges())
    if (edge.target == source.program.error() && !is_no_check(edge) &&
        std::none_of(found.begin(), found.end(),
                     [&](const auto& each) { return each.second == key_of(edge); }))
      found.emplace_back(make_check(edge, system_property), key_of(edge));
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first.file, a.first.line, a.first.column) <
           std::tie(b.first.file, b.first.line, b.first.column);
  });
  for (auto& [check, key] : found) {
    record_.checks.push_back(std::move(check));
    keys_.push_back(std::move(key));
  }
}

std::optional<std::size_t> CheckRuns::check_of(const program::Edge& edge) const {
  if (is_no_check(edge)) return std::nullopt;
  const auto found = std::find(keys_.begin(), keys_.end(), key_of(edge));
  PENDULUM_CHECK(found != keys_.end(), "an edge into the error should belong to a check");
  return static_cast<std::size_t>(found - keys_.begin());
}

std::set<std::size_t> CheckRuns::open() const {
  std::set<std::size_t> result;
  for (std::size_t i = 0; i < record_.checks.size(); ++i)
    if (record_.checks[i].status == Status::Unknown) result.insert(i);
  return result;
}

void CheckRuns::run() {
  // All open checks together. If that may fail, half of the time is left for single checks.
  bool has_verdict = true;
  do {
    const std::set<std::size_t> checks = open();
    if (checks.size() > 1) {
      const base::Budget half = base::Budget::share(worker_.stop, 1, 2, "checks");
      has_verdict = run_for(checks, half);
    } else {
      has_verdict = run_for(checks, worker_.stop);
    }
  } while (has_verdict && !open().empty());
  std::set<std::size_t> rest = open();
  if (rest.size() < 2 || reaches_unsupported_) return conclude();
  while (!rest.empty() && !worker_.stop.is_stopped()) {
    const base::Budget part =
        base::Budget::share(worker_.stop, 1, static_cast<unsigned>(rest.size()), "check");
    run_for({*rest.begin()}, part);
    rest.erase(rest.begin());
  }
  conclude();
}

bool CheckRuns::run_for(const std::set<std::size_t>& checks, const base::StopToken& stop) {
  input::Source part = source_;
  const auto is_dropped = [&](const program::Edge& edge) {
    const std::optional<std::size_t> check = check_of(edge);
    return check && !checks.contains(*check);
  };
  part.program = program::without_errors(source_.program, is_dropped);
  const std::string directory = staging_.empty() ? "" : staging_ + "/run";
  if (!directory.empty()) fs::create_directories(directory);
  engine::JudgedResult judged = decide_(part, stop, directory);
  RunRecord single = initial_;
  single.finds_all = false;
  fill_verdict(single, part, judged);
  const bool has_verdict = single.verdict != Verdict::Unknown;
  if (judged.result.error_path() != nullptr) {
    // Send the verdict before it is explained: if time runs out now, only the explanation is missing.
    take_violation(single, *judged.result.error_path(), part);
    send_snapshot();
    if (part.native && options_.trace != report::TraceDetail::Off)
      explainer_.add_trace(single, judged, part, program::edges_without_errors(source_.program, is_dropped));
  }
  if (has_verdict) {
    const std::vector<witness::WrittenInvariant> invariants = explain_proof(judged.result, part, single);
    single.evidence_directory = keep_evidence(judged.result, part, invariants, single);
  } else if (!directory.empty()) {
    fs::remove_all(directory);
  }
  if (const certificate::ErrorPath* path = judged.result.error_path())
    take_violation(single, *path, part);
  else if (has_verdict)
    take_proof(single, checks);
  else
    reason_ = single.reason;
  reaches_unsupported_ = reaches_unsupported_ || judged.reaches_unsupported;
  send_snapshot();
  return has_verdict;
}

void CheckRuns::send_snapshot() {
  conclude();
  worker_.channel.send(supervise::Message::Kind::Snapshot, report::to_json(record_));
}

void CheckRuns::take_violation(const RunRecord& single, const certificate::ErrorPath& path,
                               const input::Source& part) {
  const std::optional<std::size_t> number = check_of(part.program.edge(path.last_step().edge));
  PENDULUM_CHECK(number.has_value(), "an error path should end with a violation");
  CheckResult& check = record_.checks[*number];
  PENDULUM_CHECK(check.status != Status::Proved, "a violated check should not be proved");
  check.status = Status::Violated;
  check.engine = single.engine;
  check.judge = single.judge.by;
  check.evidence = single.evidence_directory;
  check.path = single.path;
  check.trace = single.trace;
  if (!first_violation_) first_violation_ = *number;
  if (first_violation_ == *number) violation_ = single;
}

void CheckRuns::take_proof(const RunRecord& single, const std::set<std::size_t>& checks) {
  PENDULUM_CHECK(single.judge.word == "accepted", "the judge should have accepted the proof");
  for (const std::size_t number : checks) {
    CheckResult& check = record_.checks[number];
    check.status = Status::Proved;
    check.engine = single.engine;
    check.judge = single.judge.by;
    check.evidence = single.evidence_directory;
  }
  proof_ = single;
}

std::vector<witness::WrittenInvariant> CheckRuns::explain_proof(const engine::Result& result,
                                                                const input::Source& part,
                                                                RunRecord& single) {
  const certificate::Certificate* certificate = result.certificate();
  if (certificate == nullptr || (staging_.empty() && !options_.explains) || !part.native) return {};
  std::vector<witness::WrittenInvariant> invariants = invariants_in_c(part, *certificate, worker_);
  add_proof(single, part.program, *certificate, invariants, explainer_.element_names(invariants));
  return invariants;
}

std::string CheckRuns::keep_evidence(const engine::Result& result, const input::Source& part,
                                     const std::vector<witness::WrittenInvariant>& invariants,
                                     RunRecord& single) {
  if (staging_.empty()) return "";
  const std::string name = result.error_path() != nullptr ? fmt::format("violation-{}", ++violations_)
                                                          : fmt::format("proof-{}", ++proofs_);
  const std::string directory = staging_ + "/run";
  const evidence::EvidenceWriter writer(directory, options_.source, part, worker_.stop);
  single.evidence_directory = record_.evidence_directory + "/" + name;
  single.evidence_files = write_evidence(writer, result, invariants, directory, worker_.logger);
  write_result(directory, single);
  fs::rename(directory, staging_ + "/" + name);
  return name;
}

void CheckRuns::conclude() {
  const auto has = [&](Status status) {
    return std::any_of(record_.checks.begin(), record_.checks.end(),
                       [&](const CheckResult& check) { return check.status == status; });
  };
  std::set<std::string> violated;
  for (const CheckResult& check : record_.checks)
    if (check.status == Status::Violated) violated.insert(check.property);
  if (!staging_.empty()) record_.evidence_files = files_below(staging_);
  if (!violated.empty()) {
    PENDULUM_CHECK(violation_.has_value(), "the first violation should have a record");
    record_.verdict = Verdict::False;
    record_.reason.clear();
    record_.property.clear();
    for (const std::string& name : violated)
      record_.property += (record_.property.empty() ? "" : ", ") + name;
    record_.violation = violation_->violation;
    record_.path = violation_->path;
    record_.trace = violation_->trace;
    record_.engine = violation_->engine;
    record_.judge = violation_->judge;
  } else if (has(Status::Unknown) || !proof_) {
    record_.reason = reason_.empty() ? initial_.reason : reason_;
  } else {
    // Soundness: all checks are proved, each by evidence that the judge accepted.
    record_.verdict = Verdict::True;
    record_.reason.clear();
    record_.engine = proof_->engine;
    record_.judge = proof_->judge;
    record_.used_lemmas = proof_->used_lemmas;
    record_.proof = proof_->proof;
    record_.invariants = proof_->invariants;
  }
}

}  // namespace pendulum::main
