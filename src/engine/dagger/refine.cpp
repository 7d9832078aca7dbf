// Refinement: DAGGER, RefineTREE and ApplyRefinement of Fig. 2, and section 3 for DAGs.
#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/dagger/search.h"

namespace pendulum::engine::dagger {

namespace {

/// Maximum number of paths that the solver checks per refinement. A query may take seconds, and the next
/// refinement finds the other paths again.
constexpr std::size_t max_candidates = 4;
/// Maximum number of spurious paths with the same set of edges in a trial. The first and the last iteration
/// of a loop may be special; a third path of the kind indicates that the sequence will not end.
constexpr unsigned max_alike = 2;

/// Number of error preimages of one node from which on a depth-first search looks for the root. Programs with
/// n flags in sequence have up to 3^n preimages at the first merge node. Not measured.
constexpr std::size_t max_breadth = 32;
/// Maximum number of error preimages of one node in one refinement. The others are postponed: the error is
/// reached again without them (Search::analyse).
constexpr std::size_t max_preimages = 48;
/// Preimages that the depth-first search computes per edge of the longest path to the node.
constexpr std::size_t depth_first_effort = 16;

}  // namespace

/// Follows one error preimage after the other towards the root. A path in the abstraction is found without
/// all preimages, because the nodes that have to be refined do not matter if there is one.
std::optional<ErrorState> Search::reach_root(NodeId first, const std::vector<ErrorState>& errors) {
  std::vector<std::pair<NodeId, ErrorState>> open;
  for (const ErrorState& error : errors) open.emplace_back(first, error);
  for (std::size_t effort = depth_first_effort * (graph_.node(first).depth + 1); !open.empty(); --effort) {
    stop_.throw_if_stopped();
    const auto [node, error] = std::move(open.back());
    open.pop_back();
    if (node == graph_.root()) return error;
    if (effort == 0) break;
    for (const InEdge& in : graph_.node(node).incoming) {
      ++count("preimages");
      State pre = space_.preimage(in.edge, error.psi);
      if (!space_.is_disjoint(graph_.node(in.source).state, pre))
        open.emplace_back(in.source, ErrorState{std::move(pre), errors_.prepend(in.edge, error.suffix)});
    }
  }
  return std::nullopt;
}

/// Computes err(n) of section 3 backwards from the error: "we store and propagate back only those abstract
/// error preimages that satisfy s_e and s' are not disjoint". A node is a refinement node with respect to an
/// incoming edge along which no preimage intersects the source's state (on a path: RefineTREE, lines 4-9).
///
/// Progress with postponed preimages: of the nodes with preimages, the first one in topological order is the
/// root or a refinement node, because a preimage along each of its edges would belong to an earlier node. So
/// at least one path is eliminated, and the others are found again when the error is reached next.
Search::Analysis Search::analyse(NodeId first, const std::vector<ErrorState>& errors) {
  Analysis result;
  std::map<NodeId, std::vector<ErrorState>, std::greater<>> open;
  open.emplace(first, errors);
  bool is_broad = false;
  while (!open.empty()) {
    stop_.throw_if_stopped();
    auto entry = open.extract(open.begin());
    const NodeId id = entry.key();
    const std::vector<ErrorState>& here = entry.mapped();
    if (id == graph_.root()) {
      result.at_root = here;
      continue;
    }
    if (here.size() > max_breadth && !std::exchange(is_broad, true))
      if (auto error = reach_root(first, errors)) return {{}, {std::move(*error)}};
    bool is_imprecise = false;
    for (const InEdge& in : graph_.node(id).incoming) {
      bool reaches = false;
      for (const ErrorState& error : here) {
        ++count("preimages");
        State pre = space_.preimage(in.edge, error.psi);
        if (space_.is_disjoint(graph_.node(in.source).state, pre)) continue;
        reaches = true;
        std::vector<ErrorState>& known = open[in.source];
        if (known.size() < max_preimages)
          errors_.add(known, std::move(pre), errors_.prepend(in.edge, error.suffix));
        else
          ++count("postponed_preimages");
      }
      if (!reaches) is_imprecise = true;
    }
    if (is_imprecise) result.imprecise.emplace_back(id, here);
  }
  return result;
}

std::vector<AffineEdgeId> Search::some_path(NodeId id, SuffixId suffix) const {
  std::vector<AffineEdgeId> path;
  for (; id != graph_.root(); id = graph_.node(id).incoming.front().source) {
    PENDULUM_CHECK(!graph_.node(id).incoming.empty(), "node {} should have a predecessor", id);
    path.push_back(graph_.node(id).incoming.front().edge);
  }
  std::ranges::reverse(path);
  const std::vector<AffineEdgeId> rest = errors_.path_of(suffix);
  path.insert(path.end(), rest.begin(), rest.end());
  return path;
}

std::optional<Outcome> Search::refine(NodeId id, const std::vector<ErrorState>& errors) {
  PENDULUM_CHECK(!errors.empty(), "a refinement should have error states");
  if (refinements_ >= configuration_.max_refinements)
    return Outcome{Outcome::Kind::Limit, std::nullopt, "dagger.max_refinements"};
  ++refinements_;
  ++count("refinements");
  logger_.progress("refinement {}", refinements_);
  if (observer_) observer_(graph_, id);
  const Analysis analysis = analyse(id, errors);
  for (std::size_t i = 0; i < analysis.at_root.size() && i < max_candidates; ++i)
    if (auto outcome = check_path(errors_.path_of(analysis.at_root[i].suffix))) return outcome;
  if (!analysis.at_root.empty()) return exclude({errors_.path_of(analysis.at_root.front().suffix)});

  bool is_refined = false;
  std::vector<std::pair<NodeId, SuffixId>> failed;
  // Reverse topological order: at least one node of each path is refined (Lemma 3).
  for (const auto& [node, here] : analysis.imprecise) {
    if (graph_.node(node).is_removed) continue;
    if (refine_node(node, here)) {
      is_refined = true;
      PENDULUM_DCHECK(graph_.node(node).is_removed || !errors_.intersects(graph_.node(node).state, here),
                      "a refined node should not intersect an error preimage");
    } else {
      failed.emplace_back(node, here.front().suffix);
    }
  }
  // Image and Preimage of these nodes disagree, so one of them is not exact.
  std::erase_if(failed, [&](const auto& entry) {
    const Node& node = graph_.node(entry.first);
    return node.is_removed || (is_refined && !std::exchange(hints_[node.hint].has_failed, true));
  });
  if (!failed.empty()) return decide_paths(failed);
  PENDULUM_CHECK(is_refined, "a node should be imprecise if no preimage reaches the root");
  if (std::exchange(needs_restart_, false))
    restart();
  else if (!graph_.node(id).is_removed && graph_.node(id).location == program_.program().error())
    graph_.remove(id);
  return std::nullopt;
}

/// Lemma 3 holds for exact images. Otherwise a refinement may fail, and the node may become precise when a
/// node before it is refined; if it fails again, the solver decides.
std::optional<Outcome> Search::decide_paths(const std::vector<std::pair<NodeId, SuffixId>>& nodes) {
  std::vector<std::vector<AffineEdgeId>> paths;
  for (const auto& [node, suffix] : nodes) {
    paths.push_back(some_path(node, suffix));
    if (auto outcome = check_path(paths.back())) return outcome;
  }
  return exclude(paths);
}

bool Search::refine_node(NodeId id, const std::vector<ErrorState>& errors) {
  if (configuration_.caches) errors_.cache(graph_.node(id).location, errors);
  State img = space_.bottom();
  for (const InEdge& in : graph_.node(id).incoming) img = space_.join(img, image(in));
  const Node& node = graph_.node(id);
  if (node.incoming.size() > 1 && errors_.intersects(img, errors)) {
    // Section 3, (i): the merge node is deleted, and each of its edges will get a node of its own.
    if (node.location == program_.program().error()) return false;
    hints_[node.hint].is_split = true;
    ++count("splits");
    graph_.remove(id);
    return true;
  }
  if (node.is_widened) return apply_refinement(id, img, errors);  // (ii)
  return sharpen(id, errors);
}

/// Fig. 2, ApplyRefinement, for a set of error states.
bool Search::apply_refinement(NodeId id, const State& img, const std::vector<ErrorState>& errors) {
  const Node& node = graph_.node(id);
  PENDULUM_CHECK(node.is_widened, "the state of node {} should be widened", id);
  Hint& hint = hints_[node.hint];
  const State base = space_.join(node.selected, img);
  if (logger_.is_on(3)) {
    logger_.data("refine {} at {}: s'' {}, image {}", id, program_.program().location(node.location).name,
                 space_.to_term(node.selected).to_string(), space_.to_term(img).to_string());
    for (const ErrorState& error : errors) logger_.data("  error {}", space_.to_term(error.psi).to_string());
  }
  if (errors_.intersects(base, errors)) {  // line 7
    if (errors_.intersects(img, errors)) return sharpen(id, errors);
    hint.precision = Precision::Image;
    ++count("disjunctions");
    set_state(id, img);
    return true;
  }
  if (configuration_.interpolates && hint.precision == Precision::Widen) {  // lines 3-5
    for (const ErrorState& error : errors) interpolate(node.location, base, error.psi);
    if (configuration_.interpolation == domain::InterpolationOrder::Extended &&
        ++num_interpolated_[node.location] == max_without_bounds + 1)
      needs_restart_ = true;
    State widened = widen(node, base);
    const State bounded = space_.meet(widened, node.state);
    if (!bounded.is_bottom && space_.leq(img, bounded)) widened = bounded;
    if (!errors_.intersects(widened, errors)) {
      hint.bound = widened;
      set_state(id, std::move(widened));
      return true;
    }
  }
  if (hint.precision == Precision::Join) return sharpen(id, errors);
  // Modes without interpolation (columns of Table 1): widening is replaced by the join, as in [Gulavani06].
  hint.precision = Precision::Join;
  hint.bound = base;
  ++count("joins");
  set_state(id, base);
  return true;
}

/// The image is not exact: removes from it states without a preimage in the source. (Section 2, end: "This
/// can be rectified by letting RefineTREE improve the precision of Image as well.")
bool Search::sharpen(NodeId id, const std::vector<ErrorState>& errors) {
  const Node& node = graph_.node(id);
  if (node.incoming.size() != 1 || node.is_widened) return false;
  const InEdge in = node.incoming.front();
  const State& source = graph_.node(in.source).state;
  State state = node.state;
  Hint& hint = hints_[hints_.after(graph_.node(in.source).hint, in.edge)];
  for (const ErrorState& error : errors) {
    for (const domain::PackedConstraint& packed : space_.constraints(error.psi)) {
      for (const domain::Constraint& inequality : packed.constraint.inequalities()) {
        const domain::PackedConstraint outside{packed.pack, inequality};
        const State pre = space_.preimage(in.edge, space_.constrain(space_.top(), {&outside, 1}));
        if (!space_.is_disjoint(source, pre)) continue;
        const domain::PackedConstraint cut{packed.pack, domain::negation(inequality)};
        hint.cuts.push_back(cut);
        state = space_.constrain(state, {&cut, 1});
      }
    }
  }
  if (errors_.intersects(state, errors)) return false;
  ++count("sharpened");
  if (state.is_bottom)
    graph_.remove(id);  // the edge becomes Pending, and its image is bottom then
  else
    set_state(id, std::move(state));
  return true;
}

void Search::set_state(NodeId id, State state) {
  graph_.node(id).state = std::move(state);
  graph_.remove_descendants(id);
  graph_.uncover(id);
}

void Search::learn(LocationId location, const domain::PackedConstraint& constraint) {
  if (!interpolants_.add(location, constraint)) return;
  if (logger_.is_on(3)) logger_.data("  interpolant {}", space_.to_term(constraint).to_string());
  ++count("interpolants");
}

/// Fig. 2, ApplyRefinement, line 4.
void Search::interpolate(LocationId location, const State& base, const State& psi) {
  std::vector<domain::PackedConstraint> found;
  if (configuration_.uses_solver) found = counterexamples_.interpolate(space_, base, psi);
  if (!found.empty()) ++count("solver_interpolants");
  if (found.empty()) found = space_.interpolate(base, psi, configuration_.interpolation);
  for (const domain::PackedConstraint& constraint : found) learn(location, constraint);
}

/// RefineTREE, line 12: "program incorrect", if the path is feasible over bit-vectors.
std::optional<Outcome> Search::check_path(const std::vector<AffineEdgeId>& path) {
  PENDULUM_CHECK(!path.empty() && program_.edge(path.back()).target == program_.program().error(),
                 "a counterexample path should end at the error");
  ++count("paths_checked");
  std::vector<program::EdgeId> edges;
  for (const AffineEdgeId edge : path)
    edges.insert(edges.end(), program_.edge(edge).path.begin(), program_.edge(edge).path.end());
  const PathAnswer answer = counterexamples_.check(edges);
  switch (answer.result) {
    case smt::SatResult::Sat:
      return Outcome{Outcome::Kind::Error, answer.path, {}};
    case smt::SatResult::Unsat:
      return std::nullopt;
    case smt::SatResult::Unknown:
      return Outcome{Outcome::Kind::Stuck, std::nullopt, "the solver did not decide a path"};
  }
  PENDULUM_UNREACHABLE();
}

std::optional<Outcome> Search::exclude(const std::vector<std::vector<AffineEdgeId>>& paths) {
  for (const std::vector<AffineEdgeId>& path : paths)
    if (auto outcome = exclude_path(path)) return outcome;
  restart();
  return std::nullopt;
}

void Search::restart() {
  pending_.clear();
  graph_.reset(space_.top());
  ++restarts_;
}

/// The path is infeasible although its abstract images are not empty. First, wide constraints are enabled
/// along the path. If they were enabled before, the labels of the path are used, as facts of nodes that
/// represent this path alone, and as interpolants.
std::optional<Outcome> Search::exclude_path(const std::vector<AffineEdgeId>& path) {
  PENDULUM_CHECK(!path.empty(), "an excluded path should have edges");
  ++count("paths_excluded");
  bool is_wider = false;
  for (const AffineEdgeId edge : path) is_wider = space_.enable_wide(edge) || is_wider;
  if (is_wider) return std::nullopt;
  if (++excluded_[{path.begin(), path.end()}] > max_alike && configuration_.is_trial)
    return Outcome{Outcome::Kind::Limit, std::nullopt,
                   "spurious paths that differ only in the number of loop iterations"};
  return label_path(path);
}

std::optional<Outcome> Search::label_path(const std::vector<AffineEdgeId>& path) {
  std::vector<program::EdgeId> edges;
  std::vector<std::size_t> ends;
  for (const AffineEdgeId edge : path) {
    edges.insert(edges.end(), program_.edge(edge).path.begin(), program_.edge(edge).path.end());
    ends.push_back(edges.size());
  }
  const term::TermVector labels = counterexamples_.labels(edges);
  HintId hint = hints_.root();
  NodeId node = graph_.root();
  for (std::size_t i = 0; i < path.size(); ++i) {
    hint = hints_.after(hint, path[i]);
    if (!labels.empty()) {
      bool is_complete = true;
      const LocationId location = program_.edge(path[i]).target;
      std::vector<domain::PackedConstraint> facts = space_.from_term(labels[ends[i]], is_complete);
      if (program_.wto().is_head(location))
        for (const domain::PackedConstraint& fact : facts) learn(location, fact);
      hints_[hint].path_facts = std::move(facts);
    }
    // The nodes along the path are split, so that they represent this path alone.
    if (node == no_node) continue;
    const auto& all = graph_.node(node).outgoing;
    const auto out = std::ranges::find(all, path[i], &OutEdge::edge);
    PENDULUM_CHECK(out != all.end(), "edge {} should leave node {}", path[i], node);
    node = out->status == OutEdge::Status::Taken ? out->other : no_node;
    if (node == no_node) continue;
    if (graph_.node(node).incoming.size() > 1) hints_[graph_.node(node).hint].is_split = true;
    if (graph_.node(node).is_widened) hints_[graph_.node(node).hint].precision = Precision::Image;
  }
  if (hints_[hint].is_excluded_path && labels.empty())
    return Outcome{Outcome::Kind::Stuck, std::nullopt, "refinement cannot exclude a spurious path"};
  hints_[hint].is_excluded_path = true;
  return std::nullopt;
}

}  // namespace pendulum::engine::dagger
