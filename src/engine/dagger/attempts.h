// The configurations with which the engine searches a program, one after the other.
#pragma once

#include "base/settings.h"
#include "domain/state_space.h"

namespace pendulum::engine::dagger {

/// One configuration with which the program is searched.
struct Attempt {
  domain::DomainKind kind;
  domain::WideConstraints wide;
  unsigned long refinements;
  bool is_trial = false;  ///< other attempts follow: it gets a quarter of the time
  /// Details: remainders become variables, and loops are split by conditions that they do not change.
  bool is_detailed = false;
  bool has_facts = false;  ///< start from a fixpoint without refinement
};

/// The attempts that the options dagger.domain, dagger.facts and dagger.max_refinements ask for.
std::vector<Attempt> attempts(const domain::AffineProgram& program, const base::Settings& settings);

}  // namespace pendulum::engine::dagger
