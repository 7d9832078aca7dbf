#include "frontend/llvm/compile/llvm_version.h"

#include <llvm/Config/llvm-config.h>

namespace pendulum::frontend {

std::string llvm_version() {
  return LLVM_VERSION_STRING;
}

}  // namespace pendulum::frontend
