// Tests the functions and objects to which definitions refer.
#include "frontend/llvm/ir/references.h"

#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

using Names = std::set<std::string>;

Names names_of(const std::set<const llvm::GlobalValue*>& values) {
  Names names;
  for (const llvm::GlobalValue* value : values)
    if (!value->getName().starts_with("llvm.")) names.insert(value->getName().str());
  return names;
}

const std::string program =
    "int a(void), b(void), unused(void); struct row { int (*get)(void); }; struct row rows[2] = {{a}, {b}};"
    "int *place(void) { static int x; return &x; } int other(void) { return unused(); }"
    "int main(void) { return rows[1].get() + *place(); }";

TEST(References, OfFunctionsAndOfInitialValues) {
  CSource source;
  source.add(program);
  const llvm::Module& module = source.compile();
  EXPECT_EQ(names_of(references_of(*module.getFunction("main"))), (Names{"rows", "place"}));
  EXPECT_EQ(names_of(references_of(*module.getNamedGlobal("rows"))), (Names{"a", "b"}));
  EXPECT_EQ(names_of(references_of(*module.getFunction("a"))), Names{});
}

TEST(References, AreFollowed) {
  CSource source;
  source.add(program);
  const llvm::Module& module = source.compile();
  EXPECT_EQ(names_of(reachable_from(*module.getFunction("main"))),
            (Names{"main", "rows", "place", "place.x", "a", "b"}));
}

}  // namespace
}  // namespace pendulum::frontend
