#include "frontend/llvm/objects/records.h"

#include <bit>

#include "base/check.h"

namespace pendulum::frontend {

using term::Kind;

Term record_index(const MemoryContext& context, const Offset& offset, std::uint64_t record,
                  std::uint64_t residue) {
  PENDULUM_CHECK(record != 0, "the object should consist of records");
  PENDULUM_CHECK(residue < record, "the residue {} should be less than the record size {}", residue, record);
  const auto size = static_cast<std::int64_t>(record);
  for (const Offset::Index& index : offset.indices)
    if (index.stride % size != 0)
      throw UnsupportedHere{"pointer whose target the points-to analysis cannot determine"};
  // base = size * b + base_residue, hence the number of the record is b + (sum of the scaled indices) +
  // carry.
  const std::int64_t base_residue =
      make_congruence(static_cast<std::int64_t>(residue) - offset.constant, record).residue;
  const std::int64_t carry = (offset.constant + base_residue - static_cast<std::int64_t>(residue)) / size;
  Term sum;
  if (!offset.base.is_null()) {
    if (record == 1) {
      sum = offset.base;
    } else if (std::has_single_bit(record)) {
      const auto shift = static_cast<std::uint32_t>(std::countr_zero(record));
      sum = context.terms.mk_zero_extend(
          context.terms.mk_extract(offset.base, context.pointer_bits() - 1, shift), shift);
    } else {
      sum = context.terms.mk_bv_binary(Kind::BvUdiv, offset.base, context.pointer_constant(record));
    }
  }
  for (const Offset::Index& index : offset.indices) {
    const std::int64_t factor = index.stride / size;
    const Term part = factor == 1 ? index.index
                                  : context.terms.mk_bvmul(
                                        index.index, context.terms.mk_bv(factor, context.pointer_bits()));
    sum = sum.is_null() ? part : context.terms.mk_bvadd(sum, part);
  }
  const Term constant = context.terms.mk_bv(carry, context.pointer_bits());
  if (sum.is_null()) return constant;
  return carry == 0 ? sum : context.terms.mk_bvadd(sum, constant);
}

Term is_within_bytes(const MemoryContext& context, Term size, std::uint64_t record, std::uint64_t end,
                     Term index) {
  PENDULUM_CHECK(index.is_null() || record != 0, "only records should have an index");
  PENDULUM_CHECK(end > 0, "an access should have at least one byte");
  const Term fits = context.terms.mk_bvule(context.pointer_constant(end), size);
  if (index.is_null()) return fits;
  const Term rest = context.terms.mk_bvsub(size, context.pointer_constant(end));
  const Term last =
      record == 1 ? rest : context.terms.mk_bv_binary(Kind::BvUdiv, rest, context.pointer_constant(record));
  return context.terms.mk_and(fits, context.terms.mk_bvule(index, last));
}

}  // namespace pendulum::frontend
