// Internal: what the printer and the reader of SMT-LIB share.
#pragma once

#include <string_view>

namespace pendulum::term {

/// Letters, digits and ~ ! @ $ % ^ & * _ - + = < > . ? /
bool is_symbol_character(char c);
/// Words of the language and names of the theories: "let", "and", "bvadd", ... A symbol of ours with such a
/// name is printed as |name|, and the reader takes a quoted name for a symbol, never for an operator.
bool is_reserved_name(std::string_view name);

}  // namespace pendulum::term
