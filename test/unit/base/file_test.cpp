#include "base/file.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/process/process.h"

namespace pendulum::base {
namespace {

TEST(File, IsReadAsItWasWritten) {
  const TemporaryDirectory directory;
  const std::string name = directory.path() + "/file";
  for (const std::string& text : {std::string(), std::string("a\0b\r\n", 5), std::string(100'000, 'x')}) {
    write_file(name, text);
    EXPECT_EQ(read_file(name), text);
  }
}

TEST(File, FailuresAreInputErrors) {
  const TemporaryDirectory directory;
  EXPECT_THROW(read_file(directory.path() + "/none"), InputError);
  EXPECT_THROW(read_file(directory.path()), InputError);
  EXPECT_THROW(write_file(directory.path() + "/none/file", "text"), InputError);
  EXPECT_THROW(write_file("/dev/full", "text"), InputError);
}

}  // namespace
}  // namespace pendulum::base
