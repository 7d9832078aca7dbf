#include "base/log_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "base/file.h"
#include "base/process/process.h"

namespace pendulum::base {
namespace {

using Durability = LogFileWriter::Durability;
using Records = std::vector<std::string>;

struct LogFileTest : ::testing::Test {
  TemporaryDirectory directory;
  std::string path = directory.path() + "/log";
};

TEST_F(LogFileTest, ReadersContinueWhereTheyStopped) {
  LogFileReader reader(path);
  EXPECT_TRUE(reader.read().empty());
  LogFileWriter writer(path, Durability::Disk);
  writer.append("one");
  writer.append("");
  EXPECT_EQ(reader.read(), (Records{"one", ""}));
  writer.append("two");
  EXPECT_EQ(reader.read(), Records{"two"});
  EXPECT_EQ(reader.num_faults(), 0U);
}

TEST_F(LogFileTest, EveryPrefixOfALogContainsItsCompleteRecords) {
  const Records records{"first", "second record", "third"};
  std::string text;
  std::vector<std::size_t> ends;
  for (const std::string& record : records) {
    text += log_line(record);
    ends.push_back(text.size());
  }
  for (std::size_t size = 0; size <= text.size(); ++size) {
    write_file(path, text.substr(0, size));
    LogFileReader reader(path);
    const auto complete =
        static_cast<std::size_t>(std::ranges::count_if(ends, [&](auto end) { return end <= size; }));
    EXPECT_EQ(reader.read().size(), complete) << size;
    // Another writer continues after the incomplete line.
    LogFileWriter(path, Durability::Memory).append("next");
    const Records rest = reader.read();
    ASSERT_FALSE(rest.empty()) << size;
    EXPECT_EQ(rest.back(), "next");
    // The newline of the next writer completes a record that lacks only its own newline.
    const bool lacks_newline = std::ranges::find(ends, size + 1) != ends.end();
    EXPECT_EQ(rest.size(), lacks_newline ? 2U : 1U) << size;
  }
}

TEST_F(LogFileTest, DamagedRecordsAreCountedAndIgnored) {
  const std::string text = log_line("first") + log_line("second");
  for (std::size_t i = 0; i + 1 < log_line("first").size(); ++i) {
    std::string damaged = text;
    damaged[i] = damaged[i] == 'x' ? 'y' : 'x';
    write_file(path, damaged);
    LogFileReader reader(path);
    EXPECT_EQ(reader.read(), Records{"second"}) << i;
    EXPECT_EQ(reader.num_faults(), 1U) << i;
  }
}

TEST_F(LogFileTest, AMissingDirectoryIsAnInputError) {
  EXPECT_THROW(LogFileWriter(directory.path() + "/none/log", Durability::Memory), InputError);
}

}  // namespace
}  // namespace pendulum::base
