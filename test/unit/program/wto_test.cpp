// Tests weak topological orders: the paper's example, relevant shapes, and the definition on random graphs.
#include "program/wto.h"

#include <gtest/gtest.h>

#include <random>

namespace pendulum::program {
namespace {

class WtoTest : public ::testing::Test {
 protected:
  using Edges = std::vector<std::pair<LocationId, LocationId>>;
  term::TermManager terms;

  /// Locations 0 ... size - 1 plus an error; names are numbers from `first_name`.
  Program graph(std::size_t size, const Edges& edges, unsigned first_name = 0) {
    ProgramBuilder builder(terms);
    for (std::size_t i = 0; i < size; ++i) builder.add_location(std::to_string(first_name + i));
    builder.set_error(builder.add_location("error"));
    for (const auto& [source, target] : edges)
      builder.add_edge({.source = source, .target = target, .guard = terms.mk_true()});
    return builder.build();
  }

  std::string order(std::size_t size, const Edges& edges) { return Wto(graph(size, edges)).to_string(); }
};

/// UFO, Fig. 1: location n is id n - 1.
TEST_F(WtoTest, UfoFigure1) {
  const Program program =
      graph(9, {{0, 1}, {1, 2}, {1, 6}, {2, 3}, {2, 4}, {3, 5}, {4, 5}, {5, 1}, {6, 7}, {6, 8}}, 1);
  const Wto wto(program);
  EXPECT_EQ("1 (2 3 4 5 6) 7 8 9", wto.to_string());
  // The three examples of section 3.
  EXPECT_EQ(LocationId{2}, wto.next(1));
  EXPECT_EQ(LocationId{1}, wto.next(5));
  EXPECT_EQ(LocationId{6}, wto.exit(1));
  EXPECT_EQ(LocationId{6}, wto.exit(3));
  EXPECT_EQ(LocationId{1}, wto.next(0));
  EXPECT_EQ(LocationId{7}, wto.next(6));
  EXPECT_FALSE(wto.next(8).has_value());
  EXPECT_FALSE(wto.exit(0).has_value());
  EXPECT_FALSE(wto.exit(7).has_value());
  EXPECT_TRUE(wto.is_head(1));
  EXPECT_FALSE(wto.is_head(2));
  EXPECT_TRUE(wto.is_back_edge(5, 1));
  EXPECT_FALSE(wto.is_back_edge(0, 1));
  EXPECT_FALSE(wto.is_reachable(program.error()));
  EXPECT_EQ((std::vector<LocationId>{1}), wto.heads(4));
  EXPECT_TRUE(wto.heads(7).empty());
}

/// Bourdoncle 1993, Fig. 1 and 2: the example of the paper; location n is id n - 1.
TEST_F(WtoTest, BourdoncleFigure1) {
  const Program program =
      graph(8, {{0, 1}, {1, 2}, {1, 7}, {2, 3}, {3, 4}, {3, 6}, {4, 5}, {5, 4}, {5, 6}, {6, 2}, {6, 7}}, 1);
  const Wto wto(program);
  EXPECT_EQ("1 2 (3 4 (5 6) 7) 8", wto.to_string());
  EXPECT_EQ(LocationId{4}, wto.next(5));  // the end of (5 6)
  EXPECT_EQ(LocationId{6}, wto.exit(4));  // 7 follows within (3 ... 7)
  EXPECT_EQ(LocationId{2}, wto.next(6));  // the end of (3 ... 7)
  EXPECT_EQ(LocationId{7}, wto.exit(2));
  EXPECT_EQ((std::vector<LocationId>{2, 4}), wto.heads(5));
  EXPECT_EQ((std::vector<LocationId>{2, 4}), wto.heads(4));
  EXPECT_EQ((std::vector<LocationId>{2}), wto.heads(6));
}

TEST_F(WtoTest, ExitOfALastInnerComponentIsTheOuterHead) {
  const Program program = graph(4, {{0, 1}, {1, 2}, {2, 2}, {2, 1}, {1, 3}});
  const Wto wto(program);
  EXPECT_EQ("0 (1 (2)) 3", wto.to_string());
  EXPECT_EQ(LocationId{2}, wto.next(2));
  EXPECT_EQ(LocationId{1}, wto.exit(2));
  EXPECT_EQ(LocationId{3}, wto.exit(1));
  EXPECT_TRUE(wto.is_back_edge(2, 2));
  EXPECT_TRUE(wto.is_back_edge(2, 1));
  EXPECT_FALSE(wto.is_back_edge(1, 2));
}

TEST_F(WtoTest, SelfLoops) {
  const Program program = graph(2, {{0, 0}, {0, 1}, {1, 1}});
  const Wto wto(program);
  EXPECT_EQ("(0) (1)", wto.to_string());
  EXPECT_EQ(LocationId{0}, wto.next(0));
  EXPECT_EQ(LocationId{1}, wto.exit(0));
  EXPECT_FALSE(wto.exit(1).has_value());
}

TEST_F(WtoTest, NestedLoops) {
  EXPECT_EQ("0 (1 (2 (3) 4) 5) 6",
            order(7, {{0, 1}, {1, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 2}, {4, 5}, {5, 1}, {5, 6}}));
}

TEST_F(WtoTest, IrreducibleLoop) {
  // Two entries into the cycle 1 <-> 2: one of them becomes the head.
  const std::string text = order(3, {{0, 1}, {0, 2}, {1, 2}, {2, 1}});
  EXPECT_TRUE(text == "0 (1 2)" || text == "0 (2 1)") << text;
}

TEST_F(WtoTest, EntryCanBeAHead) {
  EXPECT_EQ("(0 1)", order(2, {{0, 1}, {1, 0}}));
}

TEST_F(WtoTest, UnreachableLocationsAreLeftOut) {
  const Program program = graph(3, {{0, 1}, {2, 1}});
  const Wto wto(program);
  EXPECT_EQ("0 1", wto.to_string());
  EXPECT_FALSE(wto.is_reachable(2));
  EXPECT_FALSE(wto.next(2).has_value());
}

TEST_F(WtoTest, AChainOf200000) {
  const LocationId size = 200'000;
  Edges edges;
  for (LocationId i = 0; i + 1 < size; ++i) edges.push_back({i, i + 1});
  edges.push_back({size - 1, 1});
  const Program program = graph(size, edges);
  const Wto wto(program);
  ASSERT_EQ(size, wto.order().size());
  for (LocationId i = 0; i < size; ++i) ASSERT_EQ(i, wto.order()[i]);
  EXPECT_TRUE(wto.is_head(1));
  ASSERT_EQ(2u, wto.elements().size());
  EXPECT_EQ(size - 2, wto.elements()[1].body.size());
}

TEST_F(WtoTest, DeepNesting) {
  const LocationId size = 3'000;
  Edges edges;
  for (LocationId i = 0; i + 1 < size; ++i) {
    edges.push_back({i, i + 1});
    edges.push_back({i + 1, i});
  }
  const Program program = graph(size, edges);
  const Wto wto(program);
  EXPECT_EQ(size - 1, wto.heads(size - 1).size());
  EXPECT_EQ(size - 3, *wto.exit(size - 2));
}

/// UFO, section 3: for every edge (u < v and v not in w(u)) or (v <= u and v in w(u)); and components are
/// contiguous intervals, which the printed form relies on.
void expect_weak_topological_order(const Program& program, const Wto& wto) {
  for (const Edge& edge : program.edges()) {
    if (!wto.is_reachable(edge.source)) continue;
    const std::vector<LocationId> heads = wto.heads(edge.source);
    const bool is_head_of_source = std::find(heads.begin(), heads.end(), edge.target) != heads.end();
    const bool is_forward = wto.position(edge.source) < wto.position(edge.target);
    EXPECT_NE(is_head_of_source, is_forward)
        << edge.source << " -> " << edge.target << " in " << wto.to_string();
    EXPECT_EQ(is_head_of_source, wto.is_back_edge(edge.source, edge.target));
  }
}

std::vector<bool> reachable(const Program& program) {
  std::vector<bool> is_seen(program.locations().size());
  std::vector<LocationId> stack{program.entry()};
  is_seen[program.entry()] = true;
  while (!stack.empty()) {
    const LocationId id = stack.back();
    stack.pop_back();
    for (EdgeId edge : program.outgoing(id)) {
      const LocationId target = program.edge(edge).target;
      if (!is_seen[target]) stack.push_back(target);
      is_seen[target] = true;
    }
  }
  return is_seen;
}

TEST_F(WtoTest, RandomGraphsFulfilTheDefinition) {
  std::mt19937 random(11);
  for (int round = 0; round < 400; ++round) {
    const LocationId size = 1 + random() % 30;
    Edges edges;
    for (unsigned i = random() % (3 * size + 1); i > 0; --i)
      edges.push_back({random() % size, random() % size});
    const Program program = graph(size, edges);
    const Wto wto(program);
    expect_weak_topological_order(program, wto);
    const std::vector<bool> is_reachable = reachable(program);
    std::size_t count = 0;
    for (LocationId id = 0; id < program.locations().size(); ++id) {
      EXPECT_EQ(is_reachable[id], wto.is_reachable(id));
      if (is_reachable[id]) ++count;
    }
    EXPECT_EQ(count, wto.order().size());
    EXPECT_EQ(program.entry(), wto.order().front());
  }
}

}  // namespace
}  // namespace pendulum::program
