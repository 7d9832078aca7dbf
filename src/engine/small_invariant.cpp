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

/// A larger invariant may cost the judge less than a longer search for a small one.
constexpr std::chrono::milliseconds time_limit{10'000};
constexpr std::chrono::milliseconds query_limit{2'000};
constexpr unsigned max_core_checks = 12;

/// A disjunct of the invariant at a location.
struct Part {
  LocationId location;
  TermVector conjuncts;
  std::vector<bool> is_needed;
};

/// The conjuncts of each disjunct, without disjuncts that have all conjuncts of another one. Labels of later
/// iterations of a loop are often those of earlier ones without what does not stay true.
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

/// The disjunction, with what all disjuncts have in common said once.
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

/// What ends the work without a result.
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
  /// Without conjuncts that are not needed, if run() came to its end.
  Invariant result(const Invariant& whole) const;

 private:
  /// The states of a part, after an edge, are states of the parts at its target.
  struct Triple {
    std::size_t part;
    EdgeId edge;
    auto operator<=>(const Triple&) const = default;
  };
  struct Step {
    std::unique_ptr<smt::Solver> solver;
    std::optional<term::Substituter> before;
  };

  void add_part(LocationId location, const TermVector& conjuncts);
  Step& step(EdgeId edge);
  void require(LocationId target);
  void explain(const Triple& triple);
  /// What the parts of the target have in common with the kept conjuncts only, before the edge.
  Term goal_before(EdgeId edge);
  static TermVector kept_conjuncts(const Part& part);
  Term kept(const Part& part) const { return env_.terms.mk_and(kept_conjuncts(part)); }
  bool suffices(smt::Solver& solver, const Part& part) const;
  void keep_core(smt::Solver& solver, Part& part);

  const program::Program& program_;
  Term known_;
  Env& env_;
  std::string logic_;
  std::vector<Part> parts_;
  std::vector<std::vector<std::size_t>> at_;  ///< by location
  std::map<EdgeId, Step> steps_;
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
  term::Substitution updates;
  for (const program::Assignment& update : edge.updates) updates.emplace(update.variable, update.value);
  found->second.before.emplace(env_.terms, std::move(updates));
  return found->second;
}

/// All ways into the location have to be looked at (again).
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

/// Do the conjuncts that are kept already contradict what the solver has?
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
  // Where the invariant says that nobody comes, nobody should.
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
