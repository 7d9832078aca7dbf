// AbstractTREE and its DAG version (DAGGER, Fig. 2 and section 3), and the refinement of both.
//
// The tree is a DAG without merging: RefineTREE is the refinement of section 3 applied to a path. order.h
// defines the order in which the nodes are created.
#pragma once

#include <functional>

#include "base/logger.h"
#include "engine/dagger/counterexample.h"
#include "engine/dagger/error_states.h"
#include "engine/dagger/interpolants.h"
#include "engine/dagger/order.h"

namespace pendulum::engine::dagger {

struct Configuration {
  bool is_dag = true;        ///< merge at merge locations
  bool interpolates = true;  ///< refine widening by interpolants, not by joins
  bool caches = true;        ///< cache error preimages at refinement nodes
  bool uses_solver = false;  ///< try interpolants of the SMT layer before those of the domain
  domain::InterpolationOrder interpolation = domain::InterpolationOrder::Extended;
  unsigned long max_refinements = 0;
  std::optional<base::Clock::time_point> deadline;
  /// Other attempts follow: the search gives up if spurious paths differ only in their numbers of loop
  /// iterations.
  bool is_trial = false;
};

/// Number of refinements of a head by interpolants after which its widening keeps bounds. Of the rows of
/// Table 1 that the paper proves, most need three refinements or fewer.
inline constexpr unsigned max_without_bounds = 3;

struct Outcome {
  enum class Kind { Fixpoint, Error, Limit, Stuck } kind = Kind::Stuck;
  std::optional<certificate::ErrorPath> path;  ///< if Error: over the bit-precise small-block program
  std::string detail;
};

class Search {
 public:
  Search(domain::StateSpace& space, Counterexamples& counterexamples, const Configuration& configuration,
         base::Statistics& statistics, const base::Logger& logger, const base::StopToken& stop);

  /// `facts`: for each location a state that contains all reachable states. It is intersected with all states
  /// that the search computes.
  void assume(std::vector<State> facts) { facts_ = std::move(facts); }

  /// `observer` is called before each refinement, with the graph and the node that reaches the error.
  using Observer = std::function<void(const Graph&, NodeId)>;
  void observe(Observer observer) { observer_ = std::move(observer); }

  Outcome run();
  /// The maximal states of the nodes at a location. After Fixpoint, their disjunction is an invariant.
  std::vector<State> states_at(LocationId location) const;

 private:
  using Images = std::vector<std::pair<InEdge, State>>;
  /// Images that are joined into one node.
  struct Part {
    Images images;
    HintId hint;
    bool is_branch;  ///< its descendants are not merged with those of other parts
  };

  // search.cpp: forward search.
  /// Adds the outgoing edge to pending_.
  void enqueue(NodeId node, std::size_t outgoing);
  /// Creates the nodes for a group of edges with the same ProcessingOrder::Key.
  std::optional<Outcome> process(const std::vector<InEdge>& group);
  Images images_of(const std::vector<InEdge>& group);
  std::vector<Part> parts_of(Images images);
  /// The source exists, the edge is pending, and no node covers its image.
  bool is_open(InEdge edge, const State& image);
  /// Marks the edge as covered if the state of an existing node contains its image.
  bool is_covered(InEdge edge, const State& image);
  State image(InEdge edge);
  /// The intersection of the state with the facts of the location.
  State with_facts(State state, LocationId location) const;
  std::optional<Outcome> make_node(const Images& images, HintId hint, bool is_branch);
  /// s'' = Sel(S): the state of an earlier round from which a node after a back edge is widened.
  const State& select(const Node& source, AffineEdgeId edge) const;
  /// s'' widened by the join `base` of s'' and the image, up to T.
  State widen(const Node& node, const State& base) const;
  /// The state of a new node for the joined image `img`.
  State compute(Node& node, const State& img, bool is_back_edge);
  /// Starts a refinement if the node is an error node or intersects a cached error preimage.
  std::optional<Outcome> examine(NodeId node);

  // refine.cpp: backward analysis and refinement.
  /// Shows that the node cannot reach `errors`, by refinement, or finds a counterexample.
  std::optional<Outcome> refine(NodeId node, const std::vector<ErrorState>& errors);
  struct Analysis {
    std::vector<std::pair<NodeId, std::vector<ErrorState>>>
        imprecise;  ///< descending: reverse topological order
    std::vector<ErrorState> at_root;
  };
  /// Propagates error preimages backwards; finds the nodes that have to be refined.
  Analysis analyse(NodeId node, const std::vector<ErrorState>& errors);
  /// An error preimage that reaches the root, if a depth-first search with limited effort finds one.
  std::optional<ErrorState> reach_root(NodeId first, const std::vector<ErrorState>& errors);
  /// Makes the node disjoint from `errors`; false if that is not possible.
  bool refine_node(NodeId node, const std::vector<ErrorState>& errors);
  /// The same for a widened node with the joined image `img`.
  bool apply_refinement(NodeId node, const State& img, const std::vector<ErrorState>& errors);
  /// The same for a node whose image is not exact.
  bool sharpen(NodeId node, const std::vector<ErrorState>& errors);
  /// Adds an interpolant between `base` and the error preimage `psi` to T.
  void interpolate(LocationId location, const State& base, const State& psi);
  /// Adds a constraint to T.
  void learn(LocationId location, const domain::PackedConstraint& constraint);
  /// Shrinks the state of a node; removes its descendants and the covers by it.
  void set_state(NodeId node, State state);
  /// Decides a path over bit-vectors; nothing if it is infeasible.
  std::optional<Outcome> check_path(const std::vector<AffineEdgeId>& path);
  /// Decides one path through each of the nodes, whose images are not exact.
  std::optional<Outcome> decide_paths(const std::vector<std::pair<NodeId, SuffixId>>& nodes);
  /// Creates all nodes again, with the hints.
  void restart();
  /// Excludes infeasible paths that the abstract images do not exclude, and starts again from the root.
  std::optional<Outcome> exclude(const std::vector<std::vector<AffineEdgeId>>& paths);
  std::optional<Outcome> exclude_path(const std::vector<AffineEdgeId>& path);
  /// Adds the labels of the path to the hints along it.
  std::optional<Outcome> label_path(const std::vector<AffineEdgeId>& path);
  /// A path from the root to the node, followed by the suffix.
  std::vector<AffineEdgeId> some_path(NodeId node, SuffixId suffix) const;
  std::uint64_t& count(const char* name) { return statistics_.counter(std::string("engine.dagger.") + name); }

  domain::StateSpace& space_;
  const domain::AffineProgram& program_;
  Counterexamples& counterexamples_;
  Configuration configuration_;
  base::Statistics& statistics_;
  base::Logger logger_;
  const base::StopToken& stop_;
  Graph graph_;
  HintDag hints_;
  ProcessingOrder order_;
  std::vector<State> facts_;  ///< by location; empty if there are none
  std::map<ProcessingOrder::Key, std::vector<InEdge>> pending_;
  Interpolants interpolants_;  ///< T (section 4)
  ErrorStates errors_;
  std::map<std::set<AffineEdgeId>, unsigned> excluded_;  ///< number of excluded paths for each set of edges
  Observer observer_;
  std::vector<unsigned> num_interpolated_;  ///< refinements by interpolants, by location
  bool needs_restart_ = false;              ///< the widening of a head has become more precise
  unsigned long refinements_ = 0;
  unsigned long restarts_ = 0;  ///< number of times that all nodes were recreated
};

}  // namespace pendulum::engine::dagger
