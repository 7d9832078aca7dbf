// Locals. AddressSanitizer orders the locals of a function by alignment, and locals of the same alignment by
// declaration. Therefore all guarded locals and their guards get an alignment that no other local has, and
// alternate: guard, local, guard, local, guard. A guard is a local whose lifetime ends where it begins, which
// makes its bytes invalid until the function returns. Objects of variable length have guards inside of the
// memory that is allocated for them.
//
// Globals. A guarded global becomes the middle of a structure, whose other parts are made invalid before the
// program starts. AddressSanitizer would not check accesses at constant offsets, because they are inside of
// the structure; the native replay therefore disables this optimisation.
//
// Heap objects have AddressSanitizer's own red zones, whose size can be chosen
// (check/replay/observed_error.h). AddressSanitizer allocates one byte for an empty object; this byte is made
// invalid.
//
// Soundness: guards are additional memory, so no valid access refers to them, and AddressSanitizer discards
// them with the frame that contains them (also if a function that does not return is called). Thus an error
// that the native replay reports is an error; missing guards can only cause it to miss errors.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/instrument/guards.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

namespace {

/// Inserts a call that makes `size` bytes invalid.
void poison(llvm::IRBuilder<>& builder, llvm::Value* address, llvm::Value* size) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::Type* size_type = module.getDataLayout().getIntPtrType(module.getContext());
  const llvm::FunctionCallee function = module.getOrInsertFunction(
      "__asan_poison_memory_region", builder.getVoidTy(), builder.getPtrTy(), size_type);
  builder.CreateCall(function, {address, builder.CreateZExtOrTrunc(size, size_type)});
}

void poison(llvm::IRBuilder<>& builder, llvm::Value* address, std::uint64_t size) {
  poison(builder, address, builder.getInt64(size));
}

/// Adds guards around the marked locals of a function.
class LocalGuards {
 public:
  explicit LocalGuards(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (local == nullptr) continue;
      if (local->isStaticAlloca()) others_ = std::max(others_, local->getAlign());
      if (!local->hasMetadata(guard_kind)) continue;
      (local->isStaticAlloca() ? fixed_ : variable_).push_back(local);
    }
  }

  bool add() {
    if (!fixed_.empty()) guard_fixed();
    for (llvm::AllocaInst* local : variable_) guard_variable(*local);
    return !fixed_.empty() || !variable_.empty();
  }

 private:
  void guard_fixed() {
    const llvm::Align alignment(2 * others_.value());
    llvm::IRBuilder<> builder(fixed_.front());
    llvm::AllocaInst* addresses = builder.CreateAlloca(builder.getPtrTy());
    std::vector<llvm::AllocaInst*> guards{make_guard(builder, *fixed_.front(), alignment)};
    for (llvm::AllocaInst* local : fixed_) {
      local->setAlignment(alignment);
      builder.SetInsertPoint(local->getNextNode());
      guards.push_back(make_guard(builder, *local, alignment));
    }
    for (llvm::AllocaInst* guard : guards) {
      llvm::ConstantInt* size = builder.getInt64(guard->getAllocatedType()->getArrayNumElements());
      builder.CreateLifetimeStart(guard, size);
      builder.CreateLifetimeEnd(guard, size);
      // AddressSanitizer ignores locals whose address does not escape.
      builder.CreateStore(guard, addresses);
    }
  }

  static llvm::AllocaInst* make_guard(llvm::IRBuilder<>& builder, const llvm::AllocaInst& local,
                                      llvm::Align alignment) {
    const std::uint64_t size = guarded_bytes(local);
    llvm::AllocaInst* guard = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), size));
    guard->setAlignment(alignment);
    return guard;
  }

  /// When the function returns or the block ends, AddressSanitizer makes an object of variable length valid
  /// again, including the guards inside of it.
  static void guard_variable(llvm::AllocaInst& local) {
    llvm::IRBuilder<> builder(&local);
    const llvm::DataLayout& layout = local.getModule()->getDataLayout();
    llvm::Type* size_type = layout.getIntPtrType(local.getContext());
    const std::uint64_t size = llvm::alignTo(guarded_bytes(local), local.getAlign());
    const std::uint64_t element = layout.getTypeAllocSize(local.getAllocatedType()).getFixedValue();
    llvm::Value* bytes = builder.CreateMul(builder.CreateZExtOrTrunc(local.getArraySize(), size_type),
                                           llvm::ConstantInt::get(size_type, element));
    llvm::AllocaInst* whole = builder.CreateAlloca(
        builder.getInt8Ty(), builder.CreateAdd(bytes, llvm::ConstantInt::get(size_type, 2 * size)));
    whole->setAlignment(local.getAlign());
    poison(builder, whole, size);
    llvm::Value* object = builder.CreateConstGEP1_64(builder.getInt8Ty(), whole, size);
    poison(builder, builder.CreateGEP(builder.getInt8Ty(), object, bytes), size);
    local.replaceAllUsesWith(object);
    local.eraseFromParent();
  }

  llvm::Align others_{16};
  std::vector<llvm::AllocaInst*> fixed_;
  std::vector<llvm::AllocaInst*> variable_;
};

/// Makes the byte of empty heap objects invalid: after malloc(0), calloc(0, n) and calloc(n, 0), unless the
/// size is known to be nonzero.
class EmptyObjects {
 public:
  explicit EmptyObjects(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      // The harness defines malloc if the program declares it with another type; such a call is left alone.
      if (call != nullptr && call->hasMetadata(guard_kind) && allocation(*call)) calls_.push_back(call);
    }
  }

  bool guard() {
    for (llvm::CallInst* call : calls_) {
      const Allocation how = *allocation(*call);
      llvm::IRBuilder<> builder(call->getNextNode());
      llvm::Value* is_empty = is_zero(builder, *how.size);
      if (how.count != nullptr) is_empty = builder.CreateOr(is_empty, is_zero(builder, *how.count));
      poison(builder, call, is_empty);
    }
    return !calls_.empty();
  }

 private:
  static llvm::Value* is_zero(llvm::IRBuilder<>& builder, const llvm::Value& size) {
    return builder.CreateIsNull(const_cast<llvm::Value*>(&size));
  }

  std::vector<llvm::CallInst*> calls_;
};

/// Adds guards around the marked globals.
class GlobalGuards {
 public:
  explicit GlobalGuards(llvm::Module& module) : module_(module), layout_(module.getDataLayout()) {
    for (llvm::GlobalVariable& global : module.globals())
      if (global.hasMetadata(guard_kind)) globals_.push_back(&global);
  }

  bool add() {
    if (globals_.empty()) return false;
    auto* function =
        llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(module_.getContext()), false),
                               llvm::GlobalValue::InternalLinkage, guard_globals_function, module_);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module_.getContext(), "", function));
    for (llvm::GlobalVariable* global : globals_) guard(builder, *global);
    builder.CreateRetVoid();
    constexpr int last = 65535;  // the lowest priority, that of constructors without an explicit one
    llvm::appendToGlobalCtors(module_, function, last);
    return true;
  }

 private:
  void guard(llvm::IRBuilder<>& builder, llvm::GlobalVariable& global) {
    PENDULUM_CHECK(global.hasInitializer(), "a guarded global should be defined: {}", global.getName().str());
    const llvm::Align alignment = layout_.getPreferredAlign(&global);
    const std::uint64_t size = llvm::alignTo(guarded_bytes(global), alignment);
    auto* padding = llvm::ArrayType::get(builder.getInt8Ty(), size);
    auto* type = llvm::StructType::get(module_.getContext(), {padding, global.getValueType(), padding},
                                       /*packed=*/true);
    PENDULUM_CHECK(layout_.getStructLayout(type)->getElementOffset(1).getFixedValue() == size,
                   "the object should start directly after its guard");
    auto* whole = new llvm::GlobalVariable(module_, type, global.isConstant(),
                                           llvm::GlobalValue::InternalLinkage, nullptr, "", &global);
    whole->setAlignment(alignment);
    const std::uint64_t length = layout_.getTypeAllocSize(global.getValueType()).getFixedValue();
    poison(builder, whole, size);
    poison(builder, at(whole, size + length), size);
    llvm::Constant* object = at(whole, size);
    global.replaceAllUsesWith(object);  // the initial value may contain the address of the object
    llvm::Constant* zeros = llvm::ConstantAggregateZero::get(padding);
    whole->setInitializer(llvm::ConstantStruct::get(type, {zeros, global.getInitializer(), zeros}));
    keep_name(global, *whole, *object);
  }

  /// Keeps the global's name visible, because other code, for example the C library, may refer to it.
  void keep_name(llvm::GlobalVariable& global, llvm::GlobalVariable& whole, llvm::Constant& object) {
    const std::string name = global.getName().str();
    const bool is_visible = global.hasExternalLinkage();
    llvm::Type* type = global.getValueType();
    global.eraseFromParent();
    whole.setName(name + ".guarded");
    if (is_visible)
      llvm::GlobalAlias::create(type, 0, llvm::GlobalValue::ExternalLinkage, name, &object, &module_);
  }

  llvm::Constant* at(llvm::GlobalVariable* whole, std::uint64_t offset) const {
    llvm::Type* byte = llvm::Type::getInt8Ty(module_.getContext());
    llvm::Type* index = llvm::Type::getInt64Ty(module_.getContext());
    return llvm::ConstantExpr::getGetElementPtr(byte, whole, llvm::ConstantInt::get(index, offset));
  }

  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  std::vector<llvm::GlobalVariable*> globals_;
};

/// Inserts a read of a byte at the target of each indirect call. A call of an address that is not a function
/// faults after the call, when the stack no longer shows the caller; the read faults before the call.
bool touch_callees(llvm::Function& function) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call != nullptr && call->isIndirectCall())
      calls.push_back(call);
  for (llvm::CallBase* call : calls) {
    llvm::IRBuilder<> builder(call);
    builder.CreateLoad(builder.getInt8Ty(), call->getCalledOperand(), /*isVolatile=*/true);
  }
  return !calls.empty();
}

}  // namespace

bool add_guards(llvm::Module& module) {
  PENDULUM_CHECK(module.getFunction(guard_globals_function) == nullptr, "guards should be added only once");
  bool has_any = false;
  for (llvm::Function& function : module) {
    has_any |= LocalGuards(function).add();
    has_any |= EmptyObjects(function).guard();
    has_any |= touch_callees(function);
  }
  has_any |= GlobalGuards(module).add();
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after adding guards: {}",
                  violated_rules(module));
  return has_any;
}

}  // namespace pendulum::frontend
