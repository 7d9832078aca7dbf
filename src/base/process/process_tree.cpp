#include "base/process/process_tree.h"

#include <dirent.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <string>

#include "base/check.h"

namespace pendulum::base {

namespace {

/// Returns the children of all threads of a process.
std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  const std::string tasks = "/proc/" + std::to_string(process) + "/task/";
  DIR* directory = ::opendir(tasks.c_str());
  if (directory == nullptr) return children;  // the process has ended
  while (const dirent* entry = ::readdir(directory)) {
    if (entry->d_name[0] == '.') continue;
    std::ifstream file(tasks + entry->d_name + "/children");
    for (pid_t child = 0; file >> child;) children.push_back(child);
  }
  ::closedir(directory);
  return children;
}

/// Returns the proportional set size of a process in KiB: the line "Pss: 12 kB" of /proc/<pid>/smaps_rollup.
std::size_t pss_kib(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/smaps_rollup");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("Pss:")) return std::strtoull(line.c_str() + 4, nullptr, 10);
  }
  return 0;
}

}  // namespace

std::vector<pid_t> process_tree(pid_t root) {
  PENDULUM_CHECK(root > 0, "{} should be the id of a process", root);
  std::vector<pid_t> tree{root};
  for (std::size_t next = 0; next < tree.size(); ++next) {
    for (const pid_t child : children_of(tree[next])) {
      // A process that is reparented during the traversal could occur twice.
      if (std::find(tree.begin(), tree.end(), child) == tree.end()) tree.push_back(child);
    }
  }
  return tree;
}

std::size_t resident_bytes(const std::vector<pid_t>& processes) {
  static const std::size_t page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::size_t pages = 0;
  for (const pid_t process : processes) {
    std::ifstream file("/proc/" + std::to_string(process) + "/statm");
    std::size_t size = 0, resident = 0;
    if (file >> size >> resident) pages += resident;
  }
  return pages * page;
}

std::size_t proportional_bytes(const std::vector<pid_t>& processes) {
  std::size_t kib = 0;
  for (const pid_t process : processes) kib += pss_kib(process);
  return kib * 1024;
}

void end_all_children(pid_t except) {
  while (true) {
    // Orphans are reparented to this process only after their parents have died, so repeat until no child is
    // left.
    bool is_any_left = false;
    for (const pid_t child : children_of(::getpid())) {
      if (child == except) continue;
      is_any_left = true;
      ::kill(child, SIGKILL);
      while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
    if (!is_any_left) return;
  }
}

}  // namespace pendulum::base
