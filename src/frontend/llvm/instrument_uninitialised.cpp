// Which local objects may be read before they are written, and from where on their content is arbitrary.
//
// Let D be where the declaration of the object is reached (clang leaves a debug record there; for objects
// without one, like temporaries and the slots of parameters: the function's entry).
//   1. If a store S of the whole object exists with D dom S and S dom every other use, no read can see an
//      indeterminate value: the first arrival at D is before every S, so a path from D to a use without S
//      would extend to a path from the entry to that use without S. No call is needed. This is the case for
//      parameters and most initialised variables.
//   2. Else if D dominates all uses: the call stands at D, and is executed anew in each round of a loop.
//   3. Else control may jump past the declaration: a call at the entry and one at D.
// Dynamic allocas (arrays of variable length) are objects of their own each time; the call follows at once.
//
// Soundness: when in doubt (unreachable code, unusual allocas) the object is instrumented.
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "frontend/llvm/instrument.h"

namespace pendulum::frontend {

namespace {

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
    // Places are decided before anything is inserted, since the calls are uses themselves.
    const llvm::DominatorTree dominators(function);
    std::vector<Place> places;
    for (llvm::AllocaInst* object : objects) add_places(*object, dominators, places);
    for (const Place& place : places) insert(place);
  }

 private:
  struct Place {
    llvm::AllocaInst* object;
    llvm::Instruction* before;
  };

  void add_places(llvm::AllocaInst& object, const llvm::DominatorTree& dominators,
                  std::vector<Place>& places) {
    if (!object.isStaticAlloca()) {
      places.push_back({&object, object.getNextNode()});
      return;
    }
    llvm::Instruction* entry = behind_allocas(object);
    const std::vector<llvm::Instruction*> users = uses(object);
    const std::vector<llvm::Instruction*> declarations = declaration_points(object);
    if (users.empty() || layout_.getTypeAllocSize(object.getAllocatedType()).isZero()) return;
    if (declarations.size() > 1) {  // does not happen in what clang makes; all are places where it begins
      places.push_back({&object, entry});
      for (llvm::Instruction* declaration : declarations) places.push_back({&object, declaration});
      return;
    }
    llvm::Instruction* declaration = declarations.empty() ? entry : declarations.front();
    if (is_stored_first(object, *declaration, users, dominators)) return;
    const bool is_first = is_before_all(*declaration, users, dominators);
    if (declaration != entry && !is_first) places.push_back({&object, entry});
    places.push_back({&object, declaration});
  }

  /// The first instruction of the entry block behind the allocas at its beginning.
  static llvm::Instruction* behind_allocas(llvm::AllocaInst& object) {
    llvm::Instruction* place = object.getNextNode();
    while (llvm::isa<llvm::AllocaInst>(place)) place = place->getNextNode();
    return place;
  }

  static std::vector<llvm::Instruction*> uses(llvm::AllocaInst& object) {
    std::vector<llvm::Instruction*> result;
    for (llvm::User* user : object.users()) {
      if (!llvm::isa<llvm::DbgInfoIntrinsic>(user)) result.push_back(llvm::cast<llvm::Instruction>(user));
    }
    return result;
  }

  /// The instructions in front of which the declaration is reached. Parameters and clang's own variables have
  /// their debug records behind the store that initialises them; they count as living from the entry on.
  static std::vector<llvm::Instruction*> declaration_points(llvm::AllocaInst& object) {
    std::vector<llvm::Instruction*> result;
    for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&object)) {
      if (is_declared_first(*record->getVariable())) result.push_back(record->getMarker()->MarkedInstr);
    }
    for (llvm::DbgDeclareInst* record : llvm::findDbgDeclares(&object)) {
      if (is_declared_first(*record->getVariable())) result.push_back(record->getNextNode());
    }
    return result;
  }

  static bool is_declared_first(const llvm::DILocalVariable& variable) {
    return !variable.isParameter() && !variable.isArtificial();
  }

  /// `place` itself may be a use: what is inserted stands in front of it.
  static bool is_before_all(const llvm::Instruction& place, const std::vector<llvm::Instruction*>& users,
                            const llvm::DominatorTree& dominators) {
    for (const llvm::Instruction* user : users) {
      if (user != &place && !dominators.dominates(&place, user)) return false;
    }
    return true;
  }

  bool is_stored_first(const llvm::AllocaInst& object, const llvm::Instruction& declaration,
                       const std::vector<llvm::Instruction*>& users,
                       const llvm::DominatorTree& dominators) const {
    for (const llvm::Instruction* store : users) {
      if (!stores_all(*store, object)) continue;
      if (store != &declaration && !dominators.dominates(&declaration, store)) continue;
      if (is_before_all(*store, users, dominators)) return true;
    }
    return false;
  }

  /// Does the instruction write every byte of the object (but padding inside the stored type)?
  bool stores_all(const llvm::Instruction& instruction, const llvm::AllocaInst& object) const {
    const llvm::TypeSize size = layout_.getTypeAllocSize(object.getAllocatedType());
    if (object.isArrayAllocation() || size.isScalable()) return false;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      const llvm::Value* value = store->getValueOperand();
      if (store->getPointerOperand() != &object || value == &object) return false;
      if (llvm::isa<llvm::UndefValue>(value)) return false;  // poison too
      return value->getType() == object.getAllocatedType() ||
             layout_.getTypeStoreSize(value->getType()).getFixedValue() >= size.getFixedValue();
    }
    if (const auto* fill = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fill->getLength());
      if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(fill)) {
        if (copy->getRawSource() == &object) return false;
      }
      return fill->getRawDest() == &object && length != nullptr &&
             length->getZExtValue() >= size.getFixedValue();
    }
    return false;
  }

  void insert(const Place& place) {
    llvm::IRBuilder<> builder(place.before);
    llvm::AllocaInst& object = *place.object;
    llvm::Value* size = llvm::ConstantInt::get(
        size_type_, layout_.getTypeAllocSize(object.getAllocatedType()).getFixedValue());
    if (object.isArrayAllocation()) {
      size = builder.CreateMul(builder.CreateZExtOrTrunc(object.getArraySize(), size_type_), size);
    }
    builder.CreateCall(function_, {&object, size, builder.getInt32(++number_)});
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
}

}  // namespace pendulum::frontend
