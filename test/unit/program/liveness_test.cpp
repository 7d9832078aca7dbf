// Tests live variables: handwritten cases, random programs against the definition, and a large program.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "program/program.h"

namespace pendulum::program {
namespace {

class LivenessTest : public ::testing::Test {
 protected:
  term::TermManager terms;
  term::Sort int8 = terms.bitvec_sort(8);
  term::Term zero = terms.mk_bv(0, 8);
  ProgramBuilder builder{terms};

  std::vector<LocationId> locations(std::size_t count) {
    std::vector<LocationId> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back(builder.add_location(std::to_string(i)));
    builder.set_entry(result.front());
    builder.set_error(result.back());
    return result;
  }

  term::TermVector variables(std::size_t count) {
    term::TermVector result;
    for (std::size_t i = 0; i < count; ++i) {
      result.push_back(terms.mk_symbol("v" + std::to_string(i), int8));
      builder.add_variable({result.back(), "", "", Variable::Signedness::Unknown});
    }
    return result;
  }

  void edge(LocationId source, LocationId target, term::Term guard, std::vector<Assignment> updates = {}) {
    builder.add_edge({.source = source, .target = target, .guard = guard, .updates = std::move(updates)});
  }
};

TEST_F(LivenessTest, ReadsMakeLiveAndWritesEndIt) {
  const auto v = variables(3);
  const auto l = locations(5);
  edge(l[0], l[1], terms.mk_true(), {{v[0], zero}, {v[1], zero}, {v[2], zero}});
  edge(l[1], l[2], terms.mk_bvslt(v[0], zero), {{v[1], v[2]}});
  edge(l[2], l[3], terms.mk_true(), {{v[2], zero}});
  edge(l[3], l[4], terms.mk_eq(v[1], v[2]));
  const auto live = live_variables(builder.build());
  EXPECT_EQ(term::TermVector{}, live[0]);
  EXPECT_EQ((term::TermVector{v[0], v[2]}), live[1]);
  EXPECT_EQ(term::TermVector{v[1]}, live[2]);
  EXPECT_EQ((term::TermVector{v[1], v[2]}), live[3]);
  EXPECT_EQ(term::TermVector{}, live[4]);
}

TEST_F(LivenessTest, LoopsCarryLivenessAround) {
  const auto v = variables(2);
  const auto l = locations(4);
  edge(l[0], l[1], terms.mk_true(), {{v[0], zero}, {v[1], zero}});
  edge(l[1], l[2], terms.mk_true(), {{v[0], terms.mk_bvadd(v[0], v[1])}});
  edge(l[2], l[1], terms.mk_true());
  edge(l[1], l[3], terms.mk_true());
  const auto live = live_variables(builder.build());
  EXPECT_EQ((term::TermVector{v[0], v[1]}), live[1]);
  EXPECT_EQ((term::TermVector{v[0], v[1]}), live[2]);
}

/// The definition: x is live at l when a path of edges that do not assign x leads to an edge that reads it.
bool is_live(const Program& program, LocationId start, term::Term variable) {
  std::vector<bool> is_seen(program.locations().size());
  std::vector<LocationId> stack{start};
  is_seen[start] = true;
  while (!stack.empty()) {
    const LocationId id = stack.back();
    stack.pop_back();
    for (EdgeId edge_id : program.outgoing(id)) {
      const Edge& edge = program.edge(edge_id);
      bool is_written = false;
      for (const Assignment& update : edge.updates) {
        if (update.value == variable) return true;
        is_written |= update.variable == variable;
      }
      if (is_written || is_seen[edge.target]) continue;
      is_seen[edge.target] = true;
      stack.push_back(edge.target);
    }
  }
  return false;
}

TEST_F(LivenessTest, RandomProgramsAgreeWithTheDefinition) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    builder = ProgramBuilder(terms);
    const auto v = variables(70 + random() % 70);  // more than one slice
    const auto l = locations(12);
    std::vector<Assignment> all;
    for (term::Term variable : v) all.push_back({variable, zero});
    edge(l[0], l[1], terms.mk_true(), all);
    for (int i = 0; i < 25; ++i) {
      std::vector<Assignment> updates;
      for (std::size_t k = 0; k < v.size(); ++k)
        if (random() % 10 == 0) updates.push_back({v[k], v[random() % v.size()]});
      edge(l[1 + random() % 10], l[1 + random() % 11], terms.mk_true(), updates);
    }
    const Program program = builder.build();
    const auto live = live_variables(program);
    for (LocationId id : l) {
      EXPECT_TRUE(std::is_sorted(live[id].begin(), live[id].end()));
      for (term::Term variable : v)
        EXPECT_EQ(is_live(program, id, variable),
                  std::binary_search(live[id].begin(), live[id].end(), variable))
            << id << " " << variable.to_string();
    }
  }
}

TEST_F(LivenessTest, FiftyThousandLocations) {
  const auto v = variables(600);
  const std::size_t size = 50'000;
  const auto l = locations(size);
  std::vector<Assignment> all;
  for (term::Term variable : v) all.push_back({variable, zero});
  edge(l[0], l[1], terms.mk_true(), all);
  for (std::size_t i = 1; i + 1 < size; ++i) {
    edge(l[i], l[i + 1], terms.mk_true(), {{v[i % v.size()], v[i * 7 % v.size()]}});
    if (i % 100 == 0) edge(l[i], l[i - 99], terms.mk_true());
  }
  const auto live = live_variables(builder.build());
  EXPECT_EQ(0u, live[0].size());
  EXPECT_LT(100u, live[size / 2].size());
}

}  // namespace
}  // namespace pendulum::program
