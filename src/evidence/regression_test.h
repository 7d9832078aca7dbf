// Writes a counterexample as a C file that the user can keep as a regression test.
//
// The file defines the external functions of the program, with the recorded results in tables, and is
// compiled together with the source by any compiler. In contrast to harness.c, it needs no instrumented
// program.
#pragma once

#include <optional>
#include <string>

#include "check/replay/interpreter.h"
#include "program/native_source.h"

namespace pendulum::evidence {

/// The content of the file. Nothing if the path depends on other inputs than results of external functions
/// and arguments of main: indeterminate values, external objects, the environment, or choices in models of
/// library functions; or if there are too many results. `run` is the execution of the path.
std::optional<std::string> regression_test(const program::Program& program,
                                           const program::NativeSource& native,
                                           const certificate::ErrorPath& path, const check::Run& run);

}  // namespace pendulum::evidence
