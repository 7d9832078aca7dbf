// The user's options for clang (--cflag).
//
// Only options of known families are accepted. Another option could redirect clang's output (-o), change its
// mode (-E, -fsyntax-only), load code (-fplugin=...), or change the ABI (--target=...), which the translation
// and the native replay derive from --data-model.
#pragma once

#include <string>
#include <vector>

#include "frontend/llvm/ir/options.h"

namespace pendulum::frontend {

/// Throws UsageError, which names the option, unless all values of -I, -D and --cflag are acceptable. The
/// value of an option may be a separate flag: {"-include", "x.h"}.
void check_compiler_flags(const Options& options);

/// Is the option, which has no value, in the list of accepted options?
bool is_accepted_flag(const std::string& flag);
/// The accepted option with a value (-I, -D, -include, ...) that the flag is or starts with; otherwise empty.
std::string option_with_value(const std::string& flag);

/// The options for the preprocessor (-I, -D, -include, ...) and those for the rest of clang, each in the
/// user's order. Options for warnings are left out.
struct CompilerFlags {
  std::vector<std::string> preprocessor;
  std::vector<std::string> language;
};
/// Requires: check_compiler_flags accepted the options.
CompilerFlags sort_compiler_flags(const Options& options);

/// The flags of clang for checks of signed overflow, division by zero, division with a result that the type
/// cannot represent, shifts by a negative amount or by the width or more, and left shifts of negative values
/// or with a result that the type cannot represent.
std::vector<std::string> overflow_flags();

}  // namespace pendulum::frontend
