#include "base/version.h"

namespace pendulum::base {

const char* const version = PENDULUM_VERSION;

}  // namespace pendulum::base
