// Model of atexit. The registered functions are stored in an array and called in reverse order when the entry
// function has returned and before each call of exit() (C17 7.22.4.2, 7.22.4.4). abort() and _Exit() call
// none of them.
//
// The entry function is renamed and called by a new function with its name, so that the lifetime of its
// locals has ended when the handlers run.
#include <fmt/core.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

/// Maximum number of handlers; every implementation supports at least this many (C17 7.22.4.2p3).
constexpr std::uint64_t max_handlers = 32;

/// Is the function only called directly, and never used as a pointer? Also true if it has a body or does not
/// exist.
bool is_only_called(const llvm::Function* function) {
  return function == nullptr || !function->isDeclaration() ||
         std::all_of(function->user_begin(), function->user_end(), [&](const llvm::User* user) {
           const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
           return call != nullptr && call->getCalledOperand() == function &&
                  call->getFunctionType() == function->getFunctionType();
         });
}

class ExitHandlers {
 public:
  explicit ExitHandlers(llvm::Module& module) : module_(module), builder_(module.getContext()) {
    handlers_type_ = llvm::ArrayType::get(builder_.getPtrTy(), max_handlers);
    handlers_ = global(handlers_global, handlers_type_);
    count_ = global(handler_count_global, builder_.getInt32Ty());
  }

  /// Defines `int atexit(void (*handler)(void))`.
  void define_registration(llvm::Function& function) {
    llvm::BasicBlock* full = block(function, "full");
    llvm::BasicBlock* free = block(function, "free");
    builder_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "entry", &function, full));
    llvm::Value* count = load_count();
    builder_.CreateCondBr(builder_.CreateICmpULT(count, builder_.getInt32(max_handlers)), free, full);
    builder_.SetInsertPoint(full);
    mark_unsupported(builder_, fmt::format("more than {} calls of atexit", max_handlers));
    builder_.CreateUnreachable();
    builder_.SetInsertPoint(free);
    builder_.CreateStore(function.getArg(0), place(count));
    builder_.CreateStore(builder_.CreateAdd(count, builder_.getInt32(1)), count_);
    builder_.CreateRet(llvm::Constant::getNullValue(function.getReturnType()));
  }

  llvm::Function* make_runner() {
    auto* type = llvm::FunctionType::get(builder_.getVoidTy(), false);
    llvm::Function* function =
        llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, run_handlers_function, module_);
    llvm::BasicBlock* start = block(*function, "entry");
    llvm::BasicBlock* head = block(*function, "head");
    llvm::BasicBlock* body = block(*function, "body");
    llvm::BasicBlock* end = block(*function, "end");
    builder_.SetInsertPoint(start);
    builder_.CreateBr(head);
    builder_.SetInsertPoint(head);
    llvm::Value* count = load_count();
    builder_.CreateCondBr(builder_.CreateIsNotNull(count), body, end);
    builder_.SetInsertPoint(body);
    llvm::Value* last = builder_.CreateSub(count, builder_.getInt32(1));
    builder_.CreateStore(last, count_);
    builder_.CreateCall(type, builder_.CreateLoad(builder_.getPtrTy(), place(last)));
    builder_.CreateBr(head);
    builder_.SetInsertPoint(end);
    builder_.CreateRetVoid();
    return function;
  }

  void run_before_exit(llvm::Function& runner) {
    const llvm::Function* exit = module_.getFunction("exit");
    if (exit == nullptr || !exit->isDeclaration()) return;
    for (const llvm::User* user : exit->users()) {
      builder_.SetInsertPoint(const_cast<llvm::Instruction*>(llvm::cast<llvm::Instruction>(user)));
      builder_.CreateCall(&runner);
    }
  }

  void run_after(llvm::Function& entry, llvm::Function& runner) {
    const std::string name = entry.getName().str();
    entry.setName(name + ".body");
    llvm::Function* whole =
        llvm::Function::Create(entry.getFunctionType(), entry.getLinkage(), name, module_);
    PENDULUM_CHECK(whole->getName() == name, "the new function should have the name of the entry function");
    entry.setLinkage(llvm::GlobalValue::InternalLinkage);
    builder_.SetInsertPoint(block(*whole, "entry"));
    std::vector<llvm::Value*> arguments;
    for (llvm::Argument& argument : whole->args()) arguments.push_back(&argument);
    llvm::Value* result = builder_.CreateCall(&entry, arguments);
    builder_.CreateCall(&runner);
    if (entry.getReturnType()->isVoidTy())
      builder_.CreateRetVoid();
    else
      builder_.CreateRet(result);
  }

 private:
  llvm::GlobalVariable* global(std::string_view name, llvm::Type* type) {
    return new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::InternalLinkage,
                                    llvm::Constant::getNullValue(type), name);
  }
  llvm::BasicBlock* block(llvm::Function& function, const char* name) {
    return llvm::BasicBlock::Create(module_.getContext(), name, &function);
  }
  llvm::Value* load_count() { return builder_.CreateLoad(builder_.getInt32Ty(), count_); }
  llvm::Value* place(llvm::Value* index) {
    return builder_.CreateGEP(handlers_type_, handlers_, {builder_.getInt32(0), index});
  }

  llvm::Module& module_;
  llvm::IRBuilder<> builder_;
  llvm::Type* handlers_type_;
  llvm::GlobalVariable* handlers_;
  llvm::GlobalVariable* count_;
};

}  // namespace

void run_exit_handlers(llvm::Module& module, const std::string& entry) {
  llvm::Function* atexit = module.getFunction("atexit");
  if (atexit == nullptr || !atexit->isDeclaration() || atexit->arg_size() != 1 ||
      !atexit->getArg(0)->getType()->isPointerTy() || !atexit->getReturnType()->isIntegerTy() ||
      !is_only_called(atexit) || !is_only_called(module.getFunction("exit")))
    return;
  PENDULUM_CHECK(is_defined(module, entry), "the entry function {} should be defined", entry);
  ExitHandlers handlers(module);
  handlers.define_registration(*atexit);
  llvm::Function* runner = handlers.make_runner();
  handlers.run_before_exit(*runner);
  handlers.run_after(*module.getFunction(entry), *runner);
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after adding exit handlers: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
