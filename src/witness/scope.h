// Which program variables a C expression at a location can name, and how.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "program/program.h"

namespace pendulum::witness {

/// The variables of a program by what they are called in the source.
class Scopes {
 public:
  explicit Scopes(const program::Program& program);

  /// The variable that `path` ("i", "s.len", "a[3]") means at the location: one of its function, else a
  /// global. Where blocks declare the name several times it is the only one that is live. Null: none, or not
  /// one.
  const program::Variable* find(program::LocationId location, const std::string& path) const;
  /// What `symbol` is called at the location; nothing if it is not live or cannot be named there.
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
