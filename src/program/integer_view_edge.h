// Internal: translates the terms of one edge for the integer view.
//
// A bit-vector term of width n becomes an integer term that is congruent to it modulo 2^n, with an interval
// that holds for it. Sums and products need nothing more; only where an operator reads its operand as signed
// or unsigned is the integer brought into that range: by nothing if the interval says so, by ite for one or
// two multiples of 2^n, otherwise by an internal input for the multiple.
//
// Soundness: internal inputs come with side conditions that can be satisfied in every state, by exactly one
// value where the translation is exact; so the conjunction of the guard with all of them has the steps of the
// guard, wherever in the edge the operator stands.
#pragma once

#include <map>
#include <set>

#include "program/program.h"

namespace pendulum::program {

enum class Reading { Signed, Unsigned };

/// An integer term with lo <= term <= hi in all states that satisfy the range facts and the edge's guard.
struct IntegerValue {
  term::Term term;
  mpz_class lo;
  mpz_class hi;
};

mpz_class power_of_two(std::uint32_t exponent);
/// The numbers of width n under a reading; term is null.
IntegerValue range_of(Reading reading, std::uint32_t width);
/// BitVec becomes Int, everywhere in a sort.
term::Sort integer_sort(term::TermManager& terms, term::Sort sort);

struct Range {
  mpz_class lo;
  mpz_class hi;
  friend bool operator==(const Range&, const Range&) = default;
};

/// Facts that hold at a location (FlowRanges).
struct FlowState {
  std::map<term::Term, Range> ranges;            ///< by variable, in its reading; missing: the full range
  std::map<term::Term, term::Term> definitions;  ///< Boolean variable -> its value, over other variables
};

/// What all edges share.
struct IntegerSymbols {
  term::TermManager* terms = nullptr;
  term::TermMap<term::Term> variables;     ///< original -> integer
  term::TermMap<Reading> readings;         ///< of original variables of sort BitVec
  term::TermMap<term::Term> input_origin;  ///< integer input -> original, filled by the edges
};

class IntegerEdge {
 public:
  /// `before`: what is known at the edge's source; null: nothing. It should outlive this.
  IntegerEdge(IntegerSymbols& symbols, const Edge& edge, const FlowState* before = nullptr);
  Edge translate();
  /// After translate(): operations that may wrap, or are not known.
  unsigned num_wraps() const { return num_wraps_; }
  /// After translate(): no state satisfies the guard.
  bool is_impossible() const { return is_impossible_; }
  /// After translate(): what is known at the edge's target.
  FlowState state_after(const FlowState& before);
  /// Operators that are over-approximated.
  const std::set<std::string>& approximations() const { return approximations_; }

 private:
  using Term = term::Term;
  using Kind = term::Kind;

  // integer_view_edge.cpp: the frame and what is not arithmetic.
  void add_inputs();
  void add_symbol(Term symbol, Term image, Reading reading);
  void collect_facts();
  /// The definitions of the Boolean variables in the guard, as far as they are known.
  term::TermVector defined_facts() const;
  void define(FlowState& state) const;
  void bound(Term conjunct);
  void bound_above(Term symbol, Reading reading, const mpz_class& limit);
  void bound_below(Term symbol, Reading reading, const mpz_class& limit);
  IntegerValue simple_range(Term t, Reading reading) const;
  void translate_all(const term::TermVector& roots);
  void translate(Term t);
  void translate_bits(Term t);
  Term translate_other(Term t);
  Term translate_array(Term t);
  Term equal(Term a, Term b);
  Term compare(Term t);
  Term below_value(Term t, Term value, Reading reading, bool is_strict);
  Term overflow(Term t);
  Term in_update(Term variable, Term value);

  // integer_view_arithmetic.cpp: operators on bit-vectors.
  IntegerValue sum(Term t);
  IntegerValue negation(Term t);
  IntegerValue product(Term t);
  IntegerValue unsigned_division(Term t);
  IntegerValue signed_division(Term t);
  IntegerValue shift(Term t);
  IntegerValue bitwise(Term t);
  IntegerValue masked(const IntegerValue& value, const mpz_class& mask);
  IntegerValue bitwise_unknown(Term t, const IntegerValue& a, const IntegerValue& b);
  IntegerValue extract(Term t);
  IntegerValue choice(Term condition, Term then_term, Term else_term);

  // Readings.
  IntegerValue loose(Term t) const { return bits_.at(t); }
  IntegerValue read(Term t, Reading reading);
  IntegerValue normalized(const IntegerValue& value, std::uint32_t width, Reading reading);
  /// The loose value, or a reading if its interval is wide.
  IntegerValue operand(Term t);
  bool fits(Term t, Reading reading) const;
  Reading cheap_reading(Term t) const;
  /// Is the overflow of a sum, difference or product excluded by a conjunct of the guard (or impossible)?
  bool excludes_overflow(Kind kind, Term a, Term b);

  // Internal inputs.
  Term fresh(const std::string& name, term::Sort sort);
  IntegerValue unknown(Term t, Reading reading);
  void require(Term condition) { conditions_.push_back(condition); }
  void require_range(const IntegerValue& value);
  IntegerValue constant(const mpz_class& value);

  IntegerSymbols& symbols_;
  term::TermManager& terms_;
  const Edge& edge_;
  const FlowState* before_;
  unsigned num_wraps_ = 0;
  bool is_impossible_ = false;
  Edge result_;
  term::TermMap<IntegerValue> bits_;  ///< of bit-vector subterms
  term::TermMap<Term> others_;        ///< of other subterms
  term::TermMap<IntegerValue> signed_, unsigned_;
  term::TermSet facts_;                    ///< the conjuncts of the guard
  term::TermMap<Reading> symbol_reading_;  ///< of bit-vector variables and inputs of the edge
  term::TermVector conditions_;
  std::set<std::string> approximations_;
};

}  // namespace pendulum::program
