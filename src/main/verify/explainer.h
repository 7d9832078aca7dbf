// The explanation of counterexamples and proofs of a C program in the terms of its source, after the verdict.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "input/load.h"
#include "report/run_record.h"
#include "supervise/supervisor.h"
#include "witness/correctness.h"

namespace pendulum::main {

/// Explains the results of one program. No verdict depends on it: if it fails or time runs out, the result is
/// not explained.
class Explainer {
 public:
  /// `loaded` are the options with which `source`, a C program, was loaded. The arguments have to outlive the
  /// object.
  Explainer(const input::SourceOptions& loaded, const input::Source& source, unsigned seed,
            const supervise::Worker& worker)
      : loaded_(loaded), source_(source), seed_(seed), worker_(worker) {}

  /// Minimises the counterexample and adds its statements to the record. The counterexample belongs to
  /// `part`, which is the program or a part of it; `edges` are the numbers of the edges of the part in the
  /// program. Requires: the verdict is false.
  void add_trace(report::RunRecord& record, engine::JudgedResult& judged, const input::Source& part,
                 const std::vector<program::EdgeId>& edges);
  /// The same for a counterexample of the program itself.
  void add_trace(report::RunRecord& record, engine::JudgedResult& judged);

  /// Names of array elements in the conjuncts without a C form: "r.count" for an element of the array that
  /// represents the struct r. Only elements of objects with a known type have a name.
  std::vector<std::pair<term::Term, std::string>> element_names(
      const std::vector<witness::WrittenInvariant>& invariants);

 private:
  /// The program with the actions of its edges. Null if the front end does not record them.
  const input::Source* recorded();
  trace::Trace explain(const certificate::ErrorPath& path);

  const input::SourceOptions& loaded_;
  const input::Source& source_;
  unsigned seed_;
  const supervise::Worker& worker_;
  std::optional<input::Source> recorded_ = {};  ///< the program with the actions of its edges
};

}  // namespace pendulum::main
