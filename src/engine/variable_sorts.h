// The sorts of a program's variables, by which engines choose their methods.
#pragma once

#include <algorithm>

#include "program/program.h"

namespace pendulum::engine {

/// Some variable is an integer, as in the programs of transition systems and Horn clauses.
inline bool has_integers(const program::Program& program) {
  return std::ranges::any_of(program.variables(), [](const auto& v) { return v.symbol.sort().is_int(); });
}

/// Some variable is a bit-vector. Programs that are over integers from the start have none.
inline bool has_bitvectors(const program::Program& program) {
  return std::ranges::any_of(program.variables(), [](const auto& v) { return v.symbol.sort().is_bitvec(); });
}

}  // namespace pendulum::engine
