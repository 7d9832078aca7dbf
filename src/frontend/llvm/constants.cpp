#include "frontend/llvm/constants.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Operator.h>

#include <bit>

#include "base/error.h"
#include "frontend/llvm/ir_facts.h"

namespace pendulum::frontend {

Constants::Constants(term::TermManager& terms, const PointsTo& points_to,
                     const std::vector<ObjectLayout>& layouts, const llvm::DataLayout& layout)
    : terms_(terms),
      points_to_(points_to),
      layouts_(layouts),
      data_layout_(layout),
      pointer_bits_(layout.getPointerSizeInBits()),
      object_bits_(static_cast<std::uint32_t>(std::bit_width(points_to.objects().size()))) {
  if (object_bits_ + instance_bits > pointer_bits_)
    throw base::Unsupported("program with this many objects in memory", "");
}

Term Constants::bits(const llvm::APInt& value) const {
  if (value.getBitWidth() <= 64) return terms_.mk_bv(value.getSExtValue(), value.getBitWidth());
  llvm::SmallString<64> digits;
  value.toString(digits, 16, false);
  return terms_.mk_bv(mpz_class(digits.str().str(), 16), value.getBitWidth());
}

Pointer Constants::address_of(ObjectId object) const {
  return {terms_.mk_bv(static_cast<std::int64_t>(object), pointer_bits_), {}};
}

Pointer Constants::address_of_instance(ObjectId object, Term instance) const {
  const Term low = terms_.mk_bv(static_cast<std::int64_t>(object), object_bits_);
  const Term code = terms_.mk_concat(instance, low);
  return {terms_.mk_zero_extend(code, pointer_bits_ - code.sort().width()), {}};
}

Term Constants::is_object(Term code, ObjectId object) const {
  if (!points_to_.objects()[object].has_instances)
    return terms_.mk_eq(code, terms_.mk_bv(static_cast<std::int64_t>(object), pointer_bits_));
  return terms_.mk_eq(terms_.mk_extract(code, object_bits_ - 1, 0),
                      terms_.mk_bv(static_cast<std::int64_t>(object), object_bits_));
}

std::optional<ObjectId> Constants::known_object(Term code) const {
  const Term low = terms_.mk_extract(code, object_bits_ - 1, 0);
  if (!low.is_value()) return std::nullopt;
  return static_cast<ObjectId>(low.integer_value().get_ui());
}

Term Constants::instance_of(Term code) const {
  return terms_.mk_extract(code, object_bits_ + instance_bits - 1, object_bits_);
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
  return offset.constant == 0 ? sum : terms_.mk_bvadd(sum, constant);
}

Value Constants::value(const llvm::Constant& constant, Path& path) const {
  llvm::Type* type = constant.getType();
  if (llvm::isa<llvm::PoisonValue>(constant)) throw UnsupportedHere{"poison value"};
  if (llvm::isa<llvm::UndefValue>(constant)) {
    if (type->isPointerTy()) return Value::of(null());
    if (!type->isIntegerTy()) throw UnsupportedHere{"undefined value that is no integer"};
    const term::Sort sort =
        type->isIntegerTy(1) ? terms_.bool_sort() : terms_.bitvec_sort(type->getIntegerBitWidth());
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

bool Constants::is_constant(ObjectId object) const {
  const auto* global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(points_to_.objects()[object].value);
  return global != nullptr && global->isConstant() && global->hasDefinitiveInitializer();
}

namespace {

/// The part of an aggregate that is at that place; null: nothing is there.
const llvm::Constant* part_at(const llvm::Constant& aggregate, std::uint64_t offset,
                              const llvm::DataLayout& data_layout) {
  const llvm::Constant* part = &aggregate;
  while (llvm::isa<llvm::ConstantAggregate>(part)) {
    std::uint64_t number = 0;
    if (auto* type = llvm::dyn_cast<llvm::StructType>(part->getType())) {
      const llvm::StructLayout& layout = *data_layout.getStructLayout(type);
      number = layout.getElementContainingOffset(offset);
      offset -= layout.getElementOffset(static_cast<unsigned>(number)).getFixedValue();
    } else {
      const std::uint64_t size =
          data_layout.getTypeAllocSize(part->getOperand(0)->getType()).getFixedValue();
      number = offset / size;
      offset %= size;
    }
    if (number >= part->getNumOperands()) return nullptr;
    part = llvm::cast<llvm::Constant>(part->getOperand(static_cast<unsigned>(number)));
    if (offset >= data_layout.getTypeStoreSize(part->getType()).getFixedValue()) return nullptr;
  }
  return part;
}

/// Several parts of an initialiser at once, with what is between them: each byte on its own. Nothing: one of
/// them is of an address.
llvm::Constant* fold_bytes(const llvm::Constant& initializer, std::uint64_t offset, std::uint64_t size,
                           const llvm::DataLayout& layout) {
  llvm::APInt result(static_cast<unsigned>(size * 8), 0);
  for (std::uint64_t i = 0; i < size; ++i) {
    const llvm::Constant* part = part_at(initializer, offset + i, layout);
    if (part == nullptr || part->isNullValue()) continue;
    const llvm::Constant* byte = llvm::ConstantFoldLoadFromConst(
        const_cast<llvm::Constant*>(&initializer), llvm::Type::getInt8Ty(initializer.getContext()),
        llvm::APInt(64, offset + i), layout);
    if (byte != nullptr && llvm::isa<llvm::UndefValue>(byte)) continue;
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(byte);
    if (number == nullptr) return nullptr;
    result.insertBits(number->getValue(), static_cast<unsigned>(i * 8));
  }
  return llvm::ConstantInt::get(initializer.getContext(), result);
}

}  // namespace

Constants::Content Constants::element(const llvm::Constant& initializer, std::uint64_t offset,
                                      const Piece& piece) const {
  const auto bits_count = static_cast<unsigned>(piece.size * 8);
  llvm::LLVMContext& context = initializer.getContext();
  llvm::Type* type = piece.is_pointer ? static_cast<llvm::Type*>(llvm::PointerType::get(context, 0))
                                      : llvm::IntegerType::get(context, bits_count);
  const auto fold = [&](llvm::Type* as) {
    return llvm::ConstantFoldLoadFromConst(const_cast<llvm::Constant*>(&initializer), as,
                                           llvm::APInt(64, offset), data_layout_);
  };
  llvm::Constant* folded = fold(type);
  // An integer among addresses.
  if (folded == nullptr && piece.is_pointer) folded = fold(llvm::IntegerType::get(context, bits_count));
  if (folded == nullptr) folded = fold_bytes(initializer, offset, piece.size, data_layout_);
  if (folded == nullptr) throw UnsupportedHere{"initialiser of a global"};
  // Soundness: padding and undefined parts of an initialiser read as zero, as for objects of static storage.
  if (llvm::isa<llvm::UndefValue>(folded)) folded = llvm::Constant::getNullValue(type);
  std::set<Drop> drops;
  Path path(terms_, drops);
  const Value content = value(*folded, path);
  if (!piece.is_pointer) {
    if (content.pointer) throw UnsupportedHere{"address as an integer in an initialiser"};
    return {content.term, Term()};
  }
  if (!content.pointer) return {content.term, terms_.mk_bv(absolute_object, pointer_bits_)};
  return {flatten(content.pointer->offset), content.pointer->object};
}

Constants::Content Constants::initial(ObjectId object, std::size_t piece_index) const {
  const auto& global = *llvm::cast<llvm::GlobalVariable>(points_to_.objects()[object].value);
  const llvm::Constant& initializer = *global.getInitializer();
  const ObjectLayout& layout = layouts_[object];
  const Piece& piece = layout.pieces[piece_index];
  if (!layout.is_array()) return element(initializer, piece.offset, piece);
  const auto wrap = [&](Term element) {
    return terms_.mk_const_array(terms_.array_sort(terms_.bitvec_sort(pointer_bits_), element.sort()),
                                 element);
  };
  const Term zero = terms_.mk_bv(0, static_cast<std::uint32_t>(piece.size * 8));
  Content result{wrap(zero), piece.is_pointer ? wrap(terms_.mk_bv(0, pointer_bits_)) : Term()};
  if (initializer.isNullValue()) return result;
  const std::uint64_t size = points_to_.objects()[object].size.value_or(0);
  for (std::uint64_t record = 0; record * layout.record + piece.offset + piece.size <= size; ++record) {
    const Content entry = element(initializer, record * layout.record + piece.offset, piece);
    const Term index = terms_.mk_bv(static_cast<std::int64_t>(record), pointer_bits_);
    if (entry.value != zero) result.value = terms_.mk_store(result.value, index, entry.value);
    if (piece.is_pointer) result.object = terms_.mk_store(result.object, index, entry.object);
  }
  return result;
}

}  // namespace pendulum::frontend
