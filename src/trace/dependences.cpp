#include "trace/dependences.h"

#include <algorithm>

namespace pendulum::trace {

namespace {

/// Maximum number of bytes of one access whose writers are recorded.
constexpr std::uint64_t max_tracked_bytes = 4096;

}  // namespace

void Dependences::write(const ConcreteAddress& to, std::uint64_t bytes, std::size_t statement) {
  for (std::uint64_t i = 0; i < std::min(bytes, max_tracked_bytes); ++i)
    writers_[to.object][to.offset + static_cast<std::int64_t>(i)] = statement;
}

std::optional<std::size_t> Dependences::writer(const ConcreteAddress& byte) const {
  const auto object = writers_.find(byte.object);
  if (object == writers_.end()) return std::nullopt;
  const auto found = object->second.find(byte.offset);
  return found == object->second.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::size_t> Dependences::writers(const ConcreteAddress& from, std::uint64_t bytes) const {
  std::vector<std::size_t> result;
  for (std::uint64_t i = 0; i < std::min(bytes, max_tracked_bytes); ++i) {
    const auto found = writer({from.object, from.offset + static_cast<std::int64_t>(i)});
    const bool is_known = found && *found != no_statement;
    if (is_known && (result.empty() || result.back() != *found)) result.push_back(*found);
  }
  return result;
}

std::vector<std::size_t> Dependences::lifetime(std::uint64_t object) const {
  std::vector<std::size_t> result;
  for (const auto* table : {&creators_, &releasers_})
    if (const auto found = table->find(object); found != table->end()) result.push_back(found->second);
  return result;
}

std::optional<std::size_t> Dependences::releaser(std::uint64_t object) const {
  const auto found = releasers_.find(object);
  return found == releasers_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace pendulum::trace
