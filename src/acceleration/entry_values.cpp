#include "acceleration/entry_values.h"

#include <algorithm>
#include <set>

#include "base/check.h"

namespace pendulum::acceleration {

using program::Edge;
using program::EdgeId;
using program::LocationId;
using term::Kind;
using term::Term;
using Signedness = PolynomialArithmetic::Signedness;

namespace {

/// The constant variables after an edge that is taken with the constant variables `before`.
Constants constants_after(term::TermManager& terms, const Edge& edge, const Constants& before) {
  Constants result = before;
  term::Substituter substitute(terms, term::Substitution(before.begin(), before.end()));
  for (const program::Assignment& update : edge.updates) {
    const Term value = substitute(update.value);
    if (value.is_value() && value.sort().is_bitvec()) {
      result[update.variable] = value;
    } else {
      result.erase(update.variable);
    }
  }
  return result;
}

}  // namespace

std::vector<Constants> propagate_constants(const program::Program& program) {
  std::vector<std::optional<Constants>> known(program.locations().size());
  known[program.entry()] = Constants();
  std::set<LocationId> open{program.entry()};
  while (!open.empty()) {
    const LocationId location = *open.begin();
    open.erase(open.begin());
    PENDULUM_CHECK(known[location].has_value(), "location {} should be reached before its edges are followed",
                   location);
    for (const EdgeId id : program.outgoing(location)) {
      const Edge& edge = program.edge(id);
      Constants after = constants_after(program.terms(), edge, *known[location]);
      std::optional<Constants>& target = known[edge.target];
      if (!target) {
        target = std::move(after);
        open.insert(edge.target);
      } else if (std::erase_if(*target, [&](const auto& entry) {
                   const auto found = after.find(entry.first);
                   return found == after.end() || found->second != entry.second;
                 }) > 0) {
        open.insert(edge.target);
      }
    }
  }
  std::vector<Constants> result;
  for (std::optional<Constants>& constants : known)
    result.push_back(constants ? std::move(*constants) : Constants());
  return result;
}

std::optional<Comparison> comparison(Term literal) {
  PENDULUM_CHECK(literal.sort().is_bool(), "a literal should be a formula, not {}", literal.to_string());
  const bool is_negated = literal.kind() == Kind::Not;
  const Term atom = is_negated ? literal[0] : literal;
  const Kind kind = atom.kind();
  const bool is_strict = kind == Kind::BvUlt || kind == Kind::BvSlt;
  if (!is_strict && kind != Kind::BvUle && kind != Kind::BvSle) return std::nullopt;
  const auto left = affine_form(atom[is_negated ? 1 : 0]), right = affine_form(atom[is_negated ? 0 : 1]);
  if (!left || !right) return std::nullopt;
  Comparison result{*left,
                    kind == Kind::BvUlt || kind == Kind::BvUle ? Signedness::Unsigned : Signedness::Signed,
                    is_strict != is_negated};
  result.difference.add(*right, -1);
  return result;
}

AffineForm Comparison::at_most_zero() const {
  AffineForm result = difference;
  if (is_strict) result.constant += 1;
  return result;
}

EntryValues::EntryValues(const program::Program& program, const program::Wto& wto)
    : program_(program),
      wto_(wto),
      constants_(propagate_constants(program)),
      live_(program::live_variables(program)) {}

namespace {

bool is_inside(const program::Wto& wto, LocationId head, LocationId location) {
  if (!wto.is_reachable(location)) return false;
  const std::vector<LocationId> heads = wto.heads(location);
  return std::ranges::find(heads, head) != heads.end();
}

}  // namespace

term::TermSet EntryValues::changed_in(LocationId head) const {
  PENDULUM_CHECK(wto_.is_head(head), "location {} should be a loop head", head);
  term::TermSet result;
  for (const Edge& edge : program_.edges())
    if (is_inside(wto_, head, edge.source) && is_inside(wto_, head, edge.target))
      for (const program::Assignment& update : edge.updates) result.insert(update.variable);
  return result;
}

std::vector<EdgeId> EntryValues::entering(LocationId head) const {
  PENDULUM_CHECK(wto_.is_head(head), "location {} should be a loop head", head);
  std::vector<EdgeId> result;
  for (const EdgeId edge : program_.incoming(head))
    if (!is_inside(wto_, head, program_.edge(edge).source)) result.push_back(edge);
  return result;
}

std::optional<AffineForm> EntryValues::value(LocationId head, const AffineForm& form) const {
  const term::TermSet changed = changed_in(head);
  std::optional<AffineForm> result;
  for (const EdgeId edge : entering(head)) {
    const std::optional<AffineForm> value = value_after(edge, form, changed);
    if (!value || (result && *result != *value)) return std::nullopt;
    PENDULUM_DCHECK(std::ranges::none_of(value->coefficients,
                                         [&](const auto& entry) { return changed.contains(entry.first); }),
                    "an entry value should be over variables that the loop does not change");
    result = value;
  }
  return result;
}

namespace {

/// Eliminates `symbol` from `value` by the equality form = 0. Requires: its coefficient in `form` is 1 or -1.
void eliminate(AffineForm& value, Term symbol, const AffineForm& form) {
  PENDULUM_CHECK(abs(form.coefficients.at(symbol)) == 1, "the equality should be solved for {}",
                 symbol.name());
  const mpz_class factor = -value.coefficients.at(symbol) * form.coefficients.at(symbol);
  value.add(form, factor);
  PENDULUM_CHECK(!value.coefficients.contains(symbol), "{} should be eliminated", symbol.name());
}

/// Reduces the constant modulo 2^width to a signed number of this width.
void normalize(AffineForm& form) {
  mpz_class modulus = mpz_class(1) << form.width;
  mpz_fdiv_r(form.constant.get_mpz_t(), form.constant.get_mpz_t(), modulus.get_mpz_t());
  if (form.constant >= modulus / 2) form.constant -= modulus;
}

}  // namespace

std::vector<AffineForm> EntryValues::equalities_on(EdgeId id) const {
  const Edge& edge = program_.edge(id);
  std::vector<AffineForm> result;
  if (const auto known = equalities_.find(edge.source); known != equalities_.end()) result = known->second;
  const auto bounds = bounds_.find(edge.source);
  for (const Term literal : term::conjuncts(edge.guard)) {
    if (literal.kind() == Kind::Eq && literal[0].sort().is_bitvec()) {
      const auto left = affine_form(literal[0]), right = affine_form(literal[1]);
      if (!left || !right) continue;
      result.push_back(*left);
      result.back().add(*right, -1);
    } else if (const auto found = comparison(literal); found && bounds != bounds_.end()) {
      AffineForm opposite = constant_form(found->difference.width, 0);
      opposite.add(found->at_most_zero(), -1);
      if (std::ranges::find(bounds->second, opposite) != bounds->second.end()) result.push_back(opposite);
    }
  }
  return result;
}

std::optional<AffineForm> EntryValues::value_after(EdgeId id, const AffineForm& form,
                                                   const term::TermSet& changed) const {
  const Edge& edge = program_.edge(id);
  term::TermManager& terms = program_.terms();
  const term::Substitution updates = program::substitution_of(edge);
  const Constants& constants = constants_[edge.source];
  term::Substituter substitute(terms, term::Substitution(constants.begin(), constants.end()));
  AffineForm before = constant_form(form.width, form.constant);
  for (const auto& [symbol, coefficient] : form.coefficients) {
    const auto update = updates.find(symbol);
    const auto value = affine_form(substitute(update == updates.end() ? symbol : update->second));
    if (!value) return std::nullopt;
    before.add(*value, coefficient);
  }
  // Maps terms over the state before the edge to variables that have their value after the edge and that the
  // loop does not change.
  term::TermMap<Term> names;
  for (const Term variable : live_[edge.target]) {
    if (changed.contains(variable)) continue;
    const auto update = updates.find(variable);
    names.emplace(update == updates.end() ? variable : update->second, variable);
  }
  const auto is_open = [&](const auto& entry) { return !names.contains(entry.first); };
  std::vector<AffineForm> equalities = equalities_on(id);
  // Equalities eliminate the symbols that have no name. Each equality is used at most once, so the loop ends.
  for (;;) {
    const auto open = std::ranges::find_if(before.coefficients, is_open);
    if (open == before.coefficients.end()) break;
    const Term symbol = open->first;
    const auto is_usable = [&](const AffineForm& candidate) {
      const auto found = candidate.coefficients.find(symbol);
      return candidate.width == form.width && found != candidate.coefficients.end() &&
             abs(found->second) == 1;
    };
    // Prefers an equality that introduces no other symbol without a name.
    auto best = std::ranges::find_if(equalities, [&](const AffineForm& candidate) {
      return is_usable(candidate) && std::ranges::count_if(candidate.coefficients, is_open) == 1;
    });
    if (best == equalities.end()) best = std::ranges::find_if(equalities, is_usable);
    if (best == equalities.end()) return std::nullopt;
    eliminate(before, symbol, *best);
    equalities.erase(best);
  }
  AffineForm result = constant_form(form.width, before.constant);
  for (const auto& [symbol, coefficient] : before.coefficients)
    result.add(symbol_form(names.at(symbol)), coefficient);
  normalize(result);
  return result;
}

}  // namespace pendulum::acceleration
