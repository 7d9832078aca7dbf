// Library functions that a program calls without declaring them.
//
// C99 has no implicit declarations. Before, an undeclared function returns int, so that the address from an
// undeclared malloc loses its upper half on 64-bit machines. gcc and clang declare library functions with
// their standard type instead. Here clang is told not to know the library (-fno-builtin), and the table does
// the same.
#pragma once

#include <string>

namespace pendulum::frontend {

/// Declarations of the library functions that clang's warnings call undeclared, on one line. Functions in
/// `conflicts`, the messages of a run with such declarations, are left out: the program declares them later,
/// as functions of its own.
std::string declarations_of_undeclared(const std::string& warnings, const std::string& conflicts = "");

}  // namespace pendulum::frontend
