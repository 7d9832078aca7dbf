// Tests the objects for the pointer parameters of the entry function.
#include "frontend/llvm/rewrite/entry_parameters.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "frontend/llvm/ir/intrinsics.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

/// Number of objects that the new entry function allocates for the parameters of `f`.
std::size_t objects_for(CSource& source, const std::string& text) {
  source.add(text);
  source.options.entry = "f";
  llvm::Module& module = source.compile();
  const EntryFunction entry = add_parameter_objects(module, source.options);
  EXPECT_EQ(entry.name, entry_function);
  std::size_t objects = 0;
  for (const llvm::Instruction& instruction : llvm::instructions(*module.getFunction(entry.name)))
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      objects += call->getCalledOperand()->getName() == "malloc" ? 1 : 0;
  return objects;
}

TEST(EntryParameters, PointersInObjectsHaveObjects) {
  CSource source;
  EXPECT_EQ(objects_for(source, "struct s { int *p; }; int f(struct s *a, int *b) { return *b; }"), 3U);
}

TEST(EntryParameters, EveryParameterHasAnObjectBeyondTheLimit) {
  CSource source;
  const std::string text = "struct many { int *p[100]; }; int f(struct many *a, int *b) { return *b; }";
  EXPECT_EQ(objects_for(source, text), 65U);  // 64 for a, one for b
}

}  // namespace
}  // namespace pendulum::frontend
