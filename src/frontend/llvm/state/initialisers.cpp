// The contents of global objects when the program starts.
//
// Soundness: an initialiser leaves some bytes without a specified value: the bytes of a union beside the
// initialised member (C17 6.2.6.1p7), and padding (6.2.6.1p6). They are arbitrary in proofs. A counterexample
// must have zeros there, because compilers write zeros and the native replay can confirm nothing else
// (decision 11).
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>

#include "base/check.h"
#include "frontend/llvm/state/constants.h"

namespace pendulum::frontend {

bool Constants::is_constant(ObjectId object) const {
  const auto* global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(points_to_.objects()[object].value);
  return global != nullptr && global->isConstant() && global->hasDefinitiveInitializer();
}

bool Constants::is_read_only(ObjectId object) const {
  const auto* global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(points_to_.objects()[object].value);
  return global != nullptr && global->isConstant();
}

namespace {

/// The scalar part of an aggregate that contains the byte at `offset`; null if the byte is padding.
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
      const std::uint64_t size = data_layout.getTypeAllocSize(part->getOperand(0)->getType()).getFixedValue();
      number = offset / size;
      offset %= size;
    }
    if (number >= part->getNumOperands()) return nullptr;
    part = llvm::cast<llvm::Constant>(part->getOperand(static_cast<unsigned>(number)));
    if (offset >= data_layout.getTypeStoreSize(part->getType()).getFixedValue()) return nullptr;
  }
  return part;
}

/// The bits of a piece for which the initialiser specifies no value.
llvm::APInt unspecified_bits(const llvm::Constant& initializer, std::uint64_t offset, std::uint64_t size,
                             const llvm::DataLayout& layout) {
  llvm::APInt result(static_cast<unsigned>(size * 8), 0);
  for (std::uint64_t i = 0; i < size; ++i) {
    const llvm::Constant* part = part_at(initializer, offset + i, layout);
    if (part == nullptr || llvm::isa<llvm::UndefValue>(part))
      result.setBits(static_cast<unsigned>(i * 8), static_cast<unsigned>(i * 8 + 8));
  }
  return result;
}

/// Combines several parts of an initialiser byte by byte, with zeros for unspecified bytes. Null if a byte
/// belongs to an address.
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
  // The piece is a pointer, but its initialiser is an integer.
  if (folded == nullptr && piece.is_pointer) folded = fold(llvm::IntegerType::get(context, bits_count));
  if (folded == nullptr) folded = fold_bytes(initializer, offset, piece.size, data_layout_);
  if (folded == nullptr) throw UnsupportedHere{"initialiser of a global"};
  if (llvm::isa<llvm::UndefValue>(folded)) folded = llvm::Constant::getNullValue(type);
  std::set<Drop> drops;
  Path path(terms_, drops);
  const Value content = value(*folded, path);
  Content result{content.term, Term(), {}};
  if (content.pointer) {
    if (!piece.is_pointer) throw UnsupportedHere{"address as an integer in an initialiser"};
    result.value = flatten(content.pointer->offset);
  }
  if (piece.is_pointer)
    result.object = content.pointer ? content.pointer->object : terms_.mk_bv(absolute_object, pointer_bits_);
  PENDULUM_CHECK(result.value.sort().width() == bits_count,
                 "the initial content of a piece of {} bits should have as many bits, not {}", bits_count,
                 result.value.sort().width());
  const llvm::APInt unspecified = unspecified_bits(initializer, offset, piece.size, data_layout_);
  if (!unspecified.isZero()) result.gaps.push_back({Term(), unspecified});
  return result;
}

Constants::Content Constants::initial(ObjectId object, std::size_t piece_index) const {
  const auto& global = *llvm::cast<llvm::GlobalVariable>(points_to_.objects()[object].value);
  PENDULUM_CHECK(global.hasInitializer(), "the global {} should be defined", global.getName().str());
  const llvm::Constant& initializer = *global.getInitializer();
  const ObjectLayout& layout = layouts_[object];
  PENDULUM_CHECK(piece_index < layout.pieces.size(), "object {} should have more than {} pieces", object,
                 piece_index);
  const Piece& piece = layout.pieces[piece_index];
  if (!layout.is_array()) return element(initializer, piece.offset, piece);
  const auto wrap = [&](Term element) {
    return terms_.mk_const_array(terms_.array_sort(terms_.bitvec_sort(pointer_bits_), element.sort()),
                                 element);
  };
  const Term zero = terms_.mk_bv(0, static_cast<std::uint32_t>(piece.size * 8));
  Content result{wrap(zero), piece.is_pointer ? wrap(terms_.mk_bv(0, pointer_bits_)) : Term(), {}};
  if (initializer.isNullValue()) return result;
  const std::uint64_t size = points_to_.objects()[object].size.value_or(0);
  for (std::uint64_t record = 0; record * layout.record + piece.offset + piece.size <= size; ++record) {
    const Content entry = element(initializer, record * layout.record + piece.offset, piece);
    const Term index = terms_.mk_bv(static_cast<std::int64_t>(record), pointer_bits_);
    if (entry.value != zero) result.value = terms_.mk_store(result.value, index, entry.value);
    if (piece.is_pointer) result.object = terms_.mk_store(result.object, index, entry.object);
    for (const Gap& gap : entry.gaps) result.gaps.push_back({index, gap.bits});
  }
  return result;
}

/// `value` with the bits of `other` where `bits` are set.
Term Constants::merge(Term value, Term other, const llvm::APInt& bits) const {
  PENDULUM_CHECK(value.sort().width() == bits.getBitWidth() && other.sort() == value.sort(),
                 "the merged values should have {} bits", bits.getBitWidth());
  Term result;
  for (unsigned low = 0; low < bits.getBitWidth();) {
    unsigned high = low;
    while (high + 1 < bits.getBitWidth() && bits[high + 1] == bits[low]) ++high;
    const Term slice = terms_.mk_extract(bits[low] ? other : value, high, low);
    result = result.is_null() ? slice : terms_.mk_concat(slice, result);
    low = high + 1;
  }
  return result;
}

Constants::Content Constants::without_gaps(Path& path, const Content& content) const {
  if (content.gaps.empty()) return content;
  Content result{content.value, content.object, {}};
  const Term other =
      path.make_havocked_input("unspecified", "initialiser", terms_.mk_zero(content.value.sort()));
  for (const Gap& gap : content.gaps) {
    if (gap.index.is_null()) {
      result.value = merge(result.value, other, gap.bits);
    } else {
      const Term element =
          merge(terms_.mk_select(result.value, gap.index), terms_.mk_select(other, gap.index), gap.bits);
      result.value = terms_.mk_store(result.value, gap.index, element);
    }
  }
  return result;
}

}  // namespace pendulum::frontend
