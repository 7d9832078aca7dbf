// The tasks of `pendulum bench`: SV-COMP task definitions, found by name, directory or set.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pendulum::main {

struct BenchTask {
  std::string set;               ///< the group that its row in the table counts for
  std::string name;              ///< path of the definition as it was found
  std::optional<bool> expected;  ///< the verdict that its author expects; nothing: nobody knows
};

/// From a definition (TASK.yml: its set is its directory), a directory (all definitions below; the set is the
/// directory's next part, or the directory itself), or a set file (SET.set: patterns of definitions or of
/// directories, one per line, relative to it). Ordered by set and name, each task once, where it was found
/// first. Throws InputError.
std::vector<BenchTask> find_tasks(const std::vector<std::string>& arguments);

}  // namespace pendulum::main
