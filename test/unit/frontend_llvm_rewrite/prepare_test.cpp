// Tests changes to the module before the translation.
#include "frontend/llvm/rewrite/prepare.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "frontend/llvm/ir/intrinsics.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

std::vector<const llvm::Function*> functions_named(const llvm::Module& module, llvm::StringRef prefix) {
  std::vector<const llvm::Function*> result;
  for (const llvm::Function& function : module)
    if (function.getName().starts_with(prefix)) result.push_back(&function);
  return result;
}

/// Number of bytes that the loop copies at a time; 1 if it has no memcpy.
std::uint64_t unit_of(const llvm::Function& loop) {
  for (const llvm::Instruction& instruction : llvm::instructions(loop))
    if (const auto* copy = llvm::dyn_cast<llvm::MemCpyInst>(&instruction))
      return llvm::cast<llvm::ConstantInt>(copy->getLength())->getZExtValue();
  return 1;
}

llvm::Module& prepared(CSource& source, std::string_view text) {
  source.options.data_model = DataModel::Lp64;
  source.add(
      "extern void *memcpy(void *, const void *, unsigned long);\n"
      "extern void *memmove(void *, const void *, unsigned long);\n" +
      std::string(text));
  llvm::Module& module = source.compile();
  prepare(module, "main");
  EXPECT_FALSE(llvm::verifyModule(module, &llvm::errs()));
  return module;
}

TEST(Prepare, EachCopyOfUnknownLengthIsALoopOfItsOwn) {
  CSource source;
  const llvm::Module& module = prepared(
      source,
      "char a[9], b[9]; int main(int n, char **v) { memcpy(a, b, n); memcpy(b, a, n); memcpy(a, b, 3); }");
  EXPECT_EQ(functions_named(module, "__pendulum_copy").size(), 2U);
}

TEST(Prepare, WordsAreCopiedWhereTheLengthIsAMultiple) {
  CSource words, bytes;
  const std::string arrays = "int a[9], b[9]; int main(int n, char **v) { a[n] = b[n]; ";
  const auto& exact = prepared(words, arrays + "memcpy(a, b, n * sizeof(int)); return 0; }");
  EXPECT_EQ(unit_of(*functions_named(exact, "__pendulum_copy").at(0)), 4U);
  const auto& any = prepared(bytes, arrays + "memcpy(a, b, n); return 0; }");
  EXPECT_EQ(unit_of(*functions_named(any, "__pendulum_copy").at(0)), 1U);
}

TEST(Prepare, AMoveAsksForTheDirection) {
  CSource source;
  const llvm::Module& module =
      prepared(source, "char a[9]; int main(int n, char **v) { memmove(a, a + 1, n); }");
  EXPECT_EQ(functions_named(module, "__pendulum_move").size(), 1U);
  EXPECT_NE(module.getFunction(llvm::StringRef(is_after_function)), nullptr);
}

TEST(Prepare, NoFunctionReturnsAnAggregate) {
  CSource source;
  const llvm::Module& module = prepared(source,
                                        "struct s { char *p; int n; }; extern struct s other(void);\n"
                                        "struct s f(char *p) { struct s r = {p, 1}; return r; }\n"
                                        "int main(void) { struct s (*g)(char *) = f; struct s a = g(0), b = "
                                        "f(a.p); a = other(); return a.n + b.n; }");
  for (const llvm::Function& function : module) {
    if (function.isIntrinsic()) continue;
    EXPECT_FALSE(function.getReturnType()->isAggregateType()) << function.getName().str();
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      EXPECT_FALSE(instruction.getType()->isAggregateType());
  }
}

TEST(Prepare, FunctionsWithAVariableNumberOfArgumentsHaveAFixedOne) {
  const std::string text =
      "static int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n);\n"
      "  return __builtin_va_arg(l, int); }\n";
  CSource called, taken, wide;
  const auto& module = prepared(called, text + "int main(void) { return f(1, 2, 3.0) + f(0); }");
  EXPECT_FALSE(module.getFunction("f")->isVarArg());
  EXPECT_EQ(module.getFunction("f")->arg_size(), 2U);
  const auto& through_pointer =
      prepared(taken, text + "int (*g)(int, ...) = f; int main(void) { return f(1, 2); }");
  EXPECT_TRUE(through_pointer.getFunction("f")->isVarArg()) << "its address is taken";
  const auto& aligned = prepared(wide, text + "int main(void) { return f(1, 2.0L); }");
  EXPECT_TRUE(aligned.getFunction("f")->isVarArg()) << "an argument of 16 bytes";
}

TEST(Prepare, AtomicOperationsAndComputedGotosAreGone) {
  CSource source;
  const llvm::Module& module =
      prepared(source,
               "int x; static void *label; _Thread_local int y;\n"
               "int main(void) { label = __sync_fetch_and_add(&x, 1) ? &&a : &&b;\n"
               "  __sync_bool_compare_and_swap(&x, 1, 2); goto *label; a: x = y; b: return x; }");
  for (const llvm::Instruction& instruction : llvm::instructions(*module.getFunction("main"))) {
    EXPECT_FALSE((
        llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::IndirectBrInst, llvm::ExtractValueInst>(
            instruction)));
    EXPECT_FALSE(llvm::isa<llvm::IntrinsicInst>(instruction));
  }
}

TEST(Prepare, OffsetsOfFieldsAreNumbers) {
  CSource source;
  const llvm::Module& module =
      prepared(source,
               "struct s { int n; int f; }; int main(int n, char **v) {\n"
               "return ((struct s *)((char *)v - (unsigned long)&((struct s *)0)->f))->n; }");
  for (const llvm::Instruction& instruction : llvm::instructions(*module.getFunction("main")))
    for (const llvm::Value* operand : instruction.operands())
      EXPECT_FALSE(llvm::isa<llvm::ConstantExpr>(operand));
}

const std::string allocators =
    "extern void *malloc(unsigned long); extern void *memset(void *, int, unsigned long);\n"
    "void *zeros(unsigned long n) { return memset(malloc(n), 0, n); }\n"
    "void *one(unsigned n) { return zeros(n); }\n";

TEST(Prepare, AllocatorsAroundAllocatorsAreCopiedWithTheirSizes) {
  CSource source;
  const llvm::Module& module = prepared(source, allocators + "int main(void) { return one(4) == one(8); }");
  EXPECT_EQ(functions_named(module, "one").size(), 2U);
  EXPECT_EQ(functions_named(module, "zeros").size(), 2U);
  EXPECT_TRUE(functions_named(module, "__pendulum_fill").empty());
}

TEST(Prepare, ASizeThatIsNotAlwaysTheSameStaysOpen) {
  CSource source;
  const llvm::Module& module =
      prepared(source, allocators + "int main(int n, char **v) { return one(n) == one(8); }");
  EXPECT_EQ(functions_named(module, "__pendulum_fill").size(), 1U);
}

TEST(Prepare, HandlersRunBehindTheEntryFunctionAndBeforeExit) {
  CSource source;
  const llvm::Module& module =
      prepared(source,
               "extern int atexit(void (*)(void)); extern void exit(int); void f(void) {}\n"
               "int main(int n, char **v) { atexit(f); if (n) exit(1); return 0; }");
  const llvm::Function* runner = module.getFunction("__pendulum_run_handlers");
  ASSERT_NE(runner, nullptr);
  EXPECT_EQ(runner->getNumUses(), 2U);
  EXPECT_FALSE(module.getFunction("atexit")->isDeclaration());
}

TEST(Prepare, WithoutAtexitTheEntryFunctionStays) {
  CSource source;
  const llvm::Module& module =
      prepared(source, "extern void exit(int); int main(int n, char **v) { exit(1); }");
  EXPECT_EQ(module.getFunction("main.body"), nullptr);
}

bool has_vectors(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (instruction.getType()->isVectorTy()) return true;
  return false;
}

TEST(Prepare, VectorsBecomeTheirElements) {
  CSource source;
  const llvm::Module& module =
      prepared(source,
               "typedef int ints __attribute__((vector_size(16)));\n"
               "typedef long longs __attribute__((vector_size(16)));\n"
               "ints add(ints a, ints b) { return a + b; }\n"
               "int main(int n, char **v) { ints a = {1, 2, 3, n}; a = n ? add(a, a) : a == a; a[n] = 4;\n"
               "  longs wide = (longs)a; return wide[1] + __builtin_reduce_add(a); }");
  EXPECT_FALSE(has_vectors(module));
  EXPECT_EQ(module.getFunction("add")->arg_size(),
            9U);  // the address of the result, and two times four elements
}

TEST(Prepare, AVariableIndexOfAVectorIsChecked) {
  CSource source;
  const llvm::Module& module = prepared(source,
                                        "typedef int ints __attribute__((vector_size(16)));\n"
                                        "int main(int n, char **v) { ints a = {1, 2, 3, 4}; return a[n]; }");
  EXPECT_FALSE(functions_named(module, llvm::StringRef(unsupported_function)).empty());
}

}  // namespace
}  // namespace pendulum::frontend
