// Models of C library functions, in C (models/c/*.c), for programs that use the functions without defining
// them.
//
// The models are linked into the program before it is instrumented. Hence both the translator and the native
// replay execute them, and they need no special treatment. They have no debug information: violations in a
// model are reported at the call in the user's source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/llvm/ir/options.h"

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// The C source of all models, which CMake generates from models/c/*.c.
extern const std::string_view model_source;

struct LibraryModel {
  std::string name;
  std::string summary;
  enum class Role {
    Always,  ///< used for all properties
    Memory,  ///< used only if valid-deref is checked
    Format,  ///< has no body: calls with a literal format become calls of parts (format_calls.h)
    Part,    ///< helper function; the front end inserts its calls, programs do not call it
  };
  Role role = Role::Always;
  /// Does the body compute the result of the library function? Otherwise the result is arbitrary within
  /// bounds.
  bool is_exact = true;
};
/// All models, in the order of the source.
std::vector<LibraryModel> library_models();

/// Links the models of the functions that `module` uses and does not define, with a copy for each call.
/// Writes temporary files to `directory`. Returns the sorted names of the modelled functions.
std::vector<std::string> link_models(llvm::Module& module, const Options& options,
                                     const std::string& directory);

}  // namespace pendulum::frontend
