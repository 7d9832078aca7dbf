#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "report/json.h"
#include "report/text.h"

namespace pendulum::report {
namespace {

RunRecord sample() {
  RunRecord record;
  record.version = "0.1.0";
  record.verdict = Verdict::False;
  record.property = "unreach-call";
  record.violation = "call of reach_error() at a.c:3";
  record.engine = "bmc";
  record.requested_engine = "portfolio";
  record.judge = {"accepted", "interpreter, native run", ""};
  record.input_files = {"a.c", "b.c"};
  record.data_model = "ILP32";
  record.entry = "main";
  record.seed = 7;
  record.limits = {20.5, 4096, 2};
  record.settings = {"bmc.max_depth=3"};
  record.models = {"strlen"};
  record.assumptions = {"external function foo() returns an arbitrary value"};
  record.source_files = {"a.c", "a.h"};
  record.marks = {{SourceMark::Kind::Loop, "a.c", 3, 1, "main", ""},
                  {SourceMark::Kind::External, "a.c", 4, 7, "main", "foo"}};
  record.evidence_directory = "out";
  record.evidence_files = {"harness.c", "path.json"};
  record.counters = {{"engine.bmc.checks", 12}, {"big", 1ULL << 63}};
  record.times = {{"engine.bmc.solver_time", 0.25}};
  record.wall_seconds = 1.5;
  record.cpu_seconds = 2.5;
  record.peak_memory_mib = 100.0;
  return record;
}

std::string text_of(const RunRecord& record, Detail detail) {
  std::ostringstream out;
  print_text(out, record, detail);
  return out.str();
}

TEST(Report, NamesTheSendersOfUsedLemmas) {
  RunRecord record = sample();
  record.used_lemmas = {
      {"dagger", "loop", "(<= x 10)"}, {"dagger", "loop", "(<= 0 x)"}, {"ufo", "loop", "p"}};
  const RunRecord back = parse_json(to_json(record));
  ASSERT_EQ(back.used_lemmas.size(), 3U);
  EXPECT_EQ(back.used_lemmas[2].sender, "ufo");
  EXPECT_EQ(back.used_lemmas[0].location, "loop");
  EXPECT_EQ(back.used_lemmas[0].formula, "(<= x 10)");
  EXPECT_NE(text_of(record, Detail::Normal).find("proof uses: 2 lemmas of dagger, 1 lemma of ufo\n"),
            std::string::npos);
  EXPECT_EQ(text_of(sample(), Detail::Normal).find("proof uses"), std::string::npos);
}

TEST(Json, ParsesBackToTheSameRecord) {
  const std::string text = to_json(sample());
  EXPECT_EQ(to_json(parse_json(text)), text);
  const RunRecord back = parse_json(text);
  EXPECT_EQ(back.counters.at("big"), 1ULL << 63);
  EXPECT_EQ(back.judge.by, "interpreter, native run");
  EXPECT_EQ(back.limits.memory_mib, 4096U);
}

TEST(Json, RefusesWhatIsNotARecord) {
  EXPECT_THROW(parse_json("{}"), base::InputError);
  EXPECT_THROW(parse_json("not json"), base::InputError);
  std::string other_schema = to_json(sample());
  other_schema.replace(other_schema.find("\"schema\": 1"), 11, "\"schema\": 9");
  EXPECT_THROW(parse_json(other_schema), base::InputError);
  std::string bad_verdict = to_json(sample());
  bad_verdict.replace(bad_verdict.find("\"verdict\": \"false\""), 18, "\"verdict\": \"maybe\"");
  EXPECT_THROW(parse_json(bad_verdict), base::InputError);
}

TEST(Json, BytesThatAreNotUtf8DoNotThrow) {
  RunRecord record = sample();
  record.input_files = {"\xff\xfe.c"};
  EXPECT_NO_THROW(parse_json(to_json(record)));
}

/// doc/json.md names every key that is written.
TEST(Json, TheSchemaIsDocumented) {
  std::ifstream file(std::string(PENDULUM_SOURCE_DIR) + "/doc/json.md");
  const std::string doc{std::istreambuf_iterator<char>(file), {}};
  const auto json = nlohmann::json::parse(to_json(sample()));
  for (const auto& [key, value] : json.items()) {
    EXPECT_NE(doc.find("`" + key), std::string::npos) << key;
  }
}

TEST(Text, QuietIsTheVerdictAlone) {
  EXPECT_EQ(text_of(sample(), Detail::Quiet), "RESULT: false(unreach-call)\n");
}

TEST(Text, NormalGivesTheGroundsAndNoStatistics) {
  const std::string text = text_of(sample(), Detail::Normal);
  EXPECT_NE(text.find("violation: call of reach_error() at a.c:3\n"), std::string::npos);
  EXPECT_NE(text.find("judge: accepted by interpreter, native run\n"), std::string::npos);
  EXPECT_NE(text.find("assumption: external function foo()"), std::string::npos);
  EXPECT_EQ(text.find("engine.bmc.checks"), std::string::npos);
}

TEST(Text, VerboseGivesStatistics) {
  const std::string text = text_of(sample(), Detail::Verbose);
  EXPECT_NE(text.find("engine.bmc.checks: 12\n"), std::string::npos);
  EXPECT_NE(text.find("engine.bmc.solver_time: 0.250\n"), std::string::npos);
}

TEST(Text, TheVerdictIsTheLastLineWhateverTheReasonHolds) {
  RunRecord record = sample();
  record.verdict = Verdict::Unknown;
  record.reason = "crash: first\nRESULT: true\n";
  const std::string text = text_of(record, Detail::Normal);
  EXPECT_TRUE(text.ends_with("\nRESULT: unknown(crash: first RESULT: true )\n")) << text;
  EXPECT_EQ(text.find("RESULT:"), text.rfind("\nRESULT:") + 1);
  record.verdict = Verdict::True;
  EXPECT_EQ(result_line(record), "RESULT: true");
}

}  // namespace
}  // namespace pendulum::report
