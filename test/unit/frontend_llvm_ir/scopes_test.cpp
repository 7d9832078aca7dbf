// Tests locals of inner blocks, and when clang marks their ends.
#include "frontend/llvm/ir/scopes.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

const llvm::AllocaInst& local(const llvm::Module& module, llvm::StringRef name) {
  for (const llvm::Instruction& instruction : llvm::instructions(*module.getFunction("main")))
    if (const auto* found = llvm::dyn_cast<llvm::AllocaInst>(&instruction); found && found->getName() == name)
      return *found;
  throw std::out_of_range(name.str());
}

llvm::Module& compile(CSource& source, std::string_view text, property::Property property) {
  source.options.properties = {property};
  source.add(std::string(text));
  return source.compile();
}

const std::string kept = "int main(void) { int *p; { int x = 1; int *q = &x; p = q; } return p == 0; }";

TEST(Scopes, MarksAreAskedForWhereTheyMatter) {
  CSource with, without, local_only;
  EXPECT_TRUE(has_scope_marks(compile(with, kept, property::Property::ValidDeref)));
  EXPECT_FALSE(has_scope_marks(compile(without, kept, property::Property::Reach)));
  EXPECT_FALSE(has_scope_marks(
      compile(local_only, "int main(void) { int y; int *p = &y; { int x = 1; y = x; } return *p; }",
              property::Property::ValidDeref)));
}

TEST(Scopes, BlocksAreNested) {
  CSource source;
  const llvm::Module& module = compile(source, kept, property::Property::ValidDeref);
  const auto& x = local(module, "x");
  EXPECT_TRUE(is_of_inner_block(x));
  EXPECT_FALSE(is_of_inner_block(local(module, "p")));
  EXPECT_TRUE(ends_in_block_of(local(module, "q"), x));
  EXPECT_FALSE(ends_in_block_of(local(module, "p"), x));
  EXPECT_FALSE(may_be_declared_again(x));
}

TEST(Scopes, WhatHasNoDebugRecordIsOfTheBlockThatUsesIt) {
  CSource source;
  const llvm::Module& module = compile(source,
                                       "int main(int n, char **v) { int *p = 0; switch (n) { int y; case 1: "
                                       "y = 4; p = &y; } { p = (int[]){1}; } return *p; }",
                                       property::Property::ValidDeref);
  for (const char* name : {"y", ".compoundliteral"}) {
    EXPECT_TRUE(is_of_inner_block(local(module, name))) << name;
    EXPECT_FALSE(has_scope_marks(local(module, name))) << name;
  }
  EXPECT_FALSE(is_of_inner_block(local(module, "retval")));
}

TEST(Scopes, TheResultOfAStatementExpressionOutlivesItsBlock) {
  CSource source;
  const llvm::Module& module =
      compile(source, "int main(void) { return *({ int x = 1; &x; }); }", property::Property::ValidDeref);
  EXPECT_FALSE(ends_in_block_of(local(module, "tmp"), local(module, "x")));
}

TEST(Scopes, ALabelInTheBlockLeadsBackToTheDeclaration) {
  CSource source;
  const llvm::Module& module = compile(
      source,
      "int main(void) { int *p = 0; { again:; int x = 1; if (!p) { p = &x; goto again; } } return *p; }",
      property::Property::ValidDeref);
  EXPECT_TRUE(may_be_declared_again(local(module, "x")));
}

}  // namespace
}  // namespace pendulum::frontend
