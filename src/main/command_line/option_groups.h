// Options that several commands share.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "main/command_line/options.h"

namespace pendulum::main {

/// No machine has more processors; larger values are typing errors.
inline constexpr unsigned max_jobs = 1024;

/// One day.
inline constexpr int max_lease_seconds = 24 * 60 * 60;

inline constexpr double default_timeout_seconds = 900;
/// Three quarters of the memory of the machine.
std::size_t default_memory_mib();

/// Adds an option that may be given several times, with one value each. It takes no further arguments,
/// because files may follow it.
CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                      const std::string& help, const std::string& type);

/// Adds an option whose value is one of the words of `values`.
template <typename Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& target,
                        const std::map<std::string, Value>& values, const std::string& help) {
  std::string words, choices;
  for (const auto& [word, value] : values) {
    words += (words.empty() ? "" : ", ") + word;
    choices += (choices.empty() ? "" : " ") + word;
  }
  const CLI::Validator is_known(
      [values, words](const std::string& word) {
        return values.contains(word) ? std::string() : "'" + word + "' is not one of " + words;
      },
      choices);  // choices_of (help_formatter.h) returns the description
  return app
      .add_option_function<std::string>(
          name, [&target, values](const std::string& word) { target = values.at(word); }, help)
      ->check(is_known);
}

/// Adds an option for a number from `lowest` to `highest`. The help states both.
CLI::Option* add_number(CLI::App& app, const std::string& name, unsigned& value, unsigned lowest,
                        unsigned highest, const std::string& help);

/// A number of seconds: positive and finite. CLI::PositiveNumber accepts "nan" and "inf".
const CLI::Validator& is_duration();

/// How often --verbose was given.
struct Verbosity {
  int verbose = 0;
};

/// Adds the options for volatile objects, memory-mapped registers, inline assembler and interrupt handlers.
void add_hardware_options(CLI::App& app, frontend::Hardware& hardware);
/// Adds the options that describe the program. `files` is the help text of the files.
void add_source_options(CLI::App& app, input::SourceOptions& source, const std::string& files);
/// Adds the limits and the options about messages.
void add_run_options(CLI::App& app, RunOptions& run, Verbosity& verbosity);
/// Adds the options that `verify` and `validate` share.
void add_work_options(CLI::App& app, VerifyOptions& options, Verbosity& verbosity);
/// Adds the options of jobs of Slurm.
void add_slurm_options(CLI::App& app, campaign::SlurmOptions& options);

}  // namespace pendulum::main
