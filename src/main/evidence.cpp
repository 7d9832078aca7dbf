#include "main/evidence.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "check/certificate_checker.h"
#include "check/native_replay.h"
#include "main/publish.h"
#include "main/system_evidence.h"
#include "main/witness_evidence.h"
#include "program/text.h"

namespace pendulum::main {

namespace {

namespace fs = std::filesystem;

/// A word for the shell.
std::string quote(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string replay_script(const program::NativeSource& native, const std::vector<std::string>& modules) {
  std::string flags, files;
  for (const std::string& flag : native.compile_flags) flags += " " + quote(flag);
  for (const std::string& module : modules) files += " " + module;
  return fmt::format(
      "#!/bin/sh\n"
      "# Compiles the instrumented program with the recorded inputs and runs it: exit code 86 and the line\n"
      "# \"PENDULUM: error reached\" say that the error was reached.\n"
      "cd \"$(dirname \"$0\")\" || exit 1\n"
      "program=$(mktemp) || exit 1\n"
      "trap 'rm -f \"$program\"' EXIT\n"
      "\"${{CLANG:-clang-19}}\" -O0 -w{} harness.c{} -o \"$program\" || exit 1\n"
      "\"$program\"\n",
      flags, files);
}

}  // namespace

void EvidenceWriter::write_program() const {
  const std::string name = directory_ + "/program.txt";
  std::ofstream file(name);
  program::print(file, source_.program);
  file.close();
  if (!file) throw base::InputError("cannot write " + name);
}

void EvidenceWriter::write(const certificate::Certificate& certificate) const {
  write_file(directory_ + "/certificate.json", certificate::serialize(source_.program, certificate));
  const std::string obligations = directory_ + "/obligations";
  fs::create_directory(obligations);
  const check::CertificateChecker checker(source_.program, solvers_, stop_);
  check::write_obligations(obligations, checker.obligations(certificate));
  const auto* invariant = std::get_if<certificate::Invariant>(&certificate);
  if (source_.system && invariant != nullptr) write_system_proof(directory_, source_, *invariant);
  if (source_.native) write_correctness_witness(directory_, options_, source_, certificate);
}

void EvidenceWriter::write(const certificate::ErrorPath& path) const {
  write_file(directory_ + "/path.json", certificate::serialize(source_.program, path));
  if (source_.system) return write_system_run(directory_, source_, path);
  const program::NativeSource& native = *source_.native;
  const check::Run run = check::follow(source_.program, path);
  write_file(directory_ + "/harness.c", check::make_harness(native, run.inputs));
  std::vector<std::string> modules;
  for (const std::string& module : native.modules) {
    modules.push_back(fmt::format("program-{}.ll", modules.size()));
    fs::copy_file(module, directory_ + "/" + modules.back());
  }
  const std::string script = directory_ + "/replay.sh";
  write_file(script, replay_script(native, modules));
  fs::permissions(script, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
  write_violation_witness(directory_, options_, source_, path);
}

}  // namespace pendulum::main
