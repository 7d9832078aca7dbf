// The supervisor's part of `pendulum verify`: checks the options, supervises the worker, prints the result.
#include "main/verify/verify.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/version.h"
#include "evidence/evidence_directory.h"
#include "input/load.h"
#include "main/command_line/exit_code.h"
#include "main/command_line/failure.h"
#include "main/verify/run_result.h"
#include "report/advice.h"
#include "report/json.h"
#include "report/sarif.h"
#include "report/text.h"
#include "supervise/publish.h"
#include "validation/validate.h"

namespace pendulum::main {

namespace {

namespace fs = std::filesystem;
using base::InputError;
using base::UsageError;
using evidence::EvidenceDirectory;
using report::RunRecord;
using report::Verdict;
using supervise::FaultKind;
using supervise::Outcome;

/// The name of the property. An unsupported property is not an error here: the worker reports it as the
/// reason of the verdict unknown.
std::string property_name(const input::SourceOptions& source) {
  try {
    return property::name_of(input::properties_of(source));
  } catch (const base::Unsupported&) {
    return source.property.value_or("");
  }
}

void check_engine(const std::string& key, const engine::Registry& registry) {
  if (registry.find(key) != nullptr) return;
  std::string known;
  for (const engine::Descriptor& descriptor : registry.all())
    known += (known.empty() ? "" : ", ") + descriptor.key;
  throw UsageError("--engine " + key + ": there is no such engine; the engines are " + known);
}

/// Input files, which no output may overwrite.
std::vector<std::string> input_files(const VerifyOptions& options) {
  std::vector<std::string> files = options.source.files;
  if (options.source.property) files.push_back(*options.source.property);
  if (!options.witness_file.empty()) files.push_back(options.witness_file);
  return files;
}

/// Minimum time since the last progress of an engine that is reported.
constexpr double min_quiet_seconds = 3;

bool has_verdict(const Outcome& outcome) {
  return outcome.answer && report::parse_json(*outcome.answer).verdict != Verdict::Unknown;
}

/// The record after the worker's end. A verdict in the worker's last snapshot is valid even if the worker
/// ended before it had written the evidence, because the judge had accepted it before.
RunRecord final_record(const RunRecord& initial, const Outcome& outcome) {
  RunRecord record = outcome.answer ? report::parse_json(*outcome.answer) : initial;
  if (outcome.end != Outcome::End::Answered) {
    if (record.verdict == Verdict::Unknown) {
      record.reason = reason_of(outcome);
    } else {
      fmt::print(stderr, "pendulum: warning: the evidence is not complete: {}\n", reason_of(outcome));
    }
  }
  // Soundness: no report of a verdict leaves this process without an accepted judgement.
  PENDULUM_CHECK(record.verdict == Verdict::Unknown || record.judge.word == "accepted",
                 "the judge should have accepted the evidence of the verdict, not {}", record.judge.word);
  record.wall_seconds = outcome.wall_seconds;
  record.cpu_seconds = outcome.cpu_seconds;
  record.peak_memory_mib = outcome.peak_memory_mib;
  return record;
}

/// Is the verdict, or that of a check, unknown?
bool is_open(const RunRecord& record) {
  return record.verdict == Verdict::Unknown ||
         std::ranges::any_of(record.checks, [](const report::CheckResult& check) {
           return check.status == report::CheckResult::Status::Unknown;
         });
}

/// Adds how far the engines got, and what the user can try.
void explain_unknown(RunRecord& record, const supervise::Progress& progress,
                     const engine::Registry& registry) {
  for (const auto& [name, message] : progress.last_messages()) {
    if (registry.find(name) == nullptr) continue;
    std::string text = report::progress_text(name, message);
    if (const double quiet = progress.seconds_since_message(name); quiet >= min_quiet_seconds)
      text += fmt::format(", {:.0f} s before the end", quiet);
    if (const std::string query = progress.last_message(name + ".query"); !query.empty())
      text += "; " + query;
    record.progress.push_back({name, text});
  }
  record.advice = report::advice(record);
}

void empty_directory(const std::string& directory) {
  fs::remove_all(directory);
  fs::create_directories(directory);
}

/// Soundness: the judge has accepted the evidence before. So if a file cannot be written, the verdict stays
/// valid, and only the file is missing.
void warn_if_it_fails(const std::function<void()>& write) {
  try {
    write();
  } catch (const std::exception& error) {
    fmt::print(stderr, "pendulum: warning: {}\n", error.what());
  }
}

void publish_evidence(RunRecord& record, const std::string& staging, const Outcome& outcome) {
  PENDULUM_CHECK(!record.evidence_directory.empty(), "the record should name the evidence directory");
  if (outcome.end != Outcome::End::Answered) {
    empty_directory(staging);  // the files may be incomplete
    record.evidence_files.clear();
  }
  write_result(staging, record);
  EvidenceDirectory(record.evidence_directory).publish(staging);
}

void print_record(const VerifyOptions& options, const RunRecord& record) {
  // JSON or SARIF on standard output replaces the text, but the last line is always the verdict.
  if (options.json_file == "-" || options.sarif_file == "-") {
    std::cout << (options.json_file == "-" ? report::to_json(record) : report::to_sarif(record));
    return report::print_text(std::cout, record, report::Detail::Quiet);
  }
  const report::Detail detail = options.run.quiet           ? report::Detail::Quiet
                                : options.run.log_level > 0 ? report::Detail::Verbose
                                                            : report::Detail::Normal;
  report::print_text(std::cout, record, detail, options.trace);
}

int exit_code_of(const RunRecord& record, const Outcome& outcome) {
  switch (record.verdict) {
    case Verdict::True:
      return exit_true;
    case Verdict::False:
      return exit_false;
    case Verdict::Unknown:
      break;
  }
  const bool is_our_fault =
      outcome.end == Outcome::End::Crashed || (outcome.fault && outcome.fault->kind == FaultKind::Internal);
  return is_our_fault ? exit_internal : exit_unknown;
}

}  // namespace

RunRecord make_record(const VerifyOptions& options) {
  PENDULUM_CHECK(!options.source.files.empty() || !options.source.compile_commands.empty(),
                 "a run should have an input file");
  PENDULUM_CHECK(!options.engine.empty(), "a run should have an engine");
  RunRecord record;
  record.version = base::version;
  record.reason = "incomplete";
  record.property = property_name(options.source);
  record.finds_all = options.finds_all;
  record.engine = options.engine;
  record.requested_engine = options.engine;
  record.input_files = options.source.files;
  if (!input::is_system(options.source)) record.data_model = input::data_model_of(options.source);
  record.entry = options.source.entry;
  record.seed = options.seed;
  record.limits = {options.run.timeout_seconds, options.run.memory_mib, options.jobs};
  record.settings = options.settings;
  record.evidence_directory = options.evidence_directory;
  return record;
}

void check_outputs(const VerifyOptions& options) {
  if (!options.evidence_directory.empty()) EvidenceDirectory(options.evidence_directory).check();
  for (const std::string& file : {options.json_file, options.sarif_file})
    if (!file.empty() && file != "-") supervise::check_output(file, input_files(options));
  if (options.json_file == "-" && options.sarif_file == "-")
    throw UsageError("--json - and --sarif -: only one of them can be on standard output");
  if (!options.dump_queries_directory.empty()) {
    std::error_code error;
    fs::create_directories(options.dump_queries_directory, error);
    if (error) throw InputError("--dump-queries " + options.dump_queries_directory + ": " + error.message());
  }
}

VerifyOptions resolve(const VerifyOptions& given, const engine::Registry& registry) {
  VerifyOptions options = given;
  if (given.source.property && property::contains_all(*given.source.property) && given.witness_file.empty())
    options.finds_all = true;
  if (!given.engine.empty()) check_engine(given.engine, registry);
  options.source = input::resolve(given.source);
  if (!given.witness_file.empty()) {
    const witness::Witness witness = validation::read_witness(given.witness_file);
    options.source = validation::with_locations(options.source, witness);
    if (given.engine.empty()) options.engine = validation::engine_for(witness);
  }
  return options;
}

base::Settings make_settings(const engine::Registry& registry, const std::vector<std::string>& assignments) {
  base::Settings settings;
  for (const engine::Descriptor& descriptor : registry.all()) {
    for (const base::OptionSpec& option : descriptor.options) settings.declare(option);
  }
  for (const std::string& assignment : assignments) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos) throw UsageError("--set " + assignment + ": expected KEY=VALUE");
    settings.set(assignment.substr(0, equals), assignment.substr(equals + 1));
  }
  return settings;
}

namespace {

/// Runs `attempt` with a seed and once more, with another seed, if the worker crashes without a verdict. Some
/// crashes of solvers depend on the moment at which a limit interrupts them, so a second attempt may succeed.
Outcome attempt_twice(const std::function<Outcome(unsigned seed)>& attempt, unsigned seed) {
  const Outcome first = attempt(seed);
  if (first.end != Outcome::End::Crashed || has_verdict(first)) return first;
  fmt::print(stderr, "pendulum: warning: the worker ended by {}; it is started again with another seed\n",
             first.crash);
  Outcome second = attempt(seed + 1);
  PENDULUM_CHECK(second.wall_seconds >= first.wall_seconds, "the time of a run should include both attempts");
  second.cpu_seconds += first.cpu_seconds;
  second.peak_memory_mib = std::max(second.peak_memory_mib, first.peak_memory_mib);
  return second;
}

/// Writes the evidence directory and the files of --json and --sarif.
void write_files(const VerifyOptions& options, const std::string& staging, const Outcome& outcome,
                 const supervise::Scratch& scratch, RunRecord& record) {
  warn_if_it_fails([&] {
    if (!staging.empty()) publish_evidence(record, staging, outcome);
  });
  warn_if_it_fails([&] {
    if (!options.json_file.empty() && options.json_file != "-")
      supervise::publish_file(options.json_file, report::to_json(record), scratch);
  });
  warn_if_it_fails([&] {
    if (!options.sarif_file.empty() && options.sarif_file != "-")
      supervise::publish_file(options.sarif_file, report::to_sarif(record), scratch);
  });
}

}  // namespace

int finish(const VerifyOptions& options, const std::string& staging, const Outcome& outcome,
           const supervise::Scratch& scratch, RunRecord record) {
  write_files(options, staging, outcome, scratch, record);
  print_record(options, record);
  return exit_code_of(record, outcome);
}

int run_verify(const VerifyOptions& given, const engine::Registry& registry, base::Clock::time_point start) {
  const base::Settings settings = make_settings(registry, given.settings);
  VerifyOptions options = resolve(given, registry);
  RunRecord initial = make_record(options);
  check_outputs(options);

  const supervise::Scratch scratch;
  const std::string staging = options.evidence_directory.empty()
                                  ? ""
                                  : EvidenceDirectory(options.evidence_directory).make_staging(scratch);
  supervise::Progress progress(stderr, options.run.log_level, ::isatty(STDERR_FILENO) == 1);
  const auto attempt = [&](unsigned seed) {
    initial.seed = options.seed = seed;
    if (!staging.empty()) empty_directory(staging);
    return supervise::supervise(
        [&](const supervise::Worker& worker) {
          verify_in_worker(options, registry, settings, initial, staging, worker);
        },
        {start, options.run.timeout_seconds, options.run.memory_mib}, progress, scratch);
  };
  const Outcome outcome = attempt_twice(attempt, options.seed);
  if (outcome.fault) {
    const int code = exit_code_of(*outcome.fault);
    if (code != exit_unknown) complain(outcome.fault->message, code);
    if (code == exit_usage || code == exit_input) return code;
  }
  if (outcome.end == Outcome::End::Crashed) complain("the worker ended by " + outcome.crash, exit_internal);
  RunRecord record = final_record(initial, outcome);
  if (is_open(record)) explain_unknown(record, progress, registry);
  return finish(options, staging, outcome, scratch, std::move(record));
}

}  // namespace pendulum::main
