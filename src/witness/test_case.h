// An error path as a test: Test-Comp's exchange format for test suites, version 1.1.
#pragma once

#include <string>

#include "check/interpreter.h"
#include "witness/witness.h"

namespace pendulum::witness {

/// metadata.xml of the suite.
std::string test_metadata(const Metadata& metadata, const std::string& entry);

/// The values that the functions __VERIFIER_nondet_* return, in the order of their calls.
std::string test_case(const std::vector<check::ConsumedInput>& inputs);

}  // namespace pendulum::witness
