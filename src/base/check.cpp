#include "base/check.h"

#include <cstring>

namespace pendulum::base {

void check_failed(const char* file, int line, const char* condition, const std::string& message) {
  const char* inside = std::strstr(file, "src/");
  throw InternalError(
      fmt::format("{}:{}: {} ({})", inside != nullptr ? inside : file, line, message, condition));
}

}  // namespace pendulum::base
