// The content of the evidence directory, with which others can check the verdict without Pendulum.
//
//   program.txt         the program that was judged, in text form
//   certificate.json    true: the certificate
//   obligations/*.smt2  true: the obligations; each should be unsatisfiable for any solver
//   path.json           false: the edges and input values of the counterexample path
//   harness.c, program-*.ll, replay.sh    false, C: native replay; replay.sh describes how it shows the error
//   regression-test.c   false, C: compiled with the source, if all inputs are results of functions and
//   arguments of main invariant.smt2, trace.smt2            VMT: a script that checks the invariant, or the
//   counterexample model.smt2, derivation.smt2           Horn clauses: a script that checks a solution, or a
//   refutation witness.yml         C: a witness for other tools (format 2.0): invariants, or waypoints to the
//   error witness.graphml, test-suite/          C, false: a witness in format 1.0, and the inputs as a test
//   case steps-*.json        event logs of engines with an abstract reachability graph, for `pendulum report`
//   sources.json        the text of the source files, for `pendulum report`
//   result.json         the result of the run as data (doc/json.md); written last, by the supervisor
#pragma once

#include <string>
#include <vector>

#include "certificate/certificate.h"
#include "input/load.h"
#include "witness/correctness.h"

namespace pendulum::evidence {

/// Writes the files of the evidence directory, except for steps-*.json, sources.json and
/// result.json. The functions throw
/// InputError if a file cannot be written.
class EvidenceWriter {
 public:
  EvidenceWriter(std::string directory, const input::SourceOptions& options, const input::Source& source,
                 const base::StopToken& stop)
      : directory_(std::move(directory)), options_(options), source_(source), stop_(stop) {}

  void write_program() const;
  /// `invariants` are those of the certificate in C, for the witness.
  void write(const certificate::Certificate& certificate,
             const std::vector<witness::WrittenInvariant>& invariants) const;
  void write(const certificate::ErrorPath& path) const;

 private:
  void write_solution(const certificate::Certificate& certificate) const;

  std::string directory_;
  const input::SourceOptions& options_;
  const input::Source& source_;
  const base::StopToken& stop_;
};

}  // namespace pendulum::evidence
