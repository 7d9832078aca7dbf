// Tests which locals of recursive functions become objects of malloc.
#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/rewrite/prepare.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

struct HeapCalls {
  unsigned allocations = 0, frees = 0;
  friend bool operator==(const HeapCalls&, const HeapCalls&) = default;
};

/// The calls that `f` contains after the pass.
HeapCalls heap_calls(const std::string& text, LocalLifetimes lifetimes = LocalLifetimes::Ignored) {
  CSource source;
  source.options.data_model = DataModel::Lp64;
  source.add(text + " int main(void) { return f(3); }");
  llvm::Module& module = source.compile();
  prepare(module, "main");
  allocate_recursive_locals(module, lifetimes);
  HeapCalls result;
  for (const llvm::Instruction& instruction : llvm::instructions(*module.getFunction("f")))
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (allocation(*call)) ++result.allocations;
      if (is_free(*call)) ++result.frees;
    }
  return result;
}

TEST(RecursiveLocals, AnAddressThatIsKeptNeedsAnObjectUntilTheReturn) {
  EXPECT_EQ((HeapCalls{1, 1}),
            heap_calls("int *p; int f(int n) { int x = n; p = &x; return n ? f(n - 1) : x; }"));
}

TEST(RecursiveLocals, AnAddressForTheNextCallNeedsAnObject) {
  EXPECT_EQ((HeapCalls{1, 1}),
            heap_calls("int g(int n, int *p); int f(int n) { int x = n; return g(n - 1, &x) + x; }"
                       "int g(int n, int *p) { return n ? f(n) : *p; }"));
}

TEST(RecursiveLocals, AFunctionOutsideOfTheCycleMayUseTheAddress) {
  EXPECT_EQ(
      (HeapCalls{0, 0}),
      heap_calls("void set(int *p) { *p = 1; } int f(int n) { int x; set(&x); return n ? f(n - x) : x; }"));
}

TEST(RecursiveLocals, AnArrayWithVariableIndicesNeedsAnObject) {
  EXPECT_EQ((HeapCalls{1, 1}),
            heap_calls("int f(int n) { int a[4]; a[n] = n; return n ? f(n - 1) + a[n] : 0; }"));
  EXPECT_EQ((HeapCalls{0, 0}), heap_calls("int f(int n) { int a[4]; a[n] = n; return a[n]; }"));
}

TEST(RecursiveLocals, BlocksEndBeforeTheFunction) {
  const std::string text =
      "int *p; int f(int n) { if (n) { int x = n; p = &x; return f(x - 1); } return 0; }";
  EXPECT_EQ((HeapCalls{1, 1}), heap_calls(text));
  EXPECT_EQ((HeapCalls{0, 0}), heap_calls(text, LocalLifetimes::Checked));
}

}  // namespace
}  // namespace pendulum::frontend
