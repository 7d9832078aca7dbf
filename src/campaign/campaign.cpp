#include "campaign/campaign.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <random>
#include <sstream>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "campaign/identity.h"
#include "campaign/leader.h"
#include "campaign/plots.h"
#include "campaign/result_table.h"
#include "campaign/store.h"
#include "campaign/task_selection.h"
#include "campaign/worker.h"
#include "supervise/publish.h"

namespace pendulum::campaign {

namespace {

namespace fs = std::filesystem;

constexpr int exit_wrong = 1;
constexpr int exit_incomplete = 5;  ///< as for the verdict unknown

std::vector<std::string> engines_of(const BenchOptions& options, const std::vector<std::string>& known) {
  std::vector<std::string> engines;
  std::istringstream words(options.engines);
  for (std::string word; std::getline(words, word, ',');) {
    if (std::find(known.begin(), known.end(), word) == known.end())
      throw base::UsageError("--engines: there is no engine '" + word + "'");
    engines.push_back(word);
  }
  return engines;
}

/// A random sample of the requested size, which depends only on the tasks and the seed.
std::vector<BenchTask> sampled(std::vector<BenchTask> tasks, const BenchOptions& options) {
  if (options.sample == 0) return tasks;
  std::vector<BenchTask> result;
  std::mt19937 random(options.seed);
  std::sample(tasks.begin(), tasks.end(), std::back_inserter(result), options.sample, random);
  PENDULUM_CHECK(result.size() == std::min(options.sample, tasks.size()), "the sample should be complete");
  return result;
}

/// The options of `pendulum verify` for all runs.
std::vector<std::string> arguments_of(const BenchOptions& options) {
  std::vector<std::string> words{"--quiet", "--trace", "off", "--json", "-"};
  words.insert(words.end(), {"--jobs", std::to_string(options.engine_jobs)});
  words.insert(words.end(), {"--timeout", fmt::format("{}", options.timeout_seconds)});
  const auto add = [&](const char* option, const std::vector<std::string>& values) {
    for (const std::string& value : values) words.push_back(std::string(option) + value);
  };
  add("--memory=", {std::to_string(options.memory_mib)});
  add("-I", options.include_directories);
  add("--cflag=", options.compiler_flags);
  add("--set=", options.settings);
  return words;
}

Plan plan_of(const BenchOptions& options) {
  Plan plan;
  plan.version = version_identity();
  plan.directory = fs::current_path().string();
  plan.arguments = arguments_of(options);
  plan.timeout_seconds = options.timeout_seconds;
  plan.lease_seconds = options.lease_seconds;
  return plan;
}

/// All runs. All engines run on a task before the next task, so that an interrupted campaign has comparable
/// results.
std::vector<RunSpec> runs_of(const BenchOptions& options, const std::vector<std::string>& known_engines) {
  const std::vector<std::string> engines = engines_of(options, known_engines);
  IdentityMaker identities(arguments_of(options), options.include_directories);
  std::vector<RunSpec> runs;
  for (const BenchTask& task : sampled(find_tasks(options.arguments), options)) {
    const std::string expected = task.expected ? (*task.expected ? "true" : "false") : "-";
    for (const std::string& engine : engines)
      runs.push_back({identities.identity_of(task, engine), task.set, task.name, engine, expected});
  }
  return runs;
}

/// The directory of the store if the user chooses none: in the cache, named after the given tasks, so that
/// the same command finds it again.
std::string default_store(const BenchOptions& options) {
  std::string names;
  for (const std::string& argument : options.arguments)
    names += fs::absolute(argument).lexically_normal().string() + "\n";
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (cache == nullptr && home == nullptr)
    throw base::UsageError("neither XDG_CACHE_HOME nor HOME is set; choose a directory with --store");
  const fs::path directory = cache != nullptr ? fs::path(cache) : fs::path(home) / ".cache";
  return (directory / "pendulum" / ("bench-" + short_hash(names))).string();
}

std::unique_ptr<Launcher> make_launcher(const BenchOptions& options, const Store& store, unsigned campaign,
                                        std::size_t num_open) {
  const unsigned workers = static_cast<unsigned>(std::min<std::size_t>(options.jobs, num_open));
  switch (options.on) {
    case BenchOptions::On::Local:
      if (store.job(campaign).empty()) return make_local_launcher(store, campaign, workers);
      [[fallthrough]];  // a job does these runs already
    case BenchOptions::On::Slurm:
      break;
  }
  SlurmResources resources;
  resources.workers = workers;
  resources.cpus = options.engine_jobs;
  resources.memory_mib = options.memory_mib;
  resources.longest_run = longest_run_seconds(options.timeout_seconds);
  resources.num_runs = num_open;
  return make_slurm_launcher(store, campaign, options.slurm, resources);
}

/// Prints the rows of the runs, writes the requested files, and returns the exit code.
int report(const Store& store, const std::vector<RunSpec>& runs, double timeout_seconds,
           const BenchOptions& options) {
  StoredRows stored(store);
  stored.update();
  std::vector<BenchRow> rows;
  for (const RunSpec& run : runs) {
    const BenchRow* row = stored.find(run.identity);
    if (row == nullptr) continue;
    rows.push_back(*row);
    // The expected verdict and the set are not part of the identity.
    rows.back().expected = run.expected;
    rows.back().set = run.set;
    rows.back().task = run.task;
    if (row->outcome != BenchRow::Outcome::Failed)
      rows.back().outcome = outcome_of(run.expected, row->verdict);
  }
  print_table(std::cout, rows);
  if (rows.size() < runs.size())
    fmt::print("{} of {} runs have no result yet\n", runs.size() - rows.size(), runs.size());
  if (stored.num_faults() > 0)
    fmt::print(stderr, "pendulum: warning: {} damaged records were ignored\n", stored.num_faults());
  std::string tsv = tsv_head();
  for (const BenchRow& row : rows) tsv += to_tsv(row);
  if (!options.output_file.empty()) base::write_file(options.output_file, tsv);
  if (!options.json_file.empty()) base::write_file(options.json_file, to_json(rows));
  if (!options.plots_directory.empty()) write_plots(options.plots_directory, rows, timeout_seconds);
  const bool is_wrong =
      std::ranges::any_of(rows, [](const auto& row) { return row.outcome == BenchRow::Outcome::Wrong; });
  return is_wrong ? exit_wrong : rows.size() < runs.size() ? exit_incomplete : 0;
}

int report_store(const BenchOptions& options) {
  const Store store = Store::open(options.table_store);
  const unsigned last = store.last_campaign();
  if (last == 0) throw base::InputError(store.path() + " has no campaign");
  return report(store, store.read_runs(last), store.read_plan(last).timeout_seconds, options);
}

void check(const BenchOptions& options) {
  if (options.arguments.empty()) throw base::UsageError("bench: PATH is required");
  if (options.on == BenchOptions::On::Slurm && options.store.empty())
    throw base::UsageError("--on slurm needs --store DIR, a directory that all nodes share");
  for (const std::string& file : {options.output_file, options.json_file})
    if (!file.empty()) supervise::check_output(file, options.arguments);
}

}  // namespace

int run_bench(const BenchOptions& options, const std::vector<std::string>& known_engines) {
  if (!options.table_store.empty()) return report_store(options);
  if (!options.cancel_store.empty()) {
    fmt::print(stderr, "pendulum: {}\n", cancel_campaign(Store::open(options.cancel_store)));
    return 0;
  }
  check(options);
  const std::vector<RunSpec> runs = runs_of(options, known_engines);
  const Store store = Store::create(options.store.empty() ? default_store(options) : options.store);
  const CampaignEnd end = lead_campaign(store, plan_of(options), runs,
                                        [&](const Store& in, unsigned campaign, std::size_t num_open) {
                                          return make_launcher(options, in, campaign, num_open);
                                        });
  if (end != CampaignEnd::Complete) return exit_incomplete;
  return report(store, runs, options.timeout_seconds, options);
}

}  // namespace pendulum::campaign
