// Tests writes of external functions to memory: proofs have to consider them, errors must not depend on them.
#include <gtest/gtest.h>

#include <sstream>

#include "check/judge.h"
#include "check/replay/interpreter.h"
#include "check_kernel/check_certificate.h"
#include "program/passes/passes.h"
#include "program/text/text.h"

namespace pendulum::check::test {
namespace {

/// x = 1; f(&x): x becomes arbitrary, y is the old x; error if BAD.
constexpr const char* text = R"(program
variable x (_ BitVec 8)
variable y (_ BitVec 8)
location 0 "entry"
location 1 "called"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input first (_ BitVec 8) havoc "f" unchanged #x01
  input second (_ BitVec 8) havoc "g" unchanged (bvadd first x)
  set x second
  set y first
edge 1 -> 2
  guard BAD
)";

class HavockedInputsTest : public ::testing::Test {
 protected:
  program::Program parse(const std::string& bad) {
    std::string whole = text;
    whole.replace(whole.find("BAD"), 3, bad);
    return program::parse(w_.terms, whole);
  }
  Judgement judge(const program::Program& program, std::int64_t first, std::int64_t second) {
    certificate::ErrorPath path(std::vector<certificate::Step>{{0, {}}, {1, {}}});
    path.segments[0].steps[0].inputs = {{program.edge(0).inputs[0].symbol, w_.bv(first, 8)},
                                        {program.edge(0).inputs[1].symbol, w_.bv(second, 8)}};
    return Judge(program, nullptr, *w_.solvers, w_.stop, {}).judge(path);
  }
  TermContext w_;
};

TEST_F(HavockedInputsTest, AnErrorMustNotDependOnThem) {
  const Judgement judgement = judge(parse("(= x #x07)"), 1, 7);
  EXPECT_FALSE(judgement.is_accepted());
  EXPECT_NE(std::string::npos, judgement.reason.find("function without body")) << judgement.reason;
}

/// Without a write, x is 1 + 0 and y is 1.
TEST_F(HavockedInputsTest, AnErrorMayHappenBesideThem) {
  EXPECT_TRUE(judge(parse("(= y #x01)"), 1, 7).is_accepted());
  EXPECT_TRUE(judge(parse("(= x #x01)"), 9, 1).is_accepted());
}

TEST_F(HavockedInputsTest, AProofCoversAllValues) {
  const program::Program program = parse("(= x #x07)");
  EXPECT_FALSE(check_certificate(w_, program, certificate::Invariant{}).is_accepted());
  const program::Program without = program::without_havocked_inputs(program);
  EXPECT_TRUE(check_certificate(w_, without, certificate::Invariant{}).is_accepted());
}

TEST_F(HavockedInputsTest, WithoutThemARunIsOneOfTheOriginal) {
  const program::Program program = parse("(= x y)");
  ASSERT_TRUE(program::has_havocked_inputs(program));
  const program::Program without = program::without_havocked_inputs(program);
  EXPECT_FALSE(program::has_havocked_inputs(without));
  const certificate::ErrorPath path(std::vector<certificate::Step>{{0, {}}, {1, {}}});
  EXPECT_TRUE(follow(without, path).reached_error);
  EXPECT_TRUE(follow(program, path).reached_error);
}

/// An edge that only a write enables has the guard false without the write.
TEST_F(HavockedInputsTest, EdgesThatBecomeInfeasibleKeepTheirIds) {
  std::string whole = text;
  whole.replace(whole.find("  set x second"), 0, "  guard (= first #x02)\n");
  whole.replace(whole.find("BAD"), 3, "true");
  const program::Program program = program::parse(w_.terms, whole);
  const program::Program without = program::without_havocked_inputs(program);
  ASSERT_EQ(program.edges().size(), without.edges().size());
  EXPECT_TRUE(without.edge(0).guard.is_false());
  EXPECT_EQ(program.edge(1).target, without.edge(1).target);
}

TEST_F(HavockedInputsTest, TextParsesBack) {
  const program::Program program = parse("(= x y)");
  std::ostringstream once;
  program::print(once, program);
  term::TermManager others;
  std::ostringstream twice;
  program::print(twice, program::parse(others, once.str()));
  EXPECT_NE(std::string::npos, once.str().find("unchanged"));
  EXPECT_EQ(once.str().size(), twice.str().size());
}

}  // namespace
}  // namespace pendulum::check::test
