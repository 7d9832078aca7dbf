// Terms as C expressions.
#pragma once

#include <optional>
#include <string>

#include "witness/scope.h"

namespace pendulum::witness {

/// A C expression, free of overflow and other undefined behaviour, that is true in exactly the states in
/// which `term` is, written for the place of `location`. Nothing where there is none: variables without a
/// name there, arrays, quantifiers, numbers of more than 64 bits, or a text that nobody would read.
std::optional<std::string> to_c(const Scopes& scopes, program::LocationId location, term::Term term);

/// `value` as a C constant of that width.
std::string c_constant(term::Term value, program::Variable::Signedness signedness);

}  // namespace pendulum::witness
