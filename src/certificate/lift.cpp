// Translates certificates for a transformed program to certificates for the original program. Terms do not
// change, because the passes keep the variables that they do not remove. The bounds of KInduction, Unrolling
// and LoopUnrolling do not change, because the passes keep cutpoints and loop heads. Soundness does not
// depend on this, because the judge checks the bounds on the original program.
#include <algorithm>

#include "base/check.h"
#include "base/error.h"
#include "certificate/certificate.h"

namespace pendulum::certificate {

namespace {

using Formulas = std::map<LocationId, term::Term>;

Formulas lift_formulas(const Formulas& formulas, const std::vector<LocationId>& origin) {
  Formulas result;
  for (const auto& [location, term] : formulas) {
    PENDULUM_CHECK(location < origin.size(), "location {} should have an origin", location);
    const auto [entry, is_new] = result.emplace(origin[location], term);
    // Soundness: the invariant of a location with several copies would be the disjunction of the copies'
    // invariants. Keeping only one of them could only make the judge reject the certificate, but it would
    // hide a mistake of the caller.
    PENDULUM_CHECK(is_new || entry->second == term,
                   "locations of a certificate should have distinct origins");
  }
  return result;
}

struct Lifter {
  const std::vector<LocationId>& origin;
  Certificate operator()(const Invariant& invariant) const {
    return Invariant{lift_formulas(invariant.at, origin)};
  }
  Certificate operator()(const KInduction& induction) const {
    PENDULUM_CHECK(induction.k > 0, "a proof by k-induction should have a step");
    return KInduction{induction.k, {lift_formulas(induction.facts.at, origin)}};
  }
  Certificate operator()(const Summaries& summaries) const {
    return Summaries{lift_formulas(summaries.at, origin)};
  }
  Certificate operator()(const Unrolling& unrolling) const { return unrolling; }
  Certificate operator()(const LoopUnrolling& unrolling) const {
    LoopUnrolling result;
    for (const auto& [head, bound] : unrolling.loops) {
      PENDULUM_CHECK(head < origin.size(), "location {} should have an origin", head);
      const auto known = std::ranges::find(result.loops, origin[head], &LoopUnrolling::Loop::head);
      if (known == result.loops.end()) {
        result.loops.push_back({origin[head], bound});
      } else {
        known->bound = std::max(known->bound, bound);
      }
    }
    return result;
  }
  /// The tree and the inner certificate belong to one program, so the original program needs its own.
  Certificate operator()(const UnwoundCalls&) const {
    PENDULUM_CHECK(false, "calls should be unwound in the original program");
    PENDULUM_UNREACHABLE();
  }
};

}  // namespace

term::Term entry_copy(term::TermManager& terms, term::Term variable) {
  return terms.mk_symbol(variable.name() + "@entry", variable.sort());
}

Certificate lift(const Certificate& certificate, const std::vector<LocationId>& origin) {
  return std::visit(Lifter{origin}, certificate);
}

Certificate to_certificate(const DirectCertificate& certificate) {
  return std::visit([](const auto& kind) -> Certificate { return kind; }, certificate);
}

program::Program unwound_program(const program::Program& program, const UnwoundCalls& certificate) {
  const program::CallRecognition calls = program::recognise_calls(program);
  if (!calls.structure)
    throw base::InputError("certificate: the program has no calls to unwind: " + calls.reason);
  return program::unwind_calls(program, *calls.structure, certificate.tree).transformed.program;
}

}  // namespace pendulum::certificate
