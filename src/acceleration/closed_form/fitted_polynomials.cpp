#include "acceleration/closed_form/fitted_polynomials.h"

#include <algorithm>

#include "acceleration/closed_form/closed_forms.h"
#include "base/check.h"
#include "term/evaluation/evaluate.h"
#include "term/traverse.h"

namespace pendulum::acceleration {

using program::Assignment;
using term::Term;

std::vector<Point> evaluation_points(std::size_t k) {
  PENDULUM_CHECK(k >= 1, "the template should have a variable");
  // The proof of Theorem 1: the basis for k = 1, then one induction step per further variable.
  std::vector<Point> points{{{1}, 0}, {{0}, 1}, {{1}, 1}, {{1}, 2}};
  for (std::size_t i = 1; i < k; ++i) {
    for (Point& point : points) point.values.push_back(point.n == 2 ? 1 : 0);
    Point unit{std::vector<int>(i + 1), 0};
    unit.values[i] = 1;
    points.push_back(unit);
    unit.n = 1;
    points.push_back(unit);
  }
  PENDULUM_CHECK(points.size() == 2 * k + 2, "Theorem 1 should give 2k + 2 points, not {}", points.size());
  return points;
}

namespace {

/// Maximum size k of a group. Large groups are expensive, because elimination is cubic in 2k + 2 and the
/// induction is one solver call over all variables, and few loops have many variables that depend on each
/// other. Not measured.
constexpr std::size_t most_variables = 8;

/// Solves a square system of linear equations, given as an augmented matrix, by Gauss-Jordan elimination.
/// Returns nullopt if it is singular.
std::optional<std::vector<mpq_class>> solve(std::vector<std::vector<mpq_class>> rows) {
  const std::size_t size = rows.size();
  for (const auto& row : rows)
    PENDULUM_CHECK(row.size() == size + 1, "a row of a square system should have {} entries, not {}",
                   size + 1, row.size());
  for (std::size_t column = 0; column < size; ++column) {
    const auto pivot = std::find_if(rows.begin() + static_cast<long>(column), rows.end(),
                                    [&](const auto& row) { return row[column] != 0; });
    if (pivot == rows.end()) return std::nullopt;
    std::swap(*pivot, rows[column]);
    const mpq_class factor = 1 / rows[column][column];
    for (mpq_class& entry : rows[column]) entry *= factor;
    for (std::size_t row = 0; row < size; ++row) {
      const mpq_class multiple = rows[row][column];
      if (row == column || multiple == 0) continue;
      for (std::size_t i = column; i <= size; ++i) rows[row][i] -= multiple * rows[column][i];
    }
  }
  std::vector<mpq_class> result;
  for (const auto& row : rows) result.push_back(row[size]);
  return result;
}

/// A set of variables of one width that depend only on each other: the X of template (2). It includes
/// loop-invariant variables and variables whose polynomials are already known.
class Group {
 public:
  Group(const LoopPath& path, const ClosedForms& known, PolynomialArithmetic& arithmetic)
      : known_(known), arithmetic_(arithmetic), terms_(arithmetic.terms()) {
    for (const CycleInput& input : path.inputs) inputs_.insert(input.symbol);
    for (const Assignment& update : path.updates) update_.emplace(update.variable, update.value);
  }

  /// Adds `variable` and all variables on which it depends. Returns false if the template cannot express one
  /// of them.
  bool add(Term variable) {
    if (std::ranges::find(variables_, variable) != variables_.end()) return true;
    if (!variable.sort().is_bitvec() || inputs_.contains(variable)) return false;
    if (!variables_.empty() && variable.sort() != variables_.front().sort()) return false;
    if (const ClosedForm* form = known_.find(variable))
      if (form->form != ClosedForm::Form::Polynomial) return false;
    variables_.push_back(variable);
    if (variables_.size() > most_variables) return false;
    const auto update = update_.find(variable);
    if (update == update_.end()) return true;
    const term::TermVector symbols = term::symbols(update->second);
    return std::ranges::all_of(symbols, [&](Term symbol) { return add(symbol); });
  }

  /// Fits the polynomials of all assigned variables without a known form. Returns an empty vector if one of
  /// them cannot be fitted.
  std::vector<std::pair<Term, Polynomial>> fit() const {
    std::vector<std::pair<Term, Polynomial>> result;
    const std::vector<Point> points = evaluation_points(variables_.size());
    std::vector<term::Model> ends;
    for (const Point& point : points) ends.push_back(run(point));
    for (const Term variable : variables_) {
      if (!update_.contains(variable) || known_.find(variable) != nullptr) continue;
      auto polynomial = fit(variable, points, ends);
      if (!polynomial) return {};
      result.emplace_back(variable, *polynomial);
    }
    return result;
  }

  /// Proves the base case f(X, 0) = X and the induction step (4): one iteration leads from f(X, j) to
  /// f(X, j + 1).
  bool is_inductive(const std::vector<std::pair<Term, Polynomial>>& fitted, Prover& prover) const {
    const Term j = terms_.mk_fresh("iteration", terms_.bitvec_sort(count_width));
    term::Substitution before;
    for (const auto& [variable, polynomial] : fitted)
      before.emplace(variable, arithmetic_.value(polynomial, j));
    for (const Term variable : variables_)
      if (const ClosedForm* form = known_.find(variable))
        if (form->form == ClosedForm::Form::Polynomial)
          before.emplace(variable, arithmetic_.value(form->polynomial, j));
    term::TermVector claims;
    for (const auto& [variable, polynomial] : fitted) {
      claims.push_back(terms_.mk_eq(polynomial.c0, variable));
      claims.push_back(terms_.mk_eq(term::substitute(terms_, update_.at(variable), before),
                                    arithmetic_.value(arithmetic_.shifted(polynomial, 1), j)));
    }
    return prover.is_valid(terms_.mk_and(claims));
  }

 private:
  /// The state after point.n iterations.
  term::Model run(const Point& point) const {
    term::Model state;
    const std::uint32_t width = variables_.front().sort().width();
    for (std::size_t i = 0; i < variables_.size(); ++i)
      state[variables_[i]] = terms_.mk_bv(point.values[i], width);
    for (unsigned step = 0; step < point.n; ++step) {
      term::Model next = state;
      term::Evaluator evaluate(terms_, state);
      for (const Term variable : variables_)
        if (const auto update = update_.find(variable); update != update_.end())
          next[variable] = evaluate(update->second);
      state = std::move(next);
    }
    return state;
  }

  /// Solves the linear equations for the coefficients of one variable.
  std::optional<Polynomial> fit(Term variable, const std::vector<Point>& points,
                                const std::vector<term::Model>& ends) const {
    std::vector<std::vector<mpq_class>> rows;
    for (std::size_t p = 0; p < points.size(); ++p) {
      const Point& point = points[p];
      std::vector<mpq_class> row(point.values.begin(), point.values.end());
      for (const int value : point.values) row.emplace_back(value * static_cast<int>(point.n));
      row.emplace_back(point.n);
      row.emplace_back(point.n * point.n);
      row.emplace_back(ends[p].at(variable).signed_value());
      rows.push_back(std::move(row));
    }
    const auto solution = solve(std::move(rows));
    return solution ? to_polynomial(*solution) : std::nullopt;
  }

  /// Converts the coefficients `a` of the template to the binomial basis by n^2 = n + 2 C(n, 2). Returns
  /// nullopt if a coefficient is not an integer, because fractions have no meaning modulo 2^w.
  std::optional<Polynomial> to_polynomial(const std::vector<mpq_class>& a) const {
    const std::size_t k = variables_.size();
    PENDULUM_CHECK(a.size() == 2 * k + 2, "template (2) should have {} coefficients, not {}", 2 * k + 2,
                   a.size());
    const std::uint32_t width = variables_.front().sort().width();
    if (std::ranges::any_of(a, [](const mpq_class& value) { return value.get_den() != 1; }))
      return std::nullopt;
    const auto scaled = [&](const mpq_class& factor, Term term) {
      return terms_.mk_bvmul(terms_.mk_bv(factor.get_num(), width), term);
    };
    Term c0 = terms_.mk_bv(0, width);
    Term c1 = terms_.mk_bv(mpz_class(a[2 * k].get_num() + a[2 * k + 1].get_num()), width);
    for (std::size_t i = 0; i < k; ++i) {
      c0 = terms_.mk_bvadd(c0, scaled(a[i], variables_[i]));
      c1 = terms_.mk_bvadd(c1, scaled(a[k + i], variables_[i]));
    }
    const mpz_class twice = 2 * a[2 * k + 1].get_num();
    const bool is_zero = c1.is_value() && c1.integer_value() == 0;
    return Polynomial{c0, is_zero ? Term() : c1, twice == 0 ? Term() : terms_.mk_bv(twice, width)};
  }

  const ClosedForms& known_;
  PolynomialArithmetic& arithmetic_;
  term::TermManager& terms_;
  term::TermSet inputs_;
  term::TermMap<Term> update_;  ///< assigned variables with their updates
  term::TermVector variables_;  ///< the group
};

}  // namespace

std::vector<std::pair<Term, Polynomial>> fit_polynomials(const LoopPath& path, const ClosedForms& known,
                                                         PolynomialArithmetic& arithmetic, Prover& prover) {
  for (const Assignment& update : path.updates) {
    if (known.find(update.variable) != nullptr) continue;
    Group group(path, known, arithmetic);
    if (!group.add(update.variable)) continue;
    auto fitted = group.fit();
    if (!fitted.empty() && group.is_inductive(fitted, prover)) return fitted;
  }
  return {};
}

}  // namespace pendulum::acceleration
