// An error path as a test: Test-Comp's exchange format for test suites, version 1.1.
#pragma once

#include <ostream>
#include <string>

#include "check/interpreter.h"
#include "witness/witness.h"

namespace pendulum::witness {

/// metadata.xml of the suite.
std::string test_metadata(const Metadata& metadata, const std::string& entry);

/// The values that the functions __VERIFIER_nondet_* return, in the order of their calls.
/// Writes every repetition out.
void write_test_case(std::ostream& out, term::TermManager& terms,
                     const std::vector<check::ConsumedBlock>& blocks);
/// How many values a test case has.
std::uint64_t num_test_values(const std::vector<check::ConsumedBlock>& blocks);

}  // namespace pendulum::witness
