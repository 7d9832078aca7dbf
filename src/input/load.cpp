#include "input/load.h"

#include "base/check.h"
#include "base/error.h"
#include "input/compile_commands.h"
#include "input/task_file.h"

namespace pendulum::input {

SourceOptions resolve(const SourceOptions& source) {
  PENDULUM_CHECK(!source.files.empty() || !source.compile_commands.empty(), "there should be a file to load");
  check_files(source.files);
  if (!source.compile_commands.empty()) {
    for (const std::string& file : source.files)
      if (is_task_file(file) || is_system_file(file))
        throw base::InputError("-p: " + file + " is not a C file");
    return with_compile_commands(source);
  }
  if (!is_task_file(source.files.at(0))) return source;
  SourceOptions task = read_task(source);
  PENDULUM_CHECK(!task.files.empty(), "a task should have files");
  check_files(task.files);
  return task;
}

property::Properties properties_of(const SourceOptions& source) {
  if (source.property) return property::parse_properties(*source.property);
  if (!is_system(source)) return {property::Property::Reach};
  return {is_vmt_file(source.files[0]) ? property::Property::Invariant : property::Property::Satisfiable};
}

bool is_system(const SourceOptions& source) {
  return !source.files.empty() && is_system_file(source.files[0]);
}

std::string data_model_of(const SourceOptions& source) {
  if (source.data_model) return *source.data_model;
  if (source.property && source.property->ends_with(".prp")) return "ILP32";
  return sizeof(long) == 8 ? "LP64" : "ILP32";
}

namespace {

frontend::Options options_of(const SourceOptions& source) {
  frontend::Options options;
  options.files = source.files;
  options.include_directories = source.include_directories;
  options.defines = source.defines;
  options.compiler_flags = source.compiler_flags;
  options.data_model =
      data_model_of(source) == "LP64" ? frontend::DataModel::Lp64 : frontend::DataModel::Ilp32;
  options.signed_overflow =
      source.wrap ? frontend::SignedOverflow::Wraps : frontend::SignedOverflow::NotFollowed;
  options.entry = source.entry;
  options.entry_array = source.entry_array;
  options.hardware = source.hardware;
  options.allocations = source.allocations;
  options.bounds = source.bounds;
  options.calls = source.wait ? frontend::CallEncoding::Wait : frontend::CallEncoding::Inline;
  options.inline_threshold = source.inline_threshold;
  options.properties = properties_of(source);
  options.witness_locations = source.witness_locations;
  options.records_actions = source.records_actions;
  options.file_flags = source.file_flags;
  options.probes_assumptions = source.probes_assumptions;
  return options;
}

Source load_c(term::TermManager& terms, const SourceOptions& source, const base::Logger& logger,
              base::Statistics& statistics, const base::StopToken& stop) {
  const frontend::Options options = options_of(source);
  if (!property::is_about_c(options.properties))
    throw base::Unsupported(fmt::format("property {} of a C program", property::name_of(options.properties)),
                            "");
  const base::Logger named = logger.named("frontend");
  frontend::CProgram loaded = frontend::load(terms, options, named, statistics, stop);
  named.progress("{}", "");  // the front end is done: remove it from the live line
  Source result;
  result.properties = options.properties;
  result.program = std::move(loaded.program);
  result.assumptions = std::move(loaded.assumptions);
  result.models = std::move(loaded.models);
  result.regions = std::move(loaded.regions);
  result.native = std::move(loaded.native);
  result.files = std::move(loaded.files);
  result.actions = std::move(loaded.actions);
  return result;
}

Source load_system(term::TermManager& terms, const SourceOptions& source, const base::Logger& logger) {
  frontend::SystemProgram loaded = frontend::load_system(terms, source.files.at(0));
  for (const std::string& warning : loaded.warnings) logger.warn("{}", warning);
  Source result;
  result.properties = {loaded.property()};
  // A file of Horn clauses may have the ending .vmt and vice versa, so only properties of C programs are
  // rejected.
  if (source.property && property::is_about_c(properties_of(source)))
    throw base::Unsupported(
        fmt::format("property {} of a VMT file or of Horn clauses", property::name_of(properties_of(source))),
        "");
  result.program = std::move(loaded.program);
  result.system = std::move(loaded.source);
  return result;
}

}  // namespace

SourceOptions add_units(const SourceOptions& source, const base::Logger& logger, base::Statistics& statistics,
                        const base::StopToken& stop) {
  SourceOptions result = source;
  if (!source.other_units.empty()) {
    const base::TemporaryDirectory directory;
    result.files = frontend::find_units(options_of(source), source.other_units, directory.path(),
                                        logger.named("frontend"), statistics, stop);
  }
  if (result.files.empty())
    throw base::InputError(fmt::format("-p {}: no file of these compile commands defines the function `{}`",
                                       source.compile_commands, source.entry));
  for (const std::string& file : result.files)
    if (const auto warning = source.file_warnings.find(file); warning != source.file_warnings.end())
      logger.warn("{}: {}", file, warning->second);
  return result;
}

Source load(term::TermManager& terms, const SourceOptions& source, const base::Logger& logger,
            base::Statistics& statistics, const base::StopToken& stop) {
  PENDULUM_CHECK(!source.files.empty() && !is_task_file(source.files.front()),
                 "a task definition should be resolved before it is loaded");
  const base::ScopedTimer timer(statistics.seconds("frontend.load_time"));
  Source result = is_system_file(source.files.at(0)) ? load_system(terms, source, logger)
                                                     : load_c(terms, source, logger, statistics, stop);
  PENDULUM_CHECK(result.native.has_value() != result.system.has_value(),
                 "a program should be made from C, or from a transition system or clauses");
  return result;
}

}  // namespace pendulum::input
