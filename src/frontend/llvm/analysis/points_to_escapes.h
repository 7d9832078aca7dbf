// Unknown memory in the points-to analysis (doc/adr/0008-unknown-memory.md): which addresses of the program's
// objects may be known outside of the program (escape), and which pointers may therefore become unknown
// addresses.
#pragma once

#include "frontend/llvm/analysis/points_to_constraints.h"

namespace llvm {
class StoreInst;
}  // namespace llvm

namespace pendulum::frontend {

class EscapeAnalysis {
 public:
  EscapeAnalysis(const ObjectTable& objects, PointsToGraph& graph, PointsToConstraints& constraints)
      : objects_(objects), graph_(graph), constraints_(constraints) {}

  /// Computes known_outside, and adds unknown addresses to pointers that writes to unknown memory, or
  /// functions without body, may overwrite. Returns whether a target was added.
  bool seed_known_outside();
  const std::set<ObjectId>& known_outside() const { return known_outside_; }
  bool writes_integers_to_unknown_memory() const { return writes_integers_; }
  bool writes_pointers_to_unknown_memory() const { return writes_pointers_; }
  /// The objects whose address is an argument of a call in PointsToConstraints::external_calls.
  std::vector<ObjectId> arguments_of_external_calls();

 private:
  /// Whether the called function can hand an address to the program: by its return value, or by storing it in
  /// an object that an argument points to.
  bool gives_address(const llvm::CallBase& call);
  /// Appends to `given` the objects whose address the value may be.
  void give_away(const llvm::Value* value, std::vector<ObjectId>& given);
  /// Appends the objects whose address may be stored in the targets of the pointer.
  void give_away_content(const llvm::Value* pointer, std::vector<ObjectId>& given);
  /// Appends the objects whose stored address the store of an integer overwrites in part. The remaining bytes
  /// are the bytes of a number.
  void give_away_overwritten(const llvm::StoreInst& store, std::vector<ObjectId>& given);
  /// Appends the objects whose address the instruction stores in unknown memory or uses as a number.
  void give_away(const llvm::Instruction& instruction, std::vector<ObjectId>& given);
  /// Computes known_outside_, writes_integers_ and writes_pointers_.
  void find_known_outside();
  void find_unknown_writes(const llvm::Instruction& instruction);
  /// Adds unknown addresses to the pointers in these objects. Returns whether a target was added.
  bool seed_unknown(const std::set<ObjectId>& holders);

  const ObjectTable& objects_;
  PointsToGraph& graph_;
  PointsToConstraints& constraints_;
  std::set<ObjectId> known_outside_;
  bool writes_integers_ = false;  ///< the program may write integers to unknown memory
  bool writes_pointers_ = false;  ///< the program may write pointers to unknown memory
};

}  // namespace pendulum::frontend
