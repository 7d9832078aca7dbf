// Data types for constrained Horn clauses, and their reader. A clause has the form
//   forall X.  constraint(X) and P1(t1) and ... and Pn(tn)  implies  Q(s)  (or false)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "term/term_manager.h"

namespace pendulum::frontend {

struct Predicate {
  std::string name;
  std::vector<term::Sort> domain;
};

struct PredicateAtom {
  std::size_t predicate = 0;  ///< index into HornSystem::predicates
  term::TermVector arguments;
};

/// A Horn clause; all its symbols are universally quantified.
struct Clause {
  std::vector<PredicateAtom> body;
  term::Term constraint;
  std::optional<PredicateAtom> head;  ///< unset: false
  std::uint32_t line = 0;             ///< line on which the command starts
};

struct HornSystem {
  std::vector<Predicate> predicates;
  std::vector<Clause> clauses;
  std::string origin;  ///< file name
};

/// The symbols of a clause, which are its variables, ordered by id.
term::TermVector symbols_of(const Clause& clause);

/// Whether all atoms refer to predicates of the system with arguments of the right sorts, and all constraints
/// are Boolean terms without quantifiers.
bool is_well_formed(const HornSystem& system);

/// Reads the format of CHC-COMP (declare-fun, assert) and the rule format (declare-rel, declare-var, rule,
/// query: a query is a clause with head false). Throws InputError "<origin>:line:column: expected ..." if the
/// text is malformed, and Unsupported if a formula is not a Horn clause or contains a quantifier that is not
/// outermost.
HornSystem read_horn(term::TermManager& terms, std::string_view text, const std::string& origin);

}  // namespace pendulum::frontend
