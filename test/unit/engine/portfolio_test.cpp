// Tests the portfolio with members that crash, hang, use too much memory, or return wrong evidence.
#include "engine/portfolio/portfolio.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>

#include "engine/portfolio/member_report.h"
#include "engine/portfolio/schedule.h"
#include "fake_engines.h"

namespace pendulum::engine {
namespace {

using Start = CounterProgram::Start;
using std::chrono::milliseconds;
using std::chrono::seconds;

std::string unknown_of(const JudgedResult& judged) {
  const Result::Unknown* unknown = judged.result.reason();
  if (unknown == nullptr) return "an answer";
  return std::string(to_string(unknown->reason)) + (unknown->detail.empty() ? "" : ": ") + unknown->detail;
}

bool has_no_children() {
  return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD;
}

void add_all(Bench& bench) {
  bench.add("right", [&bench] { return bench.right_proof(); });
  bench.add("wrong", [&bench] { return bench.wrong_proof(); });
  bench.add("hang", hang);
  bench.add("crash", []() -> Result { std::abort(); });
  bench.add("fault", []() -> Result { throw base::InternalError("it should"); });
  bench.add("bound", [] { return Result::unknown(Reason::Bound, "k 3"); });
  bench.add("hog", []() -> Result {
    std::vector<std::vector<char>> hoard;
    while (true) {
      hoard.emplace_back(8U << 20, 1);
      std::this_thread::sleep_for(milliseconds(5));
    }
  });
}

TEST(Portfolio, TheFirstAcceptedEvidenceWinsAndTheOthersEnd) {
  Bench bench;
  add_all(bench);
  bench.env.jobs = 3;
  const auto start = base::Clock::now();
  const JudgedResult judged = bench.run_portfolio("hang,crash,right");
  EXPECT_NE(judged.result.certificate(), nullptr) << unknown_of(judged);
  EXPECT_TRUE(judged.judgement.is_accepted());
  EXPECT_EQ(judged.engine, "right");
  EXPECT_TRUE(has_no_children());
  EXPECT_LT(base::Clock::now() - start, seconds(5));
}

TEST(Portfolio, AnErrorPathTravelsWithItsInputs) {
  Bench bench(Start::Input);
  bench.add("finder", [&] { return bench.path(200); });
  const JudgedResult judged = bench.run_portfolio("finder");
  ASSERT_NE(judged.result.error_path(), nullptr) << unknown_of(judged);
  EXPECT_TRUE(bench.judge.judge(*judged.result.error_path()).is_accepted());
}

TEST(Portfolio, AWrongProofDoesNotWin) {
  Bench bench;
  add_all(bench);
  const JudgedResult judged = bench.run_portfolio("wrong,bound");
  EXPECT_TRUE(unknown_of(judged).starts_with("rejected: wrong: ")) << unknown_of(judged);
}

TEST(Portfolio, ACrashIsToldAndHurtsNobody) {
  Bench bench;
  add_all(bench);
  EXPECT_EQ(unknown_of(bench.run_portfolio("crash,bound")), "crash: crash: signal 6");
  EXPECT_EQ(bench.warnings, std::vector<std::string>{"crash crashed: signal 6"});
}

TEST(Portfolio, AFaultOfOursInAMemberIsItsCrash) {
  Bench bench;
  add_all(bench);
  EXPECT_EQ(unknown_of(bench.run_portfolio("fault,bound")), "crash: fault: it should");
}

TEST(Portfolio, TheReasonThatSaysMostIsKept) {
  Bench bench;
  add_all(bench);
  EXPECT_EQ(unknown_of(bench.run_portfolio("bound")), "bound: bound: k 3");
}

TEST(Portfolio, AMemberWithTooMuchMemoryEndsAlone) {
  Bench bench;
  add_all(bench);
  bench.add("late", [&] {
    std::this_thread::sleep_for(milliseconds(1500));
    return bench.right_proof();
  });
  bench.env.memory_mib = 400;
  const JudgedResult judged = bench.run_portfolio("hog,late");
  EXPECT_NE(judged.result.certificate(), nullptr) << unknown_of(judged);
}

TEST(Portfolio, MembersThatIgnoreTheDeadlineAreEnded) {
  Bench bench(Start::Zero, CounterProgram::Unsupported::None, base::Clock::now() + milliseconds(300));
  add_all(bench);
  bench.env.jobs = 2;
  const auto start = base::Clock::now();
  EXPECT_EQ(unknown_of(bench.run_portfolio("hang")), "timeout");
  EXPECT_LT(base::Clock::now() - start, seconds(2));
  EXPECT_TRUE(has_no_children());
}

TEST(Portfolio, WithOneJobEverybodyGetsATurn) {
  Bench bench(Start::Zero, CounterProgram::Unsupported::None, base::Clock::now() + seconds(3));
  add_all(bench);
  bench.env.jobs = 1;
  const JudgedResult judged = bench.run_portfolio("hang,right");
  EXPECT_EQ(judged.engine, "right") << unknown_of(judged);
}

/// Counters of the front end and of killed members must not be part of the sum.
TEST(Portfolio, OneJobGivesTheSameCountersTwice) {
  const auto counters = [] {
    Bench bench;
    bench.statistics.counter("before") = 5;
    bench.add("counting", [&] {
      bench.statistics.counter("engine.counting.steps") += 7;
      return bench.right_proof();
    });
    add_all(bench);
    bench.env.jobs = 1;
    bench.run_portfolio("bound,counting,hang");
    return bench.statistics.counters();
  };
  const auto first = counters();
  EXPECT_EQ(first.at("engine.counting.steps"), 7U);
  EXPECT_EQ(first.at("before"), 5U);
  EXPECT_EQ(first, counters());
}

/// With one job the first slice is 2 s, not enough for `slow`.
TEST(Portfolio, AMemberGoesOnWhereItWasHalted) {
  Bench bench(Start::Zero, CounterProgram::Unsupported::None, base::Clock::now() + seconds(20));
  add_all(bench);
  bench.add("slow", [&] {
    for (int i = 0; i < 30; ++i) std::this_thread::sleep_for(milliseconds(100));
    return bench.right_proof();
  });
  bench.env.jobs = 1;
  const JudgedResult judged = bench.run_portfolio("slow,hang");
  EXPECT_EQ(judged.engine, "slow") << unknown_of(judged);
  EXPECT_EQ(bench.statistics.counters().at("engine.portfolio.starts"), 2U);
  EXPECT_TRUE(has_no_children());
}

TEST(Portfolio, MembersMustExist) {
  Bench bench;
  add_all(bench);
  EXPECT_THROW(bench.run_portfolio("right,nobody"), base::UsageError);
}

TEST(Portfolio, ItIsNotItsOwnMember) {
  Bench bench;
  EXPECT_THROW(bench.run_portfolio("portfolio"), base::UsageError);
}

TEST(MemberReport, HalfAReportIsRefused) {
  Bench bench;
  portfolio::MemberReport report;
  report.judged.result = bench.right_proof();
  report.statistics.counter("a") = 1;
  const std::string text = portfolio::serialize(bench.counter.program, report);
  EXPECT_EQ(portfolio::serialize(bench.counter.program, portfolio::parse_report(bench.counter.program, text)),
            text);
  EXPECT_THROW(portfolio::parse_report(bench.counter.program, text.substr(0, text.size() / 2)),
               base::InputError);
  EXPECT_THROW(portfolio::parse_report(bench.counter.program, ""), base::InputError);
}

TEST(Schedule, AsManyPlacesAsMembersNeedNoSlices) {
  EXPECT_EQ(portfolio::slice_of(0, 2, 2, milliseconds(1000)), std::nullopt);
}

TEST(Schedule, SlicesGrowAndTheLastRoundSharesTheRest) {
  EXPECT_EQ(portfolio::slice_of(0, 2, 1, std::nullopt), milliseconds(2000));
  EXPECT_EQ(portfolio::slice_of(2, 2, 1, std::nullopt), milliseconds(8000));
  EXPECT_EQ(portfolio::slice_of(0, 2, 1, milliseconds(900'000)), milliseconds(2000));
  EXPECT_EQ(portfolio::slice_of(1, 2, 1, milliseconds(16'000)), milliseconds(4000));
  EXPECT_EQ(portfolio::slice_of(0, 2, 1, milliseconds(3000)), milliseconds(1500));
}

}  // namespace
}  // namespace pendulum::engine
