// Linear constrained Horn clauses and who solves them: Z3's Spacer (smt/z3/z3_horn.cpp), by
// SolverFactory::solve_horn.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "term/term_manager.h"

namespace pendulum::smt {

/// forall all symbols. body(its parameters) and constraint  =>  head(head_arguments)
struct HornClause {
  std::optional<std::uint32_t> body;  ///< index into HornSystem::predicates; nothing: a fact
  term::Term constraint;
  std::uint32_t head = 0;  ///< index into HornSystem::predicates
  term::TermVector head_arguments;
};

struct HornSystem {
  /// Per predicate its parameters: distinct symbols, in which its solution is said.
  std::vector<term::TermVector> predicates;
  std::vector<HornClause> clauses;
  /// A predicate without parameters that should not be derivable.
  std::uint32_t query = 0;
};

struct HornOptions {
  std::chrono::milliseconds limit{0};
  /// Derivations of this length are searched first; the depth of a system without recursion.
  unsigned min_level = 0;
  unsigned seed = 0;
};

struct HornAnswer {
  enum class Kind {
    Solved,     ///< `solution` makes every clause valid and the query false, says the solver
    Derivable,  ///< the query is derivable, says the solver
    Unknown,    ///< `reason` says why
  };
  Kind kind = Kind::Unknown;
  /// Per predicate a term over its parameters. Soundness: to be checked by the caller; Spacer has given wrong
  /// ones in settings that we do not use.
  term::TermVector solution;
  std::string reason;
};

}  // namespace pendulum::smt
