#include "smt/factory/logging_solver.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/check.h"
#include "term/print.h"

namespace pendulum::smt {

namespace {

/// Minimum time of a query that is reported as the longest one.
constexpr double min_reported_seconds = 0.5;

}  // namespace

QueryDump::QueryDump(std::string directory) : directory_(std::move(directory)) {
  if (directory_.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(directory_, error);
  if (error) throw base::InputError("cannot make the directory " + directory_ + ": " + error.message());
}

void QueryDump::write(std::string_view solver, std::span<const term::Term> assertions, SatResult result,
                      double seconds) {
  PENDULUM_CHECK(is_on(), "a query should be written only if the dump is on");
  // The process id distinguishes the engines of a portfolio, which write to the same directory.
  const std::string name = fmt::format("{}/{}-{:06}-{}.smt2", directory_, ::getpid(), count_++, solver);
  const std::string unfinished = name + ".tmp";
  std::ofstream out(unfinished);
  out << fmt::format("; answer: {}\n; time: {:.3f} s\n", to_string(result), seconds);
  term::print_script(out, assertions);
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(unfinished, name, error);
  if (out && !error) return;
  // A warning is sufficient, because no verdict depends on the files.
  fmt::print(stderr, "pendulum: warning: cannot write {}; further queries are not written\n", name);
  std::filesystem::remove(unfinished, error);
  directory_.clear();
}

LoggingSolver::LoggingSolver(std::unique_ptr<Solver> inner_solver, base::Statistics& statistics,
                             std::shared_ptr<QueryDump> dump, std::shared_ptr<LongestQuery> longest)
    : SolverDecorator(std::move(inner_solver)),
      dump_(std::move(dump)),
      longest_(std::move(longest)),
      checks_(statistics.counter(fmt::format("smt.{}.checks", name()))),
      sat_(statistics.counter(fmt::format("smt.{}.sat", name()))),
      unsat_(statistics.counter(fmt::format("smt.{}.unsat", name()))),
      unknown_(statistics.counter(fmt::format("smt.{}.unknown", name()))),
      check_time_(statistics.seconds(fmt::format("smt.{}.check_time", name()))) {
  PENDULUM_CHECK(dump_ != nullptr, "the solver should have a dump, on or off");
}

void LoggingSolver::push() {
  inner().push();
  if (dump_->is_on()) assertions_.push();
}

void LoggingSolver::pop(unsigned levels) {
  inner().pop(levels);
  if (dump_->is_on()) assertions_.pop(levels);
}

void LoggingSolver::assert_term(term::Term term) {
  inner().assert_term(term);
  if (dump_->is_on()) assertions_.add(term);
}

std::uint64_t& LoggingSolver::counter_of(SatResult result) {
  switch (result) {
    case SatResult::Sat:
      return sat_;
    case SatResult::Unsat:
      return unsat_;
    case SatResult::Unknown:
      return unknown_;
  }
  PENDULUM_UNREACHABLE();
}

void LoggingSolver::compare_with_longest(double seconds) {
  if (seconds <= std::max(longest_->seconds, min_reported_seconds)) return;
  longest_->seconds = seconds;
  if (longest_->report) longest_->report(name(), seconds);
}

SatResult LoggingSolver::check(std::span<const term::Term> assumptions) {
  double seconds = 0;
  const SatResult result = [&] {
    base::ScopedTimer timer(seconds);
    return inner().check(assumptions);
  }();
  check_time_ += seconds;
  ++checks_;
  ++counter_of(result);
  compare_with_longest(seconds);
  if (dump_->is_on()) {
    term::TermVector all = assertions_.terms();
    all.insert(all.end(), assumptions.begin(), assumptions.end());
    dump_->write(name(), all, result, seconds);
  }
  return result;
}

}  // namespace pendulum::smt
