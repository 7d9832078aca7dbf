// The native replay runs a copy of the module that the translator reads. A program cannot observe the changes
// to the copy: the linker sees no definition but the entry function, the result of malloc is passed through
// the call that fills the object, and objects have guards (guards.h). Contracts of library functions call
// these functions under their own names; models, and functions of the program with such names, get others, so
// that the code that clang generates for a builtin (llvm.floor) calls the library, too. Assembler code in
// functions, which the translator does not follow, ends the execution. Assembler code outside of functions is
// removed.
#include "frontend/llvm/instrument/native_module.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/check.h"
#include "base/error.h"
#include "frontend/llvm/instrument/guards.h"
#include "frontend/llvm/ir/hosted_main.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/ir/references.h"
#include "frontend/llvm/models/extern_functions.h"
#include "frontend/llvm/models/library_functions.h"

namespace pendulum::frontend {

namespace {

/// The function that returns the address of errno. use_errno_of_library() renames its model.
constexpr const char* errno_function = "__errno_location";

/// The width of the type in bits; 0 for pointers.
unsigned bits_of(const llvm::Type& type) {
  return type.isPointerTy() ? 0 : static_cast<unsigned>(type.getPrimitiveSizeInBits().getFixedValue());
}

/// Whether the function writes to a stream and no call uses its result. The native replay omits such output,
/// because the stream of a counterexample path may not be a stream of the process.
bool prints_to_unknown_stream(const llvm::Function& function, const LibraryFunction& known) {
  const bool has_stream = std::any_of(
      known.parameters.begin(), known.parameters.end(),
      [](const LibraryParameter& parameter) { return parameter.access == LibraryParameter::Access::Stream; });
  return has_stream && std::all_of(function.user_begin(), function.user_end(), [&](const llvm::User* user) {
           const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
           return call != nullptr && call->getCalledOperand() == &function && call->use_empty();
         });
}

/// Whether the native replay executes the real function. Otherwise its results are inputs.
bool is_executed(const llvm::Function& function) {
  const LibraryFunction* known = library_function(function);
  if (known == nullptr) return false;
  switch (known->library_class) {
    case LibraryClass::Pure:
    case LibraryClass::Contract:
    case LibraryClass::Ends:
    case LibraryClass::Model:
      return true;
    case LibraryClass::Output:
      return !prints_to_unknown_stream(function, *known);
    case LibraryClass::Outside:
    case LibraryClass::Unsupported:
      return false;
  }
  PENDULUM_UNREACHABLE();
}

/// `is_reachable`: an execution from the entry function may call the function.
program::ExternFunction describe(const llvm::Function& function, bool is_reachable) {
  const llvm::Type& result = *function.getReturnType();
  program::ExternFunction description;
  description.name = function.getName().str();
  description.result_bits = bits_of(result);
  description.result_is_pointer = result.isPointerTy();
  description.result_is_floating = result.isFloatingPointTy();
  description.result_is_signed = function.hasRetAttribute(llvm::Attribute::SExt);
  description.is_noreturn = function.doesNotReturn();
  description.is_in_libc = is_executed(function);
  description.is_assumption = extern_kind(function) == ExternKind::Assume;
  description.is_undefined = is_reachable && extern_kind(function) == ExternKind::Unknown;
  return description;
}

/// Takes the type of the result from a call if the declaration has none. A call of an undeclared function has
/// an old-style function type, and the only declaration in the bitcode may differ from the types of the
/// calls.
void refine_by_calls(const llvm::Function& function, program::ExternFunction& description) {
  if (description.result_bits != 0 || description.result_is_pointer) return;
  for (const llvm::User* user : function.users()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call == nullptr || call->getCalledOperand() != &function) continue;
    description.result_bits = bits_of(*call->getType());
    description.result_is_pointer = call->getType()->isPointerTy();
    description.result_is_floating = call->getType()->isFloatingPointTy();
  }
}

void list_externs(const llvm::Module& module, const llvm::Function& entry, program::NativeSource& source) {
  const std::set<const llvm::GlobalValue*> reachable = reachable_from(entry);
  for (const llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) continue;
    llvm::StringRef name = function.getName();
    const bool is_called_by_contract = name.consume_front(llvm::StringRef(real_function_prefix));
    if (name.starts_with(intrinsic_prefix)) continue;
    PENDULUM_CHECK(!is_called_by_contract || is_executed(function),
                   "the contract should call a library function: {}", name.str());
    source.functions.push_back(describe(function, reachable.contains(&function)));
    source.functions.back().name = name.str();
    refine_by_calls(function, source.functions.back());
  }
  const llvm::DataLayout& layout = module.getDataLayout();
  for (const llvm::GlobalVariable& object : module.globals()) {
    if (!object.isDeclaration() || object.use_empty() || is_library_object(object.getName())) continue;
    program::ExternObject description;
    description.name = object.getName().str();
    if (object.getValueType()->isSized()) {
      description.size_bytes = layout.getTypeAllocSize(object.getValueType()).getFixedValue();
      description.alignment = static_cast<unsigned>(layout.getPreferredAlign(&object).value());
    }
    source.objects.push_back(description);
  }
}

/// Makes all definitions but the entry function internal, so that no definition of the program collides with
/// one of the harness, of the C library or of a sanitizer. If the program defines `malloc` itself, its own
/// calls reach that definition, and the calls of the libraries do not. Definitions with the name of a library
/// function are renamed: an assembler would resolve all uses of the name by the definition in the same file.
void hide_definitions(llvm::Module& module, llvm::Function& entry) {
  for (llvm::GlobalValue& value : module.global_values()) {
    if (value.isDeclaration() || value.getName().starts_with("llvm.") || value.hasAppendingLinkage())
      continue;
    if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(&value)) object->setComdat(nullptr);
    value.setVisibility(llvm::GlobalValue::DefaultVisibility);
    value.setLinkage(llvm::GlobalValue::InternalLinkage);
    const std::string name = value.getName().str();
    if (name != errno_function && find_library_function(name) != nullptr)
      value.setName(llvm::Twine(llvm::StringRef(native_own_prefix)) + name);
  }
  entry.setLinkage(llvm::GlobalValue::ExternalLinkage);
  entry.setName(native_entry_function);
}

/// A name for a function or object that the harness defines. No library uses this name: a harness that
/// defined `sigaction` under its own name would replace it for the sanitizers as well.
std::string harness_symbol(llvm::StringRef name, std::size_t number) {
  const bool is_identifier =
      std::all_of(name.begin(), name.end(), [](char c) { return llvm::isAlnum(c) || c == '_'; });
  return std::string(native_stub_prefix) + (is_identifier ? name.str() : std::to_string(number));
}

/// Gives the functions and objects that the harness defines names that no library uses.
void rename_externs(llvm::Module& module, program::NativeSource& source) {
  std::size_t number = 0;
  for (program::ExternFunction& function : source.functions) {
    function.symbol = function.is_in_libc ? function.name : harness_symbol(function.name, number++);
    llvm::Function* declared = module.getFunction(std::string(real_function_prefix) + function.name);
    if (declared == nullptr) declared = module.getFunction(function.name);
    PENDULUM_CHECK(declared != nullptr, "the module should declare {}", function.name);
    declared->setName(function.symbol);
  }
  for (program::ExternObject& object : source.objects) {
    object.symbol = harness_symbol(object.name, number++);
    llvm::GlobalVariable* declared = module.getGlobalVariable(object.name, /*AllowInternal=*/true);
    PENDULUM_CHECK(declared != nullptr, "the module should declare {}", object.name);
    declared->setName(object.symbol);
  }
}

/// The call that fills the allocated object before any other use of its address; null: no such call exists.
llvm::CallInst* filled_by(llvm::CallInst& allocation) {
  llvm::CallInst* first = nullptr;
  for (llvm::User* user : allocation.users()) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || callee->getName() != llvm::StringRef(uninitialised_function)) continue;
    if (call->getParent() == allocation.getParent()) first = call;
  }
  const auto is_after = [&](const llvm::User* user) {
    const auto* other = llvm::dyn_cast<llvm::Instruction>(user);
    return other == first || (other != nullptr && other->getParent() != first->getParent()) ||
           (other != nullptr && first->comesBefore(other));
  };
  const bool is_at_once =
      first != nullptr && std::all_of(allocation.user_begin(), allocation.user_end(), is_after);
  return is_at_once ? first : nullptr;
}

/// Replaces the address of an allocated object by the address that __pendulum_uninitialised_object returns.
/// Otherwise the compiled program would keep a copy of the address in its stack frame across the call, where
/// LeakSanitizer would find it after the program has lost its own copy.
void hand_objects_through(llvm::Module& module) {
  std::vector<std::pair<llvm::CallInst*, llvm::CallInst*>> pairs;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || !call->getType()->isPointerTy() || !allocation(*call)) continue;
      if (llvm::CallInst* filling = filled_by(*call)) pairs.emplace_back(call, filling);
    }
  for (const auto& [object, filling] : pairs) {
    PENDULUM_CHECK(filling->getArgOperand(0) == object, "the call should fill the allocated object");
    llvm::IRBuilder<> builder(filling);
    const std::vector<llvm::Value*> arguments(filling->arg_begin(), filling->arg_end());
    std::vector<llvm::Type*> types;
    for (const llvm::Value* argument : arguments) types.push_back(argument->getType());
    auto* type = llvm::FunctionType::get(builder.getPtrTy(), types, /*isVarArg=*/false);
    llvm::CallInst* copy =
        builder.CreateCall(module.getOrInsertFunction(uninitialised_object_function, type), arguments);
    filling->eraseFromParent();
    object->replaceUsesWithIf(copy, [&](const llvm::Use& use) { return use.getUser() != copy; });
  }
}

/// Replaces the global in which the models keep errno by the errno of the library, which real functions set.
/// It is zero when the program starts (C17 7.5p3).
void use_errno_of_library(llvm::Module& module, llvm::Function& entry) {
  llvm::GlobalVariable* place = module.getGlobalVariable(errno_global, true);
  llvm::Function* model = module.getFunction(errno_function);
  if (place == nullptr || model == nullptr || model->isDeclaration()) return;
  auto* type = llvm::FunctionType::get(llvm::PointerType::getUnqual(module.getContext()), false);
  model->setName(errno_location_function);
  const llvm::FunctionCallee library = module.getOrInsertFunction(errno_function, type);
  std::vector<llvm::Use*> uses;
  for (llvm::Use& use : place->uses())
    if (llvm::isa<llvm::Instruction>(use.getUser())) uses.push_back(&use);
  for (llvm::Use* use : uses) {
    llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(use->getUser()));
    use->set(builder.CreateCall(library));
  }
  llvm::IRBuilder<> builder(&*entry.getEntryBlock().getFirstInsertionPt());
  builder.CreateStore(builder.getInt32(0), builder.CreateCall(library));
}

/// Replaces assembler code by code that ends the execution. No counterexample path contains assembler code,
/// but code for another machine or for an optimising compiler would not compile. Assembler code outside of
/// functions is removed because it could define anything, for example code that runs before main. A program
/// that needs its symbols does not link.
void replace_assembler(llvm::Module& module) {
  module.setModuleInlineAsm("");
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call != nullptr && call->isInlineAsm() && !is_silent(*call))
        calls.push_back(call);
  for (llvm::CallBase* call : calls) {
    llvm::IRBuilder<> builder(call);
    builder.CreateCall(module.getOrInsertFunction(stop_function, builder.getVoidTy()));
    if (llvm::isa<llvm::CallBrInst>(call)) {  // asm goto
      llvm::changeToUnreachable(call);
      continue;
    }
    if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(llvm::Constant::getNullValue(call->getType()));
    call->eraseFromParent();
  }
}

void write_bitcode(const llvm::Module& module, const std::string& path) {
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (!error) llvm::WriteBitcodeToFile(module, out);
  out.close();
  if (error || out.has_error()) {
    out.clear_error();
    throw base::InputError("cannot write the temporary file " + path);
  }
}

}  // namespace

program::NativeSource write_native_module(llvm::Module& module, const std::string& entry,
                                          const std::string& directory) {
  llvm::Function* function = module.getFunction(entry);
  PENDULUM_CHECK(is_defined(module, entry), "the entry function {} should be defined", entry);
  program::NativeSource source;
  for (const llvm::Argument& argument : function->args()) {
    const llvm::Type& type = *argument.getType();
    source.entry_parameters.push_back(
        {bits_of(type), type.isPointerTy(), type.isFloatingPointTy(), role_of(argument)});
  }
  list_externs(module, *function, source);
  source.entry = native_entry_function;
  source.modules.push_back(directory + "/program.bc");
  const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
  hide_definitions(*copy, *copy->getFunction(entry));
  rename_externs(*copy, source);
  hand_objects_through(*copy);
  replace_assembler(*copy);
  use_errno_of_library(*copy, *copy->getFunction(source.entry));
  PENDULUM_DCHECK(violated_rules(*copy).empty(), "the module for the native replay should be valid: {}",
                  violated_rules(*copy));
  write_bitcode(*copy, source.modules.back());
  if (add_guards(*copy)) {
    source.guarded_modules.push_back(directory + "/guarded.bc");
    write_bitcode(*copy, source.guarded_modules.back());
  }
  return source;
}

}  // namespace pendulum::frontend
