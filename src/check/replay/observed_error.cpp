#include "check/replay/observed_error.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string_view>

#include "base/check.h"
#include "program/native_source.h"

namespace pendulum::check {

namespace {

using property::Property;

constexpr int error_exit = 86;  ///< exit code of __pendulum_error and its like

/// Address ranges of AddressSanitizer's shadow memory on x86 (compiler-rt/lib/asan/asan_mapping.h). On
/// x86-64, the addresses below the end that are not shadow memory belong to no object of the program.
constexpr std::uint64_t shadow_begin_32_bit = 0x20000000;
constexpr std::uint64_t shadow_end_32_bit = 0x40000000;
constexpr std::uint64_t shadow_end_64_bit = 0x10007fff8000;

/// Red zones around heap objects, in bytes, if no invalid access is expected. They need not detect accesses
/// far outside of an object, and smaller ones cost less memory.
constexpr unsigned small_red_zone = 256;

/// AddressSanitizer's names for accesses outside of a live object. An access to an unmapped page is a SEGV.
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

/// The model of realloc calls malloc_usable_size; AddressSanitizer reports an invalid argument with this
/// text.
constexpr std::string_view wrong_reallocation =
    "attempting to call malloc_usable_size() for pointer which is not owned";

/// Harness code for leaks. LeakSanitizer searches for leaks when the program exits; a handler adds a search
/// at abort. Values that returned calls have left on the stack must not count as pointers. The harness
/// therefore clears the unused stack after the entry function has returned, before exit creates frames there,
/// and the handlers clear the stack below their own frames.
constexpr const char* leaks_at_the_end = R"(
extern void __lsan_do_leak_check(void);
extern int __pendulum_atexit(void (*)(void)) __asm__("atexit");
__attribute__((no_sanitize("address"))) void __pendulum_forget(void) {
  volatile char stack[1 << 16];
  for (unsigned i = 0; i < sizeof stack; ++i) stack[i] = 0;
}
static void __pendulum_abort(int signal, char *info, void *context) {
  __pendulum_forget();
  __lsan_do_leak_check();
}
__attribute__((constructor)) static void __pendulum_watch_the_end(void) {
  __pendulum_handle(6, __pendulum_abort, 0);
  __pendulum_atexit(__pendulum_forget);
}
)";

/// The part of `error` after the sanitizer's headline; empty if `error` lacks the headline.
std::string report_of(const std::string& error, const std::string& headline) {
  const std::size_t begin = error.find(headline);
  return begin == std::string::npos ? "" : error.substr(begin + headline.size());
}

/// A frame of a symbolized report: "    #1 0x5566 in main /src/a.c:10:12".
struct Frame {
  std::string file;
  unsigned line = 0;  ///< 0: the frame lacks a line number
};

Frame parse_frame(const std::string& line) {
  static const std::regex with_place(R"(^    #\d+ 0x[0-9a-f]+ +in \S+ ([^(].*?):(\d+)(:\d+)?$)");
  std::smatch match;
  if (!std::regex_match(line, match, with_place)) return {};
  return {match[1], static_cast<unsigned>(std::stoul(match[2]))};
}

/// The frames of the first stack in `report`, innermost first.
std::vector<Frame> first_stack(const std::string& report) {
  std::vector<Frame> frames;
  std::istringstream lines(report);
  for (std::string line; std::getline(lines, line);) {
    const bool is_frame = line.starts_with("    #");
    if (!is_frame && !frames.empty()) break;
    if (is_frame) frames.push_back(parse_frame(line));
  }
  return frames;
}

/// The innermost frame with a line number; an empty frame if there is none.
Frame user_frame(const std::vector<Frame>& stack) {
  const auto found =
      std::find_if(stack.begin(), stack.end(), [](const Frame& frame) { return frame.line != 0; });
  return found == stack.end() ? Frame{} : *found;
}

/// Debug information may name a file by another path than the user. Files that do not exist, for example in
/// sources that were preprocessed on another machine, are compared by their file names.
bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  const bool is_same = std::filesystem::equivalent(a, b, error);
  if (!error) return is_same;
  return std::filesystem::path(a).filename() == std::filesystem::path(b).filename();
}

bool is_at(const Frame& frame, const program::SourceLocation& where) {
  return !where.is_known() || (frame.line == where.line && is_same_file(frame.file, where.file));
}

/// Does the report show a fault in AddressSanitizer's `free`? It writes in front of the object, which faults
/// if the object is constant. A `free` that the program defines would have a file and a line.
bool faults_in_free(const std::string& report) {
  const std::string stack = report.substr(0, report.find("\n\n"));
  return report.starts_with("SEGV") && stack.find(" in free (") != std::string::npos;
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& kinds, const std::string& report) {
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](std::string_view kind) { return report.starts_with(kind); });
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// Does the report show a fault at an address of AddressSanitizer's shadow memory? The shadow of an address
/// beyond the stack is not mapped, so that the check before the access faults, which always reads.
bool faults_in_shadow(const std::string& report) {
  constexpr std::string_view headline = "SEGV on unknown address 0x";
  if (!report.starts_with(headline)) return false;
  const std::uint64_t address = std::strtoull(report.c_str() + headline.size(), nullptr, 16);
  const bool is_32_bit = address >> 32U == 0;
  return is_32_bit ? address >= shadow_begin_32_bit && address < shadow_end_32_bit
                   : address < shadow_end_64_bit;
}

/// Does the report contradict the direction of the access? Functions of libraries may read and write in
/// another order than their models, so only accesses of the program's own instructions are compared.
bool is_other_direction(const ExpectedError& expected, const std::string& report,
                        const std::vector<Frame>& stack) {
  if (stack.empty() || stack.front().line == 0) return false;
  const std::string head = report.substr(0, report.find("    #"));
  const bool reads =
      contains(head, "READ of size") || (contains(head, "caused by a READ") && !faults_in_shadow(report));
  const bool writes = contains(head, "WRITE of size") || contains(head, "caused by a WRITE");
  return (expected.what.starts_with("read") && writes) || (expected.what.starts_with("write") && reads);
}

bool is_expected_access(const ExpectedError& expected, const std::string& report) {
  const std::vector<Frame> stack = first_stack(report);
  if (!is_one_of(invalid_accesses, report) || !is_at(user_frame(stack), expected.where)) return false;
  if (is_other_direction(expected, report, stack)) return false;
  const bool is_fault = report.starts_with("SEGV");
  if (expected.what.starts_with("call") || contains(expected.what, " through a null pointer"))
    return is_fault;
  return !is_fault || !contains(report, "Hint: address points to the zero page");
}

bool is_expected_free(const ExpectedError& expected, const std::string& report) {
  if (!is_at(user_frame(first_stack(report)), expected.where)) return false;
  if (report.starts_with(wrong_reallocation)) return true;
  if (expected.what.starts_with("second free of ")) return report.starts_with("attempting double-free");
  return report.starts_with("attempting free on address which was not malloc()-ed") || faults_in_free(report);
}

/// The line number in "object of malloc@12 is lost". 0 if a library model allocates the object.
unsigned allocation_line(const std::string& what) {
  static const std::regex with_line(R"(^object of .*@(\d+) is lost.*$)");
  std::smatch match;
  return std::regex_match(what, match, with_line) ? static_cast<unsigned>(std::stoul(match[1])) : 0;
}

/// Does one of the leaks have the expected allocation line? After each leak the report has the stack of its
/// allocation.
bool is_expected_leak(const ExpectedError& expected, const std::string& report) {
  const unsigned line = allocation_line(expected.what);
  for (std::size_t at = report.find("leak of "); at != std::string::npos;
       at = report.find("leak of ", at + 1))
    if (line == 0 || user_frame(first_stack(report.substr(at))).line == line) return true;
  return false;
}

/// Did the harness print the text of the expected error? The text contains no source location if the program
/// declares a function without defining it and calls it through a pointer.
bool is_reached(const ExpectedError& expected, const std::string& error) {
  const std::string line = "PENDULUM: error reached: " + expected.what + " at ";
  return contains(error, line + expected.where.to_string() + "\n") ||
         contains(error, line + program::SourceLocation().to_string() + "\n");
}

}  // namespace

ExpectedError expected_error(const program::Edge& last) {
  property::Violation violation = property::parse_violation(last.violation);
  ExpectedError expected{violation.property, std::move(violation.what), last.where};
  PENDULUM_CHECK(!is_memory_error(expected) || !expected.what.empty(),
                 "the violation \"{}\" should describe the memory error", last.violation);
  return expected;
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
  const std::string report = report_of(run.error, "ERROR: AddressSanitizer: ");
  switch (expected.property) {
    case Property::Reach:
    case Property::Invariant:
    case Property::Satisfiable:
      return run.exit_code == error_exit && is_reached(expected, run.error);
    case Property::NoOverflow:
      return run.exit_code == error_exit &&
             contains(run.error, "PENDULUM: overflow: " + expected.what + "\n");
    case Property::ValidDeref:
      return is_expected_access(expected, report) ||
             (run.exit_code == error_exit &&
              contains(run.error, "PENDULUM: invalid access: " + expected.what + "\n"));
    case Property::ValidFree:
      return is_expected_free(expected, report);
    case Property::ValidMemtrack:
      return is_expected_leak(expected, report_of(run.error, "ERROR: LeakSanitizer: detected memory leaks"));
  }
  PENDULUM_UNREACHABLE();
}

std::string sanitizer_options(const ExpectedError& expected) {
  if (!is_memory_error(expected)) return "";
  // Red zones are the guards of objects on the heap.
  const bool is_leak = expected.property == Property::ValidMemtrack;
  const std::string options = fmt::format(
      "symbolize=0:detect_leaks={0}:detect_stack_use_after_return=1:allocator_may_return_null=1:"
      "redzone={1}:max_redzone={1}",
      is_leak ? 1 : 0, expected.property == Property::ValidDeref ? program::guard_bytes : small_red_zone);
  const std::string text =
      fmt::format("const char *__asan_default_options(void) {{ return \"{}\"; }}\n", options);
  return is_leak ? text + leaks_at_the_end : text;
}

}  // namespace pendulum::check
