#include "main/command_line/command_line.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/machine.h"

namespace pendulum::main {
namespace {

CommandLine parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "pendulum");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

int code_of(const std::vector<const char*>& arguments) {
  const CommandLine line = parse(arguments);
  const Answer* answer = std::get_if<Answer>(&line);
  return answer == nullptr ? -1 : answer->exit_code;
}

TEST(CommandLine, Defaults) {
  const auto options = std::get<VerifyOptions>(parse({"verify", "a.c"}));
  EXPECT_EQ(options.source.files, std::vector<std::string>{"a.c"});
  EXPECT_EQ(options.engine, "portfolio");
  EXPECT_EQ(options.jobs, 2U);
  EXPECT_EQ(options.run.timeout_seconds, 900);
  EXPECT_EQ(options.run.memory_mib, base::memory_of_machine_mib() / 4 * 3);
  EXPECT_FALSE(options.source.data_model);
  EXPECT_EQ(options.run.log_level, 0);
}

TEST(CommandLine, ZeroMeansNoLimit) {
  const auto options = std::get<VerifyOptions>(parse({"verify", "--timeout", "0", "--memory", "0", "a.c"}));
  EXPECT_EQ(options.run.timeout_seconds, 0);
  EXPECT_EQ(options.run.memory_mib, 0U);
}

TEST(CommandLine, SynonymsOfDataModels) {
  EXPECT_EQ(std::get<VerifyOptions>(parse({"verify", "--32", "a.c"})).source.data_model, "ILP32");
  EXPECT_EQ(std::get<VerifyOptions>(parse({"verify", "--64", "a.c"})).source.data_model, "LP64");
}

TEST(CommandLine, ListsTakeOneValueEachSoThatFilesMayFollow) {
  const auto options =
      std::get<VerifyOptions>(parse({"verify", "-I", "x", "-Iy", "-D", "A=1", "--cflag=-fno-builtin", "--set",
                                     "bmc.max_bound=3", "a.c", "b.c"}));
  EXPECT_EQ(options.source.include_directories, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(options.source.defines, std::vector<std::string>{"A=1"});
  EXPECT_EQ(options.source.compiler_flags, std::vector<std::string>{"-fno-builtin"});
  EXPECT_EQ(options.settings, std::vector<std::string>{"bmc.max_bound=3"});
  EXPECT_EQ(options.source.files, (std::vector<std::string>{"a.c", "b.c"}));
}

TEST(CommandLine, CheckingInterpolantsIsASetting) {
  const auto options =
      std::get<VerifyOptions>(parse({"verify", "--set", "ufo.blocks=small", "--check-interpolants", "a.c"}));
  EXPECT_EQ(options.settings, (std::vector<std::string>{"ufo.blocks=small", "ufo.check_interpolants=on"}));
  EXPECT_TRUE(std::get<VerifyOptions>(parse({"verify", "a.c"})).settings.empty());
}

TEST(CommandLine, Report) {
  const auto options = std::get<ReportOptions>(parse({"report", "out", "-o", "page.html"}));
  EXPECT_EQ(options.directory, "out");
  EXPECT_EQ(options.output_file, "page.html");
  EXPECT_EQ(code_of({"report"}), 1);
}

TEST(CommandLine, Verbosity) {
  EXPECT_EQ(std::get<VerifyOptions>(parse({"verify", "--verbose", "a.c"})).run.log_level, 2);
  EXPECT_EQ(std::get<VerifyOptions>(parse({"verify", "-v", "-v", "a.c"})).run.log_level, 3);
  EXPECT_EQ(std::get<VerifyOptions>(parse({"verify", "--quiet", "a.c"})).run.log_level, -1);
  EXPECT_EQ(code_of({"verify", "--quiet", "--verbose", "a.c"}), 1);
}

TEST(CommandLine, Encode) {
  const auto options = std::get<EncodeOptions>(parse({"encode", "--to", "vmt", "--blocks", "small", "a.c"}));
  EXPECT_EQ(options.format, EncodeOptions::Format::Vmt);
  EXPECT_EQ(options.blocks, EncodeOptions::Blocks::Small);
  EXPECT_EQ(code_of({"encode", "a.c"}), 1);
  EXPECT_EQ(code_of({"encode", "--to", "tex", "a.c"}), 1);
}

std::string text_of(const std::vector<const char*>& arguments) {
  return std::get<Answer>(parse(arguments)).text;
}

TEST(CommandLine, ComplaintsNameTheFault) {
  EXPECT_EQ(text_of({}).find("pendulum: error: a command is missing; the commands are verify"), 0U);
  EXPECT_NE(text_of({"prove", "a.c"}).find("there is no command or option 'prove'"), std::string::npos);
  EXPECT_EQ(text_of({"verify"}),
            "pendulum: error: FILE is required\n`pendulum verify --help` describes the command line.\n");
  EXPECT_NE(text_of({"encode", "--to", "tex", "a.c"}).find("'tex' is not one of chc, dot, smt2, vmt"),
            std::string::npos);
}

TEST(CommandLine, ManualPagesListAllOptions) {
  EXPECT_NE(text_of({"man"}).find(".BR pendulum\\-verify (1)"), std::string::npos);
  EXPECT_NE(text_of({"man"}).find("__VERIFIER_assume"), std::string::npos);
  EXPECT_EQ(text_of({"man"}).find("completion"), std::string::npos);  // a hidden command
  const std::string page = text_of({"man", "verify"});
  for (const char* option : {"\\fB\\-j\\fR, \\fB\\-\\-jobs\\fR \\fIN", "\\-\\-property", "\\-\\-32"})
    EXPECT_NE(page.find(option), std::string::npos) << option;
  EXPECT_THROW(parse({"man", "prove"}), base::UsageError);
}

TEST(CommandLine, CompletionListsOptionsAndEngines) {
  const std::string script = text_of({"completion", "bash"});
  for (const char* word : {"verify) options=\"", "--evidence", "--engine) values=\"portfolio ",
                           "--engines) values=", "_pendulum"})
    EXPECT_NE(script.find(word), std::string::npos) << word;
}

TEST(CommandLine, AFileIsNeededUnlessThereAreCompileCommands) {
  const auto options = std::get<VerifyOptions>(parse({"verify", "-p", "build", "--entry", "f"}));
  EXPECT_EQ(options.source.compile_commands, "build");
  EXPECT_TRUE(options.source.files.empty());
  EXPECT_EQ(code_of({"encode", "--to", "chc"}), 1);
}

TEST(CommandLine, ComplaintsAndHelp) {
  EXPECT_EQ(code_of({}), 1);
  EXPECT_EQ(code_of({"verify"}), 1);
  EXPECT_EQ(code_of({"verify", "--nonsense", "a.c"}), 1);
  EXPECT_EQ(code_of({"verify", "--timeout", "-1", "a.c"}), 1);
  EXPECT_EQ(code_of({"verify", "--timeout", "nan", "a.c"}), 1);
  EXPECT_EQ(code_of({"verify", "--memory", "-1", "a.c"}), 1);
  EXPECT_EQ(code_of({"verify", "--32", "--64", "a.c"}), 1);
  EXPECT_EQ(code_of({"verify", "--32", "--data-model", "LP64", "a.c"}), 1);
  EXPECT_EQ(code_of({"verify", "--data-model", "LP32", "a.c"}), 1);
  EXPECT_EQ(code_of({"--help"}), 0);
  EXPECT_EQ(code_of({"--version"}), 0);
  EXPECT_TRUE(std::holds_alternative<EnginesOptions>(parse({"engines"})));
  EXPECT_TRUE(std::holds_alternative<ModelsOptions>(parse({"models"})));
}

}  // namespace
}  // namespace pendulum::main
