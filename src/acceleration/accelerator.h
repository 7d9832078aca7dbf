// The accelerator of a loop path pi: an under-approximation of { pi^n | n >= 1 } ([IMPULSE], section 3).
//
// An accelerator is a guarded assignment without quantifiers. It is a formula over the program variables X,
// the number of iterations n, and symbols for input values and unknown values. Two kinds of quantified
// conditions belong to it and are stored separately:
//   Universal   for all j < count: body               (literals of the path, in each iteration)
//   Definition  array[index] = body, for all indices  (arrays after the loop)
// If the guard, all universals and all definitions hold, pi^n leads from X to the assigned state X', except
// for variables whose value depends on an unknown value.
#pragma once

#include <variant>

#include "acceleration/feasibility.h"

namespace pendulum::acceleration {

/// Defines the array symbol `array` by its elements: array[index] = body for every value of `index`.
struct Definition {
  term::Term array;
  term::Term index;  ///< a symbol
  term::Term body;   ///< over X, n, the symbols of input values and unknowns, and `index`
};

/// The number of iterations of an inner loop in iteration j of the accelerated path: the polynomial
/// c0 + c1 * j + c2 * j(j-1)/2 modulo 2^count_width. Its coefficients are symbols that the guard equates to
/// their values, so a model of the guard contains these values.
struct InnerCount {
  InnerLoop loop;
  Polynomial count;
};

struct Accelerator {
  LoopPath path;
  term::Term count;  ///< n, a symbol of count_width bits
  term::Term guard;  ///< implies 1 <= n <= max_iterations
  std::vector<Universal> universals;
  std::vector<program::Assignment> updates;  ///< a written array is assigned a symbol of `definitions`
  std::vector<Definition> definitions;
  /// Each input of the path with its values: an array that is indexed by the iteration, which is a symbol or,
  /// if the path fixes the input, a constant array. An input of array sort has one symbol for all iterations.
  std::vector<std::pair<term::Term, term::Term>> input_values;
  term::TermVector unknowns;             ///< symbols for values without closed form
  std::vector<InnerCount> inner_counts;  ///< parallel to path.inner
  /// Candidates for the number of iterations after which the loop ends, over the state before the loop.
  term::TermVector exit_counts;
  /// The guard and the universals hold for exactly those n <= max_iterations for which pi^n is feasible, and
  /// `unknowns` is empty.
  bool is_exact = false;
};

/// Largest n of an accelerator. Longer counterexample paths could not be replayed within seconds.
inline constexpr std::int64_t max_iterations = std::int64_t(1) << 24;
/// Largest n of an accelerator with inner loops. It is smaller, because each of the n iterations becomes a
/// segment of its own in a counterexample path.
inline constexpr std::int64_t max_outer_iterations = std::int64_t(1) << 16;

/// Returns the accelerator of `path`, or the reason why the path cannot be accelerated.
std::variant<Accelerator, std::string> accelerate(const program::Program& program, const LoopPath& path,
                                                  Prover& prover);

}  // namespace pendulum::acceleration
