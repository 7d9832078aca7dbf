// What proves a verdict: data only. The judges are in check/.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "certificate/error_path.h"

namespace pendulum::certificate {

using program::LocationId;

/// A term over the program's variables for each of some locations that cut every cycle. Entry counts as true
/// and the error as false when they are not in the map; no other location on a cycle may be missing.
/// Judged: every path between two of these locations that visits no third keeps the invariant.
struct Invariant {
  std::map<LocationId, term::Term> at;
};

/// The error is unreachable by k-induction over steps between cutpoints, strengthened by `facts`, which are
/// an inductive invariant of their own (that need not exclude the error).
/// Judged: facts are inductive; no error within k steps from entry; no path of k steps through cutpoints with
/// facts that ends with the error.
struct KInduction {
  unsigned k = 1;
  Invariant facts;
};

/// All executions end within `bound` traversals of back edges (of the weak topological order) and none
/// reaches the error.
struct Unrolling {
  unsigned bound = 0;
};

/// Whenever a loop is entered, its head is visited again at most `bound` times, not at all where no bound is
/// given, and no execution reaches the error. Where several loops follow each other, this needs far fewer
/// copies of them than Unrolling. A loop is a strongly connected part of the graph; its head is the first of
/// its locations in `loops`; what is strongly connected without the head is a loop inside of it.
struct Unwinding {
  struct Loop {
    LocationId head = 0;
    unsigned bound = 0;
    friend bool operator==(const Loop&, const Loop&) = default;
  };
  std::vector<Loop> loops;  ///< each head once
};

using Certificate = std::variant<Invariant, KInduction, Unrolling, Unwinding>;

/// Text that parses back, over the same Program: JSON with terms as SMT-LIB. Symbols are found by name.
std::string serialize(const program::Program& program, const Certificate& certificate);
std::string serialize(const program::Program& program, const ErrorPath& path);
/// Throw InputError for malformed text.
Certificate parse_certificate(const program::Program& program, std::string_view text);
ErrorPath parse_error_path(const program::Program& program, std::string_view text);

/// Carries a certificate over a transformed program to the original: locations by `origin`.
Certificate lift(const Certificate& certificate, const std::vector<LocationId>& origin);

}  // namespace pendulum::certificate
