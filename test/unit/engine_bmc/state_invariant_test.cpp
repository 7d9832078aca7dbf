// Invariants from explored states: the solver finds the steps that exploration misses, the precision is
// refined as far as necessary, and errors behind missed steps are found.
#include "engine/bmc/state_invariant.h"

#include <gtest/gtest.h>

#include "check/replay/interpreter.h"
#include "engine/bmc/bmc.h"
#include "program/text/text.h"
#include "smt/factory/factory.h"

namespace pendulum::engine::bmc {
namespace {

/// A state machine with a counter n that does not matter. The product of two inputs is a key that exploration
/// does not guess.
std::string machine(const std::string& error) {
  return R"(program
variable s (_ BitVec 8)
variable n (_ BitVec 32)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set s #x00
  set n #x00000000
edge 1 -> 1
  input a (_ BitVec 32) call "__VERIFIER_nondet_int"
  input b (_ BitVec 32) call "__VERIFIER_nondet_int"
  set s (ite (= s #x00) (ite (and (= (bvmul a b) #x0001869f) (bvult #x00000064 a)) #x01 #x00) (ite (= s #x01) #x02 #x00))
  set n (bvadd n #x00000001)
edge 1 -> 2
  guard (and (= s )" +
         error + R"() (bvult n #xffffff00))
)";
}

/// y is uninitialised while s is 0, and equal to x afterwards.
constexpr const char* uninitialised = R"(program
variable s (_ BitVec 8)
variable x (_ BitVec 8)
variable y (_ BitVec 8)
location 0 "entry"
location 1 "loop"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input first (_ BitVec 8) call "__VERIFIER_nondet_char"
  set s #x00
  set x #x07
  set y first
edge 1 -> 1
  set s #x01
  set y (ite (= s #x00) #x07 y)
edge 1 -> 2
  guard (and (= s #x01) (not (= x y)))
)";

class StateInvariantTest : public ::testing::Test {
 protected:
  StateInvariantTest() {
    for (const base::OptionSpec& option : make_descriptor().options) settings_.declare(option);
  }
  void load(const std::string& text) {
    program_ = program::parse(terms_, text);
    judge_.emplace(program_, nullptr, *solvers_, stop_, base::Logger());
    env_.emplace(Env{.terms = terms_,
                     .solvers = *solvers_,
                     .settings = settings_,
                     .statistics = statistics_,
                     .stop = stop_,
                     .judge = *judge_,
                     .registry = registry_});
  }
  std::optional<StateInvariant::Answer> search() {
    Exploration exploration(program_, 0, stop_);
    const base::Budget budget = base::Budget::at_most(stop_, std::chrono::seconds(30), "test");
    return StateInvariant(program_, exploration, *env_, budget).run();
  }
  bool is_accepted(const StateInvariant::Answer& answer) {
    return judge_->judge(certificate::Certificate(std::get<certificate::Invariant>(answer))).is_accepted();
  }

  term::TermManager terms_;
  base::StopToken stop_{base::Clock::now() + std::chrono::seconds(60)};
  base::Statistics statistics_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_solver_factory({}, stop_, statistics_);
  base::Settings settings_;
  Registry registry_;
  program::Program program_;
  std::optional<check::Judge> judge_;
  std::optional<Env> env_;
};

TEST_F(StateInvariantTest, ProvesAMachineWithAnUnboundedCounter) {
  load(machine("#x03"));
  const auto answer = search();
  ASSERT_TRUE(answer.has_value());
  ASSERT_EQ(answer->index(), 1U);
  EXPECT_TRUE(is_accepted(*answer));
  EXPECT_LE(statistics_.counter("engine.bmc.abstract_states"), 5U) << "n should not be observed";
}

TEST_F(StateInvariantTest, FindsTheErrorBehindAStepThatExplorationMisses) {
  load(machine("#x02"));
  const auto answer = search();
  ASSERT_TRUE(answer.has_value());
  ASSERT_EQ(answer->index(), 0U);
  EXPECT_TRUE(check::follow(program_, std::get<0>(*answer)).reached_error);
}

TEST_F(StateInvariantTest, AnErrorThatIsUnsupportedIsNoCounterexample) {
  std::string text = machine("#x02");
  load(text + "  unsupported\n");
  ASSERT_TRUE(program_.edges().back().is_unsupported);
  EXPECT_FALSE(search().has_value());
}

TEST_F(StateInvariantTest, AVariableMayBeArbitraryInAContext) {
  load(uninitialised);
  const auto answer = search();
  ASSERT_TRUE(answer.has_value());
  ASSERT_EQ(answer->index(), 1U);
  EXPECT_TRUE(is_accepted(*answer));
  EXPECT_LT(statistics_.counter("engine.bmc.abstract_states"), 100U);
}

/// The judge does not accept an invariant without one of its states, so that the tests above can fail.
TEST_F(StateInvariantTest, AnInvariantWithoutAStateIsNoProof) {
  load(machine("#x03"));
  const auto answer = search();
  ASSERT_TRUE(answer.has_value());
  auto invariant = std::get<certificate::Invariant>(*answer);
  const term::Term s = program_.variables()[0].symbol;
  invariant.at[1] = terms_.mk_and(invariant.at[1], terms_.mk_distinct(s, terms_.mk_bv(2, 8)));
  EXPECT_FALSE(judge_->judge(certificate::Certificate(invariant)).is_accepted());
}

TEST_F(StateInvariantTest, TheEngineProvesTheMachineOnlyWithTheOption) {
  for (const bool is_on : {true, false}) {
    load(machine("#x03"));
    settings_.set("bmc.exhaustion", is_on ? "on" : "off");
    settings_.set("bmc.max_bound", "3");
    const Task task{program_};
    const Result result = make_descriptor().make(task, *env_)->run();
    EXPECT_EQ(result.certificate() != nullptr, is_on);
  }
}

TEST(PrecisionTest, ARuleHoldsInItsContextOnly) {
  Precision precision(1);
  EXPECT_TRUE(precision.observe(0, 3));
  EXPECT_TRUE(precision.observe(0, 1));
  EXPECT_FALSE(precision.observe(0, 3));
  precision.add_rule(0, {3, {{1, 0}}, 0});
  EXPECT_EQ(precision.abstraction(0, {{1, 0}, {3, 9}}), (Precision::Cube{{1, 0}}));
  EXPECT_EQ(precision.abstraction(0, {{1, 5}, {3, 9}}), (Precision::Cube{{1, 5}, {3, 9}}));
  EXPECT_FALSE(precision.remove_rule(0, 3, {{1, 5}}).has_value());
  EXPECT_TRUE(precision.remove_rule(0, 3, {{1, 0}, {3, 2}}).has_value());
  EXPECT_EQ(precision.abstraction(0, {{1, 0}, {3, 9}}), (Precision::Cube{{1, 0}, {3, 9}}));
}

}  // namespace
}  // namespace pendulum::engine::bmc
