// Internal: how the integer view represents bit-vectors and their sorts.
#pragma once

#include "term/term_manager.h"

namespace pendulum::program {

enum class Reading { Signed, Unsigned };

/// An integer term with lo <= term <= hi in all states that satisfy the range facts and the edge's guard.
struct IntegerValue {
  term::Term term;
  mpz_class lo;
  mpz_class hi;
};

/// The numbers that `width` bits represent under a reading; the term is null.
IntegerValue range_of(Reading reading, std::uint32_t width);
/// Replaces BitVec by Int everywhere in a sort.
term::Sort integer_sort(term::TermManager& terms, term::Sort sort);

/// Data shared by the translations of all edges.
struct IntegerSymbols {
  term::TermManager* terms = nullptr;
  term::TermMap<term::Term> variables;     ///< original -> integer
  term::TermMap<Reading> readings;         ///< original variables of sort BitVec -> reading
  term::TermMap<term::Term> input_origin;  ///< input of the view -> original input, filled by IntegerEdge
};

}  // namespace pendulum::program
