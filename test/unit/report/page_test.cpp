#include "report/page.h"

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
  const std::string page =
      make_page(R"({"verdict": "true"})", {R"({"engine": "impact"})", R"({"engine": "lazy"})"});
  const auto data = nlohmann::json::parse(data_of(page));
  EXPECT_EQ(data["result"]["verdict"], "true");
  ASSERT_EQ(data["recordings"].size(), 2u);
  EXPECT_EQ(data["recordings"][1]["engine"], "lazy");
}

TEST(Page, NoTextEndsTheScriptElement) {
  const std::string page = make_page(R"({"reason": "</script><script>alert(1)</script>"})", {});
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(data_of(page))["result"]["reason"], "</script><script>alert(1)</script>");
}

TEST(Page, IsWholeAndAloneAndInOrder) {
  const std::string page = make_page("{}", {});
  for (const char* mark : {"@CSS@", "@DATA@", "@DAGRE@", "@SCRIPT@"})
    EXPECT_EQ(page.find(mark), std::string::npos) << mark;
  EXPECT_EQ(page.find(" src="), std::string::npos);
  EXPECT_EQ(page.find("@import"), std::string::npos);
  EXPECT_LT(page.find("dagre"), page.find("lay_out_by_dagre"));
  EXPECT_TRUE(page.ends_with("</html>\n"));
}

TEST(Page, RefusesWhatIsNotJson) {
  EXPECT_THROW(make_page("{", {}), base::InputError);
  EXPECT_THROW(make_page("{}", {"steps"}), base::InputError);
}

}  // namespace
}  // namespace pendulum::report
