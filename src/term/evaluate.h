// The meaning of terms. Written for clarity: the interpreter and all judges stand on it.
#pragma once

#include "term/term_manager.h"

namespace pendulum::term {

/// Symbols to values. A value is a term: True, False, BitVecValue, IntValue, RealValue, or for arrays a
/// chain of Store with constant indices and elements over a ConstArray.
using Model = TermMap<Term>;

/// The value of `term`; symbols without a value in `model` count as TermManager::mk_zero of their sort.
/// Division by zero of bit-vectors as in SMT-LIB; IntDiv, IntMod and RealDiv by
/// zero give 0.
/// Refuses (InternalError) quantifiers and uninterpreted functions.
Term evaluate(TermManager& manager, Term term, const Model& model);

/// Evaluates several terms with one cache.
class Evaluator {
 public:
  Evaluator(TermManager& manager, const Model& model) : manager_(manager), model_(model) {}
  Term operator()(Term term);

 private:
  TermManager& manager_;
  const Model& model_;
  Substitution cache_;
};

/// The normal form of an array value: stores sorted by index, none that equals the default.
Term normalize_array_value(TermManager& manager, Term value);

}  // namespace pendulum::term
