// What distinguishes the five engines of this folder (UFO, section 6).
#pragma once

#include <string>

namespace pendulum::engine::ufo {

/// The abstract operator Post of UFO, section 4.
enum class PostKind { True, Cartesian, Boolean };

/// What becomes of the labels that a refinement finds. Labels: they label nodes (Fig. 3, line 38).
/// Predicates: they only supply predicates, and every label is computed by Post: pure over-approximation.
enum class InterpolantUse { Labels, Predicates };

struct Configuration {
  std::string key;
  PostKind post = PostKind::True;
  InterpolantUse interpolants = InterpolantUse::Labels;

  /// "engine.<key>.": the prefix of statistics.
  std::string prefix() const { return "engine." + key + "."; }
};

}  // namespace pendulum::engine::ufo
