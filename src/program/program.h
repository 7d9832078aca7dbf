// Program = (locations, edges, entry, error, variables), as in UFO, section 3. The front end, all engines and
// the judge share this definition.
//
// An edge is a guarded parallel assignment: it can be taken in state X with inputs I if guard(X, I) holds,
// and then x' = update_x(X, I) for each assigned variable x; all other variables keep their values. Every
// input symbol belongs to exactly one edge. Every transformation preserves this functional form.
//
// A Program is immutable; ProgramBuilder creates one. The state at `entry` is arbitrary, but no variable is
// live there (verify_program checks it): the edges that leave `entry` assign the initial values, so an
// execution is determined by its edges and input values.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/source.h"
#include "term/evaluation/evaluate.h"
#include "term/term_manager.h"

namespace pendulum::program {

using LocationId = std::uint32_t;  ///< index into Program::locations()
using EdgeId = std::uint32_t;      ///< index into Program::edges()

struct Location {
  std::string name;  ///< unique and printable: "main.while.cond.3"
  SourceLocation where;
};

/// A program variable and the source variable that it represents, for reports and witnesses.
struct Variable {
  term::Term symbol;
  std::string source_name;  ///< "i", "buf", "s.len"; empty for temporaries
  std::string function;     ///< function that declares it; empty for globals
  /// The interpretation of the bits. Floating: a floating-point number (term/signature/float_format.h).
  enum class Signedness { Unknown, Signed, Unsigned, Floating } signedness = Signedness::Unknown;
};

/// The origin of an input; it decides how the native replay supplies the value.
struct InputOrigin {
  enum class Kind {
    Call,           ///< value returned by the external function `name`
    Uninitialised,  ///< content of the local object `name` at its creation
    ExternObject,   ///< initial content of a global without definition
    Havoc,          ///< havocked input: arbitrary in proofs, and no counterexample may depend on it
    UnknownMemory,  ///< content of unknown memory, at an address that belongs to no object
    Argument,       ///< of main: `name` is {argv,envp}.{sizes,bytes} or envp.count
    Internal,       ///< added by a transformation; has no counterpart in the source
  };
  Kind kind = Kind::Internal;
  std::string name;
  /// For Uninitialised and ExternObject: offset of the part of the object in bytes; the input's sort
  /// determines its size (for arrays: plus `stride` times the index).
  std::uint64_t byte_offset = 0;
  SourceLocation where;
  /// For Uninitialised: the number that the instrumentation assigned to the object; 0 if it has none.
  std::uint32_t object = 0;
  std::uint64_t stride = 0;  ///< for arrays: distance between elements in bytes
  /// For Havoc, in the program of the front end: the value if nothing is havocked (for example, memory keeps
  /// its content), over the edge's variables and its inputs before this one. Passes that change edges drop
  /// it.
  term::Term unchanged = {};
  /// For UnknownMemory, in the program of the front end: the address of the memory; zero if the execution
  /// does not read it.
  term::Term address = {};
  /// Drops `unchanged` and `address`, whose terms are only valid in the program of the front end.
  void forget_terms() { unchanged = address = {}; }
};

struct Input {
  term::Term symbol;
  InputOrigin origin;
};

struct Assignment {
  term::Term variable;
  term::Term value;  ///< over variables (before the edge) and this edge's inputs
};

struct Edge {
  LocationId source = 0;
  LocationId target = 0;
  term::Term guard;
  std::vector<Assignment> updates;  ///< ordered by variable id, each variable once; no identity updates
  std::vector<Input> inputs;        ///< in the order in which an execution consumes them
  SourceLocation where;
  /// For edges into the error location: the violation ("call of reach_error()", "assertion i < n").
  std::string violation;
  /// For edges into the error location: the program uses a construct here that is not modelled (`violation`
  /// names it). A proof must show that it is unreachable, like an error; a path that ends with it is not a
  /// counterexample but yields unknown(unsupported: ...).
  bool is_unsupported = false;
};

class Program {
 public:
  const std::vector<Location>& locations() const { return locations_; }
  const std::vector<Edge>& edges() const { return edges_; }
  const std::vector<Variable>& variables() const { return variables_; }
  LocationId entry() const { return entry_; }
  LocationId error() const { return error_; }
  const Location& location(LocationId id) const { return locations_[id]; }
  const Edge& edge(EdgeId id) const { return edges_[id]; }
  /// Edges that leave / enter a location, ordered by id.
  const std::vector<EdgeId>& outgoing(LocationId id) const { return outgoing_[id]; }
  const std::vector<EdgeId>& incoming(LocationId id) const { return incoming_[id]; }
  bool is_variable(term::Term symbol) const { return variable_index_.contains(symbol); }
  /// Requires is_variable(symbol).
  std::size_t variable_index(term::Term symbol) const { return variable_index_.at(symbol); }
  term::TermManager& terms() const { return *terms_; }

 private:
  friend class ProgramBuilder;
  term::TermManager* terms_ = nullptr;
  std::vector<Location> locations_;
  std::vector<Edge> edges_;
  std::vector<Variable> variables_;
  LocationId entry_ = 0;
  LocationId error_ = 0;
  std::vector<std::vector<EdgeId>> outgoing_;
  std::vector<std::vector<EdgeId>> incoming_;
  term::TermMap<std::size_t> variable_index_;
};

class ProgramBuilder {
 public:
  explicit ProgramBuilder(term::TermManager& terms);
  /// A builder with the variables, locations, entry and error of `program`, which keep their ids, and without
  /// edges.
  static ProgramBuilder without_edges(const Program& program);
  /// Adds a suffix to the name if it is already used.
  LocationId add_location(std::string name, SourceLocation where = {});
  void add_variable(Variable variable);
  /// Sorts the updates and drops identity updates. An edge whose guard is false is not added; the result is
  /// then nullopt.
  std::optional<EdgeId> add_edge(Edge edge);
  /// The same, but adds the edge also if its guard is false, so that the edges of a copy keep their ids.
  EdgeId keep_edge(Edge edge);
  void set_entry(LocationId id) { program_.entry_ = id; }
  void set_error(LocationId id) { program_.error_ = id; }
  term::TermManager& terms() const { return *program_.terms_; }
  /// Returns the program, which satisfies verify_program. The builder must not be used afterwards.
  Program build();

 private:
  Program program_;
  std::map<std::string, unsigned> names_;
};

/// Throws InternalError that describes the first violated rule: guards are Bool; updates assign declared
/// variables values of their sort; terms use only variables and the edge's own inputs; every input belongs to
/// one edge; no edge leaves the error location; no variable is live at entry; ids are in range; terms have no
/// quantifiers.
void verify_program(const Program& program);

/// All guards and update values.
term::TermVector terms_of(const Program& program);

/// Variable -> value that the edge assigns. Applied to a formula over the state after the edge, it gives the
/// formula over the state before the edge and its inputs.
term::Substitution substitution_of(const Edge& edge);

/// True if the edges have the same guard, updates and inputs.
bool has_same_terms(const Edge& a, const Edge& b);

/// Live variables per location, each list ordered by id. A variable is live at a location if some path from
/// there may read it before it is assigned.
std::vector<term::TermVector> live_variables(const Program& program);

}  // namespace pendulum::program
