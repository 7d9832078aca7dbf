// Generates random loop paths that contain all terms that accelerators treat specially.
#pragma once

#include <random>

#include "acceleration/acceleration_fixture.h"

namespace pendulum::acceleration::test {

class RandomPath {
 public:
  /// The paths have variables of `width` bits and one variable of 2 * width bits. Constants of more than 12
  /// bits are mostly close to values at which signed or unsigned numbers wrap around.
  RandomPath(AccelerationContext& context, unsigned seed, unsigned width);

  LoopPath make();
  const TermVector& variables() const { return variables_; }
  /// A random state. In half of the cases, up to 12 states are drawn until the literals hold.
  term::Model state(const LoopPath& path);
  /// Random values of the inputs for each of `length` iterations. An input of array sort has the same value
  /// in all iterations.
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

  AccelerationContext& w_;
  std::mt19937 random_;
  unsigned width_;
  TermVector scalars_;
  Term wide_;  ///< variable of 2 * width_ bits
  TermVector arrays_;
  Term copy_;  ///< an array that is assigned as a whole
  Term flag_;
  TermVector variables_;
  Term input_, input_flag_, input_array_;
  LoopPath path_;
};

}  // namespace pendulum::acceleration::test
