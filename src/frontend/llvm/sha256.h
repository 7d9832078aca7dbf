// SHA-256 by LLVM: witnesses name the text that they speak of by it.
#pragma once

#include <string>
#include <string_view>

namespace pendulum::frontend {

/// In hexadecimal.
std::string sha256(std::string_view text);

}  // namespace pendulum::frontend
