// Finds local objects that may be read before they are written, and the positions at which their content
// becomes arbitrary.
//
// Let D be the position at which the declaration of the object is reached (clang leaves a debug record there;
// objects without a record, such as temporaries and the slots of parameters, live from the function's entry
// on).
//   1. If some path from D reaches a use before a store of the whole object (and before D again), a call is
//      inserted at D. It is executed in each iteration of a loop (C17 6.2.4 p6).
//   2. If some path from the entry reaches a use before a store of the whole object and before D, control can
//      jump past the declaration, and a call is inserted at the entry.
// Each execution of a dynamic alloca (an array of variable length) creates a new object; the call directly
// follows it.
//
// Soundness: a use is any instruction that mentions the address and is not a store of the whole object.
// Therefore every read that could see an indeterminate value is preceded by a call. If the analysis is
// imprecise, it inserts a call.
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/instrument/instrument.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

namespace {

/// Does the debug record precede the initialisation? Those of parameters and of clang's own variables follow
/// the store that initialises the variable.
bool is_declared_first(const llvm::DILocalVariable& variable) {
  return !variable.isParameter() && !variable.isArtificial();
}

/// The instructions before which the declaration of the object is reached.
std::vector<llvm::Instruction*> declaration_points(llvm::AllocaInst& object) {
  std::vector<llvm::Instruction*> result;
  for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&object)) {
    if (is_declared_first(*record->getVariable())) result.push_back(record->getMarker()->MarkedInstr);
  }
  for (llvm::DbgDeclareInst* record : llvm::findDbgDeclares(&object)) {
    if (is_declared_first(*record->getVariable())) result.push_back(record->getNextNode());
  }
  return result;
}

/// Does the instruction write every byte of the object (except padding inside of the stored type)?
bool stores_all(const llvm::Instruction& instruction, const llvm::AllocaInst& object,
                const llvm::DataLayout& layout) {
  const llvm::TypeSize size = layout.getTypeAllocSize(object.getAllocatedType());
  if (object.isArrayAllocation() || size.isScalable()) return false;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const llvm::Value* value = store->getValueOperand();
    if (store->getPointerOperand() != &object || value == &object) return false;
    if (llvm::isa<llvm::UndefValue>(value)) return false;  // includes poison
    return value->getType() == object.getAllocatedType() ||
           layout.getTypeStoreSize(value->getType()).getFixedValue() >= size.getFixedValue();
  }
  if (const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(fill);
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
    return fill->getRawDest() == &object && (copy == nullptr || copy->getRawSource() != &object) &&
           length != nullptr && length->getZExtValue() >= size.getFixedValue();
  }
  return false;
}

bool is_nondet_object(const llvm::CallBase& call) {
  const llvm::Function* callee = direct_callee(call);
  return callee != nullptr && callee->getName() == llvm::StringRef(nondet_object_function);
}

/// The declarations, stores and uses of one object, by block and in order.
class ObjectEvents {
 public:
  ObjectEvents(llvm::AllocaInst& object, const std::vector<llvm::Instruction*>& declarations,
               const llvm::DataLayout& layout) {
    for (const llvm::Instruction* place : declarations) add({place, Kind::Declaration});
    for (const llvm::User* user : object.users()) {
      const auto* instruction = llvm::cast<llvm::Instruction>(user);
      if (is_silent(*instruction)) continue;
      add({instruction, stores_all(*instruction, object, layout) ? Kind::Store : Kind::Use});
    }
    for (auto& [block, events] : events_) std::sort(events.begin(), events.end());  // in any order
  }

  /// Does some path from the start of the block reach a use before a store or a declaration?
  bool is_used_from(const llvm::BasicBlock& block) const { return search(block, 0); }

  /// Does some path from the declaration before `place` reach a use before a store or another declaration?
  bool is_used_after_declaration(const llvm::Instruction& place) const {
    const std::vector<Event>& events = events_.at(place.getParent());
    const auto declaration = std::find_if(events.begin(), events.end(), [&](const Event& event) {
      return event.place == &place && event.kind == Kind::Declaration;
    });
    PENDULUM_CHECK(declaration != events.end(), "a declaration should precede the instruction");
    return search(*place.getParent(), declaration - events.begin() + 1);
  }

 private:
  enum class Kind { Declaration, Store, Use };  // in the order in which they happen at one instruction
  struct Event {
    const llvm::Instruction* place;
    Kind kind;
    friend bool operator<(const Event& a, const Event& b) {
      return a.place == b.place ? a.kind < b.kind : a.place->comesBefore(b.place);
    }
  };

  void add(Event event) { events_[event.place->getParent()].push_back(event); }

  bool search(const llvm::BasicBlock& start, std::size_t first_event) const {
    std::unordered_set<const llvm::BasicBlock*> seen;
    std::vector<const llvm::BasicBlock*> waiting;
    const llvm::BasicBlock* block = &start;
    for (;;) {
      const auto events = events_.find(block);
      if (events != events_.end() && first_event < events->second.size()) {
        if (events->second[first_event].kind == Kind::Use) return true;
      } else {
        for (const llvm::BasicBlock* successor : llvm::successors(block)) {
          if (seen.insert(successor).second) waiting.push_back(successor);
        }
      }
      if (waiting.empty()) return false;
      block = waiting.back();
      waiting.pop_back();
      first_event = 0;
    }
  }

  std::unordered_map<const llvm::BasicBlock*, std::vector<Event>> events_;
};

class UninitialisedInstrumentation {
 public:
  explicit UninitialisedInstrumentation(llvm::Module& module)
      : layout_(module.getDataLayout()), size_type_(llvm::Type::getInt64Ty(module.getContext())) {
    llvm::LLVMContext& context = module.getContext();
    function_ = module.getOrInsertFunction(
        llvm::StringRef(uninitialised_function), llvm::Type::getVoidTy(context),
        llvm::PointerType::getUnqual(context), size_type_, llvm::Type::getInt32Ty(context));
  }

  void run(llvm::Function& function) {
    if (function.isDeclaration()) return;
    std::vector<llvm::AllocaInst*> objects;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* object = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) objects.push_back(object);
    }
    // All positions are determined before the first call is inserted, since the calls are uses themselves.
    std::vector<Place> places;
    for (llvm::AllocaInst* object : objects) add_places(*object, places);
    std::vector<llvm::CallBase*> allocations;
    std::vector<llvm::CallBase*> fills;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const auto how = call == nullptr ? std::nullopt : allocation(*call);
      if (how && how->kind == Allocation::Kind::Malloc) allocations.push_back(call);
      if (call != nullptr && is_nondet_object(*call)) fills.push_back(call);
    }
    for (const Place& place : places) insert(place);
    for (llvm::CallBase* call : allocations) insert(*call);
    for (llvm::CallBase* call : fills) replace(*call);
  }

 private:
  struct Place {
    llvm::AllocaInst* object;
    llvm::Instruction* before;
  };

  void add_places(llvm::AllocaInst& object, std::vector<Place>& places) const {
    if (!object.isStaticAlloca()) {
      places.push_back({&object, object.getNextNode()});
      return;
    }
    if (layout_.getTypeAllocSize(object.getAllocatedType()).isZero()) return;
    const std::vector<llvm::Instruction*> declarations = declaration_points(object);
    const ObjectEvents events(object, declarations, layout_);
    if (events.is_used_from(*object.getParent())) places.push_back({&object, after_allocas(object)});
    for (llvm::Instruction* declaration : declarations) {
      if (events.is_used_after_declaration(*declaration)) places.push_back({&object, declaration});
    }
  }

  /// The first instruction of the entry block after the allocas at its start.
  static llvm::Instruction* after_allocas(llvm::AllocaInst& object) {
    llvm::Instruction* place = object.getNextNode();
    while (llvm::isa<llvm::AllocaInst>(place)) place = place->getNextNode();
    return place;
  }

  void insert(const Place& place) {
    PENDULUM_CHECK(place.before != nullptr && place.before->getFunction() == place.object->getFunction(),
                   "an object should become arbitrary in its own function");
    llvm::IRBuilder<> builder(place.before);
    llvm::AllocaInst& object = *place.object;
    llvm::Value* size = llvm::ConstantInt::get(
        size_type_, layout_.getTypeAllocSize(object.getAllocatedType()).getFixedValue());
    if (object.isArrayAllocation()) {
      size = builder.CreateMul(builder.CreateZExtOrTrunc(object.getArraySize(), size_type_), size);
    }
    builder.CreateCall(function_, {&object, size, builder.getInt32(++number_)});
  }

  /// Inserts a call after malloc: the content of the new object is arbitrary.
  void insert(llvm::CallBase& call) {
    PENDULUM_CHECK(!call.isTerminator(), "an instruction should follow an allocation");
    llvm::IRBuilder<> builder(call.getNextNode());
    llvm::Value* object = &call;
    if (!call.getType()->isPointerTy()) object = builder.CreateIntToPtr(object, builder.getPtrTy());
    llvm::Value* size = builder.CreateZExtOrTrunc(call.getArgOperand(0), size_type_);
    builder.CreateCall(function_, {object, size, builder.getInt32(++number_)});
  }

  void replace(llvm::CallBase& fill) {
    PENDULUM_CHECK(fill.arg_size() == 2 && fill.use_empty(), "{} should have an object and a size",
                   nondet_object_function);
    llvm::IRBuilder<> builder(&fill);
    builder.CreateCall(function_,
                       {fill.getArgOperand(0), fill.getArgOperand(1), builder.getInt32(++number_)});
    fill.eraseFromParent();
  }

  const llvm::DataLayout& layout_;
  llvm::Type* size_type_;
  llvm::FunctionCallee function_;
  std::uint32_t number_ = 0;
};

}  // namespace

void instrument_uninitialised(llvm::Module& module) {
  UninitialisedInstrumentation instrumentation(module);
  for (llvm::Function& function : module) instrumentation.run(function);
  PENDULUM_DCHECK(violated_rules(module).empty(),
                  "the module should be valid after marking uninitialised objects: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
