#include "engine/euforia/term_projection.h"

#include <algorithm>
#include <map>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::engine::euforia {

using term::Kind;
using term::Term;
using term::TermSet;
using term::TermVector;

namespace {

/// Larger literals are dropped, because repeated pre-images must not grow without bound.
constexpr std::size_t max_literal_size = 60;
/// Maximum number of terms of one sort whose partition is added when an input is dropped: the number of
/// literals is quadratic.
constexpr std::size_t max_partition = 8;
/// Maximum number of variables and values of one sort whose equalities are added to the cube: the number of
/// literals is quadratic.
constexpr std::size_t max_leaves = 10;

bool is_connective(Term term) {
  const Kind kind = term.kind();
  return kind == Kind::And || kind == Kind::Or || kind == Kind::Not || kind == Kind::Ite ||
         kind == Kind::True || kind == Kind::False || (kind == Kind::Eq && term[0].sort().is_bool());
}

}  // namespace

void TermProjection::decompose() {
  while (!open_.empty()) {
    const auto [formula, value] = open_.back();
    open_.pop_back();
    take(formula, value);
  }
}

/// TPRec for formulas: decomposes `formula`, which has `value` in the model.
void TermProjection::take(Term formula, bool value) {
  while (formula.kind() == Kind::Not) {
    formula = formula[0];
    value = !value;
  }
  if (!done_.insert(formula).second) return;
  const bool is_and = formula.kind() == Kind::And;
  if (is_and || formula.kind() == Kind::Or) {
    if (is_and != value) return take_one_of(formula, value);
    for (const Term child : formula.children()) open_.emplace_back(child, value);
  } else if (formula.kind() == Kind::Ite) {
    const bool condition = truth_(formula[0]);
    open_.emplace_back(formula[0], condition);
    open_.emplace_back(formula[condition ? 1 : 2], value);
  } else if (formula.kind() == Kind::Eq && formula[0].sort().is_bool()) {
    for (const Term side : formula.children()) open_.emplace_back(side, truth_(side));
  } else if (!formula.is_true() && !formula.is_false()) {
    add_literal(formula, value);
  }
}

/// Chooses a true disjunct of a disjunction, or a false conjunct of a conjunction. Prefers one that was
/// decomposed already, then the oldest one, because terms of the program are older than those made by
/// pre-images.
void TermProjection::take_one_of(Term formula, bool value) {
  Term choice;
  for (const Term child : formula.children()) {
    if (truth_(child) != value) continue;
    const Term atom = child.kind() == Kind::Not ? child[0] : child;
    if (done_.contains(atom)) return;
    if (choice.is_null() || child < choice) choice = child;
  }
  // If no child qualifies, the model contradicts the simplified formula, and the formula is ignored.
  if (!choice.is_null()) open_.emplace_back(choice, value);
}

/// TPRec for terms: selects the branches of ite that the model takes; their conditions are added to open_.
Term TermProjection::resolve(Term root) {
  TermVector stack{root};
  while (!stack.empty()) {
    const Term term = stack.back();
    if (resolved_.contains(term)) {
      stack.pop_back();
      continue;
    }
    if (term.num_children() == 0 || term.sort().is_bool()) {
      // A formula inside of a term (other than the condition of an ite) is decomposed separately.
      const bool is_formula = term.sort().is_bool() && term.num_children() > 0;
      if (is_formula) open_.emplace_back(term, truth_(term));
      resolved_.emplace(term, is_formula ? terms_.mk_bool(truth_(term)) : term);
      stack.pop_back();
      continue;
    }
    if (term.kind() == Kind::Ite) {
      const bool condition = truth_(term[0]);
      const Term branch = term[condition ? 1 : 2];
      const auto found = resolved_.find(branch);
      if (found == resolved_.end()) {
        open_.emplace_back(term[0], condition);
        stack.push_back(branch);
      } else {
        resolved_.emplace(term, found->second);
        stack.pop_back();
      }
      continue;
    }
    TermVector children;
    for (const Term child : term.children()) {
      const auto found = resolved_.find(child);
      if (found == resolved_.end()) {
        stack.push_back(child);
      } else {
        children.push_back(found->second);
      }
    }
    if (children.size() < term.num_children()) continue;
    resolved_.emplace(term, resolve_node(term, children));
    stack.pop_back();
  }
  PENDULUM_DCHECK(resolved_.at(root).sort() == root.sort(), "{} should keep its sort", root.to_string());
  return resolved_.at(root);
}

/// Over abstract terms if there is an abstraction, because concrete terms would be simplified.
Term TermProjection::equation(Term a, Term b) {
  return abstraction_ == nullptr ? terms_.mk_eq(a, b) : terms_.mk_eq((*abstraction_)(a), (*abstraction_)(b));
}

void TermProjection::expect_equal(const TermVector& premises, Term term, Term folded) {
  if (abstraction_ == nullptr) return;
  const Term claim = equation(term, folded);
  if (claim.is_true() || truth_(claim)) return;
  TermVector clause{claim};
  for (const Term premise : premises) clause.push_back(terms_.mk_not((*abstraction_)(premise)));
  axioms_.push_back(terms_.mk_or(clause));
}

namespace {

/// The constructor has built the plain application, without simplification.
bool is_plain(Term term, Term made, const TermVector& children) {
  return made.kind() == term.kind() && std::ranges::equal(made.children(), children);
}

}  // namespace

/// Applies the operation to the resolved children, which equal the original ones in the model.
Term TermProjection::resolve_node(Term term, const TermVector& children) {
  Term made = terms_.mk_like(term, children);
  // The operands of a commutative operation may be sorted differently than before.
  const bool is_sorted = EufAbstraction::is_commutative_kind(term.kind());
  if (!is_plain(term, made, children) || (is_sorted && made != term)) {
    TermVector premises;
    for (std::size_t i = 0; i < children.size(); ++i)
      if (children[i] != term[i]) premises.push_back(equation(term[i], children[i]));
    expect_equal(premises, term, made);
  }
  while (made.kind() == Kind::Select && made[0].kind() == Kind::Store) {
    const Term read = read_over_write(made);
    if (read == made) break;
    made = read;
  }
  return made;
}

/// McCarthy's axioms (2.17): reads through the store as the model decides the equality of the indices, which
/// is added to open_.
Term TermProjection::read_over_write(Term select) {
  PENDULUM_CHECK(select.kind() == Kind::Select && select[0].kind() == Kind::Store,
                 "{} should read a written array", select.to_string());
  const Term store = select[0];
  const Term same = terms_.mk_eq(store[1], select[1]);
  if (same.is_value()) return select;
  const bool is_same = truth_(same);
  const Term read = is_same ? store[2] : terms_.mk_select(store[0], select[1]);
  expect_equal({is_same ? same : terms_.mk_not(same)}, select, read);
  open_.emplace_back(same, is_same);
  return read;
}

void TermProjection::add_literal(Term atom, bool value) {
  Term resolved = atom;
  if (atom.num_children() > 0) {
    TermVector children;
    for (const Term child : atom.children()) children.push_back(resolve(child));
    resolved = resolve_node(atom, children);
  }
  keep(value ? resolved : terms_.mk_not(resolved));
}

/// Adds a formula that should hold in the model. If simplification has produced a connective, it is
/// decomposed again.
void TermProjection::keep(Term literal) {
  if (literal.is_true() || literal.is_false()) return;
  const Term atom = literal.kind() == Kind::Not ? literal[0] : literal;
  if (is_connective(atom)) {
    if (truth_(literal)) open_.emplace_back(literal, true);
    return;
  }
  if (seen_.insert(literal).second) literals_.push_back(literal);
}

bool TermProjection::mentions(Term term, const TermSet& inputs) {
  const TermVector symbols = term::symbols(term);
  return std::ranges::any_of(symbols, [&](Term symbol) { return inputs.contains(symbol); });
}

void TermProjection::substitute(Term input, Term value) {
  PENDULUM_CHECK(input.is_symbol() && input != value,
                 "{} should be a symbol that is replaced by another term", input.to_string());
  const TermVector before = std::move(literals_);
  literals_.clear();
  seen_.clear();
  const term::Substitution map{{input, value}};
  term::Substituter replace(terms_, map);
  const Term equal = equation(input, value);
  for (const Term literal : before) {
    const Term after = replace(literal);
    if (after != literal && values_.cover(after)) expect_equal({equal}, literal, after);
    keep(after);
  }
  decompose();
}

/// Eliminates an input by a literal "input = term", or by a literal of a Boolean input. False if no such
/// literal exists.
bool TermProjection::eliminate_by_equation(const TermSet& inputs) {
  for (const Term literal : literals_) {
    const Term atom = literal.kind() == Kind::Not ? literal[0] : literal;
    if (inputs.contains(atom)) {
      substitute(atom, terms_.mk_bool(atom == literal));
      return true;
    }
    if (literal.kind() != Kind::Eq) continue;
    for (const std::size_t side : {0u, 1u}) {
      const Term input = literal[side], value = literal[1 - side];
      if (!inputs.contains(input)) continue;
      const TermVector symbols = term::symbols(value);
      if (std::ranges::find(symbols, input) != symbols.end()) continue;
      substitute(input, value);
      return true;
    }
  }
  return false;
}

/// Replaces the input by an equal term without inputs; if none exists, drops the literals that contain it.
void TermProjection::eliminate_input(Term input, const TermSet& inputs) {
  for (const Term candidate : term::subterms(literals_)) {
    if (candidate.sort() != input.sort() || mentions(candidate, inputs)) continue;
    if (input.sort().is_bool() && !candidate.is_symbol() && !candidate.is_value()) continue;
    if (truth_(terms_.mk_eq(input, candidate))) return substitute(input, candidate);
  }
  drop_with_partition(input, inputs);
}

/// Drops the literals that contain the input, and keeps the partition of their subterms without inputs
/// instead.
void TermProjection::drop_with_partition(Term input, const TermSet& inputs) {
  const TermSet one{input};
  std::vector<TermVector> parts;  // by sort
  TermVector kept;
  for (const Term literal : literals_) {
    if (!mentions(literal, one)) {
      kept.push_back(literal);
      continue;
    }
    const Term roots[] = {literal};
    for (const Term sub : term::subterms(roots)) {
      if (sub.sort().is_bool() || mentions(sub, inputs)) continue;
      auto part = std::ranges::find_if(parts, [&](const TermVector& p) { return p[0].sort() == sub.sort(); });
      if (part == parts.end()) part = parts.insert(parts.end(), TermVector{});
      if (part->size() < max_partition && std::ranges::find(*part, sub) == part->end()) part->push_back(sub);
    }
  }
  literals_ = std::move(kept);
  seen_ = TermSet(literals_.begin(), literals_.end());
  for (const TermVector& part : parts)
    for (std::size_t i = 0; i < part.size(); ++i)
      for (std::size_t j = i + 1; j < part.size(); ++j) {
        const Term equal = terms_.mk_eq(part[i], part[j]);
        keep(truth_(equal) ? equal : terms_.mk_not(equal));
      }
  decompose();
}

void TermProjection::eliminate(const TermSet& inputs) {
  while (eliminate_by_equation(inputs)) {
  }
  for (;;) {
    const TermVector symbols = term::symbols(literals_);
    const auto input = std::ranges::find_if(symbols, [&](Term symbol) { return inputs.contains(symbol); });
    if (input == symbols.end()) return;
    eliminate_input(*input, inputs);
  }
}

TermVector TermProjection::path_literals() {
  PENDULUM_CHECK(!is_projected_, "the literals of a path should be read before the projection");
  decompose();
  TermVector result;
  for (const Term literal : literals_)
    if (truth_(literal)) result.push_back(literal);
  return result;
}

/// ModelAssertion over the variables and values of the literals, restricted to equalities, which EUF handles
/// well. The disequalities that matter are literals of the program or of lemmas; others only make cubes
/// smaller. Measured: with disequalities, the number of queries is two to three times as large.
void TermProjection::add_equalities() {
  std::map<term::Sort, TermVector> leaves;
  for (const Term sub : term::subterms(literals_))
    if (!sub.sort().is_bool() && (sub.is_symbol() || sub.is_value())) leaves[sub.sort()].push_back(sub);
  for (const auto& [sort, members] : leaves) {
    const std::size_t size = std::min(members.size(), max_leaves);
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = i + 1; j < size; ++j) {
        const Term equal = terms_.mk_eq(members[i], members[j]);
        if (truth_(equal)) keep(equal);
      }
  }
  decompose();
}

ic3::Cube TermProjection::project(const TermSet& inputs) {
  PENDULUM_CHECK(!is_projected_, "a projection should be computed once");
  is_projected_ = true;
  decompose();
  eliminate(inputs);
  add_equalities();
  ic3::Cube cube;
  for (const Term literal : literals_) {
    if (!values_.cover(literal) || term::dag_size(literal) > max_literal_size) continue;
    PENDULUM_DCHECK(!mentions(literal, inputs), "{} should not mention an input", literal.to_string());
    const bool holds = truth_(literal);
    PENDULUM_DCHECK(holds || !axioms_.empty(), "the model should satisfy {}", literal.to_string());
    if (holds) cube.push_back(literal);
  }
  return ic3::make_cube(std::move(cube));
}

}  // namespace pendulum::engine::euforia
