// Calls and returns of the recursive functions of a Program.
//
// The front end translates each recursive function once and keeps the suspended activations on an explicit
// stack (decision 2): a variable contains the depth, and arrays indexed by the depth contain the number of
// the call site and the saved values. recognise_calls recovers the calls from this encoding:
//
//   call:    guard depth < limit and G;  depth := depth + 1;  sites := store(sites, depth, c);
//            stack := store(stack, depth, t) for each saved value;  other updates
//   return:  guard depth != 0 and select(sites, depth - 1) = c and G;  depth := depth - 1;  other updates
//   entry:   depth := 0;  arbitrary initial values of the arrays
//
// The number c is from 0 to 2^64 - 1. G, t and the other updates do not contain the variables of the stack.
// The only exceptions are the terms select(stack, depth - 1) in an edge that returns to c, if every call with
// number c saves a value in `stack`. All other edges neither read nor assign these variables.
//
// All of this is checked on the terms of the edges, and names play no role. So the result needs no trust in
// the origin of the program, and programs from the text form or from passes are recognised as well. Under the
// checked form, the values that a return restores are the values that the matching call has saved: the depth
// does not wrap around, and between the two edges the program stores only at higher indices.
#pragma once

#include <string>

#include "program/program.h"

namespace pendulum::program {

/// The calls of a program, together with its edges without their operations on the stack.
struct CallStructure {
  /// A call stores `value`, a term over the state before the call, in the array `stack`.
  struct Save {
    term::Term stack;
    term::Term value;
  };
  struct Edge {
    enum class Kind {
      Local,   ///< neither call nor return; also the edges that leave the program's entry
      Call,    ///< its target is the entry of the callee
      Return,  ///< its target is the location after the call, or the error
    };
    Kind kind = Kind::Local;
    term::Term site;          ///< of calls and returns: the number of the call site, a value
    term::Term limit;         ///< of calls, optional: the depth is below it; see above
    std::vector<Save> saves;  ///< of calls, ordered by stack; each stack once
    /// The guard without the conditions on the depth and the call site. In returns, the terms `saved_value`
    /// stand for the values that the call has saved. Edges into the error have no updates.
    term::Term guard;
    std::vector<Assignment> updates;  ///< of all variables that are not variables of the stack
  };

  term::Term depth;         ///< variable: number of active calls, a bit-vector or an integer
  term::Term sites;         ///< variable: array of the numbers of the call sites
  term::TermVector stacks;  ///< variables: arrays of saved values, ordered by id
  std::vector<Edge> edges;  ///< by EdgeId

  /// True for the depth and all arrays.
  bool is_stack_variable(term::Term symbol) const;
  /// select(stack, depth - 1): the value that a return reads. Requires: `stack` is one of `stacks`.
  term::Term saved_value(term::TermManager& terms, term::Term stack) const;
};

/// The call structure of the program. If there is none, `reason` explains why.
struct CallRecognition {
  std::optional<CallStructure> structure;
  std::string reason;
};
CallRecognition recognise_calls(const Program& program);

/// The procedures of a program: the main procedure, which begins at the program's entry, and one procedure
/// for each location that calls lead to.
struct Procedures {
  struct Procedure {
    LocationId entry = 0;
    std::vector<LocationId>
        exits;                    ///< sources of edges that return from the procedure, ordered; may be empty
    std::vector<EdgeId> calls;    ///< calls of the procedure, ordered
    std::vector<EdgeId> returns;  ///< returns from the procedure, without those into the error; ordered
  };
  std::vector<Procedure> all;  ///< all[0] is the main procedure
  /// By location: index into `all` of the procedure that contains the location. Unset for the error, and for
  /// locations that no path from the entry reaches if calls return to their call sites.
  std::vector<std::optional<std::size_t>> of_location;
};

/// The partition of the locations into procedures: an edge that is neither call nor return connects locations
/// of one procedure, and a call returns to the procedure of its source. If this is impossible (a
/// location belongs to two procedures), the result is nullopt and `reason` names the location.
std::optional<Procedures> find_procedures(const Program& program, const CallStructure& calls,
                                          std::string& reason);

}  // namespace pendulum::program
