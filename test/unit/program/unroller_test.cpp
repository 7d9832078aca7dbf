// The unroller: layers by back edges and by edges, merging, constants, paths from models.
#include "program/unroller.h"

#include <gtest/gtest.h>

#include "certificate/unrolled_path.h"
#include "check/replay/interpreter.h"
#include "program/text/text.h"

namespace pendulum::program {
namespace {

/// i counts to 3 by steps of 1 or 2 (chosen by the input); the error is i == 4 after the loop.
constexpr const char* counter = R"(program
variable i (_ BitVec 8)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set i #x00
edge 1 -> 1
  input two Bool internal
  guard (bvult i #x03)
  set i (bvadd i (ite two #x02 #x01))
edge 1 -> 2
  guard (= i #x04)
)";

class UnrollerTest : public ::testing::Test {
 protected:
  term::TermManager terms_;
  base::StopToken stop_;
  Program program_ = parse(terms_, counter);
};

TEST_F(UnrollerTest, BackEdgesCountIterations) {
  Unroller unroller(program_, Unroller::Count::BackEdges, stop_);
  unroller.start_at_entry();
  unroller.add_layer();
  EXPECT_TRUE(unroller.reach(1, 0).is_true());
  EXPECT_TRUE(unroller.reach(2, 0).is_false()) << "i = 0 is known by propagation";
  unroller.add_layer();
  EXPECT_TRUE(unroller.reach(1, 1).is_true());
  EXPECT_TRUE(unroller.reach(2, 1).is_false()) << "i is 1 or 2";
}

TEST_F(UnrollerTest, LoopIsUnrolledCompletely) {
  Unroller unroller(program_, Unroller::Count::BackEdges, stop_);
  unroller.start_at_entry();
  unsigned layers = 0;
  do {
    unroller.add_layer();
    ++layers;
  } while (!unroller.reaches_next_layer().is_false() && layers < 20);
  EXPECT_LE(layers, 20u);
  // At most three iterations: in layer 4 the guard is false for every input.
  term::Model model;
  for (const term::Term symbol : unroller.symbols()) model.emplace(symbol, terms_.mk_false());
  EXPECT_TRUE(term::evaluate(terms_, unroller.reach(1, 3), model).is_true());
}

TEST_F(UnrollerTest, PathOfAModelRunsInTheInterpreter) {
  Unroller unroller(program_, Unroller::Count::BackEdges, stop_);
  unroller.start_at_entry();
  for (int i = 0; i < 4; ++i) unroller.add_layer();
  // 1 + 1 + 2 = 4 in three iterations.
  ASSERT_EQ(4u, unroller.symbols().size());
  term::Model model;
  model.emplace(unroller.symbols()[0], terms_.mk_false());
  model.emplace(unroller.symbols()[1], terms_.mk_false());
  model.emplace(unroller.symbols()[2], terms_.mk_true());
  const auto any = [](EdgeId) { return true; };
  ASSERT_TRUE(term::evaluate(terms_, unroller.reach_by(2, 3, any), model).is_true());
  const certificate::ErrorPath path = certificate::path_to(unroller, 2, 3, model, any);
  EXPECT_EQ(5u, path.num_steps());
  EXPECT_TRUE(check::follow(program_, path).reached_error);
}

/// Two loops in sequence, the first one around a third.
constexpr const char* three_loops = R"(program
variable i (_ BitVec 8)
variable j (_ BitVec 8)
location 0 "entry"
location 1 "outer"
location 2 "inner"
location 3 "second"
location 4 "error"
entry 0
error 4
edge 0 -> 1
  set i #x00
edge 1 -> 2
  guard (bvult i #x02)
  set j #x00
edge 2 -> 2
  guard (bvult j #x03)
  set j (bvadd j #x01)
edge 2 -> 1
  guard (= j #x03)
  set i (bvadd i #x01)
edge 1 -> 3
  guard (= i #x02)
edge 3 -> 3
  input go_on Bool internal
  guard (and go_on (bvult i #x05))
  set i (bvadd i #x01)
edge 3 -> 4
  guard (= i #x05)
)";

TEST_F(UnrollerTest, EachLoopIsUnwoundForItself) {
  const Program program = parse(terms_, three_loops);
  Unroller unroller(program, Unroller::Count::EachLoop, stop_);
  unroller.start_at_entry();
  std::map<LocationId, unsigned> last;
  unsigned inner_visits = 0;
  for (const Unroller::Visit& visit : unroller.unwind({{1, 2}, {2, 3}, {3, 3}})) {
    last[visit.head] = std::max(last[visit.head], visit.iteration);
    if (visit.head == 2) ++inner_visits;
  }
  EXPECT_EQ((std::map<LocationId, unsigned>{{1, 2}, {2, 3}, {3, 3}}), last) << "no bound is exceeded";
  EXPECT_EQ(8u, inner_visits) << "counted anew in each iteration around it";
  // All iterations of the last loop meet in one copy of the error.
  term::Model model;
  for (const term::Term symbol : unroller.symbols()) model.emplace(symbol, terms_.mk_true());
  const auto any = [](EdgeId) { return true; };
  ASSERT_TRUE(term::evaluate(terms_, unroller.reach_by(4, 0, any), model).is_true());
  const certificate::ErrorPath path = certificate::path_to(unroller, 4, 0, model, any);
  EXPECT_EQ(16u, path.num_steps());
  EXPECT_TRUE(check::follow(program, path).reached_error);
}

TEST_F(UnrollerTest, UnwindingEndsBehindTheBounds) {
  const Program program = parse(terms_, three_loops);
  Unroller unroller(program, Unroller::Count::EachLoop, stop_);
  unroller.start_at_entry();
  const auto visits = unroller.unwind({{1, 5}, {2, 1}});
  ASSERT_EQ(4u, visits.size()) << "outer once, inner with 0, 1 and 2 repetitions";
  EXPECT_EQ(2u, visits.back().head);
  EXPECT_EQ(2u, visits.back().iteration);
  EXPECT_TRUE(unroller.reach(3, 0).is_false());
}

TEST_F(UnrollerTest, EdgesCountSteps) {
  Unroller unroller(program_, Unroller::Count::Edges, stop_);
  unroller.start_at_entry();
  unroller.add_layer();
  EXPECT_TRUE(unroller.reach(1, 0).is_false());
  EXPECT_TRUE(unroller.reach(1, 1).is_true());
}

TEST_F(UnrollerTest, AnywhereIsArbitrary) {
  Unroller unroller(program_, Unroller::Count::Edges, stop_);
  unroller.start_anywhere({1});
  unroller.add_layer();
  const term::Term i = program_.variables()[0].symbol;
  const term::Term here = unroller.at_copy(terms_.mk_eq(i, terms_.mk_bv(4, 8)), 1, 0);
  EXPECT_EQ(terms_.mk_and(unroller.selectors()[0], here), unroller.reach(2, 1));
}

}  // namespace
}  // namespace pendulum::program
