// Describes the violated condition: the access with the bounds of its object, the lost object, or the values
// of the operands.
#pragma once

#include "trace/dependences.h"
#include "trace/memory.h"
#include "trace/statements.h"

namespace pendulum::trace {

/// The execution at the error.
struct ErrorState {
  const Memory& memory;
  const Dependences& dependences;
  std::string function;  ///< that contains the last statement
  Statement* last;       ///< null: the execution has no statement
};

/// Replaces `result.violation`, which is the text of the property, by a description where possible, and adds
/// the dependences of the last statement on the lifetime of the object. `event` is the last event; it may be
/// null.
void describe_violation(const ErrorState& state, const Event* event, Statements& result);

}  // namespace pendulum::trace
