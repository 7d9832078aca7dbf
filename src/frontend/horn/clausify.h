// From formulas with predicates to Horn clauses.
#pragma once

#include "frontend/horn/horn_system.h"

namespace pendulum::frontend {

class Clausifier {
 public:
  /// `predicates` may grow while formulas are added; nullary ones are symbols of sort Bool.
  Clausifier(term::TermManager& terms, const std::string& origin) : terms_(terms), origin_(origin) {}

  void add_predicate(const term::Function& function, std::size_t index) {
    functions_.emplace(function.name, index);
  }
  void add_predicate(term::Term symbol, std::size_t index) { symbols_.emplace(symbol, index); }

  /// The clauses that `formula` stands for. Throws Unsupported where it is not Horn.
  std::vector<Clause> clauses(term::Term formula, std::uint32_t line);

 private:
  /// Literals of a disjunction: done ones in `clause`, others still to be looked at.
  struct Open {
    Clause clause;
    term::TermVector constraints;
    term::TermVector literals;
    term::TermSet bound;  ///< symbols of quantifiers that were removed
  };

  /// Takes the last literal of `open`; what it splits into goes to `stack`.
  void take_literal(Open open, std::vector<Open>& stack);
  std::optional<PredicateAtom> atom(term::Term term) const;
  bool has_predicate(term::Term term);
  term::Term negated(term::Term term) { return terms_.mk_not(term); }
  term::Term without_quantifier(term::Term quantifier, Open& open);
  [[noreturn]] void not_horn(const Open& open) const;

  term::TermManager& terms_;
  std::string origin_;
  std::unordered_map<std::string, std::size_t> functions_;
  term::TermMap<std::size_t> symbols_;
  term::TermMap<bool> has_predicate_;
};

}  // namespace pendulum::frontend
