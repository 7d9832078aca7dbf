#include "acceleration/closed_form/prover.h"

#include "base/check.h"

namespace pendulum::acceleration {

Prover::Prover(term::TermManager& terms, smt::SolverFactory& solvers, std::uint64_t& queries,
               std::chrono::milliseconds limit)
    : terms_(terms), solvers_(solvers), queries_(queries), limit_(limit) {}

bool Prover::is_valid(term::Term formula) {
  return is_unsat(terms_.mk_not(formula));
}

bool Prover::is_unsat(term::Term formula) {
  PENDULUM_CHECK(formula.sort().is_bool(), "a claim should be a formula, not of sort {}",
                 formula.sort().to_string());
  if (formula.is_false()) return true;
  if (formula.is_true()) return false;
  ++queries_;
  smt::SolverOptions options;
  options.backend = smt::Backend::Cadical;
  options.encoding = smt::Encoding::Expanded;
  options.cores = false;
  const auto solver = solvers_.make(terms_, options);
  solver->set_time_limit(limit_);
  solver->assert_term(formula);
  return solver->check() == smt::SatResult::Unsat;
}

}  // namespace pendulum::acceleration
