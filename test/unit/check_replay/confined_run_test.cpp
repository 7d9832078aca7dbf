// Tests programs that try to escape from the sandbox of the native replay.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/process/process.h"
#include "check/replay/system_call_filter.h"

namespace pendulum::check {
namespace {

/// The statements of main return 0 if the attempt fails as it should.
constexpr const char* head = R"(
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
)";

struct Way {
  bool has_namespaces;
  bool is_32_bit;
  bool searches_leaks;
};

class ConfinedRun : public ::testing::TestWithParam<Way> {
 protected:
  void SetUp() override {
    if (GetParam().has_namespaces && !base::namespaces_work())
      GTEST_SKIP() << "the kernel refuses namespaces";
    std::filesystem::create_directory(directory_.path() + "/empty");
  }

  base::CommandResult run(const std::string& body, std::size_t memory_mib = 0) {
    const std::string source = directory_.path() + "/a.c", executable = directory_.path() + "/a";
    std::ofstream(source) << head << body;
    const base::CommandResult compiler = base::run_command(
        {"clang-19", "-w", "-O0", GetParam().is_32_bit ? "-m32" : "-m64", "-o", executable, source}, {});
    EXPECT_EQ(compiler.exit_code, 0) << compiler.error;
    base::Confinement confinement;
    confinement.directory = directory_.path() + "/empty";
    confinement.has_namespaces = GetParam().has_namespaces;
    confinement.resident_mib = 200;
    confinement.cpu_seconds = 2;
    add_filter(confinement, {GetParam().is_32_bit, GetParam().searches_leaks});
    base::CommandLimits limits;
    limits.time = std::chrono::seconds(5);
    limits.memory_mib = memory_mib;
    return base::run_confined(executable, limits, confinement);
  }

  /// Runs a program that makes all attempts; each is an expression that is true if the attempt succeeded.
  void expect_refused(const std::vector<std::string>& attempts) {
    std::string body;
    for (std::size_t i = 0; i < attempts.size(); ++i)
      body += "  if (" + attempts[i] + ") { printf(\"" + std::to_string(i) + "\\n\"); fflush(stdout); }\n";
    const base::CommandResult result = run("int main(void) {\n" + body + "  return 5;\n}\n");
    EXPECT_EQ(result.exit_code, 5) << "signal " << result.signal << " " << result.error;
    std::istringstream succeeded(result.output);
    for (std::size_t i = 0; succeeded >> i;) ADD_FAILURE() << attempts.at(i);
  }

  base::TemporaryDirectory directory_;
};

TEST_P(ConfinedRun, OrdinaryProgramsRun) {
  const base::CommandResult result =
      run("int main(int argc, char **argv) { char *p = malloc(100000000); memset(p, 1, 1000); printf(\"%d\", "
          "argc);\n"
          "  fprintf(stderr, \"%s\", getenv(\"PATH\") ? \"PATH\" : \"none\"); free(p); return 7; }");
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.output, "1");
  EXPECT_EQ(result.error, "none") << "the environment should be empty";
}

TEST_P(ConfinedRun, SignalsOfTheProgramEndIt) {
  EXPECT_EQ(run("int main(void) { abort(); }").signal, SIGABRT);
  EXPECT_EQ(run("int main(void) { raise(SIGTERM); return 0; }").signal, SIGTERM);
  EXPECT_EQ(run("int main(void) { return *(volatile int *)0; }").signal, SIGSEGV);
  EXPECT_EQ(run("int main(void) { return kill(getpid(), 0); }").exit_code, 0);
}

TEST_P(ConfinedRun, NoFilesAreMadeOrChanged) {
  const std::string file = directory_.path() + "/file";
  std::ofstream(file) << "text";
  std::vector<std::string> attempts;
  for (const std::string& name : {file, std::string("file"), std::string("/tmp/pendulum-escape")}) {
    const std::string quoted = "\"" + name + "\"";
    for (const char* flags : {"O_WRONLY", "O_RDWR", "O_RDONLY | O_CREAT", "O_RDONLY | O_TRUNC",
                              "O_WRONLY | O_APPEND", "O_RDWR | O_TMPFILE"})
      attempts.push_back("open(" + quoted + ", " + flags + ", 0644) >= 0");
    attempts.push_back("creat(" + quoted + ", 0644) >= 0");
    attempts.push_back("mkdir(" + quoted + ", 0755) == 0");
    attempts.push_back("symlink(\"/\", " + quoted + ") == 0");
    attempts.push_back("mknod(" + quoted + ", S_IFIFO | 0644, 0) == 0");
    attempts.push_back("unlink(" + quoted + ") == 0 || truncate(" + quoted + ", 0) == 0");
    attempts.push_back("rename(" + quoted + ", \"new\") == 0 || chmod(" + quoted + ", 0777) == 0");
  }
  expect_refused(attempts);
  std::ifstream in(file);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "text");
  EXPECT_TRUE(std::filesystem::is_empty(directory_.path() + "/empty"));
  EXPECT_FALSE(std::filesystem::exists("/tmp/pendulum-escape"));
}

TEST_P(ConfinedRun, ConstructorsAreConfinedToo) {
  const base::CommandResult result = run(
      "int result = 1;\n"
      "static void early(void) { result = open(\"file\", O_CREAT | O_WRONLY, 0644) >= 0 || fork() >= 0; }\n"
      "__attribute__((section(\".preinit_array\"), used)) static void (*first)(void) = early;\n"
      "__attribute__((section(\".init_array\"), used)) static void (*second)(void) = early;\n"
      "__attribute__((constructor)) static void third(void) { early(); }\n"
      "int main(void) { return result; }");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(std::filesystem::is_empty(directory_.path() + "/empty"));
}

TEST_P(ConfinedRun, NoOtherProcesses) {
  expect_refused({"fork() >= 0", "vfork() >= 0", "syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0",
                  "syscall(SYS_clone3, 0, 0) >= 0", "execl(\"/bin/true\", \"true\", (char *)0) == 0",
                  "execve(\"/proc/self/exe\", (char *[]){\"a\", 0}, (char *[]){0}) == 0 || errno != EPERM"});
}

TEST_P(ConfinedRun, NoSignalsToOthers) {
  expect_refused({"kill(getppid(), 0) == 0 || errno != EPERM", "kill(-1, 0) == 0 || errno != EPERM",
                  "kill(0, 0) == 0 || errno != EPERM",
                  "kill(" + std::to_string(::getpid()) + ", SIGKILL) == 0",
                  "syscall(SYS_tkill, getppid(), SIGKILL) == 0"});
}

TEST_P(ConfinedRun, NoTracingOfOthers) {
  expect_refused({"ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0", "ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0",
                  "ptrace(PTRACE_ATTACH, " + std::to_string(::getpid()) + ", 0, 0) == 0",
                  "ptrace(PTRACE_TRACEME, 0, 0, 0) == 0",
                  "syscall(SYS_process_vm_readv, getppid(), 0, 0, 0, 0, 0) >= 0"});
}

TEST_P(ConfinedRun, NoNetworkAndNoIpc) {
  expect_refused({"socket(AF_INET, SOCK_STREAM, 0) >= 0", "socket(AF_UNIX, SOCK_STREAM, 0) >= 0",
                  "syscall(SYS_memfd_create, \"x\", 0) >= 0",
                  "syscall(SYS_mount, \"none\", \"/tmp\", \"tmpfs\", 0, 0) == 0",
                  "unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0"});
}

TEST_P(ConfinedRun, LimitsCannotBeRaised) {
  expect_refused({"setrlimit(RLIMIT_FSIZE, &(struct rlimit){1000, 1000}) == 0",
                  "setrlimit(RLIMIT_NOFILE, &(struct rlimit){1000, 1000}) == 0",
                  "syscall(SYS_prlimit64, getppid(), RLIMIT_CPU, 0, 0) == 0"});
}

TEST_P(ConfinedRun, SleepEndsAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(run("int main(void) { sleep(1000); pause(); return 3; }").exit_code, 3);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST_P(ConfinedRun, LoopsEnd) {
  const base::CommandResult result = run("int main(void) { for (;;) ; }");
  EXPECT_TRUE(result.timed_out || result.signal == SIGXCPU || result.signal == SIGKILL);
}

TEST_P(ConfinedRun, AddressSpaceIsLimited) {
  const base::CommandResult result =
      run("int main(void) { for (int i = 0; i < 100; ++i) if (!malloc(50 << 20)) return 3; return 0; }", 500);
  EXPECT_EQ(result.exit_code, 3);
}

TEST_P(ConfinedRun, PhysicalMemoryIsLimited) {
  const base::CommandResult result = run(
      "int main(void) { for (int i = 0; i < 40; ++i) { char *p = mmap(0, 50 << 20, 3, MAP_PRIVATE | "
      "MAP_ANONYMOUS, -1, 0);\n"
      "  if (p == MAP_FAILED) return 3; for (int k = 0; k < 50 << 20; k += 4096) p[k] = 1; } return 0; }");
  EXPECT_EQ(result.signal, SIGKILL) << result.exit_code;
}

TEST_P(ConfinedRun, CallsOfTheOtherArchitectureEndTheProgram) {
  if (GetParam().is_32_bit) GTEST_SKIP() << "both are allowed: the start of the program is a 64-bit call";
  EXPECT_EQ(
      run("int main(void) { int r; __asm__ volatile(\"int $0x80\" : \"=a\"(r) : \"a\"(20)); return r; }")
          .signal,
      SIGSYS);
}

std::string name_of(const ::testing::TestParamInfo<Way>& info) {
  return std::string(info.param.has_namespaces ? "Namespaces" : "FilterOnly") +
         (info.param.is_32_bit ? "32" : "64") + (info.param.searches_leaks ? "Leaks" : "");
}

INSTANTIATE_TEST_SUITE_P(Ways, ConfinedRun,
                         ::testing::Values(Way{true, false, false}, Way{true, true, true},
                                           Way{false, true, false}, Way{false, false, true}),
                         name_of);

TEST(Confinement, NamespacesHideOtherProcesses) {
  if (!base::namespaces_work()) GTEST_SKIP() << "the kernel refuses namespaces";
  const base::TemporaryDirectory directory;
  base::Confinement confinement;
  confinement.directory = directory.path();
  confinement.has_namespaces = true;
  add_filter(confinement, {});
  EXPECT_EQ(base::run_confined("/bin/ls", {}, confinement).output, "");
  std::ofstream(directory.path() + "/file") << "";
  EXPECT_EQ(base::run_confined("/bin/ls", {}, confinement).output, "file\n");
  confinement.directory = "/proc/" + std::to_string(::getpid()) + "/does-not-exist";
  EXPECT_THROW(base::run_confined("/bin/ls", {}, confinement), base::InputError);
}

}  // namespace
}  // namespace pendulum::check
