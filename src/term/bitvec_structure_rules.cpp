// Simplifications of concatenation, extraction and extension.
#include "base/check.h"
#include "term/bitvec_fold.h"
#include "term/bitvec_rules.h"
#include "term/core_rules.h"

namespace pendulum::term {

/// Joins two extracts of adjacent parts of one term to one extract; null if the operands are not of this
/// form.
Term BitVecRules::joined_extracts(Term high, Term low) {
  const bool are_neighbours = high.kind() == Kind::BvExtract && low.kind() == Kind::BvExtract &&
                              high[0] == low[0] && high.parameter(1) == low.parameter(0) + 1;
  return are_neighbours ? manager_.mk_extract(high[0], high.parameter(0), low.parameter(1)) : Term();
}

Term BitVecRules::concat(Term high, Term low) {
  const std::uint32_t low_width = low.sort().width();
  const std::uint32_t width = high.sort().width() + low_width;
  if (high.is_value() && low.is_value()) {
    return manager_.mk_bv(mpz_class((high.integer_value() << low_width) + low.integer_value()), width);
  }
  if (is_zero(high)) return manager_.mk_zero_extend(low, high.sort().width());
  if (high.kind() == Kind::BvZeroExtend) {
    return manager_.mk_zero_extend(manager_.mk_concat(high[0], low), high.parameter(0));
  }
  if (const Term joined = joined_extracts(high, low)) return joined;
  // Try to join the adjacent parts of nested concatenations, in left- and right-leaning chains of bytes.
  const auto join = [&](Term a, Term b) {
    return a.is_value() && b.is_value() ? manager_.mk_concat(a, b) : joined_extracts(a, b);
  };
  if (low.kind() == Kind::BvConcat) {
    if (const Term joined = join(high, low[0])) return manager_.mk_concat(joined, low[1]);
  }
  if (high.kind() == Kind::BvConcat) {
    if (const Term joined = join(high[1], low)) return manager_.mk_concat(high[0], joined);
  }
  return Term();
}

Term BitVecRules::extract(Term a, std::uint32_t high, std::uint32_t low) {
  PENDULUM_DCHECK(low <= high && high < a.sort().width(), "the bits {} ... {} should be in {}", high, low,
                  a.sort().to_string());
  const std::uint32_t width = high - low + 1;
  while (a.kind() == Kind::BvConcat) {  // a loop, because chains of concatenations can be long
    const std::uint32_t low_width = a[1].sort().width();
    if (high >= low_width && low < low_width) break;
    const bool is_low = high < low_width;
    a = is_low ? a[1] : a[0];
    high -= is_low ? 0 : low_width;
    low -= is_low ? 0 : low_width;
  }
  if (width == a.sort().width()) return a;
  if (a.is_value()) return manager_.mk_bv(mpz_class(a.integer_value() >> low), width);
  if (a.kind() == Kind::BvExtract) return extract(a[0], high + a.parameter(1), low + a.parameter(1));
  if (is_extension(a.kind())) return extract_of_extension(a, high, low);
  if (is_ite_of_values(a)) return manager_.mk_ite(a[0], extract(a[1], high, low), extract(a[2], high, low));
  return table_.make(Kind::BvExtract, manager_.bitvec_sort(width), {a}, high, low);
}

Term BitVecRules::extract_of_extension(Term a, std::uint32_t high, std::uint32_t low) {
  PENDULUM_DCHECK(is_extension(a.kind()), "'{}' should be an extension", name_of(a.kind()));
  const bool is_signed = a.kind() == Kind::BvSignExtend;
  const std::uint32_t inner = a[0].sort().width();
  if (high < inner) return extract(a[0], high, low);
  if (low < inner) {
    const Term part = extract(a[0], inner - 1, low);
    const std::uint32_t added = high - inner + 1;
    return is_signed ? manager_.mk_sign_extend(part, added) : manager_.mk_zero_extend(part, added);
  }
  // Only extension bits are extracted: zeros or copies of the sign bit.
  if (!is_signed) return manager_.mk_bv(0, high - low + 1);
  return manager_.mk_sign_extend(extract(a[0], inner - 1, inner - 1), high - low);
}

Term BitVecRules::zero_extend(Term a, std::uint32_t added_bits) {
  if (added_bits == 0) return a;
  const std::uint32_t width = a.sort().width() + added_bits;
  if (a.is_value()) return manager_.mk_bv(a.integer_value(), width);
  if (a.kind() == Kind::BvZeroExtend) return zero_extend(a[0], added_bits + a.parameter(0));
  if (is_ite_of_values(a)) {
    return manager_.mk_ite(a[0], zero_extend(a[1], added_bits), zero_extend(a[2], added_bits));
  }
  return table_.make(Kind::BvZeroExtend, manager_.bitvec_sort(width), {a}, added_bits);
}

Term BitVecRules::sign_extend(Term a, std::uint32_t added_bits) {
  if (added_bits == 0) return a;
  const std::uint32_t width = a.sort().width() + added_bits;
  if (a.is_value()) return manager_.mk_bv(a.signed_value(), width);
  if (a.kind() == Kind::BvSignExtend) return sign_extend(a[0], added_bits + a.parameter(0));
  if (a.kind() == Kind::BvZeroExtend) return zero_extend(a[0], added_bits + a.parameter(0));
  if (is_ite_of_values(a)) {
    return manager_.mk_ite(a[0], sign_extend(a[1], added_bits), sign_extend(a[2], added_bits));
  }
  return table_.make(Kind::BvSignExtend, manager_.bitvec_sort(width), {a}, added_bits);
}

}  // namespace pendulum::term
