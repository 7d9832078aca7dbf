// Prepares affine edges for the packs: assigns dimensions to symbols and orders parallel assignments such
// that they can be executed one after the other.
#include <algorithm>

#include "base/check.h"
#include "domain/state_space_builder.h"

namespace pendulum::domain {

using term::Term;

namespace {

/// Far above the constants of programs, and low enough that 32-bit ranges still exceed it after division by a
/// coefficient.
const mpz_class wide_limit = mpz_class(1) << 24;

mpz_class common_denominator(const LinearSum& sum) {
  mpz_class result = sum.constant.get_den();
  for (const auto& [symbol, coefficient] : sum.coefficients)
    result = lcm(result, mpz_class(coefficient.get_den()));
  return result;
}

bool reads(const LinearSum& sum, Term symbol) {
  return sum.coefficients.contains(symbol);
}

}  // namespace

StateSpace::Builder::Builder(const AffineProgram& program, const Packing& packing, const Domain& domain,
                             const AffineEdge& edge)
    : program_(program), packing_(packing), domain_(domain), edge_(edge) {}

StateSpace::Transfer StateSpace::Builder::build() {
  Transfer transfer;
  for (std::size_t pack = 0; pack < packing_.size(); ++pack) {
    transfer.actions.push_back(build(pack));
    const Action& action = transfer.actions.back();
    transfer.has_wide = transfer.has_wide || !action.wide.empty();
    transfer.is_exact = transfer.is_exact && action.is_exact;
  }
  if (!edge_.action.approximations.empty()) transfer.is_exact = false;
  return transfer;
}

/// Finds the symbols that are relevant for the pack: its variables, and the inputs that are connected to them
/// by constraints and updates.
void StateSpace::Builder::find_relevant() {
  for (const Term variable : packing_.pack(pack_)) relevant_.insert(variable);
  const auto is_local = [&](Term symbol) {
    const Packing::Position* position = packing_.find(symbol);
    return position == nullptr;  // inputs and auxiliary symbols; the search stops at other packs
  };
  const auto spread = [&](const LinearSum& sum) {
    if (std::ranges::none_of(sum.coefficients, [&](const auto& e) { return relevant_.contains(e.first); }))
      return false;
    bool is_new = false;
    for (const auto& [symbol, coefficient] : sum.coefficients)
      if (is_local(symbol) && relevant_.insert(symbol).second) is_new = true;
    return is_new;
  };
  for (const auto& [variable, value] : edge_.action.updates) {
    if (!relevant_.contains(variable)) continue;
    for (const auto& [symbol, coefficient] : value.coefficients)
      if (is_local(symbol)) relevant_.insert(symbol);
  }
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (const LinearConstraint& constraint : edge_.action.constraints)
      if (spread(constraint.sum)) is_changed = true;
  }
}

Dimension StateSpace::Builder::dimension(Term symbol) {
  const Packing::Position* position = packing_.find(symbol);
  if (position != nullptr && position->pack == pack_) {
    const auto saved = saved_.find(symbol);
    return saved == saved_.end() ? position->dimension : saved->second;
  }
  const auto [found, is_new] = extra_.emplace(symbol, Dimension(0));
  if (is_new) {
    found->second = fresh();
    if (position != nullptr) {
      action_.other_pack.emplace_back(found->second, *position);
      action_.is_exact = false;
    }
  }
  return found->second;
}

Dimension StateSpace::Builder::fresh() {
  return static_cast<Dimension>(packing_.pack(pack_).size() + action_.extra++);
}

Expression StateSpace::Builder::expression(const LinearSum& sum, const mpz_class& factor) {
  Expression result;
  const auto scaled = [&](const mpq_class& value) {
    PENDULUM_CHECK(factor % value.get_den() == 0, "{} times {} should be an integer", factor.get_str(),
                   value.get_str());
    return mpz_class(value.get_num() * (factor / value.get_den()));
  };
  result.constant = scaled(sum.constant);
  for (const auto& [symbol, coefficient] : sum.coefficients)
    result.add(dimension(symbol), scaled(coefficient));
  return result;
}

void StateSpace::Builder::add_constraints() {
  for (const LinearConstraint& constraint : edge_.action.constraints) {
    const auto& all = constraint.sum.coefficients;
    const bool is_relevant =
        std::ranges::any_of(all, [&](const auto& entry) { return relevant_.contains(entry.first); });
    if (!is_relevant && !(all.empty() && pack_ == 0)) continue;
    Constraint added{expression(constraint.sum, common_denominator(constraint.sum)), constraint.is_equality};
    added.normalize();
    const bool is_wide = !all.empty() && abs(added.expression.constant) >= wide_limit;
    if (!domain_.is_exact(step::add(added)) && !is_wide) action_.is_exact = false;
    (is_wide ? action_.wide : action_.constraints).push_back(std::move(added));
  }
}

/// True if some symbol that is not a variable occurs only in this update and in no constraint. The assigned
/// variable is then arbitrary.
bool StateSpace::Builder::is_anything(const LinearSum& value) const {
  for (const auto& [symbol, coefficient] : value.coefficients) {
    if (packing_.find(symbol) != nullptr || abs(coefficient) != 1) continue;
    const auto occurs = [&](const LinearSum& sum) { return reads(sum, symbol); };
    const bool is_constrained =
        std::ranges::any_of(edge_.action.constraints, [&](const LinearConstraint& constraint) {
          return occurs(constraint.sum) && !is_wide_range(constraint);
        });
    const auto uses = std::ranges::count_if(edge_.action.updates,
                                            [&](const auto& update) { return occurs(update.second); });
    if (!is_constrained && uses == 1) return true;
  }
  return false;
}

bool StateSpace::Builder::is_wide_range(const LinearConstraint& constraint) const {
  return domain_.options().kind == DomainKind::Polyhedron && abs(constraint.sum.constant) >= wide_limit;
}

void StateSpace::Builder::add_assignments() {
  std::vector<std::pair<Term, LinearSum>> open;
  for (const auto& [variable, value] : edge_.action.updates) {
    const Packing::Position* position = packing_.find(variable);
    if (position == nullptr || position->pack != pack_) continue;
    open.emplace_back(variable, value);
  }
  const auto is_read_later = [&](std::size_t i) {
    for (std::size_t j = 0; j < open.size(); ++j)
      if (j != i && !saved_.contains(open[i].first) && reads(open[j].second, open[i].first)) return true;
    return false;
  };
  while (!open.empty()) {
    std::size_t next = 0;
    while (next < open.size() && is_read_later(next)) ++next;
    if (next == open.size()) {  // a cycle: save the old value of the first variable
      next = 0;
      const Dimension copy = fresh();
      Expression old;
      old.add(dimension(open[0].first), 1);
      action_.assignments.push_back(step::assign(copy, old));
      saved_.emplace(open[0].first, copy);
    }
    const auto [variable, value] = open[next];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(next));
    const Dimension target = packing_.find(variable)->dimension;
    if (is_anything(value) || common_denominator(value) != 1) {
      if (common_denominator(value) != 1) action_.is_exact = false;
      action_.assignments.push_back(step::forget(target));
      continue;
    }
    Step assign = step::assign(target, expression(value, 1));
    if (!domain_.is_exact(assign)) action_.is_exact = false;
    action_.assignments.push_back(std::move(assign));
  }
}

StateSpace::Action StateSpace::Builder::build(std::size_t pack) {
  pack_ = pack;
  action_ = {};
  relevant_.clear();
  extra_.clear();
  saved_.clear();
  find_relevant();
  add_constraints();
  add_assignments();
  const term::TermVector& before = program_.live(edge_.source);
  const term::TermVector& after = program_.live(edge_.target);
  const term::TermVector& variables = packing_.pack(pack);
  for (Dimension d = 0; d < variables.size(); ++d) {
    const bool is_live_before = std::ranges::binary_search(before, variables[d]);
    const bool is_live_after = std::ranges::binary_search(after, variables[d]);
    if (!is_live_before) action_.dead_before.push_back(d);
    if (!is_live_after) action_.dead_after.push_back(d);
    if (is_live_before != is_live_after) action_.is_identity = false;
  }
  if (action_.extra > 0 || !action_.constraints.empty() || !action_.wide.empty() ||
      !action_.assignments.empty())
    action_.is_identity = false;
  return std::move(action_);
}

}  // namespace pendulum::domain
