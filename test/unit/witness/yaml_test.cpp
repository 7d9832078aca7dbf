#include "witness/yaml.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/process/process.h"
#include "witness/graphml.h"
#include "witness/source_text.h"

namespace pendulum::witness {
namespace {

Metadata metadata() {
  Metadata result;
  result.uuid = "00000000-0000-8000-a000-000000000000";
  result.creation_time = "2024-01-01T00:00:00Z";
  result.producer_name = "someone";
  result.producer_version = "1";
  result.input_files = {{"a.c", "ab12"}};
  result.specification = "CHECK( init(main()), LTL(G ! call(reach_error())) )";
  result.data_model = "ILP32";
  return result;
}

Witness violation() {
  ViolationSequence sequence;
  Segment segment;
  segment.avoid.push_back({Waypoint::Type::Assumption, {"a.c", 2, 3, "main"}, "x < 0", {}});
  segment.follow = {Waypoint::Type::FunctionReturn, {"a.c", 4, 9, ""}, "\\result == 3", {}};
  sequence.segments.push_back(segment);
  sequence.segments.push_back({{}, {Waypoint::Type::Target, {"a.c", 7, 0, "main"}, "", {}}});
  return {metadata(), sequence};
}

Witness correctness() {
  InvariantSet set;
  set.invariants.push_back({Invariant::Kind::Loop, {"a.c", 5, 3, "main"}, "x <= 10 && \"\" == 0"});
  set.invariants.push_back({Invariant::Kind::Location, {"a.c", 6, 0, ""}, "1"});
  return {metadata(), set};
}

TEST(WitnessYaml, IsReadAsItWasWritten) {
  for (const Witness& witness : {violation(), correctness()}) {
    const std::string text = to_yaml(witness);
    EXPECT_EQ(to_yaml(parse_yaml(text, "w.yml")), text);
  }
  const Witness again = parse_yaml(to_yaml(violation()), "w.yml");
  const auto& sequence = std::get<ViolationSequence>(again.content);
  ASSERT_EQ(sequence.segments.size(), 2U);
  EXPECT_EQ(sequence.segments[0].avoid[0].value, "x < 0");
  EXPECT_EQ(sequence.segments[0].follow.value, "\\result == 3");
  EXPECT_EQ(sequence.segments[1].follow.where.line, 7U);
}

TEST(WitnessYaml, AnEmptySetOfInvariantsIsAWitness) {
  const Witness again = parse_yaml(to_yaml({metadata(), InvariantSet{}}), "w.yml");
  EXPECT_TRUE(std::get<InvariantSet>(again.content).invariants.empty());
}

/// The error message for the text of `witness` in which `from` is replaced by `to`.
std::string complaint(const Witness& witness, const std::string& from, const std::string& to) {
  std::string text = to_yaml(witness);
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  text.replace(place, from.size(), to);
  try {
    parse_yaml(text, "w.yml");
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(WitnessYaml, DamageIsRefusedWithItsLine) {
  EXPECT_NE(complaint(correctness(), "loop_invariant", "lop_invariant").find("w.yml:19: unknown type"),
            std::string::npos)
      << complaint(correctness(), "loop_invariant", "lop_invariant");
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"line: 5", "line: five"},
                                                        {"line: 5", "lime: 5"},
                                                        {"\"2.0\"", "\"1.0\""},
                                                        {"ILP32", "ILP16"},
                                                        {"invariant_set", "nothing"},
                                                        {"content:", "contents:"},
                                                        {"c_expression", "acsl"},
                                                        {"metadata:", "metadata: ["}})
    EXPECT_NE(complaint(correctness(), from, to).find("w.yml:"), std::string::npos) << from;
  EXPECT_NE(complaint(violation(), "\"avoid\"", "\"follow\""), "");
  EXPECT_NE(complaint(violation(), "\"target\"", "\"function_enter\""), "");
  EXPECT_NE(complaint(violation(), "segment:", "segments:"), "");
}

TEST(WitnessGraphml, IsALineToTheViolation) {
  const std::string text = to_graphml(metadata(), std::get<ViolationSequence>(violation().content));
  EXPECT_NE(text.find("<data key=\"assumption\">\\result == 3;</data>"), std::string::npos);
  EXPECT_NE(text.find("<node id=\"N2\"><data key=\"violation\">true</data></node>"), std::string::npos);
  EXPECT_NE(text.find("<edge source=\"N1\" target=\"N2\">"), std::string::npos);
}

TEST(SourceTexts, FindsStatementsLoopsAndCalls) {
  const base::TemporaryDirectory directory;
  const std::string file = directory.path() + "/a.c";
  std::ofstream(file) << "int main(void) {\n"
                         "  x = y + f(a, (b));  // (\n"
                         "  if (x && y) z = 3;\n"
                         "  for (i = 0; i < 3; i++) {\n"
                         "  L: x = \")\" + 1;\n"
                         "  }\n}\n";
  SourceTexts sources;
  const auto at = [&](unsigned line, unsigned column) {
    return program::SourceLocation{file, line, column, "main"};
  };
  EXPECT_EQ(sources.statement(at(2, 9)), at(2, 3));
  EXPECT_EQ(sources.statement(at(3, 17)), at(3, 15));
  EXPECT_EQ(sources.statement(at(5, 8)), at(5, 6));
  EXPECT_EQ(sources.closing_parenthesis(at(2, 11)), at(2, 19));
  EXPECT_TRUE(sources.is_loop(at(4, 3)));
  EXPECT_FALSE(sources.is_loop(at(3, 3)));
  EXPECT_TRUE(sources.is_in_first_part(at(3, 7)));
  EXPECT_FALSE(sources.is_in_first_part(at(3, 12)));
  const program::SourceLocation nowhere{"no such file", 1, 1, "main"};
  EXPECT_EQ(sources.statement(nowhere), nowhere);
}

}  // namespace
}  // namespace pendulum::witness
