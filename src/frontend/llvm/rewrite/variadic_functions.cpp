// Passes the variadic arguments of a function in memory. The caller stores them one after the other, aligned
// as in the calling convention of x86, and passes the address of the first one as an additional parameter.
// va_start makes a list that starts at this address; on x86-64, a list whose registers are used up. clang has
// already expanded va_arg, so nothing else changes.
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

/// The variadic arguments of a call and their offsets in memory.
struct Area {
  std::vector<std::pair<unsigned, std::uint64_t>> places;  ///< number of the argument, offset in bytes
  std::uint64_t size = 0;                                  ///< bytes
};

/// Nothing: an argument has a type that is not supported, or an alignment of more than one machine word.
std::optional<Area> area_of(const llvm::CallBase& call) {
  const llvm::DataLayout& layout = call.getModule()->getDataLayout();
  const std::uint64_t word = layout.getPointerSize();
  Area area;
  PENDULUM_CHECK(call.getFunctionType()->isVarArg(), "the call should have variadic arguments");
  for (unsigned i = call.getFunctionType()->getNumParams(); i < call.arg_size(); ++i) {
    llvm::Type* type = call.isByValArgument(i) ? call.getParamByValType(i) : call.getArgOperand(i)->getType();
    const bool is_long_double = type->isX86_FP80Ty() && layout.getABITypeAlign(type).value() <= word;
    const bool is_plain = type->isPointerTy() || type->isDoubleTy() || is_long_double ||
                          (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
    if (!is_plain && !call.isByValArgument(i)) return std::nullopt;
    if (call.isByValArgument(i) && call.getParamAlign(i).valueOrOne().value() > word) return std::nullopt;
    area.places.emplace_back(i, area.size);
    area.size += (layout.getTypeAllocSize(type).getFixedValue() + word - 1) / word * word;
  }
  return area;
}

llvm::Value* at_offset(llvm::IRBuilder<>& builder, llvm::Value* address, std::uint64_t offset) {
  return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), address, offset);
}

/// Inserts stores of the arguments before the call. Returns the address of the first argument.
llvm::Value* write_arguments(llvm::CallBase& call, const Area& area) {
  llvm::IRBuilder<> builder(&call);
  if (area.places.empty()) return llvm::ConstantPointerNull::get(builder.getPtrTy());
  const llvm::DataLayout& layout = call.getModule()->getDataLayout();
  llvm::Type* word = layout.getIntPtrType(call.getContext());
  llvm::BasicBlock& entry = call.getFunction()->getEntryBlock();
  llvm::Value* memory = llvm::IRBuilder<>(&entry, entry.begin())
                            .CreateAlloca(llvm::ArrayType::get(word, area.size / layout.getPointerSize()),
                                          nullptr, "arguments");
  for (const auto& [number, offset] : area.places) {
    llvm::Value* place = at_offset(builder, memory, offset);
    llvm::Value* argument = call.getArgOperand(number);
    if (call.isByValArgument(number))
      builder.CreateMemCpy(place, llvm::MaybeAlign(), argument, llvm::MaybeAlign(),
                           layout.getTypeAllocSize(call.getParamByValType(number)).getFixedValue());
    else
      builder.CreateStore(argument, place);
  }
  return memory;
}

void change_call(llvm::CallInst& call, llvm::Function& function) {
  const auto area = area_of(call);
  PENDULUM_CHECK(area.has_value(), "the arguments of the call should be supported");
  llvm::Value* memory = write_arguments(call, *area);
  const unsigned named = call.getFunctionType()->getNumParams();
  std::vector<llvm::Value*> arguments(call.arg_begin(), call.arg_begin() + named);
  arguments.push_back(memory);
  std::vector<llvm::AttributeSet> attributes;
  for (unsigned i = 0; i < named; ++i) attributes.push_back(call.getAttributes().getParamAttrs(i));
  llvm::CallInst* changed = llvm::IRBuilder<>(&call).CreateCall(&function, arguments);
  changed->setAttributes(llvm::AttributeList::get(call.getContext(), call.getAttributes().getFnAttrs(),
                                                  call.getAttributes().getRetAttrs(), attributes));
  call.replaceAllUsesWith(changed);
  call.eraseFromParent();
}

// A va_list of x86-64 (System V ABI, 3.5.7) is { bytes used of the general registers, bytes used of all
// registers, address of the next argument in memory, address of the saved registers }. A va_list of x86 is
// the address of the next argument.
constexpr std::uint32_t general_registers = 48;  ///< bytes of the six general registers
constexpr std::uint32_t all_registers = 176;     ///< bytes of these and of the eight vector registers
constexpr std::uint64_t list_size = 24;          ///< size of a va_list of x86-64

bool is_x86_64(const llvm::Module& module) {
  return module.getDataLayout().getPointerSize() == 8;
}

/// Replaces va_start. On x86-64 it makes a list whose registers are used up.
void change_start(llvm::IntrinsicInst& start, llvm::Value* memory) {
  llvm::IRBuilder<> builder(&start);
  llvm::Value* list = start.getArgOperand(0);
  if (is_x86_64(*start.getModule())) {
    builder.CreateStore(builder.getInt32(general_registers), list);
    builder.CreateStore(builder.getInt32(all_registers), at_offset(builder, list, 4));
    builder.CreateStore(memory, at_offset(builder, list, 8));
    builder.CreateStore(llvm::ConstantPointerNull::get(builder.getPtrTy()), at_offset(builder, list, 16));
  } else {
    builder.CreateStore(memory, list);
  }
  start.eraseFromParent();
}

void change_copy(llvm::IntrinsicInst& copy) {
  const std::uint64_t size =
      is_x86_64(*copy.getModule()) ? list_size : copy.getModule()->getDataLayout().getPointerSize();
  llvm::IRBuilder<>(&copy).CreateMemCpy(copy.getArgOperand(0), llvm::MaybeAlign(), copy.getArgOperand(1),
                                        llvm::MaybeAlign(), size);
  copy.eraseFromParent();
}

std::vector<llvm::IntrinsicInst*> calls_of(llvm::Function& function, llvm::Intrinsic::ID id) {
  std::vector<llvm::IntrinsicInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        call != nullptr && call->getIntrinsicID() == id)
      calls.push_back(call);
  return calls;
}

/// Whether the function is used only by direct calls whose arguments are supported. Otherwise its va_start
/// remains, which the translation does not support.
bool can_be_changed(llvm::Function& function) {
  return std::all_of(function.user_begin(), function.user_end(), [&](const llvm::User* user) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    return call != nullptr && call->getCalledOperand() == &function &&
           call->getFunctionType() == function.getFunctionType() &&
           std::find(call->arg_begin(), call->arg_end(), &function) == call->arg_end() && area_of(*call);
  });
}

void change_function(llvm::Function& function) {
  std::vector<llvm::Type*> types(function.getFunctionType()->params());
  types.push_back(llvm::PointerType::getUnqual(function.getContext()));
  llvm::Function* changed =
      llvm::Function::Create(llvm::FunctionType::get(function.getReturnType(), types, false),
                             function.getLinkage(), "", *function.getParent());
  changed->takeName(&function);
  changed->setAttributes(function.getAttributes());
  changed->setSubprogram(function.getSubprogram());
  changed->splice(changed->begin(), &function);
  for (llvm::Argument& argument : function.args()) {
    changed->getArg(argument.getArgNo())->takeName(&argument);
    argument.replaceAllUsesWith(changed->getArg(argument.getArgNo()));
  }
  for (llvm::IntrinsicInst* start : calls_of(*changed, llvm::Intrinsic::vastart))
    change_start(*start, changed->getArg(changed->arg_size() - 1));
  for (llvm::User* user : llvm::make_early_inc_range(function.users()))
    change_call(*llvm::cast<llvm::CallInst>(user), *changed);
  PENDULUM_CHECK(function.use_empty(), "all uses of {} should be changed", changed->getName().str());
  function.eraseFromParent();
}

}  // namespace

void pass_arguments_in_memory(llvm::Module& module) {
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    for (llvm::IntrinsicInst* copy : calls_of(function, llvm::Intrinsic::vacopy)) change_copy(*copy);
    if (!function.isDeclaration() && function.isVarArg() &&
        !calls_of(function, llvm::Intrinsic::vastart).empty() && can_be_changed(function))
      functions.push_back(&function);
  }
  for (llvm::Function* function : functions) change_function(*function);
  PENDULUM_DCHECK(violated_rules(module).empty(),
                  "the module should be valid after passing variadic arguments in memory: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
