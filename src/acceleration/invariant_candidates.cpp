#include "acceleration/invariant_candidates.h"

#include <algorithm>

#include "acceleration/candidate_generator.h"
#include "base/check.h"

namespace pendulum::acceleration {

using program::EdgeId;
using program::LocationId;
using term::Term;
using Signedness = PolynomialArithmetic::Signedness;
using Relation = AffineFact::Relation;

namespace {

/// Maximum number of paths per loop head. Each path costs solver calls, and a candidate has to hold on all of
/// them. Not measured.
constexpr std::size_t max_paths = 12;
/// Maximum number of candidates per location; the solver calls of Houdini grow with their number. Not
/// measured.
constexpr std::size_t max_candidates = 200;
/// Maximum number of variables per loop and width that are combined with each other; the number of pairs is
/// quadratic. Not measured.
constexpr std::size_t max_variables = 16;

}  // namespace

void CandidateGenerator::add_forms(LocationId head) {
  std::vector<PathForms>& forms = forms_[head];
  paths_.enumerate(head, {paths_.anywhere()}, Repetition::Once, stop_, [&](const LoopPath& path) {
    forms.push_back(forms_of(path));
    return forms.size() < max_paths;
  });
}

PathForms CandidateGenerator::forms_of(const LoopPath& path) {
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

void CandidateGenerator::add_candidates(LocationId head) {
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

std::optional<mpz_class> CandidateGenerator::step(const PathForms& path, Term variable) const {
  if (path.others.contains(variable)) return std::nullopt;
  const auto found = path.polynomials.find(variable);
  if (found == path.polynomials.end()) return 0;
  const Polynomial& polynomial = found->second;
  if (polynomial.c2 || polynomial.c0 != variable) return std::nullopt;
  if (!polynomial.c1) return 0;
  if (!polynomial.c1.is_value() || abs(polynomial.c1.signed_value()) > max_step) return std::nullopt;
  return polynomial.c1.signed_value();
}

Steps CandidateGenerator::steps() const {
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

std::optional<std::vector<mpz_class>> CandidateGenerator::changes(const AffineForm& form) const {
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

void CandidateGenerator::add_bound(const AffineForm& form) {
  for (const Signedness signedness : possible_signedness(form))
    add({{{form, Relation::AtMost, signedness}}, {}});
}

void CandidateGenerator::add(CandidateFact fact) {
  PENDULUM_CHECK(wto_.is_head(head_), "only loop heads should have candidates, not location {}", head_);
  const Term formula = to_bitvectors(terms_, fact);
  PENDULUM_CHECK(formula.sort().is_bool(), "a candidate should be a formula, not {}", formula.to_string());
  const bool is_live = std::ranges::includes(live_[head_], symbols(fact));
  if (formula.is_value() || !is_live || result_[head_].size() >= max_candidates) return;
  if (seen_[head_].insert(formula).second) result_[head_].push_back(std::move(fact));
}

std::vector<Signedness> CandidateGenerator::possible_signedness(const AffineForm& form) const {
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

std::vector<std::vector<CandidateFact>> invariant_candidates(const program::Program& program, Prover& prover,
                                                             smt::SolverFactory& solvers,
                                                             const base::StopToken& stop) {
  if (!smt::can_expand(program::terms_of(program)))
    return std::vector<std::vector<CandidateFact>>(program.locations().size());
  return CandidateGenerator(program, prover, solvers, stop).run();
}

}  // namespace pendulum::acceleration
