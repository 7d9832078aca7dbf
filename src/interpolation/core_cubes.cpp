// One query about the whole DAG determines which parts of guards and updates make it infeasible (core.h).
// Cubes on the DAG without the other parts consist of fewer literals, over fewer variables, so fewer of them
// are blocked.
//
// The core differs from one DAG to the next, and with it the edges. Lemmas and solvers of earlier DAGs, which
// cubes.cpp keeps (lemma_graph.h), are therefore not reused. While the procedure is interrupted and continued
// on one DAG, both are kept.
#include "interpolation/core_cubes.h"

#include <algorithm>

#include "base/budget.h"
#include "base/check.h"
#include "interpolation/core.h"
#include "interpolation/cubes.h"

namespace pendulum::interpolation {

namespace {

/// True if both have the same nodes, and edges with the same terms.
bool is_same(const Dag& a, const Dag& b) {
  const auto same_node = [](const DagNode& x, const DagNode& y) {
    return x.scope == y.scope && x.known == y.known && x.location == y.location;
  };
  const auto same_edge = [](const DagEdge& x, const DagEdge& y) {
    return x.source == y.source && x.target == y.target && program::has_same_terms(*x.action, *y.action);
  };
  return std::ranges::equal(a.nodes, b.nodes, same_node) && std::ranges::equal(a.edges, b.edges, same_edge);
}

OwnedDag copy_of(const Dag& dag) {
  OwnedDag copy{.actions = {}, .dag = dag};
  for (DagEdge& edge : copy.dag.edges)
    edge.action = copy.actions.emplace_back(std::make_unique<program::Edge>(*edge.action)).get();
  return copy;
}

class CoreCubes final : public Interpolator {
 public:
  explicit CoreCubes(const Context& context) : context_(context) {}

  std::string_view name() const override { return to_string(Method::Core); }

  Outcome label(const Dag& dag, std::chrono::milliseconds limit) override {
    const base::Budget budget = base::Budget::at_most(context_.stop, limit, "core");
    if (!present_ || !is_same(present_->given.dag, dag)) {
      present_.reset();
      auto core = restrict_to_core(dag, context_, limit);
      if (auto* failure = std::get_if<Failure>(&core)) return std::move(*failure);
      present_ = Present{copy_of(dag), std::move(std::get<OwnedDag>(core)), make_cubes(context_)};
    }
    Outcome outcome = present_->cubes->label(present_->core.dag, *budget.remaining());
    if (auto* labels = std::get_if<Labels>(&outcome)) return std::move(*labels);
    auto& failure = std::get<Failure>(outcome);
    PENDULUM_DCHECK(!failure.path, "the core of a DAG should be infeasible");
    return Failure{std::move(failure.reason)};  // a path of the core need not be a path of the DAG
  }

 private:
  struct Present {
    OwnedDag given;  ///< the DAG of the last call
    OwnedDag core;
    std::unique_ptr<Interpolator> cubes;
  };

  Context context_;
  std::optional<Present> present_;
};

}  // namespace

std::unique_ptr<Interpolator> make_core_cubes(const Context& context) {
  return std::make_unique<CoreCubes>(context);
}

}  // namespace pendulum::interpolation
