#include "system/solve_equations.h"

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::system {

namespace {

using term::Kind;
using term::Term;
using term::TermManager;
using term::TermVector;

/// Definition of a symbol by an equation symbol = value.
struct Definition {
  Term value;
  TermVector uses;  ///< candidate symbols in `value`
};

class EquationSolver {
 public:
  EquationSolver(TermManager& terms, const TermVector& symbols) : terms_(terms) {
    for (std::size_t i = 0; i < symbols.size(); ++i) rank_.emplace(symbols[i], i);
    PENDULUM_CHECK(rank_.size() == symbols.size(), "the symbols to eliminate should be distinct");
  }

  SolvedRelation solve(Term relation) {
    TermVector rest;
    for (const Term conjunct : term::conjuncts(relation))
      if (!take(conjunct)) rest.push_back(conjunct);
    SolvedRelation result;
    result.values = resolve();
    result.rest = term::substitute(terms_, terms_.mk_and(rest), result.values);
    PENDULUM_DCHECK(is_eliminated(result), "the result should not contain the eliminated symbols");
    return result;
  }

 private:
  /// Whether the rest and all values contain none of the symbols that have a value.
  static bool is_eliminated(const SolvedRelation& solved) {
    TermVector terms{solved.rest};
    for (const auto& [symbol, value] : solved.values) terms.push_back(value);
    return std::ranges::none_of(term::symbols(terms),
                                [&](Term symbol) { return solved.values.contains(symbol); });
  }

  bool is_candidate(Term term) const { return rank_.contains(term) && !definitions_.contains(term); }

  /// Uses the conjunct as a definition if possible. Returns true if it does.
  bool take(Term conjunct) {
    if (is_candidate(conjunct)) return define(conjunct, terms_.mk_true());
    if (conjunct.kind() == Kind::Not && is_candidate(conjunct[0]))
      return define(conjunct[0], terms_.mk_false());
    if (conjunct.kind() != Kind::Eq) return false;
    Term first = conjunct[0], second = conjunct[1];
    if (rank(second) < rank(first)) std::swap(first, second);
    return (is_candidate(first) && define(first, second)) || (is_candidate(second) && define(second, first));
  }

  std::size_t rank(Term term) const {
    const auto found = rank_.find(term);
    return found == rank_.end() ? rank_.size() : found->second;
  }

  bool define(Term symbol, Term value) {
    TermVector uses;
    for (const Term used : term::symbols(value))
      if (rank_.contains(used)) uses.push_back(used);
    if (reaches(uses, symbol)) return false;
    definitions_.emplace(symbol, Definition{value, std::move(uses)});
    order_.push_back(symbol);
    return true;
  }

  /// Returns true if one of `start` depends on `symbol` through definitions. Then defining `symbol` by a term
  /// over `start` would create a cycle.
  bool reaches(const TermVector& start, Term symbol) const {
    term::TermSet seen;
    TermVector stack = start;
    while (!stack.empty()) {
      const Term top = stack.back();
      stack.pop_back();
      if (top == symbol) return true;
      if (!seen.insert(top).second) continue;
      const auto found = definitions_.find(top);
      if (found != definitions_.end())
        stack.insert(stack.end(), found->second.uses.begin(), found->second.uses.end());
    }
    return false;
  }

  /// Returns the definitions as values over undefined symbols only. Definitions are acyclic, so each one is
  /// resolved after those that it uses.
  term::Substitution resolve() const {
    term::Substitution values;
    for (const Term root : order_) {
      TermVector stack{root};
      while (!stack.empty()) {
        const Term symbol = stack.back();
        if (values.contains(symbol)) {
          stack.pop_back();
          continue;
        }
        const Definition& definition = definitions_.at(symbol);
        term::Substitution known;
        bool is_ready = true;
        for (const Term used : definition.uses) {
          if (!definitions_.contains(used)) continue;
          const auto found = values.find(used);
          if (found == values.end()) {
            stack.push_back(used);
            is_ready = false;
          } else {
            known.emplace(used, found->second);
          }
        }
        if (!is_ready) continue;
        values.emplace(symbol, term::substitute(terms_, definition.value, known));
        stack.pop_back();
      }
    }
    return values;
  }

  TermManager& terms_;
  term::TermMap<std::size_t> rank_;
  term::TermMap<Definition> definitions_;
  TermVector order_;  ///< defined symbols in the order of their definitions
};

}  // namespace

SolvedRelation solve_equations(TermManager& terms, Term relation, const TermVector& symbols) {
  PENDULUM_CHECK(relation.sort().is_bool(), "a relation should be a formula");
  return EquationSolver(terms, symbols).solve(relation);
}

}  // namespace pendulum::system
