#include "report/blockers.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "report/advice.h"
#include "report/notation/columns.h"
#include "report/text.h"
#include "report/utf16_columns.h"
#include "trace/source_lines.h"

namespace pendulum::report {
namespace {

RunRecord unknown(const std::string& reason) {
  RunRecord record;
  record.reason = reason;
  record.marks = {{SourceMark::Kind::Loop, "a.c", 3, 1, "main", ""},
                  {SourceMark::Kind::Unsupported, "a.c", 7, 2, "main", "inline assembler"},
                  {SourceMark::Kind::Unsupported, "a.c", 71, 2, "main", "setjmp"},
                  {SourceMark::Kind::External, "a.c", 4, 7, "main", "foo"},
                  {SourceMark::Kind::External, "a.c", 4, 20, "main", "foo"}};
  return record;
}

TEST(Blockers, ATimeoutListsLoopsAndWhatTheProgramDoesNotDefine) {
  const std::vector<Blocker> found = blockers(unknown("timeout"));
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].text, "the loop has no invariant");
  EXPECT_EQ(found[0].line, 3U);
  EXPECT_EQ(found[1].text, "the undefined function foo() returns an arbitrary value");
  EXPECT_EQ(found[2].text, "a proof has to exclude that this is reached: inline assembler");
}

TEST(Blockers, AnUnsupportedConstructComesFirst) {
  const std::vector<Blocker> found = blockers(unknown("unsupported: setjmp at a.c:71"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].line, 71U);
  EXPECT_EQ(found[0].text, "setjmp is not supported");
  EXPECT_EQ(found[1].text, "a proof has to exclude that this is reached: inline assembler");
}

TEST(Blockers, AreOneLinePerText) {
  RunRecord record = unknown("timeout");
  record.marks.push_back({SourceMark::Kind::Loop, "a.c", 9, 1, "main", ""});
  record.marks.push_back({SourceMark::Kind::Loop, "b.c", 9, 1, "f", ""});
  std::ostringstream out;
  print_text(out, record, Detail::Normal, TraceDetail::Short);
  EXPECT_NE(out.str().find("blocker: a.c:3, 9: the loop has no invariant\n"
                           "blocker: b.c:9: the loop has no invariant\n"),
            std::string::npos)
      << out.str();
}

TEST(Advice, DependsOnTheMissingFunction) {
  const auto first = [](const std::string& function) {
    return advice(unknown("unsupported: library function " + function + " without a model at a.c:3")).at(0);
  };
  EXPECT_TRUE(first("getopt").starts_with("a file with a definition of getopt() in C")) << first("getopt");
  EXPECT_TRUE(first("pthread_create").starts_with("a version of the program without threads"));
  EXPECT_TRUE(first("_setjmp").starts_with("a version of the program without setjmp"));
}

TEST(Advice, IsGivenForUnknownChecksOfAFalseVerdict) {
  RunRecord record = unknown("");
  record.verdict = Verdict::False;
  record.property = "no-overflow";
  record.requested_engine = "portfolio";
  EXPECT_TRUE(advice(record).empty());
  record.checks.push_back({"no-overflow", "signed addition overflows", "a.c", 3, 1});
  record.limits.timeout_seconds = 10;
  record.wall_seconds = 9.9;
  EXPECT_EQ(advice(record).at(0), "--timeout 40 (the limit was 10 s)");
}

TEST(Blockers, AVerdictHasNone) {
  RunRecord record = unknown("");
  record.verdict = Verdict::True;
  EXPECT_TRUE(blockers(record).empty());
}

TEST(Progress, IsWrittenInWords) {
  EXPECT_EQ(progress_text("bmc", "depth 14"), "no error below depth 14");
  EXPECT_EQ(progress_text("ufo", "iteration 3: 12 nodes"), "3 refinements, an unwinding with 12 nodes");
  EXPECT_EQ(progress_text("impulse", "refinement 1, 14 nodes"), "1 refinement, an unwinding with 14 nodes");
  EXPECT_EQ(progress_text("dagger", "refinement 2"), "2 refinements");
  EXPECT_EQ(progress_text("ic3ia", "depth 6, 1 refinements"), "no error within 6 frames, 1 refinement");
  EXPECT_EQ(progress_text("kinduction", "k 3"), "neither an error nor a proof with k below 3");
}

TEST(Utf16Columns, CountCharacters) {
  const std::string file = std::filesystem::temp_directory_path() / "pendulum_utf16_columns_test.c";
  std::ofstream(file) << "/* \xc3\xbc */ x;\n/* \xf0\x9f\x98\x80 */ y;\n";
  RunRecord record;
  record.path = {
      {file, 1, 10, "", ""}, {file, 2, 12, "", ""}, {file, 1, 1, "", ""}, {"none.c", 1, 9, "", ""}};
  const RunRecord converted = with_utf16_columns(record);
  std::filesystem::remove(file);
  EXPECT_EQ(converted.path[0].column, 9U);
  EXPECT_EQ(converted.path[1].column, 10U);
  EXPECT_EQ(converted.path[2].column, 1U);
  EXPECT_EQ(converted.path[3].column, 9U);
}

TEST(Columns, CutTextsConsistOfWholeCharacters) {
  EXPECT_EQ(cut("abcdefgh", 8), "abcdefgh");
  EXPECT_EQ(cut("abcdefghi", 8), "abcde...");
  EXPECT_EQ(cut("abcd\xc3\xbc\xc3\xbcghi", 8), "abcd...");
}

TEST(SourceLines, APreprocessedFileContainsTheTextOfOthers) {
  const std::string file = std::filesystem::temp_directory_path() / "pendulum_source_lines_test.i";
  std::ofstream(file) << "# 1 \"a.h\" 1\nint f(void);\n# 7 \"a.c\" 2\n  return f();\n#line 20 \"a.c\"\n}\n";
  trace::SourceLines lines({file});
  EXPECT_EQ(lines.line("a.c", 7), "return f();");
  EXPECT_EQ(lines.line("a.c", 20), "}");
  EXPECT_EQ(lines.line("a.c", 8), "");
  EXPECT_EQ(lines.line("a.h", 1), "int f(void);");
  EXPECT_EQ(trace::SourceLines().line("a.c", 7), "");
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace pendulum::report
