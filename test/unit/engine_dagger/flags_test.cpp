// Tests the removal of edges by the relation between flags (flag_pruning.h), and the search for one error
// path among many.
#include <fmt/format.h>

#include "engine/dagger/dagger.h"
#include "engine/tree_search_fixture.h"
#include "program/random_program.h"

namespace pendulum::engine::dagger {
namespace {

using testing::Bench;
using testing::Truth;

/// `count` locks: each is taken if its condition holds, and released under the same condition. It is an error
/// to release a lock that is not held. The lock `bug` is taken if its condition does not hold.
std::string locks(int count, int bug = -1) {
  const int first_release = 1 + count, end = first_release + 2 * count, error = end + 1;
  std::string text = "program\n", first = "edge 0 -> 1\n", values, edges;
  for (int i = 0; i < count; ++i) {
    const int take = 1 + i, release = first_release + 2 * i;
    const auto [taken, left] = i == bug ? std::pair("=", "distinct") : std::pair("distinct", "=");
    text += fmt::format("variable p{0} Int\nvariable lock{0} Int\n", i);
    first += fmt::format("  input in{} Int internal\n", i);
    values += fmt::format("  set p{0} in{0}\n  set lock{0} 0\n", i);
    edges +=
        fmt::format("edge {0} -> {1}\n  guard ({2} p{3} 0)\n  set lock{3} 1\n", take, take + 1, taken, i);
    edges += fmt::format("edge {} -> {}\n  guard ({} p{} 0)\n", take, take + 1, left, i);
    edges += fmt::format("edge {} -> {}\n  guard (distinct p{} 0)\n", release, release + 1, i);
    edges += fmt::format("edge {} -> {}\n  guard (= p{} 0)\n", release, release + 2, i);
    edges += fmt::format("edge {} -> {}\n  guard (distinct lock{} 1)\n", release + 1, error, i);
    edges +=
        fmt::format("edge {0} -> {1}\n  guard (= lock{2} 1)\n  set lock{2} 0\n", release + 1, release + 2, i);
  }
  for (int i = 0; i <= error; ++i) text += fmt::format("location {0} \"{0}\"\n", i);
  return text + fmt::format("entry 0\nerror {}\n", error) + first + values + edges +
         fmt::format("edge {} -> 1\n", end);
}

class FlagsTest : public ::testing::Test {
 protected:
  JudgedResult run(const std::string& text, const std::string& flags) {
    bench_ = std::make_unique<Bench>(terms_, make_descriptor());
    bench_->settings.set("dagger.flags", flags);
    bench_->settings.set("dagger.details", "off");
    bench_->settings.set("dagger.max_refinements", "15");
    return bench_->run(program::parse(terms_, text));
  }
  std::uint64_t count(const std::string& name) { return bench_->statistics.counter("engine.dagger." + name); }

  term::TermManager terms_;
  std::unique_ptr<Bench> bench_;
};

/// Convex sets need a state for each combination of the locks, the relation between flags does not.
TEST_F(FlagsTest, IndependentLocks) {
  EXPECT_NE(nullptr, run(locks(8), "on").result.certificate());
  EXPECT_GE(count("infeasible_edges"), 8u);
  EXPECT_EQ(0u, count("refinements"));
}

/// The error has 3^10 preimages at the loop head, one for each combination of the locks before it. Without
/// the relation between flags, the first error path that is found is the one of the lock with the bug.
TEST_F(FlagsTest, AnErrorBehindManyBranches) {
  EXPECT_NE(nullptr, run(locks(11, 10), "on").result.error_path());
  EXPECT_NE(nullptr, run(locks(7, 0), "off").result.error_path());
}

TEST_F(FlagsTest, RandomProgramsAgreeWithBruteForce) {
  unsigned proofs = 0, errors = 0;
  for (unsigned seed = 100; seed < 130; ++seed) {
    term::TermManager terms;
    Bench bench(terms, make_descriptor());
    bench.settings.set("dagger.max_refinements", "40");
    const program::Program program = program::testing::RandomProgram(terms, seed).make();
    const Truth truth = testing::truth_of(program);
    const JudgedResult judged = bench.run(program);
    if (judged.result.certificate() != nullptr) {
      EXPECT_EQ(Truth::Safe, truth) << seed;
      ++proofs;
    }
    if (judged.result.error_path() != nullptr) {
      EXPECT_NE(Truth::Safe, truth) << seed;
      ++errors;
    }
  }
  EXPECT_GT(proofs, 3u);
  EXPECT_GT(errors, 3u);
}

}  // namespace
}  // namespace pendulum::engine::dagger
