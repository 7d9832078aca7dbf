// The partition of objects into pieces.
#include "frontend/llvm/analysis/layout.h"

#include <gtest/gtest.h>
#include <llvm/IR/Type.h>

#include "frontend/llvm/ir/debug_names.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

class LayoutTest : public testing::Test {
 protected:
  /// The layout of the object with this name in the program.
  ObjectLayout layout_of(const std::string& text, const std::string& name) {
    source_.add(text);
    llvm::Module& module = source_.instrumented();
    const PointsTo points_to(module, *module.getFunction("main"));
    const std::vector<ObjectLayout> layouts = make_layouts(points_to, module.getDataLayout());
    EXPECT_EQ(layouts.size(), points_to.objects().size());
    for (ObjectId id = 0; id < layouts.size(); ++id) {
      const llvm::Value* value = points_to.objects()[id].value;
      if (value != nullptr && source_name(*value) == name) return layouts[id];
    }
    throw std::out_of_range(name);
  }

 private:
  CSource source_;
};

TEST_F(LayoutTest, FieldsAtConstantOffsetsAreScalars) {
  const ObjectLayout layout = layout_of(
      "struct { int a; char b; int *c; } s; int main(void) { s.a = 1; s.b = 2; s.c = &s.a; return *s.c; }",
      "s");
  EXPECT_FALSE(layout.is_array());
  ASSERT_EQ(layout.pieces.size(), 3U);
  EXPECT_EQ(layout.pieces[1].offset, 4U);
  EXPECT_EQ(layout.pieces[1].size, 1U);
  EXPECT_FALSE(layout.pieces[1].is_pointer);
  EXPECT_TRUE(layout.pieces[2].is_pointer);
  EXPECT_EQ(layout.piece_at(8), std::optional<std::size_t>(2));
  EXPECT_EQ(layout.piece_at(5), std::nullopt);
  EXPECT_EQ(layout.piece_around(9, 2), std::optional<std::size_t>(2));
}

TEST_F(LayoutTest, ArraysWithSymbolicIndicesHaveRecords) {
  const ObjectLayout layout =
      layout_of("extern int n; int a[10]; int main(void) { a[n] = 1; return a[n + 1]; }", "a");
  EXPECT_EQ(layout.record, 4U);
  ASSERT_EQ(layout.pieces.size(), 1U);
  EXPECT_EQ(layout.pieces[0].size, 4U);
}

TEST_F(LayoutTest, ArraysWithConstantIndicesAreScalars) {
  const ObjectLayout layout = layout_of("int a[10]; int main(void) { a[3] = 1; return a[5]; }", "a");
  EXPECT_FALSE(layout.is_array());
  EXPECT_TRUE(layout.piece_at(12).has_value());
  EXPECT_TRUE(layout.piece_at(20).has_value());
  EXPECT_FALSE(layout.piece_at(0).has_value());  // never accessed
}

TEST_F(LayoutTest, FieldsOfAnArrayOfStructsAreArrays) {
  const ObjectLayout layout = layout_of(
      "extern int n; struct { int x; int y; } a[4]; int main(void) { a[n].x = 1; return a[n].y; }", "a");
  EXPECT_EQ(layout.record, 8U);
  ASSERT_EQ(layout.pieces.size(), 2U);
  EXPECT_EQ(layout.pieces[1].offset, 4U);
  EXPECT_EQ(layout.offsets(1), (Congruence{4, 8}));
}

TEST_F(LayoutTest, OverlappingAccessesCutAScalar) {
  const ObjectLayout layout =
      layout_of("union { int i; char c; } u; int main(void) { u.i = 258; return u.c; }", "u");
  ASSERT_EQ(layout.pieces.size(), 2U);
  EXPECT_EQ(layout.pieces[0].size, 1U);
  EXPECT_EQ(layout.pieces[1].size, 3U);
}

TEST_F(LayoutTest, PointersAreNotCut) {
  const ObjectLayout layout =
      layout_of("int x; union { int *p; char c; } u; int main(void) { u.p = &x; return u.c; }", "u");
  ASSERT_EQ(layout.pieces.size(), 1U);
  EXPECT_TRUE(layout.pieces[0].is_pointer);
  EXPECT_TRUE(layout.pieces[0].has_parts);
}

TEST_F(LayoutTest, PiecesThatOnlyHoldNumbersOfOneType) {
  const std::string main = "int main(void) { x.f = 1; return x.f < 2; }";
  const ObjectLayout pure = layout_of("struct { float f; int i; } x;" + main, "x");
  EXPECT_EQ(pure.pieces[0].number_type, std::optional<unsigned>(llvm::Type::FloatTyID));
  EXPECT_FALSE(pure.pieces[0].is_mixed);
}

TEST_F(LayoutTest, PiecesWhoseNumbersAreReadAsIntegers) {
  const ObjectLayout mixed =
      layout_of("union { float f; int i; } x; int main(void) { x.f = 1; return x.i; }", "x");
  EXPECT_TRUE(mixed.pieces[0].is_mixed);
}

TEST_F(LayoutTest, PiecesWhoseCopiesAreReadAsIntegers) {
  const ObjectLayout mixed =
      layout_of("float x; int y; int main(void) { x = 1; __builtin_memcpy(&y, &x, 4); return y; }", "x");
  EXPECT_TRUE(mixed.pieces.at(0).is_mixed);
}

TEST_F(LayoutTest, PiecesWithNumbersOfSeveralFormats) {
  const ObjectLayout mixed =
      layout_of("union { float f; double d; } x; int main(void) { x.f = 1; return x.d < 2; }", "x");
  for (const Piece& piece : mixed.pieces) EXPECT_TRUE(piece.is_mixed);
}

TEST_F(LayoutTest, IntegersWrittenToNumbersDoNotObserveThem) {
  const ObjectLayout pure =
      layout_of("union { float f; int i; } x; int main(void) { x.i = 1; x.f += 1; return x.f < 2; }", "x");
  EXPECT_FALSE(pure.pieces.at(0).is_mixed);
}

}  // namespace
}  // namespace pendulum::frontend
