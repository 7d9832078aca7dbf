// Models of C library functions, in C (models/*.c), for programs that use the functions without defining
// them.
//
// They are linked into the program before it is instrumented, so the translator and the native replay both
// run them, and they need no treatment of their own. They have no debug information: what happens in them is
// reported at the call in the user's source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/llvm/options.h"

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// The text of all models; made by CMake.
extern const std::string_view model_source;

struct LibraryModel {
  std::string name;
  std::string summary;
  enum class Role {
    Always,
    Memory,  ///< used only where accesses are checked
    Format,  ///< has no body: calls with a literal format become calls of parts (format_calls.h)
    Part,
  };
  Role role = Role::Always;
};
/// As the text lists them.
std::vector<LibraryModel> library_models();

/// Links the models of the functions that `module` uses and does not define, a copy for every call. Temporary
/// files go into `directory`. Returns the names, sorted.
std::vector<std::string> link_models(llvm::Module& module, const Options& options,
                                     const std::string& directory);

}  // namespace pendulum::frontend
