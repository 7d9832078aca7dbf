#include "engine/portfolio/member_process.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <optional>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/process/child.h"
#include "engine/portfolio/member_report.h"

namespace pendulum::engine::portfolio {

namespace {

/// Records the lemmas of other members in the member's proof.
void add_used_lemmas(const MemberExchange& exchange, JudgedResult& judged, Env& env) {
  if (judged.result.certificate() == nullptr) return;
  judged.used_lemmas = exchange.used_in(*judged.result.certificate());
  for (const Lemma& lemma : judged.used_lemmas)
    ++env.statistics.counter("engine." + judged.engine + ".used_lemmas." + lemma.sender);
}

/// Runs the engine in the child and returns the serialised report. An exception of the engine becomes a
/// report, too.
std::string run_member(const Descriptor& descriptor, const Task& task, Env& env, const LemmaLogs* lemmas,
                       std::size_t index) {
  const base::Statistics before = env.statistics;
  MemberReport report;
  std::optional<MemberExchange> exchange;
  if (lemmas != nullptr) exchange.emplace(*lemmas, index, task.program, env.statistics);
  env.exchange = exchange ? &*exchange : nullptr;
  try {
    report.judged = run_and_judge(descriptor, task, env);
    if (exchange) add_used_lemmas(*exchange, report.judged, env);
  } catch (const base::UsageError&) {
    throw;
  } catch (const std::exception& error) {
    report.judged.result = Result::unknown(Reason::Crash, error.what());
    report.judged.engine = descriptor.key;
  }
  report.statistics = difference(env.statistics, before);
  return serialize(task.program, report);
}

}  // namespace

MemberProcess::MemberProcess(const Descriptor& descriptor, const Task& task, Env& env,
                             const LemmaLogs* lemmas, std::size_t index) {
  base::Pipe pipe = base::make_pipe();
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "forking");
  if (pid_ == 0) {
    base::start_as_child_of(parent);
    pipe.read.close();
    int code = 0;
    try {
      static_cast<void>(base::write_all(pipe.write.get(), run_member(descriptor, task, env, lemmas, index)));
    } catch (...) {
      code = 6;
    }
    ::_exit(code);  // without destructors: temporary files and buffers belong to the parent
  }
  ::setpgid(pid_, pid_);  // in parent and child, so that the group exists before kill() is called
  output_ = std::move(pipe.read);
  output_.set_nonblocking();
}

MemberProcess::~MemberProcess() {
  kill();
}

bool MemberProcess::read_some() {
  is_closed_ = !base::read_available(output_.get(), text_);
  return is_closed_;
}

MemberProcess::End MemberProcess::finish() {
  PENDULUM_CHECK(is_closed_ && pid_ > 0, "a member should be reaped once, after its report");
  const int status = base::wait_for_end(pid_);
  ::kill(-pid_, SIGKILL);  // processes that the child may have left in its group
  pid_ = -1;
  End end;
  if (status == 0) {
    end.report = std::move(text_);
  } else {
    end.failure = base::describe_end(status);
  }
  return end;
}

void MemberProcess::pause() {
  PENDULUM_CHECK(pid_ > 0, "a member should be running");
  ::kill(-pid_, SIGSTOP);
}

void MemberProcess::resume() {
  PENDULUM_CHECK(pid_ > 0, "a member should be halted");
  ::kill(-pid_, SIGCONT);
}

void MemberProcess::kill() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  base::wait_for_end(pid_);
  pid_ = -1;
}

}  // namespace pendulum::engine::portfolio
