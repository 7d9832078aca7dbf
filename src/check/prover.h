// Asks solvers whether formulas are unsatisfiable, in several ways with growing limits.
//
// No way of asking is the best one for all questions: bit-blasting is at home in bit operations and control,
// integers in linear arithmetic over wide words. So each question goes up a ladder: all ways with a short
// limit, then all of them with a longer one. Every question gets a solver of its own: nothing of one can leak
// into another. Cases of one question share theirs: what it learns about the paths serves them all.
#pragma once

#include <map>
#include <string>

#include "check/certificate_checker.h"
#include "smt/cvc5/cvc5_solver.h"

namespace pendulum::check {

/// A solver, and how it sees bit-vectors and arrays.
struct Way {
  std::string_view name;  ///< "cvc5 over integers"
  smt::Backend backend;
  smt::BitVectors bitvectors = smt::BitVectors::Lazy;
  smt::Encoding encoding = smt::Encoding::Plain;
  bool is_by_cases = false;  ///< one after the other, by one solver
};

class Prover {
 public:
  Prover(const program::Program& program, smt::SolverFactory& solvers, const base::StopToken& stop)
      : program_(program), solvers_(solvers), stop_(stop) {}

  /// Accepted when all obligations are unsat, Rejected at the first that a bit-precise solver finds to be
  /// sat, Undecided when time is over.
  Judgement prove(const std::vector<Obligation>& obligations);

 private:
  using Open = std::vector<const Obligation*>;

  Open not_trivial(const std::vector<Obligation>& obligations) const;
  /// One rung: those that stay open. Stops at a rejection.
  Open climb(const Open& open, unsigned rung);
  bool climb(const Obligation& obligation, unsigned rung, std::chrono::milliseconds limit);
  std::unique_ptr<smt::Solver> make_solver(const Obligation& obligation, const Way& way) const;
  bool is_decided(const Obligation& obligation, const Way& way, std::chrono::milliseconds limit);
  smt::SatResult ask(smt::Solver& solver, const Obligation& obligation, const Way& way) const;
  void reject(const Obligation& obligation, smt::Solver& solver);
  std::chrono::milliseconds remaining() const;
  std::string who() const;

  const program::Program& program_;
  smt::SolverFactory& solvers_;
  const base::StopToken& stop_;
  base::Clock::time_point start_ = base::Clock::now();
  std::map<std::string_view, std::size_t> proved_;   ///< by way
  std::map<std::string_view, std::string> gave_up_;  ///< by way: why the first time
  std::optional<Judgement> rejection_;
};

}  // namespace pendulum::check
