// A segment of a counterexample path whose steps contain accelerated inner loops. Counterexample paths do not
// nest segments (decision 14). So the iterations of the outer loop are written out, and each inner loop
// becomes a segment of its own. If the inner loops are short and take the same number of iterations each
// time, one segment contains them all.
#pragma once

#include <cstdint>
#include <vector>

#include "acceleration/accelerator.h"
#include "certificate/error_path.h"

namespace pendulum::engine::impulse {

struct NestedSegment {
  /// The number of iterations of an inner loop in iteration j of the outer one is
  /// c0 + c1 * j + c2 * j(j-1)/2 modulo 2^count_width.
  struct Count {
    std::size_t position;     ///< the inner loop is taken immediately before this step of `outer`
    std::size_t accelerator;  ///< index of the accelerator of the inner loop
    std::uint32_t c0 = 0;
    std::uint32_t c1 = 0;
    std::uint32_t c2 = 0;
    std::uint32_t at(std::uint64_t iteration) const;
  };
  /// Returns the numbers of iterations of the inner loops in a model of the accelerator's inputs.
  static std::vector<Count> counts(const acceleration::Accelerator& accelerator, const term::Model& inputs);

  certificate::Segment outer;  ///< without the inner loops
  std::vector<Count> inner;    ///< ordered by position
  const std::vector<acceleration::Accelerator>& accelerators;

  /// Appends the steps of all iterations of the outer and inner loops to `path`.
  void append_to(certificate::ErrorPath& path, term::TermManager& terms) const;

 private:
  /// Returns the edges of the path of an inner loop, with the inputs that the path fixes.
  std::vector<certificate::Step> steps_of(std::size_t accelerator) const;
  /// Returns whether the inner loops are short and take the same number of iterations each time.
  bool is_uniform() const;
};

}  // namespace pendulum::engine::impulse
