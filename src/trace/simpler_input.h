// Simpler values for an input: an order of values by simplicity, and the values that the minimisation tries.
#pragma once

#include <functional>

#include "program/program.h"

namespace pendulum::trace {

/// The meaning of an input value, or of the elements of an array, as far as the origin determines it.
enum class InputMeaning { Signed, Unsigned, Character, Floating };

InputMeaning meaning_of(const program::Input& input);

/// Smaller is simpler; zero is simplest. For numbers: the absolute value. For characters: letters before
/// other printable characters. For floating-point numbers: the length of the decimal text. For arrays: the
/// sum over the stored elements and the default.
mpz_class complexity_of(InputMeaning meaning, term::Term value);

/// Calls `attempt` with simpler values, and continues with each value for which it returns true. Returns true
/// if there was such a value. The number of attempts is logarithmic in the value, times the number of stored
/// elements of an array.
bool simplify_input(term::TermManager& terms, InputMeaning meaning, term::Term value,
                    const std::function<bool(term::Term)>& attempt);

}  // namespace pendulum::trace
