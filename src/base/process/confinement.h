// Confinement of an untrusted program: namespaces, resource limits, no privileges, and a system call filter.
//
// Every command runs as a descendant of a guardian process (process.cpp). For a confined command, the
// guardian first enters new user, mount, network, PID, IPC and UTS namespaces and then forks. The forked
// process is the first process of the PID namespace: it makes the file system read-only, starts the program
// and limits its memory. When this process ends, the kernel kills all other processes of the namespace. If
// namespaces_work() is false, the caller omits the namespaces; all other restrictions remain.
//
// All functions except namespaces_work() are called between fork and exec. They therefore make only
// async-signal-safe calls.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace pendulum::base {

struct Confinement {
  /// System call filter for seccomp(2). Not empty.
  std::vector<sock_filter> filter;
  /// 32-bit placeholder constants in the filter. The process that executes the program replaces them by its
  /// process id and by the lower and the upper half of the address of the path that it passes to execve.
  struct Placeholders {
    std::uint32_t process_id = 0;
    std::uint32_t path_low = 0;
    std::uint32_t path_high = 0;
  } placeholders;
  std::string directory;            ///< working directory of the program; should be empty
  std::size_t resident_mib = 1024;  ///< the program is killed if it uses more physical memory
  unsigned cpu_seconds = 10;
  bool has_namespaces = false;  ///< enter new namespaces; requires namespaces_work()
  /// A 32-bit program has no object above 3 GiB, so that a pointer far beyond an object does not wrap around.
  bool is_below_3_gib = false;
  bool may_clone = false;  ///< needed by LeakSanitizer, which starts a process that inspects the program
};

/// Returns true if the kernel permits this process to enter the namespaces. Tests it once, in a forked child,
/// and caches the result.
bool namespaces_work();

/// Called by the guardian. Enters the namespaces; the next process that the guardian forks is the first
/// process of the PID namespace. Returns false if the kernel does not permit it.
bool enter_namespaces();

/// Called by the first process of the PID namespace. Hides the processes outside of the namespace and makes
/// all mounts read-only. Returns false on failure.
bool close_file_system();

/// Called by the process that executes the program. Sets the resource limits, drops all privileges and
/// installs the filter. `filter` is a writable copy of confinement.filter, in which the placeholders are
/// replaced. Afterwards, only an execve of `path` (with this very address) is possible. Returns false if the
/// kernel does not permit it; then the program must not be started.
bool confine_this_process(const Confinement& confinement, sock_filter* filter, const char* path);

/// Waits until the child `program` ends and returns its wait status. Kills it if its resident memory exceeds
/// `resident_mib`. Requires: the caller is the parent of `program`.
int watch_program(pid_t program, std::size_t resident_mib);

}  // namespace pendulum::base
