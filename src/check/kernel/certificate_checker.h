// Checks certificates bit-precisely and without engine code. In particular, check/kernel encodes the paths
// between cutpoints itself, from the small-block program, and does not use program/large_block.
//
// check/kernel reduces a certificate to obligations. It calls no solver: an ObligationProver discharges the
// obligations (check/tactics/prover.h).
#pragma once

#include "base/stop.h"
#include "certificate/certificate.h"
#include "check/kernel/obligation.h"
#include "check/kernel/path_encoder.h"

namespace pendulum::check {

class CertificateChecker {
 public:
  /// `simplify` is applied to the values in complete unrollings; it may be empty.
  CertificateChecker(const program::Program& program, Simplification simplify, const base::StopToken& stop)
      : program_(program), simplify_(std::move(simplify)), stop_(stop) {}

  /// The obligations of the certificate. Throws InputError if the certificate does not fit the program
  /// (symbols that are not program variables, terms that are not Bool, a cycle without a location of the
  /// certificate).
  std::vector<Obligation> obligations(const certificate::Certificate& certificate) const;

  /// The prover's judgement about all obligations; Undecided if time runs out before they are generated.
  Judgement check(const certificate::Certificate& certificate, ObligationProver& prover) const;

 private:
  const program::Program& program_;
  Simplification simplify_;
  const base::StopToken& stop_;
};

}  // namespace pendulum::check
