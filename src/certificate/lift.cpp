// Certificates over a transformed program as certificates over the original. Terms stay: the passes keep
// the variables that they do not remove. The bounds of KInduction, Unrolling and Unwinding stay: cutpoints
// and heads of loops are kept by the passes, and the judge counts on the original whatever we claim here.
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
    // Soundness: two copies of one location with different invariants would need their disjunction; to drop
    // one of them could only make the judge reject, but it would hide a mistake of the caller.
    PENDULUM_CHECK(is_new || entry->second == term,
                   "locations of a certificate should have distinct origins");
  }
  return result;
}

struct Lifter {
  const std::vector<LocationId>& origin;
  Certificate operator()(const Invariant& invariant) const { return lift_invariant(invariant, origin); }
  Certificate operator()(const KInduction& induction) const {
    return KInduction{induction.k, lift_invariant(induction.facts, origin)};
  }
  Certificate operator()(const Unrolling& unrolling) const { return unrolling; }
  Certificate operator()(const Unwinding& unwinding) const {
    Unwinding result;
    for (const auto& [head, bound] : unwinding.loops) {
      PENDULUM_CHECK(head < origin.size(), "location {} should have an origin", head);
      const auto known = std::ranges::find(result.loops, origin[head], &Unwinding::Loop::head);
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
