#include "frontend/llvm/compile/sha256.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>

#include "base/check.h"

namespace pendulum::frontend {

std::string sha256(std::string_view text) {
  llvm::SHA256 hash;
  hash.update(llvm::StringRef(text.data(), text.size()));
  std::string digits = llvm::toHex(hash.final(), /*LowerCase=*/true);
  PENDULUM_CHECK(digits.size() == 64, "a hash should have 64 digits, not {}", digits.size());
  return digits;
}

}  // namespace pendulum::frontend
