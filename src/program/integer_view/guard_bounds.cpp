// Derives intervals of symbols, and the absence of overflows, from the guard of an edge and from facts that
// are known at its source.
#include <algorithm>

#include "base/check.h"
#include "program/integer_view/integer_view_edge.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::program {

using term::Kind;
using term::Term;

namespace {

/// Number of times that each fact is used: the bound of a symbol that follows from one fact may be needed to
/// use an earlier fact, for example i < n before n < 10. Not measured.
constexpr int rounds_of_bounds = 2;

}  // namespace

/// Derives intervals of symbols from the conjuncts of the guard and the definitions at the source.
// Soundness: every derived bound is also required by the guard. Otherwise the translation could use a bound
// to simplify away the very conjunct from which the bound follows.
void IntegerEdge::collect_facts() {
  term::TermVector facts = term::conjuncts(edge_.guard);
  facts_.insert(facts.begin(), facts.end());
  const term::TermVector defined = defined_facts();
  term::TermVector roots{edge_.guard};
  for (const Assignment& update : edge_.updates) roots.push_back(update.value);
  roots.insert(roots.end(), defined.begin(), defined.end());
  facts.insert(facts.end(), defined.begin(), defined.end());
  const term::TermVector symbols = term::symbols(std::span<const Term>(roots));
  for (Term symbol : symbols)
    if (symbol.sort().is_bitvec() && !bits_.contains(symbol))
      add_symbol(symbol, symbols_.variables.at(symbol), symbols_.readings.at(symbol));
  for (int round = 0; round < rounds_of_bounds; ++round)
    for (Term fact : facts) bound(fact);
  for (Term symbol : symbols) {
    if (!symbol.sort().is_bitvec()) continue;
    IntegerValue& value = bits_.at(symbol);
    const IntegerValue full = range_of(symbol_reading_.at(symbol), symbol.sort().width());
    if (value.lo > value.hi) {  // the conjuncts are contradictory
      is_impossible_ = true;
      value = {value.term, full.lo, full.hi};
    }
    if (value.lo > full.lo) require(terms_.mk_le(terms_.mk_int(value.lo), value.term));
    if (value.hi < full.hi) require(terms_.mk_le(value.term, terms_.mk_int(value.hi)));
  }
}

/// The interval of a symbol or value under a reading; the full range for other terms.
IntegerValue IntegerEdge::simple_range(Term t, Reading reading) const {
  PENDULUM_CHECK(t.sort().is_bitvec(), "{} should be a bit-vector", t.to_string());
  if (t.is_value()) {
    const mpz_class value = reading == Reading::Signed ? t.signed_value() : t.integer_value();
    return {Term(), value, value};
  }
  const auto found = symbol_reading_.find(t);
  const bool is_known = found != symbol_reading_.end() && found->second == reading;
  return is_known ? bits_.at(t) : range_of(reading, t.sort().width());
}

void IntegerEdge::bound_above(Term symbol, Reading reading, const mpz_class& limit) {
  const auto found = symbol_reading_.find(symbol);
  if (found == symbol_reading_.end() || found->second != reading) return;
  IntegerValue& value = bits_.at(symbol);
  value.hi = std::min(value.hi, limit);
}

void IntegerEdge::bound_below(Term symbol, Reading reading, const mpz_class& limit) {
  const auto found = symbol_reading_.find(symbol);
  if (found == symbol_reading_.end() || found->second != reading) return;
  IntegerValue& value = bits_.at(symbol);
  value.lo = std::max(value.lo, limit);
}

void IntegerEdge::bound(Term conjunct) {
  const bool is_negated = conjunct.kind() == Kind::Not;
  const Term atom = is_negated ? conjunct[0] : conjunct;
  const Kind kind = atom.kind();
  if (kind == Kind::Eq && atom[0].sort().is_bitvec() && (atom[0].is_value() || atom[1].is_value())) {
    const Term symbol = atom[0].is_value() ? atom[1] : atom[0];
    const auto reading = symbol_reading_.find(symbol);
    if (reading == symbol_reading_.end()) return;
    const mpz_class value = simple_range(atom[0].is_value() ? atom[0] : atom[1], reading->second).lo;
    const IntegerValue now = bits_.at(symbol);
    if (!is_negated || value == now.lo) bound_below(symbol, reading->second, is_negated ? value + 1 : value);
    if (!is_negated || value == now.hi) bound_above(symbol, reading->second, is_negated ? value - 1 : value);
    return;
  }
  if (!term::is_bitvec_comparison(kind)) return;
  const Reading reading = term::is_signed_comparison(kind) ? Reading::Signed : Reading::Unsigned;
  // The comparison states small < large or small <= large; not (a < b) is b <= a.
  const Term small = is_negated ? atom[1] : atom[0], large = is_negated ? atom[0] : atom[1];
  const mpz_class gap = term::is_strict_comparison(kind) != is_negated ? 1 : 0;
  bound_above(small, reading, simple_range(large, reading).hi - gap);
  bound_below(large, reading, simple_range(small, reading).lo + gap);
}

bool IntegerEdge::excludes_overflow(Kind kind, Term a, Term b) {
  PENDULUM_CHECK(kind == Kind::BvSaddo || kind == Kind::BvSsubo || kind == Kind::BvSmulo,
                 "{} should be an overflow predicate", term::name_of(kind));
  // Build the predicate again, because the term manager may have simplified it to a comparison in the guard.
  const Term predicate = terms_.mk_bv_binary(kind, a, b);
  return predicate.is_false() || facts_.contains(terms_.mk_not(predicate));
}

}  // namespace pendulum::program
