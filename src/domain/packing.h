// Packs: a partition of the variables. Relations are kept within a pack, between packs only what intervals
// say, so that the cost follows the largest pack and not the number of variables.
#pragma once

#include "domain/affine_program.h"
#include "domain/constraint.h"

namespace pendulum::domain {

class Packing {
 public:
  /// One pack if that has at most `max_size` variables. Otherwise variables that occur in one constraint or
  /// assignment come together, then those that one loop changes, as long as the pack stays that small.
  Packing(const AffineProgram& program, std::size_t max_size);

  struct Place {
    std::size_t pack = 0;
    Dimension dimension = 0;
  };

  std::size_t size() const { return packs_.size(); }
  /// The variables of a pack by dimension, ordered by id.
  const term::TermVector& pack(std::size_t i) const { return packs_[i]; }
  /// Null for symbols that are no variables of the program.
  const Place* find(term::Term symbol) const;

 private:
  std::vector<term::TermVector> packs_;
  term::TermMap<Place> places_;
};

}  // namespace pendulum::domain
