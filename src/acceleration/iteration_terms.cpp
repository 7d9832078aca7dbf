#include "acceleration/iteration_terms.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "base/check.h"

namespace pendulum::acceleration {

using term::Kind;
using term::Term;

IterationTerms::IterationTerms(const LoopPath& path, const ClosedForms& forms,
                               PolynomialArithmetic& arithmetic, Prover& prover)
    : path_(path), forms_(forms), arithmetic_(arithmetic), terms_(arithmetic.terms()) {
  for (const CycleInput& input : path.inputs) {
    const term::Sort sort = input.symbol.sort().is_array()
                                ? input.symbol.sort()
                                : terms_.array_sort(terms_.bitvec_sort(count_width), input.symbol.sort());
    input_values_.emplace(input.symbol, terms_.mk_fresh(input.symbol.name() + ".values", sort));
  }
  for (const program::Assignment& update : path.updates)
    if (const ClosedForm* form = forms.find(update.variable); form->unknowns)
      unknowns_.push_back(form->unknowns);
  if (!add_writers() || !reads_elements_only()) return;
  find_untouched_reads(prover);
  replace_recursive_values();
}

bool IterationTerms::add_writers() {
  for (const Write& write : path_.writes) {
    std::optional<Polynomial> index;
    if (!forms_.contains(write.index, ClosedForm::Form::Delayed))
      index = forms_.polynomial(write.index, When::Before, arithmetic_);
    if (!index || index->degree() > 1) {
      obstacle_ = fmt::format("an index of {} has no linear closed form", write.array.name());
      return false;
    }
    writers_[write.array].push_back({*index, write.value, {}});
  }
  return true;
}

/// Checks that written arrays occur only below reads.
/// Soundness: a written array as a whole has no closed form, so it must not occur in a store, in an equality
/// of arrays or in an ite. Paths from resolve() contain it only in assignments of whole arrays.
bool IterationTerms::reads_elements_only() {
  term::TermVector roots = path_.literals;
  for (const program::Assignment& update : path_.updates)
    if (forms_.find(update.variable)->form != ClosedForm::Form::Unknown) roots.push_back(update.value);
  for (const Write& write : path_.writes) roots.push_back(write.value);
  const term::TermVector all = term::subterms(roots);
  const auto use = [&](Term term) {
    const std::size_t first = term.kind() == Kind::Select ? 1 : 0;
    for (std::size_t i = first; i < term.num_children(); ++i)
      if (writers_.contains(term[i])) return term[i];
    return Term();
  };
  for (const Term root : roots)
    if (writers_.contains(root)) obstacle_ = fmt::format("{} is used as a whole", root.name());
  for (const Term term : all)
    if (const Term array = use(term)) obstacle_ = fmt::format("{} is used as a whole", array.name());
  return obstacle_.empty();
}

/// Finds the reads of elements that no write of an earlier iteration hits. They return the elements before
/// the loop. Most loops that move data inside one array have only such reads, so they have closed forms.
void IterationTerms::find_untouched_reads(Prover& prover) {
  if (writers_.empty()) return;
  term::TermVector roots = path_.literals;
  for (const program::Assignment& update : path_.updates) roots.push_back(update.value);
  for (const Write& write : path_.writes) roots.push_back(write.value);
  for (const Term term : term::subterms(roots))
    if (term.kind() == Kind::Select && writers_.contains(term[0]) && is_untouched(term, prover))
      untouched_.insert(term);
}

bool IterationTerms::is_untouched(Term read, Prover& prover) {
  PENDULUM_CHECK(read.kind() == Kind::Select && is_written(read[0]), "{} should read a written array",
                 read.to_string());
  const Term index = read[1];
  if (forms_.contains(index, ClosedForm::Form::Delayed)) return false;
  const std::size_t num_premises = arithmetic_.premises().size();
  const auto polynomial = forms_.polynomial(index, When::Before, arithmetic_);
  if (!polynomial) {
    arithmetic_.take_premises(num_premises);
    return false;
  }
  const Term i = terms_.mk_fresh("iteration", terms_.bitvec_sort(count_width));
  term::TermVector hits;
  for (const Writer& writer : writers_.at(read[0])) {
    const Membership hit = find_iteration(arithmetic_, writer.index, arithmetic_.value(*polynomial, i), i);
    hits.push_back(terms_.mk_and(hit.premise, hit.is_member));
  }
  const Term is_iteration = terms_.mk_and(
      terms_.mk_bvult(i, arithmetic_.count()),
      terms_.mk_bvult(arithmetic_.count(), terms_.mk_bv(mpz_class(1) << (count_width - 1), count_width)));
  const Term premises = terms_.mk_and(arithmetic_.premises());
  if (prover.is_unsat(terms_.mk_and({is_iteration, premises, terms_.mk_or(hits)}))) return true;
  arithmetic_.take_premises(num_premises);
  return false;
}

bool IterationTerms::reads_written_array(Term term) const {
  const std::array roots{term};
  const term::TermVector all = term::subterms(roots);
  return std::ranges::any_of(all, [&](Term sub) {
    if (const ClosedForm* form = sub.is_symbol() ? forms_.find(sub) : nullptr;
        form != nullptr && form->form == ClosedForm::Form::Delayed)
      return reads_written_array(form->update);
    return sub.kind() == Kind::Select && writers_.contains(sub[0]) && !untouched_.contains(sub);
  });
}

/// Replaces written values without closed form by unknowns: values that depend on an Unknown variable or on
/// elements that earlier iterations may have written.
void IterationTerms::replace_recursive_values() {
  for (auto& [array, writers] : writers_)
    for (Writer& writer : writers) {
      if (!reads_written_array(writer.value) && !forms_.contains(writer.value, ClosedForm::Form::Unknown))
        continue;
      const term::Sort sort = terms_.array_sort(terms_.bitvec_sort(count_width), array.sort().element());
      writer.unknowns = terms_.mk_fresh("unknown." + array.name(), sort);
      unknowns_.push_back(writer.unknowns);
    }
}

bool IterationTerms::depends_on_unknown(Term term) const {
  if (forms_.contains(term, ClosedForm::Form::Unknown)) return true;
  const std::array roots{term};
  const term::TermVector all = term::subterms(roots);
  return std::ranges::any_of(all, [&](Term sub) {
    if (sub.kind() == Kind::Select && !untouched_.contains(sub))
      if (const auto writers = writers_.find(sub[0]); writers != writers_.end())
        return std::ranges::any_of(writers->second, [](const Writer& w) { return !w.unknowns.is_null(); });
    const ClosedForm* form = sub.is_symbol() ? forms_.find(sub) : nullptr;
    return form != nullptr && form->form == ClosedForm::Form::Delayed && depends_on_unknown(form->update);
  });
}

Term IterationTerms::at_start(Term term) {
  PENDULUM_CHECK(obstacle_.empty(), "the path should be accelerable: {}", obstacle_);
  term::Substitution inputs;
  for (const auto& [input, values] : input_values_)
    inputs.emplace(input,
                   input.sort().is_array() ? values : terms_.mk_select(values, terms_.mk_bv(0, count_width)));
  return term::substitute(terms_, term, inputs);
}

Term IterationTerms::in_iteration(Term term, Term i, When when) {
  PENDULUM_CHECK(obstacle_.empty(), "the path should be accelerable: {}", obstacle_);
  PENDULUM_CHECK(i.sort() == terms_.bitvec_sort(count_width), "an iteration should have {} bits",
                 count_width);
  const Term result = rewrite(term, i, when);
  PENDULUM_CHECK(result.sort() == term.sort(), "the value of a term of sort {} should not have sort {}",
                 term.sort().to_string(), result.sort().to_string());
  return result;
}

Term IterationTerms::rewrite(Term term, Term i, When when) {
  const Term one = terms_.mk_bv(1, count_width);
  const Term completed = when == When::Before ? i : terms_.mk_bvadd(i, one);
  term::Rewriter rewriter(terms_, [&](Term original, std::span<const Term> children) -> Term {
    if (original.is_symbol()) return rewrite_symbol(original, i, when);
    if (original.kind() != Kind::Select || !writers_.contains(original[0])) return {};
    if (untouched_.contains(original)) return terms_.mk_select(original[0], children[1]);
    return element_after(original[0], children[1], completed);
  });
  return rewriter(term);
}

Term IterationTerms::rewrite_symbol(Term symbol, Term i, When when) {
  if (const auto values = input_values_.find(symbol); values != input_values_.end()) {
    if (symbol.sort().is_array()) return values->second;
    const Term number = when == When::Before ? i : terms_.mk_bvadd(i, terms_.mk_bv(1, count_width));
    return terms_.mk_select(values->second, number);
  }
  const ClosedForm* form = forms_.find(symbol);
  if (form == nullptr) return symbol;
  if (form->form == ClosedForm::Form::Polynomial)
    return arithmetic_.value(arithmetic_.shifted(form->polynomial, when == When::After ? 1 : 0), i);
  PENDULUM_CHECK(when == When::After, "{} should be read after its first assignment", symbol.name());
  if (form->form == ClosedForm::Form::Delayed) return rewrite(form->update, i, When::Before);
  return symbol.sort().is_array() ? form->unknowns : terms_.mk_select(form->unknowns, i);
}

Term IterationTerms::value_of(const Writer& writer, Term iteration) {
  PENDULUM_DCHECK(writer.unknowns || !depends_on_unknown(writer.value),
                  "a written value that depends on an unknown value should be unknown");
  if (writer.unknowns) return terms_.mk_select(writer.unknowns, iteration);
  if (!forms_.contains(writer.value, ClosedForm::Form::Delayed))
    return rewrite(writer.value, iteration, When::Before);
  const Term previous = terms_.mk_bvsub(iteration, terms_.mk_bv(1, count_width));
  return terms_.mk_ite(terms_.mk_eq(iteration, terms_.mk_bv(0, count_width)), at_start(writer.value),
                       rewrite(writer.value, previous, When::After));
}

Term IterationTerms::element_after(Term array, Term index, Term m) {
  PENDULUM_CHECK(is_written(array), "the path should write {}", array.to_string());
  Term element = terms_.mk_select(array, index);
  Term is_written = terms_.mk_false();
  Term last = terms_.mk_bv(0, count_width);
  // The writers are in the order of execution, so a later one overwrites an earlier one of the same
  // iteration.
  for (const Writer& writer : writers_.at(array)) {
    const Membership hit = find_iteration(arithmetic_, writer.index, index, m);
    if (hit.is_member.is_false()) continue;
    if (!hit.premise.is_true() && std::ranges::find(premises_, hit.premise) == premises_.end())
      premises_.push_back(hit.premise);
    const Term wins = terms_.mk_and(
        hit.is_member, terms_.mk_or(terms_.mk_not(is_written), terms_.mk_bvule(last, hit.iteration)));
    element = terms_.mk_ite(wins, value_of(writer, hit.iteration), element);
    is_written = terms_.mk_or(is_written, hit.is_member);
    last = terms_.mk_ite(wins, hit.iteration, last);
  }
  return element;
}

}  // namespace pendulum::acceleration
