// Constrained Horn clauses, as data:
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

/// All symbols of a clause are universally quantified.
struct Clause {
  std::vector<PredicateAtom> body;
  term::Term constraint;
  std::optional<PredicateAtom> head;  ///< nothing: false
  std::uint32_t line = 0;             ///< where the command starts
};

struct HornSystem {
  std::vector<Predicate> predicates;
  std::vector<Clause> clauses;
  std::string origin;  ///< the file's name
};

/// Reads the format of CHC-COMP (declare-fun, assert) and the rule format (declare-rel, declare-var, rule,
/// query: a query is a clause with head false). Throws InputError "<origin>:line:column: expected ...", and
/// Unsupported for what is no Horn clause or has quantifiers inside.
HornSystem read_horn(term::TermManager& terms, std::string_view text, const std::string& origin);

}  // namespace pendulum::frontend
