#include "input/load.h"

#include "base/check.h"
#include "base/error.h"
#include "input/task_file.h"

namespace pendulum::input {

SourceOptions resolve(const SourceOptions& source) {
  PENDULUM_CHECK(!source.files.empty(), "there should be a file to load");
  check_files(source.files);
  if (!is_task_file(source.files.at(0))) return source;
  SourceOptions task = read_task(source);
  PENDULUM_CHECK(!task.files.empty(), "a task should have files");
  check_files(task.files);
  return task;
}

property::Properties properties_of(const SourceOptions& source) {
  if (source.property) return property::parse_properties(*source.property);
  if (!is_system_file(source.files.at(0))) return {property::Property::Reach};
  return {is_vmt_file(source.files[0]) ? property::Property::Invariant : property::Property::Satisfiable};
}

std::string data_model_of(const SourceOptions& source) {
  return source.data_model.value_or("ILP32");
}

namespace {

Source load_c(term::TermManager& terms, const SourceOptions& source, const base::Logger& logger,
              base::Statistics& statistics, const base::StopToken& stop) {
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
  options.calls = source.wait ? frontend::CallEncoding::Wait : frontend::CallEncoding::Inline;
  options.inline_threshold = source.inline_threshold;
  options.properties = properties_of(source);
  options.witness_locations = source.witness_locations;
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
  return result;
}

Source load_system(term::TermManager& terms, const SourceOptions& source) {
  frontend::SystemProgram loaded = frontend::load_system(terms, source.files.at(0));
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

Source load(term::TermManager& terms, const SourceOptions& source, const base::Logger& logger,
            base::Statistics& statistics, const base::StopToken& stop) {
  PENDULUM_CHECK(!source.files.empty() && !is_task_file(source.files.front()),
                 "a task definition should be resolved before it is loaded");
  const base::ScopedTimer timer(statistics.seconds("frontend.load_time"));
  Source result = is_system_file(source.files.at(0)) ? load_system(terms, source)
                                                     : load_c(terms, source, logger, statistics, stop);
  PENDULUM_CHECK(result.native.has_value() != result.system.has_value(),
                 "a program should be made from C, or from a transition system or clauses");
  return result;
}

}  // namespace pendulum::input
