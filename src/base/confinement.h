// Confinement of an untrusted program: namespaces, resource limits, no privileges, and a filter of system
// calls.
//
// A command runs below a guardian (process.cpp). A confined command has two more steps between the guardian
// and the program: the guardian enters new user, mount, network, PID, IPC and UTS namespaces, and a fork of
// it becomes the first process of the PID namespace. This process makes the file system read-only, starts the
// program and watches its memory. When it ends, the kernel ends all other processes of the namespace. Where
// the kernel refuses namespaces, everything else remains.
//
// All functions but namespaces_work() are called between fork and exec and make async-signal-safe calls only.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace pendulum::base {

struct Confinement {
  /// The filter of system calls, for seccomp(2). Not empty.
  std::vector<sock_filter> filter;
  /// 32-bit constants of the filter that are known only in the process that is about to become the program:
  /// its process id, and the lower and the upper half of the address of the path that it hands to execve.
  struct Placeholders {
    std::uint32_t process_id = 0;
    std::uint32_t path_low = 0;
    std::uint32_t path_high = 0;
  } placeholders;
  std::string directory;            ///< the working directory: should be empty
  std::size_t resident_mib = 1024;  ///< the program is killed when it uses more physical memory
  unsigned cpu_seconds = 10;
  bool has_namespaces = false;  ///< enter new namespaces; requires namespaces_work()
  bool may_clone = false;       ///< LeakSanitizer starts a process that inspects the program
};

/// Does the kernel let this process enter the namespaces? Tries it once, in a fork.
bool namespaces_work();

/// Guardian: enters the namespaces; its next fork is the first process of the PID namespace. False: the
/// kernel refuses.
bool enter_namespaces();

/// First process of the PID namespace: hides the processes outside and makes all mounts read-only.
bool close_file_system();

/// The process that is about to become the program: limits, then loss of all privileges, then the filter.
/// Afterwards only an execve of `path` (this very address) is possible. False: the kernel refuses; the
/// program must not start.
bool confine_this_process(const Confinement& confinement, sock_filter* filter, const char* path);

/// Waits for the end of `program` and returns its wait status. Kills it if it uses too much memory.
int watch_program(pid_t program, std::size_t resident_mib);

}  // namespace pendulum::base
