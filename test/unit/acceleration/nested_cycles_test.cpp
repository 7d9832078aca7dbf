// Cycles with accelerated inner loops: every feasible pass through such a cycle corresponds to an execution
// of the program.
#include "acceleration/nested_cycles.h"

#include <gtest/gtest.h>

#include <random>

#include "acceleration/acceleration_fixture.h"
#include "program/text/text.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::acceleration::test {
namespace {

/// A program with two nested loops: edge 1 enters the inner loop, edge 2 is its body, edge 3 leaves it.
std::string nested_program(const std::string& inner_condition, const std::string& inner_step) {
  return R"(program
variable i (_ BitVec 5)
variable j (_ BitVec 5)
variable m (_ BitVec 5)
variable sum (_ BitVec 5)
location 0 "entry"
location 1 "outer"
location 2 "inner"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  input m!0 (_ BitVec 5) internal
  set i #b00000
  set j #b00000
  set m m!0
  set sum #b00000
edge 1 -> 2
  guard (bvult i #b01100)
  set j i
edge 2 -> 2
  guard )" +
         inner_condition + R"(
  set j )" +
         inner_step + R"(
  set sum (bvadd sum j)
edge 2 -> 1
  guard (not )" +
         inner_condition + R"()
  set i (bvadd i #b00001)
edge 1 -> 3
  guard (= sum #b11111)
)";
}

class NestedCycles : public ::testing::Test {
 protected:
  /// The accelerator of the inner loop, at the location "inner".
  Accelerator inner_accelerator(const program::Program& program) {
    const Cycle cycle = make_cycle(program, {2});
    term::Model state;
    for (const program::Variable& variable : program.variables()) state[variable.symbol] = w_.bv(1, 5);
    state[w_.symbol("m", 5)] = w_.bv(9, 5);
    const auto path = resolve(w_.terms, cycle, state);
    if (!path) throw std::runtime_error("the inner path is not feasible");
    auto result = acceleration::accelerate(program, *path, w_.prover);
    return std::get<Accelerator>(std::move(result));
  }

  /// Takes the edge in `state`; returns false if its guard is false.
  bool take(const program::Program& program, program::EdgeId id, term::Model& state) {
    const program::Edge& edge = program.edge(id);
    if (!term::evaluate(w_.terms, edge.guard, state).is_true()) return false;
    const term::Model before = state;
    for (const program::Assignment& update : edge.updates)
      state[update.variable] = term::evaluate(w_.terms, update.value, before);
    return true;
  }

  /// Executes the edges of the cycle and the iterations of its inner loops from random states, and compares
  /// the result with the updates of the cycle. Returns the number of states in which the cycle is feasible.
  unsigned compare(const program::Program& program, const Cycle& cycle) {
    unsigned feasible = 0;
    std::mt19937 random(7);
    for (int round = 0; round < 3000; ++round) {
      term::Model start;
      for (const program::Variable& variable : program.variables())
        start[variable.symbol] = w_.bv(static_cast<std::int64_t>(random() % 32), 5);
      if (!term::evaluate(w_.terms, cycle.guard, start).is_true()) continue;
      ++feasible;
      term::Model state = start;
      for (std::size_t i = 0; i < cycle.edges.size(); ++i) {
        for (const InnerLoop& inner : cycle.inner) {
          if (inner.position != i) continue;
          const mpz_class count = term::evaluate(w_.terms, inner.count, start).integer_value();
          for (mpz_class n = 0; n < count; ++n) EXPECT_TRUE(take(program, 2, state));
        }
        EXPECT_TRUE(take(program, cycle.edges[i], state));
      }
      for (const program::Assignment& update : cycle.updates)
        EXPECT_EQ(state[update.variable], term::evaluate(w_.terms, update.value, start));
    }
    return feasible;
  }

  AccelerationContext w_;
};

TEST_F(NestedCycles, PassesAreExecutions) {
  const std::pair<std::string, std::string> loops[] = {
      {"(bvult j m)", "(bvadd j #b00001)"},   {"(bvule j m)", "(bvadd j #b00001)"},
      {"(bvult j m)", "(bvadd j #b00011)"},   {"(not (= j m))", "(bvadd j #b00001)"},
      {"(not (= j m))", "(bvadd j #b11111)"}, {"(bvult #b00000 j)", "(bvadd j #b11111)"},
      {"(not (= j m))", "(bvadd j #b00101)"},
  };
  for (const auto& [condition, step] : loops) {
    SCOPED_TRACE(condition + " " + step);
    const program::Program program = program::parse(w_.terms, nested_program(condition, step));
    const std::vector<Accelerator> accelerators{inner_accelerator(program)};
    const std::vector<Cycle> cycles = nested_cycles(program, {1, 3}, accelerators);
    ASSERT_FALSE(cycles.empty());
    ASSERT_EQ(1U, cycles[0].inner.size());
    EXPECT_EQ(1U, cycles[0].inner[0].position);
    EXPECT_GT(compare(program, cycles[0]), 0U);
  }
}

TEST_F(NestedCycles, TheOuterPathIsAcceleratedAgain) {
  const program::Program program =
      program::parse(w_.terms, nested_program("(bvult j m)", "(bvadd j #b00001)"));
  const std::vector<Accelerator> accelerators{inner_accelerator(program)};
  const std::vector<Cycle> cycles = nested_cycles(program, {1, 3}, accelerators);
  ASSERT_FALSE(cycles.empty());
  const auto path = resolve(w_.terms, cycles[0],
                            {{w_.symbol("i", 5), w_.bv(0, 5)},
                             {w_.symbol("j", 5), w_.bv(0, 5)},
                             {w_.symbol("m", 5), w_.bv(9, 5)},
                             {w_.symbol("sum", 5), w_.bv(0, 5)}});
  ASSERT_TRUE(path.has_value());
  auto result = acceleration::accelerate(program, *path, w_.prover);
  ASSERT_TRUE(std::holds_alternative<Accelerator>(result)) << std::get<std::string>(result);
  const Accelerator& outer = std::get<Accelerator>(result);
  // Iteration i of the outer loop takes m - i iterations of the inner one.
  ASSERT_EQ(1U, outer.inner_counts.size());
  EXPECT_EQ(1U, outer.inner_counts[0].count.degree());
  EXPECT_FALSE(outer.is_exact);
  // An accelerator with inner loops is not suitable for another nested cycle.
  EXPECT_TRUE(nested_cycles(program, {1, 3}, {outer}).empty());
}

TEST_F(NestedCycles, LoopsThatWriteArraysAreNotSummarised) {
  const program::Program program =
      program::parse(w_.terms, nested_program("(bvult j m)", "(bvadd j #b00001)"));
  Accelerator inner = inner_accelerator(program);
  const Term array = w_.array("a", 5, 5);
  inner.definitions.push_back({array, w_.symbol("index", 5), w_.bv(0, 5)});
  EXPECT_TRUE(nested_cycles(program, {1, 3}, {inner}).empty());
}

}  // namespace
}  // namespace pendulum::acceleration::test
