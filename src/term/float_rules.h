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
  Term conversion(const Application& application);
  Term comparison(const Application& application);
  Term comparison_with_value(const Application& application);
  Term comparison_of_widened(const Application& application);

  Term compare(Kind kind, FloatFormat format, Term a, Term b);
  Term is_nan(FloatFormat format, Term a);
  Term magnitude(FloatFormat format, Term a);
  Term number(FloatFormat format, const mpz_class& encoding);

  TermManager& manager_;
  TermTable& table_;
};

}  // namespace pendulum::term
