// UFO's own way to labels (section 5): one query for the DAG's condition gives the answer and, from the
// solver's proof, the labels of all nodes. The solver is CaDiCaL on the clauses of dag_clauses.h.
//
// The interpolants are formulas over single bits, and many times as large as those of the other procedures.
// They are therefore only guides for cubes over the DAG's own terms (guided_cubes.h). If these take too long,
// for example because a bit-level fact such as x[0] = 0 is a large set of cubes, some interpolants remain.
#include "interpolation/proof.h"

#include "base/budget.h"
#include "base/check.h"
#include "interpolation/dag/dag_clauses.h"
#include "interpolation/guided_cubes.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using term::Term;

namespace {

/// Maximum number of subterms of all labels: engines cannot use larger ones. Not measured.
constexpr std::size_t max_total_size = 20'000;

class Proof final : public Interpolator {
 public:
  explicit Proof(const Context& context) : context_(context) {}

  std::string_view name() const override { return to_string(Method::Proof); }
  Outcome label(const Dag& dag, std::chrono::milliseconds limit) override;

 private:
  Outcome interpolants(const Dag& dag, const base::StopToken& deadline);

  Context context_;
};

std::size_t total_size(const Labels& labels) {
  std::size_t size = 0;
  for (const Term label : labels) size += term::dag_size(label);
  return size;
}

Outcome Proof::label(const Dag& dag, std::chrono::milliseconds limit) {
  const base::ScopedTimer timer(context_.statistics.seconds("interpolation.proof.time"));
  ++context_.statistics.counter("interpolation.proof.calls");
  if (!is_bit_level(dag)) return Failure{"only Booleans and bit-vectors are supported"};
  const base::Budget budget = base::Budget::at_most(context_.stop, limit, "proof");
  Outcome outcome = interpolants(dag, budget);
  context_.stop.throw_if_stopped();
  const auto* given = std::get_if<Labels>(&outcome);
  if (!given) return outcome;
  // Half of the time, so that a caller with several procedures can expect labels before the limit.
  const base::Budget for_cubes = base::Budget::share(budget, 1, 2, "guided cubes");
  Labels small = shrink_labels(context_, dag, *given, for_cubes);
  context_.stop.throw_if_stopped();
  // Bit-level facts such as parities are smaller as interpolants.
  if (total_size(*given) < total_size(small)) small = *given;
  if (total_size(small) > max_total_size) return Failure{"the interpolants are too large"};
  return small;
}

Outcome Proof::interpolants(const Dag& dag, const base::StopToken& deadline) {
  const DagClauses condition(context_.terms, dag);
  const smt::RefutationAnswer answer =
      smt::refute(condition.clauses(), condition.num_variables(), context_.seed, deadline);
  switch (answer.result) {
    case smt::SatResult::Sat:
      return Failure{"the DAG is feasible", condition.path(answer.model)};
    case smt::SatResult::Unknown:
      return Failure{answer.reason};
    case smt::SatResult::Unsat:
      break;
  }
  context_.statistics.counter("interpolation.proof.clauses") += answer.refutation.size();
  Labels labels(dag.nodes.size(), context_.terms.mk_false());
  labels[dag.root()] = context_.terms.mk_true();
  for (NodeId node = dag.root() + 1; node < dag.goal(); ++node) {
    if (deadline.is_stopped()) return Failure{"timeout"};
    labels[node] =
        smt::interpolant(context_.terms, condition.clauses(), answer.refutation, condition.cut(node));
  }
  return labels;
}

}  // namespace

std::unique_ptr<Interpolator> make_proof(const Context& context) {
  return std::make_unique<Proof>(context);
}

}  // namespace pendulum::interpolation
