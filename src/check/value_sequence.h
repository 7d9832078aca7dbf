// The values that an input has in the repetitions of a segment, in a form that a harness can write down
// briefly.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "term/term_manager.h"

namespace pendulum::check {

/// value(j) = first + step * j modulo the mask, but for the exceptions.
struct ValueSequence {
  std::uint64_t first = 0;
  std::uint64_t step = 0;
  std::uint64_t mask = ~std::uint64_t{0};                           ///< 2^width - 1
  std::vector<std::pair<std::uint64_t, std::uint64_t>> exceptions;  ///< j and value, in the order of j

  std::uint64_t at(std::uint64_t repetition) const;
};

/// The values of `value`, a term over certificate::iteration, in the repetitions begin ... end - 1; the
/// sequence counts from `begin`. Nothing when the sort or an operator does not fit into machine words.
std::optional<ValueSequence> value_sequence(term::TermManager& terms, term::Term value, std::uint64_t begin,
                                            std::uint64_t end);

}  // namespace pendulum::check
