#include "check/tactics/array_reads.h"

#include <algorithm>
#include <memory>

namespace pendulum::check {

using term::Kind;
using term::Term;
using term::TermVector;

namespace {

/// Maximum number of values of a choice. A term with more values is not the counter of a short loop, and the
/// conditions would become larger than the arithmetic that they replace.
constexpr std::size_t max_values = 32;
/// Maximum number of combinations of the operands' values in one operation.
constexpr std::size_t max_pairs = 256;

}  // namespace

ArrayReads::ArrayReads(term::TermManager& terms)
    : terms_(terms), rewrite_(terms, [this](Term original, std::span<const Term> children) {
        return simplify(original, children);
      }) {}

Term ArrayReads::simplify(Term original, std::span<const Term> children) {
  if (choices_.contains(original)) return original;
  if (original.kind() == Kind::Select) return read_chosen(children[0], children[1]);
  std::optional<Choice> result;
  if (original.kind() == Kind::Ite && original.sort().is_bitvec())
    result = choose(children[0], children[1], children[2]);
  else if (!children.empty() && std::ranges::all_of(children, [](Term c) { return c.sort().is_bitvec(); }))
    result = apply(original, children);
  return result ? add(std::move(*result)) : Term();
}

std::optional<ArrayReads::Choice> ArrayReads::choice(Term term) const {
  if (term.is_value()) return Choice{{term, terms_.mk_true()}};
  const auto found = choices_.find(term);
  return found == choices_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ArrayReads::Choice> ArrayReads::apply(Term original, std::span<const Term> children) const {
  // Combinations of the values of the operands that have been processed, each with its condition.
  std::vector<std::pair<TermVector, Term>> combined{{{}, terms_.mk_true()}};
  for (const Term child : children) {
    const auto values = choice(child);
    if (!values || combined.size() * values->size() > max_pairs) return std::nullopt;
    std::vector<std::pair<TermVector, Term>> longer;
    for (const auto& [operands, condition] : combined)
      for (const auto& [value, holds] : *values) {
        longer.emplace_back(operands, terms_.mk_and(condition, holds));
        longer.back().first.push_back(value);
      }
    combined = std::move(longer);
  }
  if (combined.size() == 1) return std::nullopt;  // constants fold by themselves
  Choice result;
  for (const auto& [operands, condition] : combined) {
    const Term value = terms_.mk_like(original, operands);
    if (!value.is_value() && !value.is_true() && !value.is_false()) return std::nullopt;
    insert(result, value, condition);
  }
  return result;
}

std::optional<ArrayReads::Choice> ArrayReads::choose(Term condition, Term yes, Term no) const {
  const auto first = choice(yes);
  const auto second = choice(no);
  if (!first || !second) return std::nullopt;
  Choice result;
  for (const auto& [value, holds] : *first) insert(result, value, terms_.mk_and(condition, holds));
  for (const auto& [value, holds] : *second)
    insert(result, value, terms_.mk_and(terms_.mk_not(condition), holds));
  return result;
}

void ArrayReads::insert(Choice& choice, Term value, Term condition) const {
  PENDULUM_DCHECK(condition.sort().is_bool() && value.is_value(),
                  "a choice should consist of values with conditions");
  if (condition.is_false()) return;
  const auto [found, is_new] = choice.emplace(value, condition);
  if (!is_new) found->second = terms_.mk_or(found->second, condition);
}

/// Returns the term of `choice` and records the choice for operations on that term. A choice with too many
/// values is not recorded, so that later operations on its term are not expanded. Null if the choice is
/// empty.
Term ArrayReads::add(Choice choice) {
  if (choice.empty()) return Term();  // all conditions are false, so the term is unreachable
  if (choice.begin()->first.sort().is_bool()) {
    const auto found = choice.find(terms_.mk_true());
    return found == choice.end() ? terms_.mk_false() : choice.size() == 1 ? terms_.mk_true() : found->second;
  }
  Term result = choice.rbegin()->first;
  for (auto entry = std::next(choice.rbegin()); entry != choice.rend(); ++entry)
    result = terms_.mk_ite(entry->second, entry->first, result);
  if (!result.is_value() && choice.size() <= max_values) choices_.emplace(result, std::move(choice));
  return result;
}

Term ArrayReads::read_chosen(Term array, Term index) {
  const auto indices = choice(index);
  if (!indices) return read(array, index);
  Term result = read(array, indices->rbegin()->first);
  for (auto entry = std::next(indices->rbegin()); entry != indices->rend(); ++entry)
    result = terms_.mk_ite(entry->second, read(array, entry->first), result);
  return result;
}

/// The depth of an array term grows with the length of the path, so the traversal uses an explicit stack
/// instead of recursion.
Term ArrayReads::read(Term array, Term index) {
  PENDULUM_CHECK(array.sort().is_array() && index.sort() == array.sort().index(),
                 "a read should have an array and an index of its sort");
  TermVector open{array};
  while (!open.empty()) {
    const Term next = open.back();
    if (elements_.contains({next, index})) {
      open.pop_back();
      continue;
    }
    const Term element = read_at_once(next, index, open);
    if (element.is_null()) continue;
    PENDULUM_CHECK(element.sort() == next.sort().element(), "an element should have the sort of the array");
    elements_.emplace(std::pair(next, index), element);
    open.pop_back();
  }
  return elements_.at({array, index});
}

Term ArrayReads::read_at_once(Term array, Term index, TermVector& open) const {
  const auto inner = [&](Term part) {
    const auto found = elements_.find({part, index});
    if (found != elements_.end()) return found->second;
    open.push_back(part);
    return Term();
  };
  if (array.kind() == Kind::Store) {
    const Term hits = equal(array[1], index);
    if (hits.is_true()) return array[2];
    const Term other = inner(array[0]);
    return other.is_null() ? other : terms_.mk_ite(hits, array[2], other);
  }
  if (array.kind() == Kind::Ite) {
    const Term yes = inner(array[1]);
    const Term no = inner(array[2]);
    return yes.is_null() || no.is_null() ? Term() : terms_.mk_ite(array[0], yes, no);
  }
  return terms_.mk_select(array, index);
}

Term ArrayReads::equal(Term index, Term other) const {
  const auto chosen = choices_.find(index);
  if (chosen == choices_.end() || !other.is_value()) return terms_.mk_eq(index, other);
  const auto found = chosen->second.find(other);
  return found == chosen->second.end() ? terms_.mk_false() : found->second;
}

/// In a loop unrolling, counters are constants in each iteration, so an array index is one of a few
/// constants. In an unrolling of all loops together this often holds for loops over strings, but programs
/// without arrays would only pay for the simplification.
Simplification array_simplification(const program::Program& program,
                                    const certificate::Certificate& certificate) {
  if (const auto* unwound = std::get_if<certificate::UnwoundCalls>(&certificate)) {
    const auto inner = certificate::to_certificate(unwound->inner);
    return array_simplification(certificate::unwound_program(program, *unwound), inner);
  }
  const bool has_arrays = std::ranges::any_of(
      program.variables(), [](const program::Variable& v) { return v.symbol.sort().is_array(); });
  const bool is_useful = std::holds_alternative<certificate::LoopUnrolling>(certificate) ||
                         (std::holds_alternative<certificate::Unrolling>(certificate) && has_arrays);
  if (!is_useful) return {};
  return [reads = std::make_shared<ArrayReads>(program.terms())](Term term) { return (*reads)(term); };
}

}  // namespace pendulum::check
