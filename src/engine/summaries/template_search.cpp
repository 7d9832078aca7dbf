#include "engine/summaries/template_search.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "engine/solvers.h"
#include "term/forms/remainders.h"
#include "term/traverse.h"

namespace pendulum::engine::summaries {

using program::LocationId;
using smt::SatResult;
using term::Term;
using term::TermVector;

namespace {

/// Predicates with more integer parameters get no candidates: there is one product for each triple.
constexpr std::size_t max_parameters = 6;
/// Remainders of larger divisors have too many instances: one for each remainder and pair of parameters.
constexpr long max_divisor = 8;
/// Limit of a query. Nonlinear queries that take longer are usually never decided.
constexpr std::chrono::milliseconds query_limit{300};

class TemplateSearch {
 public:
  TemplateSearch(const ProcedureClauses& clauses, Env& env, const base::StopToken& stop)
      : clauses_(clauses), terms_(env.terms), env_(env), stop_(stop) {
    for (const ProcedureClause& clause : clauses.clauses) {
      solvers_.push_back(make_solver(SolverPurpose::Steps, "", env));
      remainders_.emplace_back(env.terms);
      solvers_.back()->assert_term(image(solvers_.size() - 1, clause.constraint));
    }
  }

  /// Makes the instances of the templates the candidates.
  void use(TemplateSet set) {
    set_ = set;
    find_divisors();
    for (const TermVector& parameters : clauses_.parameters) {
      TermVector numbers;
      for (const Term parameter : parameters)
        if (parameter.sort().is_int()) numbers.push_back(parameter);
      candidates_.push_back(numbers.size() <= max_parameters ? instances(numbers) : TermVector());
    }
  }

  /// Makes the conjuncts of a solution the candidates.
  void use(const TermVector& facts) {
    for (const Term fact : facts)
      candidates_.push_back(fact.is_true() ? TermVector() : term::conjuncts(fact));
  }

  /// By location: the conjunction of the candidates.
  TermVector facts() const {
    TermVector result;
    for (const TermVector& list : candidates_) result.push_back(terms_.mk_and(list));
    return result;
  }

  TemplateSolution run() {
    TemplateSolution result;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < clauses_.clauses.size(); ++i) {
        if (stop_.is_stopped()) return result;
        if (clauses_.clauses[i].head.location != clauses_.error) changed = weaken(i) || changed;
      }
    }
    // A search that was stopped may keep candidates that are not preserved.
    if (stop_.is_stopped()) return result;
    result.excludes_error = true;
    for (std::size_t i = 0; i < clauses_.clauses.size(); ++i)
      if (clauses_.clauses[i].head.location == clauses_.error && check(i, {}) != SatResult::Unsat)
        result.excludes_error = false;
    if (result.excludes_error) keep_needed();
    result.facts = facts();
    return result;
  }

  /// Drops the candidates on which the proof does not depend, because the judge needs more time for more
  /// facts.
  void keep_needed() {
    std::vector<term::TermSet> needed(candidates_.size());
    std::vector<std::pair<LocationId, Term>> open;
    for (std::size_t i = 0; i < clauses_.clauses.size(); ++i)
      if (clauses_.clauses[i].head.location == clauses_.error && !need_for(i, {}, needed, open)) return;
    while (!open.empty()) {
      const auto [location, candidate] = open.back();
      open.pop_back();
      for (std::size_t i = 0; i < clauses_.clauses.size(); ++i) {
        const ProcedureAtom& head = clauses_.clauses[i].head;
        if (head.location != location) continue;
        const Term goal = terms_.mk_not(instance(candidate, head));
        if (!need_for(i, {goal}, needed, open)) return;
      }
    }
    for (LocationId id = 0; id < candidates_.size(); ++id)
      std::erase_if(candidates_[id], [&](Term candidate) { return !needed[id].contains(candidate); });
  }

 private:
  /// The small constants by which the clauses divide.
  void find_divisors() {
    for (const ProcedureClause& clause : clauses_.clauses)
      for (const Term part : term::subterms({&clause.constraint, 1}))
        if (part.kind() == term::Kind::IntMod && part[1].kind() == term::Kind::IntValue &&
            part[1].integer_value() > 1 && part[1].integer_value() <= max_divisor)
          divisors_.insert(part[1]);
  }

  TermVector instances(const TermVector& numbers) {
    const Term zero = terms_.mk_int(0), one = terms_.mk_int(1);
    TermVector result;
    for (const Term x : numbers) {
      result.insert(result.end(), {terms_.mk_le(zero, x), terms_.mk_le(one, x)});
      for (const Term y : numbers) {
        if (x == y) continue;
        result.push_back(terms_.mk_le(x, y));
        if (set_ == TemplateSet::Divisibility) {
          result.push_back(terms_.mk_eq(x, terms_.mk_add(y, one)));
          result.push_back(terms_.mk_eq(terms_.mk_int_mod(x, y), zero));
          continue;
        }
        for (const Term c : divisors_)
          for (long shift = 0; c.integer_value() > shift; ++shift)
            result.push_back(terms_.mk_eq(y, terms_.mk_int_mod(terms_.mk_add(x, terms_.mk_int(shift)), c)));
        for (const Term z : numbers)
          if (z != x && z != y && x < y) result.push_back(terms_.mk_eq(z, terms_.mk_mul(x, y)));
      }
    }
    return result;
  }

  term::Substitution arguments(const ProcedureAtom& atom) const {
    term::Substitution values;
    const TermVector& parameters = clauses_.parameters[atom.location];
    for (std::size_t i = 0; i < parameters.size(); ++i) values.emplace(parameters[i], atom.arguments[i]);
    return values;
  }

  Term instance(Term candidate, const ProcedureAtom& atom) {
    return term::substitute(terms_, candidate, arguments(atom));
  }

  /// The candidates of an atom, for its arguments.
  TermVector instantiated(const ProcedureAtom& atom) {
    const term::Substitution values = arguments(atom);
    term::Substituter substitute(terms_, values);
    TermVector result;
    for (const Term candidate : candidates_[atom.location]) result.push_back(substitute(candidate));
    return result;
  }

  /// The formula with symbols for remainders by variables.
  Term image(std::size_t clause, Term formula) { return remainders_[clause].image(formula); }

  /// Checks whether the clause's body and `goal` are satisfiable. Adds lemmas about remainders until the
  /// model respects them.
  SatResult check(std::size_t clause, TermVector goal) {
    for (const ProcedureAtom& atom : clauses_.clauses[clause].body)
      for (const Term fact : instantiated(atom)) goal.push_back(fact);
    for (Term& fact : goal) fact = image(clause, fact);
    for (;;) {
      solvers_[clause]->set_time_limit(query_limit);
      const SatResult result = solvers_[clause]->check(goal);
      if (result != SatResult::Sat || stop_.is_stopped() || !add_lemmas(clause)) return result;
    }
  }

  /// Adds the candidates that refute the goal in the clause. Returns false if the solver does not refute it.
  bool need_for(std::size_t clause, const TermVector& goal, std::vector<term::TermSet>& needed,
                std::vector<std::pair<LocationId, Term>>& open) {
    if (stop_.is_stopped() || check(clause, goal) != SatResult::Unsat) return false;
    const TermVector core = solvers_[clause]->unsat_core();
    for (const ProcedureAtom& atom : clauses_.clauses[clause].body)
      for (const Term candidate : candidates_[atom.location]) {
        const Term fact = image(clause, instance(candidate, atom));
        if (std::ranges::find(core, fact) != core.end() && needed[atom.location].insert(candidate).second)
          open.emplace_back(atom.location, candidate);
      }
    return true;
  }

  /// Asserts lemmas that are false in the solver's model. Returns whether there are any.
  bool add_lemmas(std::size_t clause) {
    const TermVector lemmas = remainders_[clause].violated([&](Term term) -> std::optional<mpz_class> {
      const Term value = solvers_[clause]->value(term);
      if (value.is_null() || value.kind() != term::Kind::IntValue) return std::nullopt;
      return value.integer_value();
    });
    bool has_new = false;
    for (const Term lemma : lemmas)
      if (known_lemmas_.insert(lemma).second) {
        solvers_[clause]->assert_term(lemma);
        has_new = true;
      }
    return has_new;
  }

  /// Drops the candidates of the head that the clause does not preserve. Returns whether there are any.
  bool weaken(std::size_t clause) {
    const ProcedureAtom& head = clauses_.clauses[clause].head;
    TermVector& candidates = candidates_[head.location];
    const std::size_t before = candidates.size();
    while (!candidates.empty() && !stop_.is_stopped()) {
      const TermVector images = instantiated(head);
      const SatResult answer = check(clause, {terms_.mk_not(terms_.mk_and(images))});
      if (answer == SatResult::Unsat) break;
      if (answer == SatResult::Unknown || !drop_broken(clause, images, candidates)) {
        keep_proved(clause, images, candidates);
        break;
      }
    }
    return candidates.size() < before;
  }

  /// Drops the candidates that are false in the solver's model. Returns whether there are any.
  bool drop_broken(std::size_t clause, const TermVector& images, TermVector& candidates) {
    TermVector kept;
    for (std::size_t i = 0; i < images.size(); ++i) {
      const Term value = solvers_[clause]->value(image(clause, images[i]));
      if (value.is_null() || !value.is_false()) kept.push_back(candidates[i]);
    }
    const bool is_smaller = kept.size() < candidates.size();
    candidates = std::move(kept);
    return is_smaller;
  }

  /// Keeps the candidates that the solver proves one by one.
  void keep_proved(std::size_t clause, const TermVector& images, TermVector& candidates) {
    TermVector kept;
    for (std::size_t i = 0; i < images.size() && !stop_.is_stopped(); ++i)
      if (check(clause, {terms_.mk_not(images[i])}) == SatResult::Unsat) kept.push_back(candidates[i]);
    candidates = std::move(kept);
  }

  const ProcedureClauses& clauses_;
  term::TermManager& terms_;
  TemplateSet set_ = TemplateSet::Arithmetic;
  Env& env_;
  const base::StopToken& stop_;
  std::set<Term> divisors_;
  std::vector<TermVector> candidates_;                 ///< by location
  std::vector<std::unique_ptr<smt::Solver>> solvers_;  ///< by clause, with its constraint
  std::vector<term::Remainders> remainders_;           ///< by clause
  term::TermSet known_lemmas_;
};

}  // namespace

TemplateSolution solve_by_templates(const ProcedureClauses& clauses, TemplateSet set, Env& env,
                                    const base::StopToken& stop) {
  const base::ScopedTimer timer(env.statistics.seconds("engine.summaries.template_time"));
  TemplateSearch search(clauses, env, stop);
  search.use(set);
  return search.run();
}

TermVector needed_facts(const ProcedureClauses& clauses, const TermVector& solution, Env& env,
                        const base::StopToken& stop) {
  PENDULUM_CHECK(solution.size() == clauses.parameters.size(), "each location should have a fact");
  TemplateSearch search(clauses, env, stop);
  search.use(solution);
  search.keep_needed();
  return search.facts();
}

}  // namespace pendulum::engine::summaries
