#include "frontend/llvm/compile/const_objects.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>

#include <algorithm>

namespace pendulum::frontend {

namespace {

/// Is the type const? Looks through typedefs, other qualifiers, and arrays, since their elements carry the
/// qualifiers (C17 6.7.3p9).
bool is_const(const llvm::DIType* type) {
  namespace dwarf = llvm::dwarf;
  while (type != nullptr && type->getTag() != dwarf::DW_TAG_const_type) {
    const auto tag = type->getTag();
    if (tag == dwarf::DW_TAG_array_type) {
      type = llvm::cast<llvm::DICompositeType>(type)->getBaseType();
    } else if (tag == dwarf::DW_TAG_typedef || tag == dwarf::DW_TAG_volatile_type ||
               tag == dwarf::DW_TAG_atomic_type) {
      type = llvm::cast<llvm::DIDerivedType>(type)->getBaseType();
    } else {
      return false;
    }
  }
  return type != nullptr;
}

}  // namespace

bool is_defined_const(const llvm::GlobalVariable& object) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> descriptions;
  object.getDebugInfo(descriptions);
  return std::any_of(descriptions.begin(), descriptions.end(),
                     [](const auto* description) { return is_const(description->getVariable()->getType()); });
}

}  // namespace pendulum::frontend
