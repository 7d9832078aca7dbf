// The procedure blocks cubes backwards from the goal as cubes.cpp does, but it knows correct labels. A lemma
// of node v is a clause that holds after each edge into v from the *given* label of its source. If an edge
// (u, v) leads out of the lemma from a state that satisfies the lemmas of u, all states of the cube that the
// model yields at u violate the given label of u. The cube is therefore blocked at u, relative to the given
// labels of its predecessors, and no search is needed. Literals are dropped as long as this remains true; the
// given labels are stronger than the lemmas that cubes.cpp has found at that time, so more literals can be
// dropped.
//
// Nodes are processed in reverse topological order. A node is finished when all its lemmas follow from the
// lemmas of its predecessors.
#include "interpolation/guided_cubes.h"

#include <algorithm>

#include "base/check.h"
#include "interpolation/projection/implicant.h"
#include "interpolation/projection/projection.h"
#include "term/forms/linear.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

namespace {

using smt::SatResult;
using term::Term;
using term::TermVector;
using Cube = TermVector;

/// An edge with its solver, which contains the guard, `known`, and two versions of the label of its source.
struct GuidedStep {
  GuidedStep(const Context& context, const DagEdge& edge)
      : action(*edge.action),
        before(context.terms, program::substitution_of(action)),
        solver(context.solvers.make(
            context.terms,
            {.backend = smt::Backend::Cadical, .logic = context.logic, .seed = context.seed})) {
    solver->assert_term(action.guard);
    for (const program::Input& input : action.inputs) inputs.push_back(input.symbol);
  }

  const program::Edge& action;
  term::Substituter before;  ///< yields pre-images
  TermVector inputs;
  std::unique_ptr<smt::Solver> solver;
};

class GuidedCubes {
 public:
  GuidedCubes(const Context& context, const Dag& dag, const Labels& given, const base::StopToken& deadline);
  Labels run();

 private:
  /// Returns whether all lemmas of the node follow from the lemmas of its predecessors now; false if the
  /// deadline has passed.
  bool finish(NodeId node);
  /// Adds lemmas to the edge's source until the edge does not lead into the cube.
  bool support(std::uint32_t edge, const Cube& cube);
  /// A cube of states at the edge's source from which the edge leads into `cube`, from the last check's
  /// model; nullopt if term::evaluate and the solver disagree on the model.
  std::optional<Cube> predecessor(std::uint32_t edge, const Cube& cube);
  /// If no edge into the node reaches the cube: the literals of the cube that suffice for the proofs.
  std::optional<Cube> blocked_core(NodeId node, const Cube& cube);
  Cube drop_literals(NodeId node, Cube cube);
  SatResult check(std::uint32_t edge, Term selector, const Cube& cube, term::TermSet* core);
  void add_lemma(NodeId node, Cube cube);
  Term lemma_against(const Cube& cube);

  const Context& context_;
  term::TermManager& terms_;
  const Dag& dag_;
  const Labels& given_;
  const base::StopToken& deadline_;
  std::vector<std::vector<std::uint32_t>> incoming_, outgoing_;
  std::vector<std::vector<Cube>> blocked_;  ///< by node: the negations of its lemmas
  std::vector<std::unique_ptr<GuidedStep>> steps_;
  Term select_given_, select_lemmas_;
};

GuidedCubes::GuidedCubes(const Context& context, const Dag& dag, const Labels& given,
                         const base::StopToken& deadline)
    : context_(context),
      terms_(context.terms),
      dag_(dag),
      given_(given),
      deadline_(deadline),
      incoming_(incoming_edges(dag)),
      outgoing_(outgoing_edges(dag)),
      blocked_(dag.nodes.size()),
      select_given_(terms_.mk_fresh("given", terms_.bool_sort())),
      select_lemmas_(terms_.mk_fresh("lemmas", terms_.bool_sort())) {
  for (const DagEdge& edge : dag.edges) {
    const auto& step = steps_.emplace_back(std::make_unique<GuidedStep>(context, edge));
    step->solver->assert_term(dag.nodes[edge.source].known);
    step->solver->assert_term(terms_.mk_implies(select_given_, given[edge.source]));
  }
}

Labels GuidedCubes::run() {
  add_lemma(dag_.goal(), {});
  NodeId node = dag_.goal();
  while (node > dag_.root() && finish(node)) --node;
  // The lemmas of `node` and of later nodes hold after each edge from a given label.
  Labels labels(given_.begin(), given_.begin() + node);
  for (; node < dag_.nodes.size(); ++node) {
    TermVector lemmas;
    for (const Cube& cube : blocked_[node]) lemmas.push_back(lemma_against(cube));
    labels.push_back(terms_.mk_and(lemmas));
  }
  return labels;
}

bool GuidedCubes::finish(NodeId node) {
  for (const Cube& cube : blocked_[node])
    for (const std::uint32_t edge : incoming_[node])
      if (!support(edge, cube)) return false;
  return true;
}

bool GuidedCubes::support(std::uint32_t edge, const Cube& cube) {
  while (!deadline_.is_stopped()) {
    switch (check(edge, select_lemmas_, cube, nullptr)) {
      case SatResult::Unsat:
        return true;
      case SatResult::Unknown:
        return false;
      case SatResult::Sat:
        break;
    }
    const NodeId source = dag_.edges[edge].source;
    PENDULUM_CHECK(source != dag_.root(), "the given labels should be correct at the root");
    const auto before = predecessor(edge, cube);
    auto core = before ? blocked_core(source, *before) : std::nullopt;
    if (!core) return false;
    ++context_.statistics.counter("interpolation.proof.lemmas");
    add_lemma(source, drop_literals(source, std::move(*core)));
  }
  return false;
}

std::optional<Cube> GuidedCubes::predecessor(std::uint32_t edge, const Cube& cube) {
  GuidedStep& step = *steps_[edge];
  TermVector formulas;
  for (const Term literal : cube) formulas.push_back(step.before(literal));
  formulas.push_back(step.action.guard);
  const term::Model model = step.solver->model(term::symbols(formulas));
  Implicant implicant(terms_, model);
  for (const Term formula : formulas)
    if (!implicant.add(formula)) return std::nullopt;
  return project(terms_, implicant.literals(), step.inputs, model);
}

std::optional<Cube> GuidedCubes::blocked_core(NodeId node, const Cube& cube) {
  term::TermSet core;
  for (const std::uint32_t edge : incoming_[node])
    if (check(edge, select_given_, cube, &core) != SatResult::Unsat) return std::nullopt;
  Cube result;
  for (const Term literal : cube)
    if (core.contains(literal)) result.push_back(literal);
  return result;
}

Cube GuidedCubes::drop_literals(NodeId node, Cube cube) {
  // Literals over many variables exclude the fewest states; try to drop them first.
  Cube order = cube;
  std::ranges::stable_sort(order, std::greater<>{},
                           [](Term literal) { return term::symbols(literal).size(); });
  for (const Term literal : order) {
    if (cube.size() <= 1) break;
    const auto position = std::ranges::find(cube, literal);
    if (position == cube.end()) continue;
    Cube smaller = cube;
    smaller.erase(smaller.begin() + (position - cube.begin()));
    if (auto core = blocked_core(node, smaller)) cube = std::move(*core);
  }
  return cube;
}

SatResult GuidedCubes::check(std::uint32_t edge, Term selector, const Cube& cube, term::TermSet* core) {
  GuidedStep& step = *steps_[edge];
  TermVector assumptions{selector};
  for (const Term literal : cube) {
    const Term before = step.before(literal);
    if (before.is_false()) {
      if (core) core->insert(literal);
      return SatResult::Unsat;
    }
    if (!before.is_true()) assumptions.push_back(before);
  }
  ++context_.statistics.counter("interpolation.proof.checks");
  step.solver->set_time_limit(std::max(*deadline_.remaining(), std::chrono::milliseconds(1)));
  const SatResult result = step.solver->check(assumptions);
  if (result == SatResult::Unsat && core) {
    const TermVector used = step.solver->unsat_core();
    for (const Term literal : cube)
      if (std::ranges::find(used, step.before(literal)) != used.end()) core->insert(literal);
  }
  return result;
}

void GuidedCubes::add_lemma(NodeId node, Cube cube) {
  const Term lemma = lemma_against(cube);
  PENDULUM_DCHECK(std::ranges::includes(dag_.nodes[node].scope, term::symbols(lemma)),
                  "a lemma of node {} should be over its scope", node);
  blocked_[node].push_back(std::move(cube));
  for (const std::uint32_t edge : outgoing_[node])
    steps_[edge]->solver->assert_term(terms_.mk_implies(select_lemmas_, lemma));
}

Term GuidedCubes::lemma_against(const Cube& cube) {
  TermVector literals;
  for (const Term literal : cube) literals.push_back(term::normalize_literal(terms_, terms_.mk_not(literal)));
  return terms_.mk_or(literals);
}

}  // namespace

Labels shrink_labels(const Context& context, const Dag& dag, const Labels& given,
                     const base::StopToken& deadline) {
  PENDULUM_CHECK(given.size() == dag.nodes.size(), "every node should have a label");
  PENDULUM_CHECK(deadline.remaining().has_value(), "the time should be limited");
  return GuidedCubes(context, dag, given, deadline).run();
}

}  // namespace pendulum::interpolation
