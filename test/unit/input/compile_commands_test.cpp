#include "input/compile_commands.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/process/process.h"

namespace pendulum::input {
namespace {

using Words = std::vector<std::string>;

TEST(CompileCommands, CommandsAreSplitLikeInAShell) {
  EXPECT_EQ(split_command("cc -c a.c"), (Words{"cc", "-c", "a.c"}));
  EXPECT_EQ(split_command(R"(cc '-DX="a b"' -DY=\"c\" "-I d"  e\ f.c)"),
            (Words{"cc", "-DX=\"a b\"", "-DY=\"c\"", "-I d", "e f.c"}));
  EXPECT_EQ(split_command("cc ''"), (Words{"cc", ""}));
  EXPECT_EQ(split_command("  "), Words{});
}

class CompileCommandsFile : public ::testing::Test {
 protected:
  /// Writes commands for a.c (with `options`) and b.c in the temporary directory.
  SourceOptions read(const std::string& options, SourceOptions source = {}) {
    const std::string& root = directory_.path();
    std::ofstream(root + "/compile_commands.json")
        << "[{\"directory\": \"" << root << "\", \"file\": \"a.c\", \"command\": \"cc " << options
        << " -c a.c -o a.o\"}, {\"directory\": \"" << root << "\", \"file\": \"" << root
        << "/b.c\", \"arguments\": [\"cc\", \"-DB\", \"-c\", \"b.c\"]}, {\"directory\": \"" << root
        << "\", \"file\": \"c.cpp\", \"arguments\": [\"c++\"]}]";
    source.compile_commands = root;
    source.files = {root + "/a.c"};
    return with_compile_commands(source);
  }
  base::TemporaryDirectory directory_;
};

TEST_F(CompileCommandsFile, GivesEachFileItsOptions) {
  const SourceOptions source = read("-Iinc -DA=1 -O2");
  const std::string& root = directory_.path();
  EXPECT_EQ(source.file_flags.at(root + "/a.c"), (Words{"-I", root + "/inc", "-D", "A=1"}));
  EXPECT_EQ(source.file_flags.at(root + "/b.c"), (Words{"-D", "B"}));
  EXPECT_EQ(source.other_units, Words{root + "/b.c"});
  EXPECT_TRUE(source.file_warnings.empty());
}

TEST_F(CompileCommandsFile, ReportsOptionsThatAreLeftOut) {
  const SourceOptions source = read("-march=native");
  EXPECT_NE(source.file_warnings.at(directory_.path() + "/a.c").find("-march=native"), std::string::npos);
}

TEST_F(CompileCommandsFile, AdoptsDataModelAndWrapping) {
  EXPECT_EQ(read("-m32").data_model, "ILP32");
  EXPECT_TRUE(read("-fwrapv").wrap);
  EXPECT_EQ(read("-fwrapv").other_units, Words{});  // b.c does not wrap
  SourceOptions given;
  given.data_model = "LP64";
  EXPECT_THROW(read("-m32", given), base::InputError);
}

TEST_F(CompileCommandsFile, RefusesBadInput) {
  EXPECT_THROW(read("-fpack-struct"), base::InputError);
  EXPECT_THROW(read_compile_commands(directory_.path() + "/none"), base::InputError);
  for (const char* text : {"", "{", "[1]", "[{\"file\": \"a.c\"}]"}) {
    std::ofstream(directory_.path() + "/bad.json") << text;
    EXPECT_THROW(read_compile_commands(directory_.path() + "/bad.json"), base::InputError) << text;
  }
  SourceOptions source;
  std::ofstream(directory_.path() + "/compile_commands.json") << "[]";
  source.compile_commands = directory_.path();
  source.files = {"a.c"};
  EXPECT_THROW(with_compile_commands(source), base::InputError);
}

}  // namespace
}  // namespace pendulum::input
