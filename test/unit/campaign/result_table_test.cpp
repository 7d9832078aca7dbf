#include "campaign/result_table.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/process/process.h"
#include "campaign/task_selection.h"

namespace pendulum::campaign {
namespace {

using Outcome = BenchRow::Outcome;

BenchRow row(const std::string& task, const std::string& engine, const std::string& verdict) {
  BenchRow result;
  result.set = "loops";
  result.task = task;
  result.engine = engine;
  result.expected = "true";
  result.verdict = verdict;
  result.outcome = outcome_of(result.expected, verdict);
  result.cpu_seconds = 1.5;
  result.reason = "a\treason\nof two lines";
  return result;
}

TEST(BenchTable, OutcomesCompareWithWhatIsExpected) {
  EXPECT_EQ(outcome_of("true", "true"), Outcome::Solved);
  EXPECT_EQ(outcome_of("true", "false"), Outcome::Wrong);
  EXPECT_EQ(outcome_of("false", "true"), Outcome::Wrong);
  EXPECT_EQ(outcome_of("-", "false"), Outcome::Open);
  EXPECT_EQ(outcome_of("false", "unknown"), Outcome::Unknown);
  EXPECT_EQ(outcome_of("false", "-"), Outcome::Failed);
}

TEST(BenchTable, CountsWhatNobodyElseSolves) {
  std::ostringstream out;
  print_table(out, {row("a", "bmc", "true"), row("a", "ufo", "true"), row("b", "bmc", "unknown"),
                    row("b", "ufo", "true"), row("c", "bmc", "false"), row("c", "ufo", "-")});
  const std::string text = out.str();
  // engine, set, tasks, solved, true, false, open, alone, wrong, failed, cpu
  EXPECT_NE(text.find("bmc          all                  3      1      1     0      0      0      1      0   "
                      " -14       4.5"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("ufo          all                  3      2      2     0      0      1      0      1   "
                      "   4       4.5"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("WRONG: bmc answers false for c, expected true"), std::string::npos);
}

TEST(BenchTable, StoredRowsAreReadAgain) {
  BenchRow stored = row("a", "bmc", "true");
  stored.identity = "1234";
  stored.attempt = 2;
  const auto again = parse_json_line(to_json_line(stored));
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(to_json_line(*again), to_json_line(stored));
  for (const char* text : {"", "{", "[]", "{}", "{\"task\": 1}"})
    EXPECT_FALSE(parse_json_line(text).has_value()) << text;
}

TEST(BenchTable, ScoresFollowTheRulesOfSvComp) {
  EXPECT_EQ(score_of(row("a", "bmc", "true")), 2);
  EXPECT_EQ(score_of(row("a", "bmc", "false")), -16);
  EXPECT_EQ(score_of(row("a", "bmc", "unknown")), 0);
  BenchRow unsafe = row("a", "bmc", "false");
  unsafe.expected = "false";
  unsafe.outcome = outcome_of("false", "false");
  EXPECT_EQ(score_of(unsafe), 1);
  unsafe.verdict = "true";
  unsafe.outcome = outcome_of("false", "true");
  EXPECT_EQ(score_of(unsafe), -32);
}

TEST(BenchTasks, AreFoundByDirectorySetAndName) {
  const base::TemporaryDirectory directory;
  const std::string root = directory.path();
  std::filesystem::create_directories(root + "/loops/deep");
  std::ofstream(root + "/reach.prp") << "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
  const auto task = [&](const std::string& name, const std::string& more) {
    std::ofstream(root + "/" + name) << "format_version: '2.0'\ninput_files: a.c\nproperties:\n"
                                     << "  - property_file: " << root << "/reach.prp\n"
                                     << more;
  };
  task("loops/a.yml", "    expected_verdict: false\n");
  task("loops/deep/b.yml", "");
  std::ofstream(root + "/some.set") << "# a comment\nloops/*.yml\n";
  const auto all = find_tasks({root, root + "/loops"});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].set, "loops");
  EXPECT_EQ(all[0].expected, std::optional(false));
  EXPECT_EQ(all[1].expected, std::nullopt);
  const auto some = find_tasks({root + "/some.set"});
  ASSERT_EQ(some.size(), 1U);
  EXPECT_EQ(some[0].set, "some");
  EXPECT_EQ(find_tasks({root + "/loops/a.yml"})[0].set, "loops");
  EXPECT_THROW(find_tasks({root + "/nothing"}), base::InputError);
  EXPECT_THROW(find_tasks({root + "/reach.prp"}), base::InputError);
}

}  // namespace
}  // namespace pendulum::campaign
