// Counterexample paths from entry to error, as data. A loop that is taken a million times is one segment with
// a count, so that the size of a path depends on the size of the program and not on the length of the
// execution (decision 14).
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"

namespace pendulum::certificate {

/// One step of a path: an edge and the values of its inputs. Inputs without a value are zero. In a segment
/// that is taken more than once, a value may be a term over iteration().
struct Step {
  program::EdgeId edge = 0;
  term::Model inputs;
  friend bool operator==(const Step&, const Step&) = default;
};

/// Sequence of steps that is taken `count` times in a row.
struct Segment {
  std::vector<Step> steps;
  std::uint64_t count = 1;
  friend bool operator==(const Segment&, const Segment&) = default;
};

/// Counterexample path from entry to error.
struct ErrorPath {
  ErrorPath() = default;
  /// Makes a path of one segment that is taken once.
  explicit ErrorPath(std::vector<Step> steps);

  /// Appends the step to the last segment if that segment is taken once, and to a new segment otherwise.
  void append(Step step);
  /// Appends the segment. Has no effect if the segment has no steps or is taken zero times.
  void append(Segment segment);
  bool empty() const { return segments.empty(); }
  /// Requires !empty().
  const Step& last_step() const { return segments.back().steps.back(); }
  /// Number of steps, repetitions included; at most 2^64 - 1 steps are counted.
  std::uint64_t num_steps() const;

  friend bool operator==(const ErrorPath&, const ErrorPath&) = default;

  std::vector<Segment> segments;  ///< each has at least one step and a count of at least 1
};

inline constexpr const char* iteration_name = "pendulum!iteration";
/// The symbol of sort (_ BitVec 64) whose value is the number of the current repetition of a segment, from 0.
term::Term iteration(term::TermManager& terms);
/// Returns true if `value` contains a symbol, which can only be iteration().
bool has_iteration(term::Term value);

/// Evaluates `value` for the given repetition.
term::Term value_at(term::TermManager& terms, term::Term value, std::uint64_t repetition);
/// Replaces iteration() in `value` by period * iteration() + offset. The result is the value for a segment
/// that starts `offset` repetitions later and covers `period` repetitions at once.
term::Term value_from(term::TermManager& terms, term::Term value, std::uint64_t offset,
                      std::uint64_t period = 1);
/// Returns the step with its input values evaluated for the given repetition.
Step step_at(term::TermManager& terms, const Step& step, std::uint64_t repetition);

/// Returns the same path with every repetition written out. Requires: path.num_steps() steps fit into memory.
ErrorPath expanded(term::TermManager& terms, const ErrorPath& path);

}  // namespace pendulum::certificate
