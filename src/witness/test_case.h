// Writes an error path as a test case in version 1.1 of Test-Comp's exchange format for test suites.
#pragma once

#include <ostream>
#include <string>

#include "check/replay/interpreter.h"
#include "witness/witness.h"

namespace pendulum::witness {

/// The content of the test suite's metadata.xml.
std::string test_metadata(const Metadata& metadata, const std::string& entry);

/// Writes the values that the functions __VERIFIER_nondet_* return, in the order of their calls, for every
/// repetition of each block.
void write_test_case(std::ostream& out, term::TermManager& terms,
                     const std::vector<check::ConsumedBlock>& blocks);
/// The number of values that write_test_case writes.
std::uint64_t num_test_values(const std::vector<check::ConsumedBlock>& blocks);

}  // namespace pendulum::witness
