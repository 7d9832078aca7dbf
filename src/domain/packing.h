// Packs: a partition of the variables. Elements relate only variables of one pack; between packs only
// intervals are exchanged, so that the cost depends on the largest pack and not on the number of variables.
#pragma once

#include "domain/affine_program.h"
#include "domain/constraint.h"

namespace pendulum::domain {

class Packing {
 public:
  /// Creates one pack if the program has at most `max_size` variables. Otherwise variables that occur in one
  /// constraint or assignment are put in one pack, then variables that are assigned in one loop, as long as
  /// no pack exceeds `max_size`.
  Packing(const AffineProgram& program, std::size_t max_size);

  /// Pack of a variable and its dimension in the pack.
  struct Position {
    std::size_t pack = 0;
    Dimension dimension = 0;
  };

  std::size_t size() const { return packs_.size(); }
  /// The variables of a pack by dimension, ordered by id.
  const term::TermVector& pack(std::size_t i) const { return packs_[i]; }
  /// Null for symbols that are not variables of the program.
  const Position* find(term::Term symbol) const;

 private:
  std::vector<term::TermVector> packs_;
  term::TermMap<Position> positions_;
};

}  // namespace pendulum::domain
