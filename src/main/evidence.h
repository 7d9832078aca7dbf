// The evidence directory: what somebody else needs to check the verdict without us.
//
//   program.txt         the program that was judged, in text form
//   certificate.json    true: the certificate; obligations/*.smt2: each should be unsat for any solver
//   path.json           false: the edges and input values of the run
//   harness.c, program-*.ll, replay.sh    false: build and run it natively; it ends with exit code 86
//   invariant.smt2, trace.smt2            VMT: the invariant, or the run, for any solver to check
//   model.smt2, derivation.smt2           Horn clauses: a solution, or a refutation, likewise
//   witness.yml         C: a witness for other tools (format 2.0): invariants, or waypoints to the error
//   witness.graphml, test-suite/          C, false: the older format of witnesses, and the run as a test case
//   steps-*.json        how engines that build an abstract reachability graph went on; for `pendulum report`
//   result.json         the run as data (doc/json.md); written by the supervisor, last
#pragma once

#include <string>

#include "certificate/certificate.h"
#include "main/load.h"
#include "smt/solver.h"

namespace pendulum::main {

class EvidenceWriter {
 public:
  EvidenceWriter(std::string directory, const SourceOptions& options, const Source& source,
                 smt::SolverFactory& solvers, const base::StopToken& stop)
      : directory_(std::move(directory)),
        options_(options),
        source_(source),
        solvers_(solvers),
        stop_(stop) {}

  void write_program() const;
  void write(const certificate::Certificate& certificate) const;
  void write(const certificate::ErrorPath& path) const;

 private:
  std::string directory_;
  const SourceOptions& options_;
  const Source& source_;
  smt::SolverFactory& solvers_;
  const base::StopToken& stop_;
};

}  // namespace pendulum::main
