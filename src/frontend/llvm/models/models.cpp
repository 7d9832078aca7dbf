#include "frontend/llvm/models/models.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "base/check.h"
#include "base/error.h"
#include "base/process/process.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/models/allocation_failures.h"
#include "frontend/llvm/models/extern_functions.h"
#include "frontend/llvm/models/format_calls.h"
#include "frontend/llvm/models/library_arguments.h"
#include "frontend/llvm/models/library_functions.h"
#include "frontend/llvm/models/memory_streams.h"
#include "frontend/llvm/models/model_copies.h"
#include "frontend/llvm/models/nondet_memory.h"
#include "frontend/llvm/models/scan_calls.h"

namespace pendulum::frontend {

namespace {

bool checks_accesses(const Options& options) {
  return options.properties.contains(property::Property::ValidDeref);
}

std::vector<std::string> needed_models(const llvm::Module& module, const Options& options) {
  std::vector<std::string> names;
  for (const LibraryModel& model : library_models()) {
    const llvm::Function* function = module.getFunction(model.name);
    const bool is_used = function != nullptr && function->isDeclaration() && !function->use_empty() &&
                         (model.role == LibraryModel::Role::Part || library_function(*function) != nullptr);
    if (is_used && model.role != LibraryModel::Role::Format &&
        (checks_accesses(options) || model.role != LibraryModel::Role::Memory))
      names.push_back(model.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Removes the attribute of pure functions, with which headers declare some functions. Otherwise the compiler
/// would drop calls whose result is unused, and with them the accesses of the model.
void forget_purity(llvm::Function& function) {
  function.removeFnAttr(llvm::Attribute::Memory);
  for (llvm::User* user : function.users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user);
        call != nullptr && call->getCalledOperand() == &function)
      call->removeFnAttr(llvm::Attribute::Memory);
}

/// Whether all direct calls of the function have its type. LLVM's linker does not compare the types.
bool has_type_of_calls(const llvm::Function& function) {
  return std::all_of(function.user_begin(), function.user_end(), [&](const llvm::User* user) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    return call == nullptr || call->getCalledOperand() != &function ||
           call->getFunctionType() == function.getFunctionType();
  });
}

std::unique_ptr<llvm::Module> compile_models(llvm::LLVMContext& context, const Options& options,
                                             const std::string& directory) {
  const std::string source = directory + "/models.c";
  const std::string bitcode = directory + "/models.bc";
  std::ofstream out(source);
  out << model_source;
  out.close();
  if (!out) throw base::InputError("cannot write the temporary file " + source);
  const base::CommandResult result = base::run_command(
      {"clang-19",
       machine_flag(options.data_model),
       "-msse2",
       "-ffp-contract=off",
       "-c",
       "-emit-llvm",
       "-o",
       bitcode,
       "-O0",
       "-Xclang",
       "-disable-O0-optnone",
       "-Xclang",
       "-no-enable-noundef-analysis",
       "-Xclang",
       "-disable-llvm-passes",
       "-fno-discard-value-names",
       "-fno-builtin",
       "-fno-math-errno",  // __builtin_sqrt is the operation, not the function
       "-ffp-contract=off",
       "-fno-strict-aliasing",
       "-fno-stack-protector",
       "-w",
       "-std=gnu17",
       options.allocations == Allocations::MayFail ? "-DALLOCATIONS_MAY_FAIL=1" : "-DALLOCATIONS_MAY_FAIL=0",
       checks_accesses(options) ? "-DCOPIES_MAY_FAIL=1" : "-DCOPIES_MAY_FAIL=ALLOCATIONS_MAY_FAIL",
       checks_accesses(options) ? "-DCHECKS_ACCESSES=1" : "-DCHECKS_ACCESSES=0",
       source},
      {});
  PENDULUM_CHECK(result.exit_code == 0, "the models of the C library should compile: {}", result.error);
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(bitcode, diagnostic, context);
  PENDULUM_CHECK(module != nullptr, "the models' bitcode should be readable: {}",
                 diagnostic.getMessage().str());
  return module;
}

/// Removes the other models and marks the rest as models. Static functions are helper functions of models;
/// the linker ignores those that no model calls.
void drop_models_except(llvm::Module& models, const std::vector<std::string>& names) {
  std::vector<llvm::Function*> others;
  for (llvm::Function& function : models) {
    if (function.isDeclaration()) continue;
    const bool is_needed = std::binary_search(names.begin(), names.end(), function.getName().str());
    if (is_needed || function.hasInternalLinkage())
      function.addFnAttr(model_attribute);
    else
      others.push_back(&function);
  }
  // The others may call each other.
  for (llvm::Function* function : others) function->deleteBody();
  for (llvm::Function* function : others) {
    PENDULUM_CHECK(function->use_empty(), "models should share code by static functions, not by calls of {}",
                   function->getName().str());
    function->eraseFromParent();
  }
}

/// Replaces the functions with a model that have names of ISO/IEC TS 18661-3 (sinf32) by the standard
/// functions for the same types (sinf).
void use_standard_names(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    const LibraryFunction* known = library_function(function);
    if (known == nullptr || known->standard_name.empty() || is_defined(module, known->standard_name))
      continue;
    if (known->library_class != LibraryClass::Model && known->library_class != LibraryClass::Contract)
      continue;
    llvm::FunctionCallee standard =
        module.getOrInsertFunction(known->standard_name, function.getFunctionType());
    function.replaceAllUsesWith(standard.getCallee());
  }
}

}  // namespace

std::vector<LibraryModel> library_models() {
  constexpr std::string_view mark = "//: ";
  using Role = LibraryModel::Role;
  const std::vector<std::pair<std::string, Role>> roles{
      {"[reads] ", Role::Memory}, {"[format] ", Role::Format}, {"[part] ", Role::Part}};
  std::vector<LibraryModel> models;
  std::istringstream lines{std::string(model_source)};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(mark)) continue;
    const std::size_t colon = line.find(": ", mark.size());
    PENDULUM_CHECK(colon != std::string::npos, "a model's line should be `name: summary`: {}", line);
    LibraryModel model{line.substr(mark.size(), colon - mark.size()), line.substr(colon + 2)};
    for (const auto& [word, role] : roles) {
      if (!model.summary.starts_with(word)) continue;
      model.role = role;
      model.summary.erase(0, word.size());
    }
    model.is_exact = model.role != Role::Memory;
    if (constexpr std::string_view arbitrary = "[any] "; model.summary.starts_with(arbitrary)) {
      model.is_exact = false;
      model.summary.erase(0, arbitrary.size());
    }
    PENDULUM_CHECK(!model.name.empty() && !model.summary.empty(), "a model should have a name: {}", line);
    models.push_back(std::move(model));
  }
  return models;
}

std::vector<std::string> link_models(llvm::Module& module, const Options& options,
                                     const std::string& directory) {
  PENDULUM_DCHECK(!has_models(module), "the models should be linked once");
  std::vector<llvm::CallBase*> allocations;
  if (options.allocations == Allocations::MayFail) allocations = allocations_of_program(module);
  use_standard_names(module);
  separate_memory_streams(module);
  if (checks_accesses(options)) check_library_arguments(module);
  set_errno_after_failures(module);
  find_nondet_objects(module);
  std::set<std::string> formats = expand_formats(module);
  formats.merge(expand_scans(module, checks_accesses(options) ? StringEnd::Read : StringEnd::Ignored));
  const std::vector<std::string> names = needed_models(module, options);
  if (names.empty()) {
    let_fail(allocations);
    return {};
  }
  std::unique_ptr<llvm::Module> models = compile_models(module.getContext(), options, directory);
  // Compiler flags of the user may have changed these settings; the models do not depend on them.
  models->setTargetTriple(module.getTargetTriple());
  models->setDataLayout(module.getDataLayout());
  drop_models_except(*models, names);
  const bool has_failed =
      llvm::Linker::linkModules(module, std::move(models), llvm::Linker::Flags::LinkOnlyNeeded);
  PENDULUM_CHECK(!has_failed, "the models should link with any program that lacks the functions");
  for (const std::string& name : names) {
    llvm::Function* model = module.getFunction(name);
    PENDULUM_CHECK(model != nullptr && !model->isDeclaration(), "the model of {} should be linked", name);
    PENDULUM_CHECK(!name.starts_with(intrinsic_prefix) || has_type_of_calls(*model),
                   "the calls of {} that the front end inserts should have the type of the model", name);
    model->setLinkage(llvm::GlobalValue::InternalLinkage);
    forget_purity(*model);
    copy_for_calls(*model);
  }
  set_errno_of_failed_allocations(module, options.allocations);
  let_fail(allocations);
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after linking the models: {}",
                  violated_rules(module));
  std::set<std::string> used = formats;
  for (const std::string& name : names)
    if (!name.starts_with(intrinsic_prefix)) used.insert(name);
  return {used.begin(), used.end()};
}

}  // namespace pendulum::frontend
