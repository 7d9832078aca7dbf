// Asks solvers whether formulas are unsatisfiable, in several ways with growing limits.
//
// No way of asking is the best one for all questions: bit-blasting is at home in bit operations and control,
// integers in linear arithmetic over wide words. So each question goes up a ladder: all ways with a short
// limit, then all of them with a longer one, and from then on case by case, where what is proved stays
// proved. Every question gets a solver of its own: nothing of one can leak into another. Cases of one
// question share theirs: what it learns about the paths serves them all.
#pragma once

#include <map>
#include <string>

#include "check/certificate_checker.h"

namespace pendulum::check {

/// A solver, and what it is shown.
struct Way {
  enum class View {
    Bits,
    Integers,       ///< check/integer_reading.h
    Sat,            ///< arrays expanded, everything else bit-blasted at once
    WithoutArrays,  ///< arrays expanded
  };
  std::string_view name;  ///< "cvc5 over integers"
  smt::Backend backend;
  View view = View::Bits;
};

class Prover {
 public:
  Prover(const program::Program& program, smt::SolverFactory& solvers, const base::StopToken& stop)
      : program_(program), solvers_(solvers), stop_(stop) {}

  /// Accepted when all obligations are unsat, Rejected at the first that a bit-precise solver finds to be
  /// sat, Undecided when time is over.
  Judgement prove(const std::vector<Obligation>& obligations);

 private:
  /// An obligation on its way up.
  struct Question {
    const Obligation* obligation;
    bool is_arithmetic;  ///< do sums and comparisons matter beside the control?
    bool has_arrays;
    term::TermVector open;  ///< the cases to be proved; at first one: true
  };
  /// A question as a solver sees it.
  struct Shown {
    term::TermVector formula;
    term::TermVector cases;
  };

  std::vector<Question> questions(const std::vector<Obligation>& obligations) const;
  static std::vector<Way> ways_of(unsigned rung, const Question& question);
  static bool suits(const Way& way, const Question& question);
  /// One rung. Stops at a rejection.
  void climb(Question& question, unsigned rung);
  void ask(Question& question, const Way& way, std::chrono::milliseconds limit);
  Shown show(const Question& question, Way::View view) const;
  std::unique_ptr<smt::Solver> make_solver(std::span<const term::Term> formula, const Way& way) const;
  void reject(const Obligation& obligation, smt::Solver& solver);
  std::chrono::milliseconds stretched(std::chrono::milliseconds limit) const;
  std::chrono::milliseconds remaining() const;
  std::string who() const;

  const program::Program& program_;
  smt::SolverFactory& solvers_;
  const base::StopToken& stop_;
  base::Clock::time_point start_ = base::Clock::now();
  std::chrono::duration<double> waited_{0};          ///< for solvers, by the clock
  std::chrono::duration<double> worked_{0};          ///< the same in processor time
  std::map<std::string_view, std::size_t> proved_;   ///< by the way that proved the last case
  std::map<std::string_view, std::string> gave_up_;  ///< by way: why the first time
  std::optional<Judgement> rejection_;
};

}  // namespace pendulum::check
