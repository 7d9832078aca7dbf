// `pendulum bench`: measures engines on tasks with known verdicts. Each run is a separate process with its
// own limits.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace pendulum::campaign {

struct BenchOptions {
  std::vector<std::string> arguments;  ///< directories, task definitions, set files
  std::string engines = "portfolio";   ///< separated by commas
  double timeout_seconds = 10;
  std::size_t memory_mib = 4096;
  unsigned jobs = 1;         ///< number of parallel runs
  unsigned engine_jobs = 2;  ///< --jobs of each run
  std::size_t sample = 0;    ///< number of randomly chosen tasks; 0: all tasks
  unsigned seed = 1;         ///< seed of the sample
  std::string output_file;   ///< file of rows, with which a later run can resume; empty: none
  std::string json_file;     ///< empty: none
  std::vector<std::string> include_directories;
  std::vector<std::string> compiler_flags;
  std::vector<std::string> settings;
};

/// Runs the benchmark and prints the table. Returns the exit code: 1 if a verdict is wrong, else 0. Throws
/// InputError, and UsageError if `options` names an engine that is not in `known_engines`.
int run_bench(const BenchOptions& options, const std::vector<std::string>& known_engines);

}  // namespace pendulum::campaign
