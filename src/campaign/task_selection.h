// The tasks of `pendulum bench`: SV-COMP task definitions, given by file name, directory or set file.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pendulum::campaign {

struct BenchTask {
  std::string set;               ///< name of the set in the table
  std::string name;              ///< path of the task definition
  std::optional<bool> expected;  ///< expected verdict in the task definition; nothing if it has none
};

/// Finds the tasks of each argument: a task definition (TASK.yml; the set is its directory), a directory (all
/// definitions below it; the set is the first directory below it, or the directory itself), or a set file
/// (SET.set: one pattern of task definitions per line, relative to the file; the set is the name of the
/// file). The result is ordered by set and name. A task that is found several times belongs to the set in
/// which it was found first. Throws InputError.
std::vector<BenchTask> find_tasks(const std::vector<std::string>& arguments);

}  // namespace pendulum::campaign
