#include "frontend/llvm/ir/debug_types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include "frontend/llvm/ir/debug_names.h"

namespace pendulum::frontend {

namespace {

using program::SourceType;
using program::SourceTypeId;

void add_basic(SourceType& result, const llvm::DIBasicType& type) {
  result.name = type.getName().str();
  switch (static_cast<unsigned>(type.getEncoding())) {
    case llvm::dwarf::DW_ATE_boolean:
      result.kind = SourceType::Kind::Bool;
      break;
    case llvm::dwarf::DW_ATE_signed_char:
    case llvm::dwarf::DW_ATE_unsigned_char:
      result.kind = SourceType::Kind::Character;
      result.is_signed = type.getEncoding() == llvm::dwarf::DW_ATE_signed_char;
      break;
    case llvm::dwarf::DW_ATE_signed:
    case llvm::dwarf::DW_ATE_unsigned:
      result.kind = SourceType::Kind::Integer;
      result.is_signed = type.getEncoding() == llvm::dwarf::DW_ATE_signed;
      break;
    case llvm::dwarf::DW_ATE_float:
      result.kind = SourceType::Kind::Floating;
      break;
    default:
      break;
  }
}

void add_enumerators(SourceType& result, const llvm::DICompositeType& type) {
  result.kind = SourceType::Kind::Enumeration;
  for (const llvm::DINode* node : type.getElements())
    if (const auto* value = llvm::dyn_cast_or_null<llvm::DIEnumerator>(node)) {
      result.values.emplace_back(value->getName().str(), value->getValue().getSExtValue());
      result.is_signed = result.is_signed || value->getValue().isNegative();
    }
}

bool is_transparent(const llvm::DIDerivedType& type) {
  switch (static_cast<unsigned>(type.getTag())) {
    case llvm::dwarf::DW_TAG_typedef:
    case llvm::dwarf::DW_TAG_const_type:
    case llvm::dwarf::DW_TAG_volatile_type:
    case llvm::dwarf::DW_TAG_restrict_type:
    case llvm::dwarf::DW_TAG_atomic_type:
      return true;
    default:
      return false;
  }
}

/// The types of <stdint.h> that are characters for the compiler, but numbers for a reader.
bool is_number_of_a_byte(const llvm::DIDerivedType& type) {
  return type.getName() == "uint8_t" || type.getName() == "int8_t";
}

}  // namespace

SourceTypeId DebugTypes::number_of(SourceTypeId character) {
  SourceType number = table_.at(character);
  if (number.kind != SourceType::Kind::Character) return character;
  number.kind = SourceType::Kind::Integer;
  table_.push_back(std::move(number));
  return static_cast<SourceTypeId>(table_.size() - 1);
}

SourceTypeId DebugTypes::make(const llvm::DIType* type) {
  if (type == nullptr) return 0;
  if (const auto it = known_.find(type); it != known_.end()) return it->second;
  const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type);
  if (derived != nullptr && is_transparent(*derived)) {
    const SourceTypeId base = make(derived->getBaseType());
    return known_[type] = is_number_of_a_byte(*derived) ? number_of(base) : base;
  }
  const auto id = static_cast<SourceTypeId>(table_.size());
  known_.emplace(type, id);  // before the parts, which may refer to this type
  table_.emplace_back();
  SourceType result;
  result.bytes = type->getSizeInBits() / 8;
  result.name = type->getName().str();
  if (const auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type)) {
    add_basic(result, *basic);
  } else if (derived != nullptr && derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) {
    result.kind = SourceType::Kind::Pointer;
    result.element = make(derived->getBaseType());
  } else if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
    add_composite(result, *composite);
  }
  table_[id] = std::move(result);
  return id;
}

void DebugTypes::add_composite(SourceType& result, const llvm::DICompositeType& type) {
  switch (static_cast<unsigned>(type.getTag())) {
    case llvm::dwarf::DW_TAG_enumeration_type:
      return add_enumerators(result, type);
    case llvm::dwarf::DW_TAG_array_type:
      result.kind = SourceType::Kind::Array;
      result.element = element_of(type);
      return;
    case llvm::dwarf::DW_TAG_structure_type:
    case llvm::dwarf::DW_TAG_union_type:
      return add_fields(result, type);
    default:
      return;
  }
}

/// The type of an element. An array of several dimensions is an array of arrays here, so all dimensions but
/// the first one become types of their own.
SourceTypeId DebugTypes::element_of(const llvm::DICompositeType& array) {
  SourceTypeId element = make(array.getBaseType());
  std::uint64_t bytes = table_[element].bytes;
  const auto dimensions = array.getElements();
  for (unsigned i = dimensions.size(); i-- > 1;) {
    const auto* range = llvm::dyn_cast<llvm::DISubrange>(dimensions[i]);
    if (range == nullptr) break;
    const auto* count = llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount());
    if (count == nullptr) break;
    bytes *= count->getZExtValue();
    SourceType row;
    row.kind = SourceType::Kind::Array;
    row.element = element;
    row.bytes = bytes;
    element = static_cast<SourceTypeId>(table_.size());
    table_.push_back(std::move(row));
  }
  return element;
}

void DebugTypes::add_fields(SourceType& result, const llvm::DICompositeType& type) {
  const bool is_union = type.getTag() == llvm::dwarf::DW_TAG_union_type;
  result.kind = is_union ? SourceType::Kind::Union : SourceType::Kind::Struct;
  if (!result.name.empty()) result.name = (is_union ? "union " : "struct ") + result.name;
  for (const llvm::DINode* node : type.getElements()) {
    const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
    if (member == nullptr || member->getTag() != llvm::dwarf::DW_TAG_member) continue;
    result.fields.push_back({member->getName().str(), member->getOffsetInBits(), member->getSizeInBits(),
                             make(member->getBaseType())});
  }
}

SourceTypeId DebugTypes::of_object(const llvm::Value& object) {
  const llvm::DIVariable* variable = declared_variable(object);
  return variable == nullptr ? 0 : make(variable->getType());
}

SourceTypeId DebugTypes::of_result(const llvm::Function& function) {
  const llvm::DISubprogram* program = function.getSubprogram();
  if (program == nullptr || program->getType() == nullptr) return 0;
  const auto types = program->getType()->getTypeArray();
  return types.size() == 0 ? 0 : make(types[0]);
}

bool is_declared(const llvm::Value& object) {
  const llvm::DIVariable* variable = declared_variable(object);
  return variable != nullptr && !variable->getName().empty();  // string literals have variables without name
}

}  // namespace pendulum::frontend
