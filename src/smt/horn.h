// Systems of constrained Horn clauses. SolverFactory::solve_horn solves them by Z3's Spacer
// (smt/z3/z3_horn.cpp).
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "term/term_manager.h"

namespace pendulum::smt {

struct HornAtom {
  std::uint32_t predicate = 0;  ///< index into HornSystem::predicates
  term::TermVector arguments;
};

/// The clause  body[0] and ... and body[n-1] and constraint  =>  head,  universally quantified over all
/// symbols.
struct HornClause {
  std::vector<HornAtom> body;
  term::Term constraint;
  HornAtom head;
};

struct HornSystem {
  /// The parameters of each predicate: distinct symbols, over which its solution is expressed.
  std::vector<term::TermVector> predicates;
  std::vector<HornClause> clauses;
  /// Index of the predicate without parameters whose derivability is checked.
  std::uint32_t query = 0;
};

struct HornOptions {
  std::chrono::milliseconds limit{0};  ///< time limit
  /// Length of the derivations with which the search starts. For a system without recursion: its depth.
  unsigned min_level = 0;
  unsigned seed = 0;
};

struct HornAnswer {
  enum class Kind {
    Solved,     ///< the solver claims that `solution` makes all clauses valid and the query false
    Derivable,  ///< the solver claims that the query is derivable
    Unknown,    ///< the solver has no result; `reason` is set
  };
  Kind kind = Kind::Unknown;
  /// A term over its parameters for each predicate. Soundness: the caller has to check the solution, because
  /// Spacer has returned wrong solutions in configurations that Pendulum does not use.
  term::TermVector solution;
  std::string reason;
};

}  // namespace pendulum::smt
