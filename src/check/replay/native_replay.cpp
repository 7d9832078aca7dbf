// Soundness: the native replay is the last check of an error path. It accepts only a violation that the
// compiled program itself shows: exit code and message of a reached error are produced by __pendulum_error,
// which only the instrumented source calls. Wrong or missing input values can cause a rejection. Because
// inputs are arbitrary values, they can also lead to the acceptance of another execution, which is a
// counterexample as well.
#include "check/replay/native_replay.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>

#include "base/check.h"
#include "base/error.h"
#include "base/process/process.h"
#include "check/replay/harness.h"
#include "check/replay/symbolize.h"
#include "check/replay/system_call_filter.h"

namespace pendulum::check {

namespace {

/// Address space of an executable without AddressSanitizer: as much physical memory as the confinement allows
/// (base::Confinement::resident_mib).
constexpr std::size_t memory_mib = 1024;

/// Maximum size of the executable's output. A sanitizer's report is far shorter, but the program may print
/// much before it.
constexpr std::size_t output_bytes = 16 << 20;

/// Stack of an executable with guards, which enlarge each stack frame. AddressSanitizer unpoisons at most
/// 64 MiB of a stack that is unwound at once.
constexpr unsigned guarded_stack_mib = 64;

/// Maximum length of the compiler's messages in a reason. Their first lines name the problem.
constexpr std::size_t max_quoted_error = 500;

/// Time limit for compiling the executable, as a multiple of the time limit of the execution
/// (native_replay.h).
constexpr int build_time_factor = 3;

/// Prefix of the lines that the harness prints, and part of the headline of a sanitizer's report.
constexpr std::string_view harness_mark = "PENDULUM: ";
constexpr std::string_view sanitizer_mark = "Sanitizer: ";

Judgement judgement(Judgement::Verdict verdict, std::string reason) {
  PENDULUM_CHECK((verdict == Judgement::Verdict::Accepted) == reason.empty(),
                 "a judgement should have a reason if and only if it does not accept");
  Judgement result;
  result.verdict = verdict;
  result.judge = "native run";
  result.reason = std::move(reason);
  return result;
}

/// Compiles the executable. Returns an empty string on success, otherwise the reason of the failure.
std::string build(const ReplayBuild& parts, const std::string& harness, const std::string& executable,
                  std::chrono::milliseconds limit) {
  PENDULUM_CHECK(!parts.modules.empty(), "the executable should contain the instrumented program");
  std::vector<std::string> command{"clang-19"};
  command.insert(command.end(), parts.flags.begin(), parts.flags.end());
  command.insert(command.end(), {"-o", executable, harness});
  command.insert(command.end(), parts.modules.begin(), parts.modules.end());
  command.emplace_back("-lm");
  base::CommandLimits limits;
  limits.time = limit;
  const base::CommandResult result = base::run_command(command, limits);
  if (result.timed_out) return "compiling the harness took too long";
  if (result.exit_code != 0)
    return "the harness could not be compiled: " + result.error.substr(0, max_quoted_error);
  return "";
}

bool is_32_bit(const ReplayBuild& parts) {
  return std::find(parts.flags.begin(), parts.flags.end(), "-m32") != parts.flags.end();
}

/// Runs the executable. The program is untrusted, so it runs confined and in an empty directory.
base::CommandResult run_replay(const ReplayBuild& parts, const std::string& executable,
                               const ExpectedError& expected, std::chrono::milliseconds limit) {
  const base::TemporaryDirectory empty;
  base::Confinement confinement;
  confinement.directory = empty.path();
  confinement.has_namespaces = base::namespaces_work();
  confinement.cpu_seconds = static_cast<unsigned>(std::chrono::ceil<std::chrono::seconds>(limit).count()) + 1;
  confinement.is_below_3_gib = parts.is_below_3_gib;
  add_filter(confinement, {is_32_bit(parts), expected.property == property::Property::ValidMemtrack});
  base::CommandLimits limits;
  limits.time = limit;
  // AddressSanitizer reserves more address space than any reasonable limit.
  limits.memory_mib = is_memory_error(expected) ? 0 : memory_mib;
  limits.stack_mib = parts.stack_mib;
  limits.output_bytes = output_bytes;
  return base::run_confined(executable, limits, confinement);
}

/// The last line that the harness has printed, for messages.
std::string last_words(const std::string& error) {
  const std::size_t mark = error.rfind(harness_mark);
  if (mark == std::string::npos) return "";
  const std::size_t begin = mark + harness_mark.size();
  return error.substr(begin, error.find('\n', begin) - begin);
}

std::string describe_end(const base::CommandResult& result) {
  if (result.timed_out) return "the compiled program did not reach the error within the time limit";
  if (result.signal != 0) return "the compiled program was ended by signal " + std::to_string(result.signal);
  if (const std::size_t mark = result.error.find(sanitizer_mark); mark != std::string::npos) {
    const std::size_t begin = mark + sanitizer_mark.size();
    return "another error came first: " + result.error.substr(begin, result.error.find('\n', begin) - begin);
  }
  const std::string words = last_words(result.error);
  if (words.starts_with("error reached: ") || words.starts_with("overflow: "))
    return "another error came first: " + words;
  return fmt::format("the compiled program did not reach the error: {}",
                     words.empty() ? fmt::format("exit code {}", result.exit_code) : words);
}

}  // namespace

ReplayBuild replay_build(const program::NativeSource& source, const ExpectedError& expected) {
  PENDULUM_CHECK(!source.modules.empty(), "a C program should have modules");
  ReplayBuild parts;
  parts.flags = {"-O0", "-w", "-std=gnu17", "-fno-builtin"};
  parts.flags.insert(parts.flags.end(), source.compile_flags.begin(), source.compile_flags.end());
  parts.modules = source.modules;
  // The harness places unknown memory at the addresses of the path, which may be above 3 GiB.
  parts.is_below_3_gib = is_32_bit(parts) && !source.uses_unknown_memory;
  if (is_memory_error(expected)) parts.flags.emplace_back("-fsanitize=address");
  // The instrumentation of accesses keeps copies of addresses in the stack frame. LeakSanitizer would find
  // lost objects through them.
  if (expected.property == property::Property::ValidMemtrack)
    parts.flags.insert(parts.flags.end(), {"-mllvm", "-asan-instrument-reads=0", "-mllvm",
                                           "-asan-instrument-writes=0", "-mllvm", "-asan-stack=0"});
  // Only the detection of invalid accesses needs guards. Other errors are replayed without them.
  if (expected.property != property::Property::ValidDeref || source.guarded_modules.empty()) return parts;
  parts.modules = source.guarded_modules;
  // Also check accesses to globals at constant offsets: a guard is a part of the global, so AddressSanitizer
  // would consider an access to it as safe.
  parts.flags.insert(parts.flags.end(), {"-mllvm", "-asan-opt-globals=0"});
  parts.stack_mib = guarded_stack_mib;
  return parts;
}

Judgement replay_natively(term::TermManager& terms, const program::NativeSource& source,
                          const std::vector<ConsumedBlock>& inputs, const ExpectedError& expected,
                          std::chrono::milliseconds limit) try {
  PENDULUM_CHECK(limit.count() >= 0, "the time limit of {} ms should not be negative", limit.count());
  const base::TemporaryDirectory directory;
  const std::string harness = directory.path() + "/harness.c";
  const std::string executable = directory.path() + "/replay";
  std::ofstream out(harness);
  out << make_harness(terms, source, inputs) << sanitizer_options(expected);
  out.close();
  if (!out) return judgement(Judgement::Verdict::Undecided, "the harness could not be written");
  const ReplayBuild parts = replay_build(source, expected);
  if (const std::string problem = build(parts, harness, executable, build_time_factor * limit);
      !problem.empty()) {
    return judgement(Judgement::Verdict::Undecided, problem);
  }
  base::CommandResult run = run_replay(parts, executable, expected, limit);
  if (is_memory_error(expected)) run.error = symbolize(run.error, executable);
  if (is_seen(expected, run)) return judgement(Judgement::Verdict::Accepted, "");
  return judgement(Judgement::Verdict::Rejected, describe_end(run));
} catch (const base::InputError& error) {
  // The temporary directory is full, the compiler is missing, or the kernel refuses the confinement.
  return judgement(Judgement::Verdict::Undecided, error.what());
}

}  // namespace pendulum::check
