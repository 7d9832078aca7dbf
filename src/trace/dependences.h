// Which statements computed the contents of memory, and which ones made and freed objects.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "trace/events.h"

namespace pendulum::trace {

/// A write before the first statement, by the environment of the program.
inline constexpr std::size_t no_statement = ~std::size_t{0};

/// Statements are numbers here.
class Dependences {
 public:
  void write(const ConcreteAddress& to, std::uint64_t bytes, std::size_t statement);
  void allocate(std::uint64_t object, std::size_t statement) { creators_[object] = statement; }
  void free(std::uint64_t object, std::size_t statement) { releasers_[object] = statement; }
  /// Forgets the writes, because a part of the execution was not traced.
  void forget_writes() { writers_.clear(); }

  /// The statement that wrote the byte last; `no_statement` is possible.
  std::optional<std::size_t> writer(const ConcreteAddress& byte) const;
  /// The statements that wrote the bytes last.
  std::vector<std::size_t> writers(const ConcreteAddress& from, std::uint64_t bytes) const;
  /// The statements that made and freed the object.
  std::vector<std::size_t> lifetime(std::uint64_t object) const;
  std::optional<std::size_t> releaser(std::uint64_t object) const;
  /// The statements that made objects, by object.
  const std::map<std::uint64_t, std::size_t>& creators() const { return creators_; }

 private:
  std::map<std::uint64_t, std::map<std::int64_t, std::size_t>> writers_;  ///< by object and byte
  std::map<std::uint64_t, std::size_t> creators_;
  std::map<std::uint64_t, std::size_t> releasers_;
};

}  // namespace pendulum::trace
