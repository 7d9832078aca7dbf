// Values for inputs of random runs: small numbers, the program's own constants and their neighbours, and now
// and then any number. Arrays mostly have one value everywhere, so that loops over unknown memory (strings)
// run long, and a few others.
#pragma once

#include <random>
#include <vector>

#include "program/program.h"

namespace pendulum::facts {

class RandomValues {
 public:
  RandomValues(const program::Program& program, unsigned seed);
  /// Of sorts other than Bool, BitVec and arrays of them: zero.
  term::Term draw(term::Sort sort);
  std::mt19937& random() { return random_; }

 private:
  term::Term draw_array(term::Sort sort);

  term::TermManager& terms_;
  std::mt19937 random_;
  std::vector<mpz_class> constants_;  ///< of the program's bit-vectors, as signed numbers, ordered
};

}  // namespace pendulum::facts
