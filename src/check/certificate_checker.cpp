#include "check/certificate_checker.h"

#include "base/check.h"
#include "check/obligations.h"
#include "check/prover.h"

namespace pendulum::check {

using certificate::Certificate;

std::vector<Obligation> CertificateChecker::obligations(const Certificate& certificate) const {
  validate(program_, certificate);
  // All obligations are about paths of at least one step.
  PENDULUM_CHECK(program_.entry() != program_.error(), "entry and error should be two locations");
  return std::visit([&](const auto& kind) { return obligations_of(program_, kind, stop_); }, certificate);
}

Judgement CertificateChecker::check(const Certificate& certificate) const {
  try {
    return Prover(program_, solvers_, stop_).prove(obligations(certificate));
  } catch (const base::Stopped& stopped) {
    Judgement judgement;
    judgement.reason = stopped.what();
    return judgement;
  }
}

}  // namespace pendulum::check
