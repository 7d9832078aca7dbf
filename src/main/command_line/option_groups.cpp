#include "main/command_line/option_groups.h"

#include <fmt/core.h>

#include <cmath>
#include <cstdint>

#include "base/machine.h"

namespace pendulum::main {

namespace {

/// Larger arrays at the entry function make programs that no engine can handle.
constexpr unsigned max_entry_array = 4096;

}  // namespace

CLI::Option* add_list(CLI::App& app, const std::string& name, std::vector<std::string>& values,
                      const std::string& help, const std::string& type) {
  return app.add_option(name, values, help)->allow_extra_args(false)->type_name(type);
}

CLI::Option* add_number(CLI::App& app, const std::string& name, unsigned& value, unsigned lowest,
                        unsigned highest, const std::string& help) {
  return app.add_option(name, value, fmt::format("{}: {} to {}", help, lowest, highest))
      ->check(CLI::Range(lowest, highest).description(""))
      ->capture_default_str()
      ->type_name("N");
}

namespace {

void add_data_model(CLI::App& app, std::optional<std::string>& model) {
  auto* name = app.add_option("--data-model", model,
                              "data model, which determines the sizes of the C types: ILP32 or LP64 [that of "
                              "the host; for SV-COMP, that of the task, or ILP32]")
                   ->check(CLI::IsMember({"ILP32", "LP64"}).description("ILP32 LP64"))
                   ->type_name("MODEL");
  auto* narrow =
      app.add_flag_callback("--32", [&model] { model = "ILP32"; }, "the same as --data-model ILP32");
  auto* wide = app.add_flag_callback("--64", [&model] { model = "LP64"; }, "the same as --data-model LP64");
  narrow->excludes(name)->excludes(wide);
  wide->excludes(name);
}

void add_memory_options(CLI::App& app, input::SourceOptions& source) {
  static const std::map<std::string, frontend::Bounds> bounds{{"objects", frontend::Bounds::Objects},
                                                              {"fields", frontend::Bounds::Fields}};
  add_choice(app, "--bounds", source.bounds, bounds,
             "bounds that valid-deref checks: objects (those of the whole object), or fields (also those of "
             "arrays inside of it, for accesses by a subscript) [objects]")
      ->type_name("WHICH");
  app.add_flag_callback(
      "--malloc-may-fail", [&source] { source.allocations = frontend::Allocations::MayFail; },
      "malloc, calloc, realloc, strdup and similar functions may return null");
}

}  // namespace

void add_source_options(CLI::App& app, input::SourceOptions& source, const std::string& files) {
  app.add_option("FILE", source.files, files)->type_name("");
  app.add_option(
         "-p", source.compile_commands,
         "file or directory of compile commands (compile_commands.json), from which the files get their "
         "options; other files are added if they define what the entry function needs")
      ->type_name("PATH");
  app.add_option(
         "--property", source.property,
         "properties to check, separated by commas: reach, overflow, memsafety, a property of SV-COMP "
         "(valid-deref, ...), or a property file (.prp); all: the first three, with --all [reach, or the "
         "property of the task]")
      ->type_name("WORDS|FILE");
  add_data_model(app, source.data_model);
  app.add_option("--entry", source.entry, "function in which every execution starts")
      ->capture_default_str()
      ->type_name("NAME");
  add_number(app, "--entry-array", source.entry_array, 1, max_entry_array,
             "number of elements of the arrays to which pointer parameters of the entry function point");
  add_list(app, "-I", source.include_directories, "directory for #include", "DIR");
  add_list(app, "-D", source.defines, "macro for the preprocessor", "NAME[=VALUE]");
  add_list(app, "--cflag", source.compiler_flags,
           "option for clang that changes neither its mode nor the ABI, for example --cflag=-funsigned-char",
           "OPTION");
  app.add_flag("--wrap", source.wrap, "signed arithmetic wraps around instead of being undefined");
  add_memory_options(app, source);
  add_hardware_options(app, source.hardware);
}

const CLI::Validator& is_duration() {
  static const CLI::Validator validator(
      [](const std::string& text) {
        double seconds = 0;
        const bool is_good =
            CLI::detail::lexical_cast(text, seconds) && std::isfinite(seconds) && seconds > 0;
        return is_good ? std::string() : "'" + text + "' is not a positive number of seconds";
      },
      "");
  return validator;
}

namespace {

const CLI::Validator& is_time_limit() {
  static const CLI::Validator validator(
      [](const std::string& text) {
        double seconds = 0;
        const bool is_none = CLI::detail::lexical_cast(text, seconds) && seconds == 0;
        return is_none ? std::string() : is_duration()(text);
      },
      "");
  return validator;
}

const CLI::Validator& is_memory_limit() {
  static const CLI::Validator validator(
      [](const std::string& text) {
        std::size_t mebibytes = 0;
        const bool is_good = !text.starts_with('-') && CLI::detail::lexical_cast(text, mebibytes);
        return is_good ? std::string() : "'" + text + "' is not a number of MiB";
      },
      "");
  return validator;
}

}  // namespace

std::size_t default_memory_mib() {
  return base::memory_of_machine_mib() / 4 * 3;
}

void add_run_options(CLI::App& app, RunOptions& run, Verbosity& verbosity) {
  run.timeout_seconds = default_timeout_seconds;
  run.memory_mib = default_memory_mib();
  app.add_option("--timeout", run.timeout_seconds,
                 "time limit for the whole run; 0 for none [900, which is 15 minutes]")
      ->check(is_time_limit())
      ->type_name("SECONDS");
  app.add_option("--memory", run.memory_mib,
                 "memory limit for all processes together; 0 for none [three quarters of the memory of the "
                 "machine or container]")
      ->check(is_memory_limit())
      ->type_name("MiB");
  auto* quiet = app.add_flag("--quiet,-q", run.quiet, "print only the verdict, no warnings");
  // Since version 2.4, CLI11 sets a flag with a number in all commands, also if it is not given. A flag with
  // a function is set only if it is given.
  app.add_flag_function(
         "--verbose,-v", [&verbosity](std::int64_t count) { verbosity.verbose = static_cast<int>(count); },
         "print statistics and decisions; given twice: also formulas and other data")
      ->excludes(quiet);
}

void add_slurm_options(CLI::App& app, campaign::SlurmOptions& options) {
  app.add_option("--partition", options.partition,
                 "with --on slurm: partition of the job [that of the cluster]")
      ->type_name("NAME");
  app.add_option("--account", options.account, "with --on slurm: account of the job [that of the user]")
      ->type_name("NAME");
  add_list(app, "--slurm-option", options.options,
           "with --on slurm: further option of sbatch, for example --slurm-option=--qos=long", "OPTION");
}

void add_work_options(CLI::App& app, VerifyOptions& options, Verbosity& verbosity) {
  add_list(app, "--set", options.settings, "option of an engine; `pendulum engines` lists them", "KEY=VALUE");
  add_run_options(app, options.run, verbosity);
  add_number(app, "--jobs,-j", options.jobs, 1, max_jobs, "maximum number of parallel processes");
  app.add_option("--seed", options.seed, "seed of all random choices")->capture_default_str()->type_name("N");
  app.add_option("--evidence", options.evidence_directory,
                 "write the evidence of the verdict to this directory")
      ->type_name("DIR");
  app.add_option("--json", options.json_file, "write the result as JSON; - for standard output")
      ->type_name("FILE");
  app.add_option("--sarif", options.sarif_file, "write the result as SARIF 2.1.0; - for standard output")
      ->type_name("FILE");
  static const std::map<std::string, report::TraceDetail> traces{{"short", report::TraceDetail::Short},
                                                                 {"full", report::TraceDetail::Full},
                                                                 {"off", report::TraceDetail::Off}};
  add_choice(
      app, "--trace", options.trace, traces,
      "steps of a counterexample that are printed: short (those on which the violation depends), full, "
      "or off (the counterexample is neither minimised nor explained) [short]")
      ->type_name("STEPS");
  app.add_flag("--explain", options.explains,
               "print the proof in C: the invariants of loops, bounds of loops, and lines that no execution "
               "reaches; --evidence does the same");
  app.add_option("--dump-queries", options.dump_queries_directory,
                 "write all solver queries to this directory")
      ->type_name("DIR");
}

}  // namespace pendulum::main
