// Tests Ic3 on random programs over few bits, with exact steps: proofs, and the cubes on which they depend.
#include <gtest/gtest.h>

#include <algorithm>

#include "check/judge.h"
#include "engine/ic3/ic3.h"
#include "engine_ic3/exact_domain.h"
#include "program/random_program.h"
#include "smt/factory/factory.h"

namespace pendulum::engine::ic3 {
namespace {

class NeededCubesTest : public ::testing::Test {
 protected:
  /// Checks one program; returns whether it is safe.
  bool look_at(unsigned seed) {
    term::TermManager terms;
    const auto solvers = smt::make_solver_factory({}, stop_, statistics_);
    const program::Program program = program::testing::RandomProgram(terms, seed).make();
    ExactDomain domain(program, *solvers);
    Ic3 ic3(program, domain, {.prefix = "ic3."}, statistics_, stop_);
    const Ic3::Outcome outcome = ic3.check();
    const auto* proved = std::get_if<Proved>(&outcome);
    if (!proved) return false;
    const std::vector<std::vector<Cube>> needed = ic3.needed_cubes(proved->level);
    certificate::Invariant invariant;
    for (program::LocationId id = 0; id < program.locations().size(); ++id) {
      const std::vector<Cube> all = ic3.frames().cubes_from(id, proved->level);
      num_all_ += all.size();
      num_needed_ += needed[id].size();
      term::TermVector parts;
      for (const Cube& cube : needed[id]) {
        EXPECT_NE(std::ranges::find(all, cube), all.end()) << "only cubes of the frame are known";
        parts.push_back(terms.mk_not(terms.mk_and(cube)));
      }
      if (id != program.entry() && id != program.error()) invariant.at.emplace(id, terms.mk_and(parts));
    }
    check::Judge judge(program, nullptr, *solvers, stop_, {});
    const check::Judgement judgement = judge.judge(certificate::Certificate(invariant));
    EXPECT_EQ(judgement.verdict, check::Judgement::Verdict::Accepted) << judgement.reason;
    return true;
  }

  base::StopToken stop_{base::Clock::now() + std::chrono::seconds(120)};
  base::Statistics statistics_;
  std::size_t num_all_ = 0, num_needed_ = 0;
};

TEST_F(NeededCubesTest, AreEnoughAndFewer) {
  int num_safe = 0, num_unsafe = 0;
  for (unsigned seed = 1; seed <= 16; ++seed) {
    ++(look_at(seed) ? num_safe : num_unsafe);
    if (HasFailure()) FAIL() << "seed " << seed;
  }
  EXPECT_GT(num_safe, 2);
  EXPECT_GT(num_unsafe, 2);
  EXPECT_GT(num_needed_, 0u);
  EXPECT_LT(num_needed_, num_all_);
}

}  // namespace
}  // namespace pendulum::engine::ic3
