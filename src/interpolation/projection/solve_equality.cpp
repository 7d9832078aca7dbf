#include "interpolation/projection/solve_equality.h"

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

using term::Kind;
using term::Term;
using term::TermVector;

bool mentions(Term term, Term symbol) {
  return std::ranges::binary_search(term::symbols(term), symbol);
}

namespace {

/// One step of solving left = right for a symbol below child `position` of `left`: returns the term that this
/// child equals. Null if the operator is not invertible.
Term undo(term::TermManager& terms, Term left, std::size_t position, Term right) {
  const Kind kind = left.kind();
  if (kind == Kind::Add) {
    TermVector sum{right};
    for (std::size_t i = 0; i < left.num_children(); ++i)
      if (i != position) sum.push_back(terms.mk_neg(left[i]));
    return terms.mk_add(sum);
  }
  if (kind == Kind::Mul && left.num_children() == 2 && left == terms.mk_neg(left[position]))
    return terms.mk_neg(right);
  if (kind == Kind::BvAdd) return terms.mk_bvsub(right, left[1 - position]);
  if (kind == Kind::BvSub)
    return position == 0 ? terms.mk_bvadd(right, left[1]) : terms.mk_bvsub(left[0], right);
  if (kind == Kind::BvXor) return terms.mk_bv_binary(Kind::BvXor, right, left[1 - position]);
  if (kind == Kind::BvNeg) return terms.mk_bvneg(right);
  if (kind == Kind::BvNot) return terms.mk_bvnot(right);
  return {};
}

/// Solves left = right for a symbol that does not occur in `right`.
Term solve_left(term::TermManager& terms, Term symbol, Term left, Term right) {
  while (left != symbol) {
    std::size_t position = 0, number = 0;
    for (std::size_t i = 0; i < left.num_children(); ++i) {
      if (!mentions(left[i], symbol)) continue;
      position = i;
      ++number;
    }
    if (number != 1) return {};
    right = undo(terms, left, position, right);
    if (!right) return {};
    left = left[position];
  }
  return right;
}

}  // namespace

Term solve_equality(term::TermManager& terms, Term symbol, Term left, Term right) {
  PENDULUM_CHECK(left.sort() == right.sort(), "the sides of an equality should have one sort");
  const bool is_left = mentions(left, symbol), is_right = mentions(right, symbol);
  if (is_left == is_right) return {};
  const Term result =
      is_left ? solve_left(terms, symbol, left, right) : solve_left(terms, symbol, right, left);
  PENDULUM_DCHECK(!result || (result.sort() == symbol.sort() && !mentions(result, symbol)),
                  "a solution should be a value of the symbol without it");
  return result;
}

}  // namespace pendulum::interpolation
