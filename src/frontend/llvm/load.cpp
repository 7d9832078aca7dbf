// The order of the steps matters: the native module is written before the translation, because the translator
// transforms the module.
#include "frontend/llvm/load.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/compile/compile.h"
#include "frontend/llvm/hardware/hardware.h"
#include "frontend/llvm/instrument/field_bounds.h"
#include "frontend/llvm/instrument/instrument.h"
#include "frontend/llvm/instrument/native_module.h"
#include "frontend/llvm/instrument/overflow.h"
#include "frontend/llvm/instrument/probe_assumptions.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/models/allocation_failures.h"
#include "frontend/llvm/models/library_functions.h"
#include "frontend/llvm/models/models.h"
#include "frontend/llvm/rewrite/alloca_calls.h"
#include "frontend/llvm/rewrite/constructors.h"
#include "frontend/llvm/rewrite/entry_parameters.h"
#include "frontend/llvm/rewrite/runtime_calls.h"
#include "frontend/llvm/rewrite/stream_indicators.h"
#include "frontend/llvm/rewrite/unsupported_features.h"
#include "frontend/llvm/rewrite/weak_symbols.h"
#include "frontend/llvm/translate/translate.h"

namespace pendulum::frontend {

namespace {

/// A hint at the functions that --entry could name: first those that no function of the program uses.
std::string candidates(const llvm::Module& module) {
  constexpr std::size_t max_listed = 10;
  std::vector<std::string> names, used;
  for (const llvm::Function& function : module)
    if (!function.isDeclaration()) (function.use_empty() ? names : used).push_back(function.getName().str());
  names.insert(names.end(), used.begin(), used.end());
  if (names.empty()) return ", because no function is defined there";
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), max_listed); ++i)
    list += (list.empty() ? "" : ", ") + names[i];
  if (names.size() > max_listed) list += ", ...";
  return "; --entry can name another function: " + list;
}

void check_entry(const llvm::Module& module, const Options& options) {
  if (is_defined(module, options.entry)) return;
  std::string files;
  for (const std::string& file : options.files) files += (files.empty() ? "" : ", ") + file;
  throw base::InputError("there is no function `" + options.entry + "` in " + files + candidates(module));
}

/// Adds the assumptions of the models that the program uses.
void add_assumptions_of_models(const std::vector<std::string>& models,
                               std::vector<std::string>& assumptions) {
  if (std::ranges::find(models, "fmemopen") != models.end())
    assumptions.emplace_back(
        "the memory of a stream of fmemopen() changes only by output to the stream while the program reads "
        "from "
        "the stream");
  for (const std::string& model : models)
    if (const LibraryFunction* function = find_library_function(model);
        function != nullptr && function->library_class == LibraryClass::Output && function->is_variadic)
      assumptions.push_back("calls of " + model + "() whose result is used do not fail");
}

/// Adds the assumptions that follow from options about memory.
void add_assumptions_of_options(const Options& options, std::vector<std::string>& assumptions) {
  if (options.allocations == Allocations::MayFail) {
    std::erase(assumptions, allocations_succeed);
    assumptions.emplace_back("--malloc-may-fail: each call of malloc and related functions may return null");
  }
  if (checks_fields(options))
    assumptions.emplace_back(
        "--bounds fields: a subscript outside of an array is an error, also inside of a larger object");
}

}  // namespace

CProgram load(term::TermManager& terms, const Options& given, const base::Logger& logger,
              base::Statistics& statistics, const base::StopToken& stop) {
  auto files = std::make_shared<base::TemporaryDirectory>();
  llvm::LLVMContext context;
  Options options = given;
  const std::unique_ptr<llvm::Module> module =
      compile(context, options, files->path(), logger, statistics, stop);
  check_entry(*module, options);
  refuse_unmodelled(*module, options.properties);
  const EntryFunction entry = add_parameter_objects(*module, options);
  options.entry = entry.name;
  call_constructors(*module, options.entry);
  choose_weak_symbols(*module, options.entry);
  replace_alloca_calls(*module);
  call_runtime_library(*module);
  remember_stream_indicators(*module);
  if (options.properties.contains(property::Property::NoOverflow)) {
    trap_unchecked_divisions(*module);
    if (options.signed_overflow == SignedOverflow::NotFollowed) trap_absolute_values(*module);
  }
  std::vector<std::string> models = link_models(*module, options, files->path());
  const std::vector<std::string> of_hardware = model_hardware(*module, options);

  program::NativeSource native;
  {
    base::ScopedTimer timer(statistics.seconds("frontend.instrument_time"));
    if (options.probes_assumptions) {
      instrument_uninitialised(*module);
      probe_assertions(*module);
      instrument_errors(*module, ReachedError::Stops);
      probe_assumptions(*module);
    } else {
      if (checks_fields(options)) instrument_field_bounds(*module);
      instrument(*module, options.properties);
    }
    const std::string violations = violated_rules(*module);
    PENDULUM_CHECK(violations.empty(), "the instrumented module should be valid: {}", violations);
    native = write_native_module(*module, options.entry, files->path());
    native.compile_flags = machine_flags(options.data_model);
    native.source_files = options.files;
  }
  stop.throw_if_stopped();

  base::ScopedTimer timer(statistics.seconds("frontend.translate_time"));
  Translation translation = translate(terms, *module, options, logger, statistics, stop);
  PENDULUM_CHECK(&translation.program.terms() == &terms, "the program should use the given terms");
  native.uses_unknown_memory = translation.uses_unknown_memory;
  translation.assumptions.insert(translation.assumptions.end(), entry.assumptions.begin(),
                                 entry.assumptions.end());
  translation.assumptions.insert(translation.assumptions.end(), of_hardware.begin(), of_hardware.end());
  add_assumptions_of_models(models, translation.assumptions);
  add_assumptions_of_options(options, translation.assumptions);
  return {std::move(translation.program),     std::move(native), std::move(translation.regions),
          std::move(translation.assumptions), std::move(models), std::move(files),
          std::move(translation.actions)};
}

}  // namespace pendulum::frontend
