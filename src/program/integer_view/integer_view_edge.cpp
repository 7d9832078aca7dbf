// Translates symbols, updates and arrays, and calls the translation of each operator.
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
  PENDULUM_CHECK(width >= 1, "a bit-vector should have a bit");
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
    : symbols_(symbols), terms_(*symbols.terms), edge_(edge), before_(before), result_(edge) {
  PENDULUM_CHECK(symbols.terms != nullptr, "the symbols should belong to a term manager");
}

Edge IntegerEdge::translate() {
  PENDULUM_CHECK(conditions_.empty(), "an edge should be translated once");
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
  bits_.emplace(symbol, std::move(value));
  symbol_reading_.emplace(symbol, reading);
}

void IntegerEdge::translate_all(const term::TermVector& roots) {
  for (Term t : term::subterms(std::span<const Term>(roots))) translate(t);
}

void IntegerEdge::translate(Term t) {
  if (t.sort().is_bitvec()) {
    if (!bits_.contains(t)) translate_bits(t);
    PENDULUM_CHECK(bits_.at(t).term.sort().is_int(), "the image of a bit-vector should be an integer");
  } else if (!others_.contains(t)) {
    others_.emplace(t, translate_other(t));
  }
}

Term IntegerEdge::in_update(Term variable, Term value) {
  PENDULUM_CHECK(variable.sort() == value.sort(), "{} should be assigned a value of its sort",
                 variable.name());
  if (!value.sort().is_bitvec()) return others_.at(value);
  return read(value, symbols_.readings.at(variable)).term;
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
