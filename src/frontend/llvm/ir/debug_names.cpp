#include "frontend/llvm/ir/debug_names.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"

namespace pendulum::frontend {

namespace {

using Signedness = program::Variable::Signedness;

const llvm::DIType* strip(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (static_cast<unsigned>(derived->getTag())) {
      case llvm::dwarf::DW_TAG_typedef:
      case llvm::dwarf::DW_TAG_const_type:
      case llvm::dwarf::DW_TAG_volatile_type:
      case llvm::dwarf::DW_TAG_restrict_type:
      case llvm::dwarf::DW_TAG_member:
        type = derived->getBaseType();
        break;
      default:
        return type;
    }
  }
  return type;
}

Signedness signedness_of(const llvm::DIType* type) {
  if (const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
      composite != nullptr && composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type) {
    return composite->getBaseType() != nullptr ? signedness_of(strip(composite->getBaseType()))
                                               : Signedness::Unknown;
  }
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
  if (basic == nullptr) return Signedness::Unknown;
  switch (static_cast<unsigned>(basic->getEncoding())) {
    case llvm::dwarf::DW_ATE_signed:
    case llvm::dwarf::DW_ATE_signed_char:
      return Signedness::Signed;
    case llvm::dwarf::DW_ATE_unsigned:
    case llvm::dwarf::DW_ATE_unsigned_char:
    case llvm::dwarf::DW_ATE_boolean:
      return Signedness::Unsigned;
    case llvm::dwarf::DW_ATE_float:
      return Signedness::Floating;
    default:
      return Signedness::Unknown;
  }
}

/// The member of a struct or union that contains the bit; if several members do, the smallest one.
const llvm::DIDerivedType* member_at(const llvm::DICompositeType& type, std::uint64_t bit) {
  const llvm::DIDerivedType* best = nullptr;
  for (const llvm::DINode* node : type.getElements()) {
    const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
    if (member == nullptr || member->getTag() != llvm::dwarf::DW_TAG_member) continue;
    const std::uint64_t start = member->getOffsetInBits();
    if (bit < start || bit >= start + member->getSizeInBits()) continue;
    if (best == nullptr || member->getSizeInBits() < best->getSizeInBits()) best = member;
  }
  return best;
}

}  // namespace

const llvm::DIVariable* declared_variable(const llvm::Value& object) {
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&object)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> expressions;
    global->getDebugInfo(expressions);
    return expressions.empty() ? nullptr : expressions.front()->getVariable();
  }
  auto* value = const_cast<llvm::Value*>(&object);  // LLVM's function does not modify it
  const auto records = llvm::findDVRDeclares(value);
  if (!records.empty()) return records.front()->getVariable();
  const auto intrinsics = llvm::findDbgDeclares(value);
  return intrinsics.empty() ? nullptr : intrinsics.front()->getVariable();
}

std::string source_name(const llvm::Value& object) {
  const llvm::DIVariable* variable = declared_variable(object);
  if (variable != nullptr && !variable->getName().empty()) return variable->getName().str();
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&object);
  const std::string place = instruction != nullptr && instruction->getDebugLoc()
                                ? "@" + std::to_string(instruction->getDebugLoc().getLine())
                                : "@";
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&object))
    return call->getCalledOperand()->stripPointerCastsAndAliases()->getName().str() + place;
  // clang names the objects of locals, but not those of alloca().
  if (llvm::isa<llvm::AllocaInst>(object) && !object.hasName()) return "alloca" + place;
  return object.getName().str();
}

bool is_parameter_object(const llvm::Value& object) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&object);
  return call != nullptr && call->hasName() &&
         call->getFunction()->getName() == llvm::StringRef(entry_function);
}

std::string message_name(const llvm::Value& object) {
  if (is_parameter_object(object)) return "*" + object.getName().str();
  std::string name = source_name(object);
  // A model of the C library has created the object: the user knows the model's function.
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&object);
  if (call == nullptr || !name.ends_with('@')) return name;
  const llvm::StringRef function = call->getFunction()->getName();
  return function.substr(0, function.find('.')).str();
}

PartName part_name(const llvm::Value& object, std::uint64_t offset, std::uint64_t size, bool is_array) {
  PENDULUM_CHECK(size > 0, "a part of an object should have at least one byte");
  PartName result;
  const llvm::DIVariable* variable = declared_variable(object);
  const llvm::DIType* type = variable == nullptr ? nullptr : strip(variable->getType());
  std::uint64_t bit = offset * 8;
  while (const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type)) {
    if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
      type = strip(composite->getBaseType());
      const std::uint64_t element = type == nullptr ? 0 : type->getSizeInBits();
      if (element == 0) return result;
      if (!is_array) result.path += "." + std::to_string(bit / element);
      bit %= element;
    } else if (composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type) {
      break;
    } else {
      const llvm::DIDerivedType* member = member_at(*composite, bit);
      if (member == nullptr) return result;
      result.path += "." + member->getName().str();
      bit -= member->getOffsetInBits();
      type = strip(member);
    }
  }
  if (type != nullptr && bit == 0 && type->getSizeInBits() == size * 8) {
    result.signedness = signedness_of(type);
  } else if (variable == nullptr || bit != 0) {
    if (offset != 0) result.path += ".at" + std::to_string(offset);
  }
  return result;
}

}  // namespace pendulum::frontend
