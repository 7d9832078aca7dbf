// Checks that a certificate is well-formed for a program.
#include <functional>

#include "base/check.h"
#include "check/kernel/obligations.h"
#include "program/call_structure.h"
#include "term/traverse.h"

namespace pendulum::check {

using certificate::Invariant;
using program::Program;
using term::Kind;
using term::Term;

namespace {

// No encoding beyond these limits fits in memory. They also prevent the layer numbers from overflowing.
constexpr unsigned max_k = 10'000;
constexpr unsigned max_bound = 100'000'000;

void validate_bound(unsigned bound) {
  if (bound > max_bound)
    throw base::InputError(fmt::format("the certificate's bound should be at most {}", max_bound));
}

void validate_location(const Program& program, program::LocationId location) {
  if (location >= program.locations().size())
    throw base::InputError(
        fmt::format("the certificate refers to location {}, but the program has {} locations", location,
                    program.locations().size()));
}

[[noreturn]] void refuse(const Program& program, program::LocationId location, const std::string& what) {
  throw base::InputError(
      fmt::format("the certificate's term at {} {}", program.location(location).name, what));
}

/// Soundness: substitution does not rename bound symbols, so it would confuse a bound symbol with a variable
/// or an input of the program that is the same symbol. The encoder's own symbols are fresh and cannot occur
/// in a certificate.
void validate_quantifiers(const Program& program, program::LocationId location, Term term) {
  term::TermSet inputs;
  for (const program::Edge& edge : program.edges())
    for (const program::Input& input : edge.inputs) inputs.insert(input.symbol);
  for (const Term part : term::subterms(std::span(&term, 1))) {
    if (part.kind() != Kind::Forall && part.kind() != Kind::Exists) continue;
    for (std::size_t i = 0; i + 1 < part.num_children(); ++i)
      if (program.is_variable(part[i]) || inputs.contains(part[i]))
        refuse(program, location, fmt::format("binds {}, which the program uses", part[i].name()));
  }
}

using IsSymbol = std::function<bool(Term symbol)>;

/// `is_allowed`: may the formulas contain the symbol?
void validate(const Program& program, const std::map<program::LocationId, Term>& formulas,
              const IsSymbol& is_allowed) {
  for (const auto& [location, term] : formulas) {
    validate_location(program, location);
    if (!term || !term.sort().is_bool()) refuse(program, location, "should be of sort Bool");
    for (const Term symbol : term::symbols(term))
      if (!is_allowed(symbol))
        refuse(program, location, fmt::format("contains {}, which is no variable", symbol.name()));
    for (const Term part : term::subterms(std::span(&term, 1)))
      if (part.kind() == Kind::Apply)
        refuse(program, location, fmt::format("contains the function {}", part.function().name));
    if (term.has_quantifier()) validate_quantifiers(program, location, term);
  }
}

/// Formulas of summaries may contain all variables except for those of the stack, and their entry copies.
void validate(const Program& program, const certificate::Summaries& summaries) {
  const program::CallRecognition calls = program::recognise_calls(program);
  if (!calls.structure)
    throw base::InputError("the certificate has summaries, but the program has no calls: " + calls.reason);
  std::string reason;
  if (!program::find_procedures(program, *calls.structure, reason))
    throw base::InputError("the certificate has summaries, but the program has no procedures: " + reason);
  term::TermSet allowed;
  for (const program::Variable& variable : program.variables()) {
    if (calls.structure->is_stack_variable(variable.symbol)) continue;
    const Term copy = certificate::entry_copy(program.terms(), variable.symbol);
    if (program.is_variable(copy))
      throw base::InputError(fmt::format("the program has a variable with the name {}", copy.name()));
    allowed.insert(variable.symbol);
    allowed.insert(copy);
  }
  validate(program, summaries.at, [&](Term symbol) { return allowed.contains(symbol); });
  for (const auto& [location, term] : summaries.at)
    if (term.has_quantifier()) refuse(program, location, "has a quantifier");
}

}  // namespace

void validate(const Program& program, const certificate::Certificate& certificate) {
  const IsSymbol is_variable = [&](Term symbol) { return program.is_variable(symbol); };
  if (const auto* invariant = std::get_if<Invariant>(&certificate)) {
    validate(program, invariant->at, is_variable);
  } else if (const auto* summaries = std::get_if<certificate::Summaries>(&certificate)) {
    validate(program, *summaries);
  } else if (const auto* induction = std::get_if<certificate::KInduction>(&certificate)) {
    if (induction->k == 0 || induction->k > max_k)
      throw base::InputError(fmt::format("the certificate's k should be within 1 and {}", max_k));
    validate(program, induction->facts.at, is_variable);
  } else if (const auto* unrolling = std::get_if<certificate::Unrolling>(&certificate)) {
    validate_bound(unrolling->bound);
  } else if (const auto* loops = std::get_if<certificate::LoopUnrolling>(&certificate)) {
    for (const auto& [head, bound] : loops->loops) {
      validate_location(program, head);
      validate_bound(bound);
    }
  } else {
    // The inner certificate is validated for the unwound program.
    PENDULUM_CHECK(std::holds_alternative<certificate::UnwoundCalls>(certificate),
                   "every kind of certificate should be validated");
  }
}

}  // namespace pendulum::check
