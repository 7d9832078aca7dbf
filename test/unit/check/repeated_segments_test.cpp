// A repeated segment is followed and concretised like its expansion.
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "check/interpreter.h"
#include "check/small_programs.h"

namespace pendulum::check::test {
namespace {

using certificate::ErrorPath;
using certificate::Segment;
using certificate::Step;

/// i = 0; while (i < end) { x += a[i] + in; a[..] = in; [if (..)] b = ..; i++; } if (x is final) error;
/// The locations "head" and "middle" are on the loop. Edges: 0: start, 1: first half, 2 and 3: second half,
/// for i % period == 0 and for the other cases, 4: to the error.
class LoopTest : public ::testing::Test {
 protected:
  Term draw(std::initializer_list<Term> terms) {
    return *(terms.begin() + static_cast<std::ptrdiff_t>(random_() % terms.size()));
  }

  void make(std::int64_t end, std::int64_t period) {
    term::TermManager& terms = w_.terms;
    Draft draft(w_);
    const term::Sort sort = terms.array_sort(terms.bitvec_sort(32), terms.bitvec_sort(32));
    i_ = draft.variable(w_.symbol("i", 32));
    x_ = draft.variable(w_.symbol("x", 32));
    const Term case_period = draft.variable(w_.symbol("period", 32));
    a_ = draft.variable(terms.mk_symbol("a", sort));
    b_ = draft.variable(terms.mk_symbol("b", sort));
    in_ = w_.symbol("in", 32);
    const Term mask = w_.bv(15, 32);
    const auto small = [&](Term term) { return terms.mk_bv_binary(Kind::BvAnd, term, mask); };
    for (const char* name : {"entry", "head", "middle", "error"}) draft.location(name);
    const Term zeros = terms.mk_const_array(sort, w_.bv(3, 32));
    draft.edge(
        0, 1, w_.yes(),
        {{i_, w_.bv(0, 32)}, {x_, w_.bv(1, 32)}, {case_period, w_.bv(period, 32)}, {a_, zeros}, {b_, zeros}});
    const Term read =
        terms.mk_select(draw({a_, b_, terms.mk_store(a_, small(x_), i_)}), draw({i_, small(x_)}));
    draft.edge(1, 2, terms.mk_and(w_.below(i_, end), w_.no(w_.is(in_, 777'777))),
               {{x_, terms.mk_bvadd(terms.mk_bvadd(x_, read), in_)},
                {a_, terms.mk_store(a_, draw({i_, small(i_), small(x_)}), draw({in_, x_}))}},
               {in_});
    const Term is_case = w_.is(terms.mk_bv_binary(Kind::BvUrem, i_, case_period), 0);
    const Term written = terms.mk_store(terms.mk_store(b_, small(i_), x_), small(x_), i_);
    const Term chosen = terms.mk_ite(w_.below(small(x_), 8), written, draw({a_, b_, zeros}));
    draft.edge(2, 1, is_case, {{i_, w_.plus(i_, 1)}, {b_, chosen}});
    draft.edge(2, 1, w_.no(is_case), {{i_, w_.plus(i_, 1)}, {a_, draw({a_, b_})}});
    draft.edge(1, 3, w_.is(i_, end));
    program_ = draft.build(0, 3);
  }

  /// 32 bits of the iteration.
  Term low() { return w_.terms.mk_extract(certificate::iteration(w_.terms), 31, 0); }
  Term random_value() {
    term::TermManager& terms = w_.terms;
    Term table =
        terms.mk_const_array(terms.array_sort(terms.bitvec_sort(64), terms.bitvec_sort(32)), w_.bv(5, 32));
    for (int k = 0; k < 20; ++k)
      table = terms.mk_store(table, w_.bv(static_cast<std::int64_t>(random_() % 300), 64),
                             w_.bv(static_cast<std::int64_t>(random_() % 1000), 32));
    return draw({w_.bv(9, 32), w_.plus(low(), 5), terms.mk_select(table, certificate::iteration(terms))});
  }

  ErrorPath path(std::uint64_t count, Term value) {
    ErrorPath result(std::vector<Step>{{0, {}}});
    result.append(Segment{{{1, {{in_, value}}}, {2, {}}}, count});
    result.append(Step{4, {}});
    return result;
  }

  void expect_same(const check::Run& run, const check::Run& expected) {
    EXPECT_EQ(run.reached_error, expected.reached_error) << run.stuck_reason << expected.stuck_reason;
    EXPECT_EQ(run.steps, expected.steps);
    if (!expected.reached_error) return;
    EXPECT_EQ(run.state, expected.state);
    for (const auto& [array, value] : expected.arrays)
      EXPECT_EQ(run.arrays.at(array).entries(), value.entries()) << array.name();
    const std::vector<ConsumedInput> inputs = expanded(w_.terms, run.inputs);
    const std::vector<ConsumedInput> all = expanded(w_.terms, expected.inputs);
    ASSERT_EQ(inputs.size(), all.size());
    for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(inputs[k].value, all[k].value);
  }

  Workshop w_;
  std::mt19937 random_{7};
  Term i_, x_, a_, b_, in_;
  std::optional<Program> program_;
};

TEST_F(LoopTest, FollowedAsIfWrittenOut) {
  for (int round = 0; round < 20; ++round) {
    make(40, 1);
    const ErrorPath repeated = path(40, random_value());
    const check::Run run = follow(*program_, repeated);
    EXPECT_TRUE(run.reached_error) << run.stuck_reason;
    EXPECT_EQ(run.inputs.size(), 3u);
    expect_same(run, follow(*program_, certificate::expanded(w_.terms, repeated)));
  }
}

TEST_F(LoopTest, DamagedSegmentsAreRejected) {
  make(1000, 1);
  EXPECT_TRUE(follow(*program_, path(1000, low())).reached_error);
  for (const std::uint64_t count : {0U, 1U, 999U, 1001U, 2000U})
    EXPECT_FALSE(follow(*program_, path(count, low())).reached_error) << count;
  const check::Run run = follow(*program_, path(1000, w_.plus(low(), 777'000)));
  EXPECT_FALSE(run.reached_error);
  EXPECT_NE(run.stuck_reason.find("in repetition 777 of segment 1"), std::string::npos) << run.stuck_reason;
  EXPECT_EQ(run.steps, 1u + 2 * 777);
  EXPECT_FALSE(follow(*program_, path(1000, a_)).reached_error) << "another sort";
  EXPECT_FALSE(follow(*program_, path(1000, x_)).reached_error) << "no value";
  ErrorPath plain = path(1000, low());
  plain.segments[0].steps[0].inputs[in_] = low();
  plain.segments[0].steps.push_back({1, {{in_, low()}}});
  EXPECT_FALSE(follow(*program_, plain).reached_error) << "an iteration where nothing is repeated";
  ErrorPath half = path(1000, low());
  half.segments[1].steps.pop_back();
  EXPECT_FALSE(follow(*program_, half).reached_error) << "no cycle";
}

/// A value that is wrong in only one repetition changes the sum.
TEST_F(LoopTest, AWrongValueInTheMiddleIsSeen) {
  make(500, 1);
  const check::Run good = follow(*program_, path(500, w_.bv(5, 32)));
  term::TermManager& terms = w_.terms;
  const Term fives =
      terms.mk_const_array(terms.array_sort(terms.bitvec_sort(64), terms.bitvec_sort(32)), w_.bv(5, 32));
  const Term table = terms.mk_store(fives, w_.bv(250, 64), w_.bv(6, 32));
  const check::Run bad = follow(*program_, path(500, terms.mk_select(table, certificate::iteration(terms))));
  EXPECT_NE(good.state.at(x_), bad.state.at(x_));
}

TEST_F(LoopTest, RefinedAsIfWrittenOut) {
  for (const std::int64_t period : {1, 2, 7, 1000}) {
    for (int round = 0; round < 5; ++round) {
      make(60, period);
      const program::Transformed large = program::large_block(*program_);
      ErrorPath coarse;
      const Term value = random_value();
      const auto edge_between = [&](LocationId source, LocationId target) {
        for (program::EdgeId id = 0; id < large.program.edges().size(); ++id)
          if (large.origin[large.program.edge(id).source] == source &&
              large.origin[large.program.edge(id).target] == target)
            return id;
        return program::EdgeId(99);
      };
      const auto step = [&](program::EdgeId edge) {
        Step result{edge, {}};
        for (const program::Input& input : large.program.edge(edge).inputs)
          result.inputs.emplace(input.symbol, value);
        return result;
      };
      coarse.append(step(edge_between(0, 1)));
      coarse.append(Segment{{step(edge_between(1, 1))}, 20});
      coarse.append(Segment{{step(edge_between(1, 1)), step(edge_between(1, 1))}, 20});
      coarse.append(step(edge_between(1, 3)));
      const auto fine = concretise_path(*program_, large, coarse);
      const auto expected = concretise_path(*program_, large, certificate::expanded(w_.terms, coarse));
      ASSERT_TRUE(fine.has_value() && expected.has_value());
      EXPECT_EQ(fine->num_steps(), 122u);
      if (period == 1) {
        EXPECT_EQ(fine->segments.size(), 5u);
      }
      expect_same(follow(*program_, *fine), follow(*program_, *expected));
      EXPECT_TRUE(follow(*program_, *fine).reached_error);
    }
  }
}

/// Iterations that alternate between different edges are repeated together.
TEST_F(LoopTest, TurnsAreRepeatedTogether) {
  for (const std::int64_t period : {2, 7}) {
    make(100'000, period);
    const program::Transformed large = program::large_block(*program_);
    const LocationId head = large.program.edge(large.program.outgoing(large.program.entry())[0]).target;
    ErrorPath coarse;
    coarse.append(Step{large.program.outgoing(large.program.entry())[0], {}});
    for (const program::EdgeId id : large.program.outgoing(head)) {
      const program::Edge& edge = large.program.edge(id);
      if (edge.target == head) coarse.append(Segment{{{id, {{edge.inputs[0].symbol, low()}}}}, 100'000});
    }
    for (const program::EdgeId id : large.program.outgoing(head))
      if (large.program.edge(id).target != head) coarse.append(Step{id, {}});
    const auto start = std::chrono::steady_clock::now();
    const auto fine = concretise_path(*program_, large, coarse);
    ASSERT_TRUE(fine.has_value());
    EXPECT_LT(fine->segments.size(), 20u);
    EXPECT_EQ(fine->num_steps(), 200'002u);
    const check::Run run = follow(*program_, *fine);
    EXPECT_TRUE(run.reached_error) << run.stuck_reason;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  }
}

TEST_F(LoopTest, AMillionRepetitionsAreQuick) {
  make(1'000'000, 1);
  const auto start = std::chrono::steady_clock::now();
  const program::Transformed large = program::large_block(*program_);
  const check::Run run = follow(*program_, path(1'000'000, low()));
  EXPECT_FALSE(run.reached_error) << "one value is forbidden";
  const check::Run good = follow(*program_, path(1'000'000, w_.terms.mk_bvmul(low(), w_.bv(2, 32))));
  EXPECT_TRUE(good.reached_error) << good.stuck_reason;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

/// Steps with arrays take the same time at the end of a long path as at its beginning.
TEST_F(LoopTest, TenThousandsOfPlainStepsWithArraysAreQuick) {
  make(20'000, 1);
  const ErrorPath plain = certificate::expanded(w_.terms, path(20'000, low()));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(follow(*program_, plain).reached_error);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

}  // namespace
}  // namespace pendulum::check::test
