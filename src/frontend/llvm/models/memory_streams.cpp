#include "frontend/llvm/models/memory_streams.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/models/extern_functions.h"
#include "frontend/llvm/models/format_calls.h"
#include "frontend/llvm/models/format_parts.h"
#include "frontend/llvm/models/library_functions.h"

namespace pendulum::frontend {

namespace {

constexpr llvm::StringRef opening = "fmemopen";

/// Name of the function of models/c/memory_streams.c for a function of stdio.h; empty if there is none.
std::string memory_function(std::string_view name) {
  static const std::map<std::string_view, std::string_view> others{
      {"putc", "fputc"}, {"getc", "fgetc"}, {"__fpending", "fpending"}};
  static constexpr std::array names{"fputc",  "fputs",    "fwrite", "fgetc",   "ungetc", "fgets",
                                    "fread",  "fflush",   "fseek",  "rewind",  "ftell",  "feof",
                                    "ferror", "clearerr", "fclose", "fpending"};
  if (name.ends_with("_unlocked")) name.remove_suffix(std::string_view("_unlocked").size());
  if (const auto other = others.find(name); other != others.end()) name = other->second;
  if (std::ranges::find(names, name) == names.end()) return "";
  return "__pendulum_memory_" + std::string(name);
}

llvm::Type* type_of(llvm::LLVMContext& context, const std::string& type, unsigned word) {
  const LibraryType known = library_type(type, word);
  switch (known.kind) {
    case LibraryType::Kind::Void:
      return llvm::Type::getVoidTy(context);
    case LibraryType::Kind::Integer:
      return llvm::Type::getIntNTy(context, known.bits);
    case LibraryType::Kind::Pointer:
      return llvm::PointerType::getUnqual(context);
    case LibraryType::Kind::Floating:
    case LibraryType::Kind::Other:
      return nullptr;
  }
  PENDULUM_UNREACHABLE();
}

/// Does the call have the type of the table, including the widths of integers?
bool has_standard_type(const llvm::CallBase& call, const LibraryFunction& function) {
  const unsigned word = call.getModule()->getDataLayout().getPointerSizeInBits();
  if (call.getType() != type_of(call.getContext(), function.result, word) ||
      call.arg_size() < function.parameters.size())
    return false;
  for (unsigned i = 0; i < function.parameters.size(); ++i)
    if (call.getArgOperand(i)->getType() != type_of(call.getContext(), function.parameters[i].type, word))
      return false;
  return function.is_variadic || call.arg_size() == function.parameters.size();
}

/// Index of the stream among the parameters. Unset if there is none.
std::optional<unsigned> stream_parameter(const LibraryFunction& function) {
  for (unsigned i = 0; i < function.parameters.size(); ++i)
    if (function.parameters[i].type == "FILE *") return i;
  return std::nullopt;
}

/// stdin, stdout or stderr, and an object that replaces its stream.
struct StandardStream {
  llvm::GlobalVariable* variable;
  llvm::GlobalVariable* stream;
};

/// Replaces the values of stdin, stdout and stderr by addresses of objects, so that comparisons with the
/// streams of fmemopen have known results. Library functions get the real streams (`give_real_stream`).
/// Leaves a variable alone if the program changes it.
std::vector<StandardStream> replace_standard_streams(llvm::Module& module) {
  std::vector<StandardStream> result;
  for (const char* name : {"stdin", "stdout", "stderr"}) {
    llvm::GlobalVariable* variable = module.getNamedGlobal(name);
    const auto is_pointer_load = [](const llvm::User* user) {
      return llvm::isa<llvm::LoadInst>(user) && user->getType()->isPointerTy();
    };
    if (variable == nullptr || !variable->isDeclaration() ||
        !std::ranges::all_of(variable->users(), is_pointer_load))
      continue;
    llvm::Type* byte = llvm::Type::getInt8Ty(module.getContext());
    auto* stream =
        new llvm::GlobalVariable(module, byte, false, llvm::GlobalValue::InternalLinkage,
                                 llvm::Constant::getNullValue(byte), std::string("__pendulum_") + name);
    for (llvm::User* user : llvm::make_early_inc_range(variable->users())) {
      auto* load = llvm::cast<llvm::LoadInst>(user);
      load->replaceAllUsesWith(stream);
      load->eraseFromParent();
    }
    result.push_back({variable, stream});
  }
  return result;
}

/// Replaces the stream of the program by the stream of the library.
void give_real_stream(llvm::CallBase& call, unsigned index, const std::vector<StandardStream>& standard) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value* stream = call.getArgOperand(index);
  llvm::Value* result = stream;
  for (const StandardStream& known : standard) {
    if (llvm::isa<llvm::Constant>(stream) && stream != known.stream) continue;
    llvm::Value* value = builder.CreateLoad(builder.getPtrTy(), known.variable);
    result = builder.CreateSelect(builder.CreateICmpEQ(stream, known.stream), value, result);
  }
  call.setArgOperand(index, result);
}

void refuse(llvm::IRBuilder<>& builder, const std::string& construct) {
  call_part(builder, std::string(unsupported_function), builder.getVoidTy(),
            {builder.CreateGlobalString(construct, text_global)});
}

/// fprintf(stream, format, ...): asprintf writes the text to new memory, from which it goes to the stream.
/// Null if the format is not modelled.
llvm::Value* print(llvm::IRBuilder<>& builder, std::vector<llvm::Value*> arguments) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const auto text = string_literal(*arguments[1]);
  if (is_defined(module, "asprintf") || !text || !parse_format(*text)) return nullptr;
  llvm::Type* pointer = builder.getPtrTy();
  llvm::BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::Value* place = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(pointer);
  llvm::Value* stream = std::exchange(arguments[0], place);
  const llvm::FunctionCallee asprintf = module.getOrInsertFunction(
      "asprintf", llvm::FunctionType::get(builder.getInt32Ty(), {pointer, pointer}, true));
  llvm::Value* length = builder.CreateCall(asprintf, arguments);
  return call_part(builder, "__pendulum_memory_print", builder.getInt32Ty(),
                   {stream, builder.CreateLoad(pointer, place), length});
}

/// The call for a stream of fmemopen.
llvm::Value* memory_call(llvm::IRBuilder<>& builder, const llvm::CallBase& call,
                         const LibraryFunction& function, unsigned index, llvm::Value* stream) {
  llvm::Value* result = nullptr;
  if (has_standard_type(call, function)) {
    std::vector<llvm::Value*> arguments(call.arg_begin(), call.arg_end());
    arguments[index] = stream;
    if (const std::string name = memory_function(function.name); !name.empty())
      return call_part(builder, name, call.getType(), arguments);
    if (function.name == "fprintf") result = print(builder, arguments);
  }
  if (result != nullptr) return result;
  refuse(builder, function.name + " on a stream of fmemopen");
  return call.getType()->isVoidTy() ? nullptr : llvm::Constant::getNullValue(call.getType());
}

void separate(llvm::CallBase& call, const LibraryFunction& function, unsigned index,
              const std::vector<StandardStream>& standard) {
  llvm::Value* stream = call.getArgOperand(index);
  llvm::IRBuilder<> builder(&call);
  // fflush(0) flushes the streams of fmemopen as well as the others.
  if (function.name.starts_with("fflush"))
    call_part(builder, "__pendulum_flush_all_memory", builder.getVoidTy(), {stream});
  llvm::Value* memory = call_part(builder, "__pendulum_memory_stream", builder.getPtrTy(), {stream});
  llvm::Value* is_memory = builder.CreateIsNotNull(memory);
  llvm::Instruction* then = nullptr;
  llvm::Instruction* otherwise = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(is_memory, &call, &then, &otherwise);
  llvm::BasicBlock* after = call.getParent();
  builder.SetInsertPoint(then);
  builder.SetCurrentDebugLocation(call.getDebugLoc());
  llvm::Value* of_memory = memory_call(builder, call, function, index, memory);
  call.moveBefore(otherwise);
  give_real_stream(call, index, standard);
  if (call.getType()->isVoidTy()) return;
  llvm::IRBuilder<> join(after, after->begin());
  llvm::PHINode* result = join.CreatePHI(call.getType(), 2);
  call.replaceAllUsesWith(result);
  result->addIncoming(of_memory, then->getParent());
  result->addIncoming(&call, otherwise->getParent());
}

/// Is a function with a stream called through a pointer, or a function that closes all streams?
bool has_hidden_uses(const llvm::Module& module) {
  return std::ranges::any_of(module.functions(), [](const llvm::Function& function) {
    const LibraryFunction* known = library_function(function);
    if (known == nullptr || function.use_empty()) return false;
    if (known->name == "fcloseall") return true;
    return stream_parameter(*known) && std::ranges::any_of(function.users(), [&](const llvm::User* user) {
             const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
             return call == nullptr || direct_callee(*call) != &function;
           });
  });
}

}  // namespace

void separate_memory_streams(llvm::Module& module) {
  PENDULUM_DCHECK(!has_models(module), "the calls should be separated before models are linked");
  const llvm::Function* open = module.getFunction(opening);
  if (open == nullptr || open->use_empty() || library_function(*open) == nullptr) return;
  if (has_hidden_uses(module)) {
    for (llvm::CallBase* call :
         calls_without_body(module, [](llvm::StringRef name) { return name == opening; })) {
      llvm::IRBuilder<> builder(call);
      refuse(builder, "fmemopen with stream functions called through pointers");
    }
    return;
  }
  const auto calls = calls_without_body(module, [&](llvm::StringRef name) {
    const LibraryFunction* known = library_function(*module.getFunction(name));
    return known != nullptr && stream_parameter(*known);
  });
  const std::vector<StandardStream> standard = replace_standard_streams(module);
  for (llvm::CallBase* call : calls) {
    const LibraryFunction& function = *library_function(*direct_callee(*call));
    const unsigned index = *stream_parameter(function);
    if (index >= call->arg_size() || !call->getArgOperand(index)->getType()->isPointerTy() ||
        call->isTerminator())
      continue;
    llvm::Value* stream = call->getArgOperand(index);
    if (std::ranges::find(standard, stream, &StandardStream::stream) == standard.end())
      separate(*call, function, index, standard);
    else
      give_real_stream(*call, index, standard);
  }
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after the rewrite: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
