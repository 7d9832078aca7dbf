#include "slurm/slurm.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <thread>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "base/process/process.h"

namespace pendulum::slurm {

namespace {

namespace fs = std::filesystem;
using base::InputError;

/// A controller that is restarted, or busy with thousands of jobs, needs some time for its answer.
constexpr std::chrono::minutes answer_time{2};
constexpr int max_questions = 10;
constexpr std::chrono::seconds question_period{5};

/// The elements write their messages to files whose names begin with this, in the directory of the job.
constexpr std::string_view messages_prefix = "slurm-";
/// The script is the same for all jobs. It gets the directory for messages, the working directory, the
/// program and its arguments as arguments, which sbatch passes on, so no file name becomes part of a script.
constexpr const char* script = R"(#!/bin/sh
exec >>"$1/slurm-$SLURM_ARRAY_TASK_ID.txt" 2>&1
cd "$2" || exit 2
shift 2
exec "$@"
)";

base::CommandResult run(const std::vector<std::string>& command) {
  base::CommandLimits limits;
  limits.time = answer_time;
  limits.output_bytes = std::size_t{1} << 26;
  try {
    return base::run_command(command, limits);
  } catch (const InputError&) {
    throw InputError(
        fmt::format("the command {} of Slurm was not found; without a cluster use --on local", command[0]));
  }
}

std::string failure_of(const std::vector<std::string>& command, const base::CommandResult& result) {
  std::string text = result.timed_out ? "no answer" : result.error;
  text.erase(
      std::find_if(text.rbegin(), text.rend(), [](unsigned char c) { return std::isspace(c) == 0; }).base(),
      text.end());
  std::replace(text.begin(), text.end(), '\n', ';');
  return fmt::format("{} failed: {}", command[0], text);
}

std::string this_program() {
  return fs::read_symlink("/proc/self/exe").string();
}

std::vector<std::string> sbatch_command(const JobOptions& options) {
  std::vector<std::string> words{"sbatch", "--parsable", "--requeue", "--ntasks=1"};
  const std::string limit = options.parallel > 0 ? fmt::format("%{}", options.parallel) : "";
  words.push_back("--job-name=" + options.name);
  words.push_back(fmt::format("--array=0-{}{}", options.elements - 1, limit));
  words.push_back(fmt::format("--cpus-per-task={}", options.cpus));
  if (options.memory_mib > 0) words.push_back(fmt::format("--mem={}M", options.memory_mib));
  if (options.minutes > 0) words.push_back(fmt::format("--time={}", options.minutes));
  // The script redirects its messages itself, because Slurm replaces % in the names of files and their
  // directories.
  words.insert(words.end(), {"--chdir=/", "--output=/dev/null"});
  if (!options.partition.empty()) words.push_back("--partition=" + options.partition);
  if (!options.account.empty()) words.push_back("--account=" + options.account);
  words.insert(words.end(), options.options.begin(), options.options.end());
  return words;
}

}  // namespace

std::string submit(const JobOptions& options, const std::vector<std::string>& arguments) {
  PENDULUM_CHECK(options.elements > 0, "a job should have elements");
  const std::string file = options.directory + "/element.sh";
  base::write_file(file, script);
  std::vector<std::string> command = sbatch_command(options);
  command.insert(command.end(), {file, options.directory, options.working_directory, this_program()});
  command.insert(command.end(), arguments.begin(), arguments.end());
  const base::CommandResult result = run(command);
  if (result.exit_code != 0) throw InputError(failure_of(command, result));
  // "12" or "12;cluster"
  const std::string job = result.output.substr(0, result.output.find_first_of(";\n"));
  if (job.empty() || job.find_first_not_of("0123456789") != std::string::npos)
    throw InputError("sbatch printed no job number: " + result.output);
  return job;
}

States parse_states(const std::string& output, const std::string& job) {
  States states;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string number, state;
    if (!(words >> number >> state) || number != job) continue;
    if (state == "CD" || state == "CA" || state == "F" || state == "TO") continue;
    ++(state == "PD" || state == "RQ" || state == "CF" ? states.pending : states.running);
  }
  return states;
}

States states_of(const std::string& job) {
  const std::vector<std::string> command{"squeue", "--noheader", "--array", "--me", "--format=%F %t"};
  for (int question = 1;; ++question) {
    const base::CommandResult result = run(command);
    if (result.exit_code == 0) return parse_states(result.output, job);
    if (question == max_questions) throw InputError(failure_of(command, result));
    std::this_thread::sleep_for(question_period);
  }
}

std::string last_message(const std::string& directory) {
  constexpr std::string_view prefix = "pendulum: error: ";
  std::string message;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    if (!entry.path().filename().string().starts_with(messages_prefix)) continue;
    std::istringstream lines(base::read_file(entry.path()));
    for (std::string line; std::getline(lines, line);)
      if (!line.empty()) message = line.starts_with(prefix) ? line.substr(prefix.size()) : line;
  }
  return message;
}

void cancel(const std::string& job) {
  if (states_of(job).is_empty()) return;
  const std::vector<std::string> command{"scancel", job};
  const base::CommandResult result = run(command);
  if (result.exit_code != 0) throw InputError(failure_of(command, result));
}

}  // namespace pendulum::slurm
