#include "frontend/llvm/state/path.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "term/traverse.h"

namespace pendulum::frontend {
namespace {

class PathTest : public testing::Test {
 protected:
  term::TermManager terms;
  std::set<Drop> drops;
  Path path{terms, drops};
  const Term x = terms.mk_symbol("x", terms.bitvec_sort(8));
  const Term y = terms.mk_symbol("y", terms.bitvec_sort(8));
  const Term p = terms.mk_symbol("p", terms.bool_sort());
};

TEST_F(PathTest, ReadsTheLastWrite) {
  EXPECT_EQ(path.read(x), x);
  path.write(x, y);
  path.write(y, terms.mk_bv(1, 8));
  path.write(x, terms.mk_bv(2, 8));
  EXPECT_EQ(path.read(x), terms.mk_bv(2, 8));
  const std::vector<program::Assignment> updates = path.updates();
  ASSERT_EQ(updates.size(), 2U);  // in the order of the first writes
  EXPECT_EQ(updates[0].variable, x);
  EXPECT_EQ(updates[0].value, terms.mk_bv(2, 8));
  EXPECT_EQ(updates[1].variable, y);
}

TEST_F(PathTest, RequiredConditionsAreTheGuard) {
  EXPECT_TRUE(path.guard().is_true());
  path.require(p);
  EXPECT_EQ(path.guard(), p);
  EXPECT_FALSE(path.is_dead());
  path.require(terms.mk_false());
  EXPECT_TRUE(path.is_dead());
  EXPECT_TRUE(path.guard().is_false());
  EXPECT_THROW(path.require(x), base::InternalError);
}

TEST_F(PathTest, DropsAreNotedUnlessNothingIsDropped) {
  path.drop_unless(terms.mk_true(), Drop::NullAccess);
  EXPECT_TRUE(drops.empty());
  path.drop_unless(p, Drop::NullAccess);
  EXPECT_EQ(drops, std::set<Drop>{Drop::NullAccess});
  EXPECT_EQ(path.guard(), p);
  path.kill();
  path.drop_unless(p, Drop::ConstantWrite);  // there is no execution
  EXPECT_EQ(drops.size(), 1U);
}

TEST_F(PathTest, ExitsHaveCopiesOfTheInputs) {
  const Term input = path.make_input("in", terms.bool_sort(), {});
  path.require(terms.mk_or(p, input));
  path.unsupported_if(input, "something");
  const std::vector<Path::Exit> exits = path.take_exits();
  ASSERT_EQ(exits.size(), 1U);
  EXPECT_FALSE(exits[0].property.has_value());
  EXPECT_EQ(exits[0].text, "something");
  ASSERT_EQ(exits[0].inputs.size(), 1U);
  EXPECT_NE(exits[0].inputs[0].symbol, input);
  for (const Term symbol : term::symbols(exits[0].guard)) EXPECT_NE(symbol, input);
  EXPECT_TRUE(path.take_exits().empty());
  EXPECT_FALSE(path.is_dead());  // the other executions continue
}

TEST_F(PathTest, AnExitThatNoExecutionTakesIsLeftOut) {
  path.error_if(terms.mk_false(), property::Property::Reach, "never");
  path.kill();
  path.error_if(p, property::Property::Reach, "dead");
  EXPECT_TRUE(path.take_exits().empty());
}

TEST_F(PathTest, UnconfirmedErrorsAreMarked) {
  path.error_if(p, property::Property::ValidDeref, "near");
  path.unconfirmed_error_if(terms.mk_eq(x, y), property::Property::ValidDeref, "far");
  const std::vector<Path::Exit> exits = path.take_exits();
  ASSERT_EQ(exits.size(), 2U);
  EXPECT_FALSE(exits[0].is_unconfirmed);
  EXPECT_TRUE(exits[1].is_unconfirmed);
}

TEST_F(PathTest, AStepWithInputsBeforeItIsRolledBack) {
  path.write(x, terms.mk_bv(1, 8));
  path.make_input("before", terms.bool_sort(), {});
  path.begin_step();
  path.write(x, terms.mk_bv(2, 8));
  path.write(y, x);
  path.make_input("in", terms.bool_sort(), {});
  path.require(p);
  EXPECT_THROW(path.unsupported_if(p, "something"), NeedsStop);
  path.roll_back();
  EXPECT_EQ(path.read(x), terms.mk_bv(1, 8));
  EXPECT_EQ(path.read(y), y);
  EXPECT_EQ(path.updates().size(), 1U);
  EXPECT_EQ(path.inputs().size(), 1U);
  EXPECT_TRUE(path.guard().is_true());
}

TEST_F(PathTest, AStepWithoutInputsBeforeItGoesOn) {
  path.begin_step();
  path.make_input("in", terms.bool_sort(), {});
  path.unsupported_if(p, "something");
  EXPECT_EQ(path.take_exits().size(), 1U);
  EXPECT_THROW(path.roll_back(), base::InternalError);
}

TEST_F(PathTest, HavockedInputsKeepTheOldValue) {
  const Term input = path.make_havocked_input("change", "f", x);
  ASSERT_EQ(path.inputs().size(), 1U);
  EXPECT_EQ(path.inputs()[0].symbol, input);
  EXPECT_EQ(path.inputs()[0].origin.kind, program::InputOrigin::Kind::Havoc);
  EXPECT_EQ(path.inputs()[0].origin.unchanged, x);
  EXPECT_THROW(path.make_havocked_input("change", "f", Term()), base::InternalError);
}

}  // namespace
}  // namespace pendulum::frontend
