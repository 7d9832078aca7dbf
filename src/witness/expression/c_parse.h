// Parses the C expressions of witnesses to terms.
//
// Soundness: the parsed terms only guide the search. The judge checks a proof that uses them against the
// program, and replays an execution that they lead to.
#pragma once

#include <stdexcept>
#include <string>

#include "witness/expression/scope.h"

namespace pendulum::witness {

/// Thrown for a C expression that has no term: it names an object that is not a variable of the program at
/// that location, uses pointers, or calls a function.
class NotExpressible : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The names that an expression can use, and the sizes of types.
struct ExpressionContext {
  const Scopes& scopes;
  program::LocationId location = 0;
  unsigned long_bits = 32;  ///< width of `long` in the data model
  term::Term result;        ///< value of `\result`; null if `\result` is not allowed
  program::Variable::Signedness result_signedness = program::Variable::Signedness::Signed;
};

/// The condition that the evaluation of the expression is defined behaviour (no signed overflow, division by
/// zero, or shift beyond the width) and its value is not zero. Throws InputError if the text is not an
/// expression without side effects, and NotExpressible if the expression has no term.
term::Term parse_condition(const ExpressionContext& context, const std::string& text);

}  // namespace pendulum::witness
