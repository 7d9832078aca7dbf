#include "campaign/leader.h"

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "base/check.h"
#include "base/error.h"
#include "campaign/claim.h"
#include "slurm/slurm.h"

namespace pendulum::campaign {

namespace {

using base::Clock;
using base::InputError;
using std::chrono::milliseconds;
using std::chrono::seconds;

/// Time between two looks at the rows, and at the workers. A question to the cluster manager is expensive for
/// it.
constexpr milliseconds row_period{50};
/// Between two looks at the rows, this process does nothing for this many times the time that a look takes,
/// so that the rows of a thousand workers put little load on the shared directory.
constexpr int rest_per_look = 9;
constexpr seconds launcher_period{2};
/// After the first interrupt, a second one within this time cancels a job.
constexpr seconds second_interrupt_time{3};

std::atomic<int> num_interrupts = 0;
void count_interrupt(int) {
  ++num_interrupts;
}

/// Counts interrupts instead of ending the process, while it exists.
class InterruptCounter {
 public:
  InterruptCounter() {
    num_interrupts = 0;
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::signal(number, count_interrupt);
  }
  ~InterruptCounter() {
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::signal(number, SIG_DFL);
  }
  InterruptCounter(const InterruptCounter&) = delete;
  InterruptCounter& operator=(const InterruptCounter&) = delete;
};

/// Becomes the only leader of the store. Throws InputError if there is another one.
void own(const Store& store, const Participant& self, seconds lease) {
  Observer observer(store.participants(), lease);
  while (const auto holder = claim_or_holder(store.owner(), self, observer)) {
    if (!observer.waits_until_dead(*holder))
      throw InputError(
          fmt::format("{} leads a campaign in the store {}; wait for it, or choose another directory with "
                      "--store",
                      Observer::describe(*holder), store.path()));
  }
}

bool is_same(const std::vector<RunSpec>& a, const std::vector<RunSpec>& b) {
  return std::ranges::equal(a, b, {}, &RunSpec::identity, &RunSpec::identity);
}

/// The campaign whose job still runs, if it has the given runs; 0 if no job runs. The workers of a cancelled
/// campaign end soon and do no harm. Throws InputError if a job runs another campaign.
unsigned running_campaign(const Store& store, const std::vector<RunSpec>& runs) {
  const unsigned last = store.last_campaign();
  const std::string job = last == 0 ? "" : store.job(last);
  if (job.empty() || store.is_cancelled(last) || slurm::states_of(job).is_empty()) return 0;
  if (is_same(store.read_runs(last), runs)) return last;
  throw InputError(
      fmt::format("job {} runs another campaign in the store {}; wait for it, cancel it by `pendulum bench "
                  "--cancel {}`, or choose another directory with --store",
                  job, store.path(), store.path()));
}

class Leader {
 public:
  Leader(const Store& store, const Plan& plan, const std::vector<RunSpec>& runs,
         const MakeLauncher& make_launcher)
      : store_(store), runs_(runs), rows_(store), self_(store.participants(), seconds(plan.lease_seconds)) {
    own(store, self_, seconds(plan.lease_seconds));
    interrupts_.emplace();
    number_ = running_campaign(store, runs);
    const bool is_running = number_ != 0;
    rows_.update();
    std::vector<std::size_t> open;
    for (std::size_t run = 0; run < runs.size(); ++run)
      if (!has_row(runs[run])) open.push_back(run);
    missing_ = open;
    if (open.size() < runs.size())
      fmt::print(stderr, "pendulum: {} of {} results are already in {}\n", runs.size() - open.size(),
                 runs.size(), store.path());
    if (open.empty()) return;
    if (!is_running) number_ = store.add_campaign(plan, runs, open);
    launcher_ = make_launcher(store_, number_, open.size());
    if (!is_running) launcher_->start();
    num_before_ = missing_.size();
  }

  CampaignEnd run() {
    PENDULUM_CHECK(missing_.empty() || launcher_ != nullptr, "open runs should have a launcher");
    auto next_check = Clock::now() + launcher_period;
    auto next_look = Clock::now();
    while (!missing_.empty()) {
      std::this_thread::sleep_for(row_period);
      if (num_interrupts > 0) return end_early();
      const auto look = Clock::now();
      if (look < next_look) continue;
      update();
      next_look = Clock::now() + rest_per_look * (Clock::now() - look);
      if (missing_.empty() || Clock::now() < next_check) continue;
      if (!has_workers()) return end_cancelled();
      next_check = Clock::now() + launcher_period;
    }
    clear_line();
    return CampaignEnd::Complete;
  }

 private:
  bool has_row(const RunSpec& run) const {
    const BenchRow* row = rows_.find(run.identity);
    // A run that failed is done again when the user starts the command again: the machine may be the cause.
    return row != nullptr && (!row->has_failed() || row->campaign == number_);
  }

  void update() {
    const std::size_t before = rows_.num_read();
    rows_.update();
    if (rows_.num_read() == before) return;
    std::erase_if(missing_, [&](std::size_t run) { return has_row(runs_[run]); });
    PENDULUM_CHECK(missing_.size() <= num_before_, "no run should lose its row");
    show_progress();
  }

  /// Starts workers again if they have ended too early. Returns false if the campaign was cancelled.
  bool has_workers() {
    const bool is_active = launcher_->is_active();
    workers_ = launcher_->describe();
    show_progress();
    if (is_active) return true;
    update();
    if (missing_.empty()) return true;
    clear_line();
    if (store_.is_cancelled(number_)) return false;
    restart_workers();
    return true;
  }

  /// Throws InputError if the last workers stored no row, because further ones would not either.
  void restart_workers() {
    store_.check_space();
    if (missing_.size() == num_before_) {
      const std::string problem = launcher_->problem();
      throw InputError(fmt::format("the workers ended, and {} of {} runs have no result: {}", missing_.size(),
                                   runs_.size(), problem.empty() ? "the reason is not known" : problem));
    }
    fmt::print(stderr, "pendulum: the workers ended before {} runs; starting workers again\n",
               missing_.size());
    num_before_ = missing_.size();
    launcher_->start();
  }

  CampaignEnd end_early() {
    clear_line();
    const std::size_t num_done = runs_.size() - missing_.size();
    if (!launcher_->is_detachable()) {
      fmt::print(stderr,
                 "pendulum: interrupted; {} of {} results are in {}, and the same command continues\n",
                 num_done, runs_.size(), store_.path());
      ::signal(SIGINT, SIG_DFL);
      ::raise(SIGINT);  // the workers end with this process
    }
    fmt::print(stderr,
               "pendulum: the campaign continues without this process ({} of {} results). Interrupt again to "
               "cancel it.\n",
               num_done, runs_.size());
    for (const auto end = Clock::now() + second_interrupt_time; Clock::now() < end && num_interrupts < 2;)
      std::this_thread::sleep_for(row_period);
    if (num_interrupts >= 2) {
      store_.set_cancelled(number_);
      launcher_->cancel();
      return end_cancelled();
    }
    fmt::print(
        stderr,
        "pendulum: `pendulum bench --table {0}` prints its table, `pendulum bench --cancel {0}` cancels it\n",
        store_.path());
    return CampaignEnd::Detached;
  }

  CampaignEnd end_cancelled() const {
    fmt::print(stderr, "pendulum: cancelled; {} of {} results are in {}, and the same command continues\n",
               runs_.size() - missing_.size(), runs_.size(), store_.path());
    return CampaignEnd::Cancelled;
  }

  void show_progress() {
    if (!is_terminal_) return;
    std::size_t solved = 0, wrong = 0, failed = 0;
    for (const RunSpec& run : runs_) {
      const BenchRow* row = rows_.find(run.identity);
      if (row == nullptr) continue;
      solved += row->outcome == BenchRow::Outcome::Solved ? 1 : 0;
      wrong += row->outcome == BenchRow::Outcome::Wrong ? 1 : 0;
      failed += row->outcome == BenchRow::Outcome::Failed ? 1 : 0;
    }
    const std::string text =
        fmt::format("{}/{} runs: {} solved, {} wrong, {} failed. {}", runs_.size() - missing_.size(),
                    runs_.size(), solved, wrong, failed, workers_);
    fmt::print(stderr, "\r{:79}\r{}", "", text.substr(0, 79));
  }
  void clear_line() const {
    if (is_terminal_) fmt::print(stderr, "\r{:79}\r", "");
  }

  const Store& store_;
  const std::vector<RunSpec>& runs_;
  StoredRows rows_;
  Participant self_;
  unsigned number_ = 0;               ///< of the campaign
  std::vector<std::size_t> missing_;  ///< runs without a row
  std::size_t num_before_ = 0;        ///< size of missing_ when workers were started last
  std::string workers_;               ///< what the launcher stated last
  std::unique_ptr<Launcher> launcher_;
  std::optional<InterruptCounter> interrupts_;
  const bool is_terminal_ = ::isatty(STDERR_FILENO) == 1;
};

}  // namespace

CampaignEnd lead_campaign(const Store& store, const Plan& plan, const std::vector<RunSpec>& runs,
                          const MakeLauncher& make_launcher) {
  return Leader(store, plan, runs, make_launcher).run();
}

std::string cancel_campaign(const Store& store) {
  const unsigned last = store.last_campaign();
  if (last == 0) throw InputError(store.path() + " has no campaign");
  const std::string job = store.job(last);
  store.set_cancelled(last);
  if (job.empty()) return "the local workers end after their current runs";
  slurm::cancel(job);
  return "cancelled job " + job;
}

}  // namespace pendulum::campaign
