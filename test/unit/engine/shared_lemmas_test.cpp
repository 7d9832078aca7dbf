// Tests the lemma exchange between members that lie, crash, are halted, or write nonsense.
#include "engine/portfolio/shared_lemmas.h"

#include <gtest/gtest.h>

#include "base/process/process.h"
#include "engine/facts/learnt_facts.h"
#include "engine/portfolio/member_report.h"
#include "fake_engines.h"

namespace pendulum::engine::portfolio {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Start = CounterProgram::Start;

struct SharedLemmasTest : ::testing::Test {
  Bench bench{Start::Zero, CounterProgram::Unsupported::None, base::Clock::now() + seconds(20)};
  const program::Program& program = bench.counter.program;
  program::LocationId loop = bench.counter.loop;

  term::Term at_most(std::int64_t bound) {
    return bench.terms.mk_bvule(bench.counter.x, bench.terms.mk_bv(bound, 8));
  }
  /// Receives until there is a fact x <= 10, and returns the proof that consists of it.
  Result prove_by_lemmas(Env& env) {
    const Task task{program};
    const PreparedProgram prepared(task, env, Blocks::Large);
    LearntFacts learnt(prepared, "receiver", env);
    while (!env.stop.is_stopped()) {
      learnt.update();
      for (program::LocationId id = 0; id < learnt.facts().size(); ++id) {
        const auto& facts = learnt.facts()[id];
        if (std::ranges::find(facts, at_most(10)) != facts.end())
          return Result::safe(prepared.lift(certificate::Invariant{{{id, at_most(10)}}}));
      }
      std::this_thread::sleep_for(milliseconds(10));
    }
    return Result::unknown(Reason::Timeout);
  }
  void add_receiver() {
    bench.add_with_env("receiver", [this](Env& env) { return prove_by_lemmas(env); });
  }
};

TEST_F(SharedLemmasTest, TextsAreParsedBack) {
  const auto lemma = parse_lemma(program, serialize_lemma(loop, at_most(10)));
  ASSERT_TRUE(lemma.has_value());
  EXPECT_EQ(lemma->location, loop);
  EXPECT_EQ(lemma->formula, at_most(10));
}

TEST_F(SharedLemmasTest, NonsenseIsNoLemma) {
  bench.terms.mk_symbol("other", bench.terms.bool_sort());
  for (const char* text :
       {"", "1", "1 ", "x", "1 (", "1 x", "1 (bvule x #x1)", "1 other", "1 (= x y)", "77 true", "-1 true",
        "1 (bvule x #x0a", "99999999999999999999 true", "1 (bvadd x", "1 (_ bv1 8)", "1true"})
    EXPECT_FALSE(parse_lemma(program, text).has_value()) << text;
}

TEST_F(SharedLemmasTest, MembersReceiveTheLemmasOfOthers) {
  const SharedLemmas shared({"a", "b"}, 0);
  MemberExchange a(shared, 0, program, bench.statistics), b(shared, 1, program, bench.statistics);
  a.publish(loop, at_most(10));
  a.publish(loop, at_most(10));
  const std::vector<Lemma> received = b.receive();
  ASSERT_EQ(received.size(), 1U);
  EXPECT_EQ(received[0].formula, at_most(10));
  EXPECT_EQ(received[0].sender, "a");
  EXPECT_TRUE(b.receive().empty());
  EXPECT_TRUE(a.receive().empty());
  b.rewind();
  EXPECT_EQ(b.receive().size(), 1U);
  b.publish(loop, at_most(10));
  EXPECT_TRUE(a.receive().empty()) << "a received lemma should not be sent back";
  EXPECT_EQ(bench.statistics.counter("engine.a.published_lemmas"), 1U);
}

TEST_F(SharedLemmasTest, FilesCarryLemmasBetweenMachines) {
  const base::TemporaryDirectory directory;
  const LemmaFiles logs({"a", "b"}, directory.path(), program);
  MemberExchange a(logs, 0, program, bench.statistics), b(logs, 1, program, bench.statistics);
  a.publish(loop, at_most(10));
  const auto received = b.receive();
  ASSERT_EQ(received.size(), 1U);
  EXPECT_EQ(received[0].formula, at_most(10));
  EXPECT_EQ(received[0].sender, "a");
  const LemmaFiles nowhere({"a", "b"}, directory.path() + "/missing", program);
  MemberExchange c(nowhere, 0, program, bench.statistics);
  c.publish(loop, at_most(10));
  EXPECT_TRUE(c.receive().empty());
  EXPECT_EQ(bench.statistics.counter("engine.a.unpublished_lemmas"), 1U);
}

TEST_F(SharedLemmasTest, BrokenRecordsAreCountedAndIgnored) {
  const SharedLemmas shared({"a", "b"}, 0);
  MemberExchange b(shared, 1, program, bench.statistics);
  base::SharedLogWriter writer(shared.logs(), 0);
  writer.append("1 (bvule x");
  writer.append(serialize_lemma(loop, at_most(10)));
  EXPECT_EQ(b.receive().size(), 1U);
  EXPECT_EQ(bench.statistics.counter("engine.b.broken_lemmas"), 1U);
  writer.append(serialize_lemma(loop, at_most(11)));
  *reinterpret_cast<std::uint64_t*>(shared.logs().log(0)) = ~std::uint64_t{0};
  EXPECT_TRUE(b.receive().empty());
  EXPECT_EQ(bench.statistics.counter("engine.b.broken_lemmas"), 2U);
}

TEST_F(SharedLemmasTest, AFullLogEndsPublishing) {
  const SharedLemmas shared({"a", "b"}, 1);  // 1/32 of a MiB per member
  MemberExchange a(shared, 0, program, bench.statistics), b(shared, 1, program, bench.statistics);
  term::Term formula = at_most(10);
  for (unsigned i = 0; i < 60; ++i) {
    formula =
        bench.terms.mk_or(bench.terms.mk_eq(bench.counter.x, bench.terms.mk_bv(3 * i + 20, 8)), formula);
    for (program::LocationId location = 0; location < 3; ++location) a.publish(location, formula);
  }
  EXPECT_GT(bench.statistics.counter("engine.a.unpublished_lemmas"), 0U);
  EXPECT_EQ(b.receive().size(), bench.statistics.counter("engine.a.published_lemmas"));
}

TEST_F(SharedLemmasTest, FindsTheAdoptedLemmasOfAProof) {
  const SharedLemmas shared({"a", "b"}, 0);
  MemberExchange b(shared, 1, program, bench.statistics);
  b.adopt({loop, at_most(10), "a"});
  b.adopt({loop, at_most(12), "a"});
  certificate::Invariant invariant;
  invariant.at[loop] =
      bench.terms.mk_or(bench.terms.mk_and(at_most(10), bench.terms.mk_not(at_most(2))), at_most(1));
  const std::vector<Lemma> used = b.used_in(invariant);
  ASSERT_EQ(used.size(), 1U);
  EXPECT_EQ(used[0].formula, at_most(10));
  EXPECT_EQ(b.used_in(certificate::KInduction{2, invariant}).size(), 1U);
  EXPECT_TRUE(b.used_in(certificate::Unrolling{3}).empty());
}

TEST_F(SharedLemmasTest, AReportContainsTheUsedLemmas) {
  MemberReport report;
  report.judged.result = bench.right_proof();
  report.judged.used_lemmas = {{loop, at_most(10), "a"}};
  const MemberReport parsed = parse_report(program, serialize(program, report));
  ASSERT_EQ(parsed.judged.used_lemmas.size(), 1U);
  EXPECT_EQ(parsed.judged.used_lemmas[0].formula, at_most(10));
  EXPECT_EQ(parsed.judged.used_lemmas[0].sender, "a");
}

TEST_F(SharedLemmasTest, AMemberProvesWithTheLemmaOfAnother) {
  bench.add_with_env("sender", [this](Env& env) {
    env.exchange->publish(loop, at_most(10));
    return Result::unknown(Reason::Incomplete);
  });
  add_receiver();
  bench.env.jobs = 2;
  const JudgedResult judged = bench.run_portfolio("receiver,sender");
  EXPECT_EQ(judged.engine, "receiver");
  ASSERT_EQ(judged.used_lemmas.size(), 1U);
  EXPECT_EQ(judged.used_lemmas[0].sender, "sender");
  EXPECT_EQ(bench.statistics.counter("engine.receiver.used_lemmas.sender"), 1U);
}

TEST_F(SharedLemmasTest, LyingAndCrashingMembersDoNotHurt) {
  bench.add_with_env("liar", [this](Env& env) {
    env.exchange->publish(loop, at_most(3));
    env.exchange->publish(loop, bench.terms.mk_not(at_most(3)));
    env.exchange->publish(bench.counter.error, at_most(3));
    return Result::unknown(Reason::Incomplete);
  });
  bench.add_with_env("crashing", [this](Env& env) -> Result {
    env.exchange->publish(loop, at_most(10));
    std::abort();
  });
  add_receiver();
  bench.env.jobs = 3;
  const JudgedResult judged = bench.run_portfolio("liar,crashing,receiver");
  EXPECT_EQ(judged.engine, "receiver");
  ASSERT_EQ(judged.used_lemmas.size(), 1U);
  EXPECT_EQ(judged.used_lemmas[0].sender, "crashing");
}

/// A program with an error stays unsafe although a member publishes an invariant that would exclude it.
TEST_F(SharedLemmasTest, ALieIsNoProof) {
  Bench unsafe(Start::Input, CounterProgram::Unsupported::None, base::Clock::now() + seconds(2));
  const term::Term wrong = unsafe.terms.mk_bvule(unsafe.counter.x, unsafe.terms.mk_bv(10, 8));
  unsafe.add_with_env("liar", [&](Env& env) {
    env.exchange->publish(unsafe.counter.loop, wrong);
    return Result::unknown(Reason::Incomplete);
  });
  unsafe.add_with_env("receiver", [&](Env& env) {
    const Task task{unsafe.counter.program};
    const PreparedProgram prepared(task, env, Blocks::Large);
    LearntFacts learnt(prepared, "receiver", env);
    while (!env.stop.is_stopped()) {
      for (const auto& facts : learnt.update())
        if (!facts.empty()) return Result::safe(certificate::Invariant{{{unsafe.counter.loop, wrong}}});
      std::this_thread::sleep_for(milliseconds(10));
    }
    return Result::unknown(Reason::Timeout);
  });
  unsafe.env.jobs = 2;
  EXPECT_EQ(unsafe.run_portfolio("liar,receiver").result.certificate(), nullptr);
  EXPECT_EQ(unsafe.statistics.counters().contains("engine.receiver.learnt_facts"), false);
}

/// With one job the receiver is halted after 2 s, before the sender starts.
TEST_F(SharedLemmasTest, AHaltedMemberReceivesLater) {
  add_receiver();
  bench.add_with_env("sender", [this](Env& env) -> Result {
    env.exchange->publish(loop, at_most(10));
    hang();
  });
  bench.env.jobs = 1;
  const JudgedResult judged = bench.run_portfolio("receiver,sender");
  EXPECT_EQ(judged.engine, "receiver");
  EXPECT_EQ(judged.used_lemmas.size(), 1U);
}

TEST_F(SharedLemmasTest, TheExchangeCanBeSwitchedOff) {
  bench.add_with_env("sender", [](Env& env) {
    return Result::unknown(Reason::Bound, env.exchange == nullptr ? "off" : "on");
  });
  bench.add("other", [] { return Result::unknown(Reason::Incomplete); });
  bench.registry.add(make_descriptor());
  for (const base::OptionSpec& option : bench.registry.find("portfolio")->options)
    bench.settings.declare(option);
  bench.settings.set("portfolio.engines", "sender,other");
  EXPECT_EQ(bench.run("portfolio").result.reason()->detail, "sender: on");
  bench.settings.set("portfolio.exchange", "off");
  EXPECT_EQ(bench.run("portfolio").result.reason()->detail, "sender: off");
}

}  // namespace
}  // namespace pendulum::engine::portfolio
