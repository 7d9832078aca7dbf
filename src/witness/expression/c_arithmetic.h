// The integer arithmetic of C on terms: conversions, operators, and the conditions under which an evaluation
// is defined behaviour.
#pragma once

#include <optional>
#include <string_view>

#include "term/term_manager.h"

namespace pendulum::witness {

/// An integer type of C. `bits` is 8, 16, 32 or 64, or the width of an array's index.
struct CType {
  unsigned bits = 32;
  bool is_signed = true;
  bool is_bool = false;  ///< _Bool, of which casts are the only use
};

/// The value of a C expression.
struct CValue {
  term::Term term;  ///< Bool for the result of a comparison or logical operation; else a bit-vector of `type`
  CType type;
  term::Term defined = {};  ///< condition under which the evaluation is defined behaviour; null: always
};

class CArithmetic {
 public:
  explicit CArithmetic(term::TermManager& terms) : terms_(terms) {}

  /// The condition that the evaluation is defined behaviour and the value is not zero.
  term::Term condition(const CValue& value) const;

  /// Conversion to an integer type, C17 6.3.1.3. Requires: the type is not _Bool.
  CValue converted(const CValue& value, CType type) const;
  /// Conversion to _Bool, C17 6.3.1.2: compares with 0. It is also the result of `value != 0`.
  CValue converted_to_bool(const CValue& value) const;
  /// Integer promotion, C17 6.3.1.1p2: types smaller than int become int.
  CValue promoted(const CValue& value) const;

  /// The operators `!`, `-` and `~`.
  CValue logical_not(const CValue& value) const;
  CValue negated(const CValue& value) const;
  CValue complement(const CValue& value) const;
  /// The operator `? :`. Only the selected branch is evaluated (C17 6.5.15).
  CValue choice(const CValue& condition, CValue yes, CValue no) const;
  /// A binary operator of C17 6.5.5 to 6.5.14, for example "+" or "&&".
  CValue apply(std::string_view operation, CValue a, CValue b) const;

 private:
  term::Term is_defined(const CValue& value) const;
  term::Term all_defined(const CValue& a, const CValue& b, term::Term operation) const;
  term::Term least(CType type) const;
  term::Term truth(const CValue& value) const;
  void balance(CValue& a, CValue& b) const;
  std::optional<term::Term> comparison(std::string_view operation, CValue a, CValue b) const;
  term::Term has_result(std::string_view operation, const CValue& a, const CValue& b) const;
  CValue shift(std::string_view operation, const CValue& a, const CValue& b) const;

  term::TermManager& terms_;
};

}  // namespace pendulum::witness
