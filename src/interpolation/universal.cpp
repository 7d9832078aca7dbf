// forall distributes over conjunctions, and disjuncts without bound symbols are moved out of it. An equation
// or a Boolean literal in the remaining disjunction determines a bound symbol; other Boolean symbols are
// expanded. The rest, forall i. psi(i, x), is instantiated: as long as some i falsifies psi under the
// instances so far, a term that also falsifies it in the model becomes the next instance
// (counterexample-guided instantiation). If infinitely many instances are needed, quantifier elimination is
// used (arithmetic), or the elimination fails.
#include "interpolation/universal.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "interpolation/projection/solve_equality.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using term::Kind;
using term::Term;
using term::TermVector;

namespace {

/// Maximum number of instances of one clause. Bounds of a symbol need one instance each; if no finite number
/// suffices, the limit ends the search. Not measured.
constexpr int max_instances = 12;
/// Maximum number of terms that are tried as an instance. Not measured.
constexpr std::size_t max_candidates = 60;
/// Maximum number of clauses that are processed, because the expansion of Boolean symbols doubles them. Not
/// measured.
constexpr std::size_t max_clauses = 2'000;
/// Time limit of one solver call or quantifier elimination. Not measured.
constexpr std::chrono::milliseconds elimination_limit{2'000};

/// The conjuncts (`kind` And) or disjuncts (Or) of a formula, also below negations.
TermVector flatten(term::TermManager& terms, Kind kind, Term root) {
  PENDULUM_CHECK(kind == Kind::And || kind == Kind::Or, "only And and Or should be flattened, not {}",
                 term::name_of(kind));
  struct Item {
    Term term;
    bool is_positive;
  };
  const Kind dual = kind == Kind::And ? Kind::Or : Kind::And;
  std::vector<Item> stack{{root, true}};
  TermVector result;
  while (!stack.empty()) {
    const auto [term, is_positive] = stack.back();
    stack.pop_back();
    if (term.kind() == Kind::Not) {
      stack.push_back({term[0], !is_positive});
    } else if (term.kind() == (is_positive ? kind : dual)) {
      for (std::size_t i = term.num_children(); i-- > 0;) stack.push_back({term[i], is_positive});
    } else {
      result.push_back(is_positive ? term : terms.mk_not(term));
    }
  }
  return result;
}

class Elimination {
 public:
  Elimination(const Context& context, std::span<const Term> bound, const base::StopToken& deadline)
      : context_(context), terms_(context.terms), bound_(bound.begin(), bound.end()), deadline_(deadline) {}

  Universal run(Term body);

 private:
  /// Represents outside or forall bound. body.
  struct Clause {
    TermVector outside;
    Term body;
  };

  TermVector bound_in(Term term) const;
  void split(const Clause& clause);
  void split_disjuncts(TermVector outside, Term disjunction);
  bool decide_symbol(const TermVector& outside, const TermVector& parts);
  Term value_from(Term disjunct, Term symbol) const;
  void expand(const TermVector& outside, Term body, Term boolean);
  Term solve(Term body);
  std::optional<Term> instantiate(Term body, const TermVector& bound);
  std::optional<Term> instance(Term body, const TermVector& bound, const TermVector& candidates,
                               const term::Model& model) const;
  TermVector candidates(Term body) const;
  void emit(TermVector outside, Term rest) {
    outside.push_back(rest);
    result_.push_back(terms_.mk_or(outside));
  }

  const Context& context_;
  term::TermManager& terms_;
  std::set<Term> bound_;
  const base::StopToken& deadline_;
  std::vector<Clause> open_;
  TermVector result_;
  bool is_exact_ = true;
};

Universal Elimination::run(Term body) {
  open_.push_back({{}, body});
  for (std::size_t steps = 0; !open_.empty(); ++steps) {
    context_.stop.throw_if_stopped();
    const Clause clause = std::move(open_.back());
    open_.pop_back();
    if (steps < max_clauses && !deadline_.is_stopped()) {
      split(clause);
    } else {
      emit(clause.outside, bound_in(clause.body).empty() ? clause.body : solve(clause.body));
    }
  }
  return {terms_.mk_and(result_), is_exact_};
}

TermVector Elimination::bound_in(Term term) const {
  TermVector result = term::symbols(term);
  std::erase_if(result, [&](Term symbol) { return !bound_.contains(symbol); });
  return result;
}

void Elimination::split(const Clause& clause) {
  for (const Term conjunct : flatten(terms_, Kind::And, clause.body))
    split_disjuncts(clause.outside, conjunct);
}

void Elimination::split_disjuncts(TermVector outside, Term disjunction) {
  TermVector parts;
  for (const Term disjunct : flatten(terms_, Kind::Or, disjunction)) {
    (bound_in(disjunct).empty() ? outside : parts).push_back(disjunct);
  }
  const Term body = terms_.mk_or(parts);
  if (parts.empty()) return emit(std::move(outside), body);
  if (decide_symbol(outside, parts)) return;
  // A single conjunction: each of its conjuncts becomes a clause.
  if (parts.size() == 1 && flatten(terms_, Kind::And, body).size() > 1) {
    open_.push_back({std::move(outside), body});
    return;
  }
  const TermVector bound = bound_in(body);
  const auto boolean = std::ranges::find_if(bound, [](Term symbol) { return symbol.sort().is_bool(); });
  if (boolean != bound.end()) return expand(outside, body, *boolean);
  emit(std::move(outside), solve(body));
}

/// forall i. (i != t or rest) is equivalent to rest with i replaced by t.
bool Elimination::decide_symbol(const TermVector& outside, const TermVector& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const Term symbol : bound_in(parts[i])) {
      const Term value = value_from(parts[i], symbol);
      if (!value) continue;
      TermVector rest = parts;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      open_.push_back({outside, term::substitute(terms_, terms_.mk_or(rest), {{symbol, value}})});
      return true;
    }
  }
  return false;
}

/// The value that `symbol` has whenever `disjunct` is false; null if no such term is found.
Term Elimination::value_from(Term disjunct, Term symbol) const {
  if (disjunct == symbol) return terms_.mk_false();
  if (disjunct.kind() != Kind::Not) return {};
  const Term atom = disjunct[0];
  if (atom == symbol) return terms_.mk_true();
  if (atom.kind() != Kind::Eq) return {};
  return solve_equality(terms_, symbol, atom[0], atom[1]);
}

void Elimination::expand(const TermVector& outside, Term body, Term boolean) {
  PENDULUM_CHECK(bound_.contains(boolean), "only bound symbols should be expanded, not {}",
                 boolean.to_string());
  for (const bool value : {true, false})
    open_.push_back({outside, term::substitute(terms_, body, {{boolean, terms_.mk_bool(value)}})});
}

/// A term that is equivalent to forall bound. body; false, which is stronger, if none is found.
Term Elimination::solve(Term body) {
  const TermVector bound = bound_in(body);
  if (const auto instances = instantiate(body, bound)) return *instances;
  const auto left = *deadline_.remaining();
  if (left.count() > 0) {
    const auto eliminated =
        context_.solvers.eliminate(terms_, bound, terms_.mk_not(body), std::min(left, elimination_limit));
    if (eliminated) return terms_.mk_not(*eliminated);
  }
  is_exact_ = false;
  return terms_.mk_false();
}

/// Invariant: every instance follows from forall bound. body. If no values falsify body under the instances,
/// their conjunction is equivalent to it.
std::optional<Term> Elimination::instantiate(Term body, const TermVector& bound) {
  const auto solver =
      context_.solvers.make(terms_, {.logic = context_.logic, .seed = context_.seed, .cores = false});
  solver->assert_term(terms_.mk_not(body));
  const TermVector symbols = term::symbols(body);
  const TermVector terms_to_try = candidates(body);
  TermVector instances;
  for (int round = 0; round <= max_instances; ++round) {
    solver->set_time_limit(std::min(*deadline_.remaining(), elimination_limit));
    if (deadline_.is_stopped()) return std::nullopt;
    switch (solver->check()) {
      case smt::SatResult::Unsat:
        return terms_.mk_and(instances);
      case smt::SatResult::Unknown:
        return std::nullopt;
      case smt::SatResult::Sat:
        break;
    }
    const auto next = instance(body, bound, terms_to_try, solver->model(symbols));
    if (!next) return std::nullopt;
    instances.push_back(*next);
    solver->assert_term(*next);
  }
  return std::nullopt;
}

/// Terms of the body that could be bounds of a bound symbol, and their neighbours.
TermVector Elimination::candidates(Term body) const {
  TermVector result;
  for (const Term term : term::subterms(TermVector{body})) {
    if (result.size() >= max_candidates) break;
    if (term.sort().is_bool() || !bound_in(term).empty()) continue;
    result.push_back(term);
    const auto add = [&](std::int64_t offset) {
      if (term.sort().is_int()) result.push_back(terms_.mk_add(term, terms_.mk_int(offset)));
      if (term.sort().is_bitvec())
        result.push_back(terms_.mk_bvadd(term, terms_.mk_bv(offset, term.sort().width())));
    };
    add(-1);
    add(1);
  }
  return result;
}

/// The body with bound symbols replaced by terms such that it is false in the model: by a candidate if
/// possible, otherwise by the value of the symbol.
std::optional<Term> Elimination::instance(Term body, const TermVector& bound, const TermVector& candidates,
                                          const term::Model& model) const {
  term::Substitution chosen;
  for (const Term symbol : bound) {
    const auto value = model.find(symbol);
    if (value == model.end()) return std::nullopt;
    chosen.emplace(symbol, value->second);
  }
  Term best = term::substitute(terms_, body, chosen);
  for (const Term symbol : bound) {
    for (const Term candidate : candidates) {
      if (candidate.sort() != symbol.sort()) continue;
      term::Substitution other = chosen;
      other[symbol] = candidate;
      const Term instance = term::substitute(terms_, body, other);
      if (!term::evaluate(terms_, instance, model).is_false()) continue;
      chosen = std::move(other);
      best = instance;
      break;
    }
  }
  return best;
}

}  // namespace

Universal eliminate_forall(const Context& context, std::span<const Term> bound, Term body,
                           const base::StopToken& deadline) {
  PENDULUM_CHECK(body.sort().is_bool(), "the body of a quantifier should be a formula");
  Universal result = Elimination(context, bound, deadline).run(body);
  PENDULUM_DCHECK(std::ranges::none_of(bound, [&](Term symbol) { return mentions(result.term, symbol); }),
                  "the result should not contain bound symbols");
  return result;
}

}  // namespace pendulum::interpolation
