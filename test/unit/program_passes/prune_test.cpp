// Pruning keeps exactly the locations between entry and error.
#include <gtest/gtest.h>

#include "program/passes/passes.h"

namespace pendulum::program {
namespace {

class PruneTest : public ::testing::Test {
 protected:
  term::TermManager terms;
  ProgramBuilder builder{terms};
  LocationId entry = builder.add_location("entry");
  LocationId middle = builder.add_location("middle");
  LocationId dead_end = builder.add_location("dead_end");
  LocationId nowhere = builder.add_location("nowhere");
  LocationId error = builder.add_location("error");

  void SetUp() override {
    builder.set_entry(entry);
    builder.set_error(error);
    edge(entry, dead_end);
    edge(dead_end, dead_end);
    edge(nowhere, error);
  }
  void edge(LocationId source, LocationId target) {
    builder.add_edge({.source = source, .target = target, .guard = terms.mk_true()});
  }
};

TEST_F(PruneTest, KeepsWhatLiesBetweenEntryAndError) {
  edge(entry, middle);
  edge(middle, error);
  const Transformed result = prune_unreachable(builder.build());
  EXPECT_EQ((std::vector<LocationId>{entry, middle, error}), result.origin);
  EXPECT_EQ(2u, result.program.edges().size());
  EXPECT_EQ("error", result.program.location(result.program.error()).name);
}

TEST_F(PruneTest, KeepsEntryAndErrorWhenTheyAreNotConnected) {
  edge(entry, middle);
  const Transformed result = prune_unreachable(builder.build());
  EXPECT_EQ((std::vector<LocationId>{entry, error}), result.origin);
  EXPECT_TRUE(result.program.edges().empty());
}

}  // namespace
}  // namespace pendulum::program
