#include "main/encode.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "base/check.h"
#include "base/error.h"
#include "frontend/horn/horn_vmt.h"
#include "main/exit_code.h"
#include "main/load.h"
#include "main/publish.h"
#include "program/dot.h"
#include "program/passes.h"
#include "program/text.h"
#include "system/transition_system.h"

namespace pendulum::main {

namespace {

using Format = EncodeOptions::Format;

program::Program prepare(const EncodeOptions& options, const program::Program& original) {
  program::Program program = program::slice(program::prune_unreachable(original).program).program;
  if (options.blocks == EncodeOptions::Blocks::Small) return program;
  return program::large_block(program).program;
}

/// Writes a warning if the program contains edges for unsupported constructs. They lead to the error, so
/// another tool may report one of them as an error of the program.
void note_unsupported(std::ostream& out, const EncodeOptions& options, const program::Program& program,
                      const base::Logger& logger) {
  const auto count = std::count_if(program.edges().begin(), program.edges().end(),
                                   [](const program::Edge& edge) { return edge.is_unsupported; });
  if (count == 0) return;
  const std::string note = fmt::format(
      "{} edges into the error stand for constructs that are not modelled: unsafe may be spurious", count);
  out << (options.format == Format::Dot ? "// " : "; ") << note << '\n';
  logger.warn("{}", note);
}

void print(std::ostream& out, const EncodeOptions& options, const program::Program& program) {
  switch (options.format) {
    case Format::Vmt:
      return system::print_vmt(out, system::to_transition_system(program));
    case Format::Chc:
      return system::print_chc(out, program);
    case Format::Dot:
      return program::print_dot(out, program);
    case Format::Smt2:
      return system::print_smt2(out, program, options.unrollings);
  }
  PENDULUM_UNREACHABLE();
}

/// The Horn clauses, if they should be written as VMT by Horn2VMT. Null if the source has another format or
/// should be written as a program.
const frontend::HornSource* horn_to_vmt(const EncodeOptions& options, const Source& source) {
  if (options.format != Format::Vmt || options.horn == EncodeOptions::Horn::Program || !source.system)
    return nullptr;
  return std::get_if<frontend::HornSource>(&*source.system);
}

void encode_in_worker(const EncodeOptions& options, const std::string& output, const Worker& worker) {
  base::Statistics statistics;
  term::TermManager terms;
  const Source source = load(terms, options.source, worker.logger, statistics, worker.stop);
  std::ofstream out(output);
  note_unsupported(out, options, source.program, worker.logger);
  if (const frontend::HornSource* horn = horn_to_vmt(options, source)) {
    const bool is_relational = options.horn == EncodeOptions::Horn::Relational;
    system::print_vmt(
        out, frontend::to_transition_system(
                 terms, horn->system,
                 is_relational ? frontend::HornEncoding::Relational : frontend::HornEncoding::Functional));
  } else {
    print(out, options, prepare(options, source.program));
  }
  out.close();
  if (!out) throw base::InputError("cannot write " + output);
  worker.channel.send(Message::Kind::Answer, "");
}

int fail(const std::string& kind, const std::string& message, int code) {
  fmt::print(stderr, "pendulum: {}: {}\n", kind, message);
  return code;
}

int report_failure(const Outcome& outcome) {
  switch (outcome.end) {
    case Outcome::End::Answered:
      break;
    case Outcome::End::Timeout:
      return fail("error", "timeout", exit_unknown);
    case Outcome::End::Memory:
      return fail("error", "memory limit", exit_unknown);
    case Outcome::End::Interrupted:
      return fail("error", "interrupted", exit_unknown);
    case Outcome::End::Crashed:
      return fail("internal error", "the worker ended by " + outcome.crash, exit_internal);
    case Outcome::End::Failed:
      switch (outcome.fault->kind) {
        case FaultKind::Usage:
          return fail("error", outcome.fault->message, exit_usage);
        case FaultKind::Input:
          return fail("error", outcome.fault->message, exit_input);
        case FaultKind::Unsupported:
          return fail("error", "unsupported: " + outcome.fault->message, exit_unknown);
        case FaultKind::Stopped:
          return fail("error", "timeout", exit_unknown);
        case FaultKind::Memory:
          return fail("error", "out of memory", exit_unknown);
        case FaultKind::Internal:
          return fail("internal error", outcome.fault->message, exit_internal);
      }
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace

int run_encode(const EncodeOptions& given, base::Clock::time_point start) {
  EncodeOptions options = given;
  options.source = resolve(given.source);
  if (!options.output_file.empty()) check_output(options.output_file, options.source.files);

  const Scratch scratch;
  const bool is_to_file = !options.output_file.empty();
  const std::string output = is_to_file ? partial_name(options.output_file) : scratch.path() + "/encoding";
  if (is_to_file) scratch.remove_at_end(output);
  Progress progress(stderr, options.run.log_level, ::isatty(STDERR_FILENO) == 1);
  const Outcome outcome =
      supervise([&](const Worker& worker) { encode_in_worker(options, output, worker); },
                {start, options.run.timeout_seconds, options.run.memory_mib}, progress, scratch);
  if (outcome.end != Outcome::End::Answered) return report_failure(outcome);
  if (is_to_file) {
    std::filesystem::rename(output, options.output_file);
  } else {
    std::cout << std::ifstream(output).rdbuf() << std::flush;
  }
  return 0;
}

}  // namespace pendulum::main
