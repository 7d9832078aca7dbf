// The judge accepts evidence that its parts accept, and nothing else.
#include "check/judge.h"

#include <gtest/gtest.h>

#include "check_kernel/small_programs.h"
#include "check_replay/adder.h"

namespace pendulum::check::test {
namespace {

using certificate::Certificate;
using certificate::Invariant;

TEST(Judge, AcceptsErrorPathsThatRunAndNothingElse) {
  TermContext w;
  const Adder adder(w);
  Judge judge(adder.program, nullptr, *w.solvers, w.stop, {});
  const Judgement good = judge.judge(adder.path(w, 40, {2, 7}));
  EXPECT_TRUE(good.is_accepted());
  EXPECT_EQ(good.judge, "interpreter");
  EXPECT_EQ(judge.judge(adder.path(w, 40, {3, 7})).verdict, Judgement::Verdict::Rejected);
}

TEST(Judge, APathIntoSomethingUnsupportedIsNoError) {
  TermContext w;
  const Adder adder(w, true);
  Judge judge(adder.program, nullptr, *w.solvers, w.stop, {});
  const Judgement judgement = judge.judge(adder.path(w, 40, {2, 7}));
  EXPECT_EQ(judgement.verdict, Judgement::Verdict::Rejected);
  EXPECT_EQ(judgement.reason, "unsupported: inline assembly");
}

TEST(Judge, RemembersAcceptedCertificates) {
  TermContext w;
  const Counter counter(w);
  Judge judge(counter.program, nullptr, *w.solvers, w.stop, {});
  const Certificate good = Invariant{{{counter.head, w.at_most(counter.x, 10)}}};
  EXPECT_TRUE(judge.judge(good).is_accepted());
  const auto checks = w.statistics.counter("smt.cvc5.checks");
  EXPECT_GT(checks, 0u);
  EXPECT_TRUE(judge.judge(good).is_accepted());
  EXPECT_EQ(w.statistics.counter("smt.cvc5.checks"), checks);
  EXPECT_FALSE(judge.judge(Invariant{{{counter.head, w.at_most(counter.x, 11)}}}).is_accepted());
}

/// The initiation at the entry, whose term is true, is false after simplification; a solver proves the rest.
TEST(Judge, CountsObligationsThatNoSolverChecked) {
  TermContext w;
  const Counter counter(w);
  Judge judge(counter.program, nullptr, *w.solvers, w.stop, {});
  base::Statistics statistics;
  count_obligations(judge.judge(Invariant{{{counter.head, w.at_most(counter.x, 11)}}}), statistics);
  EXPECT_TRUE(statistics.counters().empty()) << "a rejected certificate";
  const auto unsat_before = w.statistics.counter("smt.cvc5.unsat");
  const Judgement accepted = judge.judge(Invariant{{{counter.head, w.at_most(counter.x, 10)}}});
  count_obligations(accepted, statistics);
  ASSERT_TRUE(accepted.is_accepted()) << accepted.reason;
  EXPECT_EQ(statistics.counter("check.obligations"), accepted.num_obligations);
  EXPECT_GE(statistics.counter("check.simplified_obligations"), 1u);
  EXPECT_LT(statistics.counter("check.simplified_obligations"), statistics.counter("check.obligations"));
  EXPECT_EQ(statistics.counter("check.obligations") - statistics.counter("check.simplified_obligations"),
            w.statistics.counter("smt.cvc5.unsat") - unsat_before);
}

}  // namespace
}  // namespace pendulum::check::test
