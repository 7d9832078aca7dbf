// Determines the conjuncts of an inductive invariant on which its proof depends.
//
// The invariant is given by parts: each part is a disjunct of the invariant at its location. The search works
// backwards from the locations without parts, which have to be unreachable. A conjunct is needed if it occurs
// in an unsat core that shows that an edge cannot reach such a location, or that establishes another needed
// conjunct.
#pragma once

#include <functional>

#include "engine/engine.h"
#include "term/traverse.h"

namespace pendulum::engine {

/// A disjunct of the invariant at a location.
struct InvariantPart {
  program::LocationId location = 0;
  term::TermVector conjuncts;
};

/// A guarded parallel assignment.
struct InvariantEdge {
  program::LocationId source = 0;
  program::LocationId target = 0;
  term::Term guard;
  /// Unset if the updates cannot be expressed as terms; obligations that need them are not confirmed.
  std::optional<term::Substitution> updates;
};

/// The part that contains the image of a part under an edge, if the caller knows it.
struct InvariantSuccessor {
  enum class Kind {
    Empty,    ///< the image is empty; the solver has to confirm it
    Part,     ///< all states of the image are in `part`
    Ignored,  ///< the caller does not know a part; the obligation is omitted
  };
  Kind kind = Kind::Empty;
  std::size_t part = 0;  ///< index, if Part
};

struct InductionProblem {
  std::size_t num_locations = 0;
  std::vector<InvariantPart> parts;
  std::vector<InvariantEdge> edges;
  std::string logic;  ///< of all terms
  /// Unset: the solver proves that the states after an edge are in some part of its target.
  std::function<InvariantSuccessor(std::size_t part, std::size_t edge)> successor;
};

struct NeededConjunctsOptions {
  std::chrono::milliseconds time_limit;   ///< of the whole search
  std::chrono::milliseconds query_limit;  ///< of one solver call
  /// Maximum number of solver calls that minimise one core; larger cores are not minimised.
  std::size_t max_core_checks;
  /// PerEdge: a solver for each edge keeps its guard. Shared: less memory if there are many edges.
  enum class Solvers { PerEdge, Shared } solvers = Solvers::PerEdge;
};

/// The needed conjuncts of each part. Nothing if the solver does not confirm an obligation or the time limit
/// is reached. Requires that the locations of parts and edges are less than num_locations. May throw Stopped.
std::optional<std::vector<term::TermVector>> needed_conjuncts(const InductionProblem& problem,
                                                              const NeededConjunctsOptions& options,
                                                              Env& env);

}  // namespace pendulum::engine
