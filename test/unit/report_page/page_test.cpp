#include "report/page/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace pendulum::report {
namespace {

/// The contents of the page's script element with the data.
std::string data_of(const std::string& page) {
  const std::string start = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(start) + start.size();
  return page.substr(from, page.find("</script>", from) - from);
}

TEST(Page, HoldsResultAndRecordings) {
  const std::string page = make_page({.result = R"({"verdict": "true"})",
                                      .recordings = {R"({"engine": "impact"})", R"({"engine": "lazy"})"}});
  const auto data = nlohmann::json::parse(data_of(page));
  EXPECT_EQ(data["result"]["verdict"], "true");
  ASSERT_EQ(data["recordings"].size(), 2u);
  EXPECT_EQ(data["recordings"][1]["engine"], "lazy");
}

TEST(Page, FoldsTheStepsBeforeTheViolation) {
  nlohmann::json steps = nlohmann::json::array();
  for (int i = 0; i < 9; ++i)
    steps.push_back({{"kind", "statement"},
                     {"function", "main"},
                     {"depth", 0},
                     {"file", "a.c"},
                     {"line", i < 8 ? 2 : 3},
                     {"column", 1},
                     {"source", ""},
                     {"changes", {{{"name", "i"}, {"value", std::to_string(i)}}}},
                     {"inputs", nlohmann::json::array()},
                     {"outcome", ""},
                     {"returned", ""},
                     {"callee", ""},
                     {"notes", nlohmann::json::array()},
                     {"relevant", i % 2 == 0},
                     {"edge", i}});
  const nlohmann::json trace = {{"steps", steps},
                                {"violation", {{"text", "no"}, {"operands", nlohmann::json::array()}}},
                                {"omitted", 0},
                                {"omitted_after", 0},
                                {"minimised", false}};
  const auto data = nlohmann::json::parse(data_of(make_page({nlohmann::json{{"trace", trace}}.dump()})));
  ASSERT_EQ(data["folds"]["all"].size(), 3u);  // the first and the last iteration, and a fold
  EXPECT_EQ(data["folds"]["all"][1]["iterations"], 6);
  EXPECT_EQ(data["folds"]["all"][1]["ranges"][0]["value"], "1..6");
  EXPECT_EQ(data["folds"]["all"][1]["items"], nlohmann::json({1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(data["folds"]["relevant"][1]["items"], nlohmann::json({2, 4}));
  EXPECT_EQ(data["folds"]["all"][1]["title"], "6 more iterations");
  const nlohmann::json checks{{{"status", "proved"}}, {{"status", "violated"}, {"trace", trace}}};
  const auto both = nlohmann::json::parse(data_of(make_page({nlohmann::json{{"checks", checks}}.dump()})));
  ASSERT_EQ(both["check_folds"].size(), 2u);
  EXPECT_TRUE(both["check_folds"][0].is_null());
  EXPECT_EQ(both["check_folds"][1], data["folds"]);
}

TEST(Page, TheInvariantsOfTheResultComeFirst) {
  const std::vector<PageInvariant> of_witness{{"a.c", 3, "main", "x <= 1"}};
  const auto data = nlohmann::json::parse(data_of(make_page({.result = "{}", .invariants = of_witness})));
  EXPECT_EQ(data["invariants"][0]["expression"], "x <= 1");
  const char* const result = R"({"invariants": [{"expression": "x == 0"}]})";
  const auto other = nlohmann::json::parse(data_of(make_page({.result = result, .invariants = of_witness})));
  ASSERT_EQ(other["invariants"].size(), 1u);
  EXPECT_EQ(other["invariants"][0]["expression"], "x == 0");
}

TEST(Page, NoTextEndsTheScriptElement) {
  const std::string page = make_page({R"({"reason": "</script><script>alert(1)</script>"})"});
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(data_of(page))["result"]["reason"], "</script><script>alert(1)</script>");
}

TEST(Page, IsWholeAndAloneAndInOrder) {
  const std::string page = make_page({"{}"});
  for (const char* mark : {"@CSS@", "@DATA@", "@DAGRE@", "@SCRIPT@"})
    EXPECT_EQ(page.find(mark), std::string::npos) << mark;
  EXPECT_EQ(page.find(" src="), std::string::npos);
  EXPECT_EQ(page.find("@import"), std::string::npos);
  EXPECT_LT(page.find("dagre"), page.find("lay_out_by_dagre"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
}

TEST(Page, RefusesWhatIsNotJson) {
  EXPECT_THROW(make_page({"{"}), base::InputError);
  EXPECT_THROW(make_page({.result = "{}", .recordings = {"steps"}}), base::InputError);
}

}  // namespace
}  // namespace pendulum::report
