#include "base/process/process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.h"

namespace pendulum::base {
namespace {

using namespace std::chrono_literals;

CommandResult shell(const std::string& script, CommandLimits limits = {}) {
  return run_command({"sh", "-c", script}, limits);
}

/// Signal 0 tests whether the process exists; zombies that wait for init count as gone.
bool is_alive(pid_t pid) {
  if (::kill(pid, 0) != 0) return false;
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string number, name, state;
  stat >> number >> name >> state;
  return !state.empty() && state != "Z";
}

bool dies_soon(pid_t pid) {
  for (int i = 0; i < 200 && is_alive(pid); ++i) std::this_thread::sleep_for(10ms);
  return !is_alive(pid);
}

std::size_t open_descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
  return count;
}

TEST(RunCommand, ReturnsBothStreamsAndTheExitCode) {
  const CommandResult result = shell("echo out; echo err >&2; exit 7");
  EXPECT_EQ(result.output, "out\n");
  EXPECT_EQ(result.error, "err\n");
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.signal, 0);
  EXPECT_FALSE(result.timed_out);
}

TEST(RunCommand, PassesArgumentsWithoutAShell) {
  EXPECT_EQ(run_command({"printf", "%s", "$HOME; `id` *"}, {}).output, "$HOME; `id` *");
}

TEST(RunCommand, GivesEmptyStandardInput) {
  EXPECT_EQ(run_command({"cat"}, {}).exit_code, 0);
}

TEST(RunCommand, ReportsTheSignal) {
  const CommandResult result = shell("kill -SEGV $$");
  EXPECT_EQ(result.exit_code, -1);
  EXPECT_EQ(result.signal, SIGSEGV);
  EXPECT_FALSE(result.timed_out);
}

TEST(RunCommand, ThrowsWhenTheProgramCannotBeStarted) {
  EXPECT_THROW(run_command({"pendulum-no-such-program"}, {}), InputError);
  EXPECT_THROW(run_command({}, {}), InternalError);
}

TEST(RunCommand, KillsDescendantsAtTheTimeLimit) {
  const auto start = std::chrono::steady_clock::now();
  const CommandResult result = shell("sleep 60 & echo $!; wait", {.time = 300ms});
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.exit_code, -1);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  const pid_t descendant = std::stoi(result.output);
  EXPECT_TRUE(dies_soon(descendant));
}

TEST(RunCommand, DoesNotWaitForDescendantsThatKeepTheStreamsOpen) {
  const auto start = std::chrono::steady_clock::now();
  const CommandResult result = shell("sleep 60 & echo $!");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  EXPECT_TRUE(dies_soon(std::stoi(result.output)));
}

TEST(RunCommand, KeepsNoMoreThanTheCapOfEachStream) {
  const CommandResult result =
      shell("head -c 300000 /dev/zero; head -c 200000 /dev/zero >&2; exit 3", {.output_bytes = 100'000});
  EXPECT_EQ(result.output.size(), 100'000u);
  EXPECT_EQ(result.error.size(), 100'000u);
  EXPECT_EQ(result.exit_code, 3);
}

TEST(RunCommand, LimitsMemory) {
  const std::string script = "v=$(head -c 200000000 /dev/zero | tr '\\0' x) && echo ${#v}";
  EXPECT_NE(shell(script, {.memory_mib = 64}).output, "200000000\n");
}

TEST(RunCommand, AllowsMoreStack) {
  const CommandResult result = shell(
      "soft=$(ulimit -S -s); test $soft = unlimited || test $soft -ge 20480 || test $soft = $(ulimit -H -s)",
      {.stack_mib = 20});
  EXPECT_EQ(result.exit_code, 0);
}

TEST(RunCommand, LeaksNoDescriptors) {
  shell("true");
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 5; ++i) {
    shell("exit 1");
    EXPECT_THROW(run_command({"pendulum-no-such-program"}, {}), InputError);
  }
  EXPECT_EQ(open_descriptors(), before);
  // The child has its three streams and the directory handle of ls.
  EXPECT_EQ(shell("ls /proc/self/fd | wc -l").output, "4\n");
}

TEST(RunCommand, DescendantsDieWithUs) {
  TemporaryDirectory directory;
  const std::string file = directory.path() + "/pid";
  const pid_t victim = ::fork();
  if (victim == 0) {
    run_command({"sh", "-c", "sleep 60 & echo $! >" + file + ".new; mv " + file + ".new " + file + "; wait"},
                {});
    ::_exit(0);
  }
  for (int i = 0; i < 500 && !std::filesystem::exists(file); ++i) std::this_thread::sleep_for(10ms);
  pid_t descendant = 0;
  std::ifstream(file) >> descendant;
  ASSERT_GT(descendant, 0);
  EXPECT_TRUE(is_alive(descendant));
  ::kill(victim, SIGKILL);
  ::waitpid(victim, nullptr, 0);
  EXPECT_TRUE(dies_soon(descendant));
}

TEST(TemporaryDirectory, IsRemovedWithItsContents) {
  std::string path;
  {
    TemporaryDirectory directory;
    path = directory.path();
    std::filesystem::create_directory(path + "/sub");
    std::ofstream(path + "/sub/file") << "x";
    EXPECT_TRUE(std::filesystem::exists(path + "/sub/file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TemporaryDirectory, IsNotRemovedByAFork) {
  auto directory = std::make_unique<TemporaryDirectory>();
  const pid_t child = ::fork();
  if (child == 0) {
    directory.reset();
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(std::filesystem::exists(directory->path()));
}

TEST(TemporaryDirectory, ObeysTheEnvironment) {
  TemporaryDirectory outer;
  const char* old = std::getenv("TMPDIR");
  const std::string saved = old == nullptr ? "" : old;
  ::setenv("TMPDIR", outer.path().c_str(), 1);
  EXPECT_EQ(TemporaryDirectory().path().rfind(outer.path() + "/", 0), 0u);
  ::setenv("TMPDIR", (outer.path() + "/missing").c_str(), 1);
  EXPECT_THROW(TemporaryDirectory(), InputError);
  if (saved.empty()) {
    ::unsetenv("TMPDIR");
  } else {
    ::setenv("TMPDIR", saved.c_str(), 1);
  }
}

TEST(RunForkTest, GivesWhatTheFunctionReturns) {
  const std::string large(3 << 20, 'x');
  int calls = 0;
  const CommandResult result = run_fork(
      [&] {
        ++calls;
        return large;
      },
      {.time = 10s, .output_bytes = 16 << 20});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, large);
  EXPECT_EQ(calls, 0) << "it happened elsewhere";
}

TEST(RunForkTest, SurvivesTheEndOfTheFunction) {
  const auto run = [](const std::function<std::string()>& body) {
    return run_fork(body, {.time = 10s}).exit_code;
  };
  EXPECT_EQ(run([]() -> std::string { ::_exit(0); }), -1);
  EXPECT_EQ(run([]() -> std::string {
              ::raise(SIGKILL);
              return "?";
            }),
            -1);
  EXPECT_EQ(run([]() -> std::string { throw std::runtime_error("?"); }), -1);
  EXPECT_EQ(run([] { return std::string("fine"); }), 0);
}

TEST(RunForkTest, EndsAtTheTimeLimit) {
  const auto start = std::chrono::steady_clock::now();
  const CommandResult result = run_fork(
      []() -> std::string {
        while (true) ::pause();
      },
      {.time = 200ms});
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.exit_code, -1);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
}

}  // namespace
}  // namespace pendulum::base
