// Transformation of formulas with predicates to Horn clauses.
#pragma once

#include "frontend/horn/horn_system.h"

namespace pendulum::frontend {

/// Splits formulas into Horn clauses over the predicates that were added before.
class Clausifier {
 public:
  /// `origin` is the file name for error messages.
  Clausifier(term::TermManager& terms, const std::string& origin) : terms_(terms), origin_(origin) {}

  /// Registers a predicate: a Boolean function, or a symbol of sort Bool if the predicate has no arguments.
  /// `index` is its index in HornSystem::predicates. Predicates may be added between calls of clauses().
  void add_predicate(const term::Function& function, std::size_t index);
  void add_predicate(term::Term symbol, std::size_t index);

  /// Returns Horn clauses whose conjunction is equivalent to `formula`; clauses with an unsatisfiable
  /// constraint (false after simplification) are left out. Throws Unsupported if the formula is not Horn.
  std::vector<Clause> clauses(term::Term formula, std::uint32_t line);

 private:
  /// A disjunction that is partly converted: `clause` and `constraints` hold the literals that were
  /// processed, `literals` those that are still to be processed.
  struct Open {
    Clause clause;
    term::TermVector constraints;
    term::TermVector literals;
    term::TermSet bound;  ///< symbols of the quantifiers that were removed
  };

  /// Processes the last literal of `open` and pushes the resulting disjunctions onto `stack`: one, or one for
  /// each conjunct if the literal is a conjunction.
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
