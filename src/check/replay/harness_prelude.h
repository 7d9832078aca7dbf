// The part of the harness that is the same for all programs.
//
// The code uses no name that the program may define or declare differently: it makes system calls in
// assembler, and declares functions of the C library under other names.
#pragma once

namespace pendulum::check {

/// C types of the tables that the harness contains for a program.
const char* harness_types();

/// C functions that the instrumented program and the rest of the harness call. Requires: the tables precede
/// this code.
const char* harness_prelude();

}  // namespace pendulum::check
