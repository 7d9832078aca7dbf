// Judges certificates bit-precisely with a fresh solver, sharing no code with the engines: paths between
// cutpoints are encoded here, from the small-block program, not by program/large_block.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "certificate/certificate.h"
#include "check/judgement.h"
#include "smt/solver.h"

namespace pendulum::check {

/// A formula that should be unsatisfiable, and what it stands for.
struct Obligation {
  std::string name;  ///< "consecution: main.while.cond -> main.while.cond"
  term::TermVector formula;
  program::LocationId source = 0;
  program::LocationId target = 0;
  /// If not empty, the formula implies their disjunction: it is unsat if it is so in each case.
  term::TermVector cases = {};
};

class CertificateChecker {
 public:
  CertificateChecker(const program::Program& program, smt::SolverFactory& solvers,
                     const base::StopToken& stop)
      : program_(program), solvers_(solvers), stop_(stop) {}

  /// All that has to be unsatisfiable; throws InputError when the certificate does not fit the program
  /// (foreign symbols, terms that are not Bool, a cycle without a location of the certificate).
  std::vector<Obligation> obligations(const certificate::Certificate& certificate) const;

  /// cvc5 in several ways; where it gives up, Z3 (the judgement says who; see prover.h). Anything but unsat
  /// rejects or leaves open.
  Judgement check(const certificate::Certificate& certificate) const;

 private:
  const program::Program& program_;
  smt::SolverFactory& solvers_;
  const base::StopToken& stop_;
};

/// One SMT-LIB file per obligation, `NN-<name>.smt2`, each expected unsat; for anybody to re-check.
void write_obligations(const std::string& directory, const std::vector<Obligation>& obligations);

}  // namespace pendulum::check
