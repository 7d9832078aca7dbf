// The program in which each call is one step: the callee's summary describes its effect.
//
// Let S be the formulas of the certificate. The summary program has the locations and variables of the
// original, and an entry copy of each variable that S mentions. Its edges are
//   - the edges of the original that are neither calls nor returns;
//   - for each call, the edge to the callee's entry, which also assigns the entry copies;
//   - for each call and each return to its call site, an edge from the location before the call to the
//   location
//     after it: the callee has assigned arbitrary values w to the variables that it may assign, and these
//     satisfy the formula S(x) of the exit x, whose entry copies are the values after the call's assignments;
//   - for each exit x, an edge to the error with the guard "not S(x)".
// The edges use CallStructure::edges, that is, the original edges without their operations on the stack. They
// omit the limit of the depth, so they have more executions than the original.
//
// Soundness: if S is an inductive invariant of the summary program that excludes the error, no execution of
// the original reaches the error. Assume that it holds for an execution up to some state at location l, and
// consider the activation to which the state belongs. The activation began at the entry of its procedure,
// where S held, because the call edge preserves S. Since then, the activation has executed edges and complete
// calls. Each complete call ended at an exit x of the callee in a state that satisfied S(x), since the
// activation of the callee is a shorter execution; the variables that the callee cannot assign have kept
// their values; and the values that the return restored are those that the call has saved
// (program/call_structure.h). So the call is a step of the summary program, and S holds at l.
#pragma once

#include "certificate/certificate.h"

namespace pendulum::check {

/// Requires: `validate` accepts the certificate.
program::Program summary_program(const program::Program& program, const certificate::Summaries& summaries);

}  // namespace pendulum::check
