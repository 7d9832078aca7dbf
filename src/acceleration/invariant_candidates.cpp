#include "acceleration/invariant_candidates.h"

#include <algorithm>
#include <map>
#include <set>

#include "acceleration/closed_form/closed_forms.h"
#include "acceleration/entry_values.h"
#include "acceleration/path/loop_path_enumerator.h"
#include "facts/affine.h"

namespace pendulum::acceleration {

using program::EdgeId;
using program::LocationId;
using term::Kind;
using term::Term;
using Signedness = PolynomialArithmetic::Signedness;
using Relation = AffineFact::Relation;

namespace {

constexpr std::size_t max_paths = 12;        ///< per loop head
constexpr std::size_t max_candidates = 200;  ///< per location
constexpr std::size_t max_variables = 16;    ///< per loop and width, for pairs and combinations
constexpr long max_step = 1 << 20;           ///< absolute value of a change or coefficient

/// A path through a loop with the polynomials of its closed forms.
struct PathForms {
  term::TermVector literals;
  std::map<Term, Polynomial> polynomials;
  term::TermSet others;  ///< assigned variables without a polynomial
};

/// Maps variables to their change in one iteration, for each path of open_paths_.
using Steps = std::map<Term, std::vector<mpz_class>>;

class Generator {
 public:
  Generator(const program::Program& program, Prover& prover, smt::SolverFactory& solvers,
            const base::StopToken& stop)
      : program_(program),
        terms_(program.terms()),
        prover_(prover),
        stop_(stop),
        wto_(program),
        expander_(terms_),
        paths_(program, wto_, expander_, solvers),
        entries_(program, wto_),
        live_(program::live_variables(program)),
        result_(program.locations().size()),
        seen_(program.locations().size()) {}

  std::vector<std::vector<CandidateFact>> run() {
    for (const LocationId location : wto_.order())
      if (wto_.is_head(location)) add_forms(location);
    for (const LocationId location : wto_.order())
      if (wto_.is_head(location)) add_candidates(location);
    return std::move(result_);
  }

 private:
  void add_forms(LocationId head);
  PathForms forms_of(const LoopPath& path);
  void add_candidates(LocationId head);
  /// The live variables that every path changes by a constant, at least one of them not by zero.
  Steps steps() const;
  /// The constant by which one iteration of the path changes the variable; nullopt if it is not constant.
  std::optional<mpz_class> step(const PathForms& path, Term variable) const;
  /// The change of the form by each path; nullopt if one of the changes is not constant.
  std::optional<std::vector<mpz_class>> changes(const AffineForm& form) const;

  void add_constants();
  void add_pairs(const term::TermVector& variables, const Steps& steps);
  void add_combinations(const term::TermVector& variables, const Steps& steps);
  void add_by_changes(const AffineForm& form, const std::vector<mpz_class>& changes);
  void add_residue(Term variable, const std::vector<mpz_class>& steps);
  void add_guard_bounds();
  void add_guard_bound(Term literal);
  void add_stride_bound(AffineForm form, Signedness signedness, bool is_strict);
  void add_quadratics(const Steps& steps);
  void add_quadratic(Term variable, const Polynomial& polynomial, Term counter, const mpz_class& stride);
  std::optional<Term> entry_term(Term coefficient) const;
  void inherit(EdgeId edge);
  void inherit_guard(EdgeId edge);
  void shift_along(EdgeId edge, const CandidateFact& fact);
  void add_bound(const AffineForm& form);
  void add(CandidateFact fact);
  std::vector<Signedness> possible_signedness(const AffineForm& form) const;

  const program::Program& program_;
  term::TermManager& terms_;
  Prover& prover_;
  const base::StopToken& stop_;
  program::Wto wto_;
  smt::Expander expander_;
  LoopPathEnumerator paths_;
  EntryValues entries_;
  std::vector<term::TermVector> live_;
  std::map<LocationId, std::vector<PathForms>> forms_;  ///< by loop head
  std::vector<std::vector<CandidateFact>> result_;      ///< by location
  std::vector<std::set<Term>> seen_;  ///< by location: bit-vector formulas of the candidates
  // The loop for which candidates are being generated:
  LocationId head_ = 0;
  term::TermSet changed_;                     ///< variables that the loop assigns
  std::vector<const PathForms*> open_paths_;  ///< paths through the loop and through its inner loops
};

void Generator::add_forms(LocationId head) {
  std::vector<PathForms>& forms = forms_[head];
  paths_.enumerate(head, {paths_.anywhere()}, Repetition::Once, stop_, [&](const LoopPath& path) {
    forms.push_back(forms_of(path));
    return forms.size() < max_paths;
  });
}

PathForms Generator::forms_of(const LoopPath& path) {
  PolynomialArithmetic arithmetic(terms_, terms_.mk_fresh("iterations", terms_.bitvec_sort(count_width)));
  const ClosedForms closed(path, arithmetic, prover_);
  PathForms result;
  result.literals = path.literals;
  for (const auto& [variable, form] : closed.all()) {
    if (form.form == ClosedForm::Form::Polynomial) {
      result.polynomials.emplace(variable, form.polynomial);
    } else {
      result.others.insert(variable);
    }
  }
  for (const Write& write : path.writes) result.others.insert(write.array);
  return result;
}

void Generator::add_candidates(LocationId head) {
  head_ = head;
  changed_ = entries_.changed_in(head);
  open_paths_.clear();
  for (const auto& [inner, forms] : forms_) {
    const std::vector<LocationId> around = wto_.heads(inner);
    if (std::ranges::find(around, head) == around.end()) continue;
    for (const PathForms& path : forms) open_paths_.push_back(&path);
  }
  add_constants();
  for (const EdgeId edge : entries_.entering(head)) inherit(edge);
  if (open_paths_.empty()) return;
  const Steps all = steps();
  std::map<std::uint32_t, term::TermVector> by_width;
  for (const auto& [variable, changes] : all) {
    add_by_changes(symbol_form(variable), changes);
    add_residue(variable, changes);
    by_width[variable.sort().width()].push_back(variable);
  }
  add_guard_bounds();
  for (auto& [width, variables] : by_width) {
    if (variables.size() > max_variables) variables.resize(max_variables);
    add_pairs(variables, all);
    add_combinations(variables, all);
  }
  add_quadratics(all);
}

std::optional<mpz_class> Generator::step(const PathForms& path, Term variable) const {
  if (path.others.contains(variable)) return std::nullopt;
  const auto found = path.polynomials.find(variable);
  if (found == path.polynomials.end()) return 0;
  const Polynomial& polynomial = found->second;
  if (polynomial.c2 || polynomial.c0 != variable) return std::nullopt;
  if (!polynomial.c1) return 0;
  if (!polynomial.c1.is_value() || abs(polynomial.c1.signed_value()) > max_step) return std::nullopt;
  return polynomial.c1.signed_value();
}

Steps Generator::steps() const {
  Steps result;
  for (const Term variable : live_[head_]) {
    if (!variable.sort().is_bitvec() || !changed_.contains(variable)) continue;
    if (const auto found = changes(symbol_form(variable))) result.emplace(variable, *found);
  }
  std::erase_if(result, [](const auto& entry) {
    return std::ranges::all_of(entry.second, [](const mpz_class& step) { return step == 0; });
  });
  return result;
}

std::optional<std::vector<mpz_class>> Generator::changes(const AffineForm& form) const {
  std::vector<mpz_class> result;
  for (const PathForms* path : open_paths_) {
    mpz_class change = 0;
    for (const auto& [symbol, coefficient] : form.coefficients) {
      const auto found = step(*path, symbol);
      if (!found) return std::nullopt;
      change += coefficient * *found;
    }
    result.push_back(change);
  }
  return result;
}

/// Adds the candidate form - form0 = 0, >= 0 or <= 0, depending on the signs of the changes, where form0 is
/// the entry value of the form. Adds nothing if the changes have different signs.
void Generator::add_by_changes(const AffineForm& form, const std::vector<mpz_class>& changes) {
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

/// Adds the variables that are constant at the loop head, also for the entry values of later loops.
void Generator::add_constants() {
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

/// Adds candidates about dy * x - dx * y for each ratio dx : dy with which a path changes two variables.
void Generator::add_pairs(const term::TermVector& variables, const Steps& steps) {
  for (std::size_t i = 0; i < variables.size(); ++i)
    for (std::size_t k = i + 1; k < variables.size(); ++k) {
      stop_.throw_if_stopped();
      const std::vector<mpz_class>& dx = steps.at(variables[i]);
      const std::vector<mpz_class>& dy = steps.at(variables[k]);
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
        add_by_changes(form, *changes(form));
      }
    }
}

/// Adds linear combinations of three or more variables that no path changes: the null space of the steps. It
/// is the set of affine equalities that hold for all vectors of steps and, to make the constant zero, for the
/// zero vector.
void Generator::add_combinations(const term::TermVector& variables, const Steps& steps) {
  term::TermVector known;
  for (const Term variable : variables)
    if (entries_.value(head_, symbol_form(variable))) known.push_back(variable);
  if (known.size() < 3) return;
  std::vector<std::vector<mpz_class>> points(open_paths_.size() + 1, std::vector<mpz_class>(known.size(), 0));
  for (std::size_t path = 0; path < open_paths_.size(); ++path)
    for (std::size_t i = 0; i < known.size(); ++i) points[path][i] = steps.at(known[i])[path];
  for (const std::vector<mpz_class>& row : facts::affine_equalities(points)) {
    AffineForm form = constant_form(known.front().sort().width(), 0);
    for (std::size_t i = 0; i < known.size(); ++i)
      if (row[i] != 0 && abs(row[i]) <= max_step) form.add(symbol_form(known[i]), row[i]);
    if (form.coefficients.size() < 3) continue;
    if (const auto change = changes(form)) add_by_changes(form, *change);
  }
}

void Generator::add_residue(Term variable, const std::vector<mpz_class>& steps) {
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

void Generator::add_guard_bounds() {
  std::set<Term> literals;
  for (const PathForms* path : open_paths_) literals.insert(path->literals.begin(), path->literals.end());
  for (const Term literal : literals) add_guard_bound(literal);
}

/// Adds the bound that a literal of a guard implies: left < right held before the last iteration, therefore
/// left - right is now less than the largest change of a path.
void Generator::add_guard_bound(Term literal) {
  if (const auto found = comparison(literal)) {
    add_stride_bound(found->difference, found->signedness, found->is_strict);
    return;
  }
  if (literal.kind() != Kind::Not || literal[0].kind() != Kind::Eq || !literal[0][0].sort().is_bitvec())
    return;
  const auto left = affine_form(literal[0][0]), right = affine_form(literal[0][1]);
  if (!left || !right) return;
  // A form that changes in steps of one cannot skip the value that a disequality excludes. Therefore both
  // orders are candidates.
  AffineForm difference = *left, opposite = *right;
  difference.add(*right, -1);
  opposite.add(*left, -1);
  for (const AffineForm& form : {difference, opposite})
    for (const Signedness signedness : possible_signedness(form)) add_stride_bound(form, signedness, true);
}

void Generator::add_stride_bound(AffineForm form, Signedness signedness, bool is_strict) {
  const auto all = changes(form);
  if (!all) return;
  const mpz_class largest = *std::ranges::max_element(*all);
  if (largest <= 0 && std::ranges::all_of(*all, [](const mpz_class& change) { return change == 0; })) return;
  const auto start = entries_.value(head_, form);
  AffineForm entered = form;
  if (start) entered.add(*start, -1);
  const mpz_class beyond = largest > 0 ? largest : mpz_class(0);
  form.constant -= beyond - (is_strict && largest > 0 ? 1 : 0);
  entries_.assume_at_most(head_, form);
  AffineFact fact{form, Relation::AtMost, signedness};
  add({{fact}, {}});
  // The bound may not hold if the guard is false at the entry; the form then still has its entry value.
  if (start) add({{fact, {entered}}, {}});
}

/// Adds x = x0 + c1 * n + c2 * n (n - 1) / 2 for loops with one path, where n is the distance of a counter
/// from its entry value.
void Generator::add_quadratics(const Steps& steps) {
  if (open_paths_.size() != 1) return;
  for (const auto& [variable, polynomial] : open_paths_.front()->polynomials) {
    if (steps.contains(variable) || !std::ranges::binary_search(live_[head_], variable)) continue;
    for (const auto& [counter, changes] : steps)
      if (abs(changes.front()) == 1 && counter.sort() == variable.sort())
        add_quadratic(variable, polynomial, counter, changes.front());
  }
}

/// The entry value of a coefficient as a bit-vector term.
std::optional<Term> Generator::entry_term(Term coefficient) const {
  const auto form = affine_form(coefficient);
  if (!form) return std::nullopt;
  const auto start = entries_.value(head_, *form);
  if (!start) return std::nullopt;
  return to_bitvector(terms_, *start);
}

void Generator::add_quadratic(Term variable, const Polynomial& polynomial, Term counter,
                              const mpz_class& stride) {
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

/// Adds the candidates of the source of an entering edge. They hold after the edge if it does not assign
/// their variables. The loop may still violate them; Houdini then removes them.
void Generator::inherit(EdgeId id) {
  const program::Edge& edge = program_.edge(id);
  term::TermSet assigned;
  for (const program::Assignment& update : edge.updates) assigned.insert(update.variable);
  const std::vector<CandidateFact> before = result_[edge.source];
  for (const CandidateFact& fact : before) {
    const term::TermVector used = symbols(fact);
    if (std::ranges::none_of(used, [&](Term symbol) { return assigned.contains(symbol); })) {
      add(fact);
      const bool is_equality =
          fact.disjuncts.size() == 1 && fact.disjuncts.front().relation == Relation::Equal;
      if (is_equality) entries_.assume_equal(head_, fact.disjuncts.front().form);
    } else {
      shift_along(id, fact);
    }
  }
  inherit_guard(id);
}

/// Adds the equality form = 0 of the source of the edge, shifted by the constant by which the edge changes
/// the form. Adds nothing if this change is not constant.
void Generator::shift_along(EdgeId id, const CandidateFact& fact) {
  if (fact.disjuncts.size() != 1 || fact.disjuncts.front().relation != Relation::Equal) return;
  const AffineForm& form = fact.disjuncts.front().form;
  AffineForm change = constant_form(form.width, 0);
  change.add(form, -1);
  change.constant += form.constant;
  for (const auto& [symbol, coefficient] : form.coefficients) {
    const auto& updates = program_.edge(id).updates;
    const auto update = std::ranges::find(updates, symbol, &program::Assignment::variable);
    const auto value = affine_form(update == updates.end() ? symbol : update->value);
    if (!value) return;
    change.add(*value, coefficient);
  }
  if (!change.is_constant()) return;
  AffineForm shifted = form;
  shifted.constant -= change.constant;
  entries_.assume_equal(head_, shifted);
  add({{{shifted}}, {}});
}

/// Adds the comparisons of the guard over variables that the edge does not assign, for example the exit
/// condition of the preceding loop.
void Generator::inherit_guard(EdgeId id) {
  const program::Edge& edge = program_.edge(id);
  term::TermSet assigned;
  for (const program::Assignment& update : edge.updates) assigned.insert(update.variable);
  for (const Term literal : term::conjuncts(edge.guard)) {
    const auto found = comparison(literal);
    if (!found) continue;
    CandidateFact fact{{{found->at_most_zero(), Relation::AtMost, found->signedness}}, {}};
    const term::TermVector used = symbols(fact);
    if (std::ranges::none_of(used, [&](Term symbol) { return assigned.contains(symbol); }))
      add(std::move(fact));
  }
}

std::vector<Signedness> Generator::possible_signedness(const AffineForm& form) const {
  using Declared = program::Variable::Signedness;
  bool is_signed = false, is_unsigned = false;
  for (const auto& [symbol, coefficient] : form.coefficients) {
    if (!program_.is_variable(symbol)) continue;
    const Declared signedness = program_.variables()[program_.variable_index(symbol)].signedness;
    is_signed |= signedness == Declared::Signed;
    is_unsigned |= signedness == Declared::Unsigned;
  }
  if (is_signed && !is_unsigned) return {Signedness::Signed};
  if (is_unsigned && !is_signed) return {Signedness::Unsigned};
  return {Signedness::Signed, Signedness::Unsigned};
}

void Generator::add_bound(const AffineForm& form) {
  for (const Signedness signedness : possible_signedness(form))
    add({{{form, Relation::AtMost, signedness}}, {}});
}

void Generator::add(CandidateFact fact) {
  const Term formula = to_bitvectors(terms_, fact);
  const bool is_live = std::ranges::includes(live_[head_], symbols(fact));
  if (formula.is_value() || !is_live || result_[head_].size() >= max_candidates) return;
  if (seen_[head_].insert(formula).second) result_[head_].push_back(std::move(fact));
}

}  // namespace

std::vector<std::vector<CandidateFact>> invariant_candidates(const program::Program& program, Prover& prover,
                                                             smt::SolverFactory& solvers,
                                                             const base::StopToken& stop) {
  if (!smt::can_expand(program::terms_of(program)))
    return std::vector<std::vector<CandidateFact>>(program.locations().size());
  return Generator(program, prover, solvers, stop).run();
}

}  // namespace pendulum::acceleration
