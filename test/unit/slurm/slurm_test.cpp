#include "slurm/slurm.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.h"
#include "base/process/process.h"

namespace pendulum::slurm {
namespace {

TEST(Slurm, CountsTheElementsOfOneJob) {
  const States states = parse_states("12 R\n12 PD\n120 R\n12 PD\n12 CA\n\nnonsense\n", "12");
  EXPECT_EQ(states.running, 1U);
  EXPECT_EQ(states.pending, 2U);
  EXPECT_TRUE(parse_states("12 R\n", "1").is_empty());
  EXPECT_TRUE(parse_states("12 CA\n", "12").is_empty());
  EXPECT_FALSE(parse_states("12 CG\n", "12").is_empty()) << "processes of the element may exist";
}

TEST(Slurm, MissingCommandsAreNamed) {
  const base::TemporaryDirectory directory;
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", directory.path().c_str(), 1);
  JobOptions options;
  options.directory = directory.path();
  try {
    submit(options, {"work"});
    ADD_FAILURE() << "sbatch should be missing";
  } catch (const base::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("sbatch of Slurm was not found"), std::string::npos)
        << error.what();
  }
  ::setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace pendulum::slurm
