#include "main/verify/verify_on_slurm.h"

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <thread>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "engine/portfolio/portfolio.h"
#include "evidence/evidence_directory.h"
#include "main/command_line/command_line.h"
#include "main/verify/verify.h"
#include "report/json.h"
#include "slurm/slurm.h"
#include "supervise/scratch.h"

namespace pendulum::main {

namespace {

namespace fs = std::filesystem;
using base::Clock;
using base::InputError;
using report::RunRecord;
using report::Verdict;

/// Time between two looks for results, and between two questions to Slurm.
constexpr std::chrono::milliseconds result_period{100};
constexpr std::chrono::seconds job_period{2};
/// Time between two questions to Slurm after a cancellation, and the longest time that its end may take.
constexpr std::chrono::milliseconds cancel_period{500};
constexpr std::chrono::seconds longest_cancellation{15};
/// Time of an element beside the timeout of its run.
constexpr double spare_seconds = 120;
/// Memory of an element beside the memory limit of its run.
constexpr std::size_t spare_memory_mib = 256;

std::atomic<bool> is_interrupted = false;
void note_interrupt(int) {
  is_interrupted = true;
}

std::string result_file(const std::string& directory, std::size_t member) {
  return fmt::format("{}/result-{}.json", directory, member);
}
/// Contains the words of the user's command line, each with a zero byte at its end.
std::string command_file(const std::string& directory) {
  return directory + "/command";
}
std::string evidence_of(const std::string& directory, std::size_t member) {
  return fmt::format("{}/evidence-{}", directory, member);
}

/// A new directory that all nodes can see, if they share its parent.
std::string make_shared_directory(const std::string& parent, const supervise::Scratch& scratch) {
  std::string path =
      fs::absolute(parent.empty() ? "." : parent).lexically_normal().string() + "/.pendulum-XXXXXX";
  if (::mkdtemp(path.data()) == nullptr)
    throw InputError("cannot create " + path + ": " + std::strerror(errno));
  scratch.remove_at_end(path);
  return path;
}

slurm::JobOptions job_options(const VerifyOptions& options, std::size_t members,
                              const std::string& directory) {
  slurm::JobOptions job;
  job.name = "pendulum-verify";
  job.elements = members;
  job.memory_mib = options.run.memory_mib == 0 ? 0 : options.run.memory_mib + spare_memory_mib;
  if (options.run.timeout_seconds > 0)
    job.minutes = static_cast<long>(std::ceil((options.run.timeout_seconds + spare_seconds) / 60));
  job.partition = options.slurm.partition;
  job.account = options.slurm.account;
  job.options = options.slurm.options;
  job.directory = directory;
  job.working_directory = fs::current_path().string();
  return job;
}

/// Waits for the members of a job. The destructor cancels those that still run, and waits for their end, so
/// that they write no more files.
class RemotePortfolio {
 public:
  RemotePortfolio(const VerifyOptions& options, std::string directory, std::size_t members)
      : directory_(std::move(directory)), results_(members) {
    std::string text;
    for (const std::string& word : options.command_line) text += word + '\0';
    base::write_file(command_file(directory_), text);
    job_ = slurm::submit(job_options(options, members, directory_),
                         {"member", directory_, std::to_string(options.run.memory_mib)});
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::signal(number, note_interrupt);
  }
  ~RemotePortfolio() {
    try {
      slurm::cancel(job_);
      const auto end = Clock::now() + longest_cancellation;
      while (!slurm::states_of(job_).is_empty() && Clock::now() < end)
        std::this_thread::sleep_for(cancel_period);
    } catch (const InputError& error) {
      fmt::print(stderr, "pendulum: warning: {}\n", error.what());
    }
  }
  RemotePortfolio(const RemotePortfolio&) = delete;
  RemotePortfolio& operator=(const RemotePortfolio&) = delete;

  /// The number of the first member with accepted evidence; nothing if all members have ended without it.
  std::optional<std::size_t> wait() {
    auto next_question = Clock::now() + job_period;
    while (!is_interrupted) {
      // Listing the directory makes the client of a network file system ask for new files.
      for ([[maybe_unused]] const auto& entry : fs::directory_iterator(directory_)) break;
      for (std::size_t member = 0; member < results_.size(); ++member)
        if (!results_[member] && read_result(member)) return member;
      if (std::ranges::all_of(results_, [](const auto& result) { return result.has_value(); }))
        return std::nullopt;
      if (has_ended_) return std::nullopt;
      if (Clock::now() >= next_question) {
        has_ended_ = slurm::states_of(job_).is_empty();  // results are read once more after this
        next_question = Clock::now() + job_period;
      }
      std::this_thread::sleep_for(result_period);
    }
    return std::nullopt;
  }

  const std::string& job() const { return job_; }
  /// Why no member has a result, if that is known.
  std::string problem() const {
    const std::string message = slurm::last_message(directory_);
    return fmt::format(
        "no member of job {} has a result: {}", job_,
        message.empty() ? "do all nodes share " + directory_ + ", the files and this program?" : message);
  }
  const std::vector<std::optional<RunRecord>>& results() const { return results_; }

 private:
  /// Reads the result of a member, if there is one. Returns whether it has a verdict with accepted evidence.
  bool read_result(std::size_t member) {
    if (!fs::exists(result_file(directory_, member))) return false;
    RunRecord record = report::parse_json(base::read_file(result_file(directory_, member)));
    // Soundness: a member's process prints a verdict only after its judge has accepted the evidence. Other
    // records are not verdicts.
    const bool is_verdict = record.verdict != Verdict::Unknown && record.judge.word == "accepted";
    PENDULUM_CHECK(record.verdict == Verdict::Unknown || is_verdict,
                   "the judge should have accepted the evidence of the verdict, not {}", record.judge.word);
    results_[member] = std::move(record);
    return is_verdict;
  }

  std::string directory_;
  std::string job_;
  bool has_ended_ = false;
  std::vector<std::optional<RunRecord>> results_;  ///< per member; nothing: no result yet
};

/// The record if no member has a verdict: that of the first member with another reason than a missing engine,
/// with the progress of all members.
RunRecord unknown_record(const VerifyOptions& options, const RemotePortfolio& portfolio) {
  RunRecord record = make_record(options);
  record.reason = is_interrupted ? "interrupted" : "crash: " + portfolio.problem();
  bool has_reason = is_interrupted;
  for (const auto& result : portfolio.results()) {
    if (!result || result->reason == "incomplete: no such member") continue;
    record.progress.insert(record.progress.end(), result->progress.begin(), result->progress.end());
    if (!std::exchange(has_reason, true)) record.reason = result->reason;
  }
  return record;
}

/// The setting of portfolio.engines.
std::string member_list(const VerifyOptions& options, const engine::Registry& registry) {
  return make_settings(registry, options.settings).word("portfolio.engines");
}

void check_on_slurm(const VerifyOptions& options) {
  if (options.engine != "portfolio")
    throw base::UsageError("--on slurm runs the members of the engine portfolio");
  if (options.finds_all) throw base::UsageError("--on slurm and --all: only one of them can be given");
  if (!options.dump_queries_directory.empty())
    throw base::UsageError("--on slurm and --dump-queries: only one of them can be given");
}

/// Moves the evidence of a member to the staging directory.
void take_evidence(const std::string& from, const std::string& staging) {
  std::error_code error;
  fs::copy(from, staging, fs::copy_options::recursive | fs::copy_options::overwrite_existing, error);
  if (error) fmt::print(stderr, "pendulum: warning: the evidence is not complete: {}\n", error.message());
}

/// The options of one member. Soundness: the member parses the user's command line again, so that it verifies
/// the same program under the same assumptions; only what concerns its process is different.
VerifyOptions member_options(const MemberOptions& member, std::size_t number) {
  const std::string text = base::read_file(command_file(member.directory));
  std::vector<const char*> words{"pendulum"};
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\0', begin) + 1)
    words.push_back(text.c_str() + begin);
  const CommandLine parsed = parse_command_line(static_cast<int>(words.size()), words.data());
  PENDULUM_CHECK(std::holds_alternative<VerifyOptions>(parsed), "{} should be a command line of `verify`",
                 command_file(member.directory));
  VerifyOptions options = std::get<VerifyOptions>(parsed);
  options.on = VerifyOptions::On::Local;
  options.run.memory_mib = member.memory_mib;
  options.run.quiet = true;
  options.run.log_level = quiet_log_level;
  options.jobs = 1;
  options.settings.push_back(fmt::format("portfolio.member={}", number + 1));
  options.settings.push_back("portfolio.exchange_directory=" + member.directory);
  options.json_file = result_file(member.directory, number);
  options.sarif_file.clear();
  if (!options.evidence_directory.empty()) options.evidence_directory = evidence_of(member.directory, number);
  return options;
}

}  // namespace

int run_verify_on_slurm(const VerifyOptions& given, const engine::Registry& registry,
                        base::Clock::time_point start) {
  check_on_slurm(given);
  const std::size_t members = engine::portfolio::max_num_members(member_list(given, registry));
  const VerifyOptions options = resolve(given, registry);
  check_outputs(options);
  const supervise::Scratch scratch;
  const std::string staging =
      options.evidence_directory.empty()
          ? ""
          : evidence::EvidenceDirectory(options.evidence_directory).make_staging(scratch);
  const std::string directory = make_shared_directory(options.shared_directory, scratch);
  RemotePortfolio portfolio(given, directory, members);
  if (!options.run.quiet) fmt::print(stderr, "pendulum: job {} runs {} members\n", portfolio.job(), members);
  const std::optional<std::size_t> winner = portfolio.wait();
  RunRecord record = winner ? *portfolio.results()[*winner] : unknown_record(options, portfolio);
  if (winner && !staging.empty()) take_evidence(evidence_of(directory, *winner), staging);
  record.settings = options.settings;
  record.limits.jobs = options.jobs;
  record.evidence_directory = options.evidence_directory;
  record.wall_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  supervise::Outcome outcome;
  outcome.end = is_interrupted ? supervise::Outcome::End::Interrupted : supervise::Outcome::End::Answered;
  const int code = finish(options, staging, outcome, scratch, std::move(record));
  std::cout << std::flush;  // the end of the members may take some seconds
  return code;
}

int run_member(const MemberOptions& options, const engine::Registry& registry, Clock::time_point start) {
  const char* index = std::getenv("SLURM_ARRAY_TASK_ID");
  if (index == nullptr) throw base::UsageError("member: this is not an element of an array job");
  return run_verify(member_options(options, std::strtoul(index, nullptr, 10)), registry, start);
}

}  // namespace pendulum::main
