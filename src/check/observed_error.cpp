#include "check/observed_error.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "base/check.h"
#include "program/native_source.h"

namespace pendulum::check {

namespace {

using property::Property;

constexpr int error_exit = 86;  ///< of the instruments

/// Kinds of AddressSanitizer that are accesses outside of a living object. An access so far away that nothing
/// is mapped there is a SEGV.
constexpr std::array<std::string_view, 12> invalid_accesses{"heap-buffer-overflow",
                                                            "stack-buffer-overflow",
                                                            "stack-buffer-underflow",
                                                            "global-buffer-overflow",
                                                            "dynamic-stack-buffer-overflow",
                                                            "heap-use-after-free",
                                                            "stack-use-after-return",
                                                            "stack-use-after-scope",
                                                            "use-after-poison",
                                                            "negative-size-param",
                                                            "unknown-crash",
                                                            "SEGV"};
constexpr std::array<std::string_view, 3> invalid_frees{
    "attempting double-free", "attempting free on address which was not malloc()-ed",
    "attempting to call malloc_usable_size() for pointer which is not owned"};  // by the model of realloc

/// LeakSanitizer looks when the program exits; abort is an end as well. What calls that have returned left on
/// the stack is no pointer any more: the harness forgets it when the entry function has returned, before the
/// frames of exit stand there, and the handlers forget what is below theirs.
constexpr const char* leaks_at_the_end = R"(
extern void __lsan_do_leak_check(void);
extern int atexit(void (*)(void));
__attribute__((no_sanitize("address"))) void __pendulum_forget(void) {
  volatile char stack[1 << 16];
  for (unsigned i = 0; i < sizeof stack; ++i) stack[i] = 0;
}
static void __pendulum_abort(int signal, char *info, void *context) {
  __pendulum_forget();
  __lsan_do_leak_check();
}
__attribute__((constructor)) static void __pendulum_watch_the_end(void) {
  struct __pendulum_action action = {0};
  action.handler = __pendulum_abort;
  __sigaction(6, &action, 0);
  atexit(__pendulum_forget);
}
)";

/// What follows the sanitizer's headline; empty: there is none.
std::string report_of(const std::string& error, const std::string& headline) {
  const std::size_t begin = error.find(headline);
  return begin == std::string::npos ? "" : error.substr(begin + headline.size());
}

/// Does a frame of the first stack of the report stand at that file and line?
bool is_at(const std::string& report, const program::SourceLocation& where) {
  if (!where.is_known()) return true;
  // The sanitizer prints a path with its directory; the debug information may have had it relative.
  const std::string name = std::filesystem::path(where.file).filename().string();
  const std::string frame_end = fmt::format("{}:{}", name, where.line);
  bool has_begun = false;
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    const bool is_frame = line.starts_with("    #");
    if (has_begun && !is_frame) return false;
    has_begun = has_begun || is_frame;
    const std::size_t place = is_frame ? line.find(frame_end) : std::string::npos;
    if (place == std::string::npos || place == 0) continue;
    const std::size_t end = place + frame_end.size();
    const bool ends = end == line.size() || line[end] == ':';
    if (ends && (line[place - 1] == '/' || line[place - 1] == ' ')) return true;
  }
  return false;
}

/// AddressSanitizer's `free` writes in front of the object: of a constant, that faults. A `free` of the
/// program would have a file and a line.
bool faults_in_free(const std::string& report) {
  const std::string first_stack = report.substr(0, report.find("\n\n"));
  return report.starts_with("SEGV") && first_stack.find(" in free (") != std::string::npos;
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& kinds, const std::string& report) {
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](std::string_view kind) { return report.starts_with(kind); });
}

/// A path for AddressSanitizer, which looks only for the name without version.
std::string symbolizer() {
  std::istringstream directories(std::getenv("PATH") == nullptr ? "" : std::getenv("PATH"));
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::string path = directory + "/llvm-symbolizer-19";
    std::error_code error;
    if (std::filesystem::exists(path, error)) return path;
  }
  return "";
}

}  // namespace

ExpectedError expected_error(const program::Edge& last) {
  property::Violation violation = property::parse_violation(last.violation);
  return {violation.property, std::move(violation.what), last.where};
}

bool is_memory_error(const ExpectedError& expected) {
  switch (expected.property) {
    case Property::ValidDeref:
    case Property::ValidFree:
    case Property::ValidMemtrack:
      return true;
    case Property::Reach:
    case Property::NoOverflow:
    case Property::Invariant:
    case Property::Satisfiable:
      return false;
  }
  PENDULUM_UNREACHABLE();
}

bool is_seen(const ExpectedError& expected, const base::CommandResult& run) {
  const auto contains = [&](const std::string& text) { return run.error.find(text) != std::string::npos; };
  const std::string report = report_of(run.error, "ERROR: AddressSanitizer: ");
  switch (expected.property) {
    case Property::Reach:
    case Property::Invariant:
    case Property::Satisfiable:
      return run.exit_code == error_exit && contains("PENDULUM: error reached");
    case Property::NoOverflow:
      return run.exit_code == error_exit && contains("PENDULUM: overflow: " + expected.what + "\n");
    case Property::ValidDeref:
      return is_one_of(invalid_accesses, report) && is_at(report, expected.where);
    case Property::ValidFree:
      return (is_one_of(invalid_frees, report) || faults_in_free(report)) && is_at(report, expected.where);
    case Property::ValidMemtrack:
      return contains("ERROR: LeakSanitizer: detected memory leaks");
  }
  PENDULUM_UNREACHABLE();
}

std::string sanitizer_options(const ExpectedError& expected) {
  if (!is_memory_error(expected)) return "";
  // Leaks are looked for when the program ends; red zones are the guards of objects on the heap.
  const bool is_leak = expected.property == Property::ValidMemtrack;
  std::string options = fmt::format(
      "detect_leaks={0}:detect_stack_use_after_return=1:allocator_may_return_null=1:hard_rss_limit_mb=1024:"
      "redzone={1}:max_redzone={1}",
      is_leak ? 1 : 0, expected.property == Property::ValidDeref ? program::guard_bytes : 256);
  if (const std::string path = symbolizer(); !path.empty()) options += ":external_symbolizer_path=" + path;
  const std::string text =
      fmt::format("const char *__asan_default_options(void) {{ return \"{}\"; }}\n", options);
  return is_leak ? text + leaks_at_the_end : text;
}

}  // namespace pendulum::check
