#include "program/passes/without_errors.h"

#include <gtest/gtest.h>

namespace pendulum::program {
namespace {

TEST(WithoutErrors, DropsOnlyTheChosenEdgesIntoTheError) {
  term::TermManager terms;
  ProgramBuilder builder(terms);
  const LocationId entry = builder.add_location("entry");
  const LocationId middle = builder.add_location("middle");
  const LocationId error = builder.add_location("error");
  builder.set_entry(entry);
  builder.set_error(error);
  builder.add_edge({.source = entry, .target = middle, .guard = terms.mk_true(), .violation = ""});
  builder.add_edge({.source = entry, .target = error, .guard = terms.mk_true(), .violation = "first"});
  builder.add_edge({.source = middle, .target = error, .guard = terms.mk_true(), .violation = "second"});
  const Program program = builder.build();

  const Program rest = without_errors(program, [](const Edge& edge) { return edge.violation == "first"; });
  ASSERT_EQ(rest.edges().size(), 2U);
  EXPECT_EQ(rest.edge(0).target, middle);
  EXPECT_EQ(rest.edge(1).violation, "second");
  EXPECT_EQ(rest.error(), error);

  // The predicate is asked only about edges into the error.
  EXPECT_EQ(without_errors(program, [](const Edge&) { return true; }).edges().size(), 1U);
  EXPECT_EQ(without_errors(program, [](const Edge&) { return false; }).edges().size(), 3U);
}

}  // namespace
}  // namespace pendulum::program
