#include "base/pipe.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "base/process/child.h"

namespace pendulum::base {
namespace {

TEST(Pipe, ReadsWhatIsAvailableAndSeesTheEnd) {
  Pipe pipe = make_pipe();
  pipe.read.set_nonblocking();
  std::string text;
  EXPECT_TRUE(read_available(pipe.read.get(), text));
  EXPECT_EQ(text, "");
  EXPECT_TRUE(write_all(pipe.write.get(), "first "));
  EXPECT_TRUE(read_available(pipe.read.get(), text));
  EXPECT_TRUE(write_all(pipe.write.get(), "second"));
  pipe.write.close();
  EXPECT_FALSE(pipe.write.is_open());
  EXPECT_FALSE(read_available(pipe.read.get(), text));
  EXPECT_EQ(text, "first second");
}

TEST(Pipe, WritingWithoutAReaderFails) {
  const auto before = ::signal(SIGPIPE, SIG_IGN);
  Pipe pipe = make_pipe();
  pipe.read.close();
  EXPECT_FALSE(write_all(pipe.write.get(), "text"));
  ::signal(SIGPIPE, before);
}

TEST(Child, PassesMoreThanAPipeHoldsAndDescribesItsEnd) {
  const std::string large(1'000'000, 'x');
  for (const bool is_killed : {false, true}) {
    Pipe pipe = make_pipe();
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) {
      start_as_child_of(parent);
      static_cast<void>(write_all(pipe.write.get(), large));
      if (is_killed) ::raise(SIGKILL);
      ::_exit(3);
    }
    pipe.write.close();
    std::string text;
    EXPECT_FALSE(read_available(pipe.read.get(), text));  // waits for the end of the stream
    EXPECT_EQ(text, large);
    EXPECT_EQ(describe_end(wait_for_end(child)), is_killed ? "signal 9" : "exit code 3");
  }
}

}  // namespace
}  // namespace pendulum::base
