// Tables of all reachable states of procedures, for programs in which there are few.
//
// The clauses are evaluated bottom-up, as in Datalog: the table of a predicate contains the tuples of values
// that were derived for it, and a solver finds instances of a clause whose body is in the tables and whose
// head is not. If the search ends without the error, the tables are a solution of the clauses, which becomes
// a certificate of summaries: the summary of `fib(25)` lists the results for the 26 arguments that occur,
// although the execution has 242785 calls. If the error is derived, the derivation determines a path.
//
// The search gives up if a table has many tuples, for example because of an arbitrary input.
#pragma once

#include "certificate/error_path.h"
#include "engine/engine.h"
#include "engine/summaries/procedure_clauses.h"

namespace pendulum::engine::summaries {

struct Tables {
  enum class Kind {
    Closed,  ///< `solution` makes all clauses valid and does not contain the error
    Error,   ///< `path` is a path of the program of the clauses
    Open,    ///< too many tuples, or the solver gave up, or `stop` was requested
  };
  Kind kind = Kind::Open;
  term::TermVector solution;  ///< by location: a formula over the predicate's parameters
  certificate::ErrorPath path;
};

/// `is_entry` tells for each location whether it is the entry of a procedure besides main.
Tables tabulate(const ProcedureClauses& clauses, const std::vector<bool>& is_entry, Env& env,
                const base::StopToken& stop);

}  // namespace pendulum::engine::summaries
