#include "domain/remainders.h"

#include <algorithm>
#include <set>

#include "base/check.h"
#include "base/integer_math.h"
#include "term/traverse.h"

namespace pendulum::domain {

using program::Edge;
using term::Kind;
using term::LinearSum;
using term::Term;

namespace {

/// Maximum number of pairs of quotient and remainder, because each pair adds two dimensions and polyhedra are
/// exponential in their number. Not measured.
constexpr std::size_t max_ghosts = 6;
/// Maximum divisor: chosen for parities and the small strides of counters. Not measured.
constexpr long max_divisor = 8;
/// Maximum carry of a sum of remainders. Each carry is one more case of the edge. Not measured.
constexpr long max_carry = 4;

bool is_division(Term t) {
  if (t.kind() != Kind::IntDiv && t.kind() != Kind::IntMod) return false;
  return t[1].kind() == Kind::IntValue && t[1].integer_value() >= 2 && t[1].integer_value() <= max_divisor;
}

}  // namespace

RemainderView::RemainderView(const program::Program& integers)
    : original_(integers), terms_(integers.terms()) {
  find_ghosts(Strides::Too);
  if (ghosts_.size() > max_ghosts) {
    ghosts_.clear();
    find_ghosts(Strides::No);
  }
  if (ghosts_.size() > max_ghosts) ghosts_.clear();
  build();
  PENDULUM_CHECK(program_.locations().size() == original_.locations().size(),
                 "each location should keep its id");
}

bool RemainderView::is_over_variables(const LinearSum& sum) const {
  const auto is_whole = [](const mpq_class& number) { return number.get_den() == 1; };
  return is_whole(sum.constant) && std::ranges::all_of(sum.coefficients, [&](const auto& entry) {
           return original_.is_variable(entry.first) && is_whole(entry.second);
         });
}

bool RemainderView::add_ghosts_of(const LinearSum& sum, const mpz_class& divisor) {
  PENDULUM_CHECK(divisor >= 2 && divisor <= max_divisor, "a divisor should be between 2 and {}, not {}",
                 max_divisor, divisor.get_str());
  bool is_new = false;
  if (!is_over_variables(sum)) return false;
  for (const auto& [variable, coefficient] : sum.coefficients) {
    if (base::floor_remainder(coefficient.get_num(), divisor) == 0 || ghosts_.contains({variable, divisor}))
      continue;
    const std::string name = variable.name() + "." + divisor.get_str();
    ghosts_.emplace(Key(variable, divisor), Ghost{terms_.mk_fresh(name + ".div", terms_.int_sort()),
                                                  terms_.mk_fresh(name + ".mod", terms_.int_sort())});
    is_new = true;
  }
  return is_new;
}

/// Adds ghosts for divisions in the program, with `strides` for counters, and for the variables on which
/// updates of variables with ghosts depend.
void RemainderView::find_ghosts(Strides strides) {
  for (const Term t : term::subterms(program::terms_of(original_)))
    if (is_division(t)) add_ghosts_of(term::linear_sum(t[0]), t[1].integer_value());
  if (strides == Strides::Too) add_strides();
  for (bool is_new = !ghosts_.empty(); is_new && ghosts_.size() <= max_ghosts;) {
    is_new = false;
    const std::map<Key, Ghost> known = ghosts_;
    for (const Edge& edge : original_.edges())
      for (const program::Assignment& update : edge.updates)
        for (const auto& [key, ghost] : known)
          if (key.first == update.variable && add_ghosts_of(term::linear_sum(update.value), key.second))
            is_new = true;
  }
}

/// Adds ghosts for variables whose increments all have the same absolute value.
void RemainderView::add_strides() {
  std::map<Term, std::set<mpz_class>> strides;
  for (const Edge& edge : original_.edges()) {
    for (const program::Assignment& update : edge.updates) {
      if (!update.variable.sort().is_int()) continue;
      LinearSum change = term::linear_sum(update.value);
      if (change.coefficient(update.variable) == 0) continue;
      change.add(-1, update.variable);
      std::erase_if(change.coefficients, [](const auto& entry) { return entry.second == 0; });
      const bool is_constant = change.coefficients.empty() && change.constant.get_den() == 1;
      strides[update.variable].insert(is_constant ? mpz_class(abs(change.constant.get_num())) : mpz_class(0));
    }
  }
  for (const auto& [variable, all] : strides) {
    LinearSum alone;
    alone.add(1, variable);
    if (all.size() == 1 && *all.begin() >= 2 && *all.begin() <= max_divisor)
      add_ghosts_of(alone, *all.begin());
  }
}

std::optional<RemainderView::Ghost> RemainderView::divide(const LinearSum& sum,
                                                          const mpz_class& divisor) const {
  PENDULUM_CHECK(divisor >= 2, "a divisor should be at least 2");
  if (!is_over_variables(sum)) return std::nullopt;
  // sum = divisor * whole + rest, 0 <= rest <= largest.
  const mpz_class constant = base::floor_remainder(sum.constant.get_num(), divisor);
  term::TermVector rest{terms_.mk_int(constant)};
  term::TermVector whole{terms_.mk_int(base::floor_quotient(sum.constant.get_num(), divisor))};
  mpz_class largest = constant;
  for (const auto& [variable, coefficient] : sum.coefficients) {
    const mpz_class part = base::floor_remainder(coefficient.get_num(), divisor);
    whole.push_back(
        terms_.mk_mul(terms_.mk_int(base::floor_quotient(coefficient.get_num(), divisor)), variable));
    if (part == 0) continue;
    const auto ghost = ghosts_.find({variable, divisor});
    if (ghost == ghosts_.end()) return std::nullopt;
    rest.push_back(terms_.mk_mul(terms_.mk_int(part), ghost->second.remainder));
    whole.push_back(terms_.mk_mul(terms_.mk_int(part), ghost->second.quotient));
    largest += part * (divisor - 1);
  }
  const mpz_class carries = largest / divisor;
  if (carries > max_carry) return std::nullopt;
  const Term sum_of_rests = terms_.mk_add(rest), sum_of_wholes = terms_.mk_add(whole);
  const auto with_carry = [&](const mpz_class& carry) {
    return Ghost{terms_.mk_add(sum_of_wholes, terms_.mk_int(carry)),
                 terms_.mk_sub(sum_of_rests, terms_.mk_int(mpz_class(carry * divisor)))};
  };
  Ghost result = with_carry(carries);
  for (mpz_class carry = carries - 1; carry >= 0; --carry) {
    const Term fits = terms_.mk_lt(sum_of_rests, terms_.mk_int(mpz_class((carry + 1) * divisor)));
    const Ghost here = with_carry(carry);
    result = {terms_.mk_ite(fits, here.quotient, result.quotient),
              terms_.mk_ite(fits, here.remainder, result.remainder)};
  }
  return result;
}

Edge RemainderView::rewrite(const Edge& edge) const {
  term::TermVector all{edge.guard};
  for (const program::Assignment& update : edge.updates) all.push_back(update.value);
  term::Substitution map;
  for (const Term t : term::subterms(all)) {
    if (!is_division(t)) continue;
    if (const auto parts = divide(term::linear_sum(t[0]), t[1].integer_value()))
      map.emplace(t, t.kind() == Kind::IntDiv ? parts->quotient : parts->remainder);
  }
  term::Substituter substitute(terms_, map);
  Edge result = edge;
  const Term guard = terms_.mk_and(substitute(edge.guard), bounds_of_quotients(edge.guard));
  // The builder drops edges whose guard is `false`, but edges must keep their ids: keep the old guard then.
  if (!guard.is_false()) result.guard = guard;
  for (program::Assignment& update : result.updates) {
    const Term value = update.value;
    update.value = substitute(value);
  }
  for (const program::Assignment& update : edge.updates) {
    for (const auto& [key, ghost] : ghosts_) {
      if (key.first != update.variable) continue;
      const auto parts = divide(term::linear_sum(update.value), key.second);
      const Term value = substitute(update.value), divisor = terms_.mk_int(key.second);
      result.updates.push_back({ghost.quotient, parts ? parts->quotient : terms_.mk_int_div(value, divisor)});
      result.updates.push_back(
          {ghost.remainder, parts ? parts->remainder : terms_.mk_int_mod(value, divisor)});
    }
  }
  return result;
}

/// x <= b implies x div c <= b div c, and x >= a implies x div c >= a div c. This is redundant over the
/// integers but excludes rational points between two multiples.
Term RemainderView::bounds_of_quotients(Term guard) const {
  term::TermVector result;
  for (const Term conjunct : term::conjuncts(guard)) {
    const auto literal = term::linear_literal(conjunct);
    using Relation = term::LinearLiteral::Relation;
    if (!literal || literal->relation != Relation::Le || literal->sum.coefficients.size() != 1) continue;
    const auto& [variable, coefficient] = *literal->sum.coefficients.begin();
    if (abs(coefficient) != 1 || literal->sum.constant.get_den() != 1) continue;
    const mpz_class constant = literal->sum.constant.get_num();
    for (const auto& [key, ghost] : ghosts_) {
      if (key.first != variable) continue;
      const mpz_class bound = coefficient > 0 ? mpz_class(-constant) : constant;
      const Term quotient = terms_.mk_int(base::floor_quotient(bound, key.second));
      result.push_back(coefficient > 0 ? terms_.mk_le(ghost.quotient, quotient)
                                       : terms_.mk_le(quotient, ghost.quotient));
    }
  }
  return terms_.mk_and(result);
}

void RemainderView::build() {
  program::ProgramBuilder builder = program::ProgramBuilder::without_edges(original_);
  for (const auto& [key, ghost] : ghosts_)
    for (const Term symbol : {ghost.quotient, ghost.remainder}) builder.add_variable({.symbol = symbol});
  for (program::EdgeId id = 0; id < original_.edges().size(); ++id) {
    const auto added = builder.add_edge(ghosts_.empty() ? original_.edge(id) : rewrite(original_.edge(id)));
    PENDULUM_CHECK(added == id, "edge {} should keep its id", id);
  }
  program_ = builder.build();
}

Term RemainderView::ranges() const {
  term::TermVector result;
  for (const auto& [key, ghost] : ghosts_) {
    result.push_back(terms_.mk_le(terms_.mk_int(0), ghost.remainder));
    result.push_back(terms_.mk_lt(ghost.remainder, terms_.mk_int(key.second)));
  }
  return terms_.mk_and(result);
}

Term RemainderView::to_original(Term t) const {
  term::Substitution map;
  for (const auto& [key, ghost] : ghosts_) {
    const Term divisor = terms_.mk_int(key.second);
    map.emplace(ghost.quotient, terms_.mk_int_div(key.first, divisor));
    map.emplace(ghost.remainder, terms_.mk_int_mod(key.first, divisor));
  }
  const Term result = term::substitute(terms_, t, map);
  PENDULUM_DCHECK(
      std::ranges::none_of(term::symbols(result), [&](Term symbol) { return map.contains(symbol); }),
      "a term over the original variables should have no quotient or remainder variable");
  return result;
}

}  // namespace pendulum::domain
