// The user's options for clang (--cflag).
//
// Only options of known families are accepted. Another option could redirect clang's output (-o), change its
// mode
// (-E, -fsyntax-only), load code (-fplugin=...), or change the ABI (--target=...), which the translation and
// the native replay take from --data-model.
#pragma once

#include <string>
#include <vector>

#include "frontend/llvm/options.h"

namespace pendulum::frontend {

/// Throws UsageError, which names the option, unless all of -I, -D and --cflag are acceptable. A value may be
/// a flag of its own: {"-include", "x.h"}.
void check_compiler_flags(const Options& options);

/// The options for the preprocessor (-I, -D, -include, ...) and for the rest of clang, each in their order;
/// options about warnings are left out. Requires: check_compiler_flags accepted them.
struct CompilerFlags {
  std::vector<std::string> preprocessor;
  std::vector<std::string> language;
};
CompilerFlags sort_compiler_flags(const Options& options);

}  // namespace pendulum::frontend
