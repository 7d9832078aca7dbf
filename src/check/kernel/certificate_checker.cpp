#include "check/kernel/certificate_checker.h"

#include <type_traits>

#include "base/check.h"
#include "check/kernel/obligations.h"

namespace pendulum::check {

using certificate::Certificate;

std::vector<Obligation> CertificateChecker::obligations(const Certificate& certificate) const {
  validate(program_, certificate);
  // All obligations are about paths of at least one step.
  PENDULUM_CHECK(program_.entry() != program_.error(), "entry and error should be two locations");
  return std::visit(
      [&]<typename Kind>(const Kind& kind) {
        constexpr bool is_unrolling = std::is_same_v<Kind, certificate::UnwoundCalls> ||
                                      std::is_same_v<Kind, certificate::Unrolling> ||
                                      std::is_same_v<Kind, certificate::LoopUnrolling>;
        if constexpr (is_unrolling) {
          return obligations_of(program_, kind, simplify_, stop_);
        } else {
          return obligations_of(program_, kind, stop_);
        }
      },
      certificate);
}

Judgement CertificateChecker::check(const Certificate& certificate, ObligationProver& prover) const {
  try {
    const std::vector<Obligation> all = obligations(certificate);
    for (const Obligation& obligation : all)
      for (const term::Term term : obligation.formula)
        PENDULUM_CHECK(term.sort().is_bool(), "obligation {} should be a formula", obligation.name);
    return prover.prove(all);
  } catch (const base::Stopped& stopped) {
    return {.reason = stopped.what()};
  }
}

}  // namespace pendulum::check
