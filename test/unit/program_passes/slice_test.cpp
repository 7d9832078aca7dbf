// The slicer keeps the variables on which guards depend and drops the rest; it never drops a loop.
#include <gtest/gtest.h>

#include "program/passes/passes.h"

namespace pendulum::program {
namespace {

class SliceTest : public ::testing::Test {
 protected:
  term::TermManager terms;
  term::Sort word = terms.bitvec_sort(8);
  term::Term x = terms.mk_symbol("x", word);
  term::Term y = terms.mk_symbol("y", word);
  term::Term log = terms.mk_symbol("log", word);
  term::Term in = terms.mk_symbol("in", word);
  term::Term in2 = terms.mk_symbol("in2", word);
  term::Term zero = terms.mk_bv(0, 8);
  ProgramBuilder builder{terms};
  LocationId entry = builder.add_location("entry");
  LocationId head = builder.add_location("head");
  LocationId aside = builder.add_location("aside");
  LocationId error = builder.add_location("error");

  /// x = y = in; log = 0; while (x != 0) { log += in2; x = x - y }; if (log == 0) stop; error
  Program make(bool is_log_tested) {
    for (term::Term variable : {x, y, log}) builder.add_variable({variable, variable.name(), "main"});
    builder.set_entry(entry);
    builder.set_error(error);
    const term::Term done = terms.mk_eq(x, zero);
    builder.add_edge({.source = entry,
                      .target = head,
                      .guard = terms.mk_true(),
                      .updates = {{x, in}, {y, in}, {log, zero}},
                      .inputs = {{in, {}}}});
    builder.add_edge({.source = head,
                      .target = head,
                      .guard = terms.mk_not(done),
                      .updates = {{x, terms.mk_bvsub(x, y)}, {log, terms.mk_bvadd(log, in2)}},
                      .inputs = {{in2, {}}}});
    builder.add_edge({.source = head, .target = aside, .guard = terms.mk_eq(log, zero)});
    builder.add_edge(
        {.source = head,
         .target = error,
         .guard = is_log_tested ? terms.mk_and(done, terms.mk_not(terms.mk_eq(log, zero))) : done});
    return builder.build();
  }
};

TEST_F(SliceTest, DropsWhatNoGuardOnTheWayReads) {
  const Transformed result = slice(make(false));
  const Program& program = result.program;
  EXPECT_EQ((std::vector<LocationId>{entry, head, aside, error}), result.origin);
  ASSERT_EQ(2u, program.variables().size());
  EXPECT_FALSE(program.is_variable(log));
  ASSERT_EQ(3u, program.edges().size());  // the edge to `aside` reads log but does not lead to the error
  EXPECT_EQ(1u, program.edge(0).inputs.size());
  EXPECT_EQ(head, program.edge(1).target);  // the loop stays
  EXPECT_TRUE(program.edge(1).inputs.empty());
  ASSERT_EQ(1u, program.edge(1).updates.size());
  EXPECT_EQ(x, program.edge(1).updates[0].variable);
}

TEST_F(SliceTest, KeepsWhatAGuardReads) {
  const Transformed result = slice(make(true));
  EXPECT_EQ(3u, result.program.variables().size());
  EXPECT_EQ(2u, result.program.edge(1).updates.size());
  EXPECT_EQ(1u, result.program.edge(1).inputs.size());
}

}  // namespace
}  // namespace pendulum::program
