#include "report/advice.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace pendulum::report {

namespace {

/// Factor by which a longer time limit or a larger memory limit is suggested.
constexpr unsigned limit_factor = 4;
/// A run that takes this share of its time limit was ended by it.
constexpr double late_share = 0.9;

bool mentions(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// "name" in "external function name() returns an arbitrary value ..."; empty for other assumptions.
std::string external_function(const std::string& assumption) {
  constexpr std::string_view start = "external function ";
  if (!assumption.starts_with(start)) return "";
  const std::size_t end = assumption.find("()", start.size());
  return end == std::string::npos ? "" : assumption.substr(start.size(), end - start.size());
}

/// "f" in "unsupported: library function f without a model at a.c:3"; empty for other reasons.
std::string library_function(const std::string& reason) {
  constexpr std::string_view start = "library function ", end = " without a model";
  const std::size_t at = reason.find(start), last = reason.find(end);
  if (at == std::string::npos || last == std::string::npos) return "";
  return reason.substr(at + start.size(), last - at - start.size());
}

/// No definition in C replaces functions for threads and jumps.
std::vector<std::string> about_library_function(const std::string& function) {
  if (function.starts_with("pthread_") || function.starts_with("thrd_"))
    return {"a version of the program without threads: Pendulum verifies sequential programs"};
  if (mentions(function, "setjmp") || mentions(function, "longjmp"))
    return {"a version of the program without setjmp and longjmp, for example one that returns error codes"};
  return {
      fmt::format("a file with a definition of {}() in C, which then replaces the library function "
                  "(`pendulum models` lists the functions with a model)",
                  function)};
}

std::string counted(unsigned number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

void add_about_engines(const RunRecord& record, std::vector<std::string>& result) {
  if (record.requested_engine != "portfolio") {
    result.push_back("--engine portfolio, which combines several engines");
    return;
  }
  std::string others;
  for (const char* engine : {"kinduction", "ic3ia", "impact", "lazy"}) {
    const bool has_run = std::any_of(record.progress.begin(), record.progress.end(),
                                     [&](const EngineProgress& known) { return known.engine == engine; });
    if (!has_run) others += std::string(others.empty() ? "" : ", ") + engine;
  }
  if (!others.empty()) result.push_back("--engine with an engine that is not in the portfolio: " + others);
}

void add_about_program(const RunRecord& record, std::vector<std::string>& result) {
  std::string names;
  unsigned number = 0;
  for (const std::string& assumption : record.assumptions)
    if (const std::string name = external_function(assumption); !name.empty() && ++number <= 3)
      names += (names.empty() ? "" : ", ") + name + "()";
  if (number > 0)
    result.push_back(
        fmt::format("a definition in C of {}{}, or __VERIFIER_assume() after the calls: the results "
                    "are arbitrary now",
                    names, number > 3 ? " and others" : ""));
  result.push_back("smaller arrays and loop bounds, or __VERIFIER_assume() that restricts the inputs");
}

}  // namespace

std::string progress_text(std::string_view engine, std::string_view message) {
  if (engine == "bmc" && message.starts_with("depth ")) return fmt::format("no error below {}", message);
  if (engine == "kinduction" && message.starts_with("k "))
    return fmt::format("neither an error nor a proof with k below {}", message.substr(2));
  if (message == "facts") return "was looking for facts about loops";
  unsigned first = 0, second = 0;
  const std::string text(message);
  if (std::sscanf(text.c_str(), "iteration %u: %u nodes", &first, &second) == 2 ||
      std::sscanf(text.c_str(), "refinement %u, %u nodes", &first, &second) == 2)
    return fmt::format("{}, an unwinding with {}", counted(first, "refinement"), counted(second, "node"));
  if (std::sscanf(text.c_str(), "depth %u, %u refinements", &first, &second) == 2)
    return fmt::format("no error within {}, {}", counted(first, "frame"), counted(second, "refinement"));
  if (std::sscanf(text.c_str(), "refinement %u", &first) == 1) return counted(first, "refinement");
  return text;
}

std::vector<std::string> advice(const RunRecord& record) {
  std::vector<std::string> result;
  const bool is_open = std::ranges::any_of(
      record.checks, [](const CheckResult& check) { return check.status == CheckResult::Status::Unknown; });
  if (record.verdict != Verdict::Unknown && !is_open) return result;
  const bool is_late =
      record.limits.timeout_seconds > 0 && record.wall_seconds > late_share * record.limits.timeout_seconds;
  // With --all, the verdict may be false although some checks are unknown.
  const std::string reason = record.verdict == Verdict::Unknown ? record.reason : is_late ? "timeout" : "";
  if (mentions(reason, "unsupported: access outside of an object")) {
    result.push_back("--property memsafety, which reports such an access as a violation");
    return result;
  }
  if (reason.starts_with("unsupported")) {
    if (const std::string function = library_function(reason); !function.empty())
      return about_library_function(function);
    result.push_back(
        "to replace the construct, or to move it to a function that Pendulum does not see: such a "
        "function returns an arbitrary value");
    return result;
  }
  if (reason.starts_with("timeout") && record.limits.timeout_seconds > 0)
    result.push_back(fmt::format("--timeout {:.0f} (the limit was {:.0f} s)",
                                 record.limits.timeout_seconds * limit_factor,
                                 record.limits.timeout_seconds));
  if (reason.starts_with("memory") && record.limits.memory_mib > 0)
    result.push_back(fmt::format("--memory {} (the limit was {} MiB), or --jobs 1",
                                 record.limits.memory_mib * limit_factor, record.limits.memory_mib));
  if (reason.starts_with("rejected"))
    result.push_back("--seed with another number: the judge could not confirm the evidence of this search");
  add_about_engines(record, result);
  if (!mentions(reason, "interrupted") && !mentions(reason, "crash")) add_about_program(record, result);
  return result;
}

}  // namespace pendulum::report
