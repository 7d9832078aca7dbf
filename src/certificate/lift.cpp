// Translates certificates for a transformed program to certificates for the original program. Terms do not
// change, because the passes keep the variables that they do not remove. The bounds of KInduction, Unrolling
// and LoopUnrolling do not change, because the passes keep cutpoints and loop heads. Soundness does not
// depend on this, because the judge checks the bounds on the original program.
#include <algorithm>

#include "base/check.h"
#include "certificate/certificate.h"

namespace pendulum::certificate {

namespace {

Invariant lift_invariant(const Invariant& invariant, const std::vector<LocationId>& origin) {
  Invariant result;
  for (const auto& [location, term] : invariant.at) {
    PENDULUM_CHECK(location < origin.size(), "location {} should have an origin", location);
    const auto [entry, is_new] = result.at.emplace(origin[location], term);
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
  Certificate operator()(const Invariant& invariant) const { return lift_invariant(invariant, origin); }
  Certificate operator()(const KInduction& induction) const {
    PENDULUM_CHECK(induction.k > 0, "a proof by k-induction should have a step");
    return KInduction{induction.k, lift_invariant(induction.facts, origin)};
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
};

}  // namespace

Certificate lift(const Certificate& certificate, const std::vector<LocationId>& origin) {
  return std::visit(Lifter{origin}, certificate);
}

}  // namespace pendulum::certificate
