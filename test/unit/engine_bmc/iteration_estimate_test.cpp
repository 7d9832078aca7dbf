// Tests estimated bounds of loops: the numbers, and that verdicts do not depend on them.
#include "engine/bmc/iteration_estimate.h"

#include <gtest/gtest.h>

#include "engine/bmc/bmc.h"
#include "engine/prepared_program.h"
#include "program/text/text.h"
#include "program/unroller.h"
#include "smt/factory/factory.h"

namespace pendulum::engine::bmc {
namespace {

/// Two loops in a row: the first one adds `step` to i up to a number of at most `limit`, the second one
/// counts i down and y up. The error is reached if y is `target` afterwards.
std::string two_loops(const std::string& limit, const std::string& step, const std::string& target) {
  return R"(program
variable i (_ BitVec 16)
variable n (_ BitVec 16)
variable y (_ BitVec 16)
location 0 "entry"
location 1 "up"
location 2 "down"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  input any (_ BitVec 16) internal
  guard (bvule any )" +
         limit + R"()
  set i #x0000
  set n any
edge 1 -> 1
  guard (bvult i n)
  set i (bvadd i )" +
         step + R"()
edge 1 -> 2
  guard (not (bvult i n))
  set y #x0000
edge 2 -> 2
  guard (not (= i #x0000))
  set i (bvsub i #x0001)
  set y (bvadd y #x0001)
edge 2 -> 3
  guard (and (= i #x0000) (= y )" +
         target + R"())
)";
}

class IterationEstimate : public ::testing::Test {
 protected:
  /// The estimate of the loop with that head, which is entered from entry.
  unsigned estimate(const std::string& text, program::LocationId head) {
    const program::Program program = program::parse(terms_, text);
    check::Judge judge(program, nullptr, *solvers_, stop_, {});
    const base::Settings settings;
    const Registry registry;
    Env env{.terms = terms_,
            .solvers = *solvers_,
            .settings = settings,
            .statistics = statistics_,
            .stop = stop_,
            .judge = judge,
            .registry = registry};
    program::Unroller unroller(program, program::Unroller::Count::EachLoop, stop_);
    smt::Expander expander(terms_);
    unroller.start_at_entry();
    std::vector<acceleration::LoopPathEnumerator::Start> entries;
    for (const program::Unroller::Visit& visit : unroller.unwind({}))
      if (visit.head == head && visit.iteration == 0)
        entries.push_back({visit.reach, unroller.copy(head, visit.layer).values});
    return estimate_iterations(program, head, entries, expander, env, stop_);
  }
  JudgedResult run(const std::string& text, const std::string& is_estimated) {
    const program::Program program = program::parse(terms_, text);
    check::Judge judge(program, nullptr, *solvers_, stop_, {});
    base::Settings settings;
    const Descriptor descriptor = make_descriptor();
    for (const base::OptionSpec& option : descriptor.options) settings.declare(option);
    for (const auto& [key, value] :
         {std::pair{"bmc.estimate", is_estimated.c_str()}, {"bmc.simulation", "0"}, {"bmc.exploration", "0"}})
      settings.set(key, value);
    const Registry registry;
    Env env{.terms = terms_,
            .solvers = *solvers_,
            .settings = settings,
            .statistics = statistics_,
            .stop = stop_,
            .judge = judge,
            .registry = registry};
    return run_and_judge(descriptor, Task{program}, env);
  }

  term::TermManager terms_;
  base::StopToken stop_{base::Clock::now() + std::chrono::seconds(60)};
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
};

TEST_F(IterationEstimate, IsTheLargestNumber) {
  EXPECT_EQ(100U, estimate(two_loops("#x0064", "#x0001", "#x0065"), 1));
  EXPECT_EQ(34U, estimate(two_loops("#x0064", "#x0003", "#x0065"), 1));
}

TEST_F(IterationEstimate, IsNothingAboveTheLimit) {
  EXPECT_EQ(4095U, estimate(two_loops("#x0fff", "#x0001", "#x0065"), 1));
  EXPECT_EQ(0U, estimate(two_loops("#x1001", "#x0001", "#x0065"), 1));
}

TEST_F(IterationEstimate, IsNothingWithoutAnAccelerator) {
  EXPECT_EQ(0U, estimate(two_loops("#x0064", "(bvmul i i)", "#x0065"), 1));
}

TEST_F(IterationEstimate, IsNothingOverIntegers) {
  EXPECT_EQ(0U, estimate(R"(program
variable n Int
variable b Bool
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set n 0
  set b true
edge 1 -> 1
  guard (< n 5)
  set n (+ n 1)
  set b (not b)
edge 1 -> 2
  guard (and (= n 5) b)
)",
                         1));
}

TEST_F(IterationEstimate, SavesUnrollings) {
  const std::string text = two_loops("#x0014", "#x0001", "#x0015");
  EXPECT_TRUE(run(text, "off").judgement.is_accepted());
  const std::uint64_t without = statistics_.counter("engine.bmc.loop_unrollings");
  EXPECT_TRUE(run(text, "on").judgement.is_accepted());
  EXPECT_LT(statistics_.counter("engine.bmc.loop_unrollings") - without, without);
  EXPECT_LT(0U, statistics_.counter("engine.bmc.estimated_loops"));
}

TEST_F(IterationEstimate, FindsErrorsWithinTheBounds) {
  const JudgedResult result = run(two_loops("#x0014", "#x0001", "#x0014"), "on");
  ASSERT_NE(nullptr, result.result.error_path());
  EXPECT_TRUE(result.judgement.is_accepted());
}

}  // namespace
}  // namespace pendulum::engine::bmc
