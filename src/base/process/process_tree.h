// Lists a process and its descendants and measures their memory, using /proc.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <vector>

namespace pendulum::base {

/// Returns `root` and its descendants, parents before children. Processes that end during the call may be
/// missing.
std::vector<pid_t> process_tree(pid_t root);

/// Returns the sum of the resident set sizes. Inexpensive, but counts shared pages once per process.
std::size_t resident_bytes(const std::vector<pid_t>& processes);
/// Returns the sum of the proportional set sizes, which counts shared pages once. The kernel walks the page
/// tables for this, which takes milliseconds per gigabyte.
std::size_t proportional_bytes(const std::vector<pid_t>& processes);

/// Kills and reaps all children of this process except `except` (0: no exception). If PR_SET_CHILD_SUBREAPER
/// is set, this includes descendants whose parents have died.
void end_all_children(pid_t except = 0);

}  // namespace pendulum::base
