// Error paths as waypoints in the source, and back.
#pragma once

#include "certificate/certificate.h"
#include "check/interpreter.h"
#include "program/native_source.h"
#include "witness/c_parse.h"
#include "witness/source_text.h"
#include "witness/witness.h"

namespace pendulum::witness {

/// The values that functions without body return, those of uninitialised locals, and the place of the error:
/// they determine the run.
ViolationSequence write_waypoints(const program::Program& program, const certificate::ErrorPath& path,
                                  const program::NativeSource& native, SourceTexts& sources);

/// The program restricted to executions that pass the waypoints: a further variable counts the segments that
/// lie behind, and the error counts only at the target after all of them.
struct GuidedProgram {
  program::Program program;
  std::vector<program::EdgeId> origin;  ///< for each edge the one of the original
  std::vector<std::string> unused;      ///< waypoints that do not restrict, and why
  bool has_target = false;              ///< an error of the program stands at the target
};

/// Waypoints at places that the program does not have, branchings, and returns of functions with a body do
/// not restrict. Throws InputError for a constraint that is no C expression.
GuidedProgram guide(const program::Program& program, const ViolationSequence& sequence, unsigned long_bits,
                    SourceTexts& sources);

/// A path of the guided program as one of the original.
certificate::ErrorPath lift(const certificate::ErrorPath& path, const GuidedProgram& guided);

}  // namespace pendulum::witness
