// The text of floating-point operators in the SMT-LIB theory FloatingPoint (smt-lib.org, version of 2015).
// The theory has sorts for numbers and rounding modes; terms have bit-vectors. The theory has no function
// from numbers to bit-vectors, so the printer (print.cpp) declares the bits of a result and asserts that they
// encode it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "term/signature/float_format.h"
#include "term/term.h"

namespace pendulum::term {

/// The format of the result of an operator, if it is a number.
std::optional<FloatFormat> float_result_format(Term term);

/// A piece of text, or a term to be printed in its place.
using TextPiece = std::variant<std::string, Term>;
using TextPieces = std::vector<TextPiece>;

/// Returns the name of the number that is the result of a term, or an empty string if it has no name.
using FloatName = std::function<std::string(Term)>;
/// Returns a new name for a let.
using NewName = std::function<std::string()>;

/// "(_ FloatingPoint 8 24)"
std::string float_sort_text(FloatFormat format);
/// Returns the text of an application: a number, if the operator has a float_result_format(), otherwise a
/// Bool or a bit-vector. Requires: is_float_operator(term.kind()).
TextPieces float_text(Term term, const FloatName& name_of_number, const NewName& new_name);
/// Returns the text of the assertion that the bit-vector `bits` encodes `number`, with computed_nan() for
/// NaN.
std::string float_definition_text(const std::string& bits, const std::string& number, FloatFormat format);

}  // namespace pendulum::term
