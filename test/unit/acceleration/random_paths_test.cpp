// Compares accelerators of random paths with concrete executions.
#include <gtest/gtest.h>

#include <cstdlib>

#include "acceleration/comparison.h"
#include "acceleration/random_path.h"

namespace pendulum::acceleration::test {
namespace {

std::string text(const LoopPath& path) {
  std::string result;
  for (const Term literal : path.literals) result += "  [" + literal.to_string() + "]\n";
  for (const Assignment& update : path.updates)
    result += "  " + update.variable.name() + " := " + update.value.to_string() + "\n";
  for (const Write& write : path.writes)
    result +=
        "  " + write.array.name() + "[" + write.index.to_string() + "] := " + write.value.to_string() + "\n";
  return result;
}

struct Totals {
  std::size_t accelerators = 0, exact = 0, with_universals = 0, with_definitions = 0, with_unknowns = 0;
  std::size_t accepted = 0, accepted_long = 0, accepted_exact = 0;
};

constexpr std::size_t longest = 40;

void compare(unsigned seed, unsigned width, Totals& totals) {
  AccelerationContext context(std::chrono::milliseconds(50));
  RandomPath random(context, seed, width);
  const LoopPath path = random.make();
  const auto result = context.try_to_accelerate(path);
  const auto* accelerator = std::get_if<Accelerator>(&result);
  if (accelerator == nullptr) return;
  ++totals.accelerators;
  totals.exact += accelerator->is_exact ? 1 : 0;
  totals.with_universals += accelerator->universals.empty() ? 0 : 1;
  totals.with_definitions += accelerator->definitions.empty() ? 0 : 1;
  totals.with_unknowns += accelerator->unknowns.empty() ? 0 : 1;
  Comparison comparison(context.terms, *accelerator, random.variables());
  for (int run = 0; run < 6; ++run) {
    comparison.run(random.state(path), random.inputs(path, longest));
    for (const std::size_t n : {std::size_t(0), std::size_t(1), std::size_t(2), 3 + random.pick(4),
                                7 + random.pick(10), 17 + random.pick(24)}) {
      const std::string mistake = comparison.mistake(n);
      ASSERT_EQ("", mistake) << "seed " << seed << "\n" << text(path);
    }
  }
  totals.accepted += comparison.num_accepted();
  totals.accepted_long += comparison.num_long();
  totals.accepted_exact += comparison.num_exact();
}

/// Number of random paths. The environment variable PENDULUM_ACCELERATION_SEEDS overrides the default.
unsigned num_seeds() {
  const char* text = std::getenv("PENDULUM_ACCELERATION_SEEDS");
  return text == nullptr ? 400 : static_cast<unsigned>(std::atoi(text));
}

TEST(RandomPaths, AcceleratorsAgreeWithConcreteRuns) {
  Totals totals;
  for (unsigned seed = 0; seed < num_seeds(); ++seed) {
    SCOPED_TRACE(seed);
    compare(seed, 4 + seed % 3, totals);
  }
  // The test is meaningful only if all kinds of accelerators and comparisons occurred often enough.
  EXPECT_GT(totals.accelerators, num_seeds() / 3);
  EXPECT_GT(totals.exact, num_seeds() / 20);
  EXPECT_GT(totals.with_universals, num_seeds() / 20);
  EXPECT_GT(totals.with_definitions, num_seeds() / 20);
  EXPECT_GT(totals.with_unknowns, num_seeds() / 20);
  EXPECT_GT(totals.accepted, 2 * num_seeds());
  EXPECT_GT(totals.accepted_long, num_seeds() / 10);
  EXPECT_GT(totals.accepted_exact, num_seeds());
  RecordProperty("accelerators", static_cast<int>(totals.accelerators));
  RecordProperty("exact", static_cast<int>(totals.exact));
  RecordProperty("accepted", static_cast<int>(totals.accepted));
  RecordProperty("accepted_long", static_cast<int>(totals.accepted_long));
}

TEST(RandomPaths, AcceleratorsAgreeWithConcreteRunsOverWideVariables) {
  Totals totals;
  constexpr unsigned widths[] = {16, 31, 32, 33, 40, 64};
  for (unsigned seed = 0; seed < num_seeds() / 4; ++seed) {
    SCOPED_TRACE(seed);
    compare(seed, widths[seed % std::size(widths)], totals);
  }
  EXPECT_GT(totals.accepted, num_seeds() / 2);
  EXPECT_GT(totals.accepted_exact, num_seeds() / 4);
}

}  // namespace
}  // namespace pendulum::acceleration::test
