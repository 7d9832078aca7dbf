// cvc5 behind the interface Solver.
#pragma once

#include <memory>

#include "smt/solver.h"

namespace pendulum::smt {

/// How cvc5 sees bit-vectors. Lazy: its default. Eager: the whole problem becomes one of SAT. Integers:
/// operations become integer ones with ranges and remainders, exactly; for linear arithmetic over wide words.
/// The two others are for one check of what should be unsat: they give neither models nor cores.
enum class BitVectors { Lazy, Eager, Integers };

std::unique_ptr<Solver> make_cvc5_solver(term::TermManager& manager, const SolverOptions& options,
                                         const base::StopToken& stop,
                                         BitVectors bitvectors = BitVectors::Lazy);

}  // namespace pendulum::smt
