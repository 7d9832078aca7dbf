// Internal: lexical rules that the SMT-LIB printer and reader share.
#pragma once

#include <string_view>

namespace pendulum::term {

/// Returns true for the characters of unquoted symbols: letters, digits and ~ ! @ $ % ^ & * _ - + = < > . ? /
bool is_symbol_character(char c);
/// Returns true for reserved words and for names of the theories: "let", "and", "bvadd", ... A symbol with
/// such a name is printed as |name|. The reader interprets a quoted name as a symbol and never as an
/// operator.
bool is_reserved_name(std::string_view name);

}  // namespace pendulum::term
