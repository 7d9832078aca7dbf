#include "program/integer_view/guard_bounds.h"

#include <algorithm>

#include "base/check.h"
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

GuardBounds::GuardBounds(const IntegerSymbols& symbols, const Edge& edge, const FlowState* before)
    : symbols_(symbols), terms_(*symbols.terms), edge_(edge), before_(before) {}

const GuardBounds::Symbol& GuardBounds::add(Term symbol, Term image, Reading reading) {
  PENDULUM_CHECK(symbol.sort().is_bitvec() && image.sort().is_int(),
                 "{} should be a bit-vector, its image an integer", symbol.name());
  IntegerValue value = range_of(reading, symbol.sort().width());
  value.term = image;
  if (before_ != nullptr) {
    if (const auto known = before_->ranges.find(symbol); known != before_->ranges.end()) {
      value.lo = known->second.lo;
      value.hi = known->second.hi;
    }
  }
  return found_.emplace(symbol, Symbol{std::move(value), reading}).first->second;
}

void GuardBounds::derive(EdgeAdditions& additions) {
  term::TermVector facts = term::conjuncts(edge_.guard);
  facts_.insert(facts.begin(), facts.end());
  const term::TermVector defined = defined_facts();
  term::TermVector roots{edge_.guard};
  for (const Assignment& update : edge_.updates) roots.push_back(update.value);
  roots.insert(roots.end(), defined.begin(), defined.end());
  facts.insert(facts.end(), defined.begin(), defined.end());
  const term::TermVector symbols = term::symbols(std::span<const Term>(roots));
  for (Term symbol : symbols)
    if (symbol.sort().is_bitvec() && !found_.contains(symbol))
      add(symbol, symbols_.variables.at(symbol), symbols_.readings.at(symbol));
  for (int round = 0; round < rounds_of_bounds; ++round)
    for (Term fact : facts) bound(fact);
  require_intervals(symbols, additions);
}

// Soundness: every derived bound is also required by the guard. Otherwise the translation could use a bound
// to simplify away the very conjunct from which the bound follows.
void GuardBounds::require_intervals(const term::TermVector& symbols, EdgeAdditions& additions) {
  for (Term symbol : symbols) {
    if (!symbol.sort().is_bitvec()) continue;
    auto& [value, reading] = found_.at(symbol);
    const IntegerValue full = range_of(reading, symbol.sort().width());
    if (value.lo > value.hi) {  // the conjuncts are contradictory
      is_impossible_ = true;
      value = {value.term, full.lo, full.hi};
    }
    if (value.lo > full.lo) additions.require(terms_.mk_le(terms_.mk_int(value.lo), value.term));
    if (value.hi < full.hi) additions.require(terms_.mk_le(value.term, terms_.mk_int(value.hi)));
  }
}

term::TermVector GuardBounds::defined_facts() const {
  term::TermVector result;
  if (before_ == nullptr) return result;
  for (const Term conjunct : term::conjuncts(edge_.guard)) {
    const bool is_negated = conjunct.kind() == Kind::Not;
    const auto known = before_->definitions.find(is_negated ? conjunct[0] : conjunct);
    if (known == before_->definitions.end()) continue;
    for (const Term fact : term::conjuncts(is_negated ? terms_.mk_not(known->second) : known->second))
      result.push_back(fact);
  }
  return result;
}

IntegerValue GuardBounds::simple_range(Term t, Reading reading) const {
  PENDULUM_CHECK(t.sort().is_bitvec(), "{} should be a bit-vector", t.to_string());
  if (t.is_value()) {
    const mpz_class value = reading == Reading::Signed ? t.signed_value() : t.integer_value();
    return {Term(), value, value};
  }
  const auto found = found_.find(t);
  const bool is_known = found != found_.end() && found->second.reading == reading;
  return is_known ? found->second.value : range_of(reading, t.sort().width());
}

void GuardBounds::bound_above(Term symbol, Reading reading, const mpz_class& limit) {
  const auto found = found_.find(symbol);
  if (found == found_.end() || found->second.reading != reading) return;
  IntegerValue& value = found->second.value;
  value.hi = std::min(value.hi, limit);
}

void GuardBounds::bound_below(Term symbol, Reading reading, const mpz_class& limit) {
  const auto found = found_.find(symbol);
  if (found == found_.end() || found->second.reading != reading) return;
  IntegerValue& value = found->second.value;
  value.lo = std::max(value.lo, limit);
}

void GuardBounds::bound(Term conjunct) {
  const bool is_negated = conjunct.kind() == Kind::Not;
  const Term atom = is_negated ? conjunct[0] : conjunct;
  const Kind kind = atom.kind();
  if (kind == Kind::Eq && atom[0].sort().is_bitvec() && (atom[0].is_value() || atom[1].is_value())) {
    const Term symbol = atom[0].is_value() ? atom[1] : atom[0];
    const auto found = found_.find(symbol);
    if (found == found_.end()) return;
    const auto [now, reading] = found->second;
    const mpz_class value = simple_range(atom[0].is_value() ? atom[0] : atom[1], reading).lo;
    if (!is_negated || value == now.lo) bound_below(symbol, reading, is_negated ? value + 1 : value);
    if (!is_negated || value == now.hi) bound_above(symbol, reading, is_negated ? value - 1 : value);
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

bool GuardBounds::excludes_overflow(Kind kind, Term a, Term b) const {
  PENDULUM_CHECK(kind == Kind::BvSaddo || kind == Kind::BvSsubo || kind == Kind::BvSmulo,
                 "{} should be an overflow predicate", term::name_of(kind));
  // Build the predicate again, because the term manager may have simplified it to a comparison in the guard.
  const Term predicate = terms_.mk_bv_binary(kind, a, b);
  return predicate.is_false() || facts_.contains(terms_.mk_not(predicate));
}

}  // namespace pendulum::program
