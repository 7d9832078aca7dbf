// Workers as elements of an array job.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "campaign/launcher.h"
#include "slurm/slurm.h"

namespace pendulum::campaign {

namespace {

/// Memory of a worker beside the memory limit of its run.
constexpr std::size_t worker_memory_mib = 256;
/// Longer jobs are refused by the partitions of many clusters. If the runs may need more time, the array gets
/// more elements; an element that finds no run ends at once.
constexpr double longest_job_minutes = 24 * 60;
/// Time beside the runs: the start of the worker, and a busy shared directory.
constexpr double spare_minutes = 10;

/// The division of the work into elements of the array.
struct Elements {
  std::size_t count;
  long minutes;
};

Elements divide(const SlurmResources& resources) {
  const double run = resources.longest_run / 60;
  const double runs_per_worker = std::ceil(static_cast<double>(resources.num_runs) / resources.workers);
  const double all = std::max(1.0, runs_per_worker) * run + spare_minutes;
  const double minutes = std::max(std::min(all, longest_job_minutes), run + spare_minutes);
  const auto rounds = static_cast<std::size_t>(std::ceil(all / minutes));
  return {rounds * resources.workers, static_cast<long>(std::ceil(minutes))};
}

class SlurmLauncher : public Launcher {
 public:
  SlurmLauncher(const Store& store, unsigned campaign, const SlurmOptions& options,
                const SlurmResources& resources)
      : store_(store),
        campaign_(campaign),
        options_(options),
        resources_(resources),
        job_(store.job(campaign)) {}

  void start() override {
    const Elements elements = divide(resources_);
    slurm::JobOptions job;
    job.name = "pendulum-bench";
    job.elements = elements.count;
    job.parallel = resources_.workers;
    job.cpus = resources_.cpus;
    job.memory_mib = resources_.memory_mib == 0 ? 0 : resources_.memory_mib + worker_memory_mib;
    job.minutes = elements.minutes;
    job.partition = options_.partition;
    job.account = options_.account;
    job.options = options_.options;
    job.directory = store_.campaign(campaign_);
    job.working_directory = "/";  // a worker enters the directory of its campaign
    job_ = slurm::submit(
        job, {"work", store_.path(), std::to_string(campaign_), std::to_string(elements.minutes)});
    store_.set_job(campaign_, job_);
  }
  bool is_active() override { return !slurm::states_of(job_).is_empty(); }
  std::string problem() override {
    const std::string message = slurm::last_message(store_.campaign(campaign_));
    if (!message.empty()) return message;
    return fmt::format(
        "job {} left no message; do all nodes share the directory {}, the directory of this command and this "
        "program?",
        job_, store_.path());
  }
  std::string describe() override {
    const slurm::States states = slurm::states_of(job_);
    return fmt::format("job {}: {} running, {} pending", job_, states.running, states.pending);
  }
  void cancel() override { slurm::cancel(job_); }
  bool is_detachable() const override { return true; }

 private:
  const Store& store_;
  unsigned campaign_;
  SlurmOptions options_;
  SlurmResources resources_;
  std::string job_;
};

}  // namespace

std::unique_ptr<Launcher> make_slurm_launcher(const Store& store, unsigned campaign,
                                              const SlurmOptions& options, const SlurmResources& resources) {
  return std::make_unique<SlurmLauncher>(store, campaign, options, resources);
}

}  // namespace pendulum::campaign
