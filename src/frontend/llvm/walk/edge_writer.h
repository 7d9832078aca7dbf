// The edges of the Program: edges between locations, and edges into the error location.
#pragma once

#include "frontend/llvm/walk/translation_context.h"
#include "frontend/llvm/walk/walk.h"

namespace pendulum::frontend {

class EdgeWriter {
 public:
  /// Creates the locations of entry, error and end.
  EdgeWriter(const TranslationContext& context, program::ProgramBuilder& builder);

  program::LocationId entry() const { return entry_; }
  /// The location after the entry function has returned.
  program::LocationId end() const { return end_; }

  /// Adds the edge of a walk to `target` for executions with `condition`, and the exits of `path`. Requires:
  /// `target` is neither the entry nor the error location.
  void emit(const Walk& walk, Path& path, program::LocationId target, Term condition) const;
  /// Adds an edge into the error location. `violation` states the violated property and the source location.
  void emit_error(const Walk& walk, const std::string& violation) const;
  /// Adds an edge into the error location because the front end does not model `construct`.
  void emit_unsupported(const Walk& walk, const std::string& construct) const;
  /// Adds the exits of the walk's path that were collected since the last call.
  void emit_exits(Walk& walk) const;
  /// Executions with `condition` violate no-overflow at `report`; the others continue.
  void report_overflow(Walk& walk, const llvm::CallBase& report, Term condition) const;

 private:
  void add(program::Edge edge, const std::vector<program::SourceAction>& actions) const;
  void emit_exit(const Walk& walk, Path::Exit exit) const;
  program::SourceLocation user_location(const Walk& walk) const;

  const TranslationContext& context_;
  term::TermManager& terms_;
  program::ProgramBuilder& builder_;
  program::LocationId entry_;
  program::LocationId error_;
  program::LocationId end_;
};

/// The text that a call of __pendulum_error, __pendulum_overflow or __pendulum_unsupported contains.
std::string report_text(const llvm::CallBase& report);

}  // namespace pendulum::frontend
