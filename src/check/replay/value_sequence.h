// A compact representation, for the harness, of the values that an input has in the repetitions of a segment.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "term/term_manager.h"

namespace pendulum::check {

/// value(j) = (first + step * j) & mask, except for the exceptions.
struct ValueSequence {
  std::uint64_t first = 0;
  std::uint64_t step = 0;
  std::uint64_t mask = ~std::uint64_t{0};                           ///< 2^width - 1
  std::vector<std::pair<std::uint64_t, std::uint64_t>> exceptions;  ///< pairs (j, value), ordered by j

  std::uint64_t at(std::uint64_t repetition) const;
};

/// The values of `value`, a term over certificate::iteration, in the repetitions begin ... end - 1; index 0
/// of the sequence is repetition `begin`. Requires: begin < end. Nothing if the term cannot be compiled to
/// machine words.
std::optional<ValueSequence> value_sequence(term::TermManager& terms, term::Term value, std::uint64_t begin,
                                            std::uint64_t end);

}  // namespace pendulum::check
