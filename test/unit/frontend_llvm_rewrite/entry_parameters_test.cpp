// Tests the objects for the pointer parameters of the entry function.
#include "frontend/llvm/rewrite/entry_parameters.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "frontend/llvm/ir/debug_names.h"
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

TEST(EntryParameters, ObjectsHaveTheNamesOfTheirPointers) {
  CSource source;
  source.options.entry_array = 2;
  const std::string text =
      "struct s { int *p; struct { int *q[2]; } in; }; struct big { int *r; long pad[4]; };"
      "int f(struct s *a, int **b, struct big c) { return 0; }";
  objects_for(source, text);
  std::vector<std::string> names;
  for (const llvm::Instruction& instruction :
       llvm::instructions(*source.module->getFunction(llvm::StringRef(entry_function))))
    if (is_parameter_object(instruction)) names.push_back(message_name(instruction));
  const std::vector<std::string> expected{"*a",      "*a->p",         "*a->in.q[0]",   "*a->in.q[1]",
                                          "*a[1].p", "*a[1].in.q[0]", "*a[1].in.q[1]", "*b",
                                          "*b[0]",   "*b[1]",         "*c.r"};
  EXPECT_EQ(names, expected);
}

}  // namespace
}  // namespace pendulum::frontend
