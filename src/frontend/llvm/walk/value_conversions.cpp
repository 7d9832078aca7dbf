#include "frontend/llvm/walk/value_conversions.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"

namespace pendulum::frontend {

Pointer ValueConversions::as_pointer(const Value& value) const {
  PENDULUM_CHECK(value.pointer.has_value() == value.term.is_null(),
                 "a value should be either a term or a pointer");
  if (value.pointer) return *value.pointer;
  Pointer pointer = context_.constants.null();
  const Term bits = context_.arithmetic.as_bitvec(value.term);
  const std::uint32_t width = bits.sort().width();
  const Term wide = width < context_.pointer_bits()
                        ? terms_.mk_zero_extend(bits, context_.pointer_bits() - width)
                        : terms_.mk_extract(bits, context_.pointer_bits() - 1, 0);
  if (wide.is_value()) {
    pointer.offset.constant = wide.signed_value().get_si();
  } else {
    pointer.offset.base = wide;
  }
  return pointer;
}

Value ValueConversions::ite(Term condition, const Value& a, const Value& b) const {
  if (condition.is_true()) return a;
  if (condition.is_false()) return b;
  if (!a.pointer && !b.pointer) return Value::of(terms_.mk_ite(condition, a.term, b.term));
  const Pointer first = as_pointer(a);
  const Pointer second = as_pointer(b);
  Pointer result{terms_.mk_ite(condition, first.object, second.object), {}};
  result.offset.base = terms_.mk_ite(condition, context_.constants.flatten(first.offset),
                                     context_.constants.flatten(second.offset));
  return Value::of(result);
}

Value ValueConversions::storable(Path& path, const Value& value, bool is_address) const {
  return is_address ? value : Value::of(context_.memory.numbers().as_bits(path, value));
}

Value ValueConversions::result_as(Path& path, const std::optional<Value>& result, const llvm::CallBase& call,
                                  const llvm::Function& callee) const {
  llvm::Type* type = call.getType();
  PENDULUM_CHECK(!type->isVoidTy(), "the call should have a result");
  if (!result) {
    if (type->isPointerTy()) return Value::of(context_.constants.null());
    return Value::of(path.make_input("missing", context_.variables.sort_of(type), {}));
  }
  if (type == callee.getReturnType()) return *result;
  if (type->isPointerTy() && callee.getReturnType()->isIntegerTy()) return Value::of(as_pointer(*result));
  if (type->isIntegerTy(context_.pointer_bits()) && callee.getReturnType()->isPointerTy()) return *result;
  throw UnsupportedHere{"call with a result of another type"};
}

}  // namespace pendulum::frontend
