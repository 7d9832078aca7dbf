// What a native run should do to confirm an error, and whether it did.
//
// The instruments of the program itself report reached errors and overflows (clang's checks of undefined
// behaviour end in one of them); AddressSanitizer and LeakSanitizer report errors of memory.
#pragma once

#include <string>
#include <vector>

#include "base/process.h"
#include "program/program.h"
#include "property/property.h"

namespace pendulum::check {

struct ExpectedError {
  property::Property property = property::Property::Reach;
  std::string what;               ///< as the instruments say it; used for overflows
  program::SourceLocation where;  ///< used for errors of memory, if it is known
};

/// What the edge into the error claims.
ExpectedError expected_error(const program::Edge& last);

/// The run can only be judged with AddressSanitizer.
bool is_memory_error(const ExpectedError& expected);

/// Soundness: accepts only the expected kind of error, at the expected place: a frame of the report's first
/// stack stands there. A lost object has no place of its own.
bool is_seen(const ExpectedError& expected, const base::CommandResult& run);

/// Definitions that make a harness's run report so that is_seen can read it.
std::string sanitizer_options(const ExpectedError& expected);

}  // namespace pendulum::check
