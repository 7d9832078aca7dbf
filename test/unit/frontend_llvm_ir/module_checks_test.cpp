// Tests the queries with which passes check their modules.
#include "frontend/llvm/ir/module_checks.h"

#include <gtest/gtest.h>
#include <llvm/IR/IRBuilder.h>

#include "frontend/llvm/ir/intrinsics.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

TEST(ModuleChecks, ViolatedRulesAreNamed) {
  CSource source;
  source.add("int main(void) { return 0; }");
  llvm::Module& module = source.compile();
  EXPECT_EQ(violated_rules(module), "");
  llvm::Instruction* end = module.getFunction("main")->getEntryBlock().getTerminator();
  llvm::IRBuilder<>(end).CreateRet(llvm::IRBuilder<>(end).getInt64(0));  // of another type than the result
  end->eraseFromParent();
  EXPECT_NE(violated_rules(module).find("return type"), std::string::npos) << violated_rules(module);
}

TEST(ModuleChecks, DeclarationsAreNoDefinitions) {
  CSource source;
  source.add("int f(void); int main(void) { return f(); }");
  const llvm::Module& module = source.compile();
  EXPECT_TRUE(is_defined(module, "main"));
  EXPECT_FALSE(is_defined(module, "f"));
  EXPECT_FALSE(is_defined(module, "g"));
}

TEST(ModuleChecks, ModelsHaveAnAttribute) {
  CSource source;
  source.add("int main(void) { return 0; }");
  llvm::Module& module = source.compile();
  EXPECT_FALSE(has_models(module));
  module.getFunction("main")->addFnAttr(model_attribute);
  EXPECT_TRUE(has_models(module));
}

}  // namespace
}  // namespace pendulum::frontend
