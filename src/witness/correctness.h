// Translates certificates to invariants of the source, and invariants of a witness to checks in the program.
#pragma once

#include "certificate/certificate.h"
#include "witness/expression/c_parse.h"
#include "witness/expression/readable.h"
#include "witness/source_text.h"
#include "witness/witness.h"

namespace pendulum::witness {

/// An invariant of the proof at one source location.
struct WrittenInvariant {
  Invariant invariant;        ///< the value is empty if no conjunct has a C form
  term::TermVector left_out;  ///< conjuncts without a C form
};

/// The invariants of the certificate at loop statements and other statements of the source, ordered by source
/// location. Locations whose invariant is `true` are omitted. `solvers` remove redundant conjuncts; they may
/// be null.
std::vector<WrittenInvariant> write_invariants(const program::Program& program,
                                               const certificate::Certificate& certificate,
                                               SourceTexts& sources, smt::SolverFactory* solvers,
                                               const base::StopToken& stop);

/// The program with the invariants as additional checks: each location of an invariant has an edge into the
/// error that is taken if the invariant is false. The edges of the original keep their numbers.
struct CheckedProgram {
  program::Program program;
  std::map<program::LocationId, term::Term> invariants;  ///< conjunction of the usable invariants
  std::vector<std::string> unused;                       ///< reasons why the others could not be used
};

/// Adds the checks of `set` to the program. Throws InputError for an invariant that is not a C expression.
CheckedProgram check_invariants(const program::Program& program, const InvariantSet& set, unsigned long_bits);

}  // namespace pendulum::witness
