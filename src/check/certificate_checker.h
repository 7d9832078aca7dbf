// Checks certificates bit-precisely with fresh solvers and without engine code. In particular, check/ encodes
// the paths between cutpoints itself, from the small-block program, and does not use program/large_block.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "certificate/certificate.h"
#include "check/judgement.h"
#include "smt/solver.h"

namespace pendulum::check {

/// A formula that has to be unsatisfiable, with a name for messages and the locations that it connects.
struct Obligation {
  std::string name;  ///< "consecution: main.while.cond -> main.while.cond"
  term::TermVector formula;
  program::LocationId source = 0;
  program::LocationId target = 0;
  /// If not empty, the formula implies the disjunction of the cases. So it is unsatisfiable if its
  /// conjunction with each case is unsatisfiable.
  term::TermVector cases = {};
};

class CertificateChecker {
 public:
  CertificateChecker(const program::Program& program, smt::SolverFactory& solvers,
                     const base::StopToken& stop)
      : program_(program), solvers_(solvers), stop_(stop) {}

  /// The obligations of the certificate. Throws InputError if the certificate does not fit the program
  /// (symbols that are not program variables, terms that are not Bool, a cycle without a location of the
  /// certificate).
  std::vector<Obligation> obligations(const certificate::Certificate& certificate) const;

  /// Tries to prove all obligations with cvc5 in several configurations, and with Z3 where cvc5 fails (see
  /// prover.h). The judgement names the solvers. The certificate is accepted only if all obligations are
  /// unsatisfiable; it is undecided if time runs out before they are decided.
  Judgement check(const certificate::Certificate& certificate) const;

 private:
  const program::Program& program_;
  smt::SolverFactory& solvers_;
  const base::StopToken& stop_;
};

/// Writes one SMT-LIB file `NN-<name>.smt2` per obligation, with which another solver can re-check that it is
/// unsatisfiable.
void write_obligations(const std::string& directory, const std::vector<Obligation>& obligations);

}  // namespace pendulum::check
