// Candidates that follow from the changes of variables in one iteration: equalities, bounds and residues.
#include <algorithm>

#include "acceleration/candidate_generator.h"
#include "base/check.h"
#include "facts/affine.h"

namespace pendulum::acceleration {

using term::Term;
using Signedness = PolynomialArithmetic::Signedness;
using Relation = AffineFact::Relation;

namespace {

/// Minimum number of variables of a combination; add_pairs() generates those of two variables.
constexpr std::size_t min_combination = 3;

}  // namespace

/// Adds the variables that are constant at the loop head, also for the entry values of later loops.
void CandidateGenerator::add_constants() {
  const Constants& constants = entries_.constants(head_);
  for (const Term variable : live_[head_]) {
    const auto found = constants.find(variable);
    if (found == constants.end()) continue;
    AffineForm difference = symbol_form(variable);
    difference.constant = -found->second.signed_value();
    entries_.assume_equal(head_, difference);
    add({{{difference}}, {}});
  }
}

/// Adds the candidate form - form0 = 0, >= 0 or <= 0, depending on the signs of the changes, where form0 is
/// the entry value of the form. Adds nothing if the changes have different signs.
void CandidateGenerator::add_by_changes(const AffineForm& form, const std::vector<mpz_class>& changes) {
  const bool grows = std::ranges::any_of(changes, [](const mpz_class& change) { return change > 0; });
  const bool shrinks = std::ranges::any_of(changes, [](const mpz_class& change) { return change < 0; });
  if (grows && shrinks) return;
  const auto start = entries_.value(head_, form);
  if (!start) return;
  AffineForm difference = form;
  difference.add(*start, -1);
  if (!grows && !shrinks) {
    entries_.assume_equal(head_, difference);
    add({{{difference}}, {}});
    return;
  }
  AffineForm bound = constant_form(form.width, 0);
  bound.add(difference, grows ? -1 : 1);
  add_bound(bound);
}

/// Adds candidates about dy * x - dx * y for each ratio dx : dy with which a path changes two variables.
void CandidateGenerator::add_pairs(const term::TermVector& variables, const Steps& steps) {
  for (std::size_t i = 0; i < variables.size(); ++i)
    for (std::size_t k = i + 1; k < variables.size(); ++k) {
      stop_.throw_if_stopped();
      const std::vector<mpz_class>& dx = steps.at(variables[i]);
      const std::vector<mpz_class>& dy = steps.at(variables[k]);
      PENDULUM_CHECK(dx.size() == open_paths_.size() && dy.size() == open_paths_.size(),
                     "each of the {} paths should have a step", open_paths_.size());
      std::set<std::pair<mpz_class, mpz_class>> ratios;
      for (std::size_t path = 0; path < dx.size(); ++path) {
        const mpz_class divisor = gcd(dx[path], dy[path]);
        if (divisor != 0) ratios.emplace(dx[path] / divisor, dy[path] / divisor);
      }
      for (const auto& [x, y] : ratios) {
        // add_candidates() adds the bounds of single variables.
        if (x == 0 || y == 0) continue;
        AffineForm form = constant_form(variables[i].sort().width(), 0);
        form.add(symbol_form(variables[i]), y);
        form.add(symbol_form(variables[k]), -x);
        const auto change = changes(form);
        PENDULUM_CHECK(change.has_value(),
                       "a form over variables with constant steps should have constant changes");
        add_by_changes(form, *change);
      }
    }
}

/// Adds linear combinations of three or more variables that no path changes: the null space of the steps. It
/// is the set of affine equalities that hold for all vectors of steps and, to make the constant zero, for the
/// zero vector.
void CandidateGenerator::add_combinations(const term::TermVector& variables, const Steps& steps) {
  term::TermVector known;
  for (const Term variable : variables)
    if (entries_.value(head_, symbol_form(variable))) known.push_back(variable);
  if (known.size() < min_combination) return;
  std::vector<std::vector<mpz_class>> points(open_paths_.size() + 1, std::vector<mpz_class>(known.size(), 0));
  for (std::size_t path = 0; path < open_paths_.size(); ++path)
    for (std::size_t i = 0; i < known.size(); ++i) points[path][i] = steps.at(known[i])[path];
  for (const std::vector<mpz_class>& row : facts::affine_equalities(points)) {
    PENDULUM_CHECK(row.size() == known.size() + 1 && row.back() == 0,
                   "an equality of {} steps should have no constant", known.size());
    AffineForm form = constant_form(known.front().sort().width(), 0);
    for (std::size_t i = 0; i < known.size(); ++i)
      if (row[i] != 0 && abs(row[i]) <= max_step) form.add(symbol_form(known[i]), row[i]);
    if (form.coefficients.size() < min_combination) continue;
    if (const auto change = changes(form)) add_by_changes(form, *change);
  }
}

void CandidateGenerator::add_residue(Term variable, const std::vector<mpz_class>& steps) {
  mpz_class stride = 0;
  for (const mpz_class& step : steps) stride = gcd(stride, step);
  if (stride <= 1) return;
  const auto start = entries_.value(head_, symbol_form(variable));
  // The difference from a symbolic entry value may wrap around, which preserves only residues modulo powers
  // of two.
  if (!start || (!start->is_constant() && mpz_popcount(stride.get_mpz_t()) != 1)) return;
  AffineForm difference = symbol_form(variable);
  difference.add(*start, -1);
  add({{{difference, Relation::Congruent, Signedness::Unsigned, stride}}, {}});
}

/// Adds x = x0 + c1 * n + c2 * n (n - 1) / 2 for loops with one path, where n is the distance of a counter
/// from its entry value.
void CandidateGenerator::add_quadratics(const Steps& steps) {
  if (open_paths_.size() != 1) return;
  for (const auto& [variable, polynomial] : open_paths_.front()->polynomials) {
    if (steps.contains(variable) || !std::ranges::binary_search(live_[head_], variable)) continue;
    for (const auto& [counter, changes] : steps)
      if (abs(changes.front()) == 1 && counter.sort() == variable.sort())
        add_quadratic(variable, polynomial, counter, changes.front());
  }
}

/// The entry value of a coefficient as a bit-vector term.
std::optional<Term> CandidateGenerator::entry_term(Term coefficient) const {
  const auto form = affine_form(coefficient);
  if (!form) return std::nullopt;
  const auto start = entries_.value(head_, *form);
  if (!start) return std::nullopt;
  return to_bitvector(terms_, *start);
}

void CandidateGenerator::add_quadratic(Term variable, const Polynomial& polynomial, Term counter,
                                       const mpz_class& stride) {
  PENDULUM_CHECK(abs(stride) == 1, "{} should count the iterations, not change by {}", counter.name(),
                 stride.get_str());
  const std::uint32_t width = variable.sort().width();
  const auto zero = terms_.mk_bv(0, width), one = terms_.mk_bv(1, width);
  const auto x0 = entry_term(variable), i0 = entry_term(counter);
  const auto c1 = polynomial.c1 ? entry_term(polynomial.c1) : zero;
  const auto c2 = polynomial.c2 ? entry_term(polynomial.c2) : zero;
  if (polynomial.c0 != variable || !x0 || !i0 || !c1 || !c2) return;
  const Term n = stride > 0 ? terms_.mk_bvsub(counter, *i0) : terms_.mk_bvsub(*i0, counter);
  const Term difference = terms_.mk_bvsub(variable, *x0);
  if (!polynomial.c2) return add({{}, terms_.mk_eq(difference, terms_.mk_bvmul(*c1, n))});
  // Both sides are doubled, because division by two is not defined modulo 2^w.
  const Term two = terms_.mk_bv(2, width);
  const Term product = terms_.mk_bvmul(n, terms_.mk_bvsub(n, one));
  const Term right =
      terms_.mk_bvadd(terms_.mk_bvmul(two, terms_.mk_bvmul(*c1, n)), terms_.mk_bvmul(*c2, product));
  add({{}, terms_.mk_eq(terms_.mk_bvmul(two, difference), right)});
}

}  // namespace pendulum::acceleration
