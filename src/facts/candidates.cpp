#include "facts/candidates.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "facts/affine.h"
#include "facts/float_bounds.h"
#include "facts/ite_leaves.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::facts {

namespace {

using program::LocationId;
using term::Kind;
using term::Model;
using term::Term;
using term::TermVector;

// The limits below were chosen so that Houdini gets a few hundred candidates per location at most; none of
// them was measured individually.

/// Maximum number of candidates per location and tier. Houdini negates all of them in one query.
constexpr std::size_t max_candidates = 600;
/// Up to this number of variables all pairs are related, which makes at most 240 ordered pairs.
constexpr std::size_t max_pair_variables = 16;
/// Affine equalities are fitted to at most this number of variables of one width. The elimination takes time
/// cubic in the number of variables.
constexpr std::size_t max_affine_variables = 12;
/// Largest coefficient of an affine equality. Larger ones come from samples that happen to lie in a plane.
constexpr long max_coefficient = 1'000'000;
/// Number of bits that guess_multiple adds, so that the product with a factor does not wrap around.
constexpr std::uint32_t factor_bits = 12;
/// Largest factor of guess_multiple.
constexpr long max_factor = 1000;
static_assert(max_factor < 1L << (factor_bits - 1), "a product with a factor should not wrap around");
/// Maximum number of subterms of an atom. Larger atoms are conditions of large blocks, not of the source.
constexpr std::size_t max_atom_size = 40;
/// Maximum number of cases of a candidate x = c_1 or ... or x = c_n.
constexpr std::size_t max_cases = 24;
/// Maximum number of constants to which one variable is compared.
constexpr std::size_t max_bounds = 24;
/// A difference x - y <= c is guessed for |c| up to this number, and for the constants of the program.
constexpr long max_difference = 8;
/// Maximum number of subterms of an update that are inspected for assigned constants.
constexpr std::size_t max_subterms_of_update = 400;

class Guesser {
 public:
  Guesser(const program::Program& program, const Samples& samples)
      : program_(program),
        terms_(program.terms()),
        samples_(samples),
        live_(program::live_variables(program)),
        floats_(program) {
    PENDULUM_CHECK(samples.size() == program.locations().size(),
                   "there should be a list of samples for each location, not {} for {}", samples.size(),
                   program.locations().size());
    collect_constants_and_atoms();
  }

  TermVector at(LocationId location, Tier tier) {
    found_.clear();
    seen_.clear();
    states_ = &samples_[location];
    // No sample reached this location: it may be unreachable.
    if (states_->empty()) return {terms_.mk_false()};
    TermVector numbers;
    for (const Term variable : live_[location])
      if (variable.sort().is_bitvec() && !floats_.is_float(variable)) numbers.push_back(variable);
    switch (tier) {
      case Tier::Values:
        guess_booleans(location);
        for (const Term x : numbers) guess_values(x);
        guess_floats(location);
        guess_affine(numbers);
        guess_atoms(location);
        break;
      case Tier::Relations:
        for_pairs(numbers, [this](Term x, Term y) { guess_relations(x, y); });
        break;
      case Tier::Multiples:
        for_pairs(numbers, [this](Term x, Term y) { guess_multiple(x, y); });
        break;
    }
    PENDULUM_DCHECK(std::ranges::all_of(found_, [&](Term fact) { return is_over_live(fact, location); }),
                    "candidates should be over the variables that are live at the location");
    return found_;
  }

 private:
  [[maybe_unused]] bool is_over_live(Term formula, LocationId location) const {
    return std::ranges::includes(live_[location], term::symbols(formula));
  }

  void collect_constants_and_atoms() {
    for (const program::Edge& edge : program_.edges())
      for (const program::Assignment& update : edge.updates) collect_assigned(update);
    for (const Term term : term::subterms(program::terms_of(program_))) {
      if (term.kind() == Kind::BitVecValue) constants_[term.sort().width()].insert(term.signed_value());
      if (term.sort().is_bool() && is_comparison(term.kind()) && is_small(term)) atoms_.push_back(term);
    }
  }

  static bool is_comparison(Kind kind) {
    return kind == Kind::Eq || kind == Kind::BvUlt || kind == Kind::BvUle || kind == Kind::BvSlt ||
           kind == Kind::BvSle || term::is_float_comparison(kind);
  }

  /// True if the term has at most max_atom_size subterms (no more are inspected) and contains program
  /// variables, but no inputs.
  bool is_small(Term term) const {
    std::set<Term> seen{term};
    TermVector open{term};
    bool has_variable = false;
    while (!open.empty()) {
      const Term next = open.back();
      open.pop_back();
      if (next.is_symbol()) {
        if (!program_.is_variable(next)) return false;
        has_variable = true;
      }
      for (const Term child : next.children())
        if (seen.insert(child).second) open.push_back(child);
      if (seen.size() > max_atom_size) return false;
    }
    return has_variable;
  }

  /// Collects the leaves of the ites of an update: constants, or the variable itself. Other leaves make the
  /// variable not finite.
  void collect_assigned(const program::Assignment& update) {
    if (not_finite_.contains(update.variable)) return;
    std::set<Term>& values = assigned_[update.variable];
    const bool is_finite = visit_ite_leaves(update.value, max_subterms_of_update, [&](Term leaf) {
      if (!leaf.is_value()) return leaf == update.variable;
      values.insert(leaf);
      return values.size() <= max_cases;
    });
    if (!is_finite) not_finite_.insert(update.variable);
  }

  bool holds(Term term) const {
    return std::all_of(states_->begin(), states_->end(),
                       [&](const Model& state) { return term::evaluate(terms_, term, state).is_true(); });
  }

  void keep(Term candidate) {
    PENDULUM_CHECK(candidate.sort().is_bool(), "a candidate should be a formula");
    if (found_.size() >= max_candidates || candidate.is_true() || !seen_.insert(candidate).second) return;
    if (holds(candidate)) found_.push_back(candidate);
  }

  Term value_in(const Model& state, Term x) const {
    const auto found = state.find(x);
    const Term value = found == state.end() ? terms_.mk_zero(x.sort()) : found->second;
    PENDULUM_DCHECK(value.sort() == x.sort(), "the sample {} should have the sort of {}", value.to_string(),
                    x.name());
    return value;
  }

  void guess_values(Term x) {
    const std::uint32_t width = x.sort().width();
    std::set<Term> values;
    mpz_class low = value_in(states_->front(), x).signed_value(), high = low;
    for (const Model& state : *states_) {
      const Term value = value_in(state, x);
      values.insert(value);
      low = std::min(low, value.signed_value());
      high = std::max(high, value.signed_value());
    }
    keep_one_of(x, values);
    if (!not_finite_.contains(x)) keep_one_of(x, assigned_[x]);
    if (width == 1) return;
    std::set<mpz_class> bounds{low, high, 0, 1, -1};
    for (const mpz_class& constant : constants_[width])
      for (int shift = -1; shift <= 1; ++shift)
        if (bounds.size() < max_bounds) bounds.insert(mpz_class(constant + shift));
    for (const mpz_class& bound : bounds) {
      const Term c = terms_.mk_bv(bound, width);
      if (bound <= low) keep(terms_.mk_bvsle(c, x));
      if (bound >= high) keep(terms_.mk_bvsle(x, c));
      if (bound > 0) keep(terms_.mk_bvule(x, c));
    }
    for (long bit = 0; bit < 2; ++bit) keep(terms_.mk_eq(terms_.mk_extract(x, 0, 0), terms_.mk_bv(bit, 1)));
  }

  void keep_one_of(Term x, const std::set<Term>& values) {
    if (values.empty() || values.size() > max_cases) return;
    TermVector cases;
    for (const Term value : values) cases.push_back(terms_.mk_eq(x, value));
    keep(terms_.mk_or(cases));
  }

  /// Calls `guess` for both orders of every pair of one width; if there are many variables, only for pairs
  /// that occur in one atom.
  template <typename Guess>
  void for_pairs(const TermVector& numbers, Guess guess) {
    for (const Term x : numbers)
      for (const Term y : numbers) {
        if (x == y || x.sort() != y.sort() || x.sort().width() == 1) continue;
        if (numbers.size() <= max_pair_variables || occur_together(x, y)) guess(x, y);
      }
  }

  void guess_relations(Term x, Term y) {
    keep(terms_.mk_eq(x, y));
    keep(terms_.mk_bvsle(x, y));
    keep(terms_.mk_bvule(x, y));
    keep(terms_.mk_bvslt(x, y));
    guess_difference(x, y);
  }

  bool occur_together(Term x, Term y) {
    if (together_.empty())
      for (const Term atom : atoms_) {
        const TermVector symbols = term::symbols(atom);
        for (const Term a : symbols)
          for (const Term b : symbols) together_.emplace(a, b);
      }
    return together_.contains({x, y});
  }

  /// x - y <= c for the largest sampled difference c, with one more bit so that the difference does not wrap
  /// around.
  void guess_difference(Term x, Term y) {
    mpz_class most =
        value_in(states_->front(), x).signed_value() - value_in(states_->front(), y).signed_value();
    for (const Model& state : *states_)
      most = std::max(most, mpz_class(value_in(state, x).signed_value() - value_in(state, y).signed_value()));
    const std::uint32_t width = x.sort().width();
    if (abs(most) > max_difference && !constants_[width].contains(most)) return;
    const Term difference = terms_.mk_bvsub(terms_.mk_sign_extend(x, 1), terms_.mk_sign_extend(y, 1));
    keep(terms_.mk_bvsle(difference, terms_.mk_bv(most, width + 1)));
  }

  /// y <= c * x for the program's small constants c, with enough bits that the product does not wrap around.
  void guess_multiple(Term x, Term y) {
    const std::uint32_t width = x.sort().width();
    for (const mpz_class& c : constants_[width]) {
      if (c < 2 || c > max_factor) continue;
      const Term multiple =
          terms_.mk_bvmul(terms_.mk_sign_extend(x, factor_bits), terms_.mk_bv(c, width + factor_bits));
      keep(terms_.mk_bvsle(terms_.mk_sign_extend(y, factor_bits), multiple));
    }
  }

  void guess_affine(const TermVector& numbers) {
    std::map<std::uint32_t, TermVector> by_width;
    for (const Term x : numbers)
      if (x.sort().width() > 1) by_width[x.sort().width()].push_back(x);
    for (const auto& [width, variables] : by_width) {
      if (variables.size() < 2 || variables.size() > max_affine_variables) continue;
      std::vector<std::vector<mpz_class>> points;
      for (const Model& state : *states_) {
        std::vector<mpz_class> point;
        for (const Term x : variables) point.push_back(value_in(state, x).signed_value());
        points.push_back(std::move(point));
      }
      for (const auto& row : affine_equalities(points)) keep_affine(variables, row, width);
    }
  }

  /// The equality modulo 2^width: weaker than over the integers, but preserved by wrap-around.
  void keep_affine(const TermVector& variables, const std::vector<mpz_class>& row, std::uint32_t width) {
    PENDULUM_CHECK(row.size() == variables.size() + 1, "{} variables should have {} coefficients, not {}",
                   variables.size(), variables.size() + 1, row.size());
    Term sum = terms_.mk_bv(row.back(), width);
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (abs(row[i]) > max_coefficient) return;
      if (row[i] != 0) sum = terms_.mk_bvadd(sum, terms_.mk_bvmul(variables[i], terms_.mk_bv(row[i], width)));
    }
    keep(terms_.mk_eq(sum, terms_.mk_bv(0, width)));
  }

  void guess_booleans(LocationId location) {
    for (const Term variable : live_[location]) {
      if (!variable.sort().is_bool()) continue;
      keep(variable);
      keep(terms_.mk_not(variable));
    }
  }

  void guess_floats(LocationId location) {
    for (const Term variable : live_[location])
      if (floats_.is_float(variable))
        for (const Term candidate : floats_.candidates(variable, *states_)) keep(candidate);
  }

  void guess_atoms(LocationId location) {
    const std::set<Term> live(live_[location].begin(), live_[location].end());
    for (const Term atom : atoms_) guess_atom(atom, live);
  }

  void guess_atom(Term atom, const std::set<Term>& live) {
    const TermVector symbols = term::symbols(atom);
    if (!std::all_of(symbols.begin(), symbols.end(), [&](Term symbol) { return live.contains(symbol); }))
      return;
    keep(atom);
    keep(terms_.mk_not(atom));
    // A loop condition i < n, weakened to hold after the last iteration too: i <= n.
    if (atom.kind() == Kind::BvSlt) keep(terms_.mk_bvsle(atom[0], atom[1]));
    if (atom.kind() == Kind::BvUlt) keep(terms_.mk_bvule(atom[0], atom[1]));
    if (atom.kind() == Kind::BvSle)
      keep(terms_.mk_bvsle(atom[0], terms_.mk_bvadd(atom[1], one_like(atom[1]))));
  }

  Term one_like(Term term) { return terms_.mk_bv(1, term.sort().width()); }

  const program::Program& program_;
  term::TermManager& terms_;
  const Samples& samples_;
  std::vector<TermVector> live_;
  FloatBounds floats_;
  std::map<std::uint32_t, std::set<mpz_class>> constants_;  ///< constants of the program, by width
  TermVector atoms_;
  /// Constants that are assigned to a variable.
  std::map<Term, std::set<Term>> assigned_;
  /// Variables that are also assigned other terms than constants and themselves.
  std::set<Term> not_finite_;
  /// Pairs of variables that occur in one atom.
  std::set<std::pair<Term, Term>> together_;
  const std::vector<Model>* states_ = nullptr;
  TermVector found_;
  std::set<Term> seen_;
};

}  // namespace

std::vector<TermVector> candidates(const program::Program& program, const Samples& samples, Tier tier) {
  Guesser guesser(program, samples);
  std::vector<TermVector> all(program.locations().size());
  for (LocationId location = 0; location < program.locations().size(); ++location)
    if (location != program.entry() && location != program.error())
      all[location] = guesser.at(location, tier);
  return all;
}

}  // namespace pendulum::facts
