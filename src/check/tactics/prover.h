// Proves obligations with several solver configurations and growing time limits.
//
// No solver configuration dominates the others: bit-blasting is fast on bit operations and control flow,
// integer arithmetic on linear arithmetic over wide words. So each obligation climbs a ladder. The first rung
// tries all configurations with a short time limit; each later rung has a longer limit, and from the second
// rung on the cases of an obligation are proved one by one. Cases that were proved stay proved. Each
// obligation and configuration gets a fresh solver, so that no state passes from one obligation to another.
// The cases of one obligation share a solver, because lemmas about the common paths help all of them.
#pragma once

#include <map>
#include <string>

#include "base/stop.h"
#include "check/kernel/obligation.h"
#include "program/program.h"
#include "smt/solver.h"

namespace pendulum::check {

/// A solver configuration: the solver and the translation of the formula that it gets.
struct Configuration {
  enum class View {
    Bits,           ///< the formula itself
    Integers,       ///< bit-vectors over-approximated by integers (check/tactics/integer_reading.h)
    Sat,            ///< arrays expanded, then the whole formula bit-blasted eagerly
    WithoutArrays,  ///< arrays expanded
    Circuits,       ///< floating-point operators lowered to bit-vector operators (term/floating_point)
    Intervals,      ///< the formula itself for interval splitting, without a back end (smt/intervals)
  };
  std::string_view name;  ///< "cvc5 over integers"
  smt::Backend backend = smt::Backend::Cvc5;
  View view = View::Bits;
};

class Prover : public ObligationProver {
 public:
  Prover(const program::Program& program, smt::SolverFactory& solvers, const base::StopToken& stop)
      : program_(program), solvers_(solvers), stop_(stop) {}

  /// Accepted if all obligations are unsatisfiable, Rejected as soon as a bit-precise configuration finds one
  /// satisfiable, Undecided if the time ends before.
  Judgement prove(const std::vector<Obligation>& obligations) override;

 private:
  /// An obligation that is not proved yet.
  struct Question {
    const Obligation* obligation;
    bool is_arithmetic;  ///< is a considerable part of the subterms arithmetic or comparisons?
    bool has_arrays;
    bool has_floats;
    bool has_many_floats;
    term::TermVector open;  ///< the cases that are not proved yet; initially the single case `true`
  };
  /// The formula and the open cases of a question, translated for one View.
  struct Shown {
    term::TermVector formula;
    term::TermVector cases;
  };

  std::vector<Question> questions(const std::vector<Obligation>& obligations);
  static std::vector<Configuration> configurations_of(unsigned rung, const Question& question);
  static std::vector<Configuration> float_configurations(unsigned rung, const Question& question);
  static bool suits(const Configuration& configuration, const Question& question);
  /// Tries the configurations of one rung on the question until it is proved or rejected.
  void climb(Question& question, unsigned rung);
  void ask(Question& question, const Configuration& configuration, std::chrono::milliseconds limit);
  Shown show(const Question& question, Configuration::View view) const;
  std::unique_ptr<smt::Solver> make_solver(std::span<const term::Term> formula,
                                           const Configuration& configuration) const;
  void reject(const Obligation& obligation, smt::Solver& solver);
  std::chrono::milliseconds stretched(std::chrono::milliseconds limit) const;
  std::chrono::milliseconds remaining() const;
  std::string provers() const;

  const program::Program& program_;
  smt::SolverFactory& solvers_;
  const base::StopToken& stop_;
  base::Clock::time_point start_ = base::Clock::now();
  std::chrono::duration<double> waited_{0};          ///< wall time of the solver calls
  std::chrono::duration<double> worked_{0};          ///< processor time of the solver calls
  std::map<std::string_view, std::size_t> proved_;   ///< configuration -> obligations that it completed
  std::map<std::string_view, std::string> gave_up_;  ///< configuration -> its first reason for unknown
  std::size_t num_simplified_ = 0;                   ///< obligations that are false without a solver
  std::optional<Judgement> rejection_;
};

}  // namespace pendulum::check
