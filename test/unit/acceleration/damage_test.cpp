// Tests the tests: the comparison with concrete executions has to detect damaged accelerators.
#include <gtest/gtest.h>

#include <functional>

#include "acceleration/acceleration_fixture.h"
#include "acceleration/comparison.h"

namespace pendulum::acceleration::test {
namespace {

constexpr unsigned width = 4;
constexpr std::size_t longest = 24;

class Damage : public ::testing::Test {
 protected:
  /// The first mistake in executions from many start states: all values of x, some values of y, z = 3, and
  /// the array elements 0, 1, ..., 15.
  std::string mistake(const Accelerator& accelerator) {
    TermVector variables{x_, y_, z_, a_};
    Comparison comparison(w_.terms, accelerator, variables);
    Term content = w_.terms.mk_zero(a_.sort());
    for (int k = 0; k < 16; ++k) content = w_.terms.mk_store(content, w_.bv(k, width), w_.bv(k, width));
    for (int x = 0; x < 16; ++x)
      for (int y = 0; y < 16; y += 5) {
        const term::Model start{
            {x_, w_.bv(x, width)}, {y_, w_.bv(y, width)}, {z_, w_.bv(3, width)}, {a_, content}};
        comparison.run(start, std::vector<term::Model>(longest));
        for (const std::size_t n : {0, 1, 2, 3, 5, 12, 17, 24})
          if (const std::string wrong = comparison.mistake(n); !wrong.empty()) return wrong;
      }
    return "";
  }
  /// Expects that the comparison accepts the accelerator and rejects the damaged one with a message that
  /// contains `expected`.
  void expect_detected(Accelerator accelerator, const std::function<void(Accelerator&)>& damage,
                       const std::string& expected) {
    ASSERT_EQ("", mistake(accelerator));
    damage(accelerator);
    EXPECT_NE(std::string::npos, mistake(accelerator).find(expected)) << mistake(accelerator);
  }
  static Term& value(Accelerator& accelerator, Term variable) {
    for (Assignment& update : accelerator.updates)
      if (update.variable == variable) return update.value;
    ADD_FAILURE() << "no update of " << variable.name();
    return accelerator.guard;
  }
  Term replaced(Term term, Term what, Term by) { return term::substitute(w_.terms, term, {{what, by}}); }

  /// [x < 12] x := x + 1, y := y + z
  LoopPath counter() {
    return {0, {}, {w_.below(x_, 12)}, {{x_, w_.plus(x_, 1)}, {y_, w_.terms.mk_bvadd(y_, z_)}}, {}, {}};
  }
  /// [x < 12] a[x] := y, a[3] := z, x := x + 1
  LoopPath writer() {
    return {0, {}, {w_.below(x_, 12)}, {{x_, w_.plus(x_, 1)}}, {{a_, x_, y_}, {a_, w_.bv(3, width), z_}}, {}};
  }

  AccelerationContext w_;
  Term x_ = w_.symbol("x", width), y_ = w_.symbol("y", width), z_ = w_.symbol("z", width);
  Term a_ = w_.array("a", width, width);
};

TEST_F(Damage, CountOffByOneInAnUpdate) {
  for (const Term variable : {x_, y_})
    for (const int distance : {-1, 1})
      expect_detected(
          w_.accelerated(counter()),
          [&](Accelerator& damaged) {
            Term& update = value(damaged, variable);
            update = replaced(update, damaged.count, w_.plus(damaged.count, distance));
          },
          variable.name() + " is");
}

TEST_F(Damage, MissingUpdate) {
  expect_detected(
      w_.accelerated(counter()),
      [&](Accelerator& damaged) {
        std::erase_if(damaged.updates, [&](const Assignment& update) { return update.variable == y_; });
      },
      "y is");
}

TEST_F(Damage, DroppedCondition) {
  // Not every dropped condition is detected, because the one about the last iteration implies most others.
  const Accelerator accelerator = w_.accelerated(counter());
  const TermVector conjuncts = term::conjuncts(accelerator.guard);
  std::size_t num_detected = 0;
  for (const Term dropped : conjuncts) {
    Accelerator damaged = accelerator;
    TermVector kept;
    for (const Term conjunct : conjuncts)
      if (conjunct != dropped) kept.push_back(conjunct);
    damaged.guard = w_.terms.mk_and(kept);
    if (!mistake(damaged).empty()) ++num_detected;
  }
  EXPECT_GE(num_detected, 1U);
  expect_detected(
      accelerator,
      [&](Accelerator& damaged) {
        damaged.guard = w_.terms.mk_distinct(damaged.count, w_.bv(0, count_width));
      },
      "accepted, but infeasible");
}

TEST_F(Damage, AcceptsNoIteration) {
  expect_detected(
      w_.accelerated(counter()),
      [&](Accelerator& damaged) { damaged.guard = w_.terms.mk_or(damaged.guard, w_.is(damaged.count, 0)); },
      "accepted without an iteration");
}

TEST_F(Damage, WronglyExact) {
  expect_detected(
      w_.accelerated(counter()),
      [&](Accelerator& damaged) {
        EXPECT_TRUE(damaged.is_exact);
        damaged.guard = w_.terms.mk_and(damaged.guard, w_.below(damaged.count, 5));
      },
      "exact, but a feasible run is not accepted");
}

TEST_F(Damage, DroppedUniversal) {
  LoopPath path = counter();
  path.literals = {w_.differs(w_.terms.mk_select(a_, x_), 9)};
  const Accelerator accelerator = w_.accelerated(path);
  ASSERT_EQ(1U, accelerator.universals.size());
  expect_detected(accelerator, [](Accelerator& damaged) { damaged.universals.clear(); }, "infeasible");
  expect_detected(
      accelerator,
      [&](Accelerator& damaged) {
        Universal& universal = damaged.universals.front();
        universal.count = w_.plus(universal.count, -1);
      },
      "infeasible");
}

TEST_F(Damage, DefinitionWithWrongStride) {
  expect_detected(
      w_.accelerated(writer()),
      [&](Accelerator& damaged) {
        Definition& definition = damaged.definitions.front();
        // Element k gets the value of element 2 k.
        definition.body = replaced(definition.body, definition.index, w_.times(definition.index, 2));
      },
      "wrong element");
}

TEST_F(Damage, WrongLastWriter) {
  LoopPath swapped = writer();
  std::swap(swapped.writes[0], swapped.writes[1]);
  const Accelerator other = w_.accelerated(swapped);
  expect_detected(
      w_.accelerated(writer()),
      [&](Accelerator& damaged) {
        Definition& definition = damaged.definitions.front();
        definition.body = term::substitute(
            w_.terms, other.definitions.front().body,
            {{other.definitions.front().index, definition.index}, {other.count, damaged.count}});
      },
      "wrong element");
}

TEST_F(Damage, DefinitionThatForgetsOldElements) {
  expect_detected(
      w_.accelerated(writer()),
      [&](Accelerator& damaged) {
        Definition& definition = damaged.definitions.front();
        definition.body =
            replaced(definition.body, w_.terms.mk_select(a_, definition.index), w_.bv(0, width));
      },
      "wrong element");
}

}  // namespace
}  // namespace pendulum::acceleration::test
