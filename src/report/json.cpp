#include "report/json.h"

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/error.h"
#include "report/blockers.h"
#include "report/checks.h"
#include "report/trace_json.h"

namespace pendulum::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr int schema_version = 1;

std::string word_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::True:
      return "true";
    case Verdict::False:
      return "false";
    case Verdict::Unknown:
      return "unknown";
  }
  PENDULUM_UNREACHABLE();
}

Verdict verdict_of(const std::string& word) {
  for (const Verdict verdict : {Verdict::True, Verdict::False, Verdict::Unknown}) {
    if (word_of(verdict) == word) return verdict;
  }
  throw base::InputError("there is no verdict " + word);
}

Json statistics_of(const RunRecord& record) {
  Json statistics = Json::object();
  for (const auto& [name, value] : record.counters) statistics[name] = value;
  return statistics;
}

Json times_of(const RunRecord& record) {
  Json times = Json::object();
  for (const auto& [name, value] : record.times) times[name] = value;
  return times;
}

Json path_of(const RunRecord& record) {
  Json path = Json::array();
  for (const PathStep& step : record.path)
    path.push_back({{"file", step.file},
                    {"line", step.line},
                    {"column", step.column},
                    {"function", step.function},
                    {"text", step.text}});
  return path;
}

Json progress_of(const RunRecord& record) {
  Json progress = Json::array();
  for (const EngineProgress& entry : record.progress)
    progress.push_back({{"engine", entry.engine}, {"text", entry.text}});
  return progress;
}

Json lemmas_of(const RunRecord& record) {
  Json lemmas = Json::array();
  for (const UsedLemma& lemma : record.used_lemmas)
    lemmas.push_back({{"sender", lemma.sender}, {"location", lemma.location}, {"formula", lemma.formula}});
  return lemmas;
}

std::string word_of(SourceMark::Kind kind) {
  switch (kind) {
    case SourceMark::Kind::Loop:
      return "loop";
    case SourceMark::Kind::Unsupported:
      return "unsupported";
    case SourceMark::Kind::External:
      return "external";
    case SourceMark::Kind::Havoc:
      return "havoc";
  }
  PENDULUM_UNREACHABLE();
}

SourceMark::Kind mark_kind_of(const std::string& word) {
  using Kind = SourceMark::Kind;
  for (const Kind kind : {Kind::Loop, Kind::Unsupported, Kind::External, Kind::Havoc})
    if (word_of(kind) == word) return kind;
  throw base::InputError("there is no mark " + word);
}

Json marks_of(const RunRecord& record) {
  Json marks = Json::array();
  for (const SourceMark& mark : record.marks)
    marks.push_back({{"kind", word_of(mark.kind)},
                     {"file", mark.file},
                     {"line", mark.line},
                     {"column", mark.column},
                     {"function", mark.function},
                     {"text", mark.text}});
  return marks;
}

Json blockers_of(const RunRecord& record) {
  Json result = Json::array();
  for (const Blocker& each : blockers(record))
    result.push_back({{"file", each.file},
                      {"line", each.line},
                      {"column", each.column},
                      {"function", each.function},
                      {"text", each.text}});
  return result;
}

Json invariants_of(const RunRecord& record) {
  Json invariants = Json::array();
  for (const ProofInvariant& each : record.invariants)
    invariants.push_back({{"file", each.file},
                          {"line", each.line},
                          {"function", each.function},
                          {"expression", each.expression},
                          {"left_out", each.left_out},
                          {"source", each.source},
                          {"formulas", each.formulas}});
  return invariants;
}

Json unreachable_of(const RunRecord& record) {
  Json lines = Json::array();
  for (const UnreachableLine& each : record.unreachable)
    lines.push_back({{"file", each.file}, {"line", each.line}, {"text", each.text}});
  return lines;
}

/// Reads what explains the verdict true.
void read_proof(const Json& json, RunRecord& record) {
  record.proof = json.value("proof", std::vector<std::string>());
  for (const Json& each : json.value("invariants", Json::array()))
    record.invariants.push_back({each.at("file"), each.at("line"), each.at("function"), each.at("expression"),
                                 each.at("left_out"), each.at("source"),
                                 each.value("formulas", std::vector<std::string>())});
  for (const Json& each : json.value("unreachable", Json::array()))
    record.unreachable.push_back({each.at("file"), each.at("line"), each.at("text")});
}

RunRecord record_of(const Json& json) {
  RunRecord record;
  record.version = json.at("version");
  record.verdict = verdict_of(json.at("verdict"));
  record.reason = json.at("reason");
  for (const Json& entry : json.value("progress", Json::array()))
    record.progress.push_back({entry.at("engine"), entry.at("text")});
  record.advice = json.value("advice", std::vector<std::string>());
  record.property = json.at("property");
  record.violation = json.at("violation");
  record.finds_all = json.value("finds_all", false);
  record.checks = checks_of_json(json.value("checks", Json::array()));
  for (const Json& step : json.at("path"))
    record.path.push_back(
        {step.at("file"), step.at("line"), step.at("column"), step.at("function"), step.at("text")});
  if (json.contains("trace")) record.trace = trace_from_json(json.at("trace"));
  record.engine = json.at("engine");
  record.requested_engine = json.at("requested_engine");
  const Json& judge = json.at("judge");
  record.judge = {judge.at("word"), judge.at("by"), judge.at("reason")};
  for (const Json& lemma : json.value("used_lemmas", Json::array()))
    record.used_lemmas.push_back({lemma.at("sender"), lemma.at("location"), lemma.at("formula")});
  read_proof(json, record);
  record.input_files = json.at("input_files");
  record.data_model = json.at("data_model");
  record.entry = json.at("entry");
  record.seed = json.at("seed");
  const Json& limits = json.at("limits");
  record.limits = {limits.at("timeout_seconds"), limits.at("memory_mib"), limits.at("jobs")};
  record.settings = json.at("settings");
  record.models = json.at("models");
  record.undefined = json.value("undefined", std::vector<std::string>());
  record.assumptions = json.at("assumptions");
  record.regions = json.value("regions", std::vector<std::string>());
  record.source_files = json.value("source_files", std::vector<std::string>());
  for (const Json& mark : json.value("marks", Json::array()))
    record.marks.push_back({mark_kind_of(mark.at("kind")), mark.at("file"), mark.at("line"),
                            mark.at("column"), mark.at("function"), mark.at("text")});
  const Json& evidence = json.at("evidence");
  record.evidence_directory = evidence.at("directory");
  record.evidence_files = evidence.at("files");
  record.counters = json.at("statistics").get<std::map<std::string, std::uint64_t>>();
  record.times = json.at("times").get<std::map<std::string, double>>();
  const Json& resources = json.at("resources");
  record.wall_seconds = resources.at("wall_seconds");
  record.cpu_seconds = resources.at("cpu_seconds");
  record.peak_memory_mib = resources.at("peak_memory_mib");
  return record;
}

}  // namespace

std::string to_json(const RunRecord& record) {
  const Json json{
      {"schema", schema_version},
      {"version", record.version},
      {"verdict", word_of(record.verdict)},
      {"reason", record.reason},
      {"result", result_line(record)},
      {"progress", progress_of(record)},
      {"blockers", blockers_of(record)},
      {"advice", record.advice},
      {"property", record.property},
      {"violation", record.violation},
      {"finds_all", record.finds_all},
      {"checks", checks_to_json(record.checks)},
      {"path", path_of(record)},
      {"trace", trace_to_json(record.trace)},
      {"engine", record.engine},
      {"requested_engine", record.requested_engine},
      {"judge", {{"word", record.judge.word}, {"by", record.judge.by}, {"reason", record.judge.reason}}},
      {"used_lemmas", lemmas_of(record)},
      {"proof", record.proof},
      {"invariants", invariants_of(record)},
      {"unreachable", unreachable_of(record)},
      {"input_files", record.input_files},
      {"data_model", record.data_model},
      {"entry", record.entry},
      {"seed", record.seed},
      {"limits",
       {{"timeout_seconds", record.limits.timeout_seconds},
        {"memory_mib", record.limits.memory_mib},
        {"jobs", record.limits.jobs}}},
      {"settings", record.settings},
      {"models", record.models},
      {"undefined", record.undefined},
      {"assumptions", record.assumptions},
      {"regions", record.regions},
      {"source_files", record.source_files},
      {"marks", marks_of(record)},
      {"evidence", {{"directory", record.evidence_directory}, {"files", record.evidence_files}}},
      {"statistics", statistics_of(record)},
      {"times", times_of(record)},
      {"resources",
       {{"wall_seconds", record.wall_seconds},
        {"cpu_seconds", record.cpu_seconds},
        {"peak_memory_mib", record.peak_memory_mib}}},
  };
  // File names and compiler messages may contain bytes that are not UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

RunRecord parse_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    if (json.at("schema") != schema_version) throw base::InputError("a run record of another schema version");
    return record_of(json);
  } catch (const nlohmann::json::exception& error) {
    throw base::InputError(std::string("this is not a run record: ") + error.what());
  }
}

}  // namespace pendulum::report
