#include "arg/recording.h"

#include <exception>

namespace pendulum::arg {

Recording::~Recording() {
  if (!write_) return;
  try {
    write_(head_, program_, log_);
  } catch (const std::exception&) {
    // Ignored, because no verdict depends on the recording.
  }
}

}  // namespace pendulum::arg
