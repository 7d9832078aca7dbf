// An invariant proves the program safe if
//   it holds in every state at entry (trivial if its term there is true),
//   every path from a cutpoint to the next one leads from a state that satisfies it to a state that does, and
//   no state satisfies it at the error.
// By induction over the cutpoints that an execution visits, every state of the execution at a cutpoint
// satisfies the invariant, so no execution reaches the error. A path from a cutpoint to the next one visits
// no cutpoint in between. Such paths cover two layers of a LayeredGraph whose marked edges are the edges into
// cutpoints.
#include "base/check.h"
#include "check/kernel/obligations.h"
#include "check/kernel/path_encoder.h"
#include "term/traverse.h"

namespace pendulum::check {

using certificate::Invariant;
using program::LocationId;
using program::Program;
using term::Term;

std::vector<bool> cutpoints_of(const Program& program, const Invariant& invariant) {
  std::vector<bool> is_cut(program.locations().size());
  is_cut[program.entry()] = true;
  is_cut[program.error()] = true;
  for (const auto& [location, at] : invariant.at) is_cut[location] = true;
  return is_cut;
}

Term term_at(const Program& program, const Invariant& invariant, LocationId location) {
  PENDULUM_CHECK(location < program.locations().size(), "{} should be a location", location);
  auto found = invariant.at.find(location);
  if (found != invariant.at.end()) return found->second;
  return program.terms().mk_bool(location != program.error());
}

std::vector<NeededVariables::Indices> reads_of(const Program& program, const Invariant& invariant) {
  std::vector<NeededVariables::Indices> result(program.locations().size());
  for (const auto& [location, at] : invariant.at) result[location] = variables_in(program, at);
  return result;
}

namespace {

std::string name_of(const Program& program, LocationId source, LocationId target) {
  const char* kind = target == program.error()   ? "exclusion"
                     : source == program.entry() ? "initiation"
                                                 : "consecution";
  return fmt::format("{}: {} -> {}", kind, program.location(source).name, program.location(target).name);
}

}  // namespace

std::vector<Obligation> inductiveness(const Program& program, const Invariant& invariant, Targets targets,
                                      const base::StopToken& stop) {
  term::TermManager& terms = program.terms();
  const std::vector<bool> is_cut = cutpoints_of(program, invariant);
  const LayeredGraph graph(program, edges_into(program, is_cut));
  const NeededVariables needed(graph, reads_of(program, invariant), is_cut);
  PathEncoder encoder(graph, needed, PathEncoder::JoinEncoding::Symbols, stop);

  std::vector<Obligation> result;
  for (const LocationId source : graph.order()) {
    if (!is_cut[source] || source == program.error()) continue;
    const Term before = term_at(program, invariant, source);
    if (source == program.entry())
      result.push_back(
          {fmt::format("initiation: {}", program.location(source).name), {terms.mk_not(before)}});
    encoder.run(source, Layers(graph, 1), [&](const PathEncoder::Node& node) {
      if (Layers::layer(node.copy()) == 0) return node.reach();
      const LocationId target = node.location();
      if (target == program.error() && targets == Targets::AllButError) return terms.mk_false();
      const Term after = node.instantiate(term_at(program, invariant, target));
      const Term breaks = terms.mk_and(node.reach(), terms.mk_not(after));
      Obligation obligation{name_of(program, source, target), encoder.constraints_of(breaks)};
      for (const Term term : {before, breaks}) obligation.formula.push_back(term);
      if (after.kind() == term::Kind::And)
        for (const Term conjunct : term::conjuncts(after)) obligation.cases.push_back(terms.mk_not(conjunct));
      result.push_back(std::move(obligation));
      return terms.mk_false();
    });
  }
  return result;
}

std::vector<Obligation> obligations_of(const Program& program, const Invariant& invariant,
                                       const base::StopToken& stop) {
  std::vector<Obligation> result = inductiveness(program, invariant, Targets::All, stop);
  // If the invariant has a term for the error, the term must be unsatisfiable.
  if (invariant.at.contains(program.error()))
    result.push_back({fmt::format("exclusion: {}", program.location(program.error()).name),
                      {term_at(program, invariant, program.error())}});
  return result;
}

}  // namespace pendulum::check
