// Translates symbols, readings, comparisons and arrays. integer_view_arithmetic.cpp translates the arithmetic
// operators.
#include "program/integer_view/integer_view_edge.h"

#include <algorithm>

#include "base/check.h"
#include "base/integer_math.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::program {

using term::Kind;
using term::KindClass;
using term::Term;

IntegerValue range_of(Reading reading, std::uint32_t width) {
  if (reading == Reading::Unsigned) return {Term(), 0, base::power_of_two(width) - 1};
  const mpz_class half = base::power_of_two(width - 1);
  return {Term(), -half, half - 1};
}

term::Sort integer_sort(term::TermManager& terms, term::Sort sort) {
  if (sort.is_bitvec()) return terms.int_sort();
  if (!sort.is_array()) return sort;
  return terms.array_sort(integer_sort(terms, sort.index()), integer_sort(terms, sort.element()));
}

IntegerEdge::IntegerEdge(IntegerSymbols& symbols, const Edge& edge, const FlowState* before)
    : symbols_(symbols), terms_(*symbols.terms), edge_(edge), before_(before), result_(edge) {}

Edge IntegerEdge::translate() {
  result_.updates.clear();
  result_.inputs.clear();
  add_inputs();
  collect_facts();
  term::TermVector roots{edge_.guard};
  for (const Assignment& update : edge_.updates) roots.push_back(update.value);
  translate_all(roots);
  for (const Assignment& update : edge_.updates)
    result_.updates.push_back(
        {symbols_.variables.at(update.variable), in_update(update.variable, update.value)});
  conditions_.push_back(others_.at(edge_.guard));
  result_.guard = terms_.mk_and(conditions_);
  if (result_.guard.is_false()) {
    // The builder drops edges whose guard is `false`, but edges must keep their ids: use a guard that is
    // unsatisfiable but not syntactically false.
    const Term never = fresh("never", terms_.int_sort());
    const Term zero = terms_.mk_int(0);
    result_.guard = terms_.mk_and(terms_.mk_lt(never, zero), terms_.mk_lt(zero, never));
    PENDULUM_CHECK(!result_.guard.is_false(), "an infeasible edge should keep its id");
  }
  return std::move(result_);
}

void IntegerEdge::add_inputs() {
  for (const Input& input : edge_.inputs) {
    const term::Sort sort = input.symbol.sort();
    const term::Sort image = integer_sort(terms_, sort);
    Term symbol = input.symbol;
    if (image != sort) {
      symbol = terms_.mk_fresh(input.symbol.name() + ".int", image);
      symbols_.input_origin.emplace(symbol, input.symbol);
    }
    result_.inputs.push_back({symbol, input.origin});
    result_.inputs.back().origin.forget_terms();
    if (sort.is_bitvec()) {
      // The input has the reading of the variable to which it is assigned, if any.
      const auto update = std::find_if(edge_.updates.begin(), edge_.updates.end(),
                                       [&](const Assignment& a) { return a.value == input.symbol; });
      const bool is_assigned = update != edge_.updates.end();
      const Reading reading = is_assigned ? symbols_.readings.at(update->variable) : Reading::Signed;
      add_symbol(input.symbol, symbol, reading);
      require_range(bits_.at(input.symbol));
    } else {
      others_.emplace(input.symbol, symbol);
    }
  }
}

void IntegerEdge::add_symbol(Term symbol, Term image, Reading reading) {
  IntegerValue value = range_of(reading, symbol.sort().width());
  value.term = image;
  if (before_ != nullptr) {
    if (const auto known = before_->ranges.find(symbol); known != before_->ranges.end()) {
      value.lo = known->second.lo;
      value.hi = known->second.hi;
    }
  }
  bits_.emplace(symbol, std::move(value));
  symbol_reading_.emplace(symbol, reading);
}

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
  for (int round = 0; round < 2; ++round)
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
  // Build the predicate again, because the term manager may have simplified it to a comparison in the guard.
  const Term predicate = terms_.mk_bv_binary(kind, a, b);
  return predicate.is_false() || facts_.contains(terms_.mk_not(predicate));
}

void IntegerEdge::translate_all(const term::TermVector& roots) {
  for (Term t : term::subterms(std::span<const Term>(roots))) translate(t);
}

void IntegerEdge::translate(Term t) {
  if (t.sort().is_bitvec()) {
    if (!bits_.contains(t)) translate_bits(t);
  } else if (!others_.contains(t)) {
    others_.emplace(t, translate_other(t));
  }
}

IntegerValue IntegerEdge::constant(const mpz_class& value) {
  return {terms_.mk_int(value), value, value};
}

Term IntegerEdge::fresh(const std::string& name, term::Sort sort) {
  const Term symbol = terms_.mk_fresh(name, sort);
  result_.inputs.push_back({symbol, {InputOrigin::Kind::Internal, name, 0, edge_.where, 0}});
  return symbol;
}

void IntegerEdge::require_range(const IntegerValue& value) {
  require(terms_.mk_le(terms_.mk_int(value.lo), value.term));
  require(terms_.mk_le(value.term, terms_.mk_int(value.hi)));
}

// Soundness: the input may have any value of the range, so the edge has at least the steps of the original.
IntegerValue IntegerEdge::unknown(Term t, Reading reading) {
  const std::string name(t.kind() == Kind::Apply ? t.function().name : term::name_of(t.kind()));
  approximations_.insert(name + " at " + edge_.where.to_string());
  ++num_wraps_;
  IntegerValue value = range_of(reading, t.sort().width());
  value.term = fresh(name, terms_.int_sort());
  require_range(value);
  return value;
}

IntegerValue IntegerEdge::read(Term t, Reading reading) {
  auto& cache = reading == Reading::Signed ? signed_ : unsigned_;
  const auto found = cache.find(t);
  if (found != cache.end()) return found->second;
  IntegerValue value = normalized(loose(t), t.sort().width(), reading);
  cache.emplace(t, value);
  return value;
}

IntegerValue IntegerEdge::normalized(const IntegerValue& value, std::uint32_t width, Reading reading) {
  IntegerValue result = range_of(reading, width);
  if (result.lo <= value.lo && value.hi <= result.hi) return value;
  ++num_wraps_;
  const mpz_class modulus = base::power_of_two(width);
  const auto multiple = [&](const mpz_class& x) { return base::floor_quotient(x - result.lo, modulus); };
  const mpz_class first = multiple(value.lo), last = multiple(value.hi);
  const auto without = [&](Term k) {
    return terms_.mk_sub(value.term, terms_.mk_mul(terms_.mk_int(modulus), k));
  };
  if (last - first > 2) {
    const Term k = fresh("wrap", terms_.int_sort());
    require_range({k, first, last});
    result.term = without(k);
    require_range(result);
    return result;
  }
  result.term = without(terms_.mk_int(first));
  for (mpz_class k = first + 1; k <= last; ++k) {
    const Term reached = terms_.mk_le(terms_.mk_int(mpz_class(result.lo + k * modulus)), value.term);
    result.term = terms_.mk_ite(reached, without(terms_.mk_int(k)), result.term);
  }
  if (first == last) {
    result.lo = value.lo - first * modulus;
    result.hi = value.hi - first * modulus;
  }
  return result;
}

bool IntegerEdge::fits(Term t, Reading reading) const {
  const IntegerValue& value = bits_.at(t);
  const IntegerValue range = range_of(reading, t.sort().width());
  return range.lo <= value.lo && value.hi <= range.hi;
}

Reading IntegerEdge::cheap_reading(Term t) const {
  return !fits(t, Reading::Signed) && fits(t, Reading::Unsigned) ? Reading::Unsigned : Reading::Signed;
}

IntegerValue IntegerEdge::operand(Term t) {
  const IntegerValue value = loose(t);
  const bool is_wide = value.hi - value.lo > 4 * base::power_of_two(t.sort().width());
  return is_wide ? read(t, cheap_reading(t)) : value;
}

Term IntegerEdge::in_update(Term variable, Term value) {
  if (!value.sort().is_bitvec()) return others_.at(value);
  return read(value, symbols_.readings.at(variable)).term;
}

Term IntegerEdge::equal(Term a, Term b) {
  if (!a.sort().is_bitvec()) {
    // Soundness: integer arrays have more cells than the original arrays, and these cells may differ.
    if (a.sort() != others_.at(a).sort()) approximations_.insert("array = at " + edge_.where.to_string());
    return terms_.mk_eq(others_.at(a), others_.at(b));
  }
  const mpz_class modulus = base::power_of_two(a.sort().width());
  IntegerValue x = loose(a), y = loose(b);
  // Congruent numbers whose distance is less than 2^n are equal.
  if (x.hi - y.lo >= modulus || y.hi - x.lo >= modulus) {
    const Reading reading = a.is_value() ? cheap_reading(b) : cheap_reading(a);
    x = read(a, reading);
    y = read(b, reading);
  }
  return terms_.mk_eq(x.term, y.term);
}

Term IntegerEdge::compare(Term t) {
  const bool is_signed = term::is_signed_comparison(t.kind());
  const bool is_strict = term::is_strict_comparison(t.kind());
  const Reading reading = is_signed ? Reading::Signed : Reading::Unsigned;
  const Reading other = is_signed ? Reading::Unsigned : Reading::Signed;
  if (t[1].is_value() && !fits(t[0], reading) && fits(t[0], other))
    return below_value(t[0], t[1], reading, is_strict);
  if (t[0].is_value() && !fits(t[1], reading) && fits(t[1], other))
    return terms_.mk_not(below_value(t[1], t[0], reading, !is_strict));
  const Term a = read(t[0], reading).term, b = read(t[1], reading).term;
  return is_strict ? terms_.mk_lt(a, b) : terms_.mk_le(a, b);
}

/// Translates x < value (or <=) in `reading`, for an x that fits the other reading, without a case split
/// inside the comparison: the numbers below `value` are one or two intervals in the other reading.
Term IntegerEdge::below_value(Term t, Term value, Reading reading, bool is_strict) {
  const Reading own = reading == Reading::Signed ? Reading::Unsigned : Reading::Signed;
  const IntegerValue x = read(t, own);
  const Term zero = terms_.mk_int(0);
  const mpz_class half = base::power_of_two(t.sort().width() - 1), modulus = 2 * half;
  const auto below = [&](const mpz_class& limit) {
    return is_strict ? terms_.mk_lt(x.term, terms_.mk_int(limit))
                     : terms_.mk_le(x.term, terms_.mk_int(limit));
  };
  if (own == Reading::Signed) {  // unsigned order: 0 ... half - 1, then the negative numbers
    const mpz_class limit = value.integer_value();
    const Term is_natural = terms_.mk_le(zero, x.term);
    return limit < half ? terms_.mk_and(is_natural, below(limit))
                        : terms_.mk_or(is_natural, below(limit - modulus));
  }
  // Signed order of unsigned numbers: half ... 2 half - 1 first, then 0 ... half - 1.
  const mpz_class limit = value.signed_value();
  const Term is_negative = terms_.mk_le(terms_.mk_int(half), x.term);
  return limit < 0 ? terms_.mk_and(is_negative, below(limit + modulus))
                   : terms_.mk_or(is_negative, below(limit));
}

Term IntegerEdge::overflow(Term t) {
  const Term a = read(t[0], Reading::Signed).term, b = read(t[1], Reading::Signed).term;
  const Term result = t.kind() == Kind::BvSaddo   ? terms_.mk_add(a, b)
                      : t.kind() == Kind::BvSsubo ? terms_.mk_sub(a, b)
                                                  : terms_.mk_mul(a, b);
  const IntegerValue range = range_of(Reading::Signed, t[0].sort().width());
  return terms_.mk_not(terms_.mk_and(terms_.mk_le(terms_.mk_int(range.lo), result),
                                     terms_.mk_le(result, terms_.mk_int(range.hi))));
}

/// Array indices and elements have the unsigned reading.
Term IntegerEdge::translate_array(Term t) {
  const auto as_cell = [&](Term part) {
    return part.sort().is_bitvec() ? read(part, Reading::Unsigned).term : others_.at(part);
  };
  if (t.kind() == Kind::ConstArray)
    return terms_.mk_const_array(integer_sort(terms_, t.sort()), as_cell(t[0]));
  if (t.kind() == Kind::Store) return terms_.mk_store(others_.at(t[0]), as_cell(t[1]), as_cell(t[2]));
  return terms_.mk_select(others_.at(t[0]), as_cell(t[1]));
}

Term IntegerEdge::translate_other(Term t) {
  PENDULUM_CHECK(!t.sort().is_bitvec(), "the term should not be a bit-vector");
  switch (term::class_of(t.kind())) {
    case KindClass::Symbol:
      return symbols_.variables.at(t);
    case KindClass::BitVecComparison:
      return compare(t);
    case KindClass::BitVecOverflow:
      return overflow(t);
    case KindClass::Conversion:
      return read(t[0], Reading::Unsigned).term;  // Bv2Nat; the result of Int2Bv is a bit-vector
    case KindClass::Array:
      return translate_array(t);
    case KindClass::Apply:
      // Soundness: the result is arbitrary; two applications to equal arguments may differ.
      approximations_.insert(t.function().name + " at " + edge_.where.to_string());
      return fresh(t.function().name, integer_sort(terms_, t.sort()));
    case KindClass::Value:
      return t;
    case KindClass::Core:
    case KindClass::Arithmetic:
    case KindClass::ArithmeticComparison: {
      if (t.kind() == Kind::Eq) return equal(t[0], t[1]);
      term::TermVector children;
      for (Term child : t.children()) children.push_back(others_.at(child));
      return terms_.mk_like(t, children);
    }
    case KindClass::BitVecUnary:
    case KindClass::BitVecBinary:
    case KindClass::BitVecStructure:
    case KindClass::Quantifier:
      break;
  }
  PENDULUM_UNREACHABLE();
}

void IntegerEdge::translate_bits(Term t) {
  bits_.emplace(t, term::is_bitvec_function(t.kind()) ? operation(t) : other_bits(t));
}

/// Translates the bit-vectors that are not results of bit-vector operators.
IntegerValue IntegerEdge::other_bits(Term t) {
  // Use the signed reading, so that x + (-1) becomes x - 1.
  if (t.is_value()) return constant(t.signed_value());
  if (t.kind() == Kind::Ite) return choice(others_.at(t[0]), t[1], t[2]);
  if (t.kind() == Kind::Apply) return unknown(t, Reading::Unsigned);
  const std::uint32_t width = t.sort().width();
  IntegerValue value = range_of(Reading::Unsigned, width);
  if (t.kind() == Kind::Int2Bv) {
    value.term = terms_.mk_int_mod(others_.at(t[0]), terms_.mk_int(base::power_of_two(width)));
    return value;
  }
  PENDULUM_CHECK(t.kind() == Kind::Select, "{} should not be a bit-vector", term::name_of(t.kind()));
  value.term = translate_array(t);
  // Soundness: cells that are never read may hold any integer. The cells that are read hold values within the
  // width in every state that corresponds to a state of the original program.
  require_range(value);
  return value;
}

IntegerValue IntegerEdge::operation(Term t) {
  const Kind kind = t.kind();
  if (kind == Kind::BvAdd || kind == Kind::BvSub) return sum(t);
  if (kind == Kind::BvNeg || kind == Kind::BvNot) return negation(t);
  if (kind == Kind::BvMul) return product(t);
  if (kind == Kind::BvUdiv || kind == Kind::BvUrem) return unsigned_division(t);
  if (kind == Kind::BvSdiv || kind == Kind::BvSrem) return signed_division(t);
  if (kind == Kind::BvShl || kind == Kind::BvLshr || kind == Kind::BvAshr) return shift(t);
  if (kind == Kind::BvAnd || kind == Kind::BvOr || kind == Kind::BvXor) return bitwise(t);
  if (kind == Kind::BvExtract) return extract(t);
  if (kind == Kind::BvConcat) return concat(t);
  if (kind == Kind::BvZeroExtend) return read(t[0], Reading::Unsigned);
  if (kind == Kind::BvSignExtend) return read(t[0], Reading::Signed);
  return unknown(t, Reading::Unsigned);
}

IntegerValue IntegerEdge::concat(Term t) {
  const IntegerValue high = read(t[0], Reading::Unsigned), low = read(t[1], Reading::Unsigned);
  const mpz_class factor = base::power_of_two(t[1].sort().width());
  return {terms_.mk_add(terms_.mk_mul(terms_.mk_int(factor), high.term), low.term), high.lo * factor + low.lo,
          high.hi * factor + low.hi};
}

}  // namespace pendulum::program
