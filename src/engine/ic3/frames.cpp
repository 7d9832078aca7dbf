#include "engine/ic3/frames.h"

#include <algorithm>

#include "base/check.h"

namespace pendulum::engine::ic3 {

namespace {

/// A cube with fewer literals contains more states.
bool subsumes(const Cube& larger_set, const Cube& smaller_set) {
  return std::ranges::includes(smaller_set, larger_set);
}

}  // namespace

Cube make_cube(Cube literals) {
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  PENDULUM_DCHECK(std::ranges::all_of(literals, [](term::Term literal) { return literal.sort().is_bool(); }),
                  "the literals of a cube should be formulas");
  return literals;
}

void Frames::add(program::LocationId location, const Cube& cube, unsigned level) {
  PENDULUM_CHECK(level == infinite_level || (1 <= level && level <= depth()),
                 "frame {} should be one of 1 to {}, or infinite", level, depth());
  PENDULUM_CHECK(location < num_locations_, "location {} should be one of {}", location, num_locations_);
  PENDULUM_DCHECK(std::ranges::is_sorted(cube), "the literals of a cube should be ordered");
  const auto is_subsumed = [&](const Cube& old) { return subsumes(cube, old); };
  for (unsigned below = 0; below < std::min(level, depth()); ++below)
    std::erase_if(frames_[below][location], is_subsumed);
  if (level == infinite_level) std::erase_if(infinite_[location], is_subsumed);
  (level == infinite_level ? infinite_ : frames_[level - 1])[location].push_back(cube);
}

void Frames::drop_subsumed(program::LocationId location, const Cube& cube) {
  PENDULUM_CHECK(location < num_locations_, "location {} should be one of {}", location, num_locations_);
  PENDULUM_DCHECK(std::ranges::is_sorted(cube), "the literals of a cube should be ordered");
  for (auto& frame : frames_)
    std::erase_if(frame[location], [&](const Cube& old) { return subsumes(cube, old); });
}

bool Frames::is_blocked(program::LocationId location, const Cube& cube, unsigned level) const {
  PENDULUM_CHECK(1 <= level, "R_0 should have no cubes");
  PENDULUM_CHECK(location < num_locations_, "location {} should be one of {}", location, num_locations_);
  PENDULUM_DCHECK(std::ranges::is_sorted(cube), "the literals of a cube should be ordered");
  const auto is_blocked_in = [&](const std::vector<Cube>& frame) {
    return std::ranges::any_of(frame, [&](const Cube& old) { return subsumes(old, cube); });
  };
  for (std::size_t i = level - 1; i < frames_.size(); ++i)
    if (is_blocked_in(frames_[i][location])) return true;
  return is_blocked_in(infinite_[location]);
}

bool Frames::is_empty(unsigned level) const {
  PENDULUM_CHECK(1 <= level && level <= depth(), "frame {} should be one of 1 to {}", level, depth());
  return std::ranges::all_of(frames_[level - 1],
                             [](const std::vector<Cube>& cubes) { return cubes.empty(); });
}

std::vector<Cube> Frames::cubes_from(program::LocationId location, unsigned level) const {
  PENDULUM_CHECK(1 <= level, "R_0 should have no cubes");
  PENDULUM_CHECK(location < num_locations_, "location {} should be one of {}", location, num_locations_);
  std::vector<Cube> all = infinite_[location];
  for (std::size_t i = level - 1; i < frames_.size(); ++i)
    all.insert(all.end(), frames_[i][location].begin(), frames_[i][location].end());
  return all;
}

std::size_t Frames::num_cubes() const {
  std::size_t count = 0;
  for (const auto& frame : frames_)
    for (const auto& cubes : frame) count += cubes.size();
  for (const auto& cubes : infinite_) count += cubes.size();
  return count;
}

}  // namespace pendulum::engine::ic3
