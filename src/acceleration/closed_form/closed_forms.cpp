#include "acceleration/closed_form/closed_forms.h"

#include <algorithm>
#include <array>

#include "acceleration/closed_form/fitted_polynomials.h"
#include "base/check.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::acceleration {

using program::Assignment;
using term::Kind;
using term::Term;

namespace {

/// Returns whether the polynomial has the value of `variable` before the loop (j = 0) and the value of
/// `update` after one iteration (j = 1), in one sample state. Both hold without the premises of the
/// polynomial, which are about later iterations. Used only in debug builds.
[[maybe_unused]] bool fits_first_iteration(const PolynomialArithmetic& arithmetic,
                                           const Polynomial& polynomial, Term variable, Term update) {
  term::TermManager& terms = arithmetic.terms();
  const Term before = arithmetic.value(polynomial, terms.mk_bv(0, count_width));
  const Term after = arithmetic.value(polynomial, terms.mk_bv(1, count_width));
  const std::array roots{before, after, update};
  const term::TermVector all = term::subterms(roots);
  if (std::ranges::any_of(all, [](Term term) { return term.kind() == Kind::Apply; })) return true;
  term::Model sample;
  std::int64_t number = 1;  // the values only have to differ
  for (const Term symbol : term::symbols(roots)) {
    number = (number * 12345 + 678) % 65521;
    if (symbol.sort().is_bitvec()) sample.emplace(symbol, terms.mk_bv(number, symbol.sort().width()));
  }
  term::Evaluator evaluate(terms, sample);
  return evaluate(before) == evaluate(variable) && evaluate(after) == evaluate(update);
}

}  // namespace

ClosedForms::ClosedForms(const LoopPath& path, PolynomialArithmetic& arithmetic, Prover& prover)
    : path_(path), arithmetic_(arithmetic), terms_(arithmetic.terms()) {
  for (const CycleInput& input : path.inputs) inputs_.insert(input.symbol);
  for (const Write& write : path.writes) written_.insert(write.array);
  for (const Assignment& update : path.updates) open_.emplace(update.variable, update.value);
  // Repeated until nothing changes, because the form of one variable may determine those of others.
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (const Assignment& update : path.updates)
      if (open_.contains(update.variable) && match(update.variable, update.value)) {
        open_.erase(update.variable);
        is_changed = true;
      }
    if (is_changed || open_.empty()) continue;
    for (auto& [variable, polynomial] : fit_polynomials(path, *this, arithmetic, prover)) {
      if (open_.erase(variable) == 0) continue;
      forms_[variable] = {ClosedForm::Form::Polynomial, polynomial, {}, {}};
      is_changed = true;
    }
  }
  for (const Assignment& update : path.updates)
    if (open_.contains(update.variable)) set_unknown(update.variable);
  open_.clear();
  for (const Assignment& update : path.updates) {
    const ClosedForm* form = find(update.variable);
    PENDULUM_CHECK(form != nullptr, "{} should have a closed form or be unknown", update.variable.name());
    PENDULUM_DCHECK(form->form != ClosedForm::Form::Polynomial ||
                        fits_first_iteration(arithmetic, form->polynomial, update.variable, update.value),
                    "the closed form of {} should be correct for 0 and 1 iterations", update.variable.name());
  }
}

bool ClosedForms::match(Term variable, Term update) {
  PENDULUM_CHECK(find(variable) == nullptr, "{} should get one closed form", variable.name());
  if (match_sum(variable, update)) return true;
  if (!is_delayed(variable, update)) return false;
  forms_[variable] = {ClosedForm::Form::Delayed, {}, update, {}};
  return true;
}

namespace {

bool is_sum(Term term) {
  return term.kind() == Kind::BvAdd || term.kind() == Kind::BvSub || term.kind() == Kind::BvNeg;
}

/// The summands of a bit-vector term; the flag is true if the summand is added, false if it is subtracted.
/// The lowest bits of a sum are the sum of its summands' lowest bits: C adds to a short as to an int.
std::vector<std::pair<Term, bool>> summands(term::TermManager& terms, Term sum) {
  PENDULUM_CHECK(sum.sort().is_bitvec(), "a sum should be a bit-vector, not {}", sum.sort().to_string());
  std::vector<std::pair<Term, bool>> result;
  std::vector<std::pair<Term, bool>> open{{sum, true}};
  while (!open.empty()) {
    const auto [term, is_positive] = open.back();
    open.pop_back();
    const bool is_truncated = term.kind() == Kind::BvExtract && term.parameter(1) == 0 && is_sum(term[0]);
    const Term whole = is_truncated ? term[0] : term;
    if (!is_sum(whole)) {
      result.emplace_back(term, is_positive);
      continue;
    }
    for (std::size_t i = 0; i < whole.num_children(); ++i) {
      const bool is_subtracted = whole.kind() == Kind::BvNeg || (whole.kind() == Kind::BvSub && i == 1);
      open.emplace_back(terms.mk_extract(whole[i], term.sort().width() - 1, 0), is_positive != is_subtracted);
    }
  }
  return result;
}

}  // namespace

/// [IMPULSE], equation (1): matches x := x + t, where t is constant or linear in the iteration.
bool ClosedForms::match_sum(Term variable, Term update) {
  if (!variable.sort().is_bitvec()) return false;
  auto parts = summands(terms_, update);
  const auto self = std::ranges::find(parts, std::pair(variable, true));
  if (self == parts.end()) return false;
  parts.erase(self);
  const std::size_t num_premises = arithmetic_.premises().size();
  const auto fail = [&] {
    arithmetic_.take_premises(num_premises);
    return false;
  };
  Polynomial step{terms_.mk_bv(0, variable.sort().width()), {}, {}};
  for (const auto& [part, is_positive] : parts) {
    if (contains(part, ClosedForm::Form::Delayed)) return fail();
    const auto value = polynomial(part, When::Before, arithmetic_);
    if (!value) return fail();
    step = is_positive ? arithmetic_.add(step, *value) : arithmetic_.subtract(step, *value);
  }
  if (step.degree() > 1) return fail();
  const bool is_zero = step.c0.is_value() && step.c0.integer_value() == 0;
  forms_[variable] = {ClosedForm::Form::Polynomial, {variable, is_zero ? Term() : step.c0, step.c1}, {}, {}};
  return true;
}

bool ClosedForms::is_delayed(Term variable, Term update) const {
  for (const Term symbol : term::symbols(update)) {
    if (symbol == variable || open_.contains(symbol)) return false;
    const ClosedForm* form = find(symbol);
    if (form != nullptr && form->form != ClosedForm::Form::Polynomial) return false;
    // The value of a written array as a whole is not represented by a term (iteration_terms.h).
    if (variable.sort().is_array() && written_.contains(symbol)) return false;
  }
  return true;
}

void ClosedForms::set_unknown(Term variable) {
  const term::Sort sort = variable.sort().is_array()
                              ? variable.sort()
                              : terms_.array_sort(terms_.bitvec_sort(count_width), variable.sort());
  const Term unknowns = terms_.mk_fresh("unknown." + variable.name(), sort);
  forms_[variable] = {ClosedForm::Form::Unknown, {}, {}, unknowns};
}

const ClosedForm* ClosedForms::find(Term variable) const {
  const auto found = forms_.find(variable);
  return found == forms_.end() ? nullptr : &found->second;
}

bool ClosedForms::contains(Term term, ClosedForm::Form form) const {
  const term::TermVector symbols = term::symbols(term);
  return std::ranges::any_of(symbols, [&](Term symbol) {
    const ClosedForm* found = find(symbol);
    return found != nullptr && found->form == form;
  });
}

std::optional<Polynomial> ClosedForms::leaf(Term term, When when, PolynomialArithmetic& arithmetic) const {
  if (inputs_.contains(term) || written_.contains(term) || open_.contains(term)) return std::nullopt;
  const ClosedForm* form = find(term);
  if (form == nullptr) return Polynomial{term, {}, {}};
  if (form->form == ClosedForm::Form::Unknown) return std::nullopt;
  if (form->form == ClosedForm::Form::Polynomial)
    return arithmetic.shifted(form->polynomial, when == When::After ? 1 : 0);
  PENDULUM_CHECK(when == When::After, "{} should be read after its first assignment", term.name());
  return polynomial(form->update, When::Before, arithmetic);
}

std::optional<Polynomial> ClosedForms::polynomial(Term root, When when,
                                                  PolynomialArithmetic& arithmetic) const {
  if (!root.sort().is_bitvec()) return std::nullopt;
  term::TermMap<std::optional<Polynomial>> known;
  const std::array roots{root};
  for (const Term term : term::subterms(roots)) {
    std::optional<Polynomial>& result = known[term];
    if (term.num_children() == 0) {
      if (term.sort().is_bitvec()) result = leaf(term, when, arithmetic);
      continue;
    }
    // A loop-invariant term is a coefficient, independently of its operators.
    const term::TermVector symbols = term::symbols(term);
    const bool is_constant = std::ranges::none_of(symbols, [&](Term symbol) {
      return inputs_.contains(symbol) || written_.contains(symbol) || open_.contains(symbol) ||
             find(symbol) != nullptr;
    });
    if (is_constant && term.sort().is_bitvec()) {
      result = Polynomial{term, {}, {}};
      continue;
    }
    if (!term.sort().is_bitvec()) continue;
    std::vector<Polynomial> arguments;
    for (const Term child : term.children())
      if (const auto& argument = known.at(child)) arguments.push_back(*argument);
    if (arguments.size() == term.num_children()) result = arithmetic.apply(term, arguments);
  }
  PENDULUM_CHECK(!known.at(root) || known.at(root)->width() == root.sort().width(),
                 "the polynomial of a term of {} bits should have its width", root.sort().width());
  return known.at(root);
}

}  // namespace pendulum::acceleration
