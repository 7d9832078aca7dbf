// All runs end, or leave what can lead to the error, within `bound` traversals of back edges. Unrolled are
// copies (location, i), where i counts the back edges taken; judged is that no copy of the error with i <=
// bound is reachable, and that no back edge to a relevant location is taken from layer `bound`. So a run to
// the error takes at most `bound` back edges, because its (bound + 1)-th one would contradict the second, and
// then the first excludes it. Which edges count as back edges does not matter as long as each cycle has one,
// which LayeredGraph checks.
#include <algorithm>

#include "check/obligations.h"
#include "check/path_encoder.h"

namespace pendulum::check {

using program::Program;

std::vector<Obligation> obligations_of(const Program& program, const certificate::Unrolling& unrolling,
                                       const base::StopToken& stop) {
  term::TermManager& terms = program.terms();
  const LayeredGraph graph(program, back_edges(program));
  const std::vector<bool> nowhere(program.locations().size());
  const NeededVariables needed(graph, std::vector<NeededVariables::Indices>(nowhere.size()), nowhere);
  PathEncoder encoder(graph, needed, PathEncoder::Meeting::Ites, stop);
  // Where a string is read, indices are often one of a few constants; other programs would only pay for it.
  ArrayReads reads(terms);
  if (std::ranges::any_of(program.variables(),
                          [](const program::Variable& v) { return v.symbol.sort().is_array(); }))
    encoder.simplify_with(reads);

  term::TermVector errors;
  term::TermVector overruns;
  encoder.run(program.entry(), Layers(graph, unrolling.bound + 1), [&](const PathEncoder::Node& node) {
    if (Layers::layer(node.place()) > unrolling.bound) {
      overruns.push_back(node.reach());
      return terms.mk_false();
    }
    if (node.location() == program.error()) errors.push_back(node.reach());
    return node.reach();
  });
  // One question for all overruns: what they share is most of the work.
  return {{fmt::format("error: none within {} back edges", unrolling.bound),
           {terms.mk_or(errors)},
           program.entry(),
           program.error()},
          {fmt::format("end: no back edge after {} back edges", unrolling.bound),
           {terms.mk_or(overruns)},
           program.entry(),
           program.error()}};
}

}  // namespace pendulum::check
