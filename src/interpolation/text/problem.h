// Interpolation problems in SMT-LIB: named assertions, and requests in the notation of SMTInterpol and
// MathSAT.
//
//   (assert (! (= x 0) :named A))
//   (assert (! (> x 0) :named B))
//   (get-interpolants A B)              a sequence: one interpolant per cut
//   (get-interpolants A (and B C))      a part may consist of several assertions
//
// Princess writes the second request as \interpolant {A; B, C}.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "term/term_manager.h"

namespace pendulum::interpolation {

struct NamedFormula {
  std::string name;
  term::Term formula;
};

/// The parts of one unsatisfiable conjunction, in the order of the sequence; each part has assertions.
using InterpolationRequest = std::vector<std::vector<NamedFormula>>;

struct InterpolationProblem {
  std::vector<NamedFormula> assertions;  ///< in the order of the file
  std::vector<InterpolationRequest> requests;
};

/// Reads a script. `order` replaces the requests of the script by one: names of assertions, one per part.
/// Without requests and without an order, the sequence of all named assertions is requested. Assertions
/// without a name are part of no request, as are those that a request does not name. Throws InputError: for
/// the text with line and column; for an unknown name in `order`; if a request has less than two parts.
InterpolationProblem read_interpolation_problem(term::TermManager& terms, std::string_view text,
                                                const std::string& origin,
                                                const std::vector<std::string>& order);

/// The conjunctions of the parts.
term::TermVector formulas_of(term::TermManager& terms, const InterpolationRequest& request);

}  // namespace pendulum::interpolation
