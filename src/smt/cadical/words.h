// Circuits for bit-vector operations with the semantics of SMT-LIB.
//
// Operands of multiplications and divisions are narrowed first: leading bits that repeat the sign bit, or are
// zero, are recognised as equal literals. C's integer promotions produce many such bits.
#pragma once

#include <map>

#include "smt/cadical/circuit.h"

namespace pendulum::smt {

/// The literals of a bit-vector, least significant bit first; never empty.
using Word = std::vector<Literal>;

class Words {
 public:
  explicit Words(Circuit& circuit) : circuit_(circuit) {}

  Word negate(const Word& a);
  Word add(const Word& a, const Word& b, Literal carry = Circuit::falsity);
  Word subtract(const Word& a, const Word& b);
  Word multiply(const Word& a, const Word& b);
  Word unsigned_quotient(const Word& a, const Word& b);
  Word unsigned_remainder(const Word& a, const Word& b);
  Word signed_quotient(const Word& a, const Word& b);
  Word signed_remainder(const Word& a, const Word& b);
  Word shift_left(const Word& a, const Word& amount);
  /// `fill` is the value of the vacated bits: the sign bit (arithmetic shift) or false (logical shift).
  Word shift_right(const Word& a, const Word& amount, Literal fill);
  Word ite(Literal condition, const Word& a, const Word& b);

  Literal equal(const Word& a, const Word& b);
  Literal unsigned_less(const Word& a, const Word& b) { return less(a, b, Circuit::falsity); }
  Literal unsigned_less_equal(const Word& a, const Word& b) { return less(a, b, Circuit::truth); }
  Literal signed_less(const Word& a, const Word& b);
  Literal signed_less_equal(const Word& a, const Word& b);

  Literal add_overflows(const Word& a, const Word& b);
  Literal subtract_overflows(const Word& a, const Word& b);
  Literal multiply_overflows(const Word& a, const Word& b);

 private:
  struct Quotient {
    Word quotient;
    Word remainder;
  };
  /// Unsigned a < b; `if_equal` if a = b.
  Literal less(const Word& a, const Word& b, Literal if_equal);
  /// The product modulo 2^a.size().
  Word low_product(const Word& a, const Word& b);
  /// The exact signed product, which has a.size() + b.size() bits.
  Word signed_product(const Word& a, const Word& b);
  /// Unsigned division with cached results.
  const Quotient& divide(const Word& a, const Word& b);
  /// Unsigned division of operands of equal width.
  Quotient divide_narrow(const Word& a, const Word& b);
  const Quotient& divide_signed(const Word& a, const Word& b);
  Word shifter(Word a, const Word& amount, Literal fill);

  Circuit& circuit_;
  std::map<std::pair<Word, Word>, Quotient> quotients_;  ///< cache: x / y and x % y often occur together
  std::map<std::pair<Word, Word>, Quotient> signed_quotients_;  ///< cache
};

}  // namespace pendulum::smt
