// The reasons for the verdict unknown, with source locations: loops without an invariant, unsupported
// constructs, and values that the program does not define.
#pragma once

#include <vector>

#include "report/run_record.h"

namespace pendulum::report {

struct Blocker {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;   ///< 0: unknown
  std::string function;  ///< empty: unknown
  std::string text;      ///< "the loop has no invariant"
};

/// The blockers, at most one per kind and line, the most important ones first. Empty unless the verdict is
/// unknown.
std::vector<Blocker> blockers(const RunRecord& record);

}  // namespace pendulum::report
