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
//  - Lemmas are stored per program location (`location`), for the location of their node and for those of its
//    successors. They are tried first at all nodes of that location, in this DAG and in later ones, many in
//    one solver call.
//
// Engines label ever larger DAGs that share most of their nodes. A node with the same incoming paths from the
// root has the same states, so its lemmas are kept from one DAG to the next. There is one incremental solver
// per action (program edge), which lives as long as the interpolator. It contains each lemma once, under a
// proxy that is implied by the selectors of the nodes that have the lemma.
#include "interpolation/cubes.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "base/check.h"
#include "interpolation/implicant.h"
#include "interpolation/projection.h"
#include "term/linear.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

namespace {

using smt::SatResult;
using term::LinearLiteral;
using term::Term;
using Cube = term::TermVector;

/// Maximum number of relations that are checked after a cube was blocked. Each check is a solver call per
/// incoming edge. Not measured.
constexpr unsigned max_relation_checks = 6;
/// Maximum number of variables of a relation: a sum or difference of two variables, relative to a third. Not
/// measured.
constexpr std::size_t max_relation_variables = 3;

/// A program edge with its solver and its substitution for pre-images.
class Step {
 public:
  Step(const Context& context, const program::Edge& action)
      : action_(action), substitute_(context.terms, program::substitution_of(action)) {
    smt::SolverOptions options;
    options.logic = context.logic;
    options.seed = context.seed;
    if (options.logic == "QF_BV") options.backend = smt::Backend::Cadical;
    solver_ = context.solvers.make(context.terms, options);
    solver_->assert_term(action.guard);
    for (const program::Input& input : action.inputs) inputs_.push_back(input.symbol);
  }

  const program::Edge& action() const { return action_; }
  /// True if this step still represents the action at that address. The actions of a chain of formulas are
  /// destroyed with the chain, so an address may be reused.
  bool is(const program::Edge& action) const { return program::has_same_terms(action, action_); }
  const term::TermVector& inputs() const { return inputs_; }
  smt::Solver& solver() { return *solver_; }
  /// The pre-image of `term`: the condition before the step under which it holds after the step.
  Term before(Term term) { return substitute_(term); }

  /// Adds to the solver that `fact` holds before the step if `selector` is assumed.
  void assume_under(term::TermManager& terms, Term selector, Term fact) {
    const auto [proxy, is_new] = proxies_.try_emplace(fact);
    if (is_new) {
      proxy->second = terms.mk_fresh("lemma", terms.bool_sort());
      solver_->assert_term(terms.mk_implies(proxy->second, fact));
    }
    solver_->assert_term(terms.mk_implies(selector, proxy->second));
  }

 private:
  program::Edge action_;
  term::Substituter substitute_;
  term::TermVector inputs_;
  std::unique_ptr<smt::Solver> solver_;
  term::Substitution proxies_;  ///< fact -> its proxy in the solver
};

/// Lemmas about the states of a node, kept from one DAG to the next.
struct NodeState {
  Term selector;
  Term known;
  term::TermVector lemmas;
  term::TermSet lemma_set;
  term::TermSet tried_relations;
  std::map<const Step*, std::size_t> num_asserted;  ///< number of lemmas that a step's solver contains
  std::size_t num_tried = 0;                        ///< lemmas of the location that were tried here, ...
  std::size_t num_before = 0;                       ///< ... given this total of lemmas at its predecessors
};

/// Identifies the states of a node: everything on which they depend.
struct NodeKey {
  std::uint32_t location;
  Term known;
  term::TermVector scope;
  std::vector<std::pair<const NodeState*, const Step*>> arrivals;
  auto operator<=>(const NodeKey&) const = default;
};

/// Exception that ends the procedure without labels.
struct GaveUp {
  std::string reason;
};

class Cubes final : public Interpolator {
 public:
  explicit Cubes(const Context& context) : context_(context), terms_(context.terms) {}
  std::string_view name() const override { return "cubes"; }
  Outcome label(const Dag& dag, std::chrono::milliseconds limit) override;

 private:
  /// A cube that has to be shown unreachable at a node.
  struct ProofObligation {
    NodeId node;
    Cube cube;
    std::size_t next_edge = 0;  ///< into incoming_[node]; earlier edges cannot reach the cube
    term::TermSet core;         ///< literals of the cube that the proofs for these edges need
  };

  void prepare(const Dag& dag);
  /// Finds flags in the conjuncts of `known`.
  void learn_flags(Term known);
  /// Adds the lemmas of the edge's source to the step's solver if it does not contain them yet.
  void assert_lemmas(std::uint32_t edge);
  void block_goal();
  /// Processes the next edge of the last proof obligation.
  void advance(std::vector<ProofObligation>& stack);
  /// A cube of states at the edge's source from which the edge leads into `cube`, from the last check's
  /// model.
  Cube predecessor(std::uint32_t edge, const Cube& cube);

  /// Sat: the edge leads from a state that satisfies its source's lemmas into the cube. Unsat: literals of
  /// the cube that suffice for the proof are added to `core`, if it is not null.
  SatResult check_edge(std::uint32_t edge, const Cube& cube, term::TermSet* core);
  /// If no edge into the node reaches the cube: the literals of the cube that suffice for the proofs;
  /// otherwise nullopt.
  std::optional<Cube> blocked_core(NodeId node, const Cube& cube);
  /// Returns a cube of fewer or weaker literals that is blocked too. Requires: `cube` is blocked.
  Cube generalize(NodeId node, Cube cube);
  Cube drop_literals(NodeId node, Cube cube);
  /// Replaces pairs of inequalities by their sum as long as the cube remains blocked.
  Cube add_up(NodeId node, Cube cube);
  std::optional<Term> sum_without(Term a, Term b) const;
  /// Sums of two literals of the cube, which follow from them and relate their variables.
  term::TermVector relations(Term a, Term b) const;
  void add_relations(NodeId node, const Cube& cube, const Cube& core);
  void add_lemma(NodeId node, Term lemma);
  /// Stores the lemma, to be tried at all nodes of the node's location.
  void remember(NodeId node, Term lemma);
  /// The negation of the cube.
  Term lemma_against(const Cube& cube);

  /// Tries all lemmas of the node's location at the node, and adds those that hold.
  void reuse_lemmas(NodeId node);
  void reuse_everywhere();

  void limit_time(Step& step) const;
  Step& step(std::uint32_t edge) { return *steps_of_edges_[edge]; }
  NodeState& state(NodeId node) { return *states_of_nodes_[node]; }
  Term selector_of_source(std::uint32_t edge) { return state(dag_->edges[edge].source).selector; }
  std::uint64_t& counter(const char* name) {
    return context_.statistics.counter(std::string("interpolation.cubes.") + name);
  }

  Context context_;
  term::TermManager& terms_;
  std::map<const program::Edge*, Step*> steps_;
  std::deque<Step> all_steps_;  ///< including those of destroyed actions: their addresses are parts of keys
  std::map<NodeKey, NodeState> states_;
  /// By location, in the order of discovery.
  std::map<std::uint32_t, term::TermVector> known_lemmas_;
  std::set<std::pair<std::uint32_t, Term>> remembered_;  ///< the same as a set of pairs

  term::TermSet flags_;  ///< variables that are known to have one of a few values

  // Data of the current DAG.
  const Dag* dag_ = nullptr;
  std::vector<std::vector<std::uint32_t>> incoming_, outgoing_;
  std::vector<Step*> steps_of_edges_;
  std::vector<NodeState*> states_of_nodes_;
  base::Clock::time_point deadline_;
};

Outcome Cubes::label(const Dag& dag, std::chrono::milliseconds limit) {
  deadline_ = base::Clock::now() + limit;
  prepare(dag);
  try {
    reuse_everywhere();
    block_goal();
    reuse_everywhere();
  } catch (const GaveUp& reason) {
    return Failure{reason.reason};
  }
  Labels labels;
  for (NodeId node = 0; node < dag.nodes.size(); ++node) labels.push_back(terms_.mk_and(state(node).lemmas));
  PENDULUM_CHECK(labels[dag.root()].is_true(), "the root should have no lemmas");
  PENDULUM_CHECK(labels[dag.goal()].is_false(), "the goal should be blocked");
  return labels;
}

void Cubes::prepare(const Dag& dag) {
  dag_ = &dag;
  incoming_ = incoming_edges(dag);
  outgoing_ = outgoing_edges(dag);
  steps_of_edges_.clear();
  states_of_nodes_.clear();
  for (const DagEdge& edge : dag.edges) {
    Step*& step = steps_[edge.action];
    if (!step || !step->is(*edge.action)) step = &all_steps_.emplace_back(context_, *edge.action);
    steps_of_edges_.push_back(step);
  }
  for (NodeId node = 0; node < dag.nodes.size(); ++node) {
    const DagNode& n = dag.nodes[node];
    NodeKey key{n.location, n.known, n.scope, {}};
    for (const std::uint32_t edge : incoming_[node]) {
      PENDULUM_CHECK(dag.edges[edge].source < node, "the sources of node {} should precede it", node);
      key.arrivals.emplace_back(states_of_nodes_[dag.edges[edge].source], steps_of_edges_[edge]);
    }
    const auto [found, is_new] = states_.try_emplace(std::move(key));
    states_of_nodes_.push_back(&found->second);
    if (!is_new) continue;
    found->second.selector = terms_.mk_fresh("at", terms_.bool_sort());
    found->second.known = n.known;
    learn_flags(n.known);
  }
  for (std::uint32_t edge = 0; edge < dag.edges.size(); ++edge) assert_lemmas(edge);
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

void Cubes::assert_lemmas(std::uint32_t edge) {
  NodeState& source = state(dag_->edges[edge].source);
  const auto [asserted, is_new] = source.num_asserted.try_emplace(&step(edge), 0);
  if (is_new && !source.known.is_true()) step(edge).assume_under(terms_, source.selector, source.known);
  for (; asserted->second < source.lemmas.size(); ++asserted->second)
    step(edge).assume_under(terms_, source.selector, source.lemmas[asserted->second]);
}

void Cubes::block_goal() {
  std::vector<ProofObligation> stack;
  if (state(dag_->goal()).lemmas.empty()) stack.push_back({dag_->goal(), {}, 0, {}});
  while (!stack.empty()) {
    context_.stop.throw_if_stopped();
    if (base::Clock::now() > deadline_) throw GaveUp{"timeout"};
    advance(stack);
  }
}

void Cubes::advance(std::vector<ProofObligation>& stack) {
  PENDULUM_CHECK(!stack.empty(), "a proof obligation should be open");
  ProofObligation& top = stack.back();
  const std::vector<std::uint32_t>& edges = incoming_[top.node];
  if (top.next_edge == edges.size()) {
    Cube core;
    for (const Term literal : top.cube)
      if (top.core.contains(literal)) core.push_back(literal);
    const NodeId node = top.node;
    const Cube cube = std::move(top.cube);
    stack.pop_back();
    add_lemma(node, lemma_against(generalize(node, core)));
    add_relations(node, cube, core);
    return;
  }
  const std::uint32_t edge = edges[top.next_edge];
  switch (check_edge(edge, top.cube, &top.core)) {
    case SatResult::Unsat:
      ++top.next_edge;
      return;
    case SatResult::Unknown:
      context_.stop.throw_if_stopped();
      throw GaveUp{"solver: " + step(edge).solver().reason_unknown()};
    case SatResult::Sat:
      break;
  }
  const NodeId source = dag_->edges[edge].source;
  if (source == dag_->root()) throw GaveUp{"the DAG is feasible"};
  ++counter("obligations");
  Cube cube = predecessor(edge, top.cube);
  stack.push_back({source, std::move(cube), 0, {}});
}

SatResult Cubes::check_edge(std::uint32_t edge, const Cube& cube, term::TermSet* core) {
  Step& s = step(edge);
  ++counter("checks");
  term::TermVector assumptions{selector_of_source(edge)};
  for (const Term literal : cube) {
    const Term before = s.before(literal);
    if (before.is_false()) {
      if (core) core->insert(literal);
      return SatResult::Unsat;
    }
    if (!before.is_true()) assumptions.push_back(before);
  }
  limit_time(s);
  const SatResult result = s.solver().check(assumptions);
  if (result == SatResult::Unsat && core) {
    const std::vector<Term> used = s.solver().unsat_core();
    const term::TermSet in_core(used.begin(), used.end());
    for (const Term literal : cube)
      if (in_core.contains(s.before(literal))) core->insert(literal);
  }
  return result;
}

Cube Cubes::predecessor(std::uint32_t edge, const Cube& cube) {
  Step& s = step(edge);
  term::TermVector formulas;
  for (const Term literal : cube) formulas.push_back(s.before(literal));
  formulas.push_back(s.action().guard);
  const term::TermVector symbols = term::symbols(formulas);
  const term::Model model = s.solver().model(symbols);
  Implicant implicant(terms_, model);
  for (const Term formula : formulas)
    if (!implicant.add(formula)) throw GaveUp{"a model does not satisfy its formula"};
  Cube result = project(terms_, implicant.literals(), s.inputs(), model);
  PENDULUM_DCHECK(std::ranges::includes(dag_->nodes[dag_->edges[edge].source].scope, term::symbols(result)),
                  "a predecessor should be over the scope of node {}", dag_->edges[edge].source);
  return result;
}

std::optional<Cube> Cubes::blocked_core(NodeId node, const Cube& cube) {
  term::TermSet core;
  for (const std::uint32_t edge : incoming_[node])
    if (check_edge(edge, cube, &core) != SatResult::Unsat) return std::nullopt;
  Cube result;
  for (const Term literal : cube)
    if (core.contains(literal)) result.push_back(literal);
  return result;
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
    if (auto core = blocked_core(node, smaller)) cube = std::move(*core);
  }
  return cube;
}

/// The sum of two inequalities that share a variable with opposite signs, scaled such that it cancels out.
std::optional<Term> Cubes::sum_without(Term a, Term b) const {
  using Relation = LinearLiteral::Relation;
  const auto first = term::linear_literal(a), second = term::linear_literal(b);
  if (!first || !second || first->relation != Relation::Le || second->relation != Relation::Le)
    return std::nullopt;
  for (const auto& [term, coefficient] : first->sum.coefficients) {
    const mpq_class other = second->sum.coefficient(term);
    if (sgn(other) * sgn(coefficient) >= 0) continue;
    LinearLiteral sum = *first;
    sum.sum.add(abs(coefficient / other), second->sum);
    return term::to_term(terms_, sum);
  }
  return std::nullopt;
}

term::TermVector Cubes::relations(Term a, Term b) const {
  using Relation = LinearLiteral::Relation;
  const auto first = term::linear_literal(a), second = term::linear_literal(b);
  if (!first || !second || first->sort != second->sort) return {};
  term::TermVector result;
  if (first->relation == Relation::Le && second->relation == Relation::Le) {
    LinearLiteral sum = *first;
    sum.sum.add(1, second->sum);
    result.push_back(sum_without(a, b).value_or(term::to_term(terms_, sum)));
  }
  // A multiple of an equality can be added to any literal.
  for (const auto& [equality, other] : {std::pair(first, second), std::pair(second, first)}) {
    if (equality->relation != Relation::Eq || other->relation == Relation::Eq) continue;
    for (const int factor : {-1, 1}) {
      LinearLiteral sum = *other;
      sum.sum.add(factor, equality->sum);
      result.push_back(term::to_term(terms_, sum));
    }
  }
  return result;
}

void Cubes::add_relations(NodeId node, const Cube& cube, const Cube& core) {
  if (node == dag_->goal()) return;
  unsigned num_checks = 0;
  for (const Term a : core) {
    for (const Term b : cube) {
      for (const Term relation : relations(a, b)) {
        const term::TermVector variables = term::symbols(relation);
        if (variables.size() < 2 || variables.size() > max_relation_variables) continue;
        // Relations between flags add no information to the values of the flags.
        if (std::ranges::all_of(variables, [&](Term v) { return flags_.contains(v); })) continue;
        if (!state(node).tried_relations.insert(relation).second) continue;
        if (++num_checks > max_relation_checks) return;
        if (blocked_core(node, {relation})) add_lemma(node, lemma_against({relation}));
      }
    }
  }
}

Cube Cubes::add_up(NodeId node, Cube cube) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < cube.size() && !changed; ++i) {
      for (std::size_t j = i + 1; j < cube.size() && !changed; ++j) {
        const auto sum = sum_without(cube[i], cube[j]);
        if (!sum || sum->is_value()) continue;
        Cube smaller{*sum};
        for (std::size_t k = 0; k < cube.size(); ++k)
          if (k != i && k != j) smaller.push_back(cube[k]);
        if (auto core = blocked_core(node, smaller)) {
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

void Cubes::limit_time(Step& step) const {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - base::Clock::now());
  step.solver().set_time_limit(std::max(left, std::chrono::milliseconds(1)));
}

void Cubes::add_lemma(NodeId node, Term lemma) {
  PENDULUM_DCHECK(std::ranges::includes(dag_->nodes[node].scope, term::symbols(lemma)),
                  "a lemma of node {} should be over its scope", node);
  if (!state(node).lemma_set.insert(lemma).second) return;
  ++counter("lemmas");
  state(node).lemmas.push_back(lemma);
  for (const std::uint32_t edge : outgoing_[node]) assert_lemmas(edge);
  if (node == dag_->goal()) return;
  remember(node, lemma);
  for (const std::uint32_t edge : outgoing_[node]) remember(dag_->edges[edge].target, lemma);
}

void Cubes::remember(NodeId node, Term lemma) {
  const std::uint32_t location = dag_->nodes[node].location;
  if (remembered_.emplace(location, lemma).second) known_lemmas_[location].push_back(lemma);
}

void Cubes::reuse_everywhere() {
  for (NodeId node = 1; node < dag_->goal(); ++node) {
    context_.stop.throw_if_stopped();
    if (base::Clock::now() > deadline_) throw GaveUp{"timeout"};
    reuse_lemmas(node);
  }
}

void Cubes::reuse_lemmas(NodeId node) {
  const auto is_candidate = [&](Term lemma) {
    return !state(node).lemma_set.contains(lemma) &&
           std::ranges::includes(dag_->nodes[node].scope, term::symbols(lemma));
  };
  std::size_t num_before = 0;
  for (const std::uint32_t edge : incoming_[node])
    num_before += state(dag_->edges[edge].source).lemmas.size();
  // Lemmas that did not hold before may hold now, because the predecessors have new lemmas.
  if (num_before != state(node).num_before) state(node).num_tried = 0;
  state(node).num_before = num_before;
  const term::TermVector& known = known_lemmas_[dag_->nodes[node].location];
  PENDULUM_CHECK(state(node).num_tried <= known.size(), "only known lemmas should have been tried at node {}",
                 node);
  term::TermVector candidates;
  std::copy_if(known.begin() + static_cast<std::ptrdiff_t>(state(node).num_tried), known.end(),
               std::back_inserter(candidates), is_candidate);
  state(node).num_tried = known.size();
  for (const std::uint32_t edge : incoming_[node]) {
    Step& s = step(edge);
    while (!candidates.empty()) {
      term::TermVector before;
      for (const Term lemma : candidates) before.push_back(s.before(lemma));
      const Term assumptions[] = {selector_of_source(edge), terms_.mk_not(terms_.mk_and(before))};
      ++counter("reuse_checks");
      limit_time(s);
      const SatResult result = s.solver().check(assumptions);
      if (result == SatResult::Unsat) break;
      if (result == SatResult::Unknown) {
        candidates.clear();
        break;
      }
      const term::Model model = s.solver().model(term::symbols(before));
      term::Evaluator evaluate(terms_, model);
      term::TermVector rest;
      for (std::size_t i = 0; i < candidates.size(); ++i)
        if (evaluate(before[i]).is_true()) rest.push_back(candidates[i]);
      // The solver and the evaluator may disagree on division by zero; give up all candidates then.
      if (rest.size() == candidates.size()) rest.clear();
      candidates = std::move(rest);
    }
  }
  for (const Term lemma : candidates) add_lemma(node, lemma);
}

}  // namespace

std::unique_ptr<Interpolator> make_cubes(const Context& context) {
  return std::make_unique<Cubes>(context);
}

}  // namespace pendulum::interpolation
