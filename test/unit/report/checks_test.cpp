#include "report/checks.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/error.h"
#include "report/json.h"
#include "report/sarif.h"
#include "report/text.h"

namespace pendulum::report {
namespace {

using Status = CheckResult::Status;

RunRecord record_with_checks() {
  RunRecord record;
  record.finds_all = true;
  record.verdict = Verdict::False;
  record.property = "no-overflow";
  record.input_files = {"a.c"};
  record.evidence_directory = "out";
  record.judge = {"accepted", "interpreter, native run", ""};
  record.checks = {
      {"unreach-call", "assertion failed", "a.c", 3, 5, Status::Proved, "ufo", "cvc5", "proof-1"},
      {"no-overflow",
       "signed overflow in addition",
       "a.c",
       7,
       2,
       Status::Violated,
       "bmc",
       "interpreter, native run",
       "violation-1",
       {{"a.c", 7, 2, "main", "overflow"}}},
      {"no-overflow", "division by zero", "", 0, 0, Status::Unknown}};
  return record;
}

TEST(Checks, TableAndSummary) {
  std::ostringstream out;
  print_checks(out, record_with_checks());
  EXPECT_EQ(out.str(),
            "violated  no-overflow    a.c:7: signed overflow in addition (evidence: out/violation-1)\n"
            "unknown   no-overflow    -: division by zero\n"
            "proved    unreach-call   a.c:3: assertion failed\n"
            "3 checks: 1 proved, 1 violated, 1 unknown\n");
  RunRecord none;
  std::ostringstream empty;
  print_checks(empty, none);
  EXPECT_EQ(empty.str(), "0 checks\n");
}

TEST(Checks, ColumnsDistinguishSimilarChecks) {
  RunRecord record = record_with_checks();
  record.checks = {{"valid-deref", "read of 1 byte through a null pointer", "a.c", 3, 5, Status::Proved},
                   {"valid-deref", "read of 1 byte through a null pointer", "a.c", 3, 9, Status::Proved},
                   {"valid-deref", "read of 1 byte through a null pointer", "a.c", 4, 5, Status::Proved}};
  std::ostringstream out;
  print_checks(out, record);
  EXPECT_EQ(out.str(),
            "proved    valid-deref    a.c:3:5: read of 1 byte through a null pointer\n"
            "proved    valid-deref    a.c:3:9: read of 1 byte through a null pointer\n"
            "proved    valid-deref    a.c:4: read of 1 byte through a null pointer\n"
            "3 checks: 3 proved\n");
}

TEST(Checks, OnlyWithAllInTheText) {
  RunRecord record = record_with_checks();
  std::ostringstream with, without;
  print_text(with, record, Detail::Normal);
  EXPECT_NE(with.str().find("3 checks: "), std::string::npos);
  record.finds_all = false;
  print_text(without, record, Detail::Normal);
  EXPECT_EQ(without.str().find("3 checks: "), std::string::npos);
}

TEST(Checks, JsonAndBack) {
  const RunRecord back = parse_json(to_json(record_with_checks()));
  EXPECT_TRUE(back.finds_all);
  ASSERT_EQ(back.checks.size(), 3U);
  EXPECT_EQ(back.checks[0].status, Status::Proved);
  EXPECT_EQ(back.checks[1].status, Status::Violated);
  EXPECT_EQ(back.checks[1].evidence, "violation-1");
  ASSERT_EQ(back.checks[1].path.size(), 1U);
  EXPECT_EQ(back.checks[1].path[0].text, "overflow");
  EXPECT_EQ(back.checks[2].status, Status::Unknown);
  nlohmann::ordered_json json = checks_to_json(back.checks);
  json[0]["status"] = "perhaps";
  EXPECT_THROW(checks_of_json(json), base::InputError);
}

TEST(Checks, SarifHasAResultPerCheck) {
  const auto run = nlohmann::json::parse(to_sarif(record_with_checks())).at("runs").at(0);
  ASSERT_EQ(run.at("results").size(), 3U);
  EXPECT_EQ(run["results"][0]["kind"], "pass");
  EXPECT_EQ(run["results"][1]["kind"], "fail");
  EXPECT_EQ(run["results"][2]["kind"], "open");
  const auto& rules = run["tool"]["driver"]["rules"];
  ASSERT_EQ(rules.size(), 2U);
  for (const auto& result : run["results"])
    EXPECT_EQ(rules.at(result["ruleIndex"].get<std::size_t>())["id"], result["ruleId"]);
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
}

TEST(Checks, EachViolationHasItsCounterexample) {
  RunRecord record = record_with_checks();
  trace::Trace& trace = record.checks[1].trace;
  trace::Step& step = trace.steps.emplace_back();
  step.function = "main";
  step.file = "a.c";
  step.line = 7;
  step.source = "x++;";
  trace.violation = {"signed addition overflows", {{"x", "2147483647"}}};
  std::ostringstream out;
  print_text(out, record, Detail::Normal, TraceDetail::Short);
  EXPECT_NE(out.str().find("counterexample for a.c:7: signed overflow in addition:\n"
                           "  a.c:7  x++;\n"
                           "         => signed addition overflows, with x = 2147483647\n"),
            std::string::npos)
      << out.str();
  const RunRecord read = parse_json(to_json(record));
  ASSERT_EQ(read.checks[1].trace.steps.size(), 1U);
  EXPECT_EQ(read.checks[1].trace.violation.operands, trace.violation.operands);
  EXPECT_TRUE(read.checks[0].trace.empty());
  EXPECT_NE(to_sarif(record).find("\"executionOrder\""), std::string::npos);
}

TEST(Proof, ConditionsWithoutACFormAreFormulas) {
  RunRecord record;
  record.verdict = Verdict::True;
  record.proof = {"by induction"};
  record.invariants = {{"a.c", 3, "main", "", 2, "while (x)", {"r.count <=u 16", "r.head <u 16"}},
                       {"a.c", 9, "main", "i <= 4", 1, "for (;;)", {"p = 0"}}};
  std::ostringstream out;
  print_text(out, record, Detail::Normal, TraceDetail::Off);
  EXPECT_NE(
      out.str().find("  a.c:3  while (x)  (2 conditions not expressible in C: r.count <=u 16, r.head <u 16)\n"
                     "  a.c:9  for (;;)   i <= 4  (and 1 condition not expressible in C: p = 0)\n"),
      std::string::npos)
      << out.str();
  EXPECT_EQ(parse_json(to_json(record)).invariants[0].formulas, record.invariants[0].formulas);
}

}  // namespace
}  // namespace pendulum::report
