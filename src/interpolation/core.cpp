#include "interpolation/core.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "interpolation/dag/dag_condition.h"
#include "smt/expansion.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using term::Term;
using term::TermVector;

namespace {

/// Maximum number of solver calls that reduce a core, so that the reduction costs at most a few times the
/// first call. Not measured.
constexpr int max_core_rounds = 3;

/// The condition of a DAG, divided into pieces that can be dropped individually. Each piece is an assumption:
/// "if the execution is at this node (or takes this edge), then this holds".
class Pieces {
 public:
  Pieces(term::TermManager& terms, const Dag& dag, const DagCondition& condition);

  /// The part that is always asserted: an execution continues at every node and arrives at the target of its
  /// edge.
  const TermVector& hard() const { return hard_; }
  /// All pieces, each once, ordered by id.
  TermVector assumptions() const { return {assumptions_.begin(), assumptions_.end()}; }
  /// Drops all pieces that are not in `core`.
  void keep(const TermVector& core) { kept_ = {core.begin(), core.end()}; }

  /// Whether a piece is kept, given by its position among the conjuncts or in the target's scope.
  bool keeps_known(NodeId node, std::size_t conjunct) const { return keeps(known_[node][conjunct]); }
  bool keeps_guard(std::uint32_t edge, std::size_t conjunct) const { return keeps(guard_[edge][conjunct]); }
  bool keeps_value(std::uint32_t edge, std::size_t variable) const { return keeps(value_[edge][variable]); }

 private:
  bool keeps(Term piece) const { return piece.is_true() || kept_.contains(piece); }
  void cut_edge(std::uint32_t index);
  /// Adds a piece "premise implies conclusion" for each conclusion; returns the pieces.
  TermVector add(Term premise, const TermVector& conclusions);

  term::TermManager& terms_;
  const Dag& dag_;
  const DagCondition& condition_;
  TermVector taken_;  ///< by edge: the execution takes it
  TermVector hard_;
  std::vector<TermVector> known_;  ///< by node and conjunct
  std::vector<TermVector> guard_;  ///< by edge and conjunct
  std::vector<TermVector> value_;  ///< by edge and variable of the target's scope
  std::set<Term> assumptions_;
  std::set<Term> kept_;
};

Pieces::Pieces(term::TermManager& terms, const Dag& dag, const DagCondition& condition)
    : terms_(terms), dag_(dag), condition_(condition) {
  std::vector<TermVector> taken_from(dag.nodes.size());
  for (std::uint32_t i = 0; i < dag.edges.size(); ++i) {
    cut_edge(i);
    taken_from[dag.edges[i].source].push_back(taken_[i]);
  }
  hard_.push_back(condition.control(dag.root()));
  for (NodeId node = 0; node < dag.nodes.size(); ++node) {
    hard_.insert(hard_.end(), condition.side_conditions(node).begin(), condition.side_conditions(node).end());
    if (node == dag.goal()) continue;
    hard_.push_back(terms.mk_implies(condition.control(node), terms.mk_or(taken_from[node])));
    TermVector known;
    for (const Term conjunct : term::conjuncts(dag.nodes[node].known))
      known.push_back(condition.at(node, conjunct));
    known_.push_back(add(condition.control(node), known));
  }
}

void Pieces::cut_edge(std::uint32_t index) {
  PENDULUM_CHECK(index == taken_.size(), "edges should be cut in their order, not {} after {}", index,
                 taken_.size());
  const DagEdge& edge = dag_.edges[index];
  taken_.push_back(terms_.mk_fresh("t", terms_.bool_sort()));
  hard_.push_back(terms_.mk_implies(
      taken_[index], terms_.mk_and(condition_.control(edge.target), condition_.chosen(index))));
  guard_.push_back(add(taken_[index], condition_.on(index, term::conjuncts(edge.action->guard))));
  const TermVector& scope = dag_.nodes[edge.target].scope;
  const TermVector& symbols = condition_.symbols_at(edge.target);
  PENDULUM_CHECK(symbols.size() == scope.size(), "the symbols at node {} should be parallel to its scope",
                 edge.target);
  TermVector equations;
  for (std::size_t i = 0; i < scope.size(); ++i) {
    equations.push_back(symbols[i] ? terms_.mk_eq(symbols[i], condition_.value_after(index, scope[i]))
                                   : terms_.mk_true());
  }
  value_.push_back(add(taken_[index], equations));
}

TermVector Pieces::add(Term premise, const TermVector& conclusions) {
  TermVector pieces;
  for (const Term conclusion : conclusions) {
    pieces.push_back(terms_.mk_implies(premise, conclusion));
    if (!pieces.back().is_true()) assumptions_.insert(pieces.back());
  }
  return pieces;
}

/// Builds the weaker DAG backwards, so that a variable is in scope only if it is read later.
class Restriction {
 public:
  Restriction(term::TermManager& terms, const Dag& dag, const Pieces& pieces)
      : terms_(terms), dag_(dag), pieces_(pieces), live_(dag.nodes.size()) {}

  OwnedDag run() {
    const std::vector<std::vector<std::uint32_t>> outgoing = outgoing_edges(dag_);
    OwnedDag result;
    result.dag = dag_;
    result.actions.resize(dag_.edges.size());
    for (std::size_t node = dag_.nodes.size(); node-- > 0;) {
      for (const std::uint32_t edge : outgoing[node]) {
        result.actions[edge] = make_action(edge);
        result.dag.edges[edge].action = result.actions[edge].get();
      }
      restrict_node(static_cast<NodeId>(node), result.dag.nodes[node]);
    }
    return result;
  }

 private:
  /// Requires: the actions of all edges that leave the node have been created.
  void restrict_node(NodeId id, DagNode& node) {
    const TermVector conjuncts = id == dag_.goal() ? TermVector() : term::conjuncts(dag_.nodes[id].known);
    TermVector known;
    for (std::size_t i = 0; i < conjuncts.size(); ++i)
      if (pieces_.keeps_known(id, i)) known.push_back(conjuncts[i]);
    node.known = terms_.mk_and(known);
    for (const Term symbol : term::symbols(node.known)) live_[id].insert(symbol);
    node.scope.assign(live_[id].begin(), live_[id].end());
    PENDULUM_DCHECK(std::ranges::includes(dag_.nodes[id].scope, node.scope),
                    "the restricted scope of node {} should be a subset of its scope", id);
  }

  std::unique_ptr<program::Edge> make_action(std::uint32_t index) {
    const DagEdge& edge = dag_.edges[index];
    auto action = std::make_unique<program::Edge>();
    const TermVector conjuncts = term::conjuncts(edge.action->guard);
    TermVector guard, used;
    for (std::size_t i = 0; i < conjuncts.size(); ++i)
      if (pieces_.keeps_guard(index, i)) guard.push_back(conjuncts[i]);
    action->guard = terms_.mk_and(guard);
    used.push_back(action->guard);
    const TermVector& scope = dag_.nodes[edge.target].scope;
    for (std::size_t k = 0; k < scope.size(); ++k) {
      if (!live_[edge.target].contains(scope[k])) continue;
      if (pieces_.keeps_value(index, k)) {
        used.push_back(add_update(*action, *edge.action, scope[k]));
      } else {
        const Term input = terms_.mk_fresh(scope[k].name(), scope[k].sort());
        action->inputs.push_back({input, {}});
        action->updates.push_back({scope[k], input});
      }
    }
    add_reads(*action, *edge.action, term::symbols(used), edge.source);
    return action;
  }

  /// Adds the original update of the variable, if there is one; returns its value after the edge.
  static Term add_update(program::Edge& action, const program::Edge& original, Term variable) {
    const auto update = std::ranges::find(original.updates, variable, &program::Assignment::variable);
    if (update == original.updates.end()) return variable;
    action.updates.push_back(*update);
    return update->value;
  }

  /// Adds the read inputs to the action, and the read variables to the live ones of the source.
  void add_reads(program::Edge& action, const program::Edge& original, const TermVector& read,
                 NodeId source) {
    for (const Term symbol : read) {
      const auto input = std::ranges::find(original.inputs, symbol, &program::Input::symbol);
      if (input == original.inputs.end()) {
        live_[source].insert(symbol);
      } else {
        action.inputs.push_back(*input);
      }
    }
  }

  term::TermManager& terms_;
  const Dag& dag_;
  const Pieces& pieces_;
  std::vector<std::set<Term>> live_;  ///< by node: variables that are in scope
};

/// A core that is reduced by further solver calls, each with the previous core as assumptions.
/// This is less expensive than deletion-based minimisation and mostly as effective.
TermVector small_core(smt::Solver& solver, const base::StopToken& deadline) {
  TermVector core = solver.unsat_core();
  for (int round = 0; round < max_core_rounds; ++round) {
    solver.set_time_limit(deadline.remaining());
    if (deadline.is_stopped() || solver.check(core) != smt::SatResult::Unsat) break;
    TermVector smaller = solver.unsat_core();
    if (smaller.size() >= core.size()) break;
    core = std::move(smaller);
  }
  return core;
}

bool has_arrays(const TermVector& terms) {
  return std::ranges::any_of(term::symbols(terms), [](Term symbol) { return symbol.sort().is_array(); });
}

}  // namespace

std::variant<OwnedDag, Failure> restrict_to_core(const Dag& dag, const Context& context,
                                                 std::chrono::milliseconds limit) {
  const base::ScopedTimer timer(context.statistics.seconds("interpolation.core_time"));
  const base::StopToken deadline(base::Clock::now() + limit);
  const DagCondition condition(context.terms, dag, DagCondition::Encoding::Substituted);
  Pieces pieces(context.terms, dag, condition);
  TermVector assumptions = pieces.assumptions();
  TermVector all = pieces.hard();
  all.insert(all.end(), assumptions.begin(), assumptions.end());
  const bool expand = has_arrays(all) && smt::can_expand(all);
  // Expanded terms over bit-vectors have no arrays any more.
  const bool is_bitvec = context.logic == "QF_BV" || (expand && context.logic == "QF_ABV");
  const auto solver = context.solvers.make(
      context.terms, {.backend = is_bitvec ? smt::Backend::Cadical : smt::Backend::Z3,
                      .logic = context.logic,
                      .seed = context.seed,
                      .encoding = expand ? smt::Encoding::Expanded : smt::Encoding::Plain});
  for (const Term term : pieces.hard()) solver->assert_term(term);
  solver->set_time_limit(limit);
  context.stop.throw_if_stopped();
  switch (solver->check(assumptions)) {
    case smt::SatResult::Sat:
      return Failure{"the DAG is feasible", condition.path(solver->model(condition.model_symbols()))};
    case smt::SatResult::Unknown:
      return Failure{"condition of the DAG: " + solver->reason_unknown()};
    case smt::SatResult::Unsat:
      break;
  }
  const TermVector core = small_core(*solver, deadline);
  context.statistics.counter("interpolation.core_pieces") += assumptions.size();
  context.statistics.counter("interpolation.core_kept") += core.size();
  pieces.keep(core);
  return Restriction(context.terms, dag, pieces).run();
}

}  // namespace pendulum::interpolation
