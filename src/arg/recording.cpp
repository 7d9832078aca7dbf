#include "arg/recording.h"

#include <filesystem>
#include <fstream>

namespace pendulum::arg {

namespace {

/// More than anybody steps through, and what a browser still handles.
constexpr std::size_t max_events = 20'000;

}  // namespace

Recording::~Recording() {
  if (directory_.empty()) return;
  try {
    write();
  } catch (const std::exception&) {
    // No verdict depends on it.
  }
}

void Recording::write() const {
  const std::filesystem::path name = std::filesystem::path(directory_) / ("steps-" + head_.engine + ".json");
  // A process that is ended meanwhile must not leave half of it.
  const std::string partial = name.string() + ".partial";
  std::ofstream file(partial, std::ios::binary);
  file << to_json(head_, program_, log_, max_events);
  file.close();
  if (file) std::filesystem::rename(partial, name);
}

}  // namespace pendulum::arg
