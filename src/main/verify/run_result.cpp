#include "main/verify/run_result.h"

#include <algorithm>
#include <filesystem>

#include "base/check.h"
#include "base/file.h"
#include "report/json.h"
#include "report/path_steps.h"
#include "report/source_json.h"

namespace pendulum::main {

using report::RunRecord;
using report::Verdict;

namespace {

std::string word_of(check::Judgement::Verdict verdict) {
  switch (verdict) {
    case check::Judgement::Verdict::Accepted:
      return "accepted";
    case check::Judgement::Verdict::Rejected:
      return "rejected";
    case check::Judgement::Verdict::Undecided:
      return "undecided";
  }
  PENDULUM_UNREACHABLE();
}

std::string violation_of(const program::Program& program, const certificate::ErrorPath& path) {
  PENDULUM_CHECK(!path.empty(), "an error path should have a step");
  const program::Edge& last = program.edge(path.last_step().edge);
  PENDULUM_CHECK(last.target == program.error(), "the last edge of an error path should lead to the error");
  std::string text =
      last.violation.empty() ? "the error is reached" : property::parse_violation(last.violation).what;
  if (last.where.is_known() && text.find(last.where.to_string()) == std::string::npos)
    text += " at " + last.where.to_string();
  return text;
}

}  // namespace

void fill_verdict(RunRecord& record, const input::Source& source, const engine::JudgedResult& judged) {
  const check::Judgement& judgement = judged.judgement;
  if (!judged.engine.empty()) record.engine = judged.engine;
  if (!judgement.judge.empty())
    record.judge = {word_of(judgement.verdict), judgement.judge, judgement.reason};
  if (const auto* unknown = judged.result.reason()) {
    record.verdict = Verdict::Unknown;
    record.reason = std::string(to_string(unknown->reason));
    if (!unknown->detail.empty()) record.reason += ": " + unknown->detail;
    return;
  }
  // Soundness: the verdicts true and false are set only here, and only for evidence that the judge accepted.
  PENDULUM_CHECK(judgement.is_accepted(), "evidence should be accepted before it becomes a verdict");
  record.reason.clear();
  if (const auto* path = judged.result.error_path()) {
    record.verdict = Verdict::False;
    record.violation = violation_of(source.program, *path);
    // If there are several properties, report the violated one. Violations in transition systems and Horn
    // clauses do not name a property.
    const std::string& violation = source.program.edge(path->last_step().edge).violation;
    if (property::is_about_c(source.properties))
      record.property = property::name_of(property::parse_violation(violation).property);
    record.path = report::path_steps(source.program, *path, source.native ? &*source.native : nullptr);
  } else {
    PENDULUM_CHECK(judged.result.certificate() != nullptr, "the verdict true should have a certificate");
    record.verdict = Verdict::True;
    for (const engine::Lemma& lemma : judged.used_lemmas)
      record.used_lemmas.push_back(
          {lemma.sender, source.program.location(lemma.location).name, lemma.formula.to_string()});
  }
}

void fill_statistics(RunRecord& record, const base::Statistics& statistics) {
  record.counters = statistics.counters();
  record.times = statistics.times();
}

std::vector<std::string> files_below(const std::string& directory) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), directory).string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

namespace {

/// Removes the incomplete files of engines that were ended early.
void remove_partial_files(const std::string& directory) {
  for (const std::string& name : files_below(directory))
    if (name.ends_with(".partial")) std::filesystem::remove(directory + "/" + name);
}

/// Removes all files, because they may be incomplete. Returns the names of the remaining files: an empty
/// list.
std::vector<std::string> keep_nothing(const std::string& directory) {
  PENDULUM_CHECK(!directory.empty(), "only files of the evidence directory should be removed");
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(directory, ignored))
    std::filesystem::remove_all(entry.path(), ignored);
  return {};
}

}  // namespace

std::vector<std::string> write_evidence(const evidence::EvidenceWriter& writer, const engine::Result& result,
                                        const std::vector<witness::WrittenInvariant>& invariants,
                                        const std::string& directory, const base::Logger& logger) {
  try {
    remove_partial_files(directory);
    writer.write_program();
    if (const auto* certificate = result.certificate()) writer.write(*certificate, invariants);
    if (const auto* path = result.error_path()) writer.write(*path);
    return files_below(directory);
  } catch (const std::runtime_error& error) {
    logger.warn("the evidence is not complete: {}", error.what());
    return keep_nothing(directory);
  }
}

void write_result(const std::string& directory, RunRecord& record) {
  PENDULUM_CHECK(!directory.empty(), "evidence should have a directory");
  for (const char* name : {"result.json", "sources.json"}) record.evidence_files.emplace_back(name);
  std::sort(record.evidence_files.begin(), record.evidence_files.end());
  base::write_file(directory + "/sources.json", report::sources_of(record));
  base::write_file(directory + "/result.json", report::to_json(record));
}

}  // namespace pendulum::main
