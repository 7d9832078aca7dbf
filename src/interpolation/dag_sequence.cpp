// UFO, section 5. ArgCond is encoded as in Definition 3: every variable at every node has its own symbol, so
// that DagCondition::symbols_at decides inScope(x, v). `known` is a part of mu_i under c_i. The proof of
// Theorem 3 sets the control variables between two nodes to false and remains valid with it.
//
// The paper extracts its interpolants from MathSAT's proofs; here an interpolation procedure computes them on
// the chain of the mu_i. Soundness: Theorem 3 needs CLEAN exactly, so an elimination with a stronger result
// is a failure. The labels are checked, because Z3 performs the eliminations.
#include "interpolation/dag_sequence.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/budget.h"
#include "base/check.h"
#include "interpolation/check_labels.h"
#include "interpolation/dag/dag_condition.h"
#include "interpolation/sequence.h"
#include "interpolation/universal.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using term::Term;
using term::TermVector;

namespace {

class Sequence final : public Interpolator {
 public:
  Sequence(const Context& context, MakeInterpolator inner) : context_(context), inner_(inner) {}

  std::string_view name() const override { return to_string(Method::Sequence); }
  Outcome label(const Dag& dag, std::chrono::milliseconds limit) override;

 private:
  std::optional<Failure> find_execution(const DagCondition& condition, std::chrono::milliseconds limit);
  std::optional<Term> clean(const Dag& dag, const DagCondition& condition, NodeId node, Term interpolant,
                            const base::StopToken& deadline);
  Outcome clean_all(const Dag& dag, const DagCondition& condition, const Labels& interpolants,
                    const base::StopToken& deadline);

  Context context_;
  MakeInterpolator inner_;
};

Outcome Sequence::label(const Dag& dag, std::chrono::milliseconds limit) {
  const base::ScopedTimer timer(context_.statistics.seconds("interpolation.sequence_time"));
  ++context_.statistics.counter("interpolation.sequence_calls");
  const base::Budget budget = base::Budget::at_most(context_.stop, limit, "sequence");
  const DagCondition condition(context_.terms, dag, DagCondition::Encoding::Symbols);
  // Half of the time remains for the interpolants if the search for an execution is not decided. Not
  // measured.
  const base::Budget for_execution = base::Budget::share(budget, 1, 2, "execution of the DAG");
  if (auto failure = find_execution(condition, *for_execution.remaining())) return *failure;
  Outcome sequence =
      interpolate_sequence(*inner_(context_), context_.terms, condition.clauses(), *budget.remaining());
  if (auto* failure = std::get_if<Failure>(&sequence)) return Failure{"sequence: " + failure->reason};
  return clean_all(dag, condition, std::get<Labels>(sequence), budget);
}

/// The single solver call of Refine. Returns nullopt if the DAG is infeasible or this is not decided; the
/// procedure on the chain decides then.
std::optional<Failure> Sequence::find_execution(const DagCondition& condition,
                                                std::chrono::milliseconds limit) {
  const auto solver =
      context_.solvers.make(context_.terms, {.logic = context_.logic, .seed = context_.seed, .cores = false});
  for (const Term clause : condition.clauses()) solver->assert_term(clause);
  solver->set_time_limit(limit);
  context_.stop.throw_if_stopped();
  if (solver->check() != smt::SatResult::Sat) return std::nullopt;
  return Failure{"the DAG is feasible", condition.path(solver->model(condition.model_symbols()))};
}

Outcome Sequence::clean_all(const Dag& dag, const DagCondition& condition, const Labels& interpolants,
                            const base::StopToken& deadline) {
  const base::ScopedTimer timer(context_.statistics.seconds("interpolation.clean_time"));
  PENDULUM_CHECK(interpolants.size() == dag.nodes.size(),
                 "each of the {} nodes should have an interpolant, not {}", dag.nodes.size(),
                 interpolants.size());
  Labels labels(dag.nodes.size(), context_.terms.mk_false());
  labels[dag.root()] = context_.terms.mk_true();  // Theorem 3 (a); the label of the goal is false
  for (NodeId node = 1; node < dag.goal(); ++node) {
    const auto label = clean(dag, condition, node, interpolants[node], deadline);
    if (!label) return Failure{fmt::format("CLEAN of node {} was not eliminated", node)};
    labels[node] = *label;
  }
  if (const auto wrong = check_labels(dag, labels, context_)) return Failure{"CLEAN: " + *wrong};
  return labels;
}

/// Equation (3), then SMap.
std::optional<Term> Sequence::clean(const Dag& dag, const DagCondition& condition, NodeId node,
                                    Term interpolant, const base::StopToken& deadline) {
  term::TermManager& terms = context_.terms;
  const Term here = term::substitute(terms, interpolant, {{condition.control(node), terms.mk_true()}});
  term::Substitution to_variable;  // SMap
  const TermVector& in_scope = condition.symbols_at(node);
  PENDULUM_DCHECK(std::ranges::none_of(in_scope, &Term::is_null),
                  "Definition 3 should have a symbol for each variable in scope at node {}", node);
  for (std::size_t i = 0; i < in_scope.size(); ++i)
    to_variable.emplace(in_scope[i], dag.nodes[node].scope[i]);
  TermVector bound = term::symbols(here);
  std::erase_if(bound, [&](Term symbol) { return to_variable.contains(symbol); });
  const Universal result = eliminate_forall(context_, bound, here, deadline);
  if (!result.is_exact) return std::nullopt;
  return term::substitute(terms, result.term, to_variable);
}

}  // namespace

std::unique_ptr<Interpolator> make_sequence(const Context& context, MakeInterpolator inner) {
  PENDULUM_CHECK(inner != nullptr, "a procedure should compute the interpolants");
  return std::make_unique<Sequence>(context, inner);
}

}  // namespace pendulum::interpolation
