// Evaluates many terms in one model whose symbol values are determined on first use. Symbols and values of
// subterms are cached, so that a term costs as much as its subterms that were not evaluated before.
#pragma once

#include <functional>

#include "term/evaluation/evaluate.h"

namespace pendulum::term {

class LazyEvaluator {
 public:
  using SymbolValue = std::function<Term(Term symbol)>;
  /// `symbol_value` is called once for each symbol.
  LazyEvaluator(TermManager& manager, SymbolValue symbol_value)
      : symbol_value_(std::move(symbol_value)), evaluator_(manager, model_) {}
  LazyEvaluator(const LazyEvaluator&) = delete;
  LazyEvaluator& operator=(const LazyEvaluator&) = delete;

  Term operator()(Term term);

 private:
  SymbolValue symbol_value_;
  Model model_;  ///< values of all symbols in `seen_`
  TermSet seen_;
  Evaluator evaluator_;
};

}  // namespace pendulum::term
