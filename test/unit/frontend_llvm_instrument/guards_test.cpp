#include "frontend/llvm/instrument/guards.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

constexpr std::uint64_t unguarded = 12;

class Guards : public ::testing::Test {
 protected:
  llvm::Module& marked(const std::string& text) {
    source_.options.properties = {property::Property::ValidDeref};
    source_.add(text);
    return source_.instrumented();
  }
  static const llvm::AllocaInst* local(const llvm::Module& module, const std::string& function,
                                       unsigned number) {
    for (const llvm::Instruction& instruction : llvm::instructions(*module.getFunction(function)))
      if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (number-- == 0) return alloca;
    return nullptr;
  }
  static std::uint64_t guard(const llvm::Module& module, const std::string& function, unsigned number) {
    return guarded_bytes(*local(module, function, number));
  }

  CSource source_;
};

TEST_F(Guards, ObjectsWhoseAddressIsUsedHaveThem) {
  const llvm::Module& module = marked(
      "int g[3]; int plain; extern int other[3];\n"
      "int f(void) { int a[4]; int i = 1; return a[i] + g[i] + plain + other[i]; }\n"
      "int main(void) { return f(); }\n");
  EXPECT_EQ(guard(module, "f", 0), program::guard_bytes);
  EXPECT_EQ(guard(module, "f", 1), unguarded);
  EXPECT_EQ(guarded_bytes(*module.getNamedGlobal("g")), program::guard_bytes);
  EXPECT_EQ(guarded_bytes(*module.getNamedGlobal("plain")), unguarded);
  EXPECT_EQ(guarded_bytes(*module.getNamedGlobal("other")), unguarded);
}

TEST_F(Guards, PlacesWithAMeaningStay) {
  const llvm::Module& module = marked(
      "__attribute__((section(\"s\"))) int a[3]; __attribute__((used)) static int b[3]; _Thread_local int "
      "c[3];\n"
      "int main(void) { int i = 1; return a[i] + b[i] + c[i]; }\n");
  for (const char* name : {"a", "b", "c"})
    EXPECT_EQ(guarded_bytes(*module.getNamedGlobal(name)), unguarded) << name;
}

TEST_F(Guards, RecursiveFunctionsHaveSmallOnes) {
  const llvm::Module& module = marked(
      "int g(int i);\nint f(int i) { int a[3]; return i > 2 ? g(i) : a[i]; }\nint g(int i) { return f(i - "
      "1); }\n"
      "int main(void) { int a[3]; int i = 0; return f(a[i]); }\n");
  EXPECT_LT(guard(module, "f", 1), program::guard_bytes);
  EXPECT_GT(guard(module, "f", 1), unguarded);
  EXPECT_EQ(guard(module, "main", 1), program::guard_bytes);
}

TEST_F(Guards, FramesStaySmallEnough) {
  std::string text = "int f(int *);\nint main(void) {\n";
  for (int i = 0; i < 100; ++i) {
    const std::string name = "a" + std::to_string(i);
    text += "int " + name + "[3]; f(" + name + ");\n";
  }
  const llvm::Module& module = marked(text + "return 0; }\n");
  const std::uint64_t size = guard(module, "main", 1);
  EXPECT_GE(size, 64U);
  EXPECT_LT(101 * size, 1U << 16);
}

TEST_F(Guards, LargeFramesAreOnTheRealStackAnyway) {
  EXPECT_EQ(guard(marked("int main(void) { char a[70000]; int i = 0; return a[i]; }"), "main", 1),
            program::guard_bytes);
}

TEST_F(Guards, CopiesAreValidAndNamesStay) {
  const llvm::Module& module = marked(
      "int g[3] = {1}; int *self = (int *)&self; static const char *text = \"text\";\n"
      "int main(void) { int n = *self; double v[n]; int a[5]; v[n - 1] = 0; return a[n] + text[n] + g[n]; "
      "}\n");
  const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  EXPECT_TRUE(add_guards(*copy));
  EXPECT_FALSE(llvm::verifyModule(*copy, &llvm::errs()));
  ASSERT_NE(copy->getNamedAlias("g"), nullptr);
  EXPECT_EQ(copy->getNamedAlias("g")->getValueType(), module.getNamedGlobal("g")->getValueType());
  EXPECT_EQ(copy->getNamedAlias("text"), nullptr);
}

TEST_F(Guards, NothingToGuard) {
  llvm::Module& module = marked("int g; int main(void) { int x = g; return x; }");
  EXPECT_FALSE(add_guards(module));
}

TEST_F(Guards, OnlyWhereAccessesAreTheProperty) {
  source_.add("int main(void) { int a[5]; int i = 0; return a[i]; }");
  EXPECT_TRUE(source_.native().guarded_modules.empty());
}

}  // namespace
}  // namespace pendulum::frontend
