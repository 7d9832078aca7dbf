// Paths of a tree: feasible ones with their inputs, infeasible ones with interpolants, proofs for covers.
#include "arg/path_refiner.h"

#include <gtest/gtest.h>

#include "check/replay/interpreter.h"
#include "program/text/text.h"
#include "smt/factory/factory.h"
#include "term/traverse.h"

namespace pendulum::arg {
namespace {

using term::Term;

/// x counts from an input below 5; the error is reached if x is at least 7 after one iteration.
constexpr const char* counting = R"(program
variable x Int
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input first Int internal
  guard (and (<= 0 first) (< first 5))
  set x first
edge 1 -> 1
  set x (+ x 1)
edge 1 -> 2
  guard (>= x 7)
)";

/// Decides nothing.
class UndecidedSolver : public smt::Solver {
 public:
  std::string_view name() const override { return "undecided"; }
  bool has(smt::Capability) const override { return false; }
  void push() override {}
  void pop(unsigned) override {}
  void assert_term(Term) override {}
  smt::SatResult check(std::span<const Term>) override { return smt::SatResult::Unknown; }
  std::string reason_unknown() const override { return "test"; }
  Term value(Term) override { return {}; }
  std::vector<Term> unsat_core() override { return {}; }
  void set_time_limit(std::optional<std::chrono::milliseconds>) override {}
};

class PathRefinerTest : public ::testing::Test {
 protected:
  /// The tree of the path entry, loop, ..., loop, error with this number of iterations.
  TreePath unwind(unsigned iterations) {
    NodeId last = arg_.add_node(1);
    arg_.add_edge(arg_.root(), last, 0);
    for (unsigned i = 0; i < iterations; ++i) {
      const NodeId next = arg_.add_node(1);
      arg_.add_edge(last, next, 1);
      last = next;
    }
    const NodeId error = arg_.add_node(2);
    arg_.add_edge(last, error, 2);
    return tree_path(arg_, arg_.root(), error);
  }
  PathRefiner make(Term known) { return make(known, stop_); }
  PathRefiner make(Term known, const base::StopToken& stop) {
    const interpolation::Context context{terms_, *solvers_, stop_, statistics_, "QF_LIA"};
    std::vector<std::unique_ptr<interpolation::Interpolator>> interpolators;
    interpolators.push_back(interpolation::make_interpolator(interpolation::Method::Cubes, context));
    return PathRefiner(arg_, {.known = known,
                              .make_solver = [this] { return make_solver(); },
                              .interpolators = std::move(interpolators),
                              .statistics = statistics_,
                              .prefix = "test.",
                              .stop = stop});
  }
  std::unique_ptr<smt::Solver> make_solver() {
    if (is_undecided_) return std::make_unique<UndecidedSolver>();
    return solvers_->make(terms_, {});
  }
  bool implies(Term a, Term b) {
    const auto solver = solvers_->make(terms_, {});
    solver->assert_term(terms_.mk_and(a, terms_.mk_not(b)));
    return solver->check() == smt::SatResult::Unsat;
  }
  /// Each edge of the path leads from its source's label into its target's label.
  void expect_hoare_triples(const TreePath& path, const term::TermVector& labels) {
    ASSERT_EQ(labels.size(), path.nodes.size());
    for (std::size_t i = 0; i < path.edges.size(); ++i) {
      const program::Edge& edge = program_.edge(arg_.edge(path.edges[i]).action);
      term::Substitution updates;
      for (const program::Assignment& update : edge.updates) updates.emplace(update.variable, update.value);
      const Term after = term::substitute(terms_, labels[i + 1], updates);
      EXPECT_TRUE(implies(terms_.mk_and(labels[i], edge.guard), after)) << "edge " << i;
    }
  }
  Term at_least(int bound) { return terms_.mk_le(terms_.mk_int(bound), x_); }

  bool is_undecided_ = false;  ///< the solver for paths decides nothing
  term::TermManager terms_;
  base::StopToken stop_{base::Clock::now() + std::chrono::seconds(60)};
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
  program::Program program_ = program::parse(terms_, counting);
  Term x_ = terms_.mk_symbol("x", terms_.int_sort());
  EventLog log_;
  Arg arg_{program_, &log_};
};

TEST_F(PathRefinerTest, AnInfeasiblePathHasInterpolants) {
  const TreePath path = unwind(2);
  const PathRefiner::Outcome outcome = make(terms_.mk_true()).refine(path);
  const auto* infeasible = std::get_if<PathRefiner::Infeasible>(&outcome);
  ASSERT_NE(infeasible, nullptr);
  EXPECT_TRUE(infeasible->labels.front().is_true());
  EXPECT_TRUE(infeasible->labels.back().is_false());
  expect_hoare_triples(path, infeasible->labels);
}

/// The twin: with one more iteration, x = 4 leads to the error.
TEST_F(PathRefinerTest, AFeasiblePathHasInputs) {
  const TreePath path = unwind(3);
  const PathRefiner::Outcome outcome = make(terms_.mk_true()).refine(path);
  const auto* feasible = std::get_if<PathRefiner::Feasible>(&outcome);
  ASSERT_NE(feasible, nullptr);
  certificate::ErrorPath error_path;
  for (const interpolation::DagPath::Step& step : feasible->execution.steps)
    error_path.append(certificate::Step{arg_.edge(path.edges[step.edge]).action, step.inputs});
  EXPECT_TRUE(check::follow(program_, error_path).reached_error);
}

TEST_F(PathRefinerTest, KnownFactsMayMakeAPathInfeasible) {
  const TreePath path = unwind(3);
  const PathRefiner::Outcome outcome = make(terms_.mk_not(at_least(7))).refine(path);
  EXPECT_TRUE(std::holds_alternative<PathRefiner::Infeasible>(outcome));
}

TEST_F(PathRefinerTest, FactsOfALocationMayMakeAPathInfeasible) {
  const TreePath path = unwind(3);
  PathRefiner refiner = make(terms_.mk_true());
  refiner.assume_at(1, {terms_.mk_not(at_least(7))});
  EXPECT_TRUE(std::holds_alternative<PathRefiner::Infeasible>(refiner.refine(path)));
}

TEST_F(PathRefinerTest, InterpolationDecidesIfTheSolverDoesNot) {
  is_undecided_ = true;
  const TreePath path = unwind(2);
  PathRefiner refiner = make(terms_.mk_true());
  const PathRefiner::Outcome outcome = refiner.refine(path);
  const auto* infeasible = std::get_if<PathRefiner::Infeasible>(&outcome);
  ASSERT_NE(infeasible, nullptr);
  expect_hoare_triples(path, infeasible->labels);
  EXPECT_EQ(statistics_.counter("test.path_checks"), 1u);
  // Interpolation decided the last path, so it begins with the next one.
  EXPECT_TRUE(std::holds_alternative<PathRefiner::Infeasible>(refiner.refine(path)));
  EXPECT_EQ(statistics_.counter("test.path_checks"), 1u);
}

/// The twin: interpolation does not refute a feasible path.
TEST_F(PathRefinerTest, AFeasiblePathIsNotRefutedWithoutTheSolver) {
  is_undecided_ = true;
  const base::StopToken soon(stop_, base::Clock::now() + std::chrono::seconds(2));
  const TreePath path = unwind(3);
  PathRefiner refiner = make(terms_.mk_true(), soon);
  EXPECT_TRUE(std::holds_alternative<PathRefiner::GaveUp>(refiner.refine(path)));
}

/// The query assumes the labels of the path.
TEST_F(PathRefinerTest, LabelsMakeTheQueryStronger) {
  const TreePath path = unwind(2);
  PathRefiner refiner = make(terms_.mk_true());
  ASSERT_TRUE(std::holds_alternative<PathRefiner::Infeasible>(refiner.refine(path)));
  arg_.set_label(path.nodes[1], terms_.mk_not(at_least(5)), LabelOrigin::Interpolant);
  const PathRefiner::Outcome outcome = refiner.refine(path);
  const auto* infeasible = std::get_if<PathRefiner::Infeasible>(&outcome);
  ASSERT_NE(infeasible, nullptr);
  expect_hoare_triples(path, infeasible->labels);
}

TEST_F(PathRefinerTest, ARefinementIsRecorded) {
  const TreePath path = unwind(2);
  make(terms_.mk_true()).refine(path);
  const auto* started = std::get_if<RefinementStarted>(&log_.events()[log_.events().size() - 2]);
  ASSERT_NE(started, nullptr);
  EXPECT_EQ(started->nodes, path.nodes);
  const auto* ended = std::get_if<RefinementEnded>(&log_.events().back());
  ASSERT_NE(ended, nullptr);
  EXPECT_FALSE(ended->is_feasible);
}

/// For a forced cover: every state of the first loop node leads into the target at the end.
TEST_F(PathRefinerTest, ProvesWhatTheLabelOfTheStartImplies) {
  const TreePath whole = unwind(2);
  const NodeId start = whole.nodes[1], end = whole.nodes[3];
  arg_.set_label(start, at_least(3), LabelOrigin::Interpolant);
  const TreePath path = tree_path(arg_, start, end);
  PathRefiner refiner = make(terms_.mk_true());
  const auto labels = refiner.prove_at_end(path, at_least(5));
  ASSERT_TRUE(labels.has_value());
  ASSERT_EQ(labels->size(), path.nodes.size());
  EXPECT_TRUE(implies(at_least(3), labels->front()));
  EXPECT_TRUE(implies(labels->back(), at_least(5)));
  EXPECT_FALSE(refiner.prove_at_end(path, at_least(6)).has_value());
}

}  // namespace
}  // namespace pendulum::arg
