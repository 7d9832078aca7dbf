// The version of Pendulum.
#pragma once

namespace pendulum::base {

extern const char* const version;  ///< "1.2.3", from the project's CMakeLists.txt

}  // namespace pendulum::base
