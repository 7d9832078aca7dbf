// The current assertions of a solver.
#pragma once

#include <cstddef>
#include <vector>

#include "base/check.h"
#include "term/term.h"

namespace pendulum::smt {

/// The current assertions of a solver, with push and pop.
class AssertionStack {
 public:
  void push() { starts_.push_back(terms_.size()); }
  void pop(unsigned levels) {
    PENDULUM_CHECK(levels <= starts_.size(), "{} levels should have been pushed, not {}", levels,
                   starts_.size());
    if (levels == 0) return;
    terms_.resize(starts_[starts_.size() - levels]);
    starts_.resize(starts_.size() - levels);
  }
  void add(term::Term term) { terms_.push_back(term); }
  const term::TermVector& terms() const { return terms_; }

 private:
  term::TermVector terms_;
  std::vector<std::size_t> starts_;  ///< size of terms_ at each push
};

}  // namespace pendulum::smt
