// Syntax of symbols in SMT-LIB 2.6.
#pragma once

#include <string>
#include <string_view>

namespace pendulum::term {

/// Returns true for the characters of unquoted symbols: letters, digits and ~ ! @ $ % ^ & * _ - + = < > . ? /
bool is_symbol_character(char c);
/// Returns true for reserved words and for names of the theories: "let", "and", "bvadd", ... A symbol with
/// such a name is printed as |name|. The reader interprets a quoted name as a symbol and never as an
/// operator.
bool is_reserved_name(std::string_view name);

/// Returns the name as an SMT-LIB symbol, in the form |name| if it has to be quoted.
std::string quote_symbol(std::string_view name);

/// Returns `name` with an underscore in front if it begins with `.` or `@`, and otherwise `name`. SMT-LIB
/// reserves such names for solvers: cvc5 rejects their declarations, but Z3 accepts them and many files
/// contain them.
std::string portable_name(std::string_view name);

}  // namespace pendulum::term
