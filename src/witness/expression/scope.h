// Maps the names in C expressions at a location to program variables and back.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "program/program.h"

namespace pendulum::witness {

/// The variables of a program, indexed by their names in the source.
class Scopes {
 public:
  explicit Scopes(const program::Program& program);

  /// The variable that `path` ("i", "s.len", "a[3]") refers to at the location: a variable of its function,
  /// or a global if the function has no such variable. If several blocks declare the name, it is the only
  /// variable of them that is live. Null if there is none or it is ambiguous.
  const program::Variable* find(program::LocationId location, const std::string& path) const;
  /// The name of `symbol` at the location; nothing if it is not live or has no name there.
  std::optional<std::string> name(program::LocationId location, term::Term symbol) const;

  const program::Program& program() const { return program_; }

 private:
  using Key = std::pair<std::string, std::string>;  ///< function, path
  const program::Variable* pick(program::LocationId location, const Key& key) const;
  bool is_live(program::LocationId location, term::Term symbol) const;

  const program::Program& program_;
  std::vector<term::TermVector> live_;
  std::map<Key, std::vector<const program::Variable*>> variables_;
};

}  // namespace pendulum::witness
