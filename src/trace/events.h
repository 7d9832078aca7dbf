// The actions of an execution with concrete values: the interpreter executes the counterexample path and
// evaluates the recorded actions of its edges.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "certificate/error_path.h"
#include "program/source_actions.h"

namespace pendulum::trace {

/// An address: the code of an object (SourceObject) and an offset in bytes.
struct ConcreteAddress {
  std::uint64_t object = 0;
  std::int64_t offset = 0;
};

/// An executed action, or the start of an edge.
struct Event {
  const program::SourceAction* action = nullptr;  ///< null: the edge starts
  ConcreteAddress target;
  term::Term value;                        ///< a number; null: none, or a pointer
  std::optional<ConcreteAddress> pointer;  ///< the value, if it is a pointer
  std::uint64_t step = 0;                  ///< position of the edge in the path
  program::LocationId location = 0;        ///< source of the edge
};

struct Events {
  std::vector<Event> events;
  std::uint64_t omitted = 0;      ///< number of edges in the middle that were executed without events
  std::size_t omitted_after = 0;  ///< number of events before that gap
  /// The inputs that describe the strings of argv and envp, by their name: "argv.sizes", "argv.bytes".
  std::map<std::string, term::Term> arguments;
};

/// Executes the path. Nothing if it does not reach the error, or if it is too long. `actions` has to outlive
/// the result.
std::optional<Events> execute_actions(const program::Program& program, const program::SourceActions& actions,
                                      const certificate::ErrorPath& path);

}  // namespace pendulum::trace
