// The version of Pendulum.
#pragma once

namespace pendulum::base {

extern const char* const version;  ///< "1.2.3", from the project's CMakeLists.txt
extern const char* const commit;   ///< "1a2b3c4", with "-dirty" if files were changed; "unknown" without git

}  // namespace pendulum::base
