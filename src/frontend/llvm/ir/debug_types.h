// C types of objects and functions as plain data, obtained from the debug information.
#pragma once

#include <unordered_map>

#include "program/source_actions.h"

namespace llvm {
class DICompositeType;
class DIType;
class Function;
class Value;
}  // namespace llvm

namespace pendulum::frontend {

/// Translates debug types to entries of a table. Every type is translated once.
class DebugTypes {
 public:
  explicit DebugTypes(std::vector<program::SourceType>& table) : table_(table) {}

  /// The type of a global or local; 0 if the debug information does not contain it.
  program::SourceTypeId of_object(const llvm::Value& object);
  /// The type that the function returns; 0 for void and for functions without debug information.
  program::SourceTypeId of_result(const llvm::Function& function);

 private:
  program::SourceTypeId make(const llvm::DIType* type);
  /// The same type as a number, if it is a character.
  program::SourceTypeId number_of(program::SourceTypeId character);
  void add_composite(program::SourceType& result, const llvm::DICompositeType& type);
  void add_fields(program::SourceType& result, const llvm::DICompositeType& type);
  program::SourceTypeId element_of(const llvm::DICompositeType& array);

  std::vector<program::SourceType>& table_;
  std::unordered_map<const llvm::DIType*, program::SourceTypeId> known_;
};

/// Whether the debug information contains a variable with a name for the object.
bool is_declared(const llvm::Value& object);

}  // namespace pendulum::frontend
