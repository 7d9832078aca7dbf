// What /proc says about a process and its descendants: who they are and how much memory they hold.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <vector>

namespace pendulum::base {

/// `root` and its descendants, parents before children. Processes that end meanwhile may be missing.
std::vector<pid_t> process_tree(pid_t root);

/// Sum of the resident sets: cheap, but pages that forks share count once per process.
std::size_t resident_bytes(const std::vector<pid_t>& processes);
/// Sum of the proportional sets: shared pages count once. Walks the page tables: milliseconds per gigabyte.
std::size_t proportional_bytes(const std::vector<pid_t>& processes);

/// Kills and reaps children of this process until there are none but `except` (0: none). With
/// PR_SET_CHILD_SUBREAPER set, that includes descendants whose parents have died.
void end_all_children(pid_t except = 0);

}  // namespace pendulum::base
