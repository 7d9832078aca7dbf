#include "frontend/llvm/compile/command_flags.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "frontend/llvm/compile/compiler_flags.h"

namespace pendulum::frontend {
namespace {

using Flags = std::vector<std::string>;

CommandFlags sorted(const Flags& arguments) {
  return sort_command(arguments, "/project/build", "a.c");
}

TEST(CommandFlags, KeepsOptionsOfThePreprocessorWithAbsolutePaths) {
  EXPECT_EQ(sorted({"-I../include", "-I", "/opt/x", "-isystem", "sys", "-DX=1", "-D", "Y", "-UZ"}).flags,
            (Flags{"-I", "/project/include", "-I", "/opt/x", "-isystem", "/project/build/sys", "-D", "X=1",
                   "-D", "Y", "-U", "Z"}));
  EXPECT_EQ(sorted({"-std=c99", "-funsigned-char"}).flags, (Flags{"-std=c99", "-funsigned-char"}));
}

TEST(CommandFlags, LeavesOutWhatDoesNotAffectTheProgram) {
  const CommandFlags flags = sorted({"-O2", "-g", "-Wall", "-Werror", "-c", "-o", "a.o", "-MD", "-MF", "a.d",
                                     "-pipe", "-x", "c", "-xc", "--"});
  EXPECT_EQ(flags.flags, Flags{});
  EXPECT_EQ(flags.ignored, Flags{});
}

TEST(CommandFlags, ReportsUnknownOptions) {
  const CommandFlags flags = sorted({"-march=native", "-Wp,-D_FORTIFY_SOURCE=2", "-fsanitize=address"});
  EXPECT_EQ(flags.flags, Flags{});
  EXPECT_EQ(flags.ignored, (Flags{"-march=native", "-Wp,-D_FORTIFY_SOURCE=2", "-fsanitize=address"}));
}

TEST(CommandFlags, DataModelAndWrapping) {
  EXPECT_EQ(sorted({"-m32"}).data_model, DataModel::Ilp32);
  EXPECT_EQ(sorted({"-m64"}).data_model, DataModel::Lp64);
  EXPECT_FALSE(sorted({}).data_model);
  EXPECT_TRUE(sorted({"-fwrapv"}).wraps);
  EXPECT_TRUE(sorted({"-fno-strict-overflow"}).wraps);
  EXPECT_FALSE(sorted({"-fno-strict-aliasing"}).wraps);
}

TEST(CommandFlags, RefusesAnotherLanguageOrLayout) {
  for (const Flags& arguments : std::vector<Flags>{
           {"-fpack-struct"}, {"-x", "c++"}, {"--target=arm"}, {"-fplugin=x.so"}, {"@flags"}, {"-I"}, {"-o"}})
    EXPECT_THROW(sorted(arguments), base::InputError) << arguments.front();
}

TEST(CommandFlags, TheResultIsAccepted) {
  Options options;
  options.compiler_flags =
      sorted({"-Ix", "-include", "y.h", "-std=gnu11", "-fPIC", "-march=native", "-O3"}).flags;
  EXPECT_NO_THROW(check_compiler_flags(options));
}

}  // namespace
}  // namespace pendulum::frontend
