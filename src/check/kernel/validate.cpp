// Checks that a certificate is well-formed for a program.
#include <unordered_set>

#include "base/check.h"
#include "check/kernel/obligations.h"
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

void validate(const Program& program, const Invariant& invariant) {
  for (const auto& [location, term] : invariant.at) {
    validate_location(program, location);
    if (!term || !term.sort().is_bool()) refuse(program, location, "should be of sort Bool");
    for (const Term symbol : term::symbols(term))
      if (!program.is_variable(symbol))
        refuse(program, location, fmt::format("contains {}, which is no variable", symbol.name()));
    for (const Term part : term::subterms(std::span(&term, 1)))
      if (part.kind() == Kind::Apply)
        refuse(program, location, fmt::format("contains the function {}", part.function().name));
    if (term.has_quantifier()) validate_quantifiers(program, location, term);
  }
}

}  // namespace

void validate(const Program& program, const certificate::Certificate& certificate) {
  if (const auto* invariant = std::get_if<Invariant>(&certificate)) {
    validate(program, *invariant);
  } else if (const auto* induction = std::get_if<certificate::KInduction>(&certificate)) {
    if (induction->k == 0 || induction->k > max_k)
      throw base::InputError(fmt::format("the certificate's k should be within 1 and {}", max_k));
    validate(program, induction->facts);
  } else if (const auto* unrolling = std::get_if<certificate::Unrolling>(&certificate)) {
    validate_bound(unrolling->bound);
  } else {
    for (const auto& [head, bound] : std::get<certificate::LoopUnrolling>(certificate).loops) {
      validate_location(program, head);
      validate_bound(bound);
    }
  }
}

}  // namespace pendulum::check
