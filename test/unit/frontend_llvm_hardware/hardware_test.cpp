// Tests the rewrites for C that depends on the hardware.
#include "frontend/llvm/hardware/hardware.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "base/error.h"
#include "frontend/llvm/hardware/assembler.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

/// Number of calls of functions whose names start with `prefix`.
int count_calls(const llvm::Module& module, llvm::StringRef prefix) {
  int count = 0;
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && callee->getName().starts_with(prefix)) ++count;
    }
  return count;
}

bool has_assembler(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call != nullptr && call->isInlineAsm())
        return true;
  return false;
}

TEST(Assembler, SplitsInstructionsAndRemovesComments) {
  const std::vector<std::string> expected{"mov %eax, %ebx", "nop"};
  EXPECT_EQ(assembler_instructions("MOV  %eax, %ebx # copy\n\tnop;"), expected);
  EXPECT_TRUE(assembler_instructions(" \n\t").empty());
}

TEST(Assembler, KnowsInstructionsWithoutEffect) {
  EXPECT_EQ(assembler_effect({}, {}), AssemblerEffect::None);
  EXPECT_EQ(assembler_effect({"nop", "dmb ish"}, {}), AssemblerEffect::None);
  EXPECT_EQ(assembler_effect({"nop", "wfi"}, {}), AssemblerEffect::Unknown);
  EXPECT_EQ(assembler_effect({"nop", "wfi"}, {"wfi"}), AssemblerEffect::Ignored);
}

TEST(Assembler, MixedEffectsAreUnknown) {
  EXPECT_EQ(assembler_effect({"cli"}, {}), AssemblerEffect::Disables);
  EXPECT_EQ(assembler_effect({"cpsie i"}, {}), AssemblerEffect::Enables);
  EXPECT_EQ(assembler_effect({"cli", "sti"}, {}), AssemblerEffect::Unknown);
  EXPECT_EQ(assembler_effect({"cli", "hlt"}, {}), AssemblerEffect::Unknown);
}

TEST(Hardware, OtherAssemblerStaysUnlessTheOptionsSayMore) {
  CSource source;
  source.add("int main(void) { int x; __asm__(\"rdtsc\" : \"=a\"(x)); return x; }");
  llvm::Module& module = source.compile();
  EXPECT_TRUE(replace_assembler_statements(module, {}).empty());
  EXPECT_TRUE(has_assembler(module));
  Hardware hardware;
  hardware.other_assembler = OtherAssembler::Arbitrary;
  EXPECT_EQ(replace_assembler_statements(module, hardware).size(), 1U);
  EXPECT_FALSE(has_assembler(module));
  EXPECT_EQ(count_calls(module, "__VERIFIER_nondet_assembler"), 1);
}

TEST(Hardware, AStatementWithoutEffectKeepsItsOperands) {
  CSource source;
  source.add("int main(void) { int x = 3; __asm__ volatile(\"nop\" : \"+r\"(x)); return x; }");
  llvm::Module& module = source.compile();
  EXPECT_EQ(replace_assembler_statements(module, {}).size(), 1U);
  EXPECT_FALSE(has_assembler(module));
  EXPECT_EQ(count_calls(module, "__VERIFIER_nondet"), 0);
}

TEST(Hardware, RegistersAtKnownAddressesAreInputs) {
  CSource source;
  source.add(
      "#define R(a) (*(volatile unsigned *)a)\n"
      "int main(void) { R(0x1000) = R(0x1004) + R(0x2000); return 0; }");
  llvm::Module& module = source.compile();
  replace_register_accesses(module, {{0x1000, 0x1007}});
  EXPECT_EQ(count_calls(module, "__VERIFIER_nondet_register"), 1);
  EXPECT_EQ(count_calls(module, is_register_function.data()), 0);
}

TEST(Hardware, OtherPointersAreComparedWithTheRange) {
  CSource source;
  source.add("int object; int f(int *p) { return *p; } int main(void) { return object + f(&object); }");
  llvm::Module& module = source.compile();
  replace_register_accesses(module, {{0x1000, 0x1007}});
  EXPECT_EQ(count_calls(module, is_register_function.data()), 1);
}

TEST(Hardware, EachReadOfAVolatileObjectIsAnInput) {
  CSource source;
  source.add("volatile int v; int w; int main(void) { v = 1; w = 2; return v + v + w; }");
  llvm::Module& module = source.compile();
  replace_volatile_reads(module);
  EXPECT_EQ(count_calls(module, "__VERIFIER_nondet_volatile"), 2);
}

TEST(Hardware, HandlersRunAfterConflictingAccessesOnly) {
  CSource source;
  source.add(
      "int shared, seen, own; void f(void) { seen = shared; }"
      "int main(void) { own = 1; int x = shared; shared = 2; return seen + own + x; }");
  llvm::Module& module = source.compile();
  insert_interrupts(module, "main", {"f"});
  // At the start, after the write to `shared` and after the read of `seen`.
  EXPECT_EQ(count_calls(module, interrupts_function.data()), 3);
}

TEST(Hardware, FunctionsThatHandlersShareAreCopied) {
  CSource source;
  source.add("int n; void g(void) { n = n + 1; } void f(void) { g(); } int main(void) { g(); return n; }");
  llvm::Module& module = source.compile();
  insert_interrupts(module, "main", {"f"});
  ASSERT_NE(module.getFunction("g.isr"), nullptr);
  for (const llvm::Instruction& instruction : llvm::instructions(*module.getFunction("g.isr")))
    EXPECT_FALSE(llvm::isa<llvm::CallInst>(instruction));
}

TEST(Hardware, RejectsHandlersThatCannotRun) {
  CSource source;
  source.add("void f(int x) {} int main(void) { return 0; }");
  llvm::Module& module = source.compile();
  EXPECT_THROW(insert_interrupts(module, "main", {"g"}), base::UsageError);
  EXPECT_THROW(insert_interrupts(module, "main", {"f"}), base::UsageError);
}

}  // namespace
}  // namespace pendulum::frontend
