#include "check/replay/system_call_filter.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

#include "base/check.h"
#include "base/error.h"

namespace pendulum::check {

namespace {

/// Argument values that no system call uses. The confined process replaces them in the filter by its own
/// process id and by the address of the program's path.
constexpr base::Confinement::Placeholders placeholders{0x5ad0c0de, 0x5ad1c0de, 0x5ad2c0de};
constexpr std::uint64_t program_path = (std::uint64_t{placeholders.path_high} << 32) | placeholders.path_low;

constexpr std::array harmless_calls{
    // memory
    "brk", "mmap", "mmap2", "munmap", "mremap", "mprotect", "madvise",
    // files that are open, and facts about files
    "close", "read", "pread64", "readv", "write", "writev", "lseek", "_llseek", "fstat", "fstat64",
    "newfstatat", "fstatat64", "stat", "stat64", "lstat", "lstat64", "statx", "access", "faccessat",
    "faccessat2", "readlink", "readlinkat", "getcwd", "getdents64",
    // this process
    "arch_prctl", "set_thread_area", "set_tid_address", "set_robust_list", "rseq", "getrlimit", "ugetrlimit",
    "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getuid32", "geteuid32",
    "getgid32", "getegid32", "sched_yield", "sched_getaffinity", "futex", "exit", "exit_group",
    "restart_syscall",
    // signals
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigreturn", "sigaltstack",
    // clocks and random numbers
    "clock_gettime", "clock_gettime64", "clock_getres", "clock_getres_time64", "gettimeofday", "time",
    "getrandom", "uname"};

class Filter {
 public:
  /// Sets the action for calls that no rule allows: they fail with EPERM.
  Filter() : context_(::seccomp_init(SCMP_ACT_ERRNO(EPERM)), ::seccomp_release) {
    if (context_ == nullptr) fail(ENOMEM);
    check(::seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
  }

  void add_32_bit_calls() { check(::seccomp_arch_add(context_.get(), SCMP_ARCH_X86)); }

  /// Allows `call` if all conditions on its arguments hold. Skips calls that the architecture does not have.
  template <typename... Conditions>
  void allow(const char* call, Conditions... conditions) {
    const int number = ::seccomp_syscall_resolve_name(call);
    if (number == __NR_SCMP_ERROR) return;
    const std::array<scmp_arg_cmp, sizeof...(conditions)> list{conditions...};
    const int result =
        ::seccomp_rule_add_array(context_.get(), SCMP_ACT_ALLOW, number, sizeof...(conditions), list.data());
    if (result != -EDOM) check(result);
  }

  std::vector<sock_filter> instructions() const {
    const int file = ::memfd_create("filter", MFD_CLOEXEC);
    if (file < 0) fail(errno);
    const std::unique_ptr<const int, void (*)(const int*)> closer(&file, [](const int* fd) { ::close(*fd); });
    check(::seccomp_export_bpf(context_.get(), file));
    const off_t size = ::lseek(file, 0, SEEK_END);
    if (size < 0) fail(errno);
    PENDULUM_CHECK(size % sizeof(sock_filter) == 0, "a filter of {} bytes should consist of instructions",
                   size);
    std::vector<sock_filter> result(static_cast<std::size_t>(size) / sizeof(sock_filter));
    if (::pread(file, result.data(), static_cast<std::size_t>(size), 0) != size) fail(EIO);
    return result;
  }

 private:
  [[noreturn]] static void fail(int error) {
    throw base::InputError(std::string("cannot make a filter of system calls: ") + std::strerror(error));
  }
  static void check(int result) {
    if (result != 0) fail(-result);
  }

  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
};

scmp_arg_cmp equals(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}

/// The condition that no bit of `mask` is set in the argument.
scmp_arg_cmp has_none_of(unsigned argument, std::uint64_t mask) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, 0};
}

/// Allows the execve call that starts the program. The filter compares the address of the path, which belongs
/// to the address space before the exec. If the program nevertheless uses the same address, the program that
/// it starts has the same filter.
void allow_start(Filter& filter) {
  filter.allow("execve", equals(0, program_path));
}

void allow_reading(Filter& filter) {
  constexpr std::uint64_t changes = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
  filter.allow("open", has_none_of(1, changes));
  filter.allow("openat", has_none_of(2, changes));
}

/// Allows the system calls of raise and abort, and those that get or set the limits of the process itself.
void allow_own_process(Filter& filter) {
  filter.allow("kill", equals(0, placeholders.process_id));
  filter.allow("tgkill", equals(0, placeholders.process_id));
  filter.allow("prlimit64", equals(0, 0));
}

void allow_leak_search(Filter& filter) {
  filter.allow("clone", equals(0, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_UNTRACED));
  filter.allow("ptrace", equals(0, PTRACE_ATTACH), equals(1, placeholders.process_id));
  // These requests require a process that is already attached.
  for (const int request :
       {static_cast<int>(PTRACE_CONT), static_cast<int>(PTRACE_DETACH), static_cast<int>(PTRACE_GETREGS),
        static_cast<int>(PTRACE_GETFPREGS), 18 /* PTRACE_GETFPXREGS */, static_cast<int>(PTRACE_GETREGSET)})
    filter.allow("ptrace", equals(0, static_cast<std::uint64_t>(request)));
  for (const int option : {PR_GET_DUMPABLE, PR_SET_DUMPABLE, PR_SET_PDEATHSIG, PR_SET_PTRACER})
    filter.allow("prctl", equals(0, static_cast<std::uint64_t>(option)));
  for (const char* call : {"wait4", "waitpid", "pipe", "pipe2"}) filter.allow(call);
}

/// Does some instruction of the filter compare an argument with `value`?
bool compares_with(const std::vector<sock_filter>& filter, std::uint32_t value) {
  return std::ranges::any_of(filter, [&](const sock_filter& instruction) { return instruction.k == value; });
}

}  // namespace

void add_filter(base::Confinement& confinement, const ProgramKind& kind) {
  PENDULUM_CHECK(confinement.filter.empty(), "a confinement should get its filter once");
  Filter filter;
  if (kind.is_32_bit) filter.add_32_bit_calls();
  for (const char* call : harmless_calls) filter.allow(call);
  allow_start(filter);
  allow_reading(filter);
  allow_own_process(filter);
  if (kind.searches_leaks) allow_leak_search(filter);
  confinement.filter = filter.instructions();
  confinement.placeholders = placeholders;
  confinement.may_clone = kind.searches_leaks;
  PENDULUM_CHECK(compares_with(confinement.filter, placeholders.process_id) &&
                     compares_with(confinement.filter, placeholders.path_low) &&
                     compares_with(confinement.filter, placeholders.path_high),
                 "the filter should contain each placeholder");
  PENDULUM_CHECK(confinement.filter.size() <= BPF_MAXINSNS,
                 "the filter should have at most {} instructions, not {}", BPF_MAXINSNS,
                 confinement.filter.size());
}

}  // namespace pendulum::check
