#include "frontend/llvm/state/constants.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

#include <bit>

#include "base/check.h"
#include "base/error.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

Constants::Constants(term::TermManager& terms, const PointsTo& points_to,
                     const std::vector<ObjectLayout>& layouts, const llvm::DataLayout& layout)
    : terms_(terms),
      points_to_(points_to),
      layouts_(layouts),
      data_layout_(layout),
      pointer_bits_(layout.getPointerSizeInBits()),
      object_bits_(static_cast<std::uint32_t>(std::bit_width(points_to.objects().size()))) {
  PENDULUM_CHECK(layouts.size() == points_to.objects().size(), "each of the {} objects should have a layout",
                 points_to.objects().size());
  if (object_bits_ + points_to_.instance_bits() > pointer_bits_)
    throw base::Unsupported("program with this many objects in memory", "");
}

Term Constants::bits(const llvm::APInt& value) const {
  if (value.getBitWidth() <= 64) return terms_.mk_bv(value.getSExtValue(), value.getBitWidth());
  llvm::SmallString<64> digits;
  value.toString(digits, 16, false);
  return terms_.mk_bv(mpz_class(digits.str().str(), 16), value.getBitWidth());
}

Pointer Constants::address_of(ObjectId object) const {
  PENDULUM_CHECK(object < points_to_.objects().size(), "the number {} should be that of an object", object);
  PENDULUM_CHECK(!points_to_.objects()[object].has_instances,
                 "the address of object {} should contain the number of an instance", object);
  return {terms_.mk_bv(static_cast<std::int64_t>(object), pointer_bits_), {}};
}

Pointer Constants::address_of_instance(ObjectId object, Term instance) const {
  PENDULUM_CHECK(points_to_.objects().at(object).has_instances, "object {} should have instances", object);
  PENDULUM_CHECK(instance.sort() == terms_.bitvec_sort(points_to_.instance_bits()),
                 "the number of an instance should have {} bits", points_to_.instance_bits());
  const Term low = terms_.mk_bv(static_cast<std::int64_t>(object), object_bits_);
  const Term code = terms_.mk_concat(instance, low);
  return {terms_.mk_zero_extend(code, pointer_bits_ - code.sort().width()), {}};
}

Term Constants::is_object(Term code, ObjectId object) const {
  PENDULUM_CHECK(object < points_to_.objects().size(), "the number {} should be that of an object", object);
  if (!points_to_.objects()[object].has_instances)
    return terms_.mk_eq(code, terms_.mk_bv(static_cast<std::int64_t>(object), pointer_bits_));
  return terms_.mk_eq(terms_.mk_extract(code, object_bits_ - 1, 0),
                      terms_.mk_bv(static_cast<std::int64_t>(object), object_bits_));
}

std::optional<ObjectId> Constants::known_object(Term code) const {
  const Term low = terms_.mk_extract(code, object_bits_ - 1, 0);
  if (!low.is_value()) return std::nullopt;
  const auto object = static_cast<ObjectId>(low.integer_value().get_ui());
  PENDULUM_CHECK(object < points_to_.objects().size(), "the code should denote an object, not number {}",
                 object);
  return object;
}

Term Constants::instance_of(Term code) const {
  PENDULUM_CHECK(code.sort().width() == pointer_bits_, "the code of an object should have {} bits",
                 pointer_bits_);
  return terms_.mk_extract(code, object_bits_ + points_to_.instance_bits() - 1, object_bits_);
}

Term Constants::pointer_wide(Term index) const {
  if (index.sort().is_bool())
    return terms_.mk_ite(index, terms_.mk_bv(-1, pointer_bits_), terms_.mk_bv(0, pointer_bits_));
  const std::uint32_t width = index.sort().width();
  if (width > pointer_bits_) return terms_.mk_extract(index, pointer_bits_ - 1, 0);
  return width == pointer_bits_ ? index : terms_.mk_sign_extend(index, pointer_bits_ - width);
}

Term Constants::flatten(const Offset& offset) const {
  Term sum = offset.base;
  for (const Offset::Index& index : offset.indices) {
    const Term bytes = index.stride == 1
                           ? index.index
                           : terms_.mk_bvmul(index.index, terms_.mk_bv(index.stride, pointer_bits_));
    sum = sum.is_null() ? bytes : terms_.mk_bvadd(sum, bytes);
  }
  const Term constant = terms_.mk_bv(offset.constant, pointer_bits_);
  if (sum.is_null()) return constant;
  PENDULUM_CHECK(sum.sort() == constant.sort(), "an offset should have {} bits", pointer_bits_);
  return offset.constant == 0 ? sum : terms_.mk_bvadd(sum, constant);
}

Value Constants::value(const llvm::Constant& constant, Path& path) const {
  llvm::Type* type = constant.getType();
  if (llvm::isa<llvm::PoisonValue>(constant)) throw UnsupportedHere{"poison value"};
  if (llvm::isa<llvm::UndefValue>(constant)) {
    if (type->isPointerTy()) return Value::of(null());
    if (!type->isIntegerTy() && !type->isFloatingPointTy())
      throw UnsupportedHere{"undefined value that is not a number"};
    const term::Sort sort =
        type->isIntegerTy(1) ? terms_.bool_sort() : terms_.bitvec_sort(type->getPrimitiveSizeInBits());
    return Value::of(path.make_input("undef", sort, {}));
  }
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    if (type->isIntegerTy(1)) return Value::of(terms_.mk_bool(integer->isOne()));
    return Value::of(bits(integer->getValue()));
  }
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant))
    return Value::of(bits(number->getValueAPF().bitcastToAPInt()));
  if (llvm::isa<llvm::ConstantPointerNull>(constant)) return Value::of(null());
  if (llvm::isa<llvm::GlobalVariable, llvm::Function>(constant)) {
    if (!points_to_.has_object(&constant))
      throw UnsupportedHere{"unresolved address of " + constant.getName().str()};
    return Value::of(address_of(points_to_.object_of(&constant)));
  }
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&constant))
    return value(*alias->getAliasee(), path);
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&constant)) {
    const GepOffset offset = gep_offset(*gep, data_layout_);
    Value result = value(*llvm::cast<llvm::Constant>(gep->getPointerOperand()), path);
    if (!result.pointer || !offset.indices.empty())
      throw UnsupportedHere{"address computation in a constant"};
    result.pointer->offset.constant += offset.constant;
    return result;
  }
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant)) {
    if (expression->getOpcode() == llvm::Instruction::IntToPtr) {
      const Value address = value(*expression->getOperand(0), path);
      if (address.pointer) return address;
      Pointer pointer = null();
      const Term wide = address.term.sort().width() < pointer_bits_
                            ? terms_.mk_zero_extend(address.term, pointer_bits_ - address.term.sort().width())
                            : pointer_wide(address.term);
      pointer.offset.constant = wide.signed_value().get_si();
      return Value::of(pointer);
    }
    if (expression->getOpcode() == llvm::Instruction::PtrToInt &&
        data_layout_.getTypeSizeInBits(type) == pointer_bits_)
      return value(*expression->getOperand(0), path);
    llvm::Constant* folded = llvm::ConstantFoldConstant(expression, data_layout_);
    if (folded != expression) return value(*folded, path);
  }
  throw UnsupportedHere{llvm::isa<llvm::GlobalIFunc>(constant) ? "ifunc"
                        : type->isVectorTy()                   ? "vector operation"
                                                               : "constant expression"};
}

}  // namespace pendulum::frontend
