// A counterexample as a list of source statements, as plain data. The terminal, JSON, SARIF and the page are
// generated from it; `explain` (explain.h) computes it.
//
// A step is one execution of a source line, or a call. The steps of a callee follow the step of the call,
// with a larger depth. A step is relevant if the violation depends on it: if it computes a value that the
// violation depends on, or decides that a relevant step is executed (slice.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pendulum::trace {

/// A part of an object and its value, both in C notation.
struct NamedValue {
  std::string name;   ///< "i", "p->len", "buf[3]"
  std::string value;  ///< "3", "'a'", "&buf[16]", "{x = 1, y = 2}"
  /// For changes: the same part as the owner of the object names it ("word[3]" if `name` is "to[3]"). The
  /// owner is the function that declares a local; empty: a global or an object of malloc.
  std::string part = {};
  std::string owner = {};
  bool operator==(const NamedValue&) const = default;
};

/// A value that comes from outside of the program.
struct InputValue {
  std::string source;  ///< function that returned it: "__VERIFIER_nondet_int"; or one of the names below
  std::string value;   ///< in C notation
  /// Name of the change that assigned this value; empty: the statement uses the value in another way. Of an
  /// argument of the entry function: its name, "argv[1]".
  std::string stored_in = {};
};

/// The source of inputs that a function of the C library reads, for example from a file.
inline constexpr const char* library_input = "C library";
/// The source of arguments of the entry function.
inline constexpr const char* argument_input = "argument";

struct Step {
  enum class Kind {
    Statement,
    Call,  ///< a call; `changes` are the parameters, `callee` is the function
  };
  Kind kind = Kind::Statement;
  std::string function;
  unsigned depth = 0;  ///< number of callers; 0 in the entry function
  std::string file;
  unsigned line = 0;    ///< 0: unknown
  unsigned column = 0;  ///< 0: unknown
  std::string source;   ///< the source line without surrounding blanks; empty if it cannot be read
  std::vector<NamedValue> changes = {};  ///< assigned parts of objects, in the order of the first assignment
  std::vector<InputValue> inputs = {};   ///< inputs that the statement reads
  std::string outcome = {};              ///< of a condition: "true" or "false"; empty: none, or unknown
  std::string returned = {};             ///< value that the function returns here; empty: none
  std::string callee = {};               ///< for Call
  std::vector<std::string> notes = {};   ///< other effects: "frees &malloc() of line 3"
  bool is_relevant = true;
  std::uint64_t edge = 0;  ///< position of the first edge of the step in the counterexample path
};

/// The violated condition and the values of its operands.
struct Violation {
  std::string text;                       ///< "write of 1 byte at buf[16], but buf has 16 bytes"
  std::vector<NamedValue> operands = {};  ///< values that the violated condition reads
};

struct Trace {
  std::vector<Step> steps;  ///< in the order of execution; the last one is the violation
  Violation violation;
  std::uint64_t omitted = 0;      ///< number of edges in the middle whose steps were not computed
  std::size_t omitted_after = 0;  ///< number of steps before that gap
  bool is_minimised = false;      ///< the inputs were made smaller than those that the engine found
  bool empty() const { return steps.empty(); }
};

}  // namespace pendulum::trace
