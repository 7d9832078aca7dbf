// Newton's refinement (Ball, Rajamani 2002; with unsat cores and live variables: Dietsch, Heizmann, Musa,
// Nutz, Podelski, "Craig vs. Newton in software model checking", ESEC/FSE 2017), on a DAG instead of a path:
//
//   label(goal) = false
//   label(u) = and over edges (u, v) of forall inputs. known(u) and guard => label(v)[updates]
//
// It is applied to the DAG that core.h returns, so labels do not contain variables that the core does not
// read. It uses weakest preconditions rather than strongest posts because edges are functional: an assignment
// is a substitution, and only inputs have to be eliminated.
//
// Soundness: every edge is a Hoare triple by construction, even if the result of an elimination is stronger
// than the quantified formula. Then only the root can be wrong, whose label must be true; the solver checks
// it.
#include "interpolation/newton.h"

#include <algorithm>

#include "base/check.h"
#include "interpolation/core.h"
#include "interpolation/universal.h"
#include "term/forms/drop_implied.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using term::Term;
using term::TermVector;

namespace {

/// Maximum number of subterms of a label: in the worst case preconditions double at every branch, and engines
/// cannot use such labels. Not measured.
constexpr std::size_t max_label_size = 20'000;
/// Maximum number of conjuncts of a label that is searched for redundant ones; the search makes one solver
/// call per conjunct. Not measured.
constexpr std::size_t max_conjuncts_to_prune = 40;
/// Time limit of each solver call of that search, which is optional. Not measured.
constexpr std::chrono::milliseconds prune_limit{200};

class Preconditions {
 public:
  Preconditions(const Context& context, const Dag& dag, const base::StopToken& deadline)
      : context_(context),
        terms_(context.terms),
        dag_(dag),
        deadline_(deadline),
        solver_(context.solvers.make(context.terms, {.logic = context.logic, .seed = context.seed})) {}

  Outcome run();

 private:
  Term precondition(const DagEdge& edge);
  Term without_redundant(NodeId node, Term label);
  Outcome finish();

  const Context& context_;
  term::TermManager& terms_;
  const Dag& dag_;
  const base::StopToken& deadline_;
  std::unique_ptr<smt::Solver> solver_;
  Labels labels_;
  bool is_exact_ = true;
};

Outcome Preconditions::run() {
  labels_.assign(dag_.nodes.size(), terms_.mk_false());
  const auto outgoing = outgoing_edges(dag_);
  for (NodeId node = dag_.goal(); node-- > 0;) {
    TermVector conjuncts;
    for (const std::uint32_t edge : outgoing[node]) {
      context_.stop.throw_if_stopped();
      if (deadline_.is_stopped()) return Failure{"timeout"};
      conjuncts.push_back(precondition(dag_.edges[edge]));
    }
    labels_[node] = without_redundant(node, terms_.mk_and(conjuncts));
    PENDULUM_DCHECK(std::ranges::includes(dag_.nodes[node].scope, term::symbols(labels_[node])),
                    "the label of node {} should be over its scope", node);
    if (term::dag_size(labels_[node]) > max_label_size) return Failure{"preconditions are too large"};
  }
  return finish();
}

Term Preconditions::precondition(const DagEdge& edge) {
  PENDULUM_CHECK(edge.source < edge.target, "labels should be computed against the direction of edges");
  const program::Edge& action = *edge.action;
  const term::Substitution after = program::substitution_of(action);
  const Term body = terms_.mk_or({terms_.mk_not(dag_.nodes[edge.source].known), terms_.mk_not(action.guard),
                                  term::substitute(terms_, labels_[edge.target], after)});
  TermVector inputs;
  for (const program::Input& input : action.inputs) inputs.push_back(input.symbol);
  const Universal result = eliminate_forall(context_, inputs, body, deadline_);
  is_exact_ = is_exact_ && result.is_exact;
  return result.term;
}

/// Drops conjuncts that follow from the others and from `known`. All edges remain Hoare triples: `known` is
/// assumed for each edge that leaves the node, and together with it the label is equivalent.
Term Preconditions::without_redundant(NodeId node, Term label) {
  const TermVector all = term::conjuncts(label);
  if (all.size() > max_conjuncts_to_prune) return label;
  solver_->set_time_limit(std::min(prune_limit, *deadline_.remaining()));
  return terms_.mk_and(term::drop_implied(all, [&](TermVector query, Term conjunct) {
    if (deadline_.is_stopped()) return false;
    query.push_back(dag_.nodes[node].known);
    query.push_back(terms_.mk_not(conjunct));
    return solver_->check(query) == smt::SatResult::Unsat;
  }));
}

Outcome Preconditions::finish() {
  Term& root = labels_[dag_.root()];
  if (!root.is_true()) {
    solver_->set_time_limit(deadline_.remaining());
    const TermVector query{dag_.nodes[dag_.root()].known, terms_.mk_not(root)};
    switch (solver_->check(query)) {
      case smt::SatResult::Unsat:
        root = terms_.mk_true();
        break;
      case smt::SatResult::Sat:
        return Failure{is_exact_ ? "the DAG is feasible" : "an input could not be eliminated"};
      case smt::SatResult::Unknown:
        return Failure{"label of the root: " + solver_->reason_unknown()};
    }
  }
  return labels_;
}

class Newton final : public Interpolator {
 public:
  explicit Newton(const Context& context) : context_(context) {}

  std::string_view name() const override { return to_string(Method::Newton); }

  Outcome label(const Dag& dag, std::chrono::milliseconds limit) override {
    const base::ScopedTimer timer(context_.statistics.seconds("interpolation.newton_time"));
    ++context_.statistics.counter("interpolation.newton_calls");
    const base::StopToken deadline(base::Clock::now() + limit);
    auto core = restrict_to_core(dag, context_, limit);
    if (auto* failure = std::get_if<Failure>(&core)) return std::move(*failure);
    return Preconditions(context_, std::get<OwnedDag>(core).dag, deadline).run();
  }

 private:
  Context context_;
};

}  // namespace

std::unique_ptr<Interpolator> make_newton(const Context& context) {
  return std::make_unique<Newton>(context);
}

}  // namespace pendulum::interpolation
