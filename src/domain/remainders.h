// Remainders as variables: where a program over integers asks for x mod c or x div c, with a small constant
// c, or counts x in steps of c, both get variables of their own that follow the updates of x.
//
//   while (i < n) { i++; x++; if (i % 2 == 0) y++; }      needs y = i div 2: with i = 2 q + r linear, y = q.
//   while (i < 100) i += 2;                               ends with i = 100: r = 0, and q <= 49 before the
//   step.
//
// Without them each edge knows of its own quotient only, and nothing relates two rounds. An update x := x + 1
// becomes two cases: r < c - 1, and r = c - 1, where q grows. Sums of several variables are followed in the
// same way.
#pragma once

#include <map>
#include <optional>

#include "interpolation/linear.h"
#include "program/program.h"

namespace pendulum::domain {

class RemainderView {
 public:
  /// `integers` should outlive this.
  explicit RemainderView(const program::Program& integers);

  /// No remainder is asked for, or too many: program() is then as the original.
  bool is_trivial() const { return ghosts_.empty(); }
  /// Same locations and edges with the same ids; the original's variables, and the new ones.
  const program::Program& program() const { return program_; }
  /// 0 <= r < c for the new variables.
  term::Term ranges() const;
  /// A term over program()'s variables over those of the original.
  term::Term to_original(term::Term term) const;

 private:
  struct Ghost {
    term::Term quotient, remainder;
  };
  using Key = std::pair<term::Term, mpz_class>;  ///< variable and divisor

  enum class Strides { Too, No };
  void find_ghosts(Strides strides);
  void add_strides();
  bool add_ghosts_of(const interpolation::LinearSum& sum, const mpz_class& divisor);
  bool is_over_variables(const interpolation::LinearSum& sum) const;
  /// Quotient and remainder of a sum over variables with ghosts; nothing when that takes too many cases.
  std::optional<Ghost> divide(const interpolation::LinearSum& sum, const mpz_class& divisor) const;
  term::Term bounds_of_quotients(term::Term guard) const;
  program::Edge rewrite(const program::Edge& edge) const;
  void build();

  const program::Program& original_;
  term::TermManager& terms_;
  std::map<Key, Ghost> ghosts_;
  program::Program program_;
};

}  // namespace pendulum::domain
