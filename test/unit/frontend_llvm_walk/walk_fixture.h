// The classes of walk/ for a small C program, for tests of walk/ and calls/.
#pragma once

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "frontend/llvm/walk/walk_ends.h"
#include "frontend_llvm_memory/memory_fixture.h"

namespace pendulum::frontend {

/// Class Executor creates the same objects in the same order.
struct WalkParts {
  WalkParts(const MemoryContext& memory_context, Memory& memory, const llvm::Module& module,
            program::ProgramBuilder& builder, const std::vector<program::SourceLocation>& requested)
      : call_graph(memory_context.points_to),
        arithmetic(memory_context.terms),
        context{memory_context, module, *module.getFunction("main"), call_graph, memory, arithmetic, notes},
        conversions(context),
        addresses(context, conversions),
        evaluator(context, conversions, addresses),
        locations(builder, queue, RequestedLocations(module, requested)),
        edges(context, builder),
        ends(context, conversions, evaluator, locations, edges) {}

  TranslationNotes notes;
  WalkQueue queue;
  CallGraph call_graph;
  Arithmetic arithmetic;
  TranslationContext context;
  ValueConversions conversions;
  AddressArithmetic addresses;
  Evaluator evaluator;
  Locations locations;
  EdgeWriter edges;
  WalkEnds ends;
};

class WalkTest : public MemoryTest {
 protected:
  /// To be called once, before the other functions. The program has a function main.
  void start(const std::string& text, const property::Properties& properties = {property::Property::Reach}) {
    make(text, properties);
    parts.emplace(context(), memory(), module(), builder(), std::vector<program::SourceLocation>{});
  }
  const llvm::Function& function(const std::string& name) const { return *module().getFunction(name); }
  /// The instruction of type T with this number (from 0) in the function.
  template <class T>
  const T& instruction(const std::string& name, unsigned number = 0) const {
    for (const llvm::Instruction& candidate : llvm::instructions(function(name)))
      if (const auto* found = llvm::dyn_cast<T>(&candidate); found != nullptr && number-- == 0) return *found;
    throw std::out_of_range(name);
  }
  /// The first call of `callee` in main.
  const llvm::CallBase& call_of(const std::string& callee) const {
    for (const llvm::Instruction& candidate : llvm::instructions(function("main")))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&candidate);
          call != nullptr && call->getCalledOperand()->getName() == callee)
        return *call;
    throw std::out_of_range(callee);
  }
  /// A walk that is about to execute the instruction, which belongs to main or to another root.
  Walk walk_at(const llvm::Instruction& next, program::LocationId source) {
    Walk walk{source, Path(terms, drops), {}, &next};
    walk.frames.push_back({&parts->locations.root(*next.getFunction()), &next, {}, {}});
    return walk;
  }

  std::optional<WalkParts> parts;
};

}  // namespace pendulum::frontend
