// Tests the collection of accesses to objects.
#include "frontend/llvm/analysis/accesses.h"

#include <gtest/gtest.h>

#include "frontend/llvm/ir/debug_names.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

class AccessesTest : public testing::Test {
 protected:
  /// The accesses to the object with this name, and all copies of the program.
  std::set<Access> accesses_to(const std::string& text, const std::string& name) {
    source_.add(text);
    llvm::Module& module = source_.instrumented();
    const PointsTo points_to(module, *module.getFunction("main"));
    Accesses accesses = collect_accesses(points_to, module.getDataLayout());
    copies_ = accesses.copies;
    for (ObjectId id = 0; id < accesses.of_object.size(); ++id) {
      const llvm::Value* value = points_to.objects()[id].value;
      if (value != nullptr && source_name(*value) == name) return accesses.of_object[id];
    }
    throw std::out_of_range(name);
  }

  CSource source_;
  std::vector<Copy> copies_;
};

TEST_F(AccessesTest, SymbolicIndicesAreCongruences) {
  const auto accesses = accesses_to("extern int n; int a[4]; int main(void) { a[n] = 1; return a[1]; }", "a");
  // The analysis joins the offsets of one pointer only, so both accesses remain.
  ASSERT_EQ(accesses.size(), 2U);
  EXPECT_EQ(accesses.begin()->offsets, (Congruence{0, 4}));
  EXPECT_EQ(accesses.rbegin()->offsets, (Congruence{4, 0}));
  EXPECT_EQ(accesses.begin()->size, 4U);
}

TEST_F(AccessesTest, AccessesAreCutAtTheEndOfTheObject) {
  const auto accesses =
      accesses_to("char a[6]; int main(void) { return *(int *)(a + 4) + *(int *)(a + 8); }", "a");
  ASSERT_EQ(accesses.size(), 1U);  // the second one is outside
  EXPECT_EQ(accesses.begin()->offsets.residue, 4);
  EXPECT_EQ(accesses.begin()->size, 2U);
}

TEST_F(AccessesTest, CopiesHaveBothObjects) {
  const auto accesses =
      accesses_to("struct s { int x[3]; } a, b; int main(void) { a = b; return a.x[0]; }", "b");
  ASSERT_EQ(accesses.size(), 1U);
  EXPECT_TRUE(accesses.begin()->is_bulk);
  ASSERT_EQ(copies_.size(), 1U);
  EXPECT_NE(copies_[0].from_object, copies_[0].to_object);
  EXPECT_EQ(copies_[0].size, 12U);
}

}  // namespace
}  // namespace pendulum::frontend
