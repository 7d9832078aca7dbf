#include "campaign/queue.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>
#include <thread>

#include "base/error.h"
#include "base/file.h"
#include "base/log_file.h"
#include "base/process/process.h"

namespace pendulum::campaign {
namespace {

using std::chrono::seconds;

struct QueueTest : ::testing::Test {
  base::TemporaryDirectory directory;
  std::string participants = directory.path() + "/participants";
  std::string queue = directory.path() + "/queue";
  QueueTest() { std::filesystem::create_directories(participants); }

  void make(std::size_t count) {
    std::vector<std::string> descriptions;
    for (std::size_t i = 0; i < count; ++i) descriptions.push_back("run " + std::to_string(i));
    make_queue(queue, descriptions);
  }
};

TEST_F(QueueTest, EachRunIsClaimedOnce) {
  constexpr std::size_t count = 2500;  // several shards
  make(count);
  std::vector<std::vector<std::size_t>> taken(4);
  std::vector<std::thread> threads;
  for (auto& mine : taken)
    threads.emplace_back([&] {
      const Participant self(participants, seconds(60));
      Observer observer(participants, seconds(60));
      Queue claims(queue, count, self, observer);
      while (const auto run = claims.claim()) {
        EXPECT_EQ(run->description, "run " + std::to_string(run->number));
        mine.push_back(run->number);
        claims.finish(*run);
      }
    });
  for (std::thread& thread : threads) thread.join();
  std::vector<std::size_t> all;
  for (const auto& mine : taken) all.insert(all.end(), mine.begin(), mine.end());
  std::ranges::sort(all);
  ASSERT_EQ(all.size(), count);
  for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(all[i], i);
}

TEST_F(QueueTest, RunsOfDeadWorkersReturnUntilTheyAreLost) {
  make(1);
  const Participant self(participants, seconds(60));
  for (unsigned attempt = 1; attempt <= max_attempts + 1; ++attempt) {
    const Participant worker(participants, seconds(60));
    Observer observer(participants, seconds(60));
    Queue claims(queue, 1, worker, observer);
    const auto run = claims.claim();
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->attempt, attempt);
    EXPECT_EQ(run->is_lost, attempt > max_attempts);
    EXPECT_FALSE(claims.claim().has_value()) << "the run is not free";
    EXPECT_FALSE(claims.is_complete());
  }
}

TEST_F(QueueTest, ALivingWorkerKeepsItsRun) {
  make(1);
  const Participant a(participants, seconds(1)), b(participants, seconds(1));
  Observer observer(participants, seconds(1));
  Queue of_a(queue, 1, a, observer), of_b(queue, 1, b, observer);
  const auto run = of_a.claim();
  ASSERT_TRUE(run.has_value());
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  EXPECT_FALSE(of_b.claim().has_value());
  of_a.finish(*run);
  EXPECT_FALSE(of_b.claim().has_value());
  EXPECT_TRUE(of_b.is_complete());
}

TEST_F(QueueTest, AForeignParticipantDiesAfterItsLease) {
  base::write_file(participants + "/other-1-2", "another machine\n1\n2\n");
  Observer observer(participants, seconds(1));
  EXPECT_FALSE(observer.is_dead("other-1-2"));
  EXPECT_TRUE(observer.waits_until_dead("other-1-2"));
  EXPECT_TRUE(observer.is_dead("missing-1-2"));
  EXPECT_EQ(Observer::describe("node-3-17-aa"), "process 17 on node-3");
}

TEST_F(QueueTest, DamagedDescriptionsAreAnInputError) {
  make(2);
  base::write_file(queue + "/0/runs", base::log_line("run 0"));
  const Participant self(participants, seconds(60));
  Observer observer(participants, seconds(60));
  Queue claims(queue, 2, self, observer);
  EXPECT_THROW(claims.claim(), base::InputError);
}

/// A worker that writes "<run>" to its log for each run.
void work_on(const std::string& queue, const std::string& participants, const std::string& rows,
             std::size_t count) {
  const Participant self(participants, seconds(60));
  Observer observer(participants, seconds(60));
  Queue claims(queue, count, self, observer);
  base::LogFileWriter log(rows + "/" + self.id(), base::LogFileWriter::Durability::Memory);
  while (!claims.is_complete()) {
    const auto run = claims.claim();
    if (!run) continue;
    log.append(std::to_string(run->number));
    claims.finish(*run);
  }
}

pid_t fork_worker(const std::string& queue, const std::string& participants, const std::string& rows,
                  std::size_t count) {
  const pid_t child = ::fork();
  if (child == 0) {
    work_on(queue, participants, rows, count);
    ::_exit(0);
  }
  return child;
}

// Workers are killed at random times; each run has a row in the end.
TEST_F(QueueTest, KilledWorkersLoseNothing) {
  constexpr std::size_t count = 300;
  const std::string rows = directory.path() + "/rows";
  for (unsigned seed = 1; seed <= 4; ++seed) {
    for (const std::string& path : {queue, rows}) std::filesystem::remove_all(path);
    std::filesystem::create_directories(rows);
    make(count);
    std::mt19937 random(seed);
    for (int kill = 0; kill < 6; ++kill) {
      const pid_t worker = fork_worker(queue, participants, rows, count);
      ::usleep(std::uniform_int_distribution<unsigned>(500, 12'000)(random));
      ::kill(worker, SIGKILL);
      ::waitpid(worker, nullptr, 0);
    }
    const pid_t last = fork_worker(queue, participants, rows, count);
    int status = 1;
    ::waitpid(last, &status, 0);
    EXPECT_EQ(status, 0);
    std::set<std::string> done;
    for (const auto& entry : std::filesystem::directory_iterator(rows))
      for (const std::string& run : base::LogFileReader(entry.path()).read()) done.insert(run);
    EXPECT_EQ(done.size(), count) << "seed " << seed;
  }
}

}  // namespace
}  // namespace pendulum::campaign
