#include "evidence/evidence_writer.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "check/kernel/certificate_checker.h"
#include "check/kernel/summary_program.h"
#include "check/kernel/write_obligations.h"
#include "check/replay/harness.h"
#include "check/replay/interpreter.h"
#include "check/replay/native_replay.h"
#include "check/tactics/array_reads.h"
#include "evidence/regression_test.h"
#include "evidence/system_evidence.h"
#include "evidence/witness_evidence.h"
#include "program/call_structure.h"
#include "program/reachability.h"
#include "program/text/text.h"
#include "property/property.h"

namespace pendulum::evidence {

namespace {

namespace fs = std::filesystem;

/// The word in quotes for the shell.
std::string quote(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// A comment of the script that describes how the executable shows the error.
const char* expected_end(const check::ExpectedError& expected) {
  if (check::is_memory_error(expected)) return "# AddressSanitizer or LeakSanitizer reports it.\n";
  return "# the exit code is 86 and a line starts with \"PENDULUM: \".\n";  // harness_prelude.cpp
}

std::string replay_script(const check::ReplayBuild& parts, const std::vector<std::string>& modules,
                          const check::ExpectedError& expected) {
  std::string flags, files;
  for (const std::string& flag : parts.flags) flags += " " + quote(flag);
  for (const std::string& module : modules) files += " " + module;
  const std::string sanitizer =
      check::is_memory_error(expected)
          ? "export ASAN_OPTIONS=\"symbolize=1:external_symbolizer_path=$(command -v llvm-symbolizer-19)\"\n"
          : "";
  const std::string stack =
      parts.stack_mib == 0 ? "" : fmt::format("ulimit -S -s {} 2>/dev/null\n", 1024 * parts.stack_mib);
  const char* const run =
      parts.is_below_3_gib ? "$(command -v setarch >/dev/null && echo setarch --3gb) " : "";
  return fmt::format(
      "#!/bin/sh\n"
      "# Compiles the instrumented program with the recorded inputs and runs it. If the error was reached,\n"
      "{}"
      "# The program runs with your rights. Pendulum's own run of it was confined (doc/replay.md); this one "
      "is not.\n"
      "cd \"$(dirname \"$0\")\" || exit 1\n"
      "program=$(mktemp) || exit 1\n"
      "trap 'rm -f \"$program\"' EXIT\n"
      "\"${{CLANG:-clang-19}}\"{} harness.c{} -lm -o \"$program\" || exit 1\n"
      "{}{}{}\"$program\"\n",
      expected_end(expected), flags, files, sanitizer, stack, run);
}

}  // namespace

void EvidenceWriter::write_program() const {
  PENDULUM_CHECK(!directory_.empty(), "evidence should have a directory");
  const std::string name = directory_ + "/program.txt";
  std::ofstream file(name);
  program::print(file, source_.program);
  file.close();
  if (!file) throw base::InputError("cannot write " + name);
}

void EvidenceWriter::write(const certificate::Certificate& certificate,
                           const std::vector<witness::WrittenInvariant>& invariants) const {
  base::write_file(directory_ + "/certificate.json", certificate::serialize(source_.program, certificate));
  const std::string obligations = directory_ + "/obligations";
  fs::create_directory(obligations);
  const check::CertificateChecker checker(source_.program,
                                          check::array_simplification(source_.program, certificate), stop_);
  check::write_obligations(obligations, checker.obligations(certificate));
  if (source_.system) write_solution(certificate);
  if (source_.native) write_correctness_witness(directory_, options_, certificate, invariants);
}

/// Writes the certificate in the terms of the VMT file or the Horn clauses if it is a solution of them.
void EvidenceWriter::write_solution(const certificate::Certificate& certificate) const {
  PENDULUM_CHECK(source_.system.has_value(), "the program should be a system");
  // The formulas of summaries are an invariant of the program in which calls are steps.
  if (const auto* summaries = std::get_if<certificate::Summaries>(&certificate))
    return write_system_proof(directory_, *source_.system,
                              check::summary_program(source_.program, *summaries), {summaries->at});
  // An invariant over the stack of nonlinear Horn clauses does not solve them, unless no predicate matters.
  const bool is_solution = !program::recognise_calls(source_.program).structure ||
                           !program::leading_to_error(source_.program)[source_.program.entry()];
  const auto* invariant = std::get_if<certificate::Invariant>(&certificate);
  if (invariant != nullptr && is_solution)
    write_system_proof(directory_, *source_.system, source_.program, *invariant);
}

void EvidenceWriter::write(const certificate::ErrorPath& path) const {
  base::write_file(directory_ + "/path.json", certificate::serialize(source_.program, path));
  if (source_.system) return write_system_run(directory_, source_, path);
  PENDULUM_CHECK(source_.native.has_value(), "a program that is no system should have a C source");
  PENDULUM_CHECK(!path.empty(), "an error path should have a step");
  const program::NativeSource& native = *source_.native;
  const check::Run run = check::follow(source_.program, path);
  const check::ExpectedError expected = check::expected_error(source_.program.edge(path.last_step().edge));
  const check::ReplayBuild parts = check::replay_build(native, expected);
  base::write_file(
      directory_ + "/harness.c",
      check::make_harness(source_.program.terms(), native, run.inputs) + check::sanitizer_options(expected));
  if (const auto test = regression_test(source_.program, native, path, run))
    base::write_file(directory_ + "/regression-test.c", *test);
  std::vector<std::string> modules;
  for (const std::string& module : parts.modules) {
    modules.push_back(fmt::format("program-{}.ll", modules.size()));
    fs::copy_file(module, directory_ + "/" + modules.back());
  }
  const std::string script = directory_ + "/replay.sh";
  base::write_file(script, replay_script(parts, modules, expected));
  fs::permissions(script, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
  write_violation_witness(directory_, options_, source_, path);
}

}  // namespace pendulum::evidence
