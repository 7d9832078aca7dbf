// Two passes as one.
#include <gtest/gtest.h>

#include "base/check.h"
#include "program/passes/passes.h"

namespace pendulum::program {
namespace {

class ComposeTest : public ::testing::Test {
 protected:
  Program line(const std::vector<std::string>& names) {
    ProgramBuilder builder(terms);
    for (const std::string& name : names) builder.add_location(name);
    builder.set_entry(0);
    builder.set_error(static_cast<LocationId>(names.size() - 1));
    return builder.build();
  }

  term::TermManager terms;
  term::Sort word = terms.bitvec_sort(8);
  term::Term a = terms.mk_symbol("a", word);
  term::Term b = terms.mk_symbol("b", word);
  term::Term c = terms.mk_symbol("c", word);
  term::Term a1 = terms.mk_symbol("a!1", word);
  term::Term a2 = terms.mk_symbol("a!2", word);
  term::Term b1 = terms.mk_symbol("b!1", word);
};

TEST_F(ComposeTest, LocationsAndInputsHaveTheOriginsOfTheFirstProgram) {
  const Transformed first{line({"entry", "m", "error"}), {0, 2, 4}, {{a1, a}, {b1, b}}};
  const Transformed second{line({"entry", "error"}), {0, 2}, {{a2, a1}}};
  const Transformed both = compose(first, second);
  EXPECT_EQ(both.origin, (std::vector<LocationId>{0, 4}));
  EXPECT_EQ(both.program.locations().size(), 2u);
  EXPECT_EQ(both.original_input(a2), a);  // renamed twice
  EXPECT_EQ(both.original_input(b1), b);  // renamed by the first pass
  EXPECT_EQ(both.original_input(c), c);   // kept its symbol
}

TEST_F(ComposeTest, RequiresAnOriginForEveryLocation) {
  const Transformed first{line({"entry", "error"}), {0, 1}};
  EXPECT_THROW(compose(first, {line({"entry", "error"}), {0}}), base::InternalError);
}

}  // namespace
}  // namespace pendulum::program
