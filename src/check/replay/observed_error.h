// Compares the violation that an error path claims with the violation that the native replay shows.
//
// Calls in the instrumented program report reached errors and overflows (clang's checks of undefined
// behaviour end in one of these calls); AddressSanitizer and LeakSanitizer report memory errors.
#pragma once

#include <string>
#include <vector>

#include "base/process/process.h"
#include "program/program.h"
#include "property/property.h"

namespace pendulum::check {

struct ExpectedError {
  property::Property property = property::Property::Reach;
  /// The violation as the edge into the error describes it, without the name of the property. The texts of
  /// overflows and of memory errors end in " at <source location>".
  std::string what;
  program::SourceLocation where;
};

/// The violation that the edge into the error claims.
ExpectedError expected_error(const program::Edge& last);

/// Is the error one that only an executable with AddressSanitizer can show?
bool is_memory_error(const ExpectedError& expected);

/// Does the output of the executable show the expected violation? Requires, for memory errors: `run.error` is
/// symbolized (symbolize.h).
///
/// Soundness: the kind and the source line must agree. For memory errors, the line is that of the innermost
/// frame with a line number: library functions and their models have none, so the line of their call is
/// compared. A lost object is identified by the line of its allocation.
bool is_seen(const ExpectedError& expected, const base::CommandResult& run);

/// C definitions for the harness that configure the sanitizers such that is_seen can read their reports.
std::string sanitizer_options(const ExpectedError& expected);

}  // namespace pendulum::check
