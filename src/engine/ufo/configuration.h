// Distinguishes the five engines of this folder (UFO, section 6).
#pragma once

#include <string>

namespace pendulum::engine::ufo {

/// The abstract operator Post of UFO, section 4.
enum class PostKind { True, Cartesian, Boolean };

/// How the labels that a refinement finds are used. Labels: they become labels of nodes (Fig. 3, line 38).
/// Predicates: they only provide predicates, and Post computes every label (pure over-approximation).
enum class InterpolantUse { Labels, Predicates };

struct Configuration {
  std::string key;
  PostKind post = PostKind::True;
  InterpolantUse interpolants = InterpolantUse::Labels;

  /// Prefix of the statistics: "engine.<key>.".
  std::string prefix() const { return "engine." + key + "."; }
};

}  // namespace pendulum::engine::ufo
