// Contract checks. PENDULUM_CHECK is active in every build. PENDULUM_DCHECK is for expensive checks; it is
// active if the CMake option PENDULUM_DCHECK is on, as in the debug presets. A failed check throws
// InternalError. Messages are phrased "... should ...".
#pragma once

#include <fmt/core.h>

#include "base/error.h"

namespace pendulum::base {

[[noreturn]] void check_failed(const char* file, int line, const char* condition, const std::string& message);

}  // namespace pendulum::base

#define PENDULUM_CHECK(condition, ...)                                                            \
  do {                                                                                            \
    if (!(condition)) [[unlikely]]                                                                \
      ::pendulum::base::check_failed(__FILE__, __LINE__, #condition, ::fmt::format(__VA_ARGS__)); \
  } while (false)

#ifdef PENDULUM_DCHECK_ENABLED
#define PENDULUM_DCHECK(condition, ...) PENDULUM_CHECK(condition, __VA_ARGS__)
#else
#define PENDULUM_DCHECK(condition, ...) \
  do {                                  \
  } while (false)
#endif

/// Marks code that cannot be reached, for example after a switch over all values of an enum class.
#define PENDULUM_UNREACHABLE() \
  ::pendulum::base::check_failed(__FILE__, __LINE__, "unreachable", "this place should not be reached")
