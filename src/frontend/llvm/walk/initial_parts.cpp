#include "frontend/llvm/walk/initial_parts.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>

namespace pendulum::frontend {

namespace {

/// Maximum size of a global whose content is recorded.
constexpr std::uint64_t max_bytes = 1024;

class Parts {
 public:
  Parts(const llvm::DataLayout& layout, const PointsTo& points_to) : layout_(layout), points_to_(points_to) {}

  void add(const llvm::Constant& content, std::uint64_t offset) {
    llvm::Type* type = content.getType();
    const std::uint64_t size = layout_.getTypeAllocSize(type).getFixedValue();
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&content)) {
      add_number(number->getValue(), offset, size);
    } else if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&content)) {
      add_number(real->getValueAPF().bitcastToAPInt(), offset, size);
    } else if (content.isNullValue()) {
      if (size > 0) parts_.push_back({offset, std::string(size, '\0')});
    } else if (type->isPointerTy()) {
      add_address(content, offset);
    } else if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
      const llvm::StructLayout& places = *layout_.getStructLayout(record);
      for (unsigned i = 0; i < record->getNumElements(); ++i)
        add_element(content, i, offset + places.getElementOffset(i));
    } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      const std::uint64_t step = layout_.getTypeAllocSize(array->getElementType()).getFixedValue();
      for (unsigned i = 0; i < array->getNumElements(); ++i) add_element(content, i, offset + i * step);
    }
  }

  std::vector<program::InitialPart> take() { return std::move(parts_); }

 private:
  void add_element(const llvm::Constant& content, unsigned number, std::uint64_t offset) {
    if (const llvm::Constant* element = content.getAggregateElement(number)) add(*element, offset);
  }

  void add_number(const llvm::APInt& number, std::uint64_t offset, std::uint64_t size) {
    std::string bytes;
    for (std::uint64_t i = 0; i < size; ++i)
      bytes += static_cast<char>(i * 8 < number.getBitWidth()
                                     ? number.lshr(static_cast<unsigned>(i * 8)).getLoBits(8).getZExtValue()
                                     : 0);
    if (layout_.isBigEndian()) std::reverse(bytes.begin(), bytes.end());
    parts_.push_back({offset, std::move(bytes)});
  }

  void add_address(const llvm::Constant& pointer, std::uint64_t offset) {
    llvm::APInt distance(layout_.getIndexTypeSizeInBits(pointer.getType()), 0);
    const llvm::Value* base = pointer.stripAndAccumulateConstantOffsets(layout_, distance, true);
    if (points_to_.has_object(base))
      parts_.push_back({offset, "", points_to_.object_of(base), distance.getSExtValue()});
  }

  const llvm::DataLayout& layout_;
  const PointsTo& points_to_;
  std::vector<program::InitialPart> parts_;
};

}  // namespace

std::vector<program::InitialPart> initial_parts(const llvm::GlobalVariable& global,
                                                const llvm::DataLayout& layout, const PointsTo& points_to) {
  if (layout.getTypeAllocSize(global.getValueType()).getFixedValue() > max_bytes) return {};
  Parts parts(layout, points_to);
  parts.add(*global.getInitializer(), 0);
  return parts.take();
}

}  // namespace pendulum::frontend
