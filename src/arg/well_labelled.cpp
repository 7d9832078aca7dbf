#include "arg/well_labelled.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::arg {

namespace {

using smt::SatResult;
using term::Term;

/// Maximum number of nodes of a graph that is checked after each refinement. The check takes a solver call
/// per edge, so larger graphs are checked only at the end.
constexpr std::size_t max_nodes_of_refinement = 60;
/// Time limit of a solver call in debug builds. An undecided call is accepted, so that hard labels do not
/// make the tests slow.
constexpr std::chrono::milliseconds short_limit{1'000};

/// Decides whether formulas are satisfiable together with `known`.
class EmptinessChecker {
 public:
  /// The result of is_empty if the solver does not decide.
  enum class Undecided { IsNotEmpty, IsEmpty };

  EmptinessChecker(const Arg& arg, const AssumedFacts& facts, smt::SolverFactory& solvers,
                   Undecided undecided)
      : terms_(arg.program().terms()),
        facts_(facts),
        undecided_(undecided),
        solver_(solvers.make(terms_, options())) {
    if (undecided == Undecided::IsEmpty) solver_->set_time_limit(short_limit);
    PENDULUM_CHECK(facts.at.empty() || facts.at.size() == arg.program().locations().size(),
                   "every location should have a fact");
    solver_->assert_term(facts.known);
  }

  /// True if it is proved that no state satisfies `formula`.
  bool is_empty(Term formula) {
    const Term assumptions[] = {formula};
    switch (solver_->check(assumptions)) {
      case SatResult::Unsat:
        return true;
      case SatResult::Sat:
        return false;
      case SatResult::Unknown:
        return undecided_ == Undecided::IsEmpty;
    }
    PENDULUM_UNREACHABLE();
  }
  /// `formula` after `edge`, as a term over the state before the edge and its inputs.
  Term after(const program::Edge& edge, Term formula) {
    return term::substitute(terms_, formula, program::substitution_of(edge));
  }
  /// The facts at the location, without those that hold everywhere, which is_empty() assumes.
  Term facts_at(program::LocationId location) const {
    return facts_.at.empty() ? terms_.mk_true() : facts_.at[location];
  }
  /// The node's label and the facts at its location.
  Term states_of(const Node& node) const { return terms_.mk_and(node.label, facts_at(node.location)); }
  /// The states in which `edge` ends according to the facts.
  Term facts_after(const program::Edge& edge) {
    return after(edge, terms_.mk_and(facts_.known, facts_at(edge.target)));
  }

 private:
  static smt::SolverOptions options() {
    smt::SolverOptions options;
    options.cores = false;
    return options;
  }

  term::TermManager& terms_;
  const AssumedFacts& facts_;
  Undecided undecided_;
  std::unique_ptr<smt::Solver> solver_;
};

bool has_edge(const Arg& arg, const Node& node, program::EdgeId action) {
  return std::any_of(node.outgoing.begin(), node.outgoing.end(),
                     [&](ArgEdgeId edge) { return arg.edge(edge).action == action; });
}

/// The first edge of the node's location that the node lacks; nullopt if it has all.
std::optional<program::EdgeId> missing_edge(const Arg& arg, const Node& node) {
  for (const program::EdgeId action : arg.program().outgoing(node.location))
    if (!has_edge(arg, node, action)) return action;
  return std::nullopt;
}

/// Checks that every cover is grounded, that is, leads to uncovered nodes: it must not be part of a cycle of
/// covers or depend on a node that is only covered through its dominator.
std::optional<std::string> check_order_of_covers(const Arg& arg, const std::vector<NodeId>& order,
                                                 const std::vector<bool>& is_covered) {
  std::vector<bool> is_grounded(arg.nodes().size(), false);
  for (const NodeId id : order) is_grounded[id] = !is_covered[id];
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const NodeId id : order) {
      const auto& by = arg.node(id).covered_by;
      if (is_grounded[id] || by.empty()) continue;
      if (!std::all_of(by.begin(), by.end(), [&](NodeId coverer) { return is_grounded[coverer]; })) continue;
      is_grounded[id] = has_changed = true;
    }
  }
  const auto dominator = arg.dominators();
  for (const NodeId id : order) {
    const bool is_outermost = id == arg.root() || !is_covered[dominator[id]];
    if (is_outermost && !is_grounded[id])
      return fmt::format("the cover of node {} does not lead to an uncovered node", id);
  }
  return std::nullopt;
}

using Undecided = EmptinessChecker::Undecided;

std::optional<std::string> check_well_labelled(const Arg& arg, EmptinessChecker& checker) {
  term::TermManager& terms = arg.program().terms();
  if (!checker.is_empty(terms.mk_not(arg.node(arg.root()).label))) return "the root is not labelled true";
  const auto is_covered = arg.covered_nodes();
  for (const NodeId source : arg.topological_order()) {
    if (is_covered[source]) continue;
    for (const ArgEdgeId id : arg.node(source).outgoing) {
      const ArgEdge& edge = arg.edge(id);
      const program::Edge& action = arg.program().edge(edge.action);
      const Term violated = terms.mk_not(checker.after(action, arg.node(edge.target).label));
      if (!checker.is_empty(terms.mk_and(
              {checker.states_of(arg.node(source)), action.guard, violated, checker.facts_after(action)})))
        return fmt::format("the edge from node {} to node {} is not a Hoare triple", source, edge.target);
    }
  }
  return std::nullopt;
}

std::optional<std::string> check_complete(const Arg& arg, EmptinessChecker& checker) {
  term::TermManager& terms = arg.program().terms();
  const auto is_covered = arg.covered_nodes();
  const auto order = arg.topological_order();
  for (const NodeId id : order) {
    const Node& node = arg.node(id);
    if (!node.covered_by.empty()) {
      term::TermVector uncovered = {checker.states_of(node)};
      for (const NodeId by : node.covered_by) uncovered.push_back(terms.mk_not(arg.node(by).label));
      if (!checker.is_empty(terms.mk_and(uncovered)))
        return fmt::format("the cover of node {} does not hold", id);
    } else if (!is_covered[id]) {
      const auto missing = missing_edge(arg, node);
      if (missing && !checker.is_empty(checker.states_of(node)))
        return fmt::format("node {} lacks edge {}", id, *missing);
    }
  }
  return check_order_of_covers(arg, order, is_covered);
}

std::optional<std::string> check_safe(const Arg& arg, EmptinessChecker& checker) {
  const auto is_covered = arg.covered_nodes();
  for (const NodeId id : arg.topological_order())
    if (arg.node(id).location == arg.program().error() && !is_covered[id] &&
        !checker.is_empty(arg.node(id).label))
      return fmt::format("the label of error node {} is satisfiable", id);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> check_well_labelled(const Arg& arg, const AssumedFacts& facts,
                                               smt::SolverFactory& solvers) {
  EmptinessChecker checker(arg, facts, solvers, Undecided::IsNotEmpty);
  return check_well_labelled(arg, checker);
}

std::optional<std::string> check_complete(const Arg& arg, const AssumedFacts& facts,
                                          smt::SolverFactory& solvers) {
  EmptinessChecker checker(arg, facts, solvers, Undecided::IsNotEmpty);
  return check_complete(arg, checker);
}

std::optional<std::string> check_safe(const Arg& arg, const AssumedFacts& facts,
                                      smt::SolverFactory& solvers) {
  EmptinessChecker checker(arg, facts, solvers, Undecided::IsNotEmpty);
  return check_safe(arg, checker);
}

std::optional<std::string> check_refinement(const Arg& arg, const AssumedFacts& facts,
                                            smt::SolverFactory& solvers) {
  if (arg.nodes().size() > max_nodes_of_refinement) return std::nullopt;
  EmptinessChecker checker(arg, facts, solvers, Undecided::IsEmpty);
  return check_well_labelled(arg, checker);
}

std::optional<std::string> check_proof(const Arg& arg, const AssumedFacts& facts,
                                       smt::SolverFactory& solvers) {
  EmptinessChecker checker(arg, facts, solvers, Undecided::IsEmpty);
  if (auto fault = check_well_labelled(arg, checker)) return fault;
  if (auto fault = check_complete(arg, checker)) return fault;
  return check_safe(arg, checker);
}

}  // namespace pendulum::arg
