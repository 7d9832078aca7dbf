// The certificate checker with the prover and the simplification that the judge uses.
#pragma once

#include "check/kernel/certificate_checker.h"
#include "check/tactics/array_reads.h"
#include "check/tactics/prover.h"
#include "check_kernel/small_programs.h"

namespace pendulum::check::test {

inline CertificateChecker make_checker(TermContext& w, const Program& program,
                                       const certificate::Certificate& certificate) {
  return {program, array_simplification(program, certificate), w.stop};
}

inline Judgement check_certificate(TermContext& w, const Program& program,
                                   const certificate::Certificate& certificate) {
  Prover prover(program, *w.solvers, w.stop);
  return make_checker(w, program, certificate).check(certificate, prover);
}

}  // namespace pendulum::check::test
