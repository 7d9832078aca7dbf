#include "engine/minimise_invariant.h"

#include <algorithm>

#include "base/check.h"
#include "engine/needed_conjuncts.h"
#include "term/print.h"
#include "term/traverse.h"

namespace pendulum::engine {

namespace {

using certificate::Invariant;
using program::LocationId;
using term::Term;
using term::TermVector;

/// The whole minimisation is bounded, because judging a larger invariant may take less time than a longer
/// minimisation. A query is about one edge; one that takes a fifth of the whole time is not worth waiting
/// for. Each core check costs a solver call, so large cores are not minimised.
constexpr NeededConjunctsOptions limits{
    .time_limit = std::chrono::seconds(10), .query_limit = std::chrono::seconds(2), .max_core_checks = 12};

/// The disjuncts of `term`, each as its sorted conjuncts, without disjuncts that contain all conjuncts of
/// another one. The labels of later loop iterations often consist of those conjuncts of earlier labels that
/// remain true.
std::vector<TermVector> weakest_disjuncts(Term term) {
  if (term.is_false()) return {};
  std::vector<TermVector> sorted;
  for (const Term disjunct : term::disjuncts(term)) {
    sorted.push_back(disjunct.is_true() ? TermVector{} : term::conjuncts(disjunct));
    std::ranges::sort(sorted.back());
  }
  std::ranges::stable_sort(sorted, {}, &TermVector::size);
  std::vector<TermVector> result;
  for (const TermVector& next : sorted)
    if (std::ranges::none_of(result,
                             [&](const TermVector& kept) { return std::ranges::includes(next, kept); }))
      result.push_back(next);
  return result;
}

/// The disjunction of the conjunctions, with their common conjuncts factored out.
Term joined(term::TermManager& terms, const std::vector<TermVector>& disjuncts) {
  if (disjuncts.empty()) return terms.mk_false();
  TermVector common = disjuncts.front();
  for (const TermVector& disjunct : disjuncts)
    std::erase_if(common, [&](Term term) { return std::ranges::find(disjunct, term) == disjunct.end(); });
  TermVector rest;
  for (TermVector disjunct : disjuncts) {
    std::erase_if(disjunct, [&](Term term) { return std::ranges::find(common, term) != common.end(); });
    rest.push_back(terms.mk_and(disjunct));
  }
  common.push_back(terms.mk_or(rest));
  return terms.mk_and(common);
}

InductionProblem problem_of(const program::Program& program, const Invariant& invariant, Term known) {
  InductionProblem problem;
  problem.num_locations = program.locations().size();
  for (const auto& [location, term] : invariant.at)
    if (location != program.error())
      for (TermVector& conjuncts : weakest_disjuncts(term))
        problem.parts.push_back({location, std::move(conjuncts)});
  if (!invariant.at.contains(program.entry())) problem.parts.push_back({program.entry(), {}});
  for (const program::Edge& edge : program.edges()) {
    term::Substitution updates;
    for (const program::Assignment& update : edge.updates) updates.emplace(update.variable, update.value);
    const Term guard = program.terms().mk_and(edge.guard, known);
    problem.edges.push_back({edge.source, edge.target, guard, std::move(updates)});
  }
  TermVector all = program::terms_of(program);
  all.push_back(known);
  for (const auto& [location, term] : invariant.at) all.push_back(term);
  problem.logic = term::logic_of(all);
  return problem;
}

bool covers_all_locations(const program::Program& program, const Invariant& invariant) {
  for (LocationId location = 0; location < program.locations().size(); ++location)
    if (location != program.entry() && location != program.error() && !invariant.at.contains(location))
      return false;
  return true;
}

}  // namespace

Invariant minimise_invariant(const program::Program& program, const Invariant& invariant, Term known,
                             Env& env) {
  const base::ScopedTimer timer(env.statistics.seconds("engine.minimise_invariant_time"));
  PENDULUM_CHECK(std::ranges::all_of(invariant.at,
                                     [&](const auto& at) { return at.first < program.locations().size(); }),
                 "the invariant should be over the locations of the program");
  if (!covers_all_locations(program, invariant)) return invariant;
  const InductionProblem problem = problem_of(program, invariant, known);
  const auto needed = needed_conjuncts(problem, limits, env);
  if (!needed) env.logger.decision("minimising the invariant failed; all conjuncts are kept");
  std::map<LocationId, std::vector<TermVector>> disjuncts;
  for (std::size_t part = 0; part < problem.parts.size(); ++part)
    disjuncts[problem.parts[part].location].push_back(needed ? (*needed)[part]
                                                             : problem.parts[part].conjuncts);
  Invariant result;
  for (const auto& [location, term] : invariant.at)
    result.at.emplace(location, joined(env.terms, disjuncts[location]));
  return result;
}

}  // namespace pendulum::engine
