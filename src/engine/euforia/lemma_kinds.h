// Definition 3.10 of the thesis: a constraint lemma is over terms of the abstract transition system, and an
// expansion lemma introduces new ones, such as 6 in  x = 3 and x' = x + 3  imply  x' = 6.
#pragma once

#include <functional>

#include "engine/engine.h"
#include "engine/euforia/euf_abstraction.h"

namespace pendulum::engine::euforia {

class LemmaKinds {
 public:
  /// Requires: the arguments outlive this object.
  LemmaKinds(const program::Program& program, EufAbstraction& abstraction);

  /// Adds the terms of the lemma to those of the system. Returns true if one of them is new. A term over next
  /// values counts as the same term over current values, since T is unrolled over both.
  bool expands(term::Term lemma, const std::function<term::Term(term::Term)>& to_next);

 private:
  /// The abstractions of the parts of a formula that are not Boolean.
  term::TermVector parts_of(term::Term formula, const term::Substitution& renaming);
  const term::Substitution& renaming(const std::function<term::Term(term::Term)>& to_next);

  const program::Program& program_;
  EufAbstraction& abstraction_;
  term::TermSet known_;
  term::Substitution
      to_current_;  ///< next values, concrete and abstract, to current ones; filled on first use
};

}  // namespace pendulum::engine::euforia
