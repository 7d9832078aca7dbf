#include "frontend/llvm/compile/compiler_flags.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace pendulum::frontend {
namespace {

using Flags = std::vector<std::string>;

/// The message of the UsageError, or "" if the flags are accepted.
std::string complaint(const Flags& flags, DataModel data_model = DataModel::Ilp32) {
  Options options;
  options.compiler_flags = flags;
  options.data_model = data_model;
  try {
    check_compiler_flags(options);
  } catch (const base::UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(CompilerFlags, HarmlessOnesAreAccepted) {
  for (const Flags& flags : std::vector<Flags>{{"-ffreestanding", "-fno-builtin"},
                                               {"-fno-builtin-printf"},
                                               {"-Iinclude", "-I", "include"},
                                               {"-DX=1", "-D", "Y", "-UZ"},
                                               {"-include", "x.h"},
                                               {"-includex.h"},
                                               {"-isystem", "/usr/include"},
                                               {"-std=c99", "-pedantic", "-Wall", "-Wno-unused", "-Werror"},
                                               {"-funsigned-char", "-fshort-enums", "-fgnu89-inline"},
                                               {"-m32"},
                                               {}})
    EXPECT_EQ(complaint(flags), "") << flags.front();
  EXPECT_EQ(complaint({"-m64"}, DataModel::Lp64), "");
}

TEST(CompilerFlags, AllOthersAreRefused) {
  for (const char* flag : {"-o",
                           "-ofile",
                           "--output=x",
                           "-E",
                           "-S",
                           "-c",
                           "-M",
                           "-MD",
                           "-MF",
                           "-emit-llvm",
                           "-emit-ast",
                           "-fsyntax-only",
                           "--analyze",
                           "-save-temps",
                           "-###",
                           "-v",
                           "-load",
                           "-fplugin=x.so",
                           "-fpass-plugin=x.so",
                           "-Xclang",
                           "-Xpreprocessor",
                           "-mllvm",
                           "-Wp,-o,x",
                           "-Wl,-z",
                           "-Wa,-x",
                           "-x",
                           "-xc++",
                           "-include-pch",
                           "-fmodules",
                           "-fsanitize=address",
                           "-fprofile-generate",
                           "-ffast-math",
                           "-ftrapv",
                           "-fwrapv",
                           "-fno-discard-value-names",
                           "-fdebug-prefix-map=a=b",
                           "--target=mips",
                           "-target",
                           "-m64",
                           "-march=native",
                           "-mbig-endian",
                           "-fpack-struct",
                           "-fshort-wchar",
                           "-fbuiltin",
                           "-O2",
                           "-g0",
                           "-flto",
                           "@file",
                           "b.c",
                           "",
                           "-",
                           "--",
                           "--config=x"})
    EXPECT_NE(complaint({flag}).find(std::string("--cflag ") + flag), std::string::npos) << flag;
  EXPECT_NE(complaint({"-m32"}, DataModel::Lp64), "");
  EXPECT_NE(complaint({"-include", "@file"}), "");
}

TEST(CompilerFlags, ValuesMustBeThere) {
  EXPECT_NE(complaint({"-include"}), "");
  Options options;
  options.include_directories = {""};
  EXPECT_THROW(check_compiler_flags(options), base::UsageError);
  options.include_directories = {};
  options.defines = {""};
  EXPECT_THROW(check_compiler_flags(options), base::UsageError);
}

TEST(CompilerFlags, ThePreprocessorsAreApart) {
  Options options;
  options.include_directories = {"i"};
  options.defines = {"A=1"};
  options.compiler_flags = {"-fno-builtin", "-include", "x.h", "-UB", "-w", "-Werror", "-fno-common"};
  const CompilerFlags flags = sort_compiler_flags(options);
  EXPECT_EQ(flags.preprocessor, (Flags{"-Ii", "-DA=1", "-include", "x.h", "-UB"}));
  EXPECT_EQ(flags.language, (Flags{"-fno-builtin", "-fno-common"}));
}

}  // namespace
}  // namespace pendulum::frontend
