#include "input/task_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/process/process.h"

namespace pendulum::input {
namespace {

class TaskFile : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    const std::string path = directory_.path() + "/" + name;
    std::ofstream(path) << text;
    return path;
  }
  SourceOptions read(const std::string& text, SourceOptions source = {}) {
    write("reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    write("overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
    write("termination.prp", "CHECK( init(main()), LTL(F end) )\n");
    source.files = {write("task.yml", text)};
    return read_task(source);
  }
  std::string path(const std::string& name) const { return directory_.path() + "/" + name; }

  base::TemporaryDirectory directory_;
};

const std::string head = "format_version: '2.0'\ninput_files: 'a.c'\n";
const std::string reach = "properties:\n  - property_file: reach.prp\n    expected_verdict: false\n";

TEST_F(TaskFile, NamesFilesPropertyAndDataModel) {
  const SourceOptions source = read(head + reach + "options:\n  language: C\n  data_model: LP64\n");
  EXPECT_EQ(source.files, std::vector<std::string>{path("a.c")});
  EXPECT_EQ(source.property, path("reach.prp"));
  EXPECT_EQ(source.data_model, "LP64");
}

TEST_F(TaskFile, SeveralFilesAndReachabilityBeforeOtherProperties) {
  const SourceOptions source = read(
      "format_version: 2.0\ninput_files:\n  - a.c\n  - sub/../b.c\nproperties:\n"
      "  - property_file: overflow.prp\n  - property_file: reach.prp\n");
  EXPECT_EQ(source.files, (std::vector<std::string>{path("a.c"), path("b.c")}));
  EXPECT_EQ(source.property, path("reach.prp"));
  EXPECT_EQ(source.data_model, "ILP32");
}

TEST_F(TaskFile, OtherwiseTheFirstSupportedPropertyOrTheFirst) {
  const std::string termination = "properties:\n  - property_file: termination.prp\n";
  EXPECT_EQ(read(head + termination + "  - property_file: overflow.prp\n").property, path("overflow.prp"));
  EXPECT_EQ(read(head + termination).property, path("termination.prp"));
}

TEST_F(TaskFile, TheCommandLineWins) {
  SourceOptions given;
  given.property = "reach";
  given.data_model = "ILP32";
  const SourceOptions source = read(head + reach + "options:\n  data_model: LP64\n", given);
  EXPECT_EQ(source.property, "reach");
  EXPECT_EQ(source.data_model, "ILP32");
}

TEST_F(TaskFile, RefusesWhatIsNoTaskForUs) {
  EXPECT_THROW(read("a: [1"), base::InputError);
  EXPECT_THROW(read("- a\n- b\n"), base::InputError);
  EXPECT_THROW(read("format_version: '1.0'\ninput_files: a.c\n" + reach), base::InputError);
  EXPECT_THROW(read("format_version: '2.0'\n" + reach), base::InputError);
  EXPECT_THROW(read(head), base::InputError);
  EXPECT_THROW(read(head + "properties:\n  - property_file: none.prp\n"), base::InputError);
  EXPECT_THROW(read(head + reach + "options:\n  language: Java\n"), base::InputError);
  EXPECT_THROW(read(head + reach + "options:\n  data_model: LP32\n"), base::InputError);
}

TEST_F(TaskFile, FilesMustExistAndBeOfAKnownKind) {
  const std::string c = write("a.c", ""), i = write("b.i", ""), yml = write("t.yml", ""),
                    vmt = write("m.vmt", "");
  EXPECT_NO_THROW(check_files({c, i}));
  EXPECT_NO_THROW(check_files({yml}));
  EXPECT_THROW(check_files({yml, c}), base::InputError);
  EXPECT_NO_THROW(check_files({vmt}));
  EXPECT_THROW(check_files({vmt, c}), base::InputError);
  EXPECT_THROW(check_files({path("none.c")}), base::InputError);
  EXPECT_THROW(check_files({directory_.path()}), base::InputError);
}

}  // namespace
}  // namespace pendulum::input
