// How the workers of a campaign run: as processes of this machine, or as a job of a cluster manager.
#pragma once

#include <memory>
#include <string>

#include "campaign/store.h"

namespace pendulum::campaign {

class Launcher {
 public:
  virtual ~Launcher() = default;
  /// Starts workers. Throws InputError if this is not possible.
  virtual void start() = 0;
  /// Do workers run or wait for processors?
  virtual bool is_active() = 0;
  /// Why workers have ended without a row; empty if this is not known.
  virtual std::string problem() = 0;
  /// "2 workers", for the progress line.
  virtual std::string describe() = 0;
  /// Ends the workers.
  virtual void cancel() = 0;
  /// Do workers continue when this process ends?
  virtual bool is_detachable() const = 0;
};

/// `count` worker processes on this machine.
std::unique_ptr<Launcher> make_local_launcher(const Store& store, unsigned campaign, unsigned count);

/// The resources and options of a job of Slurm.
struct SlurmOptions {
  std::string partition;             ///< empty: the default of the cluster
  std::string account;               ///< empty: the default of the user
  std::vector<std::string> options;  ///< further options of sbatch
};

struct SlurmResources {
  unsigned workers = 1;
  unsigned cpus = 1;
  std::size_t memory_mib = 0;  ///< per worker; 0: the default of the cluster
  double longest_run = 0;      ///< seconds
  std::size_t num_runs = 0;
};

/// An array job of Slurm with one worker per element.
std::unique_ptr<Launcher> make_slurm_launcher(const Store& store, unsigned campaign,
                                              const SlurmOptions& options, const SlurmResources& resources);

}  // namespace pendulum::campaign
