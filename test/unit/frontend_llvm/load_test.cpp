#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "frontend/frontend.h"

namespace pendulum::frontend {
namespace {

class Load : public ::testing::Test {
 protected:
  CProgram load_text(const std::string& text) {
    const std::string path = directory_.path() + "/a.c";
    std::ofstream(path) << text;
    options_.files = {path};
    return load(terms_, options_, base::Logger(), statistics_, stop_);
  }
  std::string input_error(const std::string& text) {
    try {
      load_text(text);
    } catch (const base::InputError& error) {
      return error.what();
    }
    return "";
  }

  base::TemporaryDirectory directory_;
  term::TermManager terms_;
  Options options_;
  base::Statistics statistics_;
  base::StopToken stop_;
};

TEST_F(Load, PointerParametersOfTheEntryHaveObjects) {
  options_.entry = "f";
  options_.entry_array = 3;
  const CProgram program = load_text("struct t; int f(int n, int *p, struct t *q) { return p ? p[n] : 0; }");
  ASSERT_EQ(program.native.entry_parameters.size(), 2U);  // n and q
  EXPECT_FALSE(program.native.entry_parameters[0].is_pointer);
  EXPECT_TRUE(program.native.entry_parameters[1].is_pointer);
  const auto has = [&](const std::string& text) {
    return std::any_of(program.assumptions.begin(), program.assumptions.end(),
                       [&](const std::string& line) { return line.find(text) != std::string::npos; });
  };
  EXPECT_TRUE(has("3 elements of its type"));
  EXPECT_TRUE(has("parameter q of f() is an unknown address"));
}

TEST_F(Load, OtherEntriesStayAsTheyAre) {
  options_.entry = "f";
  EXPECT_EQ(load_text("int f(int n, long m) { return n; }").native.entry_parameters.size(), 2U);
  options_.entry = "main";
  EXPECT_EQ(load_text("int main(int n, char **v) { return n; }").native.entry_parameters.size(), 2U);
}

TEST_F(Load, ProgramAndItsNativeSource) {
  std::string module;
  {
    const CProgram program = load_text("int main(void) { if (nondet()) __VERIFIER_error(); return 0; }");
    EXPECT_FALSE(program.program.edges().empty());
    ASSERT_EQ(program.native.modules.size(), 1U);
    module = program.native.modules[0];
    EXPECT_TRUE(std::filesystem::exists(module));
    EXPECT_EQ(program.native.source_files, options_.files);
    EXPECT_EQ(program.native.compile_flags, (std::vector<std::string>{"-m32", "-msse2"}));
  }
  EXPECT_FALSE(std::filesystem::exists(module)) << "temporary files should end with the program";
  EXPECT_EQ(statistics_.counters().at("frontend.files"), 1U);
  EXPECT_GT(statistics_.times().at("frontend.clang_time"), 0.0);
  EXPECT_TRUE(statistics_.times().contains("frontend.translate_time"));
}

TEST_F(Load, UnknownEntryFunction) {
  options_.entry = "start";
  EXPECT_EQ(input_error("int start(void); int main(void) { return start(); }"),
            "there is no function `start` in " + directory_.path() +
                "/a.c; --entry can name another function: main");
}

TEST_F(Load, EmptyProgram) {
  EXPECT_EQ(input_error(""), "there is no function `main` in " + directory_.path() +
                                 "/a.c, because no function is defined there");
}

TEST_F(Load, SyntaxError) {
  EXPECT_NE(input_error("int main(void) {").find("a.c:1:17: error: "), std::string::npos);
}

TEST_F(Load, StopsWhenTold) {
  stop_.request_stop();
  EXPECT_THROW(load_text("int main(void) { return 0; }"), base::Stopped);
}

}  // namespace
}  // namespace pendulum::frontend
