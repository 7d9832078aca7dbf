// Interpolation without proofs (Chockler, Ivrii, Matsliah 2012), on a DAG as IC3 does it on a loop.
//
// Every node has lemmas, clauses that hold there; their conjunction becomes its label. Beginning with the
// goal, the procedure blocks cubes. A cube at node v is blocked if no incoming edge (u, v) leads into it from
// a state that satisfies the lemmas of u. If an edge does, the model yields a cube at u (implicant.h,
// projection.h) that is blocked first. If none does, the unsat cores determine the literals of the cube that
// are needed, and the negation of their conjunction becomes a new lemma of v. By construction every lemma
// holds after every incoming edge, so the edges are Hoare triples for the labels.
//
// The following makes labels general, so that covers of the engines succeed early:
//  - Pre-images are substitutions (edges are functional), not values, so they keep relations between
//    variables.
//  - The literals of a lemma are reduced to a minimal set, and pairs of inequalities are replaced by their
//    sum if it suffices: x < n and n <= i become x < i (as a proof's Farkas coefficients would give).
//  - A cube like x = 3 and y != 3 suggests x = y. Such relations between literals of a cube become lemmas of
//    their own if they hold, because the next iteration may need them.
//  - Lemmas are stored per program location (lemma_pool.h), and are tried first at all nodes of the location,
//    in this DAG and in later ones, many in one solver call.
//  - Lemmas that the refutation of the goal does not need are dropped (needed_lemmas.h). They would make
//  labels
//    large and specific to one iteration, and they would be tried at all nodes of later DAGs.
//
// The procedure can be interrupted: if label() is called again for the same DAG, it continues with the same
// proof obligations. If a chain of proof obligations reaches the root, it is a path of the DAG.
#include "interpolation/cubes.h"

#include <algorithm>

#include "base/check.h"
#include "interpolation/dag/dag_condition.h"
#include "interpolation/lemma_pool.h"
#include "interpolation/needed_lemmas.h"
#include "interpolation/projection/implicant.h"
#include "interpolation/projection/projection.h"
#include "interpolation/projection/relations.h"
#include "term/forms/linear.h"

namespace pendulum::interpolation {

namespace {

using smt::SatResult;
using term::Term;

/// Maximum number of relations that are checked after a cube was blocked. Each check is a solver call per
/// incoming edge. Not measured.
constexpr unsigned max_relation_checks = 6;
/// Maximum number of variables of a relation: a sum or difference of two variables, relative to a third. Not
/// measured.
constexpr std::size_t max_relation_variables = 3;

class Cubes final : public Interpolator {
 public:
  explicit Cubes(const Context& context)
      : terms_(context.terms), context_(context), graph_(context), pool_(graph_) {}
  std::string_view name() const override { return "cubes"; }
  Outcome label(const Dag& dag, std::chrono::milliseconds limit) override;

 private:
  /// A cube that has to be shown unreachable at a node.
  struct ProofObligation {
    NodeId node;
    Cube cube;
    std::size_t next_edge = 0;  ///< into incoming(node); earlier edges cannot reach the cube
    term::TermSet core;         ///< literals of the cube that the proofs for these edges need
  };
  using Stack = std::vector<ProofObligation>;

  /// Finds flags in the conjuncts of `known`.
  void learn_flags(Term known);
  /// Adds lemmas until the goal is blocked. Returns an execution if there is one.
  std::optional<DagPath> block_goal();
  /// Processes the next edge of the last proof obligation. Returns false if the obligations are a path from
  /// the root to the goal.
  bool advance(Stack& stack);
  /// Adds a lemma that excludes the cube of the last proof obligation, which no edge reaches.
  void close(Stack& stack);
  /// A cube of states at the edge's source from which the edge leads into `cube`, from the last check's
  /// model.
  Cube predecessor(std::uint32_t edge, const Cube& cube);
  /// The execution along the edges of the proof obligations.
  DagPath path_along(const Stack& stack);
  /// Keeps the lemmas that refute the goal.
  void prune();

  /// Returns a cube of fewer or weaker literals that is blocked too. Requires: `cube` is blocked.
  Cube generalize(NodeId node, Cube cube);
  Cube drop_literals(NodeId node, Cube cube);
  /// Replaces pairs of inequalities by their sum as long as the cube remains blocked.
  Cube add_up(NodeId node, Cube cube);
  void add_relations(NodeId node, const Cube& cube, const Cube& core);
  /// The negation of the cube.
  Term lemma_against(const Cube& cube);

  term::TermManager& terms_;
  Context context_;
  LemmaGraph graph_;
  LemmaPool pool_;
  Stack stack_;             ///< open proof obligations
  bool is_pushed_ = false;  ///< the lemmas of the pool were tried at the nodes of the present DAG
  term::TermSet flags_;     ///< variables that are known to have one of a few values
};

Outcome Cubes::label(const Dag& dag, std::chrono::milliseconds limit) {
  if (!graph_.bind(dag, limit)) {
    stack_.clear();
    is_pushed_ = false;
  }
  for (const DagNode& node : dag.nodes) learn_flags(node.known);
  try {
    if (!is_pushed_) pool_.push_everywhere();
    is_pushed_ = true;
    if (auto path = block_goal()) return Failure{"the DAG is feasible", std::move(path)};
    pool_.push_everywhere();
    if (graph_.context().prunes_labels) prune();
  } catch (const GaveUp& reason) {
    return Failure{reason.reason};
  }
  Labels labels;
  for (NodeId node = 0; node < dag.nodes.size(); ++node)
    labels.push_back(terms_.mk_and(graph_.state(node).lemmas));
  PENDULUM_CHECK(labels[dag.root()].is_true(), "the root should have no lemmas");
  PENDULUM_CHECK(labels[dag.goal()].is_false(), "the goal should be blocked");
  return labels;
}

void Cubes::prune() {
  const std::vector<term::TermSet> needed = needed_lemmas(graph_);
  for (NodeId node = 0; node < needed.size(); ++node)
    graph_.counter("dropped_lemmas") += graph_.state(node).lemmas.size() - needed[node].size();
  graph_.retain(needed);
  pool_.activate(needed);
}

/// A conjunct x = 0 or x = 2 or ... shows that x is a flag.
void Cubes::learn_flags(Term known) {
  for (const Term fact : term::conjuncts(known)) {
    const term::TermVector variables = term::symbols(fact);
    const auto is_value = [](Term each) {
      return each.kind() == term::Kind::Eq && (each[0].is_value() || each[1].is_value());
    };
    if (variables.size() == 1 && std::ranges::all_of(term::disjuncts(fact), is_value))
      flags_.insert(variables.front());
  }
}

std::optional<DagPath> Cubes::block_goal() {
  if (graph_.state(graph_.dag().goal()).lemmas.empty() && stack_.empty())
    stack_.push_back({graph_.dag().goal(), {}, 0, {}});
  while (!stack_.empty()) {
    graph_.check_time();
    if (!advance(stack_)) return path_along(stack_);
  }
  return std::nullopt;
}

bool Cubes::advance(Stack& stack) {
  PENDULUM_CHECK(!stack.empty(), "a proof obligation should be open");
  ProofObligation& top = stack.back();
  if (top.next_edge == graph_.incoming(top.node).size()) {
    close(stack);
    return true;
  }
  const std::uint32_t edge = graph_.incoming(top.node)[top.next_edge];
  switch (graph_.check_edge(edge, top.cube, &top.core)) {
    case SatResult::Unsat:
      ++top.next_edge;
      return true;
    case SatResult::Unknown:
      context_.stop.throw_if_stopped();
      graph_.check_time();
      throw GaveUp{"solver: " + graph_.step(edge).solver().reason_unknown()};
    case SatResult::Sat:
      break;
  }
  const NodeId source = graph_.source(edge);
  if (source == graph_.dag().root()) return false;
  Cube cube = predecessor(edge, top.cube);
  ++graph_.counter("obligations");
  stack.push_back({source, std::move(cube), 0, {}});
  return true;
}

void Cubes::close(Stack& stack) {
  const ProofObligation top = std::move(stack.back());
  stack.pop_back();
  Cube core;
  for (const Term literal : top.cube)
    if (top.core.contains(literal)) core.push_back(literal);
  pool_.add(top.node, lemma_against(generalize(top.node, core)));
  add_relations(top.node, top.cube, core);
}

Cube Cubes::predecessor(std::uint32_t edge, const Cube& cube) {
  Step& s = graph_.step(edge);
  term::TermVector formulas;
  for (const Term literal : cube) formulas.push_back(s.before(literal));
  formulas.push_back(s.action().guard);
  const term::TermVector symbols = term::symbols(formulas);
  const term::Model model = s.solver().model(symbols);
  Implicant implicant(terms_, model);
  for (const Term formula : formulas)
    if (!implicant.add(formula)) throw GaveUp{"a model does not satisfy its formula"};
  Cube result = project(terms_, implicant.literals(), s.inputs(), model);
  PENDULUM_DCHECK(graph_.is_in_scope(graph_.source(edge), terms_.mk_and(result)),
                  "a predecessor should be over the scope of node {}", graph_.source(edge));
  return result;
}

/// Every state of an obligation's cube has an input with which the edge leads into the next cube. So the path
/// is feasible; a solver call about this path alone determines the inputs.
DagPath Cubes::path_along(const Stack& stack) {
  Dag chain;
  std::vector<std::uint32_t> edges;
  chain.nodes.push_back(graph_.dag().nodes[graph_.dag().root()]);
  for (auto obligation = stack.rbegin(); obligation != stack.rend(); ++obligation) {
    edges.push_back(graph_.incoming(obligation->node)[obligation->next_edge]);
    const NodeId source = static_cast<NodeId>(chain.nodes.size()) - 1;
    chain.nodes.push_back(graph_.dag().nodes[obligation->node]);
    chain.edges.push_back({source, source + 1, graph_.dag().edges[edges.back()].action});
  }
  const DagCondition condition(terms_, chain, DagCondition::Encoding::Substituted);
  const auto solver = context_.solvers.make(terms_, {.logic = context_.logic, .seed = context_.seed});
  for (const Term clause : condition.clauses()) solver->assert_term(clause);
  graph_.limit_time(*solver);
  if (solver->check() != SatResult::Sat) throw GaveUp{"the DAG is feasible, but its path is not found"};
  DagPath path = condition.path(solver->model(condition.model_symbols()));
  for (DagPath::Step& step : path.steps) step.edge = edges[step.edge];
  return path;
}

Cube Cubes::generalize(NodeId node, Cube cube) {
  if (cube.empty()) return cube;
  return add_up(node, drop_literals(node, std::move(cube)));
}

Cube Cubes::drop_literals(NodeId node, Cube cube) {
  // Literals over many variables exclude the fewest states; try to drop them first.
  Cube order = cube;
  std::ranges::stable_sort(order, std::greater<>{},
                           [](Term literal) { return term::symbols(literal).size(); });
  for (const Term literal : order) {
    if (cube.size() == 1) break;
    const auto position = std::ranges::find(cube, literal);
    if (position == cube.end()) continue;
    Cube smaller = cube;
    smaller.erase(smaller.begin() + (position - cube.begin()));
    if (auto core = graph_.blocked_core(node, smaller)) cube = std::move(*core);
  }
  return cube;
}

void Cubes::add_relations(NodeId node, const Cube& cube, const Cube& core) {
  if (node == graph_.dag().goal()) return;
  unsigned num_checks = 0;
  for (const Term a : core) {
    for (const Term b : cube) {
      for (const Term relation : relations(terms_, a, b)) {
        const term::TermVector variables = term::symbols(relation);
        if (variables.size() < 2 || variables.size() > max_relation_variables) continue;
        // Relations between flags add no information to the values of the flags.
        if (std::ranges::all_of(variables, [&](Term v) { return flags_.contains(v); })) continue;
        if (!graph_.state(node).tried_relations.insert(relation).second) continue;
        if (++num_checks > max_relation_checks) return;
        if (graph_.blocked_core(node, {relation})) pool_.add(node, lemma_against({relation}));
      }
    }
  }
}

Cube Cubes::add_up(NodeId node, Cube cube) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < cube.size() && !changed; ++i) {
      for (std::size_t j = i + 1; j < cube.size() && !changed; ++j) {
        const auto sum = sum_without(terms_, cube[i], cube[j]);
        if (!sum || sum->is_value()) continue;
        Cube smaller{*sum};
        for (std::size_t k = 0; k < cube.size(); ++k)
          if (k != i && k != j) smaller.push_back(cube[k]);
        if (auto core = graph_.blocked_core(node, smaller)) {
          cube = std::move(*core);
          changed = true;
        }
      }
    }
  }
  return cube;
}

Term Cubes::lemma_against(const Cube& cube) {
  term::TermVector literals;
  for (const Term literal : cube) literals.push_back(term::normalize_literal(terms_, terms_.mk_not(literal)));
  return terms_.mk_or(literals);
}

}  // namespace

std::unique_ptr<Interpolator> make_cubes(const Context& context) {
  return std::make_unique<Cubes>(context);
}

}  // namespace pendulum::interpolation
