// A complete unrolling: every execution ends, or leaves the locations from which the error is reachable in
// the graph, within `bound` traversals of back edges. The unrolling consists of copies (location, i), where i
// is the number of back edges taken so far. The two obligations are: (1) no copy of the error with i <= bound
// is reachable, and (2) no back edge to a relevant location is taken from layer `bound`. By (2), an execution
// that reaches the error takes at most `bound` back edges; (1) excludes such an execution. The argument holds
// for any choice of back edges that contains an edge of each cycle, which LayeredGraph checks.
#include "check/kernel/obligations.h"
#include "check/kernel/path_encoder.h"

namespace pendulum::check {

using program::Program;

std::vector<Obligation> obligations_of(const Program& program, const certificate::Unrolling& unrolling,
                                       const Simplification& simplify, const base::StopToken& stop) {
  term::TermManager& terms = program.terms();
  const LayeredGraph graph(program, back_edges(program));
  const std::vector<bool> nowhere(program.locations().size());
  const NeededVariables needed(graph, std::vector<NeededVariables::Indices>(nowhere.size()), nowhere);
  PathEncoder encoder(graph, needed, PathEncoder::JoinEncoding::Ites, stop);
  encoder.simplify_with(simplify);

  term::TermVector errors;
  term::TermVector overruns;
  encoder.run(program.entry(), Layers(graph, unrolling.bound + 1), [&](const PathEncoder::Node& node) {
    if (Layers::layer(node.copy()) > unrolling.bound) {
      overruns.push_back(node.reach());
      return terms.mk_false();
    }
    if (node.location() == program.error()) errors.push_back(node.reach());
    return node.reach();
  });
  // All overruns form one obligation, because most of the solver's work is common to them.
  return {{fmt::format("error: none within {} back edges", unrolling.bound), {terms.mk_or(errors)}},
          {fmt::format("end: no back edge after {} back edges", unrolling.bound), {terms.mk_or(overruns)}}};
}

}  // namespace pendulum::check
