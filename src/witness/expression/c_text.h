// Writes terms as C expressions.
#pragma once

#include <optional>
#include <string>

#include "witness/expression/scope.h"

namespace pendulum::witness {

/// A C expression, without overflow and other undefined behaviour, that is true in exactly the states in
/// which `term` is true. It uses the names that are valid at `location`. Nothing if there is no such
/// expression: a variable has no name there, the term contains arrays, quantifiers or numbers of more than 64
/// bits, or the text would be too long to be useful.
std::optional<std::string> to_c(const Scopes& scopes, program::LocationId location, term::Term term);

/// The value, a bit-vector that is an integer, as a C constant expression.
std::string c_constant(term::Term value, program::Variable::Signedness signedness);
/// A C condition that the expression has the value, a bit-vector. For a NaN: that the expression is a NaN.
std::string equals_constant(const std::string& expression, term::Term value,
                            program::Variable::Signedness signedness);

}  // namespace pendulum::witness
