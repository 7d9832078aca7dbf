// Counts and times every check and, when asked to, writes each as a file that any SMT solver can replay.
#pragma once

#include <string>

#include "smt/factory/solver_decorator.h"

namespace pendulum::smt {

/// Where queries go; shared by all solvers of a factory so that the numbers are unique.
class QueryDump {
 public:
  /// Makes the directory. Throws InputError when that is not possible; an empty name means no dump.
  explicit QueryDump(std::string directory);

  bool is_on() const { return !directory_.empty(); }

  /// Writes `assertions` as `<pid>-NNNNNN-<solver>.smt2`. The file has its name only once it is complete.
  /// If it cannot be written, warns and turns the dump off.
  void write(std::string_view solver, std::span<const term::Term> assertions, SatResult result,
             double seconds);

 private:
  std::string directory_;
  unsigned count_ = 0;
};

class LoggingSolver final : public SolverDecorator {
 public:
  LoggingSolver(std::unique_ptr<Solver> inner, base::Statistics& statistics, std::shared_ptr<QueryDump> dump);

  void push() override;
  void pop(unsigned levels) override;
  void assert_term(term::Term term) override;
  SatResult check(std::span<const term::Term> assumptions) override;

 private:
  std::uint64_t& counter_of(SatResult result);

  std::shared_ptr<QueryDump> dump_;
  AssertionStack assertions_;  ///< kept up only for the dump
  std::uint64_t& checks_;
  std::uint64_t& sat_;
  std::uint64_t& unsat_;
  std::uint64_t& unknown_;
  double& check_time_;
};

}  // namespace pendulum::smt
