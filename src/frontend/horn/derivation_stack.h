// The explicit stack of a program that derives tuples of nonlinear Horn clauses.
//
// A clause with several predicates in its body needs one derivation for each of them. The program derives the
// tuples one after the other: it calls the derivation of the next tuple, and the stack keeps the tuples that
// the clause has obtained before. The stack has the form that program/call_structure.h describes. Its depth
// is an integer, so it has no limit.
#pragma once

#include "program/program.h"

namespace pendulum::frontend {

class DerivationStack {
 public:
  explicit DerivationStack(program::ProgramBuilder& builder);

  /// Adds the updates that empty the stack.
  void initialize(program::Edge& edge) const;
  /// Completes the edge of a call, which saves the values of `saved`. Returns the number of the call site.
  term::Term push(const term::TermVector& saved, program::Edge& edge);
  /// Completes the edge that returns to the call site and restores the values that its call has saved.
  void pop(term::Term site, const term::TermVector& saved, program::Edge& edge);

 private:
  term::Term make_variable(const std::string& name, term::Sort sort);
  term::Term stack_of(term::Term variable);

  program::ProgramBuilder& builder_;
  term::TermManager& terms_;
  term::Term depth_;
  term::Term sites_;
  std::int64_t num_sites_ = 0;
  term::TermVector arrays_;
  term::TermMap<term::Term> stack_index_;
};

}  // namespace pendulum::frontend
