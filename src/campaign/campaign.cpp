#include "campaign/campaign.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iostream>
#include <mutex>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "base/process.h"
#include "campaign/result_table.h"
#include "campaign/task_selection.h"
#include "report/json.h"
#include "supervise/publish.h"

namespace pendulum::campaign {

namespace {

struct Run {
  const BenchTask* task;
  std::string engine;
};

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

std::string word_of(report::Verdict verdict) {
  return verdict == report::Verdict::True ? "true" : verdict == report::Verdict::False ? "false" : "unknown";
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

class Bench {
 public:
  Bench(const BenchOptions& options, const std::vector<std::string>& known_engines)
      : options_(options), tasks_(sampled(find_tasks(options.arguments), options)) {
    if (!options.output_file.empty()) resume();
    std::set<std::pair<std::string, std::string>> done;
    for (const BenchRow& row : rows_) done.emplace(row.task, row.engine);
    // Run all engines on a task before the next task, so that an interrupted run has comparable results.
    for (const BenchTask& task : tasks_)
      for (const std::string& engine : engines_of(options, known_engines))
        if (!done.contains({task.name, engine})) runs_.push_back({&task, engine});
    total_ = rows_.size() + runs_.size();
  }

  const std::vector<BenchRow>& run() {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::min<std::size_t>(options_.jobs, runs_.size()); ++i)
      threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    PENDULUM_CHECK(rows_.size() == total_, "{} of {} runs should have a row", rows_.size(), total_);
    if (is_terminal_) fmt::print(stderr, "\r{:79}\r", "");
    return rows_;
  }

 private:
  /// Resumes an earlier run with the same output file: uses its rows of the current tasks.
  void resume() {
    supervise::check_output(options_.output_file, options_.arguments);
    std::set<std::string> names;
    for (const BenchTask& task : tasks_) names.insert(task.name);
    std::string text = tsv_head();
    for (const BenchRow& row : read_tsv(options_.output_file)) {
      text += to_tsv(row);
      if (names.contains(row.task)) rows_.push_back(row);
    }
    base::write_file(options_.output_file, text);  // removes incomplete lines
    output_.open(options_.output_file, std::ios::app | std::ios::binary);
  }

  void work() {
    for (std::size_t i = next_++; i < runs_.size(); i = next_++) {
      BenchRow row = measure(runs_[i]);
      const std::lock_guard lock(mutex_);
      if (output_.is_open()) output_ << to_tsv(row) << std::flush;
      rows_.push_back(std::move(row));
      if (is_terminal_)
        fmt::print(stderr, "\r{:79}\r{}/{} {}", "", rows_.size(), total_, runs_[i].task->name.substr(0, 60));
    }
  }

  std::vector<std::string> command(const Run& run) const {
    PENDULUM_CHECK(run.task != nullptr && !run.engine.empty(), "a run should have a task and an engine");
    std::vector<std::string> words{"/proc/self/exe", "verify",
                                   run.task->name,   "--engine",
                                   run.engine,       "--quiet",
                                   "--json",         "-",
                                   "--jobs",         std::to_string(options_.engine_jobs),
                                   "--timeout",      fmt::format("{}", options_.timeout_seconds)};
    const auto add = [&](const char* option, const std::vector<std::string>& values) {
      for (const std::string& value : values) words.push_back(std::string(option) + value);
    };
    add("--memory=", {std::to_string(options_.memory_mib)});
    add("-I", options_.include_directories);
    add("--cflag=", options_.compiler_flags);
    add("--set=", options_.settings);
    return words;
  }

  /// The JSON object in the output of a run. The line with the verdict follows it.
  static std::string without_verdict(const std::string& output) {
    return output.substr(0, output.rfind("RESULT: "));
  }

  BenchRow measure(const Run& run) const {
    BenchRow row;
    row.set = run.task->set;
    row.task = run.task->name;
    row.engine = run.engine;
    row.expected = run.task->expected ? (*run.task->expected ? "true" : "false") : "-";
    row.verdict = "-";
    base::CommandLimits limits;
    // The run enforces its own limit. This longer limit applies only if it fails to do so.
    // Half of the timeout and ten seconds more cover the time that a busy machine needs to end a run.
    limits.time = std::chrono::milliseconds(static_cast<long>(options_.timeout_seconds * 1500) + 10'000);
    limits.output_bytes = std::size_t{1} << 26;  // the JSON object of a run is much smaller
    const base::CommandResult result = base::run_command(command(run), limits);
    try {
      const report::RunRecord record = report::parse_json(without_verdict(result.output));
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

  const BenchOptions& options_;
  const std::vector<BenchTask> tasks_;
  const bool is_terminal_ = ::isatty(STDERR_FILENO) == 1;
  std::vector<Run> runs_;
  std::size_t total_ = 0;  ///< number of rows at the end
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;  ///< protects the members below
  std::vector<BenchRow> rows_;
  std::ofstream output_;
};

}  // namespace

int run_bench(const BenchOptions& options, const std::vector<std::string>& known_engines) {
  if (!options.json_file.empty()) supervise::check_output(options.json_file, options.arguments);
  Bench bench(options, known_engines);
  const std::vector<BenchRow>& rows = bench.run();
  print_table(std::cout, rows);
  if (!options.json_file.empty()) base::write_file(options.json_file, to_json(rows));
  const bool is_wrong = std::any_of(
      rows.begin(), rows.end(), [](const BenchRow& row) { return row.outcome == BenchRow::Outcome::Wrong; });
  return is_wrong ? 1 : 0;
}

}  // namespace pendulum::campaign
