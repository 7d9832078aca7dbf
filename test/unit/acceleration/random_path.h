// Test helper: random loop paths over variables of few bits, with all constructs that accelerators support.
#pragma once

#include <random>

#include "acceleration/acceleration_fixture.h"

namespace pendulum::acceleration::test {

class RandomPath {
 public:
  /// Variables of `width` bits, and one of twice as many. Values of wide variables are close to the values
  /// where they wrap around.
  RandomPath(Workshop& workshop, unsigned seed, unsigned width);

  LoopPath make();
  const TermVector& variables() const { return variables_; }
  /// A random state; in half of the cases one in which the literals hold, if one is found in a few attempts.
  term::Model state(const LoopPath& path);
  /// Random values of the inputs for each of `length` iterations. An array has one value in all of them.
  std::vector<term::Model> inputs(const LoopPath& path, std::size_t length);
  std::size_t pick(std::size_t bound) { return random_() % bound; }

 private:
  Term constant(unsigned width);
  Term small_constant();
  Term variable() { return scalars_[pick(scalars_.size())]; }
  Term expression(unsigned width, unsigned depth);
  Term leaf(unsigned width);
  Term narrow(unsigned depth);
  Term wide(unsigned depth);
  Term literal();
  Term order(Term a, Term b);
  void add_update(Term variable);
  void add_write();
  Term index();
  Term random_value(term::Sort sort);

  Workshop& w_;
  std::mt19937 random_;
  unsigned width_;
  TermVector scalars_;
  Term wide_;  ///< of twice the width
  TermVector arrays_;
  Term copy_;  ///< an array that is assigned as a whole
  Term flag_;
  TermVector variables_;
  Term input_, input_flag_, input_array_;
  LoopPath path_;
};

}  // namespace pendulum::acceleration::test
