// A certificate for the program in which recursive calls are unwound. The kernel unwinds the calls itself.
// The obligations are those of the inner certificate, by which the error of the unwound program is
// unreachable.
//
// Soundness: the edges of missing calls lead to the error, so no execution of the unwound program reaches a
// missing call. By the contract of program::unwind_calls, every execution of the original program is then one
// of the unwound program, and none reaches the error.
#include "check/kernel/certificate_checker.h"
#include "check/kernel/obligations.h"

namespace pendulum::check {

std::vector<Obligation> obligations_of(const program::Program& program,
                                       const certificate::UnwoundCalls& unwound,
                                       const Simplification& simplify, const base::StopToken& stop) {
  const program::Program inlined = certificate::unwound_program(program, unwound);
  const auto inner = certificate::to_certificate(unwound.inner);
  return CertificateChecker(inlined, simplify, stop).obligations(inner);
}

}  // namespace pendulum::check
