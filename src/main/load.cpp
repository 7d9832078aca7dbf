#include "main/load.h"

#include "main/task_file.h"

namespace pendulum::main {

SourceOptions resolve(const SourceOptions& source) {
  check_files(source.files);
  if (!is_task_file(source.files.at(0))) return source;
  SourceOptions task = read_task(source);
  check_files(task.files);
  return task;
}

property::Property property_of(const SourceOptions& source) {
  return property::parse_property(source.property.value_or("reach"));
}

std::string data_model_of(const SourceOptions& source) {
  return source.data_model.value_or("ILP32");
}

frontend::CProgram load(term::TermManager& terms, const SourceOptions& source, const base::Logger& logger,
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
  options.property = property_of(source);
  const base::ScopedTimer timer(statistics.seconds("frontend.load_time"));
  const base::Logger named = logger.named("frontend");
  frontend::CProgram program = frontend::load(terms, options, named, statistics, stop);
  named.progress("{}", "");  // it is done: the live line belongs to the engines
  return program;
}

}  // namespace pendulum::main
