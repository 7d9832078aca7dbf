// `pendulum verify --all`: continues after a violation, until each check is proved, violated or unknown.
//
// A check is the set of edges into the error location with the same property, text and source location. The
// engine runs on the program with the edges of all open checks. After a violation, the edges of its check are
// dropped, and the engine runs again. A proof of such a run proves all open checks. If a run ends without a
// verdict, the engine runs once for each open check.
//
// Soundness: a program with dropped edges has only executions of the original program up to their first
// violation of a dropped check. "Proved" therefore means that no execution violates the check before another
// check. If all checks are proved, no execution has a first violation, so the program has none. Edges for
// constructs that are not modelled are never dropped.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/stop.h"
#include "engine/engine.h"
#include "input/load.h"
#include "main/command_line/options.h"
#include "main/verify/explainer.h"
#include "report/run_record.h"
#include "supervise/supervisor.h"
#include "witness/correctness.h"

namespace pendulum::main {

/// Runs the engine on a program, with a deadline, and lets it write recordings to a directory (empty: none).
using Decide = std::function<engine::JudgedResult(const input::Source& source, const base::StopToken& stop,
                                                  const std::string& directory)>;

class CheckRuns {
 public:
  /// `loaded` are the options with which `source` was loaded. `record`, which the result is added to, and all
  /// other arguments must outlive this object. `staging` is the directory for evidence; empty: none.
  CheckRuns(const VerifyOptions& options, const input::SourceOptions& loaded, const input::Source& source,
            Decide decide, std::string staging, report::RunRecord& record, const supervise::Worker& worker);

  /// Decides all checks and sends a snapshot of the record after each run.
  void run();

 private:
  /// Runs the engine for the given checks. Returns false if there is no verdict.
  bool run_for(const std::set<std::size_t>& checks, const base::StopToken& stop);
  /// Makes the verdict of the whole run, and sends the record.
  void send_snapshot();
  /// Records the violation at the end of the path; called again when its explanation and evidence are known.
  void take_violation(const report::RunRecord& single, const certificate::ErrorPath& path,
                      const input::Source& part);
  void take_proof(const report::RunRecord& single, const std::set<std::size_t>& checks);
  /// Adds the proof of a run to its record, if it is wanted. Returns its invariants in C.
  std::vector<witness::WrittenInvariant> explain_proof(const engine::Result& result,
                                                       const input::Source& part, report::RunRecord& single);
  /// Writes the evidence of a run to a new directory below `staging_`. Returns its name.
  std::string keep_evidence(const engine::Result& result, const input::Source& part,
                            const std::vector<witness::WrittenInvariant>& invariants,
                            report::RunRecord& single);
  /// Makes the verdict of the whole run.
  void conclude();
  std::set<std::size_t> open() const;
  /// The number of the check that the edge belongs to, or no value for constructs that are not modelled.
  std::optional<std::size_t> check_of(const program::Edge& edge) const;

  const VerifyOptions& options_;
  const input::Source& source_;
  Decide decide_;
  std::string staging_;
  report::RunRecord& record_;
  const supervise::Worker& worker_;
  Explainer explainer_;
  report::RunRecord initial_;      ///< the record before the first run
  std::vector<std::string> keys_;  ///< for each check the violation and source location of its edges
  std::optional<std::size_t> first_violation_ = {};  ///< the number of the first violated check
  std::optional<report::RunRecord> violation_ = {};  ///< the record of the run with the first violation
  std::optional<report::RunRecord> proof_ = {};      ///< the record of the last run with a proof
  std::string reason_ = {};                          ///< why the last run without verdict has none
  bool reaches_unsupported_ = false;
  unsigned violations_ = 0;
  unsigned proofs_ = 0;
};

}  // namespace pendulum::main
