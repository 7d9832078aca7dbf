#include "arg/recording.h"

#include <filesystem>
#include <fstream>

namespace pendulum::arg {

namespace {

/// More events than a user steps through, and few enough for a browser.
constexpr std::size_t max_events = 20'000;

}  // namespace

Recording::~Recording() {
  if (directory_.empty()) return;
  try {
    write();
  } catch (const std::exception&) {
    // Ignored, because no verdict depends on the file.
  }
}

void Recording::write() const {
  const std::filesystem::path name = std::filesystem::path(directory_) / ("steps-" + head_.engine + ".json");
  // Write to a temporary name first: a process that is terminated must not leave an incomplete file.
  const std::string partial = name.string() + ".partial";
  std::ofstream file(partial, std::ios::binary);
  file << to_json(head_, program_, log_, max_events);
  file.close();
  if (file) std::filesystem::rename(partial, name);
}

}  // namespace pendulum::arg
