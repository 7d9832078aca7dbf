// Translates operators on floating-point numbers to cvc5's theory of floating-point numbers (SymFPU). The
// judge thereby checks floating-point arithmetic by another implementation than the one that the engines use
// (term/floating_point).
//
// Numbers are bit-vectors in terms, but a separate sort in cvc5, and there is no function from this sort to
// bit-vectors. The bits of a result v are therefore a fresh constant r with the definition
//   to_fp(r) = v and (isNaN(v) => r = computed_nan).
// Every v has exactly one such r, so definitions may be asserted at any time without a change of
// satisfiability. Each assertion and each assumption is asserted together with the definitions that it needs;
// hence no push or pop can separate them. An operand that is the result of another operator is passed as v
// and needs no definition.
//
// Soundness: SymFPU in cvc5 1.0.3 computes wrong results in formats with few exponents, and dereferences null
// pointers in some conversions. These operators are lowered to bit-vectors (supports()).
#pragma once

#include <cvc5/cvc5.h>

#include "term/signature/float_format.h"
#include "term/term.h"

namespace pendulum::smt {

class Cvc5Floats {
 public:
  using Children = std::vector<cvc5::Term>;

  explicit Cvc5Floats(const cvc5::Solver& solver) : solver_(solver) {}

  /// Whether cvc5 computes this application correctly and without a crash.
  static bool supports(term::Term term);
  /// Translates an application, whose children are already translated. Requires: supports(term).
  cvc5::Term translate(term::Term term, const Children& children);
  /// Returns the definitions that a translated formula needs.
  Children definitions_for(term::Term formula) const;
  /// Whether translate() was called.
  bool is_used() const { return is_used_; }

 private:
  cvc5::Term result_bits(term::Term term, const cvc5::Term& value, term::FloatFormat format);
  cvc5::Term rounding_mode(term::Term mode, const cvc5::Term& bits) const;
  cvc5::Term number(term::Term term, const cvc5::Term& bits, term::FloatFormat format) const;
  cvc5::Term integer(term::Term term, const cvc5::Term& bits) const;
  cvc5::Term power_of_two(std::uint32_t exponent, term::FloatFormat format) const;
  cvc5::Term to_integer(term::Term term, const cvc5::Term& mode, const cvc5::Term& number) const;
  cvc5::Term bits(const mpz_class& value, std::uint32_t width) const;
  cvc5::Term from_bits(const cvc5::Term& bits, term::FloatFormat format) const;

  const cvc5::Solver& solver_;
  term::TermMap<cvc5::Term> values_;       ///< by application: the result in cvc5's sort
  term::TermMap<cvc5::Term> definitions_;  ///< by application: of the bits of the result
  bool is_used_ = false;
};

}  // namespace pendulum::smt
