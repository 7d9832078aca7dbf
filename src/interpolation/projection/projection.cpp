#include "interpolation/projection/projection.h"

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "base/integer_math.h"
#include "interpolation/projection/solve_equality.h"
#include "term/forms/linear.h"
#include "term/traverse.h"

namespace pendulum::interpolation {

namespace {

using term::Kind;
using term::LinearLiteral;
using term::LinearSum;
using term::Term;
using Relation = LinearLiteral::Relation;

/// Disequalities of bit-vectors of at least this width never exclude all values, because a cube has fewer
/// than 2^32 literals.
constexpr std::uint32_t min_inexhaustible_width = 32;

class Projection {
 public:
  Projection(term::TermManager& terms, term::TermVector cube, term::Model model)
      : terms_(terms), cube_(std::move(cube)), model_(std::move(model)) {}

  void eliminate(std::span<const Term> symbols);
  term::TermVector result() const;

 private:
  /// The bounds of a bit-vector that the literals of the cube state.
  struct OrderedBounds {
    struct Bound {
      Term term;
      bool is_strict;
    };
    std::vector<Bound> lower, upper;
    bool is_signed = false;  ///< meaningless without bounds
    std::size_t num_disequalities = 0;
  };

  /// Removes the literals with the symbol from the cube and returns them.
  term::TermVector take(Term symbol);
  /// Adds the conjuncts of a normalised literal to the cube.
  void put(Term literal);
  void substitute(Term symbol, Term value);
  void substitute_value(Term symbol) { substitute(symbol, value_of(symbol)); }
  Term value_of(Term term) { return term::evaluate(terms_, term, model_); }
  mpq_class number_of(const LinearSum& sum);

  /// Replaces reads of an array symbol by new symbols, which are returned.
  term::TermVector eliminate_array(Term array);
  bool eliminate_by_equality(Term symbol);
  /// The value of the symbol that an equality determines; null if it determines none.
  Term solve_for(Term literal, Term symbol);
  Term solve_linear(Term literal, Term symbol);
  bool eliminate_linear(Term symbol);
  void choose_lower_bound(Term symbol, std::vector<LinearLiteral> literals);
  /// Eliminates a bit-vector that occurs only as a side of comparisons of one signedness (the discrete case),
  /// or only as a side of disequalities, or not at all.
  bool eliminate_ordered(Term symbol);
  /// The literals with a bit-vector if they are comparisons of one signedness and disequalities; otherwise
  /// nullopt.
  std::optional<OrderedBounds> bounds_of(Term symbol) const;
  void choose_lower_bound(const OrderedBounds& bounds, std::uint32_t width);

  term::TermManager& terms_;
  term::TermVector cube_;
  term::Model model_;
};

term::TermVector Projection::take(Term symbol) {
  term::TermVector taken, rest;
  for (const Term literal : cube_) (mentions(literal, symbol) ? taken : rest).push_back(literal);
  cube_ = std::move(rest);
  return taken;
}

void Projection::put(Term literal) {
  literal = term::normalize_literal(terms_, literal);
  if (literal.is_true()) return;
  for (const Term conjunct : term::conjuncts(literal))
    if (std::ranges::find(cube_, conjunct) == cube_.end()) cube_.push_back(conjunct);
}

void Projection::substitute(Term symbol, Term value) {
  PENDULUM_DCHECK(!mentions(value, symbol), "the value of {} should not contain it", symbol.name());
  term::Substituter replace(terms_, {{symbol, value}});
  for (const Term literal : take(symbol)) put(replace(literal));
}

mpq_class Projection::number_of(const LinearSum& sum) {
  mpq_class result = sum.constant;
  for (const auto& [term, coefficient] : sum.coefficients) {
    const Term value = value_of(term);
    PENDULUM_CHECK(value.kind() == Kind::IntValue || value.kind() == Kind::RealValue,
                   "{} should have a number as value, not {}", term.to_string(), value.to_string());
    result += coefficient *
              (value.kind() == Kind::IntValue ? mpq_class(value.integer_value()) : value.rational_value());
  }
  return result;
}

void Projection::eliminate(std::span<const Term> symbols) {
  const term::TermVector occurring = term::symbols(cube_);
  term::TermVector scalars;
  for (const Term symbol : symbols) {
    if (!std::ranges::binary_search(occurring, symbol)) continue;
    if (symbol.sort().is_bool()) {
      substitute_value(symbol);
    } else if (symbol.sort().is_array()) {
      for (const Term cell : eliminate_array(symbol)) scalars.push_back(cell);
    } else {
      scalars.push_back(symbol);
    }
  }
  // Symbols that an equality determines come first: this loses no precision and may bring other symbols into
  // equalities.
  term::TermVector rest;
  for (const Term symbol : scalars)
    if (!eliminate_by_equality(symbol)) rest.push_back(symbol);
  for (const Term symbol : rest) {
    if (eliminate_by_equality(symbol) || eliminate_linear(symbol) || eliminate_ordered(symbol)) continue;
    substitute_value(symbol);
  }
}

term::TermVector Projection::result() const {
  for (const Term literal : cube_)
    PENDULUM_CHECK(!literal.is_false(), "a projection should hold in its model");
  return cube_;
}

term::TermVector Projection::eliminate_array(Term array) {
  std::vector<std::pair<Term, Term>> cells;  // index and symbol
  while (true) {
    // An innermost read: its index does not read the array.
    Term read;
    for (const Term t : term::subterms(cube_)) {
      if (t.kind() != Kind::Select || t[0] != array || mentions(t[1], array)) continue;
      read = t;
      break;
    }
    if (!read) break;
    const Term value = value_of(read[1]);
    Term symbol;
    term::TermVector conditions;
    for (const auto& [index, cell] : cells) {
      const bool is_equal = value_of(index) == value;
      conditions.push_back(is_equal ? terms_.mk_eq(index, read[1]) : terms_.mk_distinct(index, read[1]));
      if (is_equal) symbol = cell;
      if (is_equal) break;
    }
    if (symbol) {
      conditions = {conditions.back()};
    } else {
      symbol = terms_.mk_fresh("cell", read.sort());
      model_.emplace(symbol, value_of(read));
      cells.emplace_back(read[1], symbol);
    }
    term::Substituter replace(terms_, {{read, symbol}});
    term::TermVector old = std::move(cube_);
    cube_.clear();
    for (const Term literal : old) put(replace(literal));
    for (auto& [index, cell] : cells) index = replace(index);
    for (const Term condition : conditions) put(replace(condition));
  }
  substitute_value(array);  // equalities of whole arrays
  term::TermVector symbols;
  for (const auto& [index, cell] : cells) symbols.push_back(cell);
  return symbols;
}

bool Projection::eliminate_by_equality(Term symbol) {
  for (const Term literal : cube_) {
    if (!mentions(literal, symbol)) continue;
    if (const Term value = solve_for(literal, symbol)) {
      substitute(symbol, value);
      return true;
    }
  }
  return false;
}

Term Projection::solve_for(Term literal, Term symbol) {
  if (literal.kind() != Kind::Eq) return {};
  if (literal[0].sort().is_bitvec()) return solve_equality(terms_, symbol, literal[0], literal[1]);
  return solve_linear(literal, symbol);
}

Term Projection::solve_linear(Term literal, Term symbol) {
  auto linear = term::linear_literal(literal);
  if (!linear) return {};
  const mpq_class coefficient = linear->sum.coefficient(symbol);
  const bool is_unit = coefficient == 1 || coefficient == -1;
  if (coefficient == 0 || (linear->sort.is_int() && !is_unit)) return {};
  LinearSum rest;
  rest.add(mpq_class(-1) / coefficient, linear->sum);
  rest.coefficients.erase(symbol);
  term::TermVector summands;
  const auto number = [&](const mpq_class& n) {
    return linear->sort.is_int() ? terms_.mk_int(n.get_num()) : terms_.mk_real(n);
  };
  for (const auto& [term, factor] : rest.coefficients) {
    if (mentions(term, symbol) || (linear->sort.is_int() && factor.get_den() != 1)) return {};
    summands.push_back(terms_.mk_mul(number(factor), term));
  }
  if (linear->sort.is_int() && rest.constant.get_den() != 1) return {};
  summands.push_back(number(rest.constant));
  return terms_.mk_add(summands);
}

bool Projection::eliminate_linear(Term symbol) {
  if (!symbol.sort().is_int() && !symbol.sort().is_real()) return false;
  std::vector<LinearLiteral> literals;
  for (const Term literal : cube_) {
    if (!mentions(literal, symbol)) continue;
    auto linear = term::linear_literal(literal);
    if (!linear) return false;
    for (const auto& [term, coefficient] : linear->sum.coefficients)
      if (term != symbol && mentions(term, symbol)) return false;
    literals.push_back(std::move(*linear));
  }
  take(symbol);
  const bool only_disequalities = std::ranges::all_of(
      literals, [](const LinearLiteral& literal) { return literal.relation == Relation::Ne; });
  if (only_disequalities) return true;  // infinitely many values remain
  for (LinearLiteral& literal : literals) {
    if (literal.relation != Relation::Ne) continue;
    if (number_of(literal.sum) > 0) {
      LinearSum negated;
      negated.add(-1, literal.sum);
      literal.sum = negated;
    }
    literal.relation = literal.sort.is_int() ? Relation::Le : Relation::Lt;
    if (literal.sort.is_int()) literal.sum.constant += 1;
  }
  choose_lower_bound(symbol, std::move(literals));
  return true;
}

/// A literal a * x + rest <= 0 with a < 0 is the lower bound rest / -a. The symbol is replaced by the
/// greatest lower bound in the model, over Int by the next integer; literals are scaled accordingly.
void Projection::choose_lower_bound(Term symbol, std::vector<LinearLiteral> literals) {
  for (const LinearLiteral& literal : literals)
    PENDULUM_CHECK(literal.sum.coefficient(symbol) != 0, "a bound of {} should contain it", symbol.name());
  const LinearLiteral* best = nullptr;
  bool has_upper = false;
  mpq_class best_value;
  for (const LinearLiteral& literal : literals) {
    const mpq_class a = literal.sum.coefficient(symbol);
    if (a > 0) has_upper = true;
    if (a > 0 && literal.relation != Relation::Eq) continue;
    LinearSum rest = literal.sum;
    rest.coefficients.erase(symbol);
    const mpq_class value = number_of(rest) / -a;
    const bool is_better = !best || literal.relation == Relation::Eq || value > best_value ||
                           (value == best_value && literal.relation == Relation::Lt);
    if (best && best->relation == Relation::Eq) continue;
    if (is_better) {
      best = &literal;
      best_value = value;
    }
  }
  const bool has_equality = best && best->relation == Relation::Eq;
  if (!has_equality && (!best || !has_upper)) return;  // any sufficiently large (small) value satisfies them
  if (!symbol.sort().is_int() && best->relation == Relation::Lt) {
    // A strict bound has no least value above it: use the value in the model.
    for (const LinearLiteral& literal : literals) put(term::to_term(terms_, literal));
    return substitute_value(symbol);
  }
  // x = (bound + slack) / scale, where bound is the rest of the literal.
  const mpq_class a = best->sum.coefficient(symbol);
  LinearSum bound = best->sum;
  bound.coefficients.erase(symbol);
  LinearSum value;  // x is replaced by value / scale
  const mpq_class scale = abs(a);
  value.add(a < 0 ? 1 : -1, bound);
  if (symbol.sort().is_int() && scale != 1) {
    const mpq_class at_model = number_of(value);
    const mpz_class divisor = scale.get_num();
    // The distance to the next multiple of the divisor.
    value.constant += base::floor_remainder(-at_model.get_num(), divisor);
    term::TermVector summands{terms_.mk_int(value.constant.get_num())};
    for (const auto& [term, coefficient] : value.coefficients)
      summands.push_back(terms_.mk_mul(terms_.mk_int(coefficient.get_num()), term));
    put(terms_.mk_eq(terms_.mk_int_mod(terms_.mk_add(summands), terms_.mk_int(divisor)), terms_.mk_int(0)));
  }
  for (const LinearLiteral& literal : literals) {
    LinearLiteral replaced = literal;
    const mpq_class b = literal.sum.coefficient(symbol);
    replaced.sum.coefficients.erase(symbol);
    LinearSum sum;
    sum.add(scale, replaced.sum);
    sum.add(b, value);
    replaced.sum = sum;
    put(term::to_term(terms_, replaced));
  }
}

bool Projection::eliminate_ordered(Term symbol) {
  if (!symbol.sort().is_bitvec()) return false;
  const auto bounds = bounds_of(symbol);
  if (!bounds) return false;
  const bool is_bounded = !bounds->lower.empty() || !bounds->upper.empty();
  if (bounds->num_disequalities > 0 && is_bounded) return false;
  // Disequalities exclude all values only if there are at least as many as values.
  const std::uint32_t width = symbol.sort().width();
  if (width < min_inexhaustible_width && bounds->num_disequalities >> width != 0) return false;
  take(symbol);
  if (is_bounded) choose_lower_bound(*bounds, width);
  return true;
}

std::optional<Projection::OrderedBounds> Projection::bounds_of(Term symbol) const {
  OrderedBounds result;
  std::optional<bool> is_signed;
  for (const Term literal : cube_) {
    if (!mentions(literal, symbol)) continue;
    const bool is_negated = literal.kind() == Kind::Not;
    const Term atom = is_negated ? literal[0] : literal;
    const Kind kind = atom.kind();
    const bool is_comparison = kind == Kind::BvUlt || kind == Kind::BvUle || kind == Kind::BvSlt ||
                               kind == Kind::BvSle || (kind == Kind::Eq && is_negated);
    if (!is_comparison || (atom[0] != symbol && atom[1] != symbol)) return std::nullopt;
    const Term other = atom[atom[0] == symbol ? 1 : 0];
    if (mentions(other, symbol)) return std::nullopt;
    if (kind == Kind::Eq) {
      ++result.num_disequalities;
      continue;
    }
    const bool signed_order = kind == Kind::BvSlt || kind == Kind::BvSle;
    if (is_signed && *is_signed != signed_order) return std::nullopt;
    is_signed = signed_order;
    const bool is_strict = (kind == Kind::BvUlt || kind == Kind::BvSlt) != is_negated;
    const bool is_upper = (atom[0] == symbol) != is_negated;
    (is_upper ? result.upper : result.lower).push_back({other, is_strict});
  }
  result.is_signed = is_signed.value_or(false);
  return result;
}

/// The symbol is replaced by the greatest lower bound in the model, or its successor if the bound is strict;
/// without lower bounds by the least value of the sort.
void Projection::choose_lower_bound(const OrderedBounds& bounds, std::uint32_t width) {
  const auto below = [&](Term a, Term b, bool is_strict) {
    const Kind kind =
        bounds.is_signed ? (is_strict ? Kind::BvSlt : Kind::BvSle) : (is_strict ? Kind::BvUlt : Kind::BvUle);
    return terms_.mk_bv_binary(kind, a, b);
  };
  const Term least = bounds.is_signed ? terms_.mk_bv(mpz_class(-base::power_of_two(width - 1)), width)
                                      : terms_.mk_bv(0, width);
  OrderedBounds::Bound best =
      bounds.lower.empty() ? OrderedBounds::Bound{least, false} : bounds.lower.front();
  for (const OrderedBounds::Bound& bound : bounds.lower) {
    const bool is_above = value_of(below(best.term, bound.term, true)).is_true();
    const bool is_same = value_of(best.term) == value_of(bound.term);
    if (is_above || (is_same && bound.is_strict)) best = bound;
  }
  const Term one = terms_.mk_bv(1, width);
  // The successor exists because the model has a value above `best`.
  if (best.is_strict) {
    const Term greatest = terms_.mk_bvsub(least, one);
    put(terms_.mk_distinct(best.term, greatest));
  }
  const Term value = best.is_strict ? terms_.mk_bvadd(best.term, one) : best.term;
  for (const OrderedBounds::Bound& bound : bounds.lower)
    if (bound.term != best.term) put(below(bound.term, value, bound.is_strict));
  for (const OrderedBounds::Bound& bound : bounds.upper) put(below(value, bound.term, bound.is_strict));
}

}  // namespace

term::TermVector project(term::TermManager& terms, term::TermVector cube, std::span<const Term> symbols,
                         term::Model model) {
  PENDULUM_DCHECK(
      std::ranges::all_of(cube, [&](Term t) { return term::evaluate(terms, t, model).is_true(); }),
      "the cube should hold in the model");
  Projection projection(terms, std::move(cube), std::move(model));
  projection.eliminate(symbols);
  term::TermVector result = projection.result();
  PENDULUM_DCHECK(std::ranges::none_of(symbols,
                                       [&](Term symbol) {
                                         return std::ranges::any_of(
                                             result, [&](Term literal) { return mentions(literal, symbol); });
                                       }),
                  "a projection should not mention the eliminated symbols");
  return result;
}

}  // namespace pendulum::interpolation
