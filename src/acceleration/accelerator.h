// The accelerator of a loop path: the under-approximation of { pi^n | n >= 1 } in [IMPULSE], section 3.
//
// It is a guarded assignment over the program's variables X, the number of iterations n and some more
// symbols, without quantifiers. Two kinds of quantified conditions belong to it:
//   Universal   for all j < count: body               (the guard's literals in each iteration)
//   Definition  array[index] = body, for all indices  (arrays after the loop)
// A state X' is reached from X by pi^n if guard, universals and definitions hold, and no unknown value
// matters.
#pragma once

#include <variant>

#include "acceleration/feasibility.h"

namespace pendulum::acceleration {

/// The array symbol `array` has the element `body` at every `index`.
struct Definition {
  term::Term array;
  term::Term index;  ///< a symbol
  term::Term body;   ///< over X, count, values of inputs, unknowns and `index`
};

/// The number of iterations of an inner loop in iteration j of the accelerated path: the polynomial
/// c0 + c1 * j + c2 * j(j-1)/2 modulo 2^count_width. The coefficients are symbols that the guard defines, so
/// that a model contains their values.
struct InnerCount {
  InnerLoop loop;
  Polynomial count;
};

struct Accelerator {
  LoopPath path;
  term::Term count;  ///< n, a symbol of count_width bits
  term::Term guard;  ///< implies n >= 1
  std::vector<Universal> universals;
  std::vector<program::Assignment> updates;  ///< arrays become symbols that `definitions` define
  std::vector<Definition> definitions;
  /// Input of the path and its values: an array over iterations, a symbol or a constant array; for an input
  /// that is an array itself one symbol.
  std::vector<std::pair<term::Term, term::Term>> input_values;
  term::TermVector unknowns;             ///< symbols for values without closed form
  std::vector<InnerCount> inner_counts;  ///< of path.inner
  /// Numbers of iterations after which the loop may end, over the state before the loop.
  term::TermVector exit_counts;
  /// guard and universals hold for exactly the n for which pi^n is feasible (up to max_iterations), and
  /// nothing is unknown.
  bool is_exact = false;
};

/// Largest n of an accelerator. Runs have to be replayed within seconds, so more would be of no use.
inline constexpr std::int64_t max_iterations = std::int64_t(1) << 24;
/// Largest n of an accelerator with inner loops. Each of the n iterations becomes a segment of its own in a
/// counterexample path.
inline constexpr std::int64_t max_outer_iterations = std::int64_t(1) << 16;

/// The accelerator, or why there is none.
std::variant<Accelerator, std::string> accelerate(const program::Program& program, const LoopPath& path,
                                                  Prover& prover);

}  // namespace pendulum::acceleration
