// Internal: simplifying constructor for the operators on floating-point numbers. The caller has checked the
// sorts of all arguments.
#pragma once

#include "term/signature/float_format.h"
#include "term/term_manager.h"
#include "term/term_table.h"

namespace pendulum::term {

class FloatRules {
 public:
  FloatRules(TermManager& manager, TermTable& table) : manager_(manager), table_(table) {}

  /// Returns the application of an operator. `sort` is its result sort.
  Term make(Kind kind, Sort sort, std::span<const Term> children, std::uint32_t parameter0,
            std::uint32_t parameter1);

 private:
  /// An application that is not yet made.
  struct Application {
    Kind kind;
    Sort sort;
    TermVector children;
    std::uint32_t parameter0;
    std::uint32_t parameter1;

    FloatFormat format() const { return FloatFormat::from_code(parameter0); }
    FloatFormat result_format() const { return FloatFormat::from_code(parameter1); }
  };

  void normalize_mode(Application& application);
  // The functions return a simpler equivalent term; null if no rule applies.
  Term folded(const Application& application);
  Term over_ite(const Application& application);
  Term simpler(const Application& application);
  Term without_nan(const Application& application);
  Term sum(const Application& application);
  Term product(const Application& application);
  Term conversion(const Application& application);
  Term comparison(const Application& application);
  Term comparison_with_value(const Application& application);
  Term comparison_of_widened(const Application& application);

  /// ite(is_nan(x), computed_nan, x)
  Term with_computed_nan(FloatFormat format, Term x);
  Term if_nan(FloatFormat format, Term x, Term otherwise);
  Term negate(FloatFormat format, Term x);
  /// Is the term certainly a zero: the sign bit of another number, or an ite of zeros? `depth` limits the
  /// recursion.
  static bool is_zero(FloatFormat format, Term term, unsigned depth = 4);

  Term compare(Kind kind, FloatFormat format, Term a, Term b);
  Term is_nan(FloatFormat format, Term a);
  Term magnitude(FloatFormat format, Term a);
  Term number(FloatFormat format, const mpz_class& encoding);

  TermManager& manager_;
  TermTable& table_;
};

}  // namespace pendulum::term
