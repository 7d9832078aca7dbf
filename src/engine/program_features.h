// The sorts and operators of a program, by which engines choose their methods.
#pragma once

#include <algorithm>

#include "program/program.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::engine {

/// Some variable is an integer, as in the programs of transition systems and Horn clauses.
inline bool has_integers(const program::Program& program) {
  return std::ranges::any_of(program.variables(), [](const auto& v) { return v.symbol.sort().is_int(); });
}

/// Some variable is a bit-vector. Programs that are over integers from the start have none.
inline bool has_bitvectors(const program::Program& program) {
  return std::ranges::any_of(program.variables(), [](const auto& v) { return v.symbol.sort().is_bitvec(); });
}

/// Some edge computes with floating-point numbers.
inline bool has_floats(const program::Program& program) {
  return std::ranges::any_of(term::subterms(program::terms_of(program)),
                             [](term::Term part) { return term::is_float_operator(part.kind()); });
}

}  // namespace pendulum::engine
