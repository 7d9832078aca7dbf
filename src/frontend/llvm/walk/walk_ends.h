// The ends of walks: edges to the next location, with the values that later walks need.
#pragma once

#include "frontend/llvm/walk/edge_writer.h"
#include "frontend/llvm/walk/evaluator.h"
#include "frontend/llvm/walk/locations.h"

namespace llvm {
class BasicBlock;
}  // namespace llvm

namespace pendulum::frontend {

class WalkEnds {
 public:
  WalkEnds(const TranslationContext& context, const ValueConversions& conversions, const Evaluator& evaluator,
           Locations& locations, const EdgeWriter& edges)
      : context_(context),
        terms_(context.terms),
        conversions_(conversions),
        evaluator_(evaluator),
        locations_(locations),
        edges_(edges) {}

  /// Must the edge end before a branch? Guards of alternative edges must not depend on inputs of these edges,
  /// because an input belongs to one edge and all edges of one step have to agree on its value.
  bool needs_stop(const Walk& walk) const;
  /// Ends the walk with an edge to the location of `instruction`. Returns Step::Ends.
  Step stop_at(Walk& walk, const llvm::Instruction& instruction) const;
  /// Adds an edge to the start of `target` for executions with `condition`.
  void branch_edge(const Walk& walk, Term condition, const llvm::BasicBlock& target) const;
  /// Assigns the phis of `to` when the walk continues there.
  void assign_phis(Walk& walk, const llvm::BasicBlock& from, const llvm::BasicBlock& to) const;
  /// Stores all values that a later walk may use into temporaries. The running activation continues at
  /// `next`.
  void keep_values(Path& path, const std::vector<Frame>& frames, const llvm::Instruction& next) const;

 private:
  const TranslationContext& context_;
  term::TermManager& terms_;
  const ValueConversions& conversions_;
  const Evaluator& evaluator_;
  Locations& locations_;
  const EdgeWriter& edges_;
};

}  // namespace pendulum::frontend
