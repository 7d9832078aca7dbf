// Cycles and their paths: a path has the same effect as its cycle in every state that satisfies its literals,
// and two iterations that agree on the branch conditions take the same path.
#include "acceleration/path/loop_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "acceleration/acceleration_fixture.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::acceleration::test {
namespace {

constexpr unsigned width = 2;

/// Generates random cycles with ites, disjunctions, assigned formulas, and reads of stores.
class RandomCycle {
 public:
  RandomCycle(AccelerationContext& context, unsigned seed) : w_(context), random_(seed) {}

  Cycle make() {
    term::TermManager& terms = w_.terms;
    const Term written = terms.mk_store(array_, value(1), value(1));
    Cycle cycle;
    cycle.guard = formula(2);
    cycle.updates = {{x_, value(2)}, {y_, terms.mk_select(written, value(1))}, {flag_, formula(1)}};
    const Term twice = terms.mk_store(written, value(1), terms.mk_select(written, x_));
    const Term choices[] = {written, twice, terms.mk_ite(formula(1), written, array_),
                            terms.mk_ite(formula(1), twice, other_)};
    cycle.updates.push_back({array_, choices[pick(4)]});
    cycle.inputs = {AccelerationContext::input(in_)};
    return cycle;
  }
  term::Model state() {
    term::Model model;
    for (const Term symbol : {x_, y_, in_}) model[symbol] = constant();
    model[flag_] = w_.terms.mk_bool(pick(2) == 0);
    for (const Term array : {array_, other_}) {
      Term content = w_.terms.mk_const_array(array.sort(), constant());
      for (int i = 0; i < 3; ++i) content = w_.terms.mk_store(content, constant(), constant());
      model[array] = term::normalize_array_value(w_.terms, content);
    }
    return model;
  }

 private:
  std::size_t pick(std::size_t bound) { return random_() % bound; }
  Term constant() { return w_.bv(static_cast<std::int64_t>(pick(4)), width); }
  Term value(unsigned depth) {
    term::TermManager& terms = w_.terms;
    if (depth == 0) return pick(4) == 0 ? constant() : std::vector{x_, y_, in_}[pick(3)];
    switch (pick(4)) {
      case 0:
        return terms.mk_bvadd(value(depth - 1), constant());
      case 1:
        return terms.mk_ite(formula(depth - 1), value(depth - 1), value(depth - 1));
      case 2:
        return terms.mk_select(terms.mk_store(array_, value(0), value(0)), value(depth - 1));
      default:
        return value(depth - 1);
    }
  }
  Term formula(unsigned depth) {
    term::TermManager& terms = w_.terms;
    if (depth == 0) return pick(4) == 0 ? flag_ : terms.mk_bvule(value(0), value(0));
    switch (pick(5)) {
      case 0:
        return terms.mk_or(formula(depth - 1), formula(depth - 1));
      case 1:
        return terms.mk_not(terms.mk_and(formula(depth - 1), formula(depth - 1)));
      case 2:
        return terms.mk_eq(formula(depth - 1), formula(depth - 1));
      case 3:
        return terms.mk_ite(formula(depth - 1), formula(depth - 1), formula(depth - 1));
      default:
        return terms.mk_bvule(value(depth), value(depth - 1));
    }
  }

  AccelerationContext& w_;
  std::mt19937 random_;
  Term x_ = w_.symbol("x", width), y_ = w_.symbol("y", width), in_ = w_.symbol("in", width);
  Term flag_ = w_.flag("flag");
  Term array_ = w_.array("a", width, width), other_ = w_.array("b", width, width);
};

class LoopPathTest : public ::testing::Test {
 protected:
  bool holds(const LoopPath& path, const term::Model& model) {
    term::Evaluator evaluate(w_.terms, model);
    return std::ranges::all_of(path.literals, [&](Term literal) { return evaluate(literal).is_true(); });
  }
  /// The state after one iteration of the path.
  term::Model after(const LoopPath& path, const term::Model& model) {
    term::Model result = model;
    term::Evaluator evaluate(w_.terms, model);
    for (const Assignment& update : path.updates) result[update.variable] = evaluate(update.value);
    for (const Write& write : path.writes)
      result[write.array] =
          w_.terms.mk_store(result.at(write.array), evaluate(write.index), evaluate(write.value));
    return normalized(std::move(result));
  }
  term::Model after(const Cycle& cycle, const term::Model& model) {
    term::Model result = model;
    term::Evaluator evaluate(w_.terms, model);
    for (const Assignment& update : cycle.updates) result[update.variable] = evaluate(update.value);
    return normalized(std::move(result));
  }
  term::Model normalized(term::Model model) {
    for (auto& [symbol, value] : model)
      if (symbol.sort().is_array()) value = term::normalize_array_value(w_.terms, value);
    return model;
  }

  AccelerationContext w_;
};

TEST_F(LoopPathTest, PathsDoWhatTheirCycleDoes) {
  std::size_t num_paths = 0, num_compared = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    RandomCycle random(w_, seed);
    const Cycle cycle = random.make();
    const term::Model model = random.state();
    const auto path = resolve(w_.terms, cycle, model);
    EXPECT_EQ(term::evaluate(w_.terms, cycle.guard, model).is_true(), path.has_value());
    if (!path) continue;
    ++num_paths;
    EXPECT_TRUE(holds(*path, model));
    for (int i = 0; i < 60; ++i) {
      const term::Model state = i == 0 ? model : random.state();
      if (!holds(*path, state)) continue;
      ++num_compared;
      ASSERT_TRUE(term::evaluate(w_.terms, cycle.guard, state).is_true()) << "seed " << seed;
      ASSERT_EQ(after(cycle, state), after(*path, state)) << "seed " << seed;
    }
  }
  EXPECT_GT(num_paths, 30U);
  EXPECT_GT(num_compared, 2 * num_paths);
}

TEST_F(LoopPathTest, IterationsThatAgreeOnBranchConditionsTakeTheSamePath) {
  std::size_t num_agreeing = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    RandomCycle random(w_, seed);
    const Cycle cycle = random.make();
    const TermVector conditions = branch_conditions(w_.terms, cycle);
    const term::Model model = random.state();
    const auto path = resolve(w_.terms, cycle, model);
    if (!path) continue;
    for (int i = 0; i < 60; ++i) {
      const term::Model state = random.state();
      term::Evaluator here(w_.terms, model), there(w_.terms, state);
      if (!there(cycle.guard).is_true()) continue;
      if (std::ranges::any_of(conditions, [&](Term c) { return here(c) != there(c); })) continue;
      ++num_agreeing;
      ASSERT_TRUE(holds(*path, state)) << "seed " << seed;
    }
  }
  EXPECT_GT(num_agreeing, 50U);
}

}  // namespace
}  // namespace pendulum::acceleration::test
