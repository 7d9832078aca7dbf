// Which proposals become facts, and how lemmas are received and published.
#include "engine/facts/learnt_facts.h"

#include <gtest/gtest.h>

#include "engine/fake_engines.h"
#include "term/traverse.h"

namespace pendulum::engine {
namespace {

/// Delivers given lemmas once, and stores the published ones.
class StoredLemmas : public LemmaExchange {
 public:
  void publish(program::LocationId location, term::Term formula) override {
    published.push_back({location, formula, ""});
  }
  std::vector<Lemma> receive() override { return std::exchange(incoming, {}); }

  std::vector<Lemma> incoming;
  std::vector<Lemma> published;
};

struct LearntFactsTest : ::testing::Test {
  Bench bench;
  Task task{bench.counter.program};
  StoredLemmas exchange;

  term::Term at_most(std::int64_t bound) {
    return bench.terms.mk_bvule(bench.counter.x, bench.terms.mk_bv(bound, 8));
  }
  program::LocationId loop_of(const PreparedProgram& prepared) {
    for (program::LocationId id = 0; id < prepared.program().locations().size(); ++id)
      if (prepared.task_location(id) == bench.counter.loop) return id;
    ADD_FAILURE() << "the loop should be kept";
    return 0;
  }
};

TEST_F(LearntFactsTest, KeepsInductiveProposalsOnly) {
  const PreparedProgram prepared(task, bench.env, Blocks::Large);
  LearntFacts learnt(prepared, "test", bench.env);
  const program::LocationId loop = loop_of(prepared);
  learnt.propose(loop, bench.terms.mk_and(at_most(10), at_most(9)));
  const facts::Facts fresh = learnt.update();
  EXPECT_EQ(fresh[loop], term::TermVector{at_most(10)});
  EXPECT_EQ(learnt.facts()[loop], term::TermVector{at_most(10)});
  EXPECT_TRUE(learnt.update()[loop].empty());
}

TEST_F(LearntFactsTest, PublishesOwnFacts) {
  bench.env.exchange = &exchange;
  const PreparedProgram prepared(task, bench.env, Blocks::Large);
  LearntFacts learnt(prepared, "test", bench.env);
  learnt.propose(loop_of(prepared), at_most(10));
  learnt.update();
  ASSERT_EQ(exchange.published.size(), 1U);
  EXPECT_EQ(exchange.published[0].location, bench.counter.loop);
  EXPECT_EQ(exchange.published[0].formula, at_most(10));
}

TEST_F(LearntFactsTest, DoesNotBelieveReceivedLemmas) {
  bench.env.exchange = &exchange;
  exchange.incoming = {{bench.counter.loop, at_most(10), "honest"},
                       {bench.counter.loop, at_most(3), "wrong"},
                       {bench.counter.entry, at_most(3), "wrong"}};
  const PreparedProgram prepared(task, bench.env, Blocks::Large);
  LearntFacts learnt(prepared, "test", bench.env);
  const program::LocationId loop = loop_of(prepared);
  EXPECT_EQ(learnt.update()[loop], term::TermVector{at_most(10)});
  EXPECT_EQ(learnt.sender(loop, at_most(10)), "honest");
  EXPECT_TRUE(exchange.published.empty()) << "received lemmas should not be sent back";
}

TEST_F(LearntFactsTest, PublishesIntegerFactsAsBitVectors) {
  bench.env.exchange = &exchange;
  const PreparedProgram prepared(task, bench.env, Blocks::Large, Theory::Integers);
  LearntFacts learnt(prepared, "test", bench.env);
  learnt.propose(loop_of(prepared),
                 bench.terms.mk_le(prepared.image(bench.counter.x), bench.terms.mk_int(10)));
  learnt.update();
  ASSERT_EQ(exchange.published.size(), 1U);
  EXPECT_EQ(term::symbols(exchange.published[0].formula), term::TermVector{bench.counter.x});
}

}  // namespace
}  // namespace pendulum::engine
