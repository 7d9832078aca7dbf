#include "domain/affine_program.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "domain/unswitch.h"
#include "term/traverse.h"

namespace pendulum::domain {

namespace {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using term::Term;

/// Maximum number of subterms of the guards of edges that are composed. Splitting a guard into cases visits
/// it once per case, so the guards of long chains of edges must not grow without limit. Not measured.
constexpr std::size_t max_size = 3000;
/// Maximum number of affine cases of the first edge of a composition: the cases of composed edges multiply,
/// and CaseLimits::cases admits three such edges in a row. Not measured.
constexpr std::size_t max_cases = 4;

struct Composed {
  Edge edge;
  std::vector<EdgeId> path;
};

bool is_numeric(Term variable) {
  return variable.sort().is_int() || variable.sort().is_bool();
}

/// The edge that executes first `a`, then `b`.
Composed compose(term::TermManager& terms, const Composed& a, const Composed& b) {
  PENDULUM_CHECK(a.edge.target == b.edge.source, "edges should be consecutive");
  term::Substituter substitute(terms, program::substitution_of(a.edge));
  Composed result{b.edge, a.path};
  result.path.insert(result.path.end(), b.path.begin(), b.path.end());
  result.edge.source = a.edge.source;
  result.edge.guard = terms.mk_and(a.edge.guard, substitute(b.edge.guard));
  result.edge.updates.clear();
  term::TermSet assigned;
  for (const program::Assignment& update : b.edge.updates) {
    result.edge.updates.push_back({update.variable, substitute(update.value)});
    assigned.insert(update.variable);
  }
  for (const program::Assignment& update : a.edge.updates)
    if (!assigned.contains(update.variable)) result.edge.updates.push_back(update);
  std::ranges::sort(result.edge.updates, {}, &program::Assignment::variable);
  result.edge.inputs = a.edge.inputs;
  result.edge.inputs.insert(result.edge.inputs.end(), b.edge.inputs.begin(), b.edge.inputs.end());
  return result;
}

/// Drops updates of variables that are not live after the edge.
void drop_dead(Edge& edge, const term::TermVector& live) {
  std::erase_if(edge.updates, [&](const program::Assignment& update) {
    return !std::ranges::binary_search(live, update.variable);
  });
}

class Composer {
 public:
  Composer(const program::Program& program, const program::Wto& wto, Term ranges, const base::StopToken& stop)
      : program_(program),
        wto_(wto),
        stop_(stop),
        live_(program::live_variables(program)),
        outgoing_(live_.size()) {
    bool is_complete = true;
    for (LinearConstraint& constraint : linear_conjuncts(ranges, is_complete))
      for (const auto& [symbol, coefficient] : constraint.sum.coefficients)
        ranges_[symbol].push_back(constraint);
    incoming_.resize(live_.size());
    for (EdgeId id = 0; id < program.edges().size(); ++id) {
      if (!wto.is_reachable(program.edge(id).source)) continue;
      Composed composed{program.edge(id), {id}};
      drop_dead(composed.edge, live_[composed.edge.target]);
      insert(std::move(composed));
    }
  }

  void run() {
    for (const LocationId location : wto_.order()) {
      stop_.throw_if_stopped();
      const bool is_kept = location == program_.entry() || location == program_.error() ||
                           wto_.is_head(location) || incoming_[location] != 1;
      if (!is_kept) eliminate(location);
    }
  }

  std::vector<AffineCase> cases(const Edge& edge) const {
    term::TermVector roots{edge.guard};
    for (const program::Assignment& update : edge.updates) roots.push_back(update.value);
    std::vector<LinearConstraint> known;
    for (const Term symbol : term::symbols(roots))
      if (const auto found = ranges_.find(symbol); found != ranges_.end())
        known.insert(known.end(), found->second.begin(), found->second.end());
    return affine_cases(program_.terms(), edge, known, {}, stop_);
  }

  const std::vector<std::vector<Composed>>& outgoing() const { return outgoing_; }
  const std::vector<term::TermVector>& live() const { return live_; }

 private:
  void insert(Composed composed) {
    ++incoming_[composed.edge.target];
    entering_[composed.edge.target] = composed.edge.source;
    outgoing_[composed.edge.source].push_back(std::move(composed));
  }

  void eliminate(LocationId location) {
    std::vector<Composed>& before = outgoing_[entering_.at(location)];
    const auto entering =
        std::ranges::find_if(before, [&](const Composed& c) { return c.edge.target == location; });
    if (entering == before.end()) return;  // the edge was replaced by a composition
    const auto size_of = [](const Composed& c) { return term::dag_size(c.edge.guard); };
    if (size_of(*entering) > max_size || cases(entering->edge).size() > max_cases) return;
    for (const Composed& next : outgoing_[location])
      if (size_of(next) > max_size) return;
    const Composed first = *entering;
    before.erase(entering);
    const std::vector<Composed> rest = std::move(outgoing_[location]);
    outgoing_[location].clear();
    --incoming_[location];
    PENDULUM_CHECK(incoming_[location] == 0, "an eliminated location should have no other incoming edge");
    for (const Composed& next : rest) {
      PENDULUM_CHECK(incoming_[next.edge.target] > 0, "each edge should be counted at its target");
      --incoming_[next.edge.target];
      Composed composed = compose(program_.terms(), first, next);
      drop_dead(composed.edge, live_[composed.edge.target]);
      if (!composed.edge.guard.is_false()) insert(std::move(composed));
    }
  }

  const program::Program& program_;
  const program::Wto& wto_;
  const base::StopToken& stop_;
  std::vector<term::TermVector> live_;
  std::vector<std::vector<Composed>> outgoing_;
  std::vector<std::size_t> incoming_;
  std::map<LocationId, LocationId> entering_;  ///< the source of an edge that enters the location
  term::TermMap<std::vector<LinearConstraint>> ranges_;
};

}  // namespace

AffineProgram::AffineProgram(const program::Program& program, Term ranges, const base::StopToken& stop,
                             Composition composition)
    : program_(&program), wto_(program) {
  Composer composer(program, wto_, ranges, stop);
  if (composition == Composition::Edges) composer.run();
  live_ = composer.live();
  for (term::TermVector& live : live_)
    std::erase_if(live, [](Term variable) { return !is_numeric(variable); });
  std::vector<AffineEdge> edges;
  for (const LocationId location : wto_.order()) {
    for (const Composed& composed : composer.outgoing()[location]) {
      const bool is_back = wto_.is_back_edge(location, composed.edge.target);
      for (AffineCase& action : composer.cases(composed.edge))
        edges.push_back({location, composed.edge.target, composed.path, std::move(action), is_back});
    }
  }
  set_edges(std::move(edges));
}

void AffineProgram::set_edges(std::vector<AffineEdge> edges) {
  edges_ = std::move(edges);
  outgoing_.assign(live_.size(), {});
  forward_.assign(live_.size(), 0);
  for (AffineEdgeId id = 0; id < edges_.size(); ++id) {
    PENDULUM_CHECK(edges_[id].source < live_.size() && edges_[id].target < live_.size(),
                   "edge {} should connect locations", id);
    const std::vector<EdgeId>& path = edges_[id].path;
    PENDULUM_CHECK(!path.empty() && program_->edge(path.front()).source == edges_[id].source &&
                       program_->edge(path.back()).target == edges_[id].target,
                   "the path of edge {} should connect its source and its target", id);
    outgoing_[edges_[id].source].push_back(id);
    if (!edges_[id].is_back_edge) ++forward_[edges_[id].target];
  }
}

bool AffineProgram::unswitch() {
  const std::size_t before = edges_.size();
  set_edges(unswitched_edges(*this));
  PENDULUM_CHECK(edges_.size() >= before, "unswitching should keep each of the {} edges", before);
  return edges_.size() > before;
}

}  // namespace pendulum::domain
