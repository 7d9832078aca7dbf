#include "frontend/llvm/memory/float_values.h"

#include <llvm/IR/DerivedTypes.h>

#include <utility>

#include "base/check.h"
#include "term/floating_point/float_terms.h"

namespace pendulum::frontend {

using term::FloatFormat;
using term::Kind;

std::optional<FloatFormat> float_format(const llvm::Type* type) {
  if (type->isHalfTy()) return term::float16;
  if (type->isBFloatTy()) return term::bfloat16;
  if (type->isFloatTy()) return term::float32;
  if (type->isDoubleTy()) return term::float64;
  if (type->isX86_FP80Ty()) return term::float80;
  if (type->isFP128Ty()) return term::float128;
  return std::nullopt;
}

Term number_of_bits(term::TermManager& terms, const llvm::Type* type, Term bits) {
  PENDULUM_CHECK(float_format(type).has_value(), "the type should be a floating-point type");
  return type->isX86_FP80Ty() ? term::from_x87(terms, bits) : bits;
}

Term bits_of_number(term::TermManager& terms, const llvm::Type* type, Term number) {
  PENDULUM_CHECK(float_format(type).has_value(), "the type should be a floating-point type");
  return type->isX86_FP80Ty() ? term::to_x87(terms, number) : number;
}

Term is_valid_x87(term::TermManager& terms, Term bits) {
  PENDULUM_CHECK(bits.sort().width() == 80, "an x87 number should have 80 bits, not {}", bits.sort().width());
  const Term is_least = terms.mk_eq(terms.mk_extract(bits, 78, 64), terms.mk_bv(0, 15));
  const Term is_leading = terms.mk_eq(terms.mk_extract(bits, 63, 63), terms.mk_bv(1, 1));
  return terms.mk_distinct(is_least, is_leading);
}

namespace {

/// Decides whether a value can be a computed NaN. Constants, the values that functions return, and the values
/// in memory whose bits are observable have their bits.
class ComputedNan {
 public:
  ComputedNan(const Path& path, const Variables& variables, mpz_class magnitude)
      : path_(path), variables_(variables), magnitude_(std::move(magnitude)) {}

  /// `depth` limits the recursion. An array may contain a computed NaN.
  bool is_possible(Term bits, unsigned depth = 8) const {
    if (depth == 0) return true;
    const Kind kind = bits.kind();
    if (kind == Kind::Ite || kind == Kind::Store)
      return is_possible(bits[kind == Kind::Ite ? 1 : 0], depth - 1) || is_possible(bits[2], depth - 1);
    if (kind == Kind::Select) return is_possible(bits[0], depth - 1);
    if (kind == Kind::FloatFromSigned || kind == Kind::FloatFromUnsigned) return false;
    if (bits.is_value()) return is_computed(bits);
    return !bits.is_symbol() || is_possible_in(bits);
  }

 private:
  bool is_computed(Term value) const {
    if (!value.sort().is_bitvec()) return true;
    return value.integer_value() % (mpz_class(1) << (value.sort().width() - 1)) == magnitude_;
  }
  bool is_possible_in(Term symbol) const {
    if (variables_.has_observable_bits(symbol)) return false;
    for (const program::Input& input : path_.inputs())
      if (input.symbol == symbol) return input.origin.kind != program::InputOrigin::Kind::Call;
    return true;
  }

  const Path& path_;
  const Variables& variables_;
  mpz_class magnitude_;  ///< the bits of a computed NaN without the sign
};

}  // namespace

Term observable(Path& path, const Variables& variables, const llvm::Type* type, Term bits) {
  if (!type->isFloatingPointTy()) return bits;
  const auto format = float_format(type);
  if (!format) throw UnsupportedHere{"floating-point type"};
  term::TermManager& terms = path.terms();
  const term::FloatTerms floats(terms, *format);
  const Term computed = terms.mk_bv(format->computed_nan(), format->width());
  const Term pattern = bits_of_number(terms, type, computed);
  if (!ComputedNan(path, variables, pattern.integer_value()).is_possible(bits)) return bits;
  const mpz_class quiet = mpz_class(1) << (format->fraction_bits() - 1);
  const mpz_class of_processor = format->sign_bit() + format->infinity() + quiet;
  const Term any =
      path.make_havocked_input("nan", "bits of a NaN", terms.mk_bv(of_processor, format->width()));
  if (!type->isX86_FP80Ty()) return floats.with_observable_nan(bits, any);
  // The bits of a value that is not a computed NaN stay as they are, even if they are not a valid encoding.
  const std::uint32_t top = bits.sort().width() - 1;
  const Term is_computed =
      terms.mk_eq(terms.mk_extract(bits, top - 1, 0), terms.mk_extract(pattern, top - 1, 0));
  return terms.mk_ite(is_computed, bits_of_number(terms, type, floats.with_observable_nan(computed, any)),
                      bits);
}

}  // namespace pendulum::frontend
