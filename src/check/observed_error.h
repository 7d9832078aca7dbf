// Compares the violation that an error path claims with the violation that a native run shows.
//
// Calls in the instrumented program report reached errors and overflows (clang's checks of undefined
// behaviour end in one of these calls); AddressSanitizer and LeakSanitizer report errors of memory.
#pragma once

#include <string>
#include <vector>

#include "base/process.h"
#include "program/program.h"
#include "property/property.h"

namespace pendulum::check {

struct ExpectedError {
  property::Property property = property::Property::Reach;
  /// The violation as the edge into the error describes it, without the property's name. The texts of
  /// overflows and of errors of memory end in " at <place>".
  std::string what;
  program::SourceLocation where;
};

/// The violation that the edge into the error claims.
ExpectedError expected_error(const program::Edge& last);

/// Only a run with AddressSanitizer can show the error.
bool is_memory_error(const ExpectedError& expected);

/// Does the run show the expected violation and no other one? `run.error` should be symbolized (symbolize.h).
///
/// Soundness: the kind and the source line must agree. For errors of memory, the line is that of the
/// innermost frame that has one: functions of libraries and models of them have no line numbers, so the line
/// of their call counts. A lost object is identified by the line of its allocation.
bool is_seen(const ExpectedError& expected, const base::CommandResult& run);

/// Definitions for the harness that make a run report errors in the form that is_seen reads.
std::string sanitizer_options(const ExpectedError& expected);

}  // namespace pendulum::check
