// Internal: translates one edge for the integer view.
//
// IntegerEdge translates symbols, updates, arrays and the Boolean structure. GuardBounds derives intervals of
// the symbols, CongruentIntegers holds the integer for each bit-vector term, IntegerArithmetic and
// IntegerComparisons translate the operators, and EdgeAdditions collects internal inputs and side conditions.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "program/integer_view/integer_arithmetic.h"
#include "program/integer_view/integer_comparisons.h"

namespace pendulum::program {

class IntegerEdge {
 public:
  /// `before`: facts at the edge's source; null if none are known. Requires: the arguments outlive this
  /// object.
  IntegerEdge(IntegerSymbols& symbols, const Edge& edge, const FlowState* before = nullptr);
  IntegerEdge(const IntegerEdge&) = delete;  // the members refer to each other
  IntegerEdge& operator=(const IntegerEdge&) = delete;

  /// Requires: it has not been called before.
  Edge translate();
  /// After translate(): number of operations that may wrap around or are over-approximated.
  unsigned num_wraps() const { return additions_.num_wraps(); }
  /// After translate(): true if the intervals show that no state satisfies the guard.
  bool is_impossible() const { return bounds_.is_impossible(); }
  /// After translate(): facts at the edge's target if `before` holds at its source.
  FlowState state_after(const FlowState& before);
  /// Operators that are over-approximated, with their source locations.
  const std::set<std::string>& approximations() const { return additions_.approximations(); }

 private:
  using Term = term::Term;

  /// The images of the edge's inputs.
  std::vector<Input> translate_inputs();
  void translate_terms();
  void translate_term(Term t);
  /// Translates the bit-vectors that are not results of bit-vector operators.
  IntegerValue other_bits(Term t);
  Term translate_other(Term t);
  Term translate_array(Term t);
  Term equal(Term a, Term b);
  /// The integer term that the image of `variable` is assigned for `value`.
  Term in_update(Term variable, Term value);
  /// The conjunction of the side conditions and the translated guard.
  Term full_guard();

  // integer_view_flow.cpp
  /// Updates the definitions in `state` to hold after the edge.
  void define(FlowState& state) const;

  IntegerSymbols& symbols_;
  term::TermManager& terms_;
  const Edge& edge_;
  EdgeAdditions additions_;
  GuardBounds bounds_;
  CongruentIntegers integers_;  ///< translations of bit-vector subterms
  term::TermMap<Term> others_;  ///< translations of other subterms
  IntegerArithmetic arithmetic_;
  IntegerComparisons comparisons_;
  bool is_translated_ = false;
};

}  // namespace pendulum::program
