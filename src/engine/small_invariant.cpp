#include "engine/small_invariant.h"

#include <algorithm>
#include <map>
#include <set>

#include "term/smtlib.h"
#include "term/traverse.h"

namespace pendulum::engine {

namespace {

using certificate::Invariant;
using program::EdgeId;
using program::LocationId;
using smt::SatResult;
using term::Term;
using term::TermVector;

/// Bounded, because judging a larger invariant may take less time than a longer minimisation.
constexpr std::chrono::milliseconds time_limit{10'000};
constexpr std::chrono::milliseconds query_limit{2'000};
constexpr unsigned max_core_checks = 12;

/// One disjunct of the invariant at a location.
struct Part {
  LocationId location;
  TermVector conjuncts;
  std::vector<bool> is_needed;
};

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
  TermVector ways;
  for (TermVector disjunct : disjuncts) {
    std::erase_if(disjunct, [&](Term term) { return std::ranges::find(common, term) != common.end(); });
    ways.push_back(terms.mk_and(disjunct));
  }
  common.push_back(terms.mk_or(ways));
  return terms.mk_and(common);
}

/// Thrown to end the minimisation without a result.
struct GaveUp {};

class Minimizer {
 public:
  Minimizer(const program::Program& program, const Invariant& invariant, Term known, Env& env)
      : program_(program), known_(known), env_(env), at_(program.locations().size()) {
    for (const auto& [location, term] : invariant.at)
      for (const TermVector& conjuncts : weakest_disjuncts(term)) add_part(location, conjuncts);
    if (!invariant.at.contains(program.entry())) add_part(program.entry(), {});
    TermVector all = program::terms_of(program);
    all.push_back(known);
    for (const auto& [location, term] : invariant.at) all.push_back(term);
    logic_ = term::logic_of(all);
  }

  void run();
  /// The minimised invariant if run() has finished. Otherwise all conjuncts are kept.
  Invariant result(const Invariant& whole) const;

 private:
  /// Obligation: from every state of `part`, `edge` leads to a state of some part at its target.
  struct Triple {
    std::size_t part;
    EdgeId edge;
    auto operator<=>(const Triple&) const = default;
  };
  struct Step {
    std::unique_ptr<smt::Solver> solver;
    std::optional<term::Substituter> before;
  };

  /// Adds a disjunct to the parts of `location`; none of its conjuncts is needed yet.
  void add_part(LocationId location, const TermVector& conjuncts);
  /// The solver, with guard and known facts asserted, and the pre-image substitution of the edge, made on
  /// first use.
  Step& step(EdgeId edge);
  void require(LocationId target);
  /// Marks conjuncts of the source part as needed until they imply the obligation.
  void explain(const Triple& triple);
  /// Pre-image under the edge's updates of the disjunction of the target's parts, each with its kept
  /// conjuncts only.
  Term goal_before(EdgeId edge);
  static TermVector kept_conjuncts(const Part& part);
  Term kept(const Part& part) const { return env_.terms.mk_and(kept_conjuncts(part)); }
  bool suffices(smt::Solver& solver, const Part& part) const;
  /// Marks the conjuncts of an unsat core as needed. Throws GaveUp if the solver does not confirm the
  /// obligation.
  void keep_core(smt::Solver& solver, Part& part);

  const program::Program& program_;
  Term known_;
  Env& env_;
  std::string logic_;
  std::vector<Part> parts_;
  std::vector<std::vector<std::size_t>> at_;  ///< indices into parts_, by location
  std::map<EdgeId, Step> steps_;
  /// Obligations that still have to be established.
  std::set<Triple> open_;
  bool is_done_ = false;
  base::Clock::time_point deadline_ = base::Clock::now() + time_limit;
};

void Minimizer::add_part(LocationId location, const TermVector& conjuncts) {
  Part part{location, conjuncts, std::vector<bool>(conjuncts.size())};
  at_[location].push_back(parts_.size());
  parts_.push_back(std::move(part));
}

Minimizer::Step& Minimizer::step(EdgeId id) {
  const auto [found, is_new] = steps_.try_emplace(id);
  if (!is_new) return found->second;
  const program::Edge& edge = program_.edge(id);
  smt::SolverOptions options;
  options.logic = logic_;
  options.seed = env_.seed;
  if (logic_ == "QF_BV") options.backend = smt::Backend::Cadical;
  found->second.solver = env_.solvers.make(env_.terms, options);
  found->second.solver->set_time_limit(query_limit);
  found->second.solver->assert_term(edge.guard);
  found->second.solver->assert_term(known_);
  found->second.before.emplace(env_.terms, program::substitution_of(edge));
  return found->second;
}

/// Schedules all obligations whose edge leads to `target`, because its kept conjuncts have changed.
void Minimizer::require(LocationId target) {
  for (const EdgeId edge : program_.incoming(target))
    for (const std::size_t part : at_[program_.edge(edge).source]) open_.insert({part, edge});
}

TermVector Minimizer::kept_conjuncts(const Part& part) {
  TermVector result;
  for (std::size_t i = 0; i < part.conjuncts.size(); ++i)
    if (part.is_needed[i]) result.push_back(part.conjuncts[i]);
  return result;
}

Term Minimizer::goal_before(EdgeId edge) {
  TermVector ways;
  for (const std::size_t part : at_[program_.edge(edge).target]) ways.push_back(kept(parts_[part]));
  return (*step(edge).before)(env_.terms.mk_or(ways));
}

void Minimizer::explain(const Triple& triple) {
  const Term goal = goal_before(triple.edge);
  if (goal.is_true()) return;
  smt::Solver& solver = *step(triple.edge).solver;
  solver.push();
  solver.assert_term(env_.terms.mk_not(goal));
  if (!suffices(solver, parts_[triple.part])) {
    keep_core(solver, parts_[triple.part]);
    require(parts_[triple.part].location);
  }
  solver.pop();
}

/// The kept conjuncts of the part already contradict the asserted formulas.
bool Minimizer::suffices(smt::Solver& solver, const Part& part) const {
  return solver.check(kept_conjuncts(part)) == SatResult::Unsat;
}

void Minimizer::keep_core(smt::Solver& solver, Part& part) {
  if (solver.check(part.conjuncts) != SatResult::Unsat) throw GaveUp();
  std::vector<Term> core = solver.unsat_core();
  core = smt::minimize_core(solver, core, core.size() <= max_core_checks ? max_core_checks : 0);
  const std::set<Term> in_core(core.begin(), core.end());
  for (std::size_t i = 0; i < part.conjuncts.size(); ++i)
    if (in_core.contains(part.conjuncts[i])) part.is_needed[i] = true;
}

void Minimizer::run() {
  require(program_.error());
  // Locations with the invariant `false` have to stay unreachable.
  for (LocationId location = 0; location < program_.locations().size(); ++location)
    if (location != program_.error() && at_[location].empty()) require(location);
  while (!open_.empty()) {
    env_.stop.throw_if_stopped();
    if (base::Clock::now() > deadline_) throw GaveUp();
    const Triple next = *open_.begin();
    open_.erase(open_.begin());
    explain(next);
  }
  is_done_ = true;
}

Invariant Minimizer::result(const Invariant& whole) const {
  Invariant result;
  for (const auto& [location, term] : whole.at) {
    std::vector<TermVector> ways;
    for (const std::size_t part : at_[location])
      ways.push_back(is_done_ ? kept_conjuncts(parts_[part]) : parts_[part].conjuncts);
    result.at.emplace(location, joined(env_.terms, ways));
  }
  return result;
}

}  // namespace

Invariant small_invariant(const program::Program& program, const Invariant& invariant, Term known, Env& env) {
  const base::ScopedTimer timer(env.statistics.seconds("engine.small_invariant_time"));
  for (LocationId location = 0; location < program.locations().size(); ++location)
    if (location != program.entry() && location != program.error() && !invariant.at.contains(location))
      return invariant;
  Minimizer minimizer(program, invariant, known, env);
  try {
    minimizer.run();
  } catch (const GaveUp&) {
    env.logger.decision("the invariant keeps its conjuncts");
  }
  return minimizer.result(invariant);
}

}  // namespace pendulum::engine
