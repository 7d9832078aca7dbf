#include "base/process/confinement.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace pendulum::base {

namespace {

/// Maximum number of open files of a confined program. Replays need the standard streams, the source files
/// that a sanitizer reads, and a few files for library functions.
constexpr rlim_t max_open_files = 64;

/// Time between two checks of the program's memory.
constexpr long memory_check_nanoseconds = 5'000'000;

/// Number of pages of 4 KiB in a MiB.
constexpr std::size_t pages_per_mib = 256;

constexpr int all_namespaces =
    CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS;

bool write_text(const char* file, const char* text) {
  const int fd = ::open(file, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const auto length = static_cast<ssize_t>(std::strlen(text));
  const bool is_written = ::write(fd, text, static_cast<std::size_t>(length)) == length;
  ::close(fd);
  return is_written;
}

/// Writes the decimal digits of `number` to `text` and returns the end of the digits. snprintf cannot be used
/// because it is not async-signal-safe.
char* put_number(char* text, unsigned number) {
  char digits[16];
  int count = 0;
  do digits[count++] = static_cast<char>('0' + number % 10);
  while ((number /= 10) != 0);
  while (count > 0) *text++ = digits[--count];
  return text;
}

/// Writes the mapping "<id> <id> 1": the id denotes the same user or group inside and outside of the
/// namespace.
bool map_id(const char* file, unsigned id) {
  char text[64];
  char* end = put_number(text, id);
  *end++ = ' ';
  std::strcpy(put_number(end, id), " 1\n");
  return write_text(file, text);
}

void limit(int resource, rlim_t value) {
  const rlimit both{value, value};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

void set_limits(const Confinement& confinement) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, max_open_files);
  limit(RLIMIT_MSGQUEUE, 0);
  limit(RLIMIT_MEMLOCK, 0);
  limit(RLIMIT_CPU, confinement.cpu_seconds);
  if (!confinement.may_clone) limit(RLIMIT_NPROC, 0);
}

/// Drops all capabilities of this process and ensures that an exec by user 0 does not grant new ones. The
/// calls fail in a process without privileges, which has no capabilities to drop.
void drop_privileges() {
  ::prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED, 0, 0, 0);
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const __user_cap_data_struct none[2]{};
  ::syscall(SYS_capset, &header, none);
}

void fill_in(sock_filter* filter, std::size_t size, std::uint32_t placeholder, std::uint32_t value) {
  for (std::size_t i = 0; i < size; ++i)
    if (filter[i].code == (BPF_JMP | BPF_JEQ | BPF_K) && filter[i].k == placeholder) filter[i].k = value;
}

/// Returns the resident memory of a process in MiB, assuming pages of 4 KiB. Returns 0 if the process has
/// ended.
std::size_t resident_mib_of(pid_t process) {
  char name[64] = "/proc/";
  std::strcpy(put_number(name + std::strlen(name), static_cast<unsigned>(process)), "/statm");
  const int fd = ::open(name, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  char text[128];
  const ssize_t length = ::read(fd, text, sizeof text - 1);
  ::close(fd);
  if (length <= 0) return 0;
  text[length] = '\0';
  const char* resident = std::strchr(text, ' ');  // the second number: resident pages
  return resident == nullptr ? 0 : std::strtoul(resident, nullptr, 10) / pages_per_mib;
}

/// Main function of the forked child that tests whether the namespaces can be entered. Exits with 0 if they
/// can.
[[noreturn]] void try_namespaces() {
  if (!enter_namespaces()) ::_exit(1);
  const pid_t first = ::fork();
  if (first == 0) ::_exit(close_file_system() ? 0 : 1);
  int status = 0;
  const bool works = first > 0 && ::waitpid(first, &status, 0) == first && status == 0;
  ::_exit(works ? 0 : 1);
}

}  // namespace

bool namespaces_work() {
  static const bool result = [] {
    const pid_t child = ::fork();
    if (child == 0) try_namespaces();
    int status = 0;
    while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return child > 0 && status == 0;
  }();
  return result;
}

bool enter_namespaces() {
  const unsigned user = ::geteuid(), group = ::getegid();
  ::setgroups(0, nullptr);  // succeeds only for a privileged user
  if (::unshare(all_namespaces) != 0) return false;
  return write_text("/proc/self/setgroups", "deny") && map_id("/proc/self/uid_map", user) &&
         map_id("/proc/self/gid_map", group);
}

bool close_file_system() {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  if (::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) != 0) return false;
  mount_attr attributes{};
  attributes.attr_set = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;
  return ::mount_setattr(AT_FDCWD, "/", AT_RECURSIVE, &attributes, sizeof attributes) == 0;
}

bool confine_this_process(const Confinement& confinement, sock_filter* filter, const char* path) {
  if (::chdir(confinement.directory.c_str()) != 0) return false;
  set_limits(confinement);
  // Without it the replay may still show the error, so a refusal by the kernel does not matter.
  if (confinement.is_below_3_gib) ::personality(ADDR_LIMIT_3GB);
  drop_privileges();
  const auto address = reinterpret_cast<std::uintptr_t>(path);
  const std::size_t size = confinement.filter.size();
  fill_in(filter, size, confinement.placeholders.process_id, static_cast<std::uint32_t>(::getpid()));
  fill_in(filter, size, confinement.placeholders.path_low, static_cast<std::uint32_t>(address));
  fill_in(filter, size, confinement.placeholders.path_high,
          static_cast<std::uint32_t>(std::uint64_t{address} >> 32));
  const sock_fprog program{static_cast<unsigned short>(size), filter};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

int watch_program(pid_t program, std::size_t resident_mib) {
  sigset_t end_of_child;
  sigemptyset(&end_of_child);
  sigaddset(&end_of_child, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &end_of_child, nullptr);
  int status = 0;
  while (true) {
    const pid_t ended = ::waitpid(-1, &status, WNOHANG);
    if (ended == program) return status;
    if (ended > 0) continue;  // an orphan that was reparented to this process
    const timespec interval{0, memory_check_nanoseconds};
    ::sigtimedwait(&end_of_child, nullptr, &interval);
    if (resident_mib_of(program) > resident_mib) ::kill(program, SIGKILL);
  }
}

}  // namespace pendulum::base
