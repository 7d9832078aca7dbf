// Replaces copies and fills of a length that is not constant by loops. Each call gets a loop function of its
// own, so that the points-to analysis keeps the pointers of different calls apart.
//
// A loop processes one record of the objects per iteration (for example an int of an array of int) if the
// length is known to be a multiple of the record. Then the objects keep the layout that the other accesses
// determine, and pointers in them remain pointers.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <numeric>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/analysis/known_factor.h"
#include "frontend/llvm/analysis/layout.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

enum class Kind { Fill, Copy, Move };

Kind kind_of(const llvm::CallBase& call, const BulkMemory& bulk) {
  if (bulk.from == nullptr) return Kind::Fill;
  const bool is_move = llvm::isa<llvm::AnyMemMoveInst>(call) || direct_callee(call)->getName() == "memmove";
  return is_move ? Kind::Move : Kind::Copy;
}

/// Generates a function `void NAME(ptr to, ptr from | i8 byte, iN size)`.
class LoopMaker {
 public:
  LoopMaker(llvm::Module& module, llvm::Type& number, Kind kind, std::uint64_t unit)
      : builder_(module.getContext()), number_(number), kind_(kind), unit_(unit) {
    PENDULUM_CHECK(number.isIntegerTy() && unit > 0, "a loop should process at least one byte per iteration");
    llvm::Type* second =
        kind == Kind::Fill ? builder_.getInt8Ty() : static_cast<llvm::Type*>(builder_.getPtrTy());
    auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {builder_.getPtrTy(), second, &number}, false);
    function_ = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name(), module);
  }

  llvm::Function* run() {
    llvm::BasicBlock* entry = block("entry");
    llvm::BasicBlock* end = block("end");
    builder_.SetInsertPoint(entry);
    count_ = function_->getArg(2);
    if (unit_ > 1) count_units();
    if (kind_ == Kind::Move) {
      llvm::BasicBlock* down = block("down");
      llvm::BasicBlock* up = block("up");
      builder_.CreateCondBr(moves_up(), down, up);
      builder_.SetInsertPoint(down);
      count_down(*end);
      builder_.SetInsertPoint(up);
    }
    count_up(*end);
    builder_.SetInsertPoint(end);
    builder_.CreateRetVoid();
    return function_;
  }

 private:
  std::string_view name() const {
    switch (kind_) {
      case Kind::Fill:
        return fill_function;
      case Kind::Copy:
        return copy_function;
      case Kind::Move:
        return move_function;
    }
    PENDULUM_UNREACHABLE();
  }

  llvm::BasicBlock* block(const char* name) {
    return llvm::BasicBlock::Create(builder_.getContext(), name, function_);
  }

  llvm::Value* constant(std::uint64_t value) { return llvm::ConstantInt::get(&number_, value); }

  /// Converts the length in bytes to a number of units. A product that has wrapped around may not be a
  /// multiple of the unit; such executions are unsupported.
  void count_units() {
    llvm::BasicBlock* rest = block("rest");
    llvm::BasicBlock* start = block("start");
    llvm::Value* length = count_;
    count_ = builder_.CreateUDiv(length, constant(unit_));
    builder_.CreateCondBr(builder_.CreateICmpEQ(builder_.CreateMul(count_, constant(unit_)), length), start,
                          rest);
    builder_.SetInsertPoint(rest);
    mark_unsupported(builder_, "memory operation on a part of a record");
    builder_.CreateUnreachable();
    builder_.SetInsertPoint(start);
  }

  /// Does the target begin inside of the source, after its start? Then the end has to be moved first.
  llvm::Value* moves_up() {
    const llvm::FunctionCallee question = function_->getParent()->getOrInsertFunction(
        llvm::StringRef(is_after_function), builder_.getInt1Ty(), builder_.getPtrTy(), builder_.getPtrTy());
    return builder_.CreateCall(question, {function_->getArg(0), function_->getArg(1)});
  }

  void count_up(llvm::BasicBlock& end) {
    llvm::BasicBlock* before = builder_.GetInsertBlock();
    llvm::BasicBlock* head = block("head");
    llvm::BasicBlock* body = block("body");
    builder_.CreateBr(head);
    builder_.SetInsertPoint(head);
    llvm::PHINode* index = builder_.CreatePHI(&number_, 2);
    index->addIncoming(constant(0), before);
    builder_.CreateCondBr(builder_.CreateICmpULT(index, count_), body, &end);
    builder_.SetInsertPoint(body);
    move_unit(index);
    index->addIncoming(builder_.CreateAdd(index, constant(1)), body);
    builder_.CreateBr(head);
  }

  void count_down(llvm::BasicBlock& end) {
    llvm::BasicBlock* before = builder_.GetInsertBlock();
    llvm::BasicBlock* head = block("head.down");
    llvm::BasicBlock* body = block("body.down");
    builder_.CreateBr(head);
    builder_.SetInsertPoint(head);
    llvm::PHINode* after = builder_.CreatePHI(&number_, 2);
    after->addIncoming(count_, before);
    builder_.CreateCondBr(builder_.CreateIsNotNull(after), body, &end);
    builder_.SetInsertPoint(body);
    llvm::Value* index = builder_.CreateSub(after, constant(1));
    move_unit(index);
    after->addIncoming(index, body);
    builder_.CreateBr(head);
  }

  void move_unit(llvm::Value* index) {
    llvm::Type* type = unit_ == 1
                           ? builder_.getInt8Ty()
                           : static_cast<llvm::Type*>(llvm::ArrayType::get(builder_.getInt8Ty(), unit_));
    const auto place = [&](unsigned argument) {
      return builder_.CreateGEP(type, function_->getArg(argument), index);
    };
    if (unit_ == 1) {
      llvm::Value* byte = function_->getArg(1);
      if (kind_ != Kind::Fill) byte = builder_.CreateLoad(builder_.getInt8Ty(), place(1));
      builder_.CreateStore(byte, place(0));
    } else if (kind_ == Kind::Fill) {
      builder_.CreateMemSet(place(0), function_->getArg(1), unit_, llvm::MaybeAlign());
    } else {
      builder_.CreateMemCpy(place(0), llvm::MaybeAlign(), place(1), llvm::MaybeAlign(), unit_);
    }
  }

  llvm::IRBuilder<> builder_;
  llvm::Type& number_;
  Kind kind_;
  std::uint64_t unit_;
  llvm::Function* function_ = nullptr;
  llvm::Value* count_ = nullptr;  ///< number of units
};

/// A number of bytes that divides the records (or pieces) of all objects that the pointer may point to, and
/// all its offsets in them.
std::uint64_t common_record(const PointsTo& points_to, const std::vector<ObjectLayout>& layouts,
                            const llvm::Value* pointer) {
  std::uint64_t unit = 0;
  for (const auto& [object, offsets] : points_to.targets(pointer)) {
    if (object == absolute_object) continue;
    PENDULUM_CHECK(object < layouts.size(), "object {} should have a layout", object);
    const ObjectLayout& layout = layouts[object];
    unit = std::gcd(unit, layout.record);
    if (!layout.is_array())
      for (const Piece& piece : layout.pieces) unit = std::gcd(std::gcd(unit, piece.offset), piece.size);
    unit = std::gcd(unit, std::gcd(offsets.modulus, static_cast<std::uint64_t>(std::abs(offsets.residue))));
  }
  return unit;
}

/// Number of bytes that the loop for a call processes per iteration.
std::uint64_t unit_of(const PointsTo& points_to, const std::vector<ObjectLayout>& layouts,
                      const BulkMemory& bulk) {
  std::uint64_t unit = common_record(points_to, layouts, bulk.to);
  if (bulk.from != nullptr) unit = std::gcd(unit, common_record(points_to, layouts, bulk.from));
  unit = std::gcd(unit, known_factor(*bulk.length, points_to));
  return unit == 0 ? 1 : unit;
}

/// Replaces a length that is provably always the same (for example in a copied allocator) by this constant.
/// Returns whether the length is constant.
bool set_constant_length(llvm::CallBase& call) {
  PENDULUM_CHECK(call.arg_size() >= 3, "a fill or copy should have a length");
  const llvm::Value* length = call.getArgOperand(2);
  const auto constant = always_constant(*length);
  if (constant) call.setArgOperand(2, llvm::ConstantInt::get(length->getType(), *constant));
  return constant.has_value();
}

}  // namespace

void expand_bulk_memory(llvm::Module& module, const llvm::Function& entry) {
  std::vector<llvm::CallBase*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (bulk_memory(*call) && !set_constant_length(*call)) calls.push_back(call);
  if (calls.empty()) return;
  const PointsTo points_to(module, entry);
  const std::vector<ObjectLayout> layouts = make_layouts(points_to, module.getDataLayout());
  for (llvm::CallBase* call : calls) {
    const auto bulk = *bulk_memory(*call);
    const Kind kind = kind_of(*call, bulk);
    llvm::Function* loop =
        LoopMaker(module, *bulk.length->getType(), kind, unit_of(points_to, layouts, bulk)).run();
    llvm::IRBuilder<> builder(call);
    llvm::Value* second = call->getArgOperand(1);
    if (kind == Kind::Fill) second = builder.CreateZExtOrTrunc(second, builder.getInt8Ty());
    builder.CreateCall(loop, {call->getArgOperand(0), second, call->getArgOperand(2)});
    if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
  PENDULUM_DCHECK(violated_rules(module).empty(),
                  "the module should be valid after expanding fills and copies: {}", violated_rules(module));
}

}  // namespace pendulum::frontend
