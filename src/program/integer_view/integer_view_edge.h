// Internal: translates the terms of one edge for the integer view.
//
// A bit-vector term of width n becomes an integer term that is congruent to it modulo 2^n, together with an
// interval that contains it. Congruence suffices for sums and products. If an operator reads its operand as
// signed or unsigned, the integer is first normalised to that range: no operation is needed if the interval
// lies within the range; ites subtract the multiple of 2^n if the interval spans at most three multiples;
// otherwise an internal input represents the multiple.
//
// Soundness: the side conditions of internal inputs can be satisfied in every state, by exactly one value if
// the translation is exact. So the conjunction of the guard with all side conditions permits the same steps
// as the guard, even if the operator occurs in a branch of an ite or under a negation.
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

/// The numbers that `width` bits represent under a reading; the term is null.
IntegerValue range_of(Reading reading, std::uint32_t width);
/// Replaces BitVec by Int everywhere in a sort.
term::Sort integer_sort(term::TermManager& terms, term::Sort sort);

struct Range {
  mpz_class lo;
  mpz_class hi;
  friend bool operator==(const Range&, const Range&) = default;
};

/// Facts that hold at a location, computed by FlowRanges.
struct FlowState {
  std::map<term::Term, Range> ranges;            ///< by variable, in its reading; absent: full range
  std::map<term::Term, term::Term> definitions;  ///< Boolean variable -> its value, over other variables
};

/// Data shared by the translations of all edges.
struct IntegerSymbols {
  term::TermManager* terms = nullptr;
  term::TermMap<term::Term> variables;     ///< original -> integer
  term::TermMap<Reading> readings;         ///< original variables of sort BitVec -> reading
  term::TermMap<term::Term> input_origin;  ///< input of the view -> original input, filled by IntegerEdge
};

class IntegerEdge {
 public:
  /// `before`: facts at the edge's source; null if none are known. Requires: `before` outlives this object.
  IntegerEdge(IntegerSymbols& symbols, const Edge& edge, const FlowState* before = nullptr);
  Edge translate();
  /// After translate(): number of operations that may wrap around or are over-approximated.
  unsigned num_wraps() const { return num_wraps_; }
  /// After translate(): true if the intervals show that no state satisfies the guard.
  bool is_impossible() const { return is_impossible_; }
  /// After translate(): facts at the edge's target if `before` holds at its source.
  FlowState state_after(const FlowState& before);
  /// Operators that are over-approximated, with their source locations.
  const std::set<std::string>& approximations() const { return approximations_; }

 private:
  using Term = term::Term;
  using Kind = term::Kind;

  // integer_view_edge.cpp: symbols, comparisons, arrays. integer_view_flow.cpp: defined_facts, define,
  // state_after.
  void add_inputs();
  void add_symbol(Term symbol, Term image, Reading reading);
  void collect_facts();
  /// The definitions, as far as they are known, of the Boolean variables that are conjuncts of the guard.
  term::TermVector defined_facts() const;
  /// Updates the definitions in `state` to hold after the edge.
  void define(FlowState& state) const;
  /// Tightens intervals of symbols by a conjunct of the guard.
  void bound(Term conjunct);
  void bound_above(Term symbol, Reading reading, const mpz_class& limit);
  void bound_below(Term symbol, Reading reading, const mpz_class& limit);
  /// The interval of a symbol or value under a reading; the full range for other terms.
  IntegerValue simple_range(Term t, Reading reading) const;
  void translate_all(const term::TermVector& roots);
  void translate(Term t);
  void translate_bits(Term t);
  IntegerValue other_bits(Term t);
  IntegerValue operation(Term t);
  IntegerValue concat(Term t);
  Term translate_other(Term t);
  Term translate_array(Term t);
  Term equal(Term a, Term b);
  Term compare(Term t);
  /// t < value, or t <= value unless `is_strict`, in `reading`, for a term that fits the other reading.
  Term below_value(Term t, Term value, Reading reading, bool is_strict);
  /// Translates an overflow predicate.
  Term overflow(Term t);
  /// The integer term that the image of `variable` is assigned for `value`.
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

  // Conversions between congruent integers and readings.
  /// The integer that is congruent to the term, in whatever interval it has.
  IntegerValue loose(Term t) const { return bits_.at(t); }
  /// The integer that the term represents under a reading.
  IntegerValue read(Term t, Reading reading);
  IntegerValue normalized(const IntegerValue& value, std::uint32_t width, Reading reading);
  /// The loose value or, if its interval is wide, a reading.
  IntegerValue operand(Term t);
  /// True if the loose value is already the number under the reading.
  bool fits(Term t, Reading reading) const;
  /// A reading that the loose value fits if there is one, otherwise signed.
  Reading cheap_reading(Term t) const;
  /// True if the signed overflow of a sum, difference or product is impossible or excluded by a conjunct of
  /// the guard.
  bool excludes_overflow(Kind kind, Term a, Term b);

  // Internal inputs.
  Term fresh(const std::string& name, term::Sort sort);
  /// Over-approximates the term by an internal input within the range of the reading.
  IntegerValue unknown(Term t, Reading reading);
  /// Adds a side condition to the edge's guard.
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
  term::TermMap<IntegerValue> bits_;  ///< translations of bit-vector subterms
  term::TermMap<Term> others_;        ///< translations of other subterms
  /// Caches of read().
  term::TermMap<IntegerValue> signed_, unsigned_;
  term::TermSet facts_;                    ///< conjuncts of the guard
  term::TermMap<Reading> symbol_reading_;  ///< bit-vector variables and inputs of the edge -> reading
  /// Side conditions that become part of the guard.
  term::TermVector conditions_;
  std::set<std::string> approximations_;
};

}  // namespace pendulum::program
