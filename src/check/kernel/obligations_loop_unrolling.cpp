// A complete unrolling with one bound per loop: no loop repeats more often than its bound in the certificate,
// and the error is not reached. Each location has one copy per iteration of each loop around it
// (LoopIterations in location_copies.h). The obligations are: (1) no execution reaches the head of a loop for
// an iteration beyond its bound, and (2) no execution reaches the error within the bounds. By (2), an
// execution that reaches the error exceeds a bound at some point; (1) excludes the first such point.
#include "check/kernel/obligations.h"
#include "check/kernel/path_encoder.h"

namespace pendulum::check {

using program::LocationId;
using program::Program;

std::vector<Obligation> obligations_of(const Program& program, const certificate::LoopUnrolling& unrolling,
                                       const Simplification& simplify, const base::StopToken& stop) {
  term::TermManager& terms = program.terms();
  const LayeredGraph graph(program, back_edges(program));
  const std::vector<bool> nowhere(program.locations().size());
  const NeededVariables needed(graph, std::vector<NeededVariables::Indices>(nowhere.size()), nowhere);
  PathEncoder encoder(graph, needed, PathEncoder::JoinEncoding::Ites, stop);
  encoder.simplify_with(simplify);

  std::vector<LocationId> heads;
  std::map<LocationId, unsigned> bounds;
  for (const auto& [head, bound] : unrolling.loops) {
    heads.push_back(head);
    bounds.emplace(head, bound);
  }
  const LoopIterations iterations(program, heads);
  const auto bound = [&](LocationId head) {
    const auto found = bounds.find(head);
    return found == bounds.end() ? 0 : found->second;
  };
  term::TermVector errors;
  std::map<LocationId, term::TermVector> overruns;  // by head
  encoder.run(program.entry(), iterations, [&](const PathEncoder::Node& node) {
    const LocationId id = node.location();
    if (iterations.is_head(id) && LoopIterations::iteration(node.copy()) > bound(id) + 1) {
      overruns[id].push_back(node.reach());
      return terms.mk_false();
    }
    if (id == program.error()) errors.push_back(node.reach());
    return node.reach();
  });
  std::vector<Obligation> result{{"error: none within the bounds of the loops", {terms.mk_or(errors)}}};
  for (const auto& [head, reached] : overruns)
    result.push_back(
        {fmt::format("end: at most {} repetitions of {}", bound(head), program.location(head).name),
         {terms.mk_or(reached)}});
  return result;
}

}  // namespace pendulum::check
