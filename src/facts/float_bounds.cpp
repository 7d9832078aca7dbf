#include "facts/float_bounds.h"

#include <algorithm>
#include <span>

#include "base/check.h"
#include "facts/ite_leaves.h"
#include "term/floating_point/float_terms.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::facts {

namespace {

using term::FloatFormat;
using term::FloatTerms;
using term::Kind;
using term::Model;
using term::Term;
using term::TermVector;

/// Maximum number of constants of one format that become bounds. Each of them costs two candidates per
/// variable.
constexpr std::size_t max_constants = 24;
/// Maximum number of subterms of an operand that are inspected for variables and constants.
constexpr std::size_t max_subterms_of_operand = 100;

}  // namespace

FloatBounds::FloatBounds(const program::Program& program) : terms_(program.terms()), program_(program) {
  for (const Term term : term::subterms(program::terms_of(program)))
    if (term::is_float_operator(term.kind())) collect_operands(term);
  for (auto& [format, numbers] : constants_) {
    const FloatTerms floats(terms_, format);
    const Term one = terms_.mk_bv(mpz_class((1U << (format.exponent_bits - 1)) - 1) << format.fraction_bits(),
                                  format.width());
    for (const Term number : TermVector{one, terms_.mk_bv(0, format.width())}) numbers.insert(number);
    for (const Term number : std::set<Term>(numbers)) numbers.insert(floats.negate(number));
  }
}

void FloatBounds::collect_operands(Term application) {
  const FloatFormat format = FloatFormat::from_code(application.parameter(0));
  // The first child of an operator that is not a comparison is the rounding mode; an integer has no format.
  if (application.kind() == Kind::FloatFromSigned || application.kind() == Kind::FloatFromUnsigned) return;
  const std::size_t first = term::is_float_comparison(application.kind()) ? 0 : 1;
  for (const Term operand : application.children().subspan(first)) collect(operand, format);
}

void FloatBounds::collect(Term operand, FloatFormat format) {
  std::set<Term>& numbers = constants_[format];
  const FloatTerms floats(terms_, format);
  visit_ite_leaves(operand, max_subterms_of_operand, [&](Term leaf) {
    const bool is_sign_operation = leaf.kind() == Kind::BvXor || leaf.kind() == Kind::BvAnd;
    for (const Term number : is_sign_operation ? leaf.children() : std::span(&leaf, 1))
      if (number.is_symbol() && program_.is_variable(number)) formats_.emplace(number, format);
    if (leaf.is_value() && numbers.size() < max_constants && floats.is_nan(leaf).is_false())
      numbers.insert(leaf);
    return true;
  });
}

TermVector FloatBounds::candidates(Term variable, const std::vector<Model>& states) const {
  PENDULUM_CHECK(is_float(variable), "{} should be a floating-point variable", variable.name());
  PENDULUM_CHECK(!states.empty(), "a sample should exist");
  const FloatTerms floats(terms_, formats_.at(variable));
  const auto holds = [&](Term formula) {
    return std::ranges::all_of(
        states, [&](const Model& state) { return term::evaluate(terms_, formula, state).is_true(); });
  };
  TermVector result;
  const auto keep_if_holds = [&](Term formula) {
    if (holds(formula)) result.push_back(formula);
  };
  // A parameter of a filter or controller keeps its value.
  keep_if_holds(terms_.mk_eq(variable, term::evaluate(terms_, variable, states.front())));
  keep_if_holds(terms_.mk_not(floats.is_nan(variable)));
  keep_if_holds(floats.is_finite(variable));
  const auto numbers = constants_.find(floats.format());
  if (numbers == constants_.end()) return result;
  for (const Term number : numbers->second) {
    keep_if_holds(floats.le(number, variable));
    keep_if_holds(floats.le(variable, number));
  }
  return result;
}

}  // namespace pendulum::facts
