// Restricts the system calls of the compiled program during the native replay.
#pragma once

#include "base/process/confinement.h"

namespace pendulum::check {

struct ProgramKind {
  bool is_32_bit = false;
  /// LeakSanitizer clones a process that shares the program's memory and stops the program by ptrace. The
  /// filter allows this one form of clone, and ptrace of the program by itself.
  bool searches_leaks = false;
};

/// Adds a filter to `confinement` that allows the system calls of the dynamic linker, the C library, the
/// harness and the sanitizers: memory management, reading files, output to open streams, and signals to the
/// program itself. Other system calls fail with EPERM; calls of another architecture end the program. Throws
/// InputError if libseccomp fails.
void add_filter(base::Confinement& confinement, const ProgramKind& kind);

}  // namespace pendulum::check
