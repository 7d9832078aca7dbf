// Calls as single steps of the caller: the pairs of a call and a return to its call site, and the variables
// that the callee may assign.
#pragma once

#include "program/call_structure.h"

namespace pendulum::program {

/// A call, and an edge by which the callee returns to its call site.
struct CallPair {
  EdgeId call = 0;
  EdgeId back = 0;  ///< its target is the location after the call, or the error
};

/// All pairs, ordered. Executions leave a callee only by the return of a pair.
std::vector<CallPair> call_pairs(const Program& program, const CallStructure& calls,
                                 const Procedures& procedures);

/// By procedure: the variables that an activation of the procedure, or of a procedure that it calls, may
/// assign. Contains no variables of the stack.
std::vector<term::TermSet> assigned_variables(const Program& program, const CallStructure& calls,
                                              const Procedures& procedures);

}  // namespace pendulum::program
