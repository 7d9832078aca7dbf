// Tests the steps of an error path for users: a repeated segment is shown once.
#include "report/path_steps.h"

#include <gtest/gtest.h>

namespace pendulum::report {
namespace {

using certificate::ErrorPath;
using certificate::Segment;
using certificate::Step;

/// i = 0; while (i < 1000000) { nondet(); i++; } error
TEST(PathSteps, ARepeatedSegmentIsShownOnce) {
  term::TermManager terms;
  program::ProgramBuilder builder(terms);
  const term::Term i = terms.mk_symbol("i", terms.bitvec_sort(32));
  const term::Term in = terms.mk_symbol("in", terms.bitvec_sort(32));
  builder.add_variable({i, "i", "main", program::Variable::Signedness::Signed});
  for (const char* name : {"entry", "head", "error"}) builder.add_location(name);
  builder.set_entry(0);
  builder.set_error(2);
  const term::Term end = terms.mk_bv(1'000'000, 32);
  builder.add_edge({.source = 0,
                    .target = 1,
                    .guard = terms.mk_true(),
                    .updates = {{i, terms.mk_bv(0, 32)}},
                    .where = {"a.c", 1, 1, "main"}});
  program::InputOrigin origin;
  origin.kind = program::InputOrigin::Kind::Call;
  origin.name = "nondet";
  origin.where = {"a.c", 3, 5, "main"};
  builder.add_edge({.source = 1,
                    .target = 1,
                    .guard = terms.mk_bvult(i, end),
                    .updates = {{i, terms.mk_bvadd(i, terms.mk_bv(1, 32))}},
                    .inputs = {{in, origin}},
                    .where = {"a.c", 2, 1, "main"}});
  builder.add_edge({.source = 1, .target = 2, .guard = terms.mk_eq(i, end), .where = {"a.c", 4, 1, "main"}});
  const program::Program program = builder.build();
  const term::Term low = terms.mk_extract(certificate::iteration(terms), 31, 0);
  ErrorPath path(std::vector<Step>{{0, {}}});
  path.append(Segment{{{1, {{in, terms.mk_bvadd(low, terms.mk_bv(7, 32))}}}}, 1'000'000});
  path.append(Step{2, {}});
  const std::vector<PathStep> steps = path_steps(program, path, nullptr);
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(steps[1].text, "repeated 1000000 times");
  EXPECT_EQ(steps[2].text, "nondet() returns 7");
  EXPECT_EQ(steps[3].line, 4u);
}

}  // namespace
}  // namespace pendulum::report
