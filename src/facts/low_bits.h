// Congruences modulo powers of two: the low bits of variables that are the same in all executions.
//
//   unsigned x = 10; while (x >= 10) x += 2;    bit 0 of x is 0, although x wraps around
//
// An abstract interpretation of bit-vectors by their known low bits. The low bits of sums and products depend
// on the low bits of the operands only, so the facts hold with wrap-around and are inductive together.
#pragma once

#include "program/program.h"

namespace pendulum::facts {

/// For each location, facts `extract(k - 1, 0, x) = c` about the variables that are live there, at most one
/// for each variable; `false` if the abstract interpretation does not reach the location. Entry and error
/// have none. There are facts only about variables on whose low bits some term depends.
std::vector<term::TermVector> low_bit_facts(const program::Program& program);

}  // namespace pendulum::facts
