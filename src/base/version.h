// The version of Pendulum.
#pragma once

namespace pendulum::base {

extern const char* const version;  ///< "1.2.3", from the project's CMakeLists.txt
/// "1a2b3c4", with "-dirty" if files were changed, or "-unverified" if the build had no git to look for
/// changes; "unknown" outside of a repository.
extern const char* const commit;

}  // namespace pendulum::base
