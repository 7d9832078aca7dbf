#include "engine/ic3/frames.h"

#include <gtest/gtest.h>

namespace pendulum::engine::ic3 {
namespace {

class FramesTest : public ::testing::Test {
 protected:
  term::Term literal(const char* name) { return terms_.mk_symbol(name, terms_.bool_sort()); }
  term::TermManager terms_;
  const term::Term a_ = literal("a"), b_ = literal("b"), c_ = literal("c");
};

TEST_F(FramesTest, ACubeBlocksItsSupersetsUpToItsLevel) {
  Frames frames(2);
  frames.add_frame();
  frames.add_frame();
  frames.add(1, make_cube({b_, a_}), 1);
  EXPECT_TRUE(frames.is_blocked(1, make_cube({a_, b_, c_}), 1));
  EXPECT_FALSE(frames.is_blocked(1, make_cube({a_, b_, c_}), 2));
  EXPECT_FALSE(frames.is_blocked(1, make_cube({a_}), 1));
  EXPECT_FALSE(frames.is_blocked(0, make_cube({a_, b_}), 1));
}

TEST_F(FramesTest, HigherAndSmallerCubesReplaceOthers) {
  Frames frames(1);
  frames.add_frame();
  frames.add_frame();
  frames.add(0, make_cube({a_, b_}), 1);
  frames.add(0, make_cube({a_}), 2);
  EXPECT_TRUE(frames.is_empty(1));
  EXPECT_EQ(frames.num_cubes(), 1u);
  EXPECT_EQ(frames.cubes_from(0, 1), std::vector<Cube>{make_cube({a_})});
  frames.add(0, make_cube({b_, c_}), 1);
  EXPECT_FALSE(frames.is_empty(1));
  EXPECT_EQ(frames.cubes_from(0, 2), std::vector<Cube>{make_cube({a_})})
      << "delta: a cube of frame 1 is not in R_2";
}

}  // namespace
}  // namespace pendulum::engine::ic3
