// Input values for random executions: small numbers, the program's constants and their neighbours, and
// occasionally an arbitrary number. Most arrays have the same value at all indices, so that loops over
// unknown memory (strings) run long, and a few other values.
#pragma once

#include <random>
#include <vector>

#include "program/program.h"

namespace pendulum::facts {

class RandomValues {
 public:
  RandomValues(const program::Program& program, unsigned seed);
  /// Returns a random value; zero for sorts other than Bool, BitVec and arrays of them.
  term::Term draw(term::Sort sort);
  std::mt19937& random() { return random_; }

 private:
  term::Term draw_array(term::Sort sort);

  term::TermManager& terms_;
  std::mt19937 random_;
  std::vector<mpz_class> constants_;  ///< the program's bit-vector constants as signed numbers, ordered
};

}  // namespace pendulum::facts
