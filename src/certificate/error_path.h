// Error paths: runs from entry to error, as data. A loop that a run takes a million times is one segment with
// a count, so that a path costs the size of the program and not the length of the run (decision 14).
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"

namespace pendulum::certificate {

/// One step of a run: an edge and the values of its inputs (missing ones are zero). In a segment that is
/// repeated, a value may be a term over `iteration`.
struct Step {
  program::EdgeId edge = 0;
  term::Model inputs;
  friend bool operator==(const Step&, const Step&) = default;
};

/// Steps that are taken `count` times in a row.
struct Segment {
  std::vector<Step> steps;
  std::uint64_t count = 1;
  friend bool operator==(const Segment&, const Segment&) = default;
};

/// A run from entry to error.
struct ErrorPath {
  ErrorPath() = default;
  /// One segment that is taken once.
  explicit ErrorPath(std::vector<Step> steps);

  /// Appends to the last segment if it is taken once, else to a new one.
  void append(Step step);
  /// Appends a segment; nothing if it has no steps or is taken zero times.
  void append(Segment segment);
  bool empty() const { return segments.empty(); }
  /// Requires !empty().
  const Step& last_step() const { return segments.back().steps.back(); }
  /// Steps of the run; at most 2^64 - 1 are counted.
  std::uint64_t num_steps() const;

  friend bool operator==(const ErrorPath&, const ErrorPath&) = default;

  std::vector<Segment> segments;  ///< each has steps and a count of at least 1
};

inline constexpr const char* iteration_name = "pendulum!iteration";
/// The symbol of sort BitVec 64 that counts the repetitions of a segment from 0.
term::Term iteration(term::TermManager& terms);
bool has_iteration(term::Term value);

/// The value that `value` has in the given repetition.
term::Term value_at(term::TermManager& terms, term::Term value, std::uint64_t repetition);
/// The value with iteration replaced by period * iteration + offset: what a segment needs that begins
/// `offset` repetitions later and takes `period` of them at once.
term::Term value_from(term::TermManager& terms, term::Term value, std::uint64_t offset,
                      std::uint64_t period = 1);
/// The step with the values that its inputs have in the given repetition.
Step step_at(term::TermManager& terms, const Step& step, std::uint64_t repetition);

/// The same run with every repetition written out. Requires: path.num_steps() fits into memory.
ErrorPath expanded(term::TermManager& terms, const ErrorPath& path);

}  // namespace pendulum::certificate
