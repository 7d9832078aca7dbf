// Tests the supervisor with workers that crash, hang, use too much memory, or leave children.
#include "supervise/supervisor.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/check.h"
#include "base/process/process.h"

namespace pendulum::supervise {
namespace {

using base::Clock;
using std::chrono::milliseconds;

Outcome supervise_job(const Job& job, double timeout = 10, std::size_t memory_mib = 0) {
  const Scratch scratch;
  Progress progress(stderr, -1, false);
  return supervise(job, {Clock::now(), timeout, memory_mib}, progress, scratch);
}

[[noreturn]] void hang() {
  while (true) ::pause();
}

bool is_alive(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string pid, name, state;
  return file >> pid >> name >> state && state != "Z" && state != "X";
}

/// Waits up to two seconds until a condition holds.
bool eventually(const std::function<bool()>& condition) {
  for (int i = 0; i < 200 && !condition(); ++i) std::this_thread::sleep_for(milliseconds(10));
  return condition();
}

TEST(Supervisor, PassesTheAnswerAndItsSize) {
  const std::string large(3'000'000, 'x');
  const Outcome outcome =
      supervise_job([&](const Worker& worker) { worker.channel.send(Message::Kind::Answer, large); });
  EXPECT_EQ(outcome.end, Outcome::End::Answered);
  EXPECT_EQ(outcome.answer, large);
  EXPECT_GT(outcome.wall_seconds, 0);
}

TEST(Supervisor, CountsTheProcessorTimeOfEachJobAlone) {
  const Outcome busy = supervise_job([](const Worker& worker) {
    const std::clock_t start = std::clock();
    while (std::clock() - start < CLOCKS_PER_SEC / 2) {
    }
    worker.channel.send(Message::Kind::Answer, "");
  });
  const Outcome idle =
      supervise_job([](const Worker& worker) { worker.channel.send(Message::Kind::Answer, ""); });
  EXPECT_GE(busy.cpu_seconds, 0.4);
  EXPECT_LT(idle.cpu_seconds, 0.3);
}

TEST(Supervisor, DoesNotWaitForTheWorkerAfterTheAnswer) {
  const auto start = Clock::now();
  const Outcome outcome = supervise_job([](const Worker& worker) {
    worker.channel.send(Message::Kind::Answer, "done");
    hang();
  });
  EXPECT_EQ(outcome.answer, "done");
  EXPECT_LT(Clock::now() - start, milliseconds(2000));
}

TEST(Supervisor, ExceptionsAreFaultsOfTheirKind) {
  const auto kind_of = [](const Job& job) {
    const Outcome outcome = supervise_job(job);
    EXPECT_EQ(outcome.end, Outcome::End::Failed);
    return outcome.fault ? outcome.fault->kind : FaultKind::Internal;
  };
  EXPECT_EQ(kind_of([](const Worker&) { throw base::UsageError("u"); }), FaultKind::Usage);
  EXPECT_EQ(kind_of([](const Worker&) { throw base::InputError("i"); }), FaultKind::Input);
  EXPECT_EQ(kind_of([](const Worker&) { throw base::Unsupported("what", "a.c:1"); }), FaultKind::Unsupported);
  EXPECT_EQ(kind_of([](const Worker&) { throw base::Stopped("timeout"); }), FaultKind::Stopped);
  EXPECT_EQ(kind_of([](const Worker&) { throw std::bad_alloc(); }), FaultKind::Memory);
  EXPECT_EQ(kind_of([](const Worker&) { PENDULUM_CHECK(1 == 2, "it should"); }), FaultKind::Internal);
  EXPECT_EQ(kind_of([](const Worker&) { throw 3; }), FaultKind::Internal);
}

TEST(Supervisor, CrashNamesTheSignal) {
  const Outcome outcome = supervise_job([](const Worker&) { std::abort(); });
  EXPECT_EQ(outcome.end, Outcome::End::Crashed);
  EXPECT_EQ(outcome.crash, "signal 6");
}

TEST(Supervisor, EndWithoutAnswerIsACrash) {
  const Outcome outcome = supervise_job([](const Worker&) {});
  EXPECT_EQ(outcome.end, Outcome::End::Crashed);
  EXPECT_EQ(outcome.crash, "exit code 0");
}

TEST(Supervisor, TimeLimitHoldsForAWorkerThatIgnoresEverything) {
  const auto start = Clock::now();
  const Outcome outcome = supervise_job(
      [](const Worker& worker) {
        ::signal(SIGTERM, SIG_IGN);
        worker.channel.send(Message::Kind::Snapshot, "so far");
        hang();
      },
      0.3);
  EXPECT_EQ(outcome.end, Outcome::End::Timeout);
  EXPECT_EQ(outcome.answer, "so far");
  EXPECT_GE(Clock::now() - start, milliseconds(300));
  EXPECT_LT(Clock::now() - start, milliseconds(1500));
}

TEST(Supervisor, TheWorkersOwnDeadlineComesFirst) {
  const Outcome outcome = supervise_job(
      [](const Worker& worker) {
        while (!worker.stop.is_stopped()) std::this_thread::sleep_for(milliseconds(1));
        worker.channel.send(Message::Kind::Answer, "in time");
      },
      0.3);
  EXPECT_EQ(outcome.end, Outcome::End::Answered);
  EXPECT_LT(outcome.wall_seconds, 0.3);
}

TEST(Supervisor, MemoryLimitHoldsOverAllProcesses) {
  // Two processes with 150 MiB each; neither of them alone exceeds 250.
  const Outcome outcome = supervise_job(
      [](const Worker&) {
        ::fork();
        std::vector<char> hoard(150U << 20, 1);
        hang();
      },
      20, 250);
  EXPECT_EQ(outcome.end, Outcome::End::Memory);
  EXPECT_GT(outcome.peak_memory_mib, 250);
}

TEST(Supervisor, SharedPagesCountOnce) {
  const Outcome outcome = supervise_job(
      [](const Worker& worker) {
        std::vector<char> hoard(150U << 20, 1);
        if (::fork() == 0) hang();  // shares them
        std::this_thread::sleep_for(milliseconds(300));
        worker.channel.send(Message::Kind::Answer, "");
      },
      20, 250);
  EXPECT_EQ(outcome.end, Outcome::End::Answered);
}

TEST(Supervisor, NoDescendantSurvivesEvenInItsOwnSession) {
  const Outcome outcome = supervise_job([](const Worker& worker) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::setsid();
      ::signal(SIGTERM, SIG_IGN);
      hang();
    }
    worker.channel.send(Message::Kind::Answer, std::to_string(child));
  });
  ASSERT_EQ(outcome.end, Outcome::End::Answered);
  EXPECT_FALSE(is_alive(std::stoi(*outcome.answer)));
}

TEST(Supervisor, InterruptEndsEverything) {
  const pid_t self = ::getpid();
  const Outcome outcome = supervise_job([self](const Worker&) {
    ::kill(self, SIGINT);
    hang();
  });
  EXPECT_EQ(outcome.end, Outcome::End::Interrupted);
}

TEST(Supervisor, TemporaryFilesOfAKilledWorkerAreRemoved) {
  std::string directory;
  {
    const Scratch scratch;
    directory = scratch.path();
    Progress progress(stderr, -1, false);
    const Outcome outcome = supervise(
        [&](const Worker&) {
          auto* leaked = new base::TemporaryDirectory();
          if (!leaked->path().starts_with(directory)) ::_exit(3);
          std::abort();
        },
        {Clock::now(), 10, 0}, progress, scratch);
    EXPECT_EQ(outcome.crash, "signal 6");
    EXPECT_FALSE(std::filesystem::is_empty(directory));
  }
  EXPECT_FALSE(std::filesystem::exists(directory));
}

/// SIGKILL cannot be caught: the worker must end by itself, and the janitor must remove the files.
TEST(Supervisor, KilledSupervisorLeavesNothing) {
  int fds[2];
  ASSERT_EQ(::pipe(fds), 0);
  const pid_t supervisor = ::fork();
  if (supervisor == 0) {
    const Scratch scratch;
    Progress progress(stderr, -1, false);
    supervise(
        [&](const Worker&) {
          const pid_t child = ::fork();
          if (child == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            hang();
          }
          const std::string line = fmt::format("{} {} {}\n", ::getpid(), child, scratch.path());
          if (::write(fds[1], line.data(), line.size()) < 0) std::abort();
          hang();
        },
        {Clock::now(), 60, 0}, progress, scratch);
    ::_exit(0);
  }
  ::close(fds[1]);
  char buffer[4096];
  const ssize_t count = ::read(fds[0], buffer, sizeof buffer);
  ASSERT_GT(count, 0);
  std::istringstream line(std::string(buffer, static_cast<std::size_t>(count)));
  pid_t worker = 0, child = 0;
  std::string directory;
  line >> worker >> child >> directory;
  ASSERT_TRUE(is_alive(worker));
  ASSERT_TRUE(std::filesystem::exists(directory));
  ::kill(supervisor, SIGKILL);
  ::waitpid(supervisor, nullptr, 0);
  EXPECT_TRUE(eventually([&] { return !is_alive(worker) && !is_alive(child); }));
  EXPECT_TRUE(eventually([&] { return !std::filesystem::exists(directory); }));
  ::close(fds[0]);
}

}  // namespace
}  // namespace pendulum::supervise
