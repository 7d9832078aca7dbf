// The objects of the points-to analysis: one for each global, function, local, parameter by value and
// allocating call that the analysis has found, and two for each of argv and envp.
#pragma once

#include <llvm/IR/DataLayout.h>

#include "frontend/llvm/analysis/points_to.h"

namespace llvm {
class AllocaInst;
class GlobalVariable;
}  // namespace llvm

namespace pendulum::frontend {

struct Allocation;

class ObjectTable {
 public:
  explicit ObjectTable(const llvm::DataLayout& layout) : layout_(layout) {}

  const std::vector<Object>& all() const { return objects_; }
  std::vector<Object>& all() { return objects_; }
  const Object& operator[](ObjectId object) const;
  std::optional<ObjectId> find(const llvm::Value* value) const;

  /// Each of these returns the object of the value, and adds it if the table does not contain it yet.
  ObjectId global(const llvm::GlobalVariable& global);
  ObjectId local(const llvm::AllocaInst& alloca);
  ObjectId parameter(const llvm::Argument& parameter);
  ObjectId heap(const llvm::CallBase& call, const Allocation& how);
  ObjectId function(const llvm::Function& function);
  /// Adds the array of pointers and the strings of argv or envp. Returns the array.
  ObjectId add_main_arguments(const llvm::Argument& parameter, bool is_environment);
  const std::vector<MainArguments>& main_arguments() const { return main_arguments_; }

 private:
  ObjectId add(Object object);

  const llvm::DataLayout& layout_;
  std::vector<Object> objects_{Object{}};  ///< the first one is the absolute object
  std::unordered_map<const llvm::Value*, ObjectId> ids_;
  std::vector<MainArguments> main_arguments_;
  std::vector<std::unique_ptr<llvm::Argument>> argument_names_;  ///< Object::value of the arguments of main
};

}  // namespace pendulum::frontend
