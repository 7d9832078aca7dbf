// The supervisor's part of `pendulum verify`: checks the command line, watches the worker, says the result.
#include "main/verify.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "main/command_line.h"
#include "main/exit_code.h"
#include "main/load.h"
#include "main/publish.h"
#include "main/validate.h"
#include "report/json.h"
#include "report/sarif.h"
#include "report/text.h"

namespace pendulum::main {

namespace {

namespace fs = std::filesystem;
using base::InputError;
using base::UsageError;
using report::RunRecord;
using report::Verdict;

/// The worker says so when the property is not supported; that is a verdict, not a complaint.
std::string property_name(const SourceOptions& source) {
  try {
    return property::name_of(properties_of(source));
  } catch (const base::Unsupported&) {
    return source.property.value_or("");
  }
}

/// What is known before the work begins.
RunRecord make_record(const VerifyOptions& options) {
  RunRecord record;
  record.version = version;
  record.reason = "incomplete";
  record.property = property_name(options.source);
  record.engine = options.engine;
  record.requested_engine = options.engine;
  record.input_files = options.source.files;
  record.data_model = data_model_of(options.source);
  record.entry = options.source.entry;
  record.seed = options.seed;
  record.limits = {options.run.timeout_seconds, options.run.memory_mib, options.jobs};
  record.settings = options.settings;
  record.evidence_directory = options.evidence_directory;
  return record;
}

void check_engine(const std::string& key, const engine::Registry& registry) {
  if (registry.find(key) != nullptr) return;
  std::string known;
  for (const engine::Descriptor& descriptor : registry.all())
    known += (known.empty() ? "" : ", ") + descriptor.key;
  throw UsageError("--engine " + key + ": there is no such engine; known are " + known);
}

void prepare_directories(const VerifyOptions& options) {
  const std::string& evidence = options.evidence_directory;
  if (!evidence.empty() && fs::exists(evidence) && !fs::is_directory(evidence))
    throw InputError("--evidence " + evidence + ": this is not a directory");
  if (!options.json_file.empty() && options.json_file != "-") check_writable(options.json_file);
  if (!options.sarif_file.empty()) check_writable(options.sarif_file);
  if (!options.dump_queries_directory.empty()) {
    std::error_code error;
    fs::create_directories(options.dump_queries_directory, error);
    if (error) throw InputError("--dump-queries " + options.dump_queries_directory + ": " + error.message());
  }
}

/// The directory in which the worker collects evidence; empty when none is asked for.
std::string make_staging(const VerifyOptions& options, const Scratch& scratch) {
  if (options.evidence_directory.empty()) return "";
  const std::string staging = partial_name(options.evidence_directory);
  scratch.remove_at_end(staging);
  std::error_code error;
  fs::create_directories(staging, error);
  if (error) throw InputError("--evidence " + options.evidence_directory + ": " + error.message());
  return staging;
}

/// A fault that is the user's or ours, not a verdict: the exit code.
std::optional<int> fault_code(const Fault& fault) {
  switch (fault.kind) {
    case FaultKind::Usage:
      return exit_usage;
    case FaultKind::Input:
      return exit_input;
    case FaultKind::Internal:
      return exit_internal;
    case FaultKind::Unsupported:
    case FaultKind::Stopped:
    case FaultKind::Memory:
      return std::nullopt;
  }
  PENDULUM_UNREACHABLE();
}

std::string reason_of(const Fault& fault) {
  switch (fault.kind) {
    case FaultKind::Unsupported:
      return "unsupported: " + fault.message;
    case FaultKind::Stopped:
      return "timeout";
    case FaultKind::Memory:
      return "memory";
    case FaultKind::Usage:
    case FaultKind::Input:
    case FaultKind::Internal:
      return "crash: " + fault.message;
  }
  PENDULUM_UNREACHABLE();
}

std::string reason_of(const Outcome& outcome) {
  switch (outcome.end) {
    case Outcome::End::Answered:
      return "incomplete";
    case Outcome::End::Failed:
      return reason_of(*outcome.fault);
    case Outcome::End::Timeout:
      return "timeout";
    case Outcome::End::Memory:
      return "memory";
    case Outcome::End::Interrupted:
      return "interrupted";
    case Outcome::End::Crashed:
      return "crash: " + outcome.crash;
  }
  PENDULUM_UNREACHABLE();
}

bool has_verdict(const Outcome& outcome) {
  return outcome.answer && report::parse_json(*outcome.answer).verdict != Verdict::Unknown;
}

/// The record after the worker's end. A verdict that the worker had announced stands (it was judged) even if
/// the worker did not live to write the evidence.
RunRecord final_record(const RunRecord& initial, const Outcome& outcome) {
  RunRecord record = outcome.answer ? report::parse_json(*outcome.answer) : initial;
  if (outcome.end != Outcome::End::Answered) {
    if (record.verdict == Verdict::Unknown) {
      record.reason = reason_of(outcome);
    } else {
      fmt::print(stderr, "pendulum: warning: the evidence is not complete: {}\n", reason_of(outcome));
    }
  }
  record.wall_seconds = outcome.wall_seconds;
  record.cpu_seconds = outcome.cpu_seconds;
  record.peak_memory_mib = outcome.peak_memory_mib;
  return record;
}

void empty_directory(const std::string& directory) {
  fs::remove_all(directory);
  fs::create_directories(directory);
}

void publish_evidence(RunRecord& record, const std::string& staging, const Outcome& outcome) {
  if (outcome.end != Outcome::End::Answered) {
    empty_directory(staging);  // half-written
    record.evidence_files.clear();
  }
  record.evidence_files.push_back("result.json");
  std::sort(record.evidence_files.begin(), record.evidence_files.end());
  write_file(staging + "/result.json", report::to_json(record));
  publish_directory(staging, record.evidence_directory);
}

void print_record(const VerifyOptions& options, const RunRecord& record) {
  if (options.json_file == "-") {
    std::cout << report::to_json(record) << std::flush;
    fmt::print(stderr, "{}\n", report::result_line(record));
    return;
  }
  const report::Detail detail = options.run.quiet           ? report::Detail::Quiet
                                : options.run.log_level > 0 ? report::Detail::Verbose
                                                            : report::Detail::Normal;
  report::print_text(std::cout, record, detail);
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

int run_verify(const VerifyOptions& given, const engine::Registry& registry, base::Clock::time_point start) {
  const base::Settings settings = make_settings(registry, given.settings);
  VerifyOptions options = given;
  if (!given.engine.empty()) check_engine(given.engine, registry);
  options.source = resolve(given.source);
  if (!given.witness_file.empty()) options = prepare_validation(options);
  RunRecord initial = make_record(options);
  prepare_directories(options);

  const Scratch scratch;
  const std::string staging = make_staging(options, scratch);
  Progress progress(stderr, options.run.log_level, ::isatty(STDERR_FILENO) == 1);
  const auto attempt = [&] {
    return supervise(
        [&](const Worker& worker) {
          verify_in_worker(options, registry, settings, initial, staging, worker);
        },
        {start, options.run.timeout_seconds, options.run.memory_mib}, progress, scratch);
  };
  Outcome outcome = attempt();
  // Solvers have faults that come and go with the moment at which a limit interrupts them.
  if (outcome.end == Outcome::End::Crashed && !has_verdict(outcome)) {
    fmt::print(stderr, "pendulum: warning: the worker ended by {}; it is started again with another seed\n",
               outcome.crash);
    initial.seed = ++options.seed;
    if (!staging.empty()) empty_directory(staging);
    const Outcome first = std::exchange(outcome, attempt());
    outcome.cpu_seconds += first.cpu_seconds;
    outcome.peak_memory_mib = std::max(outcome.peak_memory_mib, first.peak_memory_mib);
  }

  if (outcome.fault) {
    const std::optional<int> code = fault_code(*outcome.fault);
    if (code)
      fmt::print(stderr, "pendulum: {}: {}\n", *code == exit_internal ? "internal error" : "error",
                 outcome.fault->message);
    if (code && *code != exit_internal) return *code;
  }
  if (outcome.end == Outcome::End::Crashed)
    fmt::print(stderr, "pendulum: internal error: the worker ended by {}\n", outcome.crash);
  RunRecord record = final_record(initial, outcome);
  if (!staging.empty()) publish_evidence(record, staging, outcome);
  if (!options.json_file.empty() && options.json_file != "-")
    publish_file(options.json_file, report::to_json(record), scratch);
  if (!options.sarif_file.empty()) publish_file(options.sarif_file, report::to_sarif(record), scratch);
  print_record(options, record);
  return exit_code_of(record, outcome);
}

}  // namespace pendulum::main
