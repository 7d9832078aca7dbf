// The meaning of terms. Written for clarity: the interpreter and all judges stand on it.
#pragma once

#include "term/word_array.h"

namespace pendulum::term {

/// Symbols to values. A value is a term: True, False, BitVecValue, IntValue, RealValue, or for arrays a
/// chain of Store with constant indices and elements over a ConstArray.
using Model = TermMap<Term>;

/// The value of `term`; symbols without a value in `model` count as TermManager::mk_zero of their sort.
/// Division by zero of bit-vectors as in SMT-LIB; IntDiv, IntMod and RealDiv by
/// zero give 0.
/// Refuses (InternalError) quantifiers and uninterpreted functions.
Term evaluate(TermManager& manager, Term term, const Model& model);

/// Values of array symbols that are cheap to read and to change, beside a Model.
using WordArrays = TermMap<WordArray>;

/// Evaluates several terms with one cache.
class Evaluator {
 public:
  Evaluator(TermManager& manager, const Model& model) : manager_(manager), model_(model) {}
  /// Array symbols have their values in `arrays`, else in `model`. Arrays that fit (WordArray::fits) are
  /// evaluated to WordArrays instead of terms, so that a read or write does not cost the size of the array.
  Evaluator(TermManager& manager, const Model& model, const WordArrays& arrays)
      : manager_(manager), model_(model), arrays_(&arrays) {}
  Term operator()(Term term);
  /// The value of a term whose sort WordArray::fits.
  WordArray array(Term term);

 private:
  /// Is the term evaluated to a WordArray?
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

/// The normal form of an array value: stores sorted by index, none that equals the default.
Term normalize_array_value(TermManager& manager, Term value);

}  // namespace pendulum::term
