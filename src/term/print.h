// Printing of terms and scripts in SMT-LIB 2.6.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "term/term.h"

namespace pendulum::term {

/// How the overflow predicates (BvSaddo, BvSsubo, BvSmulo) are printed: expanded to operators of SMT-LIB 2.6,
/// which every solver supports, or by their names in SMT-LIB 2.7, which are always read back as the same
/// term.
enum class OverflowText { Expanded, Named };

/// Prints `term`. Subterms that occur more than once are bound by let, so that the size of the text is linear
/// in the size of the DAG.
void print(std::ostream& out, Term term, OverflowText overflow = OverflowText::Expanded);

/// Prints a stand-alone script: set-logic, declarations of all sorts, functions and symbols, one assert per
/// assertion, and check-sat. Shared subterms are printed as define-fun. `comment` is printed in front as
/// comment lines. Operators on floating-point numbers are printed by the SMT-LIB theory FloatingPoint: each
/// result is a defined number, and a declared bit-vector with an assertion that its encoding is this number.
/// Throws Unsupported if such an operator is below a quantifier.
void print_script(std::ostream& out, std::span<const Term> assertions, std::string_view comment = {});

/// Prints the declarations of all uninterpreted sorts, functions and symbols in `terms`, each ordered by id.
void print_declarations(std::ostream& out, std::span<const Term> terms);

/// Returns the name of a logic that contains all terms, for example "QF_ABV", "QF_LIA" or "ALL". Operators on
/// floating-point numbers count as operators on bit-vectors, because most back ends lower them.
std::string logic_of(std::span<const Term> terms);
/// Returns the logic with the theory of floating-point numbers: "QF_ABVFP" for "QF_ABV".
std::string logic_with_floats(const std::string& logic);

}  // namespace pendulum::term
