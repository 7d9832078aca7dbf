#include "main/encode.h"

#include <fmt/core.h>

#include <algorithm>
#include <ostream>

#include "base/check.h"
#include "frontend/horn/horn_vmt.h"
#include "input/load.h"
#include "main/text_output.h"
#include "program/passes/passes.h"
#include "program/text/dot.h"
#include "program/text/text.h"
#include "supervise/publish.h"
#include "system/transition_system.h"
#include "term/floating_point/lowering.h"

namespace pendulum::main {

namespace {

using Format = EncodeOptions::Format;

program::Program prepare(const EncodeOptions& options, const program::Program& original) {
  program::Program program = program::slice(program::prune_unreachable(original).program).program;
  PENDULUM_CHECK(program.error() < program.locations().size(), "a slice should keep the error location");
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
      "{} edges into the error represent constructs that are not modelled, so an error may be spurious",
      count);
  out << (options.format == Format::Dot ? "// " : "; ") << note << '\n';
  logger.warn("{}", note);
}

/// Tools for VMT support bit-vectors rather than floating-point numbers.
void print_vmt(std::ostream& out, term::TermManager& terms, system::TransitionSystem system) {
  for (term::Term* formula : {&system.init, &system.trans, &system.property})
    *formula = term::lower_floats(terms, *formula);
  system::print_vmt(out, system);
}

void print(std::ostream& out, const EncodeOptions& options, const program::Program& program) {
  switch (options.format) {
    case Format::Vmt:
      return print_vmt(out, program.terms(), system::to_transition_system(program));
    case Format::Chc:
      return system::print_chc(out, program);
    case Format::Dot:
      return program::print_dot(out, program);
    case Format::Smt2:
      return system::print_smt2(out, program, options.unrollings);
  }
  PENDULUM_UNREACHABLE();
}

/// The Horn clauses, if they should be written as VMT by Horn2VMT. Null if they are not linear, the source
/// has another format or should be written as a program.
const frontend::HornSource* horn_to_vmt(const EncodeOptions& options, const input::Source& source) {
  if (options.format != Format::Vmt || options.horn == EncodeOptions::Horn::Program || !source.system)
    return nullptr;
  const auto* horn = std::get_if<frontend::HornSource>(&*source.system);
  return horn != nullptr && frontend::is_linear(horn->system) ? horn : nullptr;
}

void encode_in_worker(const EncodeOptions& options, std::ostream& out, const supervise::Worker& worker) {
  base::Statistics statistics;
  term::TermManager terms;
  const input::SourceOptions files = input::add_units(options.source, worker.logger, statistics, worker.stop);
  const input::Source source = input::load(terms, files, worker.logger, statistics, worker.stop);
  note_unsupported(out, options, source.program, worker.logger);
  if (const frontend::HornSource* horn = horn_to_vmt(options, source)) {
    const bool is_relational = options.horn == EncodeOptions::Horn::Relational;
    print_vmt(out, terms,
              frontend::to_transition_system(
                  terms, horn->system,
                  is_relational ? frontend::HornEncoding::Relational : frontend::HornEncoding::Functional));
  } else {
    print(out, options, prepare(options, source.program));
  }
}

}  // namespace

int run_encode(const EncodeOptions& given, base::Clock::time_point start) {
  EncodeOptions options = given;
  options.source = input::resolve(given.source);
  if (!options.output_file.empty()) supervise::check_output(options.output_file, options.source.files);

  return write_text(
      options.output_file, options.run, start,
      [&](std::ostream& out, const supervise::Worker& worker) { encode_in_worker(options, out, worker); });
}

}  // namespace pendulum::main
