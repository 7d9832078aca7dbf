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

IntegerEdge::IntegerEdge(IntegerSymbols& symbols, const Edge& edge, const FlowState* before)
    : symbols_(symbols),
      terms_(*symbols.terms),
      edge_(edge),
      additions_(terms_, edge.where),
      bounds_(symbols, edge, before),
      integers_(terms_, additions_),
      arithmetic_(terms_, integers_, bounds_, additions_),
      comparisons_(terms_, integers_) {
  PENDULUM_CHECK(symbols.terms != nullptr, "the symbols should belong to a term manager");
}

Edge IntegerEdge::translate() {
  PENDULUM_CHECK(!is_translated_, "an edge should be translated once");
  is_translated_ = true;
  Edge result = edge_;
  result.inputs = translate_inputs();
  bounds_.derive(additions_);
  for (const auto& [symbol, found] : bounds_.symbols()) integers_.add(symbol, found.value);
  translate_terms();
  result.updates.clear();
  for (const Assignment& update : edge_.updates)
    result.updates.push_back(
        {symbols_.variables.at(update.variable), in_update(update.variable, update.value)});
  result.guard = full_guard();
  result.inputs.insert(result.inputs.end(), additions_.inputs().begin(), additions_.inputs().end());
  return result;
}

Term IntegerEdge::full_guard() {
  term::TermVector conditions = additions_.conditions();
  conditions.push_back(others_.at(edge_.guard));
  const Term guard = terms_.mk_and(conditions);
  if (!guard.is_false()) return guard;
  // The builder drops edges whose guard is `false`, but edges must keep their ids: use a guard that is
  // unsatisfiable but not syntactically false.
  const Term never = additions_.fresh("never", terms_.int_sort());
  const Term zero = terms_.mk_int(0);
  const Term infeasible = terms_.mk_and(terms_.mk_lt(never, zero), terms_.mk_lt(zero, never));
  PENDULUM_CHECK(!infeasible.is_false(), "an infeasible edge should keep its id");
  return infeasible;
}

std::vector<Input> IntegerEdge::translate_inputs() {
  std::vector<Input> result;
  for (const Input& input : edge_.inputs) {
    const term::Sort sort = input.symbol.sort();
    const term::Sort image = integer_sort(terms_, sort);
    Term symbol = input.symbol;
    if (image != sort) {
      symbol = terms_.mk_fresh(input.symbol.name() + ".int", image);
      symbols_.input_origin.emplace(symbol, input.symbol);
    }
    result.push_back({symbol, input.origin});
    result.back().origin.forget_terms();
    if (sort.is_bitvec()) {
      // The input has the reading of the variable to which it is assigned, if any.
      const auto update = std::find_if(edge_.updates.begin(), edge_.updates.end(),
                                       [&](const Assignment& a) { return a.value == input.symbol; });
      const bool is_assigned = update != edge_.updates.end();
      const Reading reading = is_assigned ? symbols_.readings.at(update->variable) : Reading::Signed;
      additions_.require_range(bounds_.add(input.symbol, symbol, reading).value);
    } else {
      others_.emplace(input.symbol, symbol);
    }
  }
  return result;
}

void IntegerEdge::translate_terms() {
  term::TermVector roots{edge_.guard};
  for (const Assignment& update : edge_.updates) roots.push_back(update.value);
  for (Term t : term::subterms(std::span<const Term>(roots))) translate_term(t);
}

void IntegerEdge::translate_term(Term t) {
  if (t.sort().is_bitvec()) {
    if (integers_.contains(t)) return;
    integers_.add(t, term::is_bitvec_function(t.kind()) ? arithmetic_.operation(t) : other_bits(t));
  } else if (!others_.contains(t)) {
    others_.emplace(t, translate_other(t));
  }
}

Term IntegerEdge::in_update(Term variable, Term value) {
  PENDULUM_CHECK(variable.sort() == value.sort(), "{} should be assigned a value of its sort",
                 variable.name());
  if (!value.sort().is_bitvec()) return others_.at(value);
  return integers_.read(value, symbols_.readings.at(variable)).term;
}

Term IntegerEdge::equal(Term a, Term b) {
  if (a.sort().is_bitvec()) return comparisons_.equal(a, b);
  // Soundness: integer arrays have more cells than the original arrays, and these cells may differ.
  if (a.sort() != others_.at(a).sort()) additions_.add_approximation("array =");
  return terms_.mk_eq(others_.at(a), others_.at(b));
}

/// Array indices and elements have the unsigned reading.
Term IntegerEdge::translate_array(Term t) {
  const auto as_cell = [&](Term part) {
    return part.sort().is_bitvec() ? integers_.read(part, Reading::Unsigned).term : others_.at(part);
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
      return comparisons_.compare(t);
    case KindClass::BitVecOverflow:
      return comparisons_.overflow(t);
    case KindClass::Conversion:
      return integers_.read(t[0], Reading::Unsigned).term;  // Bv2Nat; the result of Int2Bv is a bit-vector
    case KindClass::Array:
      return translate_array(t);
    case KindClass::Apply:
      // Soundness: the result is arbitrary; two applications to equal arguments may differ.
      additions_.add_approximation(t.function().name);
      return additions_.fresh(t.function().name, integer_sort(terms_, t.sort()));
    case KindClass::FloatComparison:
      // Soundness: the result is arbitrary, because the integers of two numbers do not have their order.
      additions_.add_approximation(std::string(term::name_of(t.kind())));
      return additions_.fresh(std::string(term::name_of(t.kind())), t.sort());
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
    case KindClass::Float:
    case KindClass::Quantifier:
      break;
  }
  PENDULUM_UNREACHABLE();
}

IntegerValue IntegerEdge::other_bits(Term t) {
  // Use the signed reading, so that x + (-1) becomes x - 1.
  if (t.is_value()) return arithmetic_.constant(t.signed_value());
  if (t.kind() == Kind::Ite) return arithmetic_.choice(others_.at(t[0]), t[1], t[2]);
  if (t.kind() == Kind::Apply || term::is_float_operator(t.kind()))
    return additions_.unknown(t, Reading::Unsigned);
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
  additions_.require_range(value);
  return value;
}

}  // namespace pendulum::program
