#include "engine/dagger/search.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::engine::dagger {

namespace {

/// Number of ancestors that Sel considers; a counterexample may iterate a loop thousands of times, but a
/// maximal state is usually among the latest ones.
constexpr unsigned max_selected = 16;

}  // namespace

Search::Search(domain::StateSpace& space, Counterexamples& counterexamples,
               const Configuration& configuration, base::Statistics& statistics, const base::Logger& logger,
               const base::StopToken& stop)
    : space_(space),
      program_(space.program()),
      counterexamples_(counterexamples),
      configuration_(configuration),
      statistics_(statistics),
      logger_(logger),
      stop_(stop),
      graph_(program_, [this](NodeId node, std::size_t outgoing) { enqueue(node, outgoing); }),
      order_(program_, graph_, hints_, configuration.is_dag),
      interpolants_(program_.program().locations().size()),
      errors_(space),
      num_interpolated_(program_.program().locations().size(), 0) {}

/// Fig. 2, AbstractTREE. Line 1: the root is <l0, true>, T is empty.
Outcome Search::run() {
  PENDULUM_CHECK(facts_.empty() || facts_.size() == program_.program().locations().size(),
                 "facts should be given for every location");
  pending_.clear();
  graph_.reset(space_.top());
  while (!pending_.empty()) {
    stop_.throw_if_stopped();
    if (configuration_.deadline && base::Clock::now() > *configuration_.deadline)
      return {Outcome::Kind::Limit, std::nullopt, "timeout of this attempt"};
    auto first = pending_.extract(pending_.begin());
    if (auto outcome = process(first.mapped())) return *outcome;
  }
  return {Outcome::Kind::Fixpoint, std::nullopt, {}};  // line 14: "program correct"
}

std::vector<State> Search::states_at(LocationId location) const {
  std::vector<State> result;
  for (const NodeId id : graph_.at(location)) {
    const State& state = graph_.node(id).state;
    const auto is_within = [&](const State& other) { return space_.leq(state, other); };
    if (std::ranges::any_of(result, is_within)) continue;
    std::erase_if(result, [&](const State& other) { return space_.leq(other, state); });
    result.push_back(state);
  }
  return result;
}

void Search::enqueue(NodeId node, std::size_t outgoing) {
  const AffineEdgeId edge = graph_.node(node).outgoing[outgoing].edge;
  pending_[order_.key_of(node, edge)].push_back({node, edge});
}

State Search::image(InEdge edge) {
  ++count("images");
  return with_facts(space_.image(edge.edge, graph_.node(edge.source).state), program_.edge(edge.edge).target);
}

/// Soundness: the facts are an invariant, so no reachable state is lost. Their images are contained in the
/// facts, so the states of a fixpoint are an invariant again.
State Search::with_facts(State state, LocationId location) const {
  return facts_.empty() ? state : space_.meet(state, facts_[location]);
}

/// Fig. 2, line 6.
bool Search::is_covered(InEdge edge, const State& img) {
  const std::vector<NodeId>& nodes = graph_.at(program_.edge(edge.edge).target);
  for (auto id = nodes.rbegin(); id != nodes.rend(); ++id) {
    if (!space_.leq(img, graph_.node(*id).state)) continue;
    graph_.set_covered(edge, *id);
    return true;
  }
  return false;
}

/// The images of those edges of the group that are still pending. Edges whose image is bottom or covered are
/// marked and omitted.
Search::Images Search::images_of(const std::vector<InEdge>& group) {
  Images result;
  for (const InEdge& edge : group) {
    const Node& source = graph_.node(edge.source);
    if (source.is_removed) continue;
    const auto out = std::ranges::find(source.outgoing, edge.edge, &OutEdge::edge);
    PENDULUM_CHECK(out != source.outgoing.end(), "edge {} should leave node {}", edge.edge, edge.source);
    if (out->status != OutEdge::Status::Pending) continue;
    const auto is_same = [&](const auto& other) {
      return other.first.source == edge.source && other.first.edge == edge.edge;
    };
    if (std::ranges::any_of(result, is_same)) continue;
    State img = image(edge);
    Hint& hint = hints_[hints_.after(source.hint, edge.edge)];
    if (source.is_path && hint.is_excluded_path) img = space_.bottom();
    for (const domain::PackedConstraint& cut : hint.cuts) {
      // Soundness: the cut is applied only if its complement still has no preimage in the source.
      const domain::PackedConstraint outside{cut.pack, domain::negation(cut.constraint)};
      const State pre = space_.preimage(edge.edge, space_.constrain(space_.top(), {&outside, 1}));
      if (space_.is_disjoint(source.state, pre)) img = space_.constrain(img, {&cut, 1});
    }
    if (img.is_bottom)
      graph_.set_bottom(edge);
    else if (!is_covered(edge, img))
      result.emplace_back(edge, std::move(img));
  }
  return result;
}

bool Search::is_open(InEdge edge, const State& img) {
  const Node& source = graph_.node(edge.source);
  if (source.is_removed) return false;
  const auto out = std::ranges::find(source.outgoing, edge.edge, &OutEdge::edge);
  PENDULUM_CHECK(out != source.outgoing.end(), "edge {} should leave node {}", edge.edge, edge.source);
  return out->status == OutEdge::Status::Pending && !is_covered(edge, img);
}

/// The groups of images that become a node each. A merge node that was split has a part for each image. If a
/// widened node has a bound, the images that it does not contain form a part of their own: they belong to no
/// path that was eliminated at the node, because images become smaller by refinement, and the bound remains
/// valid for the other images (section 3, "Progress Guarantees").
std::vector<Search::Part> Search::parts_of(Images images) {
  const InEdge first = images.front().first;
  const auto own_hint = [&](InEdge edge) { return hints_.after(graph_.node(edge.source).hint, edge.edge); };
  const bool is_error = program_.edge(first.edge).target == program_.program().error();
  if (is_error || !order_.merges(first.edge)) return {{std::move(images), own_hint(first), false}};
  std::vector<Part> parts;
  HintId hint = order_.merge_hint(first);
  if (hints_[hint].is_split) {
    for (auto& image : images) parts.push_back({{image}, own_hint(image.first), true});
    return parts;
  }
  for (bool is_branch = false; !images.empty(); is_branch = true, hint = hints_.beyond(hint)) {
    const std::optional<State>& bound = hints_[hint].bound;
    const auto beyond = std::ranges::stable_partition(
        images, [&](const auto& image) { return !bound || space_.leq(image.second, *bound); });
    Images within(std::make_move_iterator(images.begin()), std::make_move_iterator(beyond.begin()));
    images.erase(images.begin(), beyond.begin());
    if (!within.empty()) parts.push_back({std::move(within), hint, is_branch});
  }
  return parts;
}

std::optional<Outcome> Search::process(const std::vector<InEdge>& group) {
  PENDULUM_CHECK(!group.empty(), "a group of edges should not be empty");
  Images images = images_of(group);
  if (images.empty()) return std::nullopt;
  const unsigned long restarts = restarts_;
  for (Part& part : parts_of(std::move(images))) {
    if (restarts_ != restarts) break;  // all nodes were recreated
    // The nodes of earlier parts may cover images of this one, and their refinement may remove sources.
    std::erase_if(part.images, [&](const auto& image) { return !is_open(image.first, image.second); });
    if (part.images.empty()) continue;
    if (auto outcome = make_node(part.images, part.hint, part.is_branch)) return outcome;
  }
  return std::nullopt;
}

/// S and Sel of section 2: among the states of the head in earlier rounds (of the same part, if the loop is
/// unswitched), a maximal one; the latest of several.
const State& Search::select(const Node& source, AffineEdgeId edge) const {
  static const State none;
  const domain::AffineEdge& action = program_.edge(edge);
  const auto own = std::ranges::find(source.loops, action.target, &Loop::head);
  if (own == source.loops.end() || own->node == no_node) return none;
  NodeId best = no_node;
  NodeId next = own->node;
  for (unsigned i = 0; i <= max_selected && next != no_node; ++i, next = graph_.node(next).previous) {
    const Node& node = graph_.node(next);
    if (action.part != 0 && node.part != action.part) continue;
    if (best == no_node || space_.leq(graph_.node(best).state, node.state)) best = next;
  }
  return best == no_node ? none : graph_.node(best).state;
}

/// If interpolants alone do not suffice at a head, T also contains the bounds of the variables in s''. The
/// paper's widening loses a bound that no single constraint states: the heap sort of Table 1 needs l >= 1,
/// which follows from r >= 2 and r <= 2l, and without it the interpolants become steeper and steeper. Not
/// from the start, because other programs (cars) need a split of merge nodes for each bound.
State Search::widen(const Node& node, const State& base) const {
  if (num_interpolated_[node.location] <= max_without_bounds)
    return space_.widen_up_to(node.selected, base, interpolants_.at(node.location));
  std::vector<domain::PackedConstraint> up_to = interpolants_.at(node.location);
  std::ranges::move(space_.bounds(node.selected), std::back_inserter(up_to));
  return space_.widen_up_to(node.selected, base, up_to);
}

/// Fig. 2, lines 7-9, with the precision that the hint prescribes. Ensures: the result contains img.
State Search::compute(Node& node, const State& img, bool is_back_edge) {
  if (!is_back_edge || node.selected.is_bottom) return img;
  Hint& hint = hints_[node.hint];
  if (hint.precision == Precision::Image) return img;
  node.is_widened = true;
  const State base = space_.join(node.selected, img);
  State result = base;
  if (hint.precision == Precision::Widen) result = with_facts(widen(node, base), node.location);
  // Soundness: the bound is used only if it contains the image.
  if (hint.bound && space_.leq(img, *hint.bound)) {
    const State bounded = space_.meet(result, *hint.bound);
    if (!bounded.is_bottom && space_.leq(img, bounded)) result = bounded;
  }
  hint.bound = result;
  return result;
}

namespace {

/// Whether `state` contains the integer points of `img`. Widening may tighten states to integer points, while
/// StateSpace::leq compares rational points.
[[maybe_unused]] bool contains_points(const domain::StateSpace& space, const State& state, const State& img) {
  if (state.is_bottom) return img.is_bottom;
  return std::ranges::all_of(space.constraints(state), [&](const domain::PackedConstraint& constraint) {
    return space.satisfies(img, constraint);
  });
}

}  // namespace

std::optional<Outcome> Search::make_node(const Images& images, HintId hint, bool is_branch) {
  PENDULUM_CHECK(!images.empty(), "a node should have an image");
  const InEdge first = images.front().first;
  const Node& source = graph_.node(first.source);
  const domain::AffineEdge& action = program_.edge(first.edge);
  Node node;
  node.location = action.target;
  node.hint = hint;
  node.part = action.part;
  node.loops = order_.loops_after(source, first.edge);
  node.tags = order_.tags_after(source, first.edge, node.loops.size());
  if (is_branch) node.tags.push_back({hint, node.loops.size()});
  State img = space_.bottom();
  for (const auto& [edge, state] : images) {
    node.incoming.push_back(edge);
    node.depth = std::max(node.depth, graph_.node(edge.source).depth + 1);
    img = space_.join(img, state);
  }
  if (action.is_back_edge) {
    node.selected = select(source, first.edge);
    const auto own = std::ranges::find(source.loops, action.target, &Loop::head);
    if (own != source.loops.end()) node.previous = own->node;
  }
  node.state = compute(node, img, action.is_back_edge);
  // The meet with facts reduces packs, so the comparison by packs may fail although the state contains img.
  PENDULUM_DCHECK(!facts_.empty() || contains_points(space_, node.state, img),
                  "the state of a node should contain its image");
  node.is_path = images.size() == 1 && source.is_path && !node.is_widened;
  if (node.is_path) {
    const Hint& path_hint = hints_[hints_.after(source.hint, first.edge)];
    node.state = space_.constrain(node.state, path_hint.path_facts);
    if (node.state.is_bottom) {
      graph_.set_bottom(first);
      return std::nullopt;
    }
  }
  ++count("nodes");
  return examine(graph_.add(std::move(node)));
}

/// Fig. 2, lines 11-12. With caching, the state is also checked against the error preimages of earlier
/// refinements.
std::optional<Outcome> Search::examine(NodeId id) {
  const Node& node = graph_.node(id);
  if (node.location == program_.program().error()) return refine(id, {{space_.top(), no_suffix}});
  std::vector<ErrorState> hits = errors_.cached(node.location, node.state);
  if (hits.empty()) return std::nullopt;
  ++count("cache_hits");
  return refine(id, std::move(hits));
}

}  // namespace pendulum::engine::dagger
