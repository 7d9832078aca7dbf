// SHA-256, computed by LLVM. Witnesses identify the source text that they refer to by its hash.
#pragma once

#include <string>
#include <string_view>

namespace pendulum::frontend {

/// The SHA-256 hash of `text` in hexadecimal digits.
std::string sha256(std::string_view text);

}  // namespace pendulum::frontend
