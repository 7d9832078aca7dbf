// Simplifications of not, and, or, =, ite and quantifiers. Each rule is an equivalence.
#include "term/core_rules.h"

#include <algorithm>

#include "base/check.h"
#include "term/bitvec_comparison_rules.h"
#include "term/signature/kind_info.h"

namespace pendulum::term {

bool is_ite_of_values(Term term) {
  return term.kind() == Kind::Ite && term[1].is_value() && term[2].is_value();
}

bool has_flattenable(Kind kind, std::span<const Term> terms) {
  return std::any_of(terms.begin(), terms.end(), [&](Term t) {
    return t.kind() == kind && terms.size() - 1 + t.num_children() <= flatten_limit;
  });
}

namespace {

/// Splits x + c into (x, c), and other terms x into (x, null).
std::pair<Term, Term> split_sum(Term term) {
  const bool is_sum = term.kind() == Kind::BvAdd || (term.kind() == Kind::Add && term.num_children() == 2);
  return is_sum && term[1].is_value() ? std::pair(term[0], term[1]) : std::pair(term, Term());
}

bool is_complement(Term a, Term b) {
  return (a.kind() == Kind::Not && a[0] == b) || (b.kind() == Kind::Not && b[0] == a);
}

}  // namespace

bool are_distinct(Term a, Term b) {
  if (a == b) return false;
  if (a.is_value() && b.is_value()) return true;
  const auto [base_a, offset_a] = split_sum(a);
  const auto [base_b, offset_b] = split_sum(b);
  // The manager simplifies x + 0 to x, so x without an offset differs from x with any offset.
  return base_a == base_b && offset_a != offset_b;
}

Term CoreRules::negation(Term a) {
  if (a.is_true()) return manager_.mk_false();
  if (a.is_false()) return manager_.mk_true();
  if (a.kind() == Kind::Not) return a[0];
  const Term comparison = negated_comparison(a);
  return comparison.is_null() ? table_.make(Kind::Not, manager_.bool_sort(), {a}) : comparison;
}

/// Rewrites not (a <= b) to b < a, which is correct because the orders are total. Null if `a` is not a
/// comparison.
Term CoreRules::negated_comparison(Term a) {
  if (a.kind() == Kind::BvUle) return manager_.mk_bvult(a[1], a[0]);
  if (a.kind() == Kind::BvUlt) return manager_.mk_bvule(a[1], a[0]);
  if (a.kind() == Kind::BvSle) return manager_.mk_bvslt(a[1], a[0]);
  if (a.kind() == Kind::BvSlt) return manager_.mk_bvsle(a[1], a[0]);
  if (a.kind() == Kind::Le) return manager_.mk_lt(a[1], a[0]);
  if (a.kind() == Kind::Lt) return manager_.mk_le(a[1], a[0]);
  return Term();
}

bool CoreRules::has_complements(const TermVector& sorted) const {
  const auto contains = [&](Term t) {
    return !t.is_null() && std::binary_search(sorted.begin(), sorted.end(), t);
  };
  const auto has = [&](Kind kind, Term t) {
    return contains(table_.find(kind, manager_.bool_sort(), {t[1], t[0]}));
  };
  // One term of each complementary pair is a Not or a strict comparison.
  return std::any_of(sorted.begin(), sorted.end(), [&](Term t) {
    if (t.kind() == Kind::Not) return contains(t[0]);
    if (t.kind() == Kind::BvUlt) return has(Kind::BvUle, t);
    if (t.kind() == Kind::BvSlt) return has(Kind::BvSle, t);
    if (t.kind() == Kind::Lt) return has(Kind::Le, t);
    return false;
  });
}

Term CoreRules::junction(Kind kind, std::span<const Term> terms) {
  PENDULUM_DCHECK(kind == Kind::And || kind == Kind::Or, "'{}' should be and or or", name_of(kind));
  const Term unit = manager_.mk_bool(kind == Kind::And);
  const Term zero = manager_.mk_bool(kind == Kind::Or);
  TermVector flat;
  flat.reserve(std::max(terms.size(), flatten_limit));
  std::size_t total = terms.size();
  for (const Term t : terms) {
    if (t == zero) return zero;
    if (t == unit) {
      --total;
    } else if (t.kind() == kind && total - 1 + t.num_children() <= flatten_limit) {
      total += t.num_children() - 1;
      flat.insert(flat.end(), t.children().begin(), t.children().end());
    } else {
      flat.push_back(t);
    }
  }
  std::sort(flat.begin(), flat.end());
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  if (flat.empty()) return unit;
  if (flat.size() == 1) return flat[0];
  PENDULUM_DCHECK(total >= flat.size(), "flattening should count all children");
  if (has_complements(flat)) return zero;
  // Removing duplicates may have reduced the number of children, so that a nested term can now be flattened.
  if (total > flat.size() && has_flattenable(kind, flat)) return junction(kind, flat);
  return table_.make(kind, manager_.bool_sort(), flat);
}

Term CoreRules::bool_equality(Term a, Term b) {
  if (a.is_true()) return b;
  if (b.is_true()) return a;
  if (a.is_false()) return manager_.mk_not(b);
  if (b.is_false()) return manager_.mk_not(a);
  if (is_complement(a, b)) return manager_.mk_false();
  // Move negations out of the equality, so that only one polarity occurs.
  if (a.kind() == Kind::Not && b.kind() == Kind::Not) return manager_.mk_eq(a[0], b[0]);
  if (a.kind() == Kind::Not) return manager_.mk_not(manager_.mk_eq(a[0], b));
  if (b.kind() == Kind::Not) return manager_.mk_not(manager_.mk_eq(a, b[0]));
  return Term();
}

Term CoreRules::equality(Term a, Term b) {
  if (a == b) return manager_.mk_true();
  if (are_distinct(a, b)) return manager_.mk_false();
  if (b < a) std::swap(a, b);
  Term simpler;
  if (a.sort().is_bool()) {
    simpler = bool_equality(a, b);
  } else {
    const Term value = a.is_value() ? a : b;
    const Term other = a.is_value() ? b : a;
    if (value.is_value() && is_ite_of_values(other)) {
      return manager_.mk_ite(other[0], manager_.mk_bool(other[1] == value),
                             manager_.mk_bool(other[2] == value));
    }
    if (a.sort().is_bitvec()) {
      BitVecRules terms(manager_, table_);
      simpler = BitVecComparisonRules(manager_, terms).equality(other, value);
    } else if (value.is_value() && other.kind() == Kind::Add && other.num_children() == 2 &&
               other[1].is_value()) {
      simpler = manager_.mk_eq(other[0], manager_.mk_sub(value, other[1]));
    }
  }
  return simpler.is_null() ? table_.make(Kind::Eq, manager_.bool_sort(), {a, b}) : simpler;
}

Term CoreRules::bool_ite(Term c, Term t, Term e) {
  if (t.is_true() || t == c) return manager_.mk_or(c, e);
  if (t.is_false()) return manager_.mk_and(manager_.mk_not(c), e);
  if (e.is_true()) return manager_.mk_or(manager_.mk_not(c), t);
  if (e.is_false() || e == c) return manager_.mk_and(c, t);
  if (is_complement(t, e)) return manager_.mk_eq(c, t);
  return Term();
}

/// Rules for nested ites, and for ites whose condition is an equality of the branches.
Term CoreRules::merged_ite(Term c, Term t, Term e) {
  if (t.kind() == Kind::Ite && t[0] == c) return manager_.mk_ite(c, t[1], e);
  if (e.kind() == Kind::Ite && e[0] == c) return manager_.mk_ite(c, t, e[2]);
  if (e.kind() == Kind::Ite && e[1] == t) return manager_.mk_ite(manager_.mk_or(c, e[0]), t, e[2]);
  if (t.kind() == Kind::Ite && t[2] == e) return manager_.mk_ite(manager_.mk_and(c, t[0]), t[1], e);
  if (c.kind() == Kind::Eq && ((c[0] == t && c[1] == e) || (c[0] == e && c[1] == t))) return e;
  return Term();
}

Term CoreRules::ite(Term c, Term t, Term e) {
  if (c.is_true() || t == e) return t;
  if (c.is_false()) return e;
  if (c.kind() == Kind::Not) return manager_.mk_ite(c[0], e, t);
  if (t.sort().is_bool()) {
    const Term simpler = bool_ite(c, t, e);
    if (!simpler.is_null()) return simpler;
  }
  const Term simpler = merged_ite(c, t, e);
  return simpler.is_null() ? table_.make(Kind::Ite, t.sort(), {c, t, e}) : simpler;
}

Term CoreRules::quantifier(Kind kind, std::span<const Term> bound, Term body) {
  PENDULUM_CHECK(is_quantifier(kind), "'{}' should be a quantifier", name_of(kind));
  if (bound.empty() || body.is_value()) return body;  // correct because no sort is empty
  TermVector children(bound.begin(), bound.end());
  children.push_back(body);
  return table_.make(kind, manager_.bool_sort(), children);
}

}  // namespace pendulum::term
