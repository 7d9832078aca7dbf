// The results of single checks, for runs that continue after a violation (`pendulum verify --all`).
#pragma once

#include <string>
#include <vector>

#include "trace/trace.h"

namespace pendulum::report {

/// A source location on the error path, for users.
struct PathStep {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;  ///< 0: unknown
  std::string function;
  std::string text;  ///< "nondet_int() returns 3", or the violation; may be empty
};

/// One check: a property at a source location.
struct CheckResult {
  enum class Status { Proved, Violated, Unknown };
  std::string property;  ///< "no-overflow"
  std::string text;      ///< the violation: "assertion `x > 0` failed"
  std::string file;      ///< empty: unknown
  unsigned line = 0;     ///< 0: unknown
  unsigned column = 0;   ///< 0: unknown
  Status status = Status::Unknown;
  std::string engine = {};          ///< the engine that found the evidence; empty for Unknown
  std::string judge = {};           ///< what accepted the evidence; empty for Unknown
  std::string evidence = {};        ///< directory of the evidence, relative to the run's; may be empty
  std::vector<PathStep> path = {};  ///< for Violated: the error path, or the end of a long one
  trace::Trace trace = {};          ///< for Violated: the statements of the error path; may be empty
};

}  // namespace pendulum::report
