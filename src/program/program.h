// Program = (locations, edges, entry, error, variables), as in UFO, section 3: the one definition that the
// front end, all engines and all judges share.
//
// An edge is a guarded parallel assignment: it can be taken in state X with inputs I when guard(X, I) holds,
// and then x' = update_x(X, I) for each changed variable x; all others keep their value. Every input symbol
// belongs to exactly one edge. The functional form is kept by every transformation.
//
// A Program is immutable; ProgramBuilder makes one. The state at `entry` is arbitrary, but no variable is
// live there (verify_program checks it): initial values are assigned by the edges that leave it, so a run is
// determined by its edges and input values.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/source.h"
#include "term/evaluate.h"
#include "term/term_manager.h"

namespace pendulum::program {

using LocationId = std::uint32_t;  ///< index into Program::locations()
using EdgeId = std::uint32_t;      ///< index into Program::edges()

struct Location {
  std::string name;  ///< unique, printable: "main.while.cond.3"
  SourceLocation where;
};

/// What a program variable stands for in the source; for reports and witnesses.
struct Variable {
  term::Term symbol;
  std::string source_name;  ///< "i", "buf", "s.len"; empty for temporaries
  std::string function;     ///< empty for globals
  enum class Signedness { Unknown, Signed, Unsigned } signedness = Signedness::Unknown;
};

/// Where an input comes from; decides how the native replay feeds it.
struct InputOrigin {
  enum class Kind {
    Call,           ///< value returned by a function without body: `name` is the function
    Uninitialised,  ///< content of a local object at its creation: `name` is the object
    ExternObject,   ///< initial content of a global without definition
    Change,         ///< what may be so, but no error may need: a write of the function without body `name`
    Foreign,        ///< content of memory at an address that is of no object of the program
    Argument,       ///< of main: `name` is {argv,envp}.{sizes,bytes} or envp.count
    Internal,       ///< made by a transformation; has no counterpart in the source
  };
  Kind kind = Kind::Internal;
  std::string name;
  /// For Uninitialised and ExternObject: which part of the object, in bytes; sort tells the size
  /// (arrays: plus `stride` times index).
  std::uint64_t byte_offset = 0;
  SourceLocation where;
  /// For Uninitialised: the number that instrumentation gave the object; 0: none.
  std::uint32_t object = 0;
  std::uint64_t stride = 0;  ///< arrays: bytes from one element to the next
  /// For Change, in the program of the front end: the value if it is not so (memory is left alone), over the
  /// edge's variables and its inputs before this one. Passes that change edges drop it.
  term::Term unchanged = {};
  /// For Foreign, as above: where it is; zero if the run does not read it.
  term::Term address = {};
  /// Both are over terms of the front end's program.
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
  std::vector<Assignment> updates;  ///< ordered by variable id, each variable once; identity updates left out
  std::vector<Input> inputs;        ///< in the order in which an execution consumes them
  SourceLocation where;
  /// For edges into the error location: what is violated ("call of reach_error()", "assertion i < n").
  std::string violation;
  /// For edges into the error location: the program does something here that we do not model (`violation`
  /// says what and where). A proof must exclude it like an error; a path that ends with it is no bug but
  /// unknown(unsupported: ...).
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
  /// Edges that leave / reach a location, ordered by id.
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
  /// The name gets a suffix if it is taken.
  LocationId add_location(std::string name, SourceLocation where = {});
  void add_variable(Variable variable);
  /// Sorts the updates and drops identities; an edge with guard false is dropped (nothing is returned).
  std::optional<EdgeId> add_edge(Edge edge);
  void set_entry(LocationId id) { program_.entry_ = id; }
  void set_error(LocationId id) { program_.error_ = id; }
  term::TermManager& terms() const { return *program_.terms_; }
  /// Ends the life of the builder. The result passes verify_program.
  Program build();

 private:
  Program program_;
  std::map<std::string, unsigned> names_;
};

/// Throws InternalError with the first thing that is wrong: guards are Bool; updates have their variable's
/// sort and target declared variables; terms use only variables and the edge's own inputs; inputs belong to
/// one edge; no edge leaves the error location; nothing is live at entry; ids are in range; no quantifiers.
void verify_program(const Program& program);

/// All guards and update values.
term::TermVector terms_of(const Program& program);

/// Live variables per location (a variable is live when some path may read it before it is assigned),
/// each list ordered by id.
std::vector<term::TermVector> live_variables(const Program& program);

}  // namespace pendulum::program
