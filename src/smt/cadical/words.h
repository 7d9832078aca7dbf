// Bit-vector operations as circuits, with SMT-LIB's meaning.
//
// Operands are narrowed before products and quotients: bits that repeat the sign (or are zero) at the top are
// visible as equal literals, and C's integer promotions make many of them.
#pragma once

#include <map>

#include "smt/cadical/circuit.h"

namespace pendulum::smt {

/// Least significant bit first; never empty.
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
  /// `fill` enters at the top: the sign bit or false.
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
  /// a < b, or where they are equal `if_equal`.
  Literal less(const Word& a, const Word& b, Literal if_equal);
  Word low_product(const Word& a, const Word& b);
  /// Of exactly a.size() + b.size() bits.
  Word signed_product(const Word& a, const Word& b);
  const Quotient& divide(const Word& a, const Word& b);
  Quotient divide_narrow(const Word& a, const Word& b);
  const Quotient& divide_signed(const Word& a, const Word& b);
  Word shifter(Word a, const Word& amount, Literal fill);

  Circuit& circuit_;
  std::map<std::pair<Word, Word>, Quotient> quotients_;  ///< quotient and remainder are asked for in pairs
  std::map<std::pair<Word, Word>, Quotient> signed_quotients_;  ///< the same
};

}  // namespace pendulum::smt
