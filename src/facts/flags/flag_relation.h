// The relation between flags: the combinations of their values that are reachable at each location, if
// everything else is arbitrary.
//
// The program in small blocks is a transition relation that is partitioned by edges: most edges test or
// assign one or two flags. The reachable set of each location is a BDD; the fixpoint propagates the new
// states along the edges (symbolic model checking: Burch, Clarke, McMillan, Dill, Hwang 1992). At each
// location the flags that are not live are quantified out.
#pragma once

#include "facts/flags/flag_cases.h"

namespace pendulum::facts {

struct FlagLimits {
  /// Maximum sum of the bits of all flags.
  unsigned max_bits = 400;
  /// Maximum number of BDD nodes, 20 bytes each. Sets that need more are too large for facts anyway.
  unsigned max_nodes = 2'000'000;
};

class FlagRelation {
 public:
  /// Computes the fixpoint. Throws Stopped after `stop` has stopped, and OutOfNodes. Requires: `values` is
  /// flag_values(program); `program` outlives this object; no other BddPackage exists.
  FlagRelation(const program::Program& program, const LocationValues& values, const FlagLimits& limits,
               const base::StopToken& stop);

  const FlagEncoding& encoding() const { return encoding_; }
  /// The reachable codes at a location.
  /// Ensures: together with `values`, the sets are inductive: for every edge s -> t, the codes of a state
  /// after the edge are in reached(t), if those before are in reached(s) and the values of both are in
  /// `values`.
  const Bdd& reached(program::LocationId location) const { return reached_[location]; }
  /// The reachable codes of the flags in `scope`, which is ordered by id.
  Bdd projected(program::LocationId location, const term::TermVector& scope) const;
  /// Number of sets that were propagated along an edge.
  std::size_t num_images() const { return num_images_; }

 private:
  /// The abstraction of an edge: state' = exists quantified: state and guard and updates, renamed, and then
  /// conjoined with `constants`.
  struct Transition {
    Bdd guard;
    std::vector<Bdd> updates;  ///< over current and next bits
    Bdd quantified;            ///< flags that are assigned, or dead after the edge
    Bdd constants;             ///< flags that are assigned a constant, over current bits
  };

  Transition make_transition(const program::Edge& edge);
  /// The codes of the flag after the edge, over current and next bits.
  Bdd update(const Flag& flag, const Cases& value);
  Bdd copy(const Flag& to, const Flag& from);
  Bdd image(const Transition& transition, const Bdd& states);
  void run(const base::StopToken& stop);

  const program::Program& program_;
  const std::vector<Flag> flags_;
  const BddPackage package_;
  const FlagEncoding encoding_;
  FlagCases cases_;
  const std::vector<term::TermVector> live_;
  std::vector<std::optional<Transition>> transitions_;  ///< by edge, made at the first use
  std::vector<Bdd> reached_;                            ///< by location
  std::size_t num_images_ = 0;
};

}  // namespace pendulum::facts
