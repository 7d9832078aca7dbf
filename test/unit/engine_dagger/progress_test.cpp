// Tests the parts of the progress guarantee (DAGGER, section 3): Lemma 3, the Hint DAG, and that a
// counterexample that was eliminated remains eliminated, by replaying all of them before each refinement.
#include <algorithm>

#include "domain/paper_programs.h"
#include "engine/dagger/dagger.h"
#include "engine/dagger/search.h"
#include "engine/tree_search_fixture.h"
#include "engine_dagger/dagger_programs.h"

namespace pendulum::engine::dagger {
namespace {

using domain::DomainKind;
using testing::Bench;
using Path = std::vector<AffineEdgeId>;

/// A program over integers with its state space.
struct Space {
  Space(Bench& bench, const std::string& text, DomainKind kind)
      : program(program::parse(bench.terms, text)),
        affine(program, bench.terms.mk_true(), bench.stop),
        domain({.kind = kind}, bench.statistics),
        space(affine, domain, 24, domain::WideConstraints::Always) {}

  bool is_exact() const {
    for (AffineEdgeId edge = 0; edge < affine.edges().size(); ++edge)
      if (!space.is_exact(edge)) return false;
    return true;
  }

  program::Program program;
  domain::AffineProgram affine;
  domain::Domain domain;
  domain::StateSpace space;
};

/// The paths from the root to the node, each followed by `suffix`; at most `limit` in all.
void collect_paths(const Graph& graph, NodeId node, const Path& suffix, std::size_t limit,
                   std::set<Path>& paths) {
  if (paths.size() >= limit) return;
  if (node == graph.root()) paths.insert(suffix);
  for (const InEdge& in : graph.node(node).incoming) {
    Path longer{in.edge};
    longer.insert(longer.end(), suffix.begin(), suffix.end());
    collect_paths(graph, in.source, longer, limit, paths);
  }
}

enum class Fate { ReachesError, Eliminated, Open };

/// What the abstract computation has found out about a path: eliminated if an image along it is empty.
Fate fate_of(const Graph& graph, const Path& path) {
  NodeId node = graph.root();
  for (const AffineEdgeId edge : path) {
    const std::vector<OutEdge>& all = graph.node(node).outgoing;
    const auto out = std::ranges::find(all, edge, &OutEdge::edge);
    if (out->status == OutEdge::Status::Bottom) return Fate::Eliminated;
    if (out->status != OutEdge::Status::Taken) return Fate::Open;
    node = out->other;
  }
  return Fate::ReachesError;
}

/// Follows all counterexamples of a search.
class Replay {
 public:
  explicit Replay(const Space& space) : space_(space) {}

  void operator()(const Graph& graph, NodeId node) {
    for (const Path& path : known_) {
      const Fate fate = fate_of(graph, path);
      if (fate == Fate::Eliminated) eliminated_.insert(path);
      EXPECT_FALSE(fate == Fate::ReachesError && eliminated_.contains(path)) << "an eliminated path returned";
    }
    if (graph.node(node).location == space_.program.error()) collect_paths(graph, node, {}, 500, known_);
  }
  std::size_t num_eliminated() const { return eliminated_.size(); }

 private:
  const Space& space_;
  std::set<Path> known_, eliminated_;
};

class ProgressTest : public ::testing::Test {
 protected:
  Outcome search(Space& space, const Configuration& configuration, Search::Observer observer) {
    check::Judge judge(space.program, nullptr, *bench_.solvers, bench_.stop, {});
    Env env{.terms = terms_,
            .solvers = *bench_.solvers,
            .settings = bench_.settings,
            .statistics = bench_.statistics,
            .stop = bench_.stop,
            .judge = judge,
            .registry = bench_.registry};
    Counterexamples counterexamples(space.program, space.program, terms_.mk_true(), env);
    Search search(space.space, counterexamples, configuration, bench_.statistics, env.logger, bench_.stop);
    search.observe(std::move(observer));
    return search.run();
  }
  /// 0 <= x - value <= 1, as a state.
  State around(const Space& space, int value) {
    const term::Term x = space.program.variables()[0].symbol;
    bool is_complete = true;
    const term::Term formula =
        terms_.mk_and(terms_.mk_le(terms_.mk_int(value), x), terms_.mk_le(x, terms_.mk_int(value + 1)));
    return space.space.constrain(space.space.top(), space.space.from_term(formula, is_complete));
  }

  term::TermManager terms_;
  Bench bench_{terms_, make_descriptor()};
};

/// Section 3: "The Hint DAG also ensures that once a counterexample is eliminated, it remains eliminated in
/// all subsequent iterations of abstraction."
TEST_F(ProgressTest, EliminatedPathsStayEliminated) {
  std::size_t eliminated = 0, num_spaces = 0;
  for (const char* text : {domain::testing::figure_1, domain::testing::figure_1_boxed, two_slopes, rotated,
                           seesaw, disjunction, heap_sort, write_position}) {
    for (const bool is_dag : {false, true}) {
      for (const bool interpolates : {false, true}) {
        for (const DomainKind kind : {DomainKind::Octagon, DomainKind::Polyhedron}) {
          SCOPED_TRACE(::testing::Message() << text << "DAG " << is_dag << ", interpolants " << interpolates
                                            << ", polyhedra " << (kind == DomainKind::Polyhedron));
          Space space(bench_, text, kind);
          if (!space.is_exact()) continue;
          ++num_spaces;
          Replay replay(space);
          Configuration configuration;
          configuration.is_dag = is_dag;
          configuration.interpolates = interpolates;
          configuration.caches = is_dag && interpolates;
          configuration.max_refinements = 12;
          const Outcome outcome = search(space, configuration, std::ref(replay));
          EXPECT_TRUE(outcome.kind != Outcome::Kind::Error || outcome.path.has_value());
          eliminated += replay.num_eliminated();
        }
      }
    }
  }
  EXPECT_GE(num_spaces, 24u);
  EXPECT_GT(eliminated, 50u);
}

/// Lemma 3 needs all error preimages: none is dropped, however many there are.
TEST_F(ProgressTest, NoErrorStateIsDropped) {
  Space space(bench_, two_slopes, DomainKind::Octagon);
  const ErrorStates states(space.space);
  std::vector<ErrorState> errors;
  for (int i = 0; i < 60; ++i) states.add(errors, around(space, 10 * i), no_suffix);
  EXPECT_EQ(60u, errors.size());
  for (int i = 0; i < 60; ++i) EXPECT_TRUE(states.intersects(around(space, 10 * i), errors)) << i;
  states.add(errors, around(space, 100), no_suffix);  // contained in one of them
  EXPECT_EQ(60u, errors.size());
  states.add(errors, space.space.top(), no_suffix);  // contains all of them
  EXPECT_EQ(1u, errors.size());
}

TEST_F(ProgressTest, CachedErrorStatesAreThoseThatIntersect) {
  Space space(bench_, two_slopes, DomainKind::Octagon);
  ErrorStates states(space.space);
  const SuffixId last = states.prepend(3, no_suffix), both = states.prepend(1, last);
  EXPECT_EQ((Path{1, 3}), states.path_of(both));
  states.cache(1, {{around(space, 0), both}, {around(space, 10), last}});
  EXPECT_TRUE(states.cached(1, around(space, 5)).empty());
  EXPECT_TRUE(states.cached(2, around(space, 0)).empty());  // another location
  const std::vector<ErrorState> hits = states.cached(1, around(space, 1));
  ASSERT_EQ(1u, hits.size());
  EXPECT_EQ(both, hits[0].suffix);
}

/// T grows without a limit: an interpolant that were left out could not eliminate its counterexample.
TEST_F(ProgressTest, NoInterpolantIsDropped) {
  Interpolants interpolants(1);
  for (int i = 0; i < 500; ++i) {
    domain::PackedConstraint constraint;
    constraint.constraint.expression.add(0, 1);
    constraint.constraint.expression.constant = -i;
    EXPECT_TRUE(interpolants.add(0, constraint));
    EXPECT_FALSE(interpolants.add(0, constraint));
  }
  EXPECT_EQ(500u, interpolants.at(0).size());
}

/// A hint belongs to a context, which survives the nodes.
TEST(HintDagTest, HintsBelongToContexts) {
  HintDag hints;
  const HintId first = hints.after(hints.root(), 4);
  hints[first].is_split = true;
  const HintId second = hints.after(first, 4);
  EXPECT_EQ(first, hints.after(hints.root(), 4));
  EXPECT_NE(first, second);
  EXPECT_NE(first, hints.after(hints.root(), 5));
  EXPECT_TRUE(hints[hints.after(hints.root(), 4)].is_split);
  EXPECT_FALSE(hints[second].is_split);
  const HintId beyond = hints.beyond(first);
  EXPECT_EQ(beyond, hints.beyond(first));
  EXPECT_NE(beyond, first);
  EXPECT_NE(beyond, hints.beyond(beyond));
}

}  // namespace
}  // namespace pendulum::engine::dagger
