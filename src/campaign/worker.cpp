#include "campaign/worker.h"

#include <fmt/core.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "base/log_file.h"
#include "base/process/process.h"
#include "base/stop.h"
#include "campaign/identity.h"
#include "campaign/queue.h"
#include "campaign/store.h"
#include "report/json.h"

namespace pendulum::campaign {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Number of idle workers that stay while others work, in order to take over runs whose workers die. The
/// others end, so that they occupy no processors.
constexpr unsigned num_keepers = 2;
/// An idle worker looks for free runs after this time, which doubles up to the maximum.
constexpr milliseconds first_idle{20};
constexpr milliseconds max_idle{500};

std::string word_of(report::Verdict verdict) {
  return verdict == report::Verdict::True ? "true" : verdict == report::Verdict::False ? "false" : "unknown";
}

/// The JSON object in the output of a run. The line with the verdict follows it.
std::string without_verdict(const std::string& output) {
  return output.substr(0, output.rfind("RESULT: "));
}

BenchRow empty_row(const RunSpec& run) {
  BenchRow row;
  row.set = run.set;
  row.task = run.task;
  row.engine = run.engine;
  row.expected = run.expected;
  row.verdict = "-";
  row.identity = run.identity;
  return row;
}

milliseconds longest_run(const Plan& plan) {
  PENDULUM_CHECK(plan.timeout_seconds > 0, "each run should have a time limit");
  return milliseconds(static_cast<long>(longest_run_seconds(plan.timeout_seconds) * 1000));
}

/// Executes a run. Returns nothing if its process was ended from outside, for example because the machine
/// shuts down: this is not a result.
std::optional<BenchRow> measure(const RunSpec& run, const Plan& plan) {
  BenchRow row = empty_row(run);
  std::vector<std::string> words{"/proc/self/exe", "verify", run.task, "--engine", run.engine};
  words.insert(words.end(), plan.arguments.begin(), plan.arguments.end());
  base::CommandLimits limits;
  limits.time = longest_run(plan);
  limits.output_bytes = std::size_t{1} << 26;  // the JSON object of a run is much smaller
  const base::CommandResult result = base::run_command(words, limits);
  if (result.signal != 0 && !result.timed_out) return std::nullopt;
  try {
    const report::RunRecord record = report::parse_json(without_verdict(result.output));
    if (record.reason == "interrupted") return std::nullopt;
    row.verdict = word_of(record.verdict);
    row.outcome = outcome_of(row.expected, row.verdict);
    if (record.reason.starts_with("crash")) row.outcome = BenchRow::Outcome::Failed;
    row.wall_seconds = record.wall_seconds;
    row.cpu_seconds = record.cpu_seconds;
    row.memory_mib = record.peak_memory_mib;
    row.answered_by = record.verdict == report::Verdict::Unknown ? "" : record.engine;
    row.reason = record.reason;
  } catch (const base::InputError&) {
    row.reason =
        result.timed_out ? "overrun" : fmt::format("exit code {}: {}", result.exit_code, result.error);
  }
  return row;
}

class CampaignWorker {
 public:
  explicit CampaignWorker(const WorkOptions& options)
      : number_(options.campaign),
        limit_(options.minutes),
        store_(Store::open(options.store)),
        plan_(store_.read_plan(number_)),
        self_(store_.participants(), seconds(plan_.lease_seconds)),
        observer_(store_.participants(), seconds(plan_.lease_seconds)),
        queue_(store_.queue(number_), plan_.num_open, self_, observer_) {}

  int run() {
    if (plan_.version != version_identity())
      throw base::InputError(fmt::format("the campaign was started by Pendulum {}, but this is {}",
                                         plan_.version, version_identity()));
    std::error_code error;
    fs::current_path(plan_.directory, error);
    if (error)
      throw base::InputError("cannot enter the directory of the campaign, " + plan_.directory + ": " +
                             error.message());
    for (milliseconds idle = first_idle; !store_.is_cancelled(number_) && has_time();) {
      if (const auto claimed = queue_.claim()) {
        idle = first_idle;
        do_run(*claimed);
        continue;
      }
      if (queue_.is_complete() || !is_keeper()) break;
      std::this_thread::sleep_for(idle);
      idle = std::min(idle * 2, max_idle);
    }
    return 0;
  }

 private:
  void do_run(ClaimedRun claimed) {
    const RunSpec run = parse_run(claimed.description);
    std::optional<BenchRow> row;
    while (!claimed.is_lost && !(row = measure(run, plan_))) {
      if (!queue_.try_again(claimed)) return;  // another worker has taken the run over
    }
    if (!row) {
      row = empty_row(run);
      row->reason = fmt::format("{} attempts ended without an answer", claimed.attempt - 1);
    }
    PENDULUM_CHECK(row->identity == run.identity, "the row should belong to the run of {}", run.task);
    row->campaign = number_;
    row->attempt = claimed.attempt;
    row->worker = self_.id();
    if (!rows_) rows_.emplace(store_.rows() + "/" + self_.id(), base::LogFileWriter::Durability::Disk);
    rows_->append(to_json_line(*row));
    queue_.finish(claimed);
  }

  /// Is enough time left for a run, if a cluster manager limits the time of this worker?
  bool has_time() const {
    return limit_.count() == 0 || base::Clock::now() - start_ + longest_run(plan_) < limit_;
  }

  bool is_keeper() {
    for (unsigned i = 0; i < num_keepers && !is_keeper_; ++i)
      is_keeper_ =
          !claim_or_holder(store_.campaign(number_) + "/keeper-" + std::to_string(i), self_, observer_);
    return is_keeper_;
  }

  unsigned number_;
  std::chrono::minutes limit_;  ///< 0: none
  base::Clock::time_point start_ = base::Clock::now();
  Store store_;
  Plan plan_;
  Participant self_;
  Observer observer_;
  Queue queue_;
  std::optional<base::LogFileWriter> rows_;
  bool is_keeper_ = false;
};

}  // namespace

int work(const WorkOptions& options) {
  return CampaignWorker(options).run();
}

}  // namespace pendulum::campaign
