// Tests large blocks: the shape of small examples, that diamonds are merged, and on random programs that the
// steps between cutpoints are exactly those of the small blocks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "program/passes/passes.h"
#include "program/random_program.h"
#include "program/step_relation.h"
#include "program/wto.h"
#include "term/traverse.h"

namespace pendulum::program {
namespace {

using testing::Outcome;

class LargeBlockTest : public ::testing::Test {
 protected:
  term::TermManager terms;
  term::Sort word = terms.bitvec_sort(8);
  term::Term x = terms.mk_symbol("x", word);
  term::Term y = terms.mk_symbol("y", word);
  term::Term zero = terms.mk_bv(0, 8);
  term::Term one = terms.mk_bv(1, 8);
  ProgramBuilder builder{terms};
  LocationId entry = builder.add_location("entry");
  LocationId error = builder.add_location("error");

  void SetUp() override {
    builder.add_variable({x, "x", "main"});
    builder.add_variable({y, "y", "main"});
    builder.set_entry(entry);
    builder.set_error(error);
  }
  LocationId at(const std::string& name) { return builder.add_location(name); }
  void edge(LocationId source, LocationId target, term::Term guard, std::vector<Assignment> updates = {},
            term::TermVector inputs = {}) {
    Edge result{.source = source, .target = target, .guard = guard, .updates = std::move(updates)};
    for (term::Term input : inputs) result.inputs.push_back({input, {}});
    builder.add_edge(std::move(result));
  }
  term::Term is(std::int64_t value) { return terms.mk_eq(x, terms.mk_bv(value, 8)); }
  term::Term no(term::Term condition) { return terms.mk_not(condition); }
};

TEST_F(LargeBlockTest, LoopKeepsItsHead) {
  const LocationId head = at("head");
  const LocationId body = at("body");
  edge(entry, head, terms.mk_true(), {{x, zero}});
  edge(head, body, no(is(10)));
  edge(body, head, terms.mk_true(), {{x, terms.mk_bvadd(x, one)}});
  edge(head, error, is(10));
  const Program program = builder.build();
  EXPECT_EQ((std::vector<LocationId>{entry, error, head}), cutpoints(program));
  const Transformed large = large_block(program);
  EXPECT_EQ((std::vector<LocationId>{entry, error, head}), large.origin);
  ASSERT_EQ(3u, large.program.edges().size());
  EXPECT_EQ(large.program.edge(0).updates[0].value, zero);
  EXPECT_EQ(large.program.edge(1).guard, is(10));
  EXPECT_EQ(large.program.edge(2).guard, no(is(10)));
  EXPECT_EQ(large.program.edge(2).updates[0].value, terms.mk_bvadd(x, one));
}

TEST_F(LargeBlockTest, DiamondsLeaveNoCondition) {
  // x = in; then 20 diamonds in a row, each with a nested switch, then the error if y is 0.
  const term::Term in = terms.mk_symbol("in", word);
  LocationId here = at("start");
  edge(entry, here, terms.mk_true(), {{x, in}, {y, zero}}, {in});
  for (int i = 0; i < 20; ++i) {
    const LocationId left = at("left"), right = at("right"), inner = at("inner"), next = at("next");
    edge(here, left, is(i));
    edge(here, right, no(is(i)));
    edge(left, next, terms.mk_true(), {{y, terms.mk_bvadd(y, one)}});
    edge(right, inner, is(100 + i));
    edge(right, inner, is(200 + i), {{y, one}});
    edge(right, inner, terms.mk_and(no(is(100 + i)), no(is(200 + i))));
    edge(inner, next, terms.mk_true());
    here = next;
  }
  const term::Term test = terms.mk_eq(y, zero);
  edge(here, error, test);
  const Transformed large = large_block(builder.build());
  ASSERT_EQ(1u, large.program.edges().size());
  const term::Term guard = large.program.edge(0).guard;
  // Only the condition on the merged y: an equation, not a conjunction of path conditions.
  EXPECT_NE(term::Kind::And, guard.kind());
  EXPECT_NE(term::Kind::Or, guard.kind());
  EXPECT_LT(term::dag_size(guard), 250u);
  ASSERT_EQ(1u, large.program.edge(0).inputs.size());
  EXPECT_EQ(in, large.program.edge(0).inputs[0].symbol);
}

TEST_F(LargeBlockTest, AssumptionsStayInTheCondition) {
  // if (x == 1) assume(y == 0); error
  const LocationId start = at("start"), then = at("then"), next = at("next");
  const term::Term in = terms.mk_symbol("in", word), in2 = terms.mk_symbol("in2", word);
  edge(entry, start, terms.mk_true(), {{x, in}, {y, in2}}, {in, in2});
  edge(start, then, is(1));
  edge(start, next, no(is(1)));
  edge(then, next, terms.mk_eq(y, zero));
  edge(next, error, terms.mk_true());
  const Transformed large = large_block(builder.build());
  ASSERT_EQ(1u, large.program.edges().size());
  EXPECT_EQ(terms.mk_or(no(terms.mk_eq(in, one)), terms.mk_eq(in2, zero)), large.program.edge(0).guard);
}

TEST_F(LargeBlockTest, EveryViolationIsCountedOnce) {
  const LocationId start = at("start");
  const term::Term in = terms.mk_symbol("in", word);
  edge(entry, start, terms.mk_true(), {{x, in}}, {in});
  for (unsigned i = 0; i < 20; ++i)
    builder.add_edge({.source = start,
                      .target = error,
                      .guard = terms.mk_eq(x, terms.mk_bv(i, word.width())),
                      .violation = fmt::format("v{}", i % 10)});
  const Transformed large = large_block(builder.build());
  ASSERT_EQ(1u, large.program.edges().size());
  EXPECT_EQ("v0 or v1 or v2 or v3 or v4 or v5 or v6 or v7 or one of 2 others",
            large.program.edge(0).violation);
}

TEST_F(LargeBlockTest, UnsupportedStaysApart) {
  const LocationId start = at("start");
  const term::Term in = terms.mk_symbol("in", word);
  edge(entry, start, terms.mk_true(), {{x, in}}, {in});
  builder.add_edge({.source = start, .target = error, .guard = is(1), .violation = "assertion a"});
  builder.add_edge({.source = start, .target = error, .guard = is(2), .violation = "assertion b"});
  builder.add_edge(
      {.source = start, .target = error, .guard = is(3), .violation = "asm", .is_unsupported = true});
  const Transformed large = large_block(builder.build());
  ASSERT_EQ(2u, large.program.edges().size());
  const Edge& violation = large.program.edge(0);
  const Edge& unsupported = large.program.edge(1);
  EXPECT_FALSE(violation.is_unsupported);
  EXPECT_EQ("assertion a or assertion b", violation.violation);
  EXPECT_TRUE(unsupported.is_unsupported);
  EXPECT_EQ("asm", unsupported.violation);
  // The input is used twice: the second edge has its own input, and the map contains the original.
  EXPECT_EQ(in, violation.inputs.at(0).symbol);
  const term::Term renamed = unsupported.inputs.at(0).symbol;
  EXPECT_NE(in, renamed);
  EXPECT_EQ(in, large.original_input(renamed));
  EXPECT_EQ(in, large.original_input(in));
}

TEST_F(LargeBlockTest, RefusesCutpointsThatDoNotCut) {
  const LocationId head = at("head");
  edge(entry, head, terms.mk_true(), {{x, zero}});
  edge(head, head, is(0));
  edge(head, error, is(1));
  const Program program = builder.build();
  EXPECT_THROW(large_block(program, {entry, error}), base::InternalError);
}

/// All results of cutpoint-free executions from a state at a location.
std::set<Outcome> small_outcomes(const Program& program, const std::vector<bool>& is_cutpoint,
                                 LocationId from, const term::Model& model,
                                 const std::vector<term::TermVector>& live) {
  std::set<Outcome> result;
  std::vector<std::pair<LocationId, term::Model>> stack{{from, model}};
  while (!stack.empty()) {
    const auto [id, state] = std::move(stack.back());
    stack.pop_back();
    for (EdgeId edge_id : program.outgoing(id)) {
      const Edge& edge = program.edge(edge_id);
      for (term::Model& next : testing::successors(program, edge, state)) {
        if (is_cutpoint[edge.target]) {
          result.insert({program.location(edge.target).name, testing::state_of(next, live[edge.target]),
                         edge.is_unsupported});
        } else {
          stack.emplace_back(edge.target, std::move(next));
        }
      }
    }
  }
  return result;
}

std::set<Outcome> large_outcomes(const Program& large, LocationId from, const term::Model& model,
                                 const std::vector<LocationId>& origin,
                                 const std::vector<term::TermVector>& live) {
  std::set<Outcome> result;
  for (EdgeId id : large.outgoing(from)) {
    const Edge& edge = large.edge(id);
    for (const term::Model& next : testing::successors(large, edge, model))
      result.insert({large.location(edge.target).name, testing::state_of(next, live[origin[edge.target]]),
                     edge.is_unsupported});
  }
  return result;
}

TEST(LargeBlockRandomTest, StepsBetweenCutpointsAreThoseOfSmallBlocks) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    term::TermManager terms;
    const Program program = testing::RandomProgram(terms, seed).make();
    const std::vector<LocationId> cuts = cutpoints(program);
    std::vector<bool> is_cutpoint(program.locations().size());
    for (LocationId id : cuts) is_cutpoint[id] = true;
    const std::vector<term::TermVector> live = live_variables(program);
    const Transformed large = large_block(program);
    term::TermVector variables;
    for (const Variable& variable : program.variables()) variables.push_back(variable.symbol);
    for (LocationId id = 0; id < large.program.locations().size(); ++id) {
      bool is_too_large = false;
      for (EdgeId edge : large.program.outgoing(id))
        is_too_large |= large.program.edge(edge).inputs.size() > 8;
      if (is_too_large) continue;
      term::Model model;
      testing::for_all_values(terms, variables, model, [&] {
        if (::testing::Test::HasFailure()) return;
        EXPECT_EQ(small_outcomes(program, is_cutpoint, large.origin[id], model, live),
                  large_outcomes(large.program, id, model, large.origin, live))
            << "seed " << seed << " at " << large.program.location(id).name;
      });
    }
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(LargeBlockScaleTest, LinearInLongPrograms) {
  // 10,000 diamonds with assertions and 200 variables, one big loop.
  term::TermManager terms;
  ProgramBuilder builder(terms);
  const term::Sort word = terms.bitvec_sort(32);
  const LocationId entry = builder.add_location("entry"), error = builder.add_location("error");
  const LocationId head = builder.add_location("head");
  builder.set_entry(entry);
  builder.set_error(error);
  term::TermVector variables;
  std::vector<Assignment> initial;
  for (int i = 0; i < 200; ++i) {
    variables.push_back(terms.mk_symbol("v" + std::to_string(i), word));
    builder.add_variable({variables.back(), "", ""});
    initial.push_back({variables.back(), terms.mk_bv(i, 32)});
  }
  builder.add_edge({.source = entry, .target = head, .guard = terms.mk_true(), .updates = initial});
  LocationId here = head;
  for (std::size_t i = 0; i < 10'000; ++i) {
    const LocationId left = builder.add_location("left"), right = builder.add_location("right");
    const LocationId next = i + 1 == 10'000 ? head : builder.add_location("next");
    const term::Term a = variables[i % 200], b = variables[(7 * i + 3) % 200];
    const term::Term test = terms.mk_bvslt(a, terms.mk_bv(static_cast<std::int64_t>(i), 32));
    const term::Term bad = terms.mk_eq(b, terms.mk_bv(77, 32));
    builder.add_edge({.source = here, .target = left, .guard = test});
    builder.add_edge({.source = here, .target = right, .guard = terms.mk_not(test)});
    builder.add_edge({.source = left, .target = error, .guard = bad});
    builder.add_edge({.source = left,
                      .target = next,
                      .guard = terms.mk_not(bad),
                      .updates = {{b, terms.mk_bvadd(b, terms.mk_bv(1, 32))}}});
    builder.add_edge({.source = right, .target = next, .guard = terms.mk_true(), .updates = {{a, b}}});
    here = next;
  }
  const Program program = builder.build();
  const auto start = std::chrono::steady_clock::now();
  const Transformed large = large_block(program);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(3u, large.program.edges().size());
  std::size_t size = 0;
  for (const Edge& edge : large.program.edges()) {
    term::TermVector roots{edge.guard};
    for (const Assignment& update : edge.updates) roots.push_back(update.value);
    size = std::max(size, term::subterms(std::span<const term::Term>(roots)).size());
  }
  EXPECT_LT(size, 300'000u);
  EXPECT_LT(seconds.count(), 20.0);
  RecordProperty("seconds", std::to_string(seconds.count()));
}

TEST_F(LargeBlockTest, MediumBlocksCutDiamondsThatMultiply) {
  LocationId last = at("start");
  edge(entry, last, terms.mk_true(), {{x, zero}});
  std::vector<LocationId> joins;
  for (int i = 0; i < 4; ++i) {
    const LocationId left = at("left"), right = at("right");
    joins.push_back(at("join"));
    edge(last, left, is(i));
    edge(last, right, no(is(i)));
    edge(left, joins.back(), terms.mk_true(), {{x, terms.mk_bvadd(x, one)}});
    edge(right, joins.back(), terms.mk_true());
    last = joins.back();
  }
  edge(last, error, is(7));
  const Program program = builder.build();
  EXPECT_EQ(cutpoints(program), medium_cutpoints(program, 16));
  EXPECT_EQ((std::vector<LocationId>{entry, error, joins[1], joins[3]}), medium_cutpoints(program, 3));
}

TEST_F(LargeBlockTest, MediumBlocksKeepTheCasesOfASwitchTogether) {
  const LocationId start = at("start"), join = at("join"), end = at("end");
  edge(entry, start, terms.mk_true(), {{x, zero}});
  for (int i = 0; i < 4; ++i) edge(start, join, is(i));
  edge(join, end, terms.mk_true());
  edge(end, error, is(7));
  EXPECT_EQ((std::vector<LocationId>{entry, error}), medium_cutpoints(builder.build(), 4));
}

}  // namespace
}  // namespace pendulum::program
