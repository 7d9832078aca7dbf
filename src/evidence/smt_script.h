// Parts of SMT-LIB scripts that are evidence about a transition system or Horn clauses.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "certificate/certificate.h"

namespace pendulum::evidence {

std::string text_of(term::Term term);

/// Symbols with their values.
using Values = std::vector<std::pair<term::Term, term::Term>>;

/// A let expression that binds the symbols to their values in `body`.
std::string let(const Values& values, const std::string& body);

/// Declarations of the symbols, one command each.
std::string declarations(const term::TermVector& symbols);

/// Follows a path and computes the state before each step.
class PathWalk {
 public:
  /// Expands repeated segments, because the scripts contain every step.
  PathWalk(const program::Program& program, const certificate::ErrorPath& path);

  bool is_done() const { return next_ == steps_.size(); }
  /// The next step. Require: !is_done().
  program::EdgeId edge_id() const;
  const program::Edge& edge() const { return program_.edge(edge_id()); }
  /// Adds the inputs of the next step to the state. Requires: !is_done().
  void load_inputs();
  /// Takes the next step. Requires: !is_done().
  void step();
  /// The value of a term in the current state, over variables and loaded inputs.
  term::Term value(term::Term term) const;

 private:
  const program::Program& program_;
  std::vector<certificate::Step> steps_;
  std::size_t next_ = 0;
  term::Model state_;
};

}  // namespace pendulum::evidence
