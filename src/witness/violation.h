// Translates error paths to waypoints in the source, and restricts a program to the waypoints of a witness.
#pragma once

#include "certificate/certificate.h"
#include "check/replay/interpreter.h"
#include "program/native_source.h"
#include "witness/expression/c_parse.h"
#include "witness/source_text.h"
#include "witness/witness.h"

namespace pendulum::witness {

/// Waypoints for the values that functions without body return, the values of uninitialised locals, and the
/// source location of the error. They determine the execution.
ViolationSequence write_waypoints(const program::Program& program, const certificate::ErrorPath& path,
                                  const program::NativeSource& native, SourceTexts& sources);

/// The program restricted to executions that pass the waypoints: an additional variable counts the passed
/// segments, and the error is only reachable at the target after all other segments were passed.
struct GuidedProgram {
  program::Program program;
  std::vector<program::EdgeId> origin;  ///< by edge: the edge of the original
  std::vector<std::string> unused;      ///< waypoints that do not restrict the search, with the reason
  bool has_target = false;              ///< does the program have an error at the target?
};

/// Restricts the program to the waypoints. Ignores branching and function_enter waypoints, returns of
/// functions with a body, and waypoints at source locations without a program location. Throws InputError for
/// a constraint that is not a C expression.
GuidedProgram guide(const program::Program& program, const program::NativeSource& native,
                    const ViolationSequence& sequence, unsigned long_bits, SourceTexts& sources);

/// Translates a path of the guided program to the original program.
certificate::ErrorPath lift(const certificate::ErrorPath& path, const GuidedProgram& guided);

}  // namespace pendulum::witness
