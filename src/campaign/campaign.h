// `pendulum bench`: measures engines on tasks with known verdicts. A campaign is a set of runs, an engine on
// a task each. This process leads a campaign: it writes the runs to a store (store.h), starts workers
// (launcher.h), and shows the rows that they store. Each run is a separate process with its own limits.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "campaign/launcher.h"

namespace pendulum::campaign {

struct BenchOptions {
  std::vector<std::string> arguments;  ///< directories, task definitions, set files
  std::string engines = "portfolio";   ///< separated by commas
  double timeout_seconds = 10;
  std::size_t memory_mib = 4096;
  unsigned jobs = 1;         ///< number of workers
  unsigned engine_jobs = 2;  ///< --jobs of each run
  std::size_t sample = 0;    ///< number of randomly chosen tasks; 0: all tasks
  unsigned seed = 1;         ///< seed of the sample
  std::string output_file;   ///< rows as TSV; empty: none
  std::string json_file;     ///< empty: none
  std::vector<std::string> include_directories;
  std::vector<std::string> compiler_flags;
  std::vector<std::string> settings;

  std::string store;            ///< directory; empty: one in the user's cache
  unsigned lease_seconds = 60;  ///< a worker without a sign of life for this time is taken for dead
  std::string table_store;      ///< print the table of this store and do nothing else; empty: no
  std::string cancel_store;     ///< cancel the campaign of this store and do nothing else; empty: no
  std::string plots_directory;  ///< empty: none
  enum class On { Local, Slurm } on = On::Local;
  SlurmOptions slurm;
};

/// Runs the benchmark and prints the table. Returns the exit code: 1 if a verdict is wrong, 5 if the campaign
/// continues without this process or was cancelled, else 0. Throws InputError, and UsageError if `options`
/// names an engine that is not in `known_engines`.
int run_bench(const BenchOptions& options, const std::vector<std::string>& known_engines);

}  // namespace pendulum::campaign
