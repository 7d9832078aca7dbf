// Semantics of terms. The code is written for clarity, because the interpreter and all judges depend on it.
#pragma once

#include "term/evaluation/word_array.h"

namespace pendulum::term {

/// Maps symbols to values. A value is a term: True, False, BitVecValue, IntValue, RealValue, or, for arrays,
/// a chain of Store with constant indices and elements over a ConstArray.
using Model = TermMap<Term>;

/// Returns the value of `term`. Symbols without a value in `model` have the value TermManager::mk_zero of
/// their sort. Bit-vector division by zero is defined as in SMT-LIB. The result of IntDiv, IntMod and RealDiv
/// by zero is 0.
/// Throws InternalError for quantifiers and uninterpreted functions.
Term evaluate(TermManager& manager, Term term, const Model& model);

/// Values of array symbols in addition to a Model. Reads and writes of a WordArray are inexpensive.
using WordArrays = TermMap<WordArray>;

/// Evaluates several terms with a common cache. `model` and `arrays` should outlive the evaluator and not
/// change.
class Evaluator {
 public:
  Evaluator(TermManager& manager, const Model& model) : manager_(manager), model_(model) {}
  /// Looks up array symbols in `arrays` first and in `model` otherwise. Arrays whose sorts satisfy
  /// WordArray::fits are evaluated to WordArrays instead of terms, so that the time of a read or write is
  /// independent of the array's size.
  Evaluator(TermManager& manager, const Model& model, const WordArrays& arrays)
      : manager_(manager), model_(model), arrays_(&arrays) {}
  Term operator()(Term term);
  /// Returns the value of an array term. Requires: WordArray::fits(term.sort()).
  WordArray array(Term term);

 private:
  /// Returns true if the term is evaluated to a WordArray.
  bool is_word_array(Term term) const { return arrays_ != nullptr && WordArray::fits(term.sort()); }
  bool is_known(Term term) const {
    return is_word_array(term) ? array_cache_.contains(term) : cache_.contains(term);
  }
  void evaluate(Term root);
  void apply(Term term);
  WordArray apply_array(Term term);
  Term known_value(Term term) const;

  TermManager& manager_;
  const Model& model_;
  const WordArrays* arrays_ = nullptr;
  Substitution cache_;
  WordArrays array_cache_;
};

/// Returns the normal form of an array value: stores are ordered by index, each index is stored at most once,
/// and no stored element equals the default.
Term normalize_array_value(TermManager& manager, Term value);

}  // namespace pendulum::term
