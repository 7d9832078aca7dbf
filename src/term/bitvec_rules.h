// Internal: simplifying constructors for bit-vectors. The caller has checked the sorts of all arguments. The
// rules for predicates on bit-vectors are in bitvec_comparison_rules.h.
#pragma once

#include "term/term_manager.h"
#include "term/term_table.h"

namespace pendulum::term {

class BitVecRules {
 public:
  BitVecRules(TermManager& manager, TermTable& table) : manager_(manager), table_(table) {}

  Term complement(Term a);
  Term negation(Term a);
  Term binary(Kind kind, Term a, Term b);
  Term extract(Term a, std::uint32_t high, std::uint32_t low);
  Term zero_extend(Term a, std::uint32_t added_bits);
  Term sign_extend(Term a, std::uint32_t added_bits);
  /// Evaluates the operator on two values.
  Term fold(Kind kind, Term a, Term b);

 private:
  Term make(Kind kind, Term a, Term b);
  /// Returns a simpler equivalent term; null if no rule applies.
  Term simpler(Kind kind, Term a, Term b);
  Term over_ite(Kind kind, Term a, Term b);

  // bitvec_rules.cpp
  Term add(Term a, Term b);
  Term sub(Term a, Term b);
  Term mul(Term a, Term b);
  Term division(Kind kind, Term a, Term b);
  Term narrow_signed_division(Kind kind, Term a, Term b);
  Term narrow_unsigned_division(Kind kind, Term a, Term b);
  Term bitwise(Kind kind, Term a, Term b);
  Term shift(Kind kind, Term a, Term b);
  /// Return the value with all bits 0, or all bits 1, of the sort of `like`.
  Term zero(Term like);
  Term ones(Term like);

  // bitvec_structure_rules.cpp
  Term concat(Term high, Term low);
  Term joined_extracts(Term high, Term low);
  Term extract_of_extension(Term a, std::uint32_t high, std::uint32_t low);

  TermManager& manager_;
  TermTable& table_;
};

bool is_zero(Term term);
bool is_one(Term term);
/// Returns true if the term is a value with all bits 1.
bool is_ones(Term term);

}  // namespace pendulum::term
