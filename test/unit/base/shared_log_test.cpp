// Tests the shared logs with writers that are killed or write nonsense.
#include "base/shared_log.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <random>
#include <thread>

#include "base/error.h"

namespace pendulum::base {
namespace {

using Texts = std::vector<std::string>;

TEST(SharedLog, ReadersReceiveRecordsInOrderAndOnce) {
  const SharedLogs logs(2, 4096);
  SharedLogWriter writer(logs, 0);
  SharedLogReader reader(logs, 0), other(logs, 1);
  EXPECT_EQ(reader.read(), Texts{});
  EXPECT_TRUE(writer.append("first"));
  EXPECT_TRUE(writer.append(""));
  EXPECT_EQ(reader.read(), (Texts{"first", ""}));
  EXPECT_TRUE(writer.append("12345678"));
  EXPECT_EQ(reader.read(), Texts{"12345678"});
  EXPECT_EQ(reader.read(), Texts{});
  EXPECT_EQ(other.read(), Texts{});
  EXPECT_EQ(reader.num_faults(), 0U);
  SharedLogReader late(logs, 0);
  EXPECT_EQ(late.read(), (Texts{"first", "", "12345678"}));
}

TEST(SharedLog, AFullLogKeepsItsRecords) {
  const SharedLogs logs(2, 64);
  SharedLogWriter writer(logs, 0), neighbour(logs, 1);
  EXPECT_FALSE(writer.append(std::string(49, 'x')));
  EXPECT_TRUE(writer.append(std::string(40, 'x')));
  EXPECT_TRUE(neighbour.append("here"));
  EXPECT_FALSE(writer.append("y"));
  EXPECT_TRUE(writer.append(""));
  EXPECT_FALSE(writer.append(""));
  SharedLogReader reader(logs, 0), other(logs, 1);
  EXPECT_EQ(reader.read(), (Texts{std::string(40, 'x'), ""}));
  EXPECT_EQ(other.read(), Texts{"here"});
}

TEST(SharedLog, ACorruptedRecordIsDroppedAndLaterOnesAreRead) {
  const SharedLogs logs(1, 4096);
  SharedLogWriter writer(logs, 0);
  SharedLogReader reader(logs, 0);
  EXPECT_TRUE(writer.append("good"));
  EXPECT_TRUE(writer.append("bad"));
  logs.log(0)[8 + 16 + 8] = 'm';
  EXPECT_EQ(reader.read(), Texts{"good"});
  EXPECT_EQ(reader.num_faults(), 1U);
  EXPECT_TRUE(writer.append("later"));
  EXPECT_EQ(reader.read(), Texts{"later"});
}

TEST(SharedLog, RandomContentsDoNotHurtAReader) {
  std::mt19937 random(7);
  const SharedLogs logs(1, 256);
  for (int round = 0; round < 2000; ++round) {
    SharedLogReader reader(logs, 0);
    for (std::size_t i = 0; i < logs.bytes(); ++i)
      logs.log(0)[i] = static_cast<unsigned char>(random() % 4 == 0 ? random() : 0);
    const std::uint64_t end = random() % 2 == 0 ? random() % 300 : (std::uint64_t(random()) << 32) + random();
    std::memcpy(logs.log(0), &end, sizeof end);
    for (const std::string& text : reader.read()) EXPECT_LE(text.size(), logs.bytes());
  }
}

TEST(SharedLog, AKilledWriterLeavesOnlyCompleteRecords) {
  const SharedLogs logs(2, 1U << 20);
  for (std::size_t index = 0; index < logs.count(); ++index) {
    const pid_t child = ::fork();
    if (child == 0) {
      SharedLogWriter writer(logs, index);
      for (unsigned i = 0;; ++i)
        if (!writer.append(std::to_string(i) + std::string(i % 100, 'x'))) ::pause();
    }
    ASSERT_GT(child, 0);
    SharedLogReader reader(logs, index);
    Texts all;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (all.size() < 100 * (index + 1) && std::chrono::steady_clock::now() < deadline)
      for (std::string& text : reader.read()) all.push_back(std::move(text));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    for (std::string& text : reader.read()) all.push_back(std::move(text));
    EXPECT_EQ(reader.num_faults(), 0U);
    ASSERT_GE(all.size(), 100U);
    for (unsigned i = 0; i < all.size(); ++i)
      ASSERT_EQ(all[i], std::to_string(i) + std::string(i % 100, 'x'));
  }
}

TEST(SharedLog, NeedsSpace) {
  EXPECT_THROW(SharedLogs(0, 4096), InternalError);
  EXPECT_THROW(SharedLogs(1, 8), InternalError);
}

}  // namespace
}  // namespace pendulum::base
