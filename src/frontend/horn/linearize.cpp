#include "frontend/horn/linearize.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/check.h"
#include "base/error.h"
#include "term/traverse.h"

namespace pendulum::frontend {

using term::Term;
using term::TermVector;

namespace {

/// Maximum number of predicates of the linear system. Nested contexts can make their number exponential.
constexpr std::size_t max_predicates = 2000;

/// [p][q]: a derivation of p may use q. [p][p] holds only if p is on a cycle.
using Dependence = std::vector<std::vector<bool>>;

Dependence dependence(const HornSystem& system) {
  const std::size_t size = system.predicates.size();
  std::vector<std::vector<std::size_t>> used(size);
  for (const Clause& clause : system.clauses)
    if (clause.head)
      for (const PredicateAtom& atom : clause.body) used[clause.head->predicate].push_back(atom.predicate);
  Dependence result(size, std::vector<bool>(size));
  for (std::size_t root = 0; root < size; ++root) {
    std::vector<std::size_t> open = used[root];
    while (!open.empty()) {
      const std::size_t next = open.back();
      open.pop_back();
      if (result[root][next]) continue;
      result[root][next] = true;
      open.insert(open.end(), used[next].begin(), used[next].end());
    }
  }
  return result;
}

/// Does the predicate of the atom depend on the head of its clause?
bool is_mutual(const PredicateAtom& atom, const Clause& clause, const Dependence& depends) {
  if (!clause.head) return false;
  return atom.predicate == clause.head->predicate || depends[atom.predicate][clause.head->predicate];
}

class Linearizer {
 public:
  Linearizer(term::TermManager& terms, const HornSystem& system)
      : terms_(terms), system_(system), depends_(dependence(system)) {}

  LinearSystem run() {
    result_.system.origin = system_.origin;
    contexts_.push_back({});
    for (std::size_t i = 0; i < system_.predicates.size(); ++i) copy(i, 0);
    for (const Clause& clause : system_.clauses) add(clause, 0);
    // Adding clauses creates further contexts, so the vector grows during the loop.
    for (std::size_t context = 1; context < contexts_.size(); ++context) fill(context);
    PENDULUM_CHECK(is_linear(result_.system), "the result should be linear");
    PENDULUM_DCHECK(is_well_formed(result_.system), "the linear clauses should be well-formed");
    return std::move(result_);
  }

 private:
  struct Context {
    TermVector saved;  ///< symbols of the clause and of outer contexts; the arguments of `start`
    std::size_t start = 0;
    std::size_t goal = 0;  ///< the predicate that is derived in this context
    std::map<std::size_t, std::size_t> copies;
  };

  std::size_t add_predicate(std::string name, const TermVector& saved, const std::vector<term::Sort>& domain,
                            LinearSystem::Copy copy) {
    if (result_.system.predicates.size() >= max_predicates)
      throw base::Unsupported("nonlinear clauses", "too many copies of predicates");
    Predicate predicate{std::move(name), {}};
    for (const Term symbol : saved) predicate.domain.push_back(symbol.sort());
    predicate.domain.insert(predicate.domain.end(), domain.begin(), domain.end());
    copy.saved = saved.size();
    result_.system.predicates.push_back(std::move(predicate));
    result_.copies.push_back(copy);
    PENDULUM_CHECK(result_.copies.size() == result_.system.predicates.size(),
                   "each predicate of the linear system should have an original");
    return result_.copies.size() - 1;
  }

  std::size_t copy(std::size_t predicate, std::size_t context) {
    PENDULUM_CHECK(context < contexts_.size() && predicate < system_.predicates.size(),
                   "the context {} and the predicate {} should exist", context, predicate);
    const auto known = contexts_[context].copies.find(predicate);
    if (known != contexts_[context].copies.end()) return known->second;
    const Predicate& original = system_.predicates[predicate];
    std::optional<std::size_t> start;
    if (context > 0) start = contexts_[context].start;
    const std::size_t index = add_predicate(fmt::format("{}@{}", original.name, context),
                                            contexts_[context].saved, original.domain, {predicate, 0, start});
    contexts_[context].copies.emplace(predicate, index);
    return index;
  }

  PredicateAtom in_context(const PredicateAtom& atom, std::size_t context) {
    PredicateAtom result{copy(atom.predicate, context), contexts_[context].saved};
    result.arguments.insert(result.arguments.end(), atom.arguments.begin(), atom.arguments.end());
    return result;
  }

  void fill(std::size_t context) {
    const std::size_t goal = contexts_[context].goal;
    for (const Clause& clause : system_.clauses)
      if (clause.head && (clause.head->predicate == goal || depends_[goal][clause.head->predicate]))
        add(clause, context);
  }

  /// Adds the clause to a context. Except in the outermost context, its symbols are renamed, because outer
  /// contexts may use the same symbols.
  void add(const Clause& original, std::size_t context) {
    const Clause clause = context == 0 ? original : renamed(original);
    std::vector<PredicateAtom> body = ordered(clause);
    // `inner` is the context in which body[i] is derived, after all earlier atoms of the body.
    std::size_t inner = context;
    for (std::size_t i = 0; i + 1 < body.size(); ++i) inner = call(clause, body, i, inner);
    Clause last{{}, clause.constraint, std::nullopt, clause.line};
    if (!body.empty()) {
      last.body = {in_context(body.back(), inner)};
    } else if (context > 0) {
      last.body = {start(context)};
    }
    if (clause.head) last.head = in_context(*clause.head, context);
    result_.system.clauses.push_back(std::move(last));
  }

  PredicateAtom start(std::size_t context) const {
    return {contexts_[context].start, contexts_[context].saved};
  }

  /// Creates a context for the derivation of body[i + 1] after that of body[i], and returns its number.
  std::size_t call(const Clause& clause, const std::vector<PredicateAtom>& body, std::size_t i,
                   std::size_t outer) {
    PENDULUM_CHECK(i + 1 < body.size(), "the body should have an atom after atom {}", i);
    term::TermSet needed;
    TermVector rest{clause.constraint};
    if (clause.head) rest.insert(rest.end(), clause.head->arguments.begin(), clause.head->arguments.end());
    for (std::size_t j = i + 1; j < body.size(); ++j)
      rest.insert(rest.end(), body[j].arguments.begin(), body[j].arguments.end());
    for (const Term symbol : term::symbols(rest)) needed.insert(symbol);
    Context inner;
    inner.saved = contexts_[outer].saved;
    const term::TermSet known(inner.saved.begin(), inner.saved.end());
    for (const Term symbol : term::symbols(body[i].arguments))
      if (needed.contains(symbol) && !known.contains(symbol)) inner.saved.push_back(symbol);
    inner.goal = body[i + 1].predicate;
    const std::size_t number = contexts_.size();
    inner.start = add_predicate(fmt::format("start@{}", number), inner.saved, {}, {});
    Clause enter{{in_context(body[i], outer)}, known_part(clause, inner.saved), std::nullopt, clause.line};
    contexts_.push_back(std::move(inner));
    enter.head = start(number);
    result_.system.clauses.push_back(std::move(enter));
    return number;
  }

  /// The conjuncts of the constraint over saved symbols only; the clause that enters the context can test
  /// them early.
  Term known_part(const Clause& clause, const TermVector& saved) {
    TermVector parts;
    const term::TermSet known(saved.begin(), saved.end());
    for (const Term conjunct : term::conjuncts(clause.constraint)) {
      const TermVector symbols = term::symbols(conjunct);
      if (std::ranges::all_of(symbols, [&](Term symbol) { return known.contains(symbol); }))
        parts.push_back(conjunct);
    }
    return terms_.mk_and(parts);
  }

  /// The body with the predicate that depends on the head first, since the first predicate is derived in the
  /// context of the clause.
  std::vector<PredicateAtom> ordered(const Clause& clause) const {
    std::vector<PredicateAtom> body = clause.body;
    const auto partner = [&](const PredicateAtom& atom) { return is_mutual(atom, clause, depends_); };
    PENDULUM_CHECK(std::ranges::count_if(body, partner) <= 1, "the recursion should be linear");
    std::ranges::stable_partition(body, partner);
    return body;
  }

  Clause renamed(const Clause& clause) {
    term::Substitution fresh;
    for (const Term symbol : symbols_of(clause))
      fresh.emplace(symbol, terms_.mk_fresh(symbol.name(), symbol.sort()));
    term::Substituter rename(terms_, fresh);
    Clause result = clause;
    result.constraint = rename(clause.constraint);
    const auto rename_all = [&](TermVector& arguments) {
      for (Term& argument : arguments) argument = rename(argument);
    };
    for (PredicateAtom& atom : result.body) rename_all(atom.arguments);
    if (result.head) rename_all(result.head->arguments);
    return result;
  }

  term::TermManager& terms_;
  const HornSystem& system_;
  Dependence depends_;
  std::vector<Context> contexts_;  ///< the first is the outermost one, without saved values
  LinearSystem result_;
};

}  // namespace

bool is_linear(const HornSystem& system) {
  return std::ranges::all_of(system.clauses, [](const Clause& clause) { return clause.body.size() <= 1; });
}

bool has_linear_recursion(const HornSystem& system) {
  const Dependence depends = dependence(system);
  return std::ranges::all_of(system.clauses, [&](const Clause& clause) {
    return std::ranges::count_if(
               clause.body, [&](const PredicateAtom& atom) { return is_mutual(atom, clause, depends); }) <= 1;
  });
}

LinearSystem linearize(term::TermManager& terms, const HornSystem& system) {
  return Linearizer(terms, system).run();
}

}  // namespace pendulum::frontend
