// The start of the program: the arguments of the entry function, and the edge that assigns all initial
// values.
#pragma once

#include "frontend/llvm/calls/shared_functions.h"

namespace pendulum::frontend {

class InitialEdge {
 public:
  InitialEdge(const TranslationContext& context, const program::ProgramBuilder& builder, Locations& locations,
              const EdgeWriter& edges, SharedFunctions& shared)
      : context_(context),
        terms_(context.terms),
        builder_(builder),
        locations_(locations),
        edges_(edges),
        shared_(shared) {}

  /// Lets the walk, which starts at the location `start` of `emit`, continue in the entry function. If that
  /// function is recursive, the walk ends.
  void start_entry_function(Walk& walk) const;
  /// Adds the edge from the entry to `start`. Requires: all other edges have been made.
  void emit(program::LocationId start) const;

 private:
  Term argument_count(Path& path, const std::string& name) const;
  Value argument_value(Path& path, const llvm::Argument& argument) const;
  /// Variables of locals that are live at `start`. `initial` is the path of the initial edge.
  term::TermVector locals_read_early(const Path& initial, program::LocationId start) const;
  void initialize_local(Path& path, Term variable) const;

  const TranslationContext& context_;
  term::TermManager& terms_;
  const program::ProgramBuilder& builder_;
  Locations& locations_;
  const EdgeWriter& edges_;
  SharedFunctions& shared_;
};

}  // namespace pendulum::frontend
