#include "frontend/llvm/compile/command_flags.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "base/error.h"
#include "frontend/llvm/compile/compiler_flags.h"

namespace pendulum::frontend {

namespace {

using Words = std::vector<std::string>;

/// Options that are left out without a message, with the value that follows them.
constexpr std::array<std::string_view, 6> irrelevant_pairs{"-o", "-MF", "-MT", "-MQ", "-MJ", "-dumpbase"};

/// Options that are left out without a message, by their first characters: mode, dependency files,
/// optimisation, debug information, warnings, form of messages, linker.
constexpr std::array<std::string_view, 18> irrelevant{"-c",
                                                      "-S",
                                                      "-M",
                                                      "-O",
                                                      "-g",
                                                      "-W",
                                                      "-w",
                                                      "-pedantic",
                                                      "-pipe",
                                                      "-save-temps",
                                                      "-fdiagnostics-",
                                                      "-fcolor-diagnostics",
                                                      "-fno-color-diagnostics",
                                                      "-fmessage-length=",
                                                      "-L",
                                                      "-l",
                                                      "-s",
                                                      "-flto"};

/// Options that change the types, the layout of objects or the language. A proof for other types would be
/// wrong, so they are not left out.
constexpr std::array<std::string_view, 12> refused{
    "-fpack-struct", "-fshort-wchar", "-mms-bitfields", "-mregparm", "-mlong-double-", "--target",
    "-target",       "-triple",       "-include-pch",   "-fplugin",  "-mabi=",         "-x"};

template <std::size_t N>
bool begins_with_one_of(const std::string& flag, const std::array<std::string_view, N>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return flag.starts_with(beginning); });
}

/// Is the value of the option a path?
bool names_path(const std::string& option) {
  return option != "-D" && option != "-U";
}

std::string absolute(const std::string& directory, const std::string& path) {
  return (std::filesystem::path(directory) / path).lexically_normal().string();
}

/// Returns the option and its value as two words.
Words option_words(const std::string& option, const std::string& value, const std::string& directory) {
  return {option, names_path(option) ? absolute(directory, value) : value};
}

class CommandSorter {
 public:
  CommandSorter(const Words& arguments, const std::string& directory, const std::string& file)
      : arguments_(arguments), directory_(directory), file_(file) {}

  CommandFlags run() {
    for (; next_ < arguments_.size(); ++next_) sort(arguments_[next_]);
    return std::move(result_);
  }

 private:
  void sort(const std::string& word) {
    if (word == "--" || word == "-xc" || word.empty()) return;
    if (word == "-m32" || word == "-m64") {
      result_.data_model = word == "-m64" ? DataModel::Lp64 : DataModel::Ilp32;
    } else if (word == "-fwrapv" || word == "-fno-strict-overflow") {
      result_.wraps = true;
    } else if (std::find(irrelevant_pairs.begin(), irrelevant_pairs.end(), word) != irrelevant_pairs.end()) {
      value_of(word);
    } else if (const std::string option = option_with_value(word); !option.empty()) {
      const std::string value = word == option ? value_of(word) : word.substr(option.size());
      for (std::string& each : option_words(option, value, directory_))
        result_.flags.push_back(std::move(each));
    } else if (word == "-x" && value_of(word) == "c") {
      return;
    } else if (word.starts_with('@') || begins_with_one_of(word, refused)) {
      throw base::InputError(file_ + ": its compile command has the option " + word +
                             ", which Pendulum does not support");
    } else if (!word.starts_with("-Wp,") && begins_with_one_of(word, irrelevant)) {
      return;
    } else if (is_accepted_flag(word)) {
      result_.flags.push_back(word);
    } else {
      result_.ignored.push_back(word);
    }
  }

  const std::string& value_of(const std::string& option) {
    if (next_ + 1 == arguments_.size())
      throw base::InputError(file_ + ": its compile command has the option " + option + " without a value");
    return arguments_[++next_];
  }

  const Words& arguments_;
  const std::string& directory_;
  const std::string& file_;
  std::size_t next_ = 0;
  CommandFlags result_;
};

}  // namespace

CommandFlags sort_command(const Words& arguments, const std::string& directory, const std::string& file) {
  return CommandSorter(arguments, directory, file).run();
}

}  // namespace pendulum::frontend
