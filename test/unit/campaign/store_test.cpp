#include "campaign/store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/file.h"
#include "base/process/process.h"
#include "campaign/identity.h"
#include "campaign/plots.h"

namespace pendulum::campaign {
namespace {

namespace fs = std::filesystem;

struct StoreTest : ::testing::Test {
  base::TemporaryDirectory directory;
  std::string path = directory.path() + "/store";

  static BenchRow row(const std::string& identity, const std::string& verdict, unsigned attempt) {
    BenchRow result;
    result.engine = "bmc";
    result.task = identity;
    result.expected = "true";
    result.verdict = verdict;
    result.outcome = outcome_of("true", verdict);
    result.identity = identity;
    result.campaign = 1;
    result.attempt = attempt;
    result.cpu_seconds = 1;
    return result;
  }
  static void write(const Store& store, const std::string& worker, const std::vector<BenchRow>& rows) {
    base::LogFileWriter log(store.rows() + "/" + worker, base::LogFileWriter::Durability::Memory);
    for (const BenchRow& each : rows) log.append(to_json_line(each));
  }
};

TEST_F(StoreTest, PlansAreReadAgain) {
  const Store store = Store::create(path);
  EXPECT_EQ(store.last_campaign(), 0U);
  Plan plan;
  plan.version = "1";
  plan.directory = "/somewhere";
  plan.arguments = {"--jobs", "2"};
  plan.timeout_seconds = 7;
  const std::vector<RunSpec> runs{{"a", "s", "t1", "bmc", "true"}, {"b", "s", "t2", "bmc", "-"}};
  EXPECT_EQ(store.add_campaign(plan, runs, {1}), 1U);
  EXPECT_EQ(store.add_campaign(plan, runs, {0, 1}), 2U);
  const Store again = Store::open(path);
  EXPECT_EQ(again.last_campaign(), 2U);
  EXPECT_EQ(again.read_plan(1).num_open, 1U);
  EXPECT_EQ(again.read_plan(1).arguments, plan.arguments);
  ASSERT_EQ(again.read_runs(1).size(), 2U);
  EXPECT_EQ(to_json_line(again.read_runs(1)[1]), to_json_line(runs[1]));
}

TEST_F(StoreTest, ARunCountsOnceAndAResultPrecedesAFailure) {
  const Store store = Store::create(path);
  BenchRow failed = row("a", "-", 4);
  failed.outcome = BenchRow::Outcome::Failed;
  BenchRow early = failed, late = failed;
  early.identity = late.identity = "c";
  late.campaign = early.campaign + 1;
  write(store, "w1", {failed, late, row("b", "true", 2)});
  write(store, "w2", {row("a", "true", 5), row("b", "unknown", 1), early});
  StoredRows rows(store);
  rows.update();
  ASSERT_NE(rows.find("a"), nullptr);
  EXPECT_EQ(rows.find("a")->verdict, "true");
  EXPECT_EQ(rows.find("b")->verdict, "unknown");
  ASSERT_NE(rows.find("c"), nullptr);
  EXPECT_EQ(rows.find("c")->campaign, late.campaign);
  EXPECT_EQ(rows.num_read(), 6U);
  EXPECT_EQ(rows.find("d"), nullptr);
}

TEST_F(StoreTest, OtherDirectoriesAndVersionsAreRefused) {
  EXPECT_THROW(Store::open(path), base::InputError);
  Store::create(path);
  base::write_file(path + "/format", "pendulum store of campaigns, version 2\n");
  EXPECT_THROW(Store::create(path), base::InputError);
  EXPECT_THROW(Store::open(path), base::InputError);
  EXPECT_THROW(Store::create(directory.path()), base::InputError) << "it contains other files";
  base::write_file(directory.path() + "/file", "");
  EXPECT_THROW(Store::create(directory.path() + "/file/store"), base::InputError);
}

TEST_F(StoreTest, AnIdentityChangesWithEachInput) {
  const std::string root = directory.path();
  const auto write_file = [&](const std::string& name, const std::string& text) {
    base::write_file(root + "/" + name, text);
  };
  fs::create_directories(root + "/include");
  write_file("a.c", "#include \"a.h\"\n# include <b.h>\nint main(void) { return 0; }\n");
  write_file("a.h", "#include \"c.h\"\n");
  write_file("include/b.h", "");
  write_file("c.h", "");
  write_file("reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
  write_file("a.yml", "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: reach.prp\n");
  const BenchTask task{"set", root + "/a.yml", std::nullopt};
  const auto identity = [&](const std::vector<std::string>& arguments, const std::string& engine) {
    return IdentityMaker(arguments, {root + "/include"}).identity_of(task, engine);
  };
  const std::string first = identity({"--timeout", "10"}, "bmc");
  EXPECT_EQ(first, identity({"--timeout", "10"}, "bmc"));
  EXPECT_NE(first, identity({"--timeout", "20"}, "bmc"));
  EXPECT_NE(first, identity({"--timeout", "10"}, "ufo"));
  std::string before = first;
  for (const char* name : {"a.c", "a.h", "c.h", "include/b.h"}) {
    write_file(name, base::read_file(root + "/" + name) + "// changed\n");
    const std::string after = identity({"--timeout", "10"}, "bmc");
    EXPECT_NE(before, after) << name;
    before = after;
  }
  write_file("reach.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
  EXPECT_NE(before, identity({"--timeout", "10"}, "bmc"));
}

TEST_F(StoreTest, PlotsShowEachSolvedRun) {
  std::vector<BenchRow> rows{row("a", "true", 1), row("b", "true", 1), row("c", "unknown", 1)};
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t number = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
    return number;
  };
  EXPECT_NE(quantile_plot(rows, 10).find("bmc (2)"), std::string::npos);
  for (std::size_t i = 0; i < 3; ++i) {
    rows.push_back(rows[i]);
    rows.back().engine = "ufo";
  }
  EXPECT_EQ(count(scatter_plot(rows, "bmc", "ufo", 10), "<circle"), 3U);
  write_plots(path, rows, 10);
  EXPECT_TRUE(fs::exists(path + "/quantile.svg"));
  EXPECT_TRUE(fs::exists(path + "/scatter-bmc-ufo.svg"));
}

}  // namespace
}  // namespace pendulum::campaign
