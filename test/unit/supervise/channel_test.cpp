#include "supervise/channel.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <limits.h>
#include <sys/wait.h>
#include <unistd.h>

#include "supervise/progress.h"

namespace pendulum::supervise {
namespace {

struct Ends {
  int read;
  int write;
};

Ends make_pipe() {
  int fds[2];
  EXPECT_EQ(::pipe(fds), 0);
  ::fcntl(fds[0], F_SETFL, O_NONBLOCK);
  return {fds[0], fds[1]};
}

TEST(Channel, MessagesArriveWholeAndInOrder) {
  const Ends pipe = make_pipe();
  const ChannelWriter writer(pipe.write);
  ChannelReader reader(pipe.read);
  writer.log(2, "bmc", "depth 3");
  writer.send(Message::Kind::Answer, std::string("a\0b", 3));
  const auto messages = reader.read();
  ASSERT_EQ(messages.size(), 2U);
  const LogText log = parse_log(messages[0].text);
  EXPECT_EQ(log.level, 2);
  EXPECT_EQ(log.name, "bmc");
  EXPECT_EQ(log.message, "depth 3");
  EXPECT_EQ(messages[1].kind, Message::Kind::Answer);
  EXPECT_EQ(messages[1].text, std::string("a\0b", 3));
  EXPECT_TRUE(reader.is_open());
  ::close(pipe.write);
  EXPECT_TRUE(reader.read().empty());
  EXPECT_FALSE(reader.is_open());
  ::close(pipe.read);
}

TEST(Channel, HalfAMessageWaitsForTheRest) {
  const Ends pipe = make_pipe();
  const Ends whole = make_pipe();
  ChannelWriter(whole.write).send(Message::Kind::Answer, "hello");
  char bytes[64];
  const ssize_t size = ::read(whole.read, bytes, sizeof bytes);
  ChannelReader reader(pipe.read);
  for (ssize_t i = 0; i < size; ++i) {
    EXPECT_TRUE(reader.read().empty());
    ASSERT_EQ(::write(pipe.write, bytes + i, 1), 1);
  }
  const auto messages = reader.read();
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(messages[0].text, "hello");
  for (const int fd : {pipe.read, pipe.write, whole.read, whole.write}) ::close(fd);
}

TEST(Channel, LongLogMessagesAreCutToOnePiece) {
  const Ends pipe = make_pipe();
  ChannelWriter(pipe.write).log(0, std::string(500, 'n'), std::string(100'000, 'x'));
  std::string bytes(200'000, '\0');
  EXPECT_LE(::read(pipe.read, bytes.data(), bytes.size()), PIPE_BUF);
  ::close(pipe.read);
  ::close(pipe.write);
}

std::string printed(int level, bool is_terminal, const std::vector<LogText>& logs) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* out = ::open_memstream(&text, &size);
  {
    Progress progress(out, level, is_terminal);
    for (const LogText& log : logs) progress.show(log);
  }
  std::fclose(out);
  const std::string result(text, size);
  std::free(text);
  return result;
}

TEST(Progress, OnlyWarningsUnlessAskedFor) {
  const std::vector<LogText> logs{{0, "judge", "careful"}, {1, "bmc", "depth 1"}, {2, "bmc", "choice"}};
  EXPECT_EQ(printed(0, false, logs), "pendulum: warning: judge: careful\n");
  EXPECT_EQ(printed(-1, false, logs), "");
  EXPECT_NE(printed(2, false, logs).find("bmc: choice"), std::string::npos);
}

TEST(Progress, ProgressMessagesAreAlwaysWanted) {
  EXPECT_EQ(Progress(stderr, 0, true).wanted_level(), 1);
  EXPECT_EQ(Progress(stderr, 0, false).wanted_level(), 1);
  EXPECT_EQ(Progress(stderr, -1, true).wanted_level(), 1);
  EXPECT_EQ(Progress(stderr, 2, true).wanted_level(), 2);
}

TEST(Progress, TheLastMessageOfEachNameIsKept) {
  Progress progress(stderr, -1, false);
  for (const LogText& log :
       std::vector<LogText>{{1, "bmc", "depth 1"}, {1, "ufo", "x"}, {1, "bmc", "depth 2"}})
    progress.show(log);
  progress.show({1, "ufo", ""});  // removes it from the live line
  using Messages = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(progress.last_messages(), (Messages{{"bmc", "depth 2"}, {"ufo", "x"}}));
}

}  // namespace
}  // namespace pendulum::supervise
