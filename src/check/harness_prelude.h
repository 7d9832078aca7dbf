// The part of the harness that is the same for all programs.
//
// It refers to no name that the program may define, or declare in another way: system calls are made by
// assembler, and functions of the C library have other names here.
#pragma once

namespace pendulum::check {

/// Types of the tables that the harness writes for a program.
const char* harness_types();

/// The functions that the instrumented program and the rest of the harness call. They follow the tables.
const char* harness_prelude();

}  // namespace pendulum::check
