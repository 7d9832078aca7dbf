#include "domain/fixpoint.h"

#include <set>

namespace pendulum::domain {

using program::LocationId;

namespace {

/// Number of times that back edges may enlarge the state of a loop head before it is widened. Bounds that
/// only hold initially have disappeared by then.
constexpr unsigned rounds_before_widening = 2;
constexpr unsigned descending_steps = 3;
/// Maximum number of live variables for polyhedra; with more variables they would constantly fall back to
/// octagons.
constexpr std::size_t max_polyhedra = 8;
/// Maximum number of variables in a pack.
constexpr std::size_t max_pack = 20;

class Fixpoint {
 public:
  Fixpoint(const StateSpace& space, base::Clock::time_point deadline, const base::StopToken& stop)
      : space_(space),
        program_(space.program()),
        deadline_(deadline),
        stop_(stop),
        guards_(space.guards()),
        states_(program_.program().locations().size()),
        visits_(states_.size(), 0) {}

  std::optional<std::vector<State>> run() {
    states_[program_.program().entry()] = space_.top();
    if (!ascend()) return std::nullopt;
    for (unsigned i = 0; i < descending_steps; ++i)
      if (!descend()) return std::nullopt;
    return std::move(states_);
  }

 private:
  bool is_late() const {
    stop_.throw_if_stopped();
    return base::Clock::now() > deadline_;
  }

  /// Always processes the first changed location of the weak topological order, so that inner loops are
  /// stable before the locations that follow them.
  bool ascend() {
    std::set<std::size_t> changed{program_.wto().position(program_.program().entry())};
    while (!changed.empty()) {
      if (is_late()) return false;
      const LocationId location = program_.wto().order()[*changed.begin()];
      changed.erase(changed.begin());
      for (const AffineEdgeId edge : program_.outgoing(location))
        if (grow(edge)) changed.insert(program_.wto().position(program_.edge(edge).target));
    }
    return true;
  }

  /// Adds the image of an edge to the state of its target. Returns true if the state changed.
  bool grow(AffineEdgeId id) {
    const AffineEdge& edge = program_.edge(id);
    const State image = space_.image(id, states_[edge.source]);
    State& state = states_[edge.target];
    if (space_.leq(image, state)) return false;
    State joined = space_.join(state, image);
    if (edge.is_back_edge && ++visits_[edge.target] > rounds_before_widening) joined = widen(state, joined);
    state = std::move(joined);
    return true;
  }

  /// Widens up to the guards of the program and the variable bounds of `state`, because polyhedra lose bounds
  /// that are only implied by other constraints. Terminates: a bound that is kept is either an old one or
  /// implied by fewer constraints than before.
  State widen(const State& state, const State& joined) const {
    std::vector<PackedConstraint> up_to = space_.bounds(state);
    up_to.insert(up_to.end(), guards_.begin(), guards_.end());
    return space_.widen_up_to(state, joined, up_to);
  }

  /// Soundness: if the states contain all reachable states, so do the joins of their images, and the meet of
  /// both.
  bool descend() {
    std::vector<State> images(states_.size());
    images[program_.program().entry()] = space_.top();
    for (const LocationId location : program_.wto().order()) {
      if (is_late()) return false;
      // Images along forward edges are from this round, images along back edges from the previous one.
      if (program_.wto().is_head(location)) add_back_edges(images[location], location);
      if (location != program_.program().entry())
        states_[location] = space_.meet(states_[location], images[location]);
      for (const AffineEdgeId edge : program_.outgoing(location)) {
        const LocationId target = program_.edge(edge).target;
        if (!program_.edge(edge).is_back_edge)
          images[target] = space_.join(images[target], space_.image(edge, states_[location]));
      }
    }
    return true;
  }

  void add_back_edges(State& state, LocationId head) const {
    for (AffineEdgeId id = 0; id < program_.edges().size(); ++id) {
      const AffineEdge& edge = program_.edge(id);
      if (edge.target == head && edge.is_back_edge)
        state = space_.join(state, space_.image(id, states_[edge.source]));
    }
  }

  const StateSpace& space_;
  const AffineProgram& program_;
  base::Clock::time_point deadline_;
  const base::StopToken& stop_;
  std::vector<PackedConstraint> guards_;
  std::vector<State> states_;
  /// By location: number of images along back edges that enlarged the state.
  std::vector<unsigned> visits_;
};

std::size_t max_live(const AffineProgram& program) {
  std::size_t result = 0;
  for (const LocationId location : program.wto().order())
    if (!program.outgoing(location).empty()) result = std::max(result, program.live(location).size());
  return result;
}

}  // namespace

std::optional<std::vector<State>> fixpoint(const StateSpace& space, base::Clock::time_point deadline,
                                           const base::StopToken& stop) {
  return Fixpoint(space, deadline, stop).run();
}

std::vector<term::TermVector> linear_invariants(const program::Program& program, term::Term ranges,
                                                std::chrono::milliseconds limit, base::Statistics& statistics,
                                                const base::StopToken& stop) {
  const auto deadline = base::Clock::now() + limit;
  std::vector<term::TermVector> result(program.locations().size());
  const AffineProgram affine(program, ranges, stop);
  const bool is_small = max_live(affine) <= max_polyhedra;
  Options options;
  options.kind = is_small ? DomainKind::Polyhedron : DomainKind::Octagon;
  const Domain domain(options, statistics);
  const StateSpace space(affine, domain, max_pack,
                         is_small ? WideConstraints::Later : WideConstraints::Always);
  const auto states = fixpoint(space, deadline, stop);
  if (!states) return result;
  for (const LocationId location : affine.wto().order()) {
    if (affine.outgoing(location).empty() || location == program.entry()) continue;
    const State& state = (*states)[location];
    if (state.is_bottom)
      result[location].push_back(program.terms().mk_false());
    else
      for (const PackedConstraint& constraint : space.constraints(state))
        result[location].push_back(space.to_term(constraint));
  }
  return result;
}

}  // namespace pendulum::domain
