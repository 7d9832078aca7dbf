// Decorator that counts and times every check. Optionally, it writes each query to an SMT-LIB file.
#pragma once

#include <string>

#include "smt/factory/solver_decorator.h"

namespace pendulum::smt {

/// Writer of query files. All solvers of a factory share it, so that the file numbers are unique.
class QueryDump {
 public:
  /// Creates the directory; an empty name turns the dump off. Throws InputError if the directory cannot be
  /// created.
  explicit QueryDump(std::string directory);

  bool is_on() const { return !directory_.empty(); }

  /// Writes `assertions` to `<pid>-NNNNNN-<solver>.smt2`. The file gets this name only after it is complete.
  /// If it cannot be written, prints a warning and turns the dump off.
  void write(std::string_view solver, std::span<const term::Term> assertions, SatResult result,
             double seconds);

 private:
  std::string directory_;
  unsigned count_ = 0;
};

/// The longest query of all solvers of a factory. Solvers outlive their factory in some tests, hence shared.
struct LongestQuery {
  double seconds = 0;
  QueryReport report = {};  ///< see SolverFactory::report_long_queries
};

class LoggingSolver final : public SolverDecorator {
 public:
  LoggingSolver(std::unique_ptr<Solver> inner, base::Statistics& statistics, std::shared_ptr<QueryDump> dump,
                std::shared_ptr<LongestQuery> longest);

  void push() override;
  void pop(unsigned levels) override;
  void assert_term(term::Term term) override;
  SatResult check(std::span<const term::Term> assumptions) override;

 private:
  std::uint64_t& counter_of(SatResult result);
  void compare_with_longest(double seconds);

  std::shared_ptr<QueryDump> dump_;
  std::shared_ptr<LongestQuery> longest_;
  AssertionStack assertions_;  ///< only maintained if the dump is on
  std::uint64_t& checks_;
  std::uint64_t& sat_;
  std::uint64_t& unsat_;
  std::uint64_t& unknown_;
  double& check_time_;
};

}  // namespace pendulum::smt
