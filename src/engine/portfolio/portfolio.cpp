// Runs members in separate processes, up to env.jobs at the same time (schedule.h if there are more members
// than jobs).
//
// A crash or excessive memory use of a member ends that member only. The portfolio ends if
//   - evidence of a member was accepted by the judge in the member's process,
//   - a member has shown that unsupported code is reachable (no proof exists; the caller continues), or
//   - all members have ended without a verdict.
// Statistics of members that were stopped from outside are not counted, because they would depend on timing.
#include "engine/portfolio/portfolio.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/process/process_tree.h"
#include "engine/option_specs.h"
#include "engine/portfolio/member_process.h"
#include "engine/portfolio/member_report.h"
#include "engine/portfolio/schedule.h"
#include "engine/program_features.h"
#include "program/call_structure.h"

namespace pendulum::engine::portfolio {

namespace {

using base::Clock;

/// Time between two checks for the end of a slice. Slices last seconds.
constexpr Milliseconds slice_period{50};
/// Time between two measurements of the memory of all processes. Members allocate memory in the meantime, for
/// which memory_percentage leaves room.
constexpr Milliseconds memory_period{20};
/// Percentage of the memory limit at which the largest member is killed. The rest is for the memory that
/// members allocate until the next measurement. Not measured.
constexpr std::size_t memory_percentage = 85;
/// At the end of the task, members stop by themselves. Those that do not (a stuck solver) are halted after
/// this time. The supervisor enforces the task's timeout shortly afterwards.
constexpr Milliseconds grace{150};

/// Parses the comma-separated list of engine keys. Throws UsageError for an unknown key.
std::vector<const Descriptor*> members_of(const std::string& list, const Registry& registry) {
  std::vector<const Descriptor*> members;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string key = list.substr(begin, end - begin);
    begin = end + 1;
    const Descriptor* descriptor = registry.find(key);
    if (descriptor == nullptr || key == "portfolio")
      throw base::UsageError("--set portfolio.engines=" + list + ": unknown member engine '" + key + "'");
    if (std::find(members.begin(), members.end(), descriptor) == members.end()) members.push_back(descriptor);
  }
  return members;
}

// The lists for portfolio.engines=auto. Floating-point numbers have no integer view, on which ufo, dagger and
// euforia search first; k-induction with bounds of variables and bmc solve more of such programs
// (doc/engines/portfolio.md).
constexpr const char* usual_members = "ufo,bmc,impulse,dagger,euforia";
// Only summaries can prove most recursive programs. Hence its first slice is twice as long as those of the
// others.
constexpr const char* members_for_recursion = "summaries,bmc,impulse,ufo,dagger,euforia";
constexpr const char* members_for_floats = "bmc,kinduction,ufo,impulse";

/// The list of members: the value of portfolio.engines, or the list for the kind of program.
std::string member_list(const Task& task, const Env& env) {
  const std::string& list = env.settings.word("portfolio.engines");
  if (list != "auto") return list;
  if (has_floats(task.program)) return members_for_floats;
  const bool is_recursive = program::recognise_calls(task.program).structure.has_value();
  return is_recursive ? members_for_recursion : usual_members;
}

/// Members run at most once per engine.
constexpr long max_members = 100;

/// Rank of the reason for an unknown result. Lower rank means more informative.
int rank_of(Reason reason) {
  switch (reason) {
    case Reason::Unsupported:
      return 0;
    case Reason::Rejected:
      return 1;
    case Reason::Crash:
      return 2;
    case Reason::Memory:
      return 3;
    case Reason::Interrupted:
      return 4;
    case Reason::Timeout:
      return 5;
    case Reason::Bound:
      return 6;
    case Reason::Incomplete:
      return 7;
  }
  PENDULUM_UNREACHABLE();
}

struct Member {
  const Descriptor* descriptor;
  std::size_t index;                                 ///< number in the lemma exchange
  unsigned round = 0;                                ///< number of slices used so far
  std::unique_ptr<MemberProcess> process = nullptr;  ///< running or halted; null: not started
};

struct Running {
  Member member;
  std::optional<Clock::time_point> slice_end;
};

class Portfolio : public JudgingEngine {
 public:
  Portfolio(const Task& task, Env& env)
      : task_(task), env_(env), jobs_(std::max(1U, env.jobs)), logger_(env.logger.named("portfolio")) {
    const std::vector<const Descriptor*> members = members_of(member_list(task, env), env.registry);
    const auto only = static_cast<std::size_t>(env.settings.number("portfolio.member"));
    for (std::size_t index = 0; index < members.size(); ++index)
      if (only == 0 || only == index + 1)
        waiting_.push_back({members[index], index, members[index]->key == "summaries" ? 1U : 0U});
    start_exchange(members);
  }

  JudgedResult run_judged() override;

 private:
  /// Creates the lemma exchange, before any member is forked.
  void start_exchange(const std::vector<const Descriptor*>& members);
  void start_waiting();
  /// Reads from the members. Returns a result that ends the portfolio, if there is one.
  std::optional<JudgedResult> collect();
  std::optional<JudgedResult> take_report(Running& running);
  /// Once, at the end: continues the halted members, so that they notice the end and report their statistics.
  void resume_for_reports();
  /// Halts members whose time slice is over.
  void end_slices();
  void guard_memory();
  /// Records a member that ended without a verdict.
  void give_up(const Member& member, JudgedResult judged);
  /// The unknown result of the portfolio, with the most informative reason of its members.
  JudgedResult combine_reasons() const;

  const Task& task_;
  Env& env_;
  unsigned jobs_;
  base::Logger logger_;
  std::unique_ptr<LemmaLogs> lemmas_;  ///< null: no exchange
  std::deque<Member> waiting_;
  std::vector<Running> running_;
  std::vector<JudgedResult> ended_;  ///< results of members without a verdict
  Clock::time_point next_memory_check_{};
  bool has_resumed_ = false;  ///< resume_for_reports was called
};

JudgedResult Portfolio::run_judged() {
  while (true) {
    if (env_.stop.is_stopped()) {
      resume_for_reports();
    } else {
      start_waiting();
    }
    if (running_.empty()) break;
    if (auto answer = collect()) {
      running_.clear();  // kills and reaps the other members
      waiting_.clear();
      return *std::move(answer);
    }
    end_slices();
    guard_memory();
  }
  for (const Member& member : waiting_) {  // halted members end with the portfolio
    JudgedResult judged;
    judged.result = Result::unknown(Reason::Timeout);
    judged.engine = member.descriptor->key;
    ended_.push_back(std::move(judged));
  }
  return combine_reasons();
}

void Portfolio::start_exchange(const std::vector<const Descriptor*>& members) {
  if (!env_.settings.is_on("portfolio.exchange") || members.size() < 2) return;
  std::vector<std::string> keys;
  for (const Descriptor* member : members) keys.push_back(member->key);
  const std::string& directory = env_.settings.word("portfolio.exchange_directory");
  if (!directory.empty()) {
    lemmas_ = std::make_unique<LemmaFiles>(std::move(keys), directory, task_.program);
    return;
  }
  if (waiting_.size() < 2) return;
  try {
    lemmas_ = std::make_unique<SharedLemmas>(std::move(keys), env_.memory_mib);
  } catch (const std::system_error& error) {
    logger_.warn("no lemma exchange: {}", error.what());
  }
}

void Portfolio::start_waiting() {
  while (running_.size() < jobs_ && !waiting_.empty()) {
    Member member = std::move(waiting_.front());
    waiting_.pop_front();
    const std::size_t rivals = running_.size() + waiting_.size() + 1;
    const auto slice = slice_of(member.round, rivals, jobs_, env_.stop.remaining());
    logger_.decision("{} {} ({})", member.process ? "resuming" : "starting", member.descriptor->key,
                     slice ? fmt::format("slice of {} ms", slice->count()) : "until the end");
    if (member.process) {
      member.process->resume();
    } else {
      ++env_.statistics.counter("engine.portfolio.starts");
      member.process =
          std::make_unique<MemberProcess>(*member.descriptor, task_, env_, lemmas_.get(), member.index);
    }
    std::optional<Clock::time_point> end;
    if (slice) end = Clock::now() + *slice;
    running_.push_back({std::move(member), end});
    PENDULUM_CHECK(running_.size() <= jobs_, "at most {} members should run", jobs_);
  }
}

void Portfolio::resume_for_reports() {
  if (std::exchange(has_resumed_, true)) return;
  const auto end = Clock::now() + grace;
  std::deque<Member> not_started;
  for (Member& member : std::exchange(waiting_, {})) {
    if (!member.process) {
      not_started.push_back(std::move(member));
      continue;
    }
    member.process->resume();
    running_.push_back({std::move(member), end});
  }
  waiting_ = std::move(not_started);
}

std::optional<JudgedResult> Portfolio::collect() {
  std::vector<pollfd> fds;
  for (const Running& running : running_) fds.push_back({running.member.process->descriptor(), POLLIN, 0});
  const Milliseconds wait = env_.memory_mib != 0 ? memory_period : slice_period;
  if (::poll(fds.data(), fds.size(), static_cast<int>(wait.count())) <= 0) return std::nullopt;
  for (std::size_t i = running_.size(); i-- > 0;) {
    if (fds[i].revents == 0 || !running_[i].member.process->read_some()) continue;
    Running ended = std::move(running_[i]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    if (auto answer = take_report(ended)) return answer;
  }
  return std::nullopt;
}

/// Reaps the member. Returns its result if that ends the portfolio, and records the failure otherwise.
std::optional<JudgedResult> Portfolio::take_report(Running& running) {
  const MemberProcess::End end = running.member.process->finish();
  MemberReport report;
  report.judged.engine = running.member.descriptor->key;
  if (!end.failure.empty()) {
    report.judged.result = Result::unknown(Reason::Crash, end.failure);
  } else {
    try {
      report = parse_report(task_.program, end.report);
    } catch (const base::InputError& error) {
      report.judged.result = Result::unknown(Reason::Crash, error.what());
    }
  }
  env_.statistics.merge(report.statistics);
  // Soundness: the member's process judged with the same program and judge. run_and_judge never returns
  // evidence that the judge has not accepted, and this check rejects such evidence once more.
  const bool has_evidence = report.judged.result.has_evidence();
  PENDULUM_CHECK(!has_evidence || report.judged.judgement.is_accepted(),
                 "a member's evidence should be accepted by the judge");
  if (has_evidence || report.judged.reaches_unsupported) return std::move(report.judged);
  give_up(running.member, std::move(report.judged));
  return std::nullopt;
}

void Portfolio::end_slices() {
  const auto now = Clock::now();
  const bool is_over = env_.stop.is_stopped();
  for (std::size_t i = 0; i < running_.size();) {
    Running& running = running_[i];
    if (is_over && !running.slice_end) running.slice_end = now + grace;
    if (!running.slice_end || now < *running.slice_end) {
      ++i;
      continue;
    }
    running.member.process->pause();
    logger_.decision("{} used up its slice", running.member.descriptor->key);
    ++running.member.round;
    waiting_.push_back(std::move(running.member));
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

/// If all processes together come close to the memory limit, kills the member that uses most memory, running
/// or halted, to save the others.
void Portfolio::guard_memory() {
  if (env_.memory_mib == 0 || running_.size() + waiting_.size() < 2 || Clock::now() < next_memory_check_)
    return;
  next_memory_check_ = Clock::now() + memory_period;
  const std::size_t threshold = (env_.memory_mib << 20) / 100 * memory_percentage;
  const std::vector<pid_t> tree = base::process_tree(::getpid());
  if (base::resident_bytes(tree) < threshold || base::proportional_bytes(tree) < threshold) return;
  Member* largest = nullptr;
  std::size_t largest_bytes = 0;
  const auto compare = [&](Member& member) {
    if (!member.process) return;
    const std::size_t bytes = base::proportional_bytes(base::process_tree(member.process->id()));
    if (largest == nullptr || bytes >= largest_bytes) largest = &member, largest_bytes = bytes;
  };
  for (Running& running : running_) compare(running.member);
  for (Member& member : waiting_) compare(member);
  if (largest == nullptr) return;
  largest->process->kill();
  JudgedResult judged;
  judged.result = Result::unknown(Reason::Memory);
  judged.engine = largest->descriptor->key;
  give_up(*largest, std::move(judged));
  std::erase_if(running_, [&](const Running& running) { return &running.member == largest; });
  std::erase_if(waiting_, [&](const Member& member) { return &member == largest; });
}

void Portfolio::give_up(const Member& member, JudgedResult judged) {
  PENDULUM_CHECK(!judged.result.has_evidence(), "a member with evidence should not give up");
  const Result::Unknown& unknown = *judged.result.reason();
  if (unknown.reason == Reason::Crash) {
    logger_.warn("{} crashed: {}", member.descriptor->key, unknown.detail);
    ++env_.statistics.counter("engine.portfolio.crashes");
  } else {
    logger_.decision("{}: unknown({}: {})", member.descriptor->key, to_string(unknown.reason),
                     unknown.detail);
  }
  ended_.push_back(std::move(judged));
}

JudgedResult Portfolio::combine_reasons() const {
  if (ended_.empty()) {  // the number of the only member is greater than the number of members
    JudgedResult none;
    none.result = Result::unknown(Reason::Incomplete, "no such member");
    none.engine = "portfolio";
    return none;
  }
  const auto rank = [](const JudgedResult& judged) { return rank_of(judged.result.reason()->reason); };
  const JudgedResult& best =
      *std::min_element(ended_.begin(), ended_.end(),
                        [&](const JudgedResult& a, const JudgedResult& b) { return rank(a) < rank(b); });
  const Result::Unknown& unknown = *best.result.reason();
  JudgedResult combined;
  combined.judgement = best.judgement;
  combined.engine = "portfolio";
  const bool names_engine = !unknown.detail.empty() && unknown.reason != Reason::Unsupported;
  combined.result =
      Result::unknown(unknown.reason, names_engine ? best.engine + ": " + unknown.detail : unknown.detail);
  return combined;
}

}  // namespace

std::size_t max_num_members(const std::string& list) {
  const auto count = [](const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count(text, ',')) + 1;
  };
  return list == "auto" ? std::max(count(usual_members), count(members_for_floats)) : count(list);
}

Descriptor make_descriptor() {
  Descriptor descriptor;
  descriptor.key = "portfolio";
  descriptor.description = "runs other engines in separate processes; the first accepted evidence wins";
  descriptor.paper = "ours";
  base::OptionSpec engines;
  engines.key = "portfolio.engines";
  engines.default_value = "auto";
  engines.help = fmt::format(
      "the members, separated by commas, in the order in which they get their turn; auto: {} for programs "
      "with "
      "floating-point operations, {} for others",
      members_for_floats, usual_members);
  engines.is_text = true;
  base::OptionSpec directory;
  directory.key = "portfolio.exchange_directory";
  directory.help =
      "directory through which members on different machines exchange invariants; empty: shared memory";
  directory.is_text = true;
  descriptor.options = {
      engines,
      on_off_option("portfolio.exchange", "on", "members publish invariants and use those of others"),
      directory,
      number_option("portfolio.member", 0, 0, max_members,
                    "number of the only member to run, for a portfolio on several machines; 0: all members")};
  descriptor.make = [](const Task& task, Env& env) { return std::make_unique<Portfolio>(task, env); };
  return descriptor;
}

}  // namespace pendulum::engine::portfolio
