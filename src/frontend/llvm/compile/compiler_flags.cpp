#include "frontend/llvm/compile/compiler_flags.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/check.h"
#include "base/error.h"

namespace pendulum::frontend {

namespace {

/// Preprocessor options with a value, which is either joined or the next flag.
constexpr std::array<std::string_view, 9> with_value{
    "-I", "-D", "-U", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-isysroot"};

constexpr std::array<std::string_view, 8> prefixes{"-std=",
                                                   "--std=",
                                                   "-W",
                                                   "-fno-builtin-",
                                                   "-fvisibility=",
                                                   "-fmessage-length=",
                                                   "-finput-charset=",
                                                   "-fexec-charset="};

/// Options that pass a list of arguments to another program or phase.
constexpr std::array<std::string_view, 3> pass_through{"-Wp,", "-Wa,", "-Wl,"};

/// Accepted options without a value.
/// Soundness: options that change the meaning of C (-funsigned-char, -fshort-enums, ...) take effect in the
/// bitcode, which the translation and the native replay share.
constexpr std::array<std::string_view, 49> words{"-ansi",
                                                 "-w",
                                                 "-pedantic",
                                                 "-pedantic-errors",
                                                 "-pipe",
                                                 "-pthread",
                                                 "-g",
                                                 "-O0",
                                                 "-nostdinc",
                                                 "-nostdlibinc",
                                                 "-undef",
                                                 "-trigraphs",
                                                 "-ffreestanding",
                                                 "-fhosted",
                                                 "-fno-builtin",
                                                 "-funsigned-char",
                                                 "-fsigned-char",
                                                 "-fno-unsigned-char",
                                                 "-fno-signed-char",
                                                 "-fshort-enums",
                                                 "-fno-short-enums",
                                                 "-fcommon",
                                                 "-fno-common",
                                                 "-fgnu89-inline",
                                                 "-fno-gnu89-inline",
                                                 "-fgnu-keywords",
                                                 "-fasm",
                                                 "-fno-asm",
                                                 "-fms-extensions",
                                                 "-fdollars-in-identifiers",
                                                 "-fno-dollars-in-identifiers",
                                                 "-fno-strict-aliasing",
                                                 "-fno-delete-null-pointer-checks",
                                                 "-fno-exceptions",
                                                 "-ffp-contract=off",
                                                 "-fno-fast-math",
                                                 "-fPIC",
                                                 "-fpic",
                                                 "-fPIE",
                                                 "-fpie",
                                                 "-fno-pic",
                                                 "-fno-pie",
                                                 "-fomit-frame-pointer",
                                                 "-fno-omit-frame-pointer",
                                                 "-ffunction-sections",
                                                 "-fdata-sections",
                                                 "-fno-asynchronous-unwind-tables",
                                                 "-fno-stack-protector",
                                                 "-fno-ident"};

/// Rejected options with a hint at the corresponding feature of Pendulum.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> replacements{{
    {"-m32", "; use --data-model ILP32"},
    {"-m64", "; use --data-model LP64"},
    {"-fwrapv", "; use --wrap"},
    {"-fno-strict-overflow", "; use --wrap"},
    {"-O", "; Pendulum compiles without optimisation"},
    {"-g", "; Pendulum chooses the debug information"},
}};

template <std::size_t N>
bool starts_with_one_of(const std::string& flag, const std::array<std::string_view, N>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return flag.starts_with(beginning); });
}

bool takes_next(const std::string& flag) {
  return std::find(with_value.begin(), with_value.end(), flag) != with_value.end();
}

/// Accepts `-Iname`, `-DX=1` and `-includefile`, but not `-include-pch`, which is a different option.
bool has_joined_value(const std::string& flag) {
  return std::any_of(with_value.begin(), with_value.end(), [&](std::string_view option) {
    if (!flag.starts_with(option) || flag.size() == option.size()) return false;
    return option.size() == 2 || flag[option.size()] != '-';
  });
}

bool is_for_language(const std::string& flag) {
  if (starts_with_one_of(flag, pass_through)) return false;
  return starts_with_one_of(flag, prefixes) || std::find(words.begin(), words.end(), flag) != words.end();
}

/// Whether the flag, which needs no value after it, is accepted.
bool is_accepted(const std::string& flag, DataModel data_model) {
  return flag == machine_flag(data_model) || has_joined_value(flag) || is_for_language(flag);
}

[[noreturn]] void refuse(const std::string& flag) {
  std::string hint;
  for (const auto& [beginning, text] : replacements)
    if (hint.empty() && flag.starts_with(beginning)) hint = text;
  throw base::UsageError(
      "--cflag " + flag +
      ": this option is not allowed, because it may change the output or the mode of clang, "
      "or the ABI" +
      hint);
}

}  // namespace

bool is_accepted_flag(const std::string& flag) {
  return is_for_language(flag);
}

std::string option_with_value(const std::string& flag) {
  if (takes_next(flag)) return flag;
  std::string longest;
  for (const std::string_view option : with_value)
    if (flag.starts_with(option) && option.size() > longest.size() && has_joined_value(flag))
      longest = option;
  return longest;
}

void check_compiler_flags(const Options& options) {
  const auto is_empty = [](const std::string& text) { return text.empty(); };
  if (std::any_of(options.include_directories.begin(), options.include_directories.end(), is_empty))
    throw base::UsageError("-I: the directory is empty");
  if (std::any_of(options.defines.begin(), options.defines.end(), is_empty))
    throw base::UsageError("-D: the macro is empty");
  const std::vector<std::string>& flags = options.compiler_flags;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (takes_next(flags[i])) {
      if (++i == flags.size()) throw base::UsageError("--cflag " + flags.back() + ": its value is missing");
      // clang replaces an argument of this form, at any position, by the contents of a file.
      if (flags[i].starts_with('@')) refuse(flags[i]);
    } else if (!is_accepted(flags[i], options.data_model)) {
      refuse(flags[i]);
    }
  }
}

namespace {

/// Options for warnings do not affect the bitcode.
/// Soundness: Pendulum reads clang's warnings to find undeclared library functions, so the user's options
/// must neither suppress these warnings nor turn them into errors.
bool is_about_warnings(const std::string& flag) {
  return flag == "-w" || flag.starts_with("-W") || flag.starts_with("-pedantic");
}

}  // namespace

CompilerFlags sort_compiler_flags(const Options& options) {
  CompilerFlags result;
  for (const std::string& directory : options.include_directories)
    result.preprocessor.push_back("-I" + directory);
  for (const std::string& define : options.defines) result.preprocessor.push_back("-D" + define);
  const std::vector<std::string>& flags = options.compiler_flags;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (is_about_warnings(flags[i])) continue;
    const bool is_pair = takes_next(flags[i]);
    PENDULUM_CHECK(!is_pair || i + 1 < flags.size(), "check_compiler_flags should refuse {} without a value",
                   flags[i]);
    PENDULUM_CHECK(is_pair || is_accepted(flags[i], options.data_model),
                   "check_compiler_flags should refuse {}", flags[i]);
    std::vector<std::string>& list =
        is_pair || has_joined_value(flags[i]) ? result.preprocessor : result.language;
    list.push_back(flags[i]);
    if (is_pair) list.push_back(flags[++i]);
  }
  return result;
}

std::vector<std::string> overflow_flags() {
  return {"-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift", "-fsanitize-trap=all"};
}

}  // namespace pendulum::frontend
