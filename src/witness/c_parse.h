// C expressions of witnesses as terms.
//
// Soundness: what an expression means here decides nothing but what is tried. A proof that uses it is judged
// over the program, an execution that it leads to is replayed.
#pragma once

#include <stdexcept>
#include <string>

#include "witness/scope.h"

namespace pendulum::witness {

/// The expression is C, but speaks of something that is no variable here, or calls functions.
class NotExpressible : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the expression can name, and the sizes of types.
struct ExpressionContext {
  const Scopes& scopes;
  program::LocationId location = 0;
  unsigned long_bits = 32;  ///< of the data model
  term::Term result;        ///< for `\result`; null: there is none
  program::Variable::Signedness result_signedness = program::Variable::Signedness::Signed;
};

/// Is the evaluation defined behaviour (no signed overflow, division by zero, or shift beyond the width), and
/// the value other than zero? Throws InputError unless the text is an expression without side effects, and
/// NotExpressible.
term::Term parse_condition(const ExpressionContext& context, const std::string& text);

}  // namespace pendulum::witness
