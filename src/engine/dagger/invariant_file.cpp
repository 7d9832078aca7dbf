#include "engine/dagger/invariant_file.h"

#include <filesystem>
#include <fstream>

namespace pendulum::engine::dagger {

void write_invariants(const program::Program& program, const certificate::Invariant& invariant,
                      const std::string& directory) {
  if (directory.empty()) return;
  const std::filesystem::path name = std::filesystem::path(directory) / "invariants-dagger.json";
  // Renamed when complete: a process that is terminated meanwhile must not leave a partial file.
  const std::string partial = name.string() + ".partial";
  std::ofstream file(partial, std::ios::binary);
  file << certificate::serialize(program, invariant);
  file.close();
  std::error_code no_verdict_depends_on_it;
  if (file) std::filesystem::rename(partial, name, no_verdict_depends_on_it);
}

}  // namespace pendulum::engine::dagger
