// Evidence about a transition system as SMT-LIB scripts, in the symbols of the VMT file.
#pragma once

#include <string>

#include "certificate/certificate.h"
#include "system/transition_system.h"

namespace pendulum::evidence {

/// A script with three queries: initiation, consecution and property of the invariant. All are unsatisfiable.
std::string vmt_invariant(term::TermManager& terms, const system::TransitionSystem& system,
                          term::Term invariant);

/// A script that asserts each step of the path, over the values of the state variables. It is satisfiable.
std::string vmt_trace(const program::Program& program, const system::TransitionSystem& system,
                      const certificate::ErrorPath& path);

}  // namespace pendulum::evidence
