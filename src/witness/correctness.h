// Certificates as invariants of the source, and back.
#pragma once

#include "certificate/certificate.h"
#include "witness/c_parse.h"
#include "witness/source_text.h"
#include "witness/witness.h"

namespace pendulum::witness {

struct WrittenInvariants {
  InvariantSet set;
  std::size_t left_out = 0;  ///< conjuncts without a C form
};

/// What the certificate says about places of the source, as far as C can say it.
WrittenInvariants write_invariants(const program::Program& program,
                                   const certificate::Certificate& certificate, SourceTexts& sources);

/// The program with its invariants as further checks: an edge into the error from each place where an
/// invariant may be false. The edges of the original keep their numbers.
struct CheckedProgram {
  program::Program program;
  std::map<program::LocationId, term::Term> invariants;  ///< of all invariants that could be read
  std::vector<std::string> unused;                       ///< why others could not
};

/// Throws InputError for an invariant that is no C expression.
CheckedProgram check_invariants(const program::Program& program, const InvariantSet& set, unsigned long_bits);

}  // namespace pendulum::witness
