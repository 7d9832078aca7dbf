// Remainders as variables. If a program over integers uses x mod c or x div c with a small constant c, or
// counts x in steps of c, the quotient q and the remainder r become variables that follow the updates of x.
//
//   while (i < n) { i++; x++; if (i % 2 == 0) y++; }
//     needs y = i div 2: with i = 2 q + r this is linear, y = q.
//   while (i < 100) i += 2;
//     ends with i = 100: r = 0, and q <= 49 before the last step.
//
// Without these variables each edge refers only to its own quotient, and no constraint relates two
// iterations. An update x := x + 1 becomes two cases: r < c - 1, and r = c - 1, in which q is incremented.
// Updates by sums of several variables are treated likewise.
#pragma once

#include <map>
#include <optional>

#include "program/program.h"
#include "term/forms/linear.h"

namespace pendulum::domain {

class RemainderView {
 public:
  /// Requires: `integers` outlives this object.
  explicit RemainderView(const program::Program& integers);

  /// True if the program uses no remainders, or too many; program() is then the same as the original.
  bool is_trivial() const { return ghosts_.empty(); }
  /// The locations and edges have the same ids as in the original. The variables are the original ones and
  /// the new ones.
  const program::Program& program() const { return program_; }
  /// 0 <= r < c for the new remainder variables.
  term::Term ranges() const;
  /// Replaces the new variables in a term by their definitions over the original variables.
  term::Term to_original(term::Term term) const;

 private:
  /// The variables for the quotient and the remainder of a variable.
  struct Ghost {
    term::Term quotient, remainder;
  };
  using Key = std::pair<term::Term, mpz_class>;  ///< variable and divisor

  enum class Strides { Too, No };
  void find_ghosts(Strides strides);
  void add_strides();
  bool add_ghosts_of(const term::LinearSum& sum, const mpz_class& divisor);
  bool is_over_variables(const term::LinearSum& sum) const;
  /// Quotient and remainder of a sum, over variables and ghosts; nullopt if a ghost is missing or the carry
  /// has too many cases.
  std::optional<Ghost> divide(const term::LinearSum& sum, const mpz_class& divisor) const;
  term::Term bounds_of_quotients(term::Term guard) const;
  program::Edge rewrite(const program::Edge& edge) const;
  void build();

  const program::Program& original_;
  term::TermManager& terms_;
  std::map<Key, Ghost> ghosts_;
  program::Program program_;
};

}  // namespace pendulum::domain
