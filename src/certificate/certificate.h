// Certificates: data from which the judge (in check/) re-proves that the error is unreachable.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "certificate/error_path.h"
#include "program/passes/unwind_calls.h"

namespace pendulum::certificate {

using program::LocationId;

/// Inductive invariant: a formula over the program's variables for each location of a set that intersects
/// every cycle. If entry or error is not in the map, its formula is true or false, respectively.
/// Obligation: every path between two of these locations that visits no other one of them preserves the
/// invariant.
struct Invariant {
  std::map<LocationId, term::Term> at;
};

/// Proof by k-induction, where one step is a path between two consecutive cutpoints. `facts` strengthen the
/// induction hypothesis; they are an inductive invariant themselves, but need not exclude the error.
/// Obligations: the facts are inductive; the error is not reachable from entry within k steps; no path of k
/// steps through cutpoints that satisfy the facts ends at the error.
struct KInduction {
  unsigned k = 1;
  Invariant facts;
};

/// Complete unrolling: every execution ends after at most `bound` traversals of back edges of the weak
/// topological order, and no execution reaches the error.
struct Unrolling {
  unsigned bound = 0;
};

/// Complete unrolling with one bound per loop: whenever a loop is entered, its head is visited again at most
/// `bound` times (0 times if `loops` contains no bound for it), and no execution reaches the error. For a
/// sequence of loops, this requires far fewer copies of each loop than Unrolling. A loop is a strongly
/// connected component of the graph; its head is the first of its locations in `loops`. A strongly connected
/// component of the loop without its head is a nested loop.
struct LoopUnrolling {
  struct Loop {
    LocationId head = 0;
    unsigned bound = 0;
    friend bool operator==(const Loop&, const Loop&) = default;
  };
  std::vector<Loop> loops;  ///< each head occurs once
};

/// Summaries of the procedures of a program with an explicit call stack (program/call_structure.h). The
/// formula at a location holds in every state there. It relates the state to the state in which the
/// activation of the procedure began: entry_copy(v) represents the value that variable v had there. So the
/// formula at the entry of a procedure is its precondition, and the formula at an exit its summary. The
/// formulas contain no variables of the stack. The defaults are those of Invariant, and true for exits.
/// Obligation: every path between two of these locations preserves the formulas, where a call is one step for
/// which the summary of the callee is assumed.
struct Summaries {
  std::map<LocationId, term::Term> at;
};

/// The symbol that represents the value of a variable at the entry of the current activation.
term::Term entry_copy(term::TermManager& terms, term::Term variable);

/// The certificates that do not transform the program.
using DirectCertificate = std::variant<Invariant, KInduction, Unrolling, LoopUnrolling>;

/// Proof for a program with recursive functions: `inner` is a certificate for the program in which
/// program::unwind_calls has unwound the calls along `tree`. It shows that neither an error nor a missing
/// call is reachable there.
struct UnwoundCalls {
  program::CallTree tree;
  DirectCertificate inner;
};

using Certificate = std::variant<Invariant, KInduction, Unrolling, LoopUnrolling, Summaries, UnwoundCalls>;

/// The same certificate as one of the larger type.
Certificate to_certificate(const DirectCertificate& certificate);

/// The program that the inner certificate is about. Throws InputError if the program has no call structure.
program::Program unwound_program(const program::Program& program, const UnwoundCalls& certificate);

/// Return the evidence as JSON text with terms in SMT-LIB syntax. The functions below parse it back over the
/// same Program, where they look up symbols by name.
std::string serialize(const program::Program& program, const Certificate& certificate);
std::string serialize(const program::Program& program, const ErrorPath& path);
/// Parse the text that serialize() returns. Throw InputError if the text is malformed.
Certificate parse_certificate(const program::Program& program, std::string_view text);
ErrorPath parse_error_path(const program::Program& program, std::string_view text);

/// Translates a certificate for a transformed program to one for the original program. origin[l] is the
/// location of the original program that corresponds to location l of the transformed program.
Certificate lift(const Certificate& certificate, const std::vector<LocationId>& origin);

}  // namespace pendulum::certificate
