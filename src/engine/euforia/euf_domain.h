// EUFORIA's domain for IC3: step queries over uninterpreted functions, and pre-images by term projection.
#pragma once

#include "engine/engine.h"
#include "engine/euforia/euf_abstraction.h"
#include "engine/euforia/known_values.h"
#include "engine/euforia/lemma_kinds.h"
#include "engine/ic3/domain.h"

namespace pendulum::engine::euforia {

class EufDomain : public ic3::Domain {
 public:
  EufDomain(const program::Program& program, Env& env, Arrays arrays);

  std::unique_ptr<smt::Solver> make_solver() override;
  EufAbstraction& abstraction() { return abstraction_; }
  /// Algorithm 2, ExpandPreimage.
  ic3::Projected preimage(const ic3::Preimage& step) override;
  /// Counts constraint and expansion lemmas.
  void learnt(term::Term lemma, const std::function<term::Term(term::Term)>& to_next) override;
  bool sharpen() override { return values_.admit_all(); }
  /// Section 4.4: the projected constraints Q of one transition.
  std::shared_ptr<const program::Edge> path(const ic3::Preimage& step) override;

 private:
  Env& env_;
  Arrays arrays_;
  EufAbstraction abstraction_;
  KnownValues values_;
  LemmaKinds lemma_kinds_;
};

}  // namespace pendulum::engine::euforia
