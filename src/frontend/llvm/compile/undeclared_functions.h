// Declarations of library functions that a program calls without declaring them.
//
// C99 has no implicit declarations. In C90 an undeclared function returns int, so that on 64-bit machines the
// address that an undeclared malloc returns would lose its upper half. gcc and clang therefore declare
// undeclared library functions with their standard type. Pendulum runs clang with -fno-builtin, which
// disables this, and takes the declarations from the library table instead.
#pragma once

#include <string>

namespace pendulum::frontend {

/// Declarations, on one line, of the library functions that are undeclared according to clang's `warnings`.
/// `conflicts` are the messages of clang for the program with such declarations; functions that they mention
/// are omitted because the program itself declares them later with another type.
std::string declarations_of_undeclared(const std::string& warnings, const std::string& conflicts = "");

}  // namespace pendulum::frontend
