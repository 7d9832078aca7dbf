// The judge that checks the evidence of every verdict: certificates with CertificateChecker, error paths with
// the interpreter and, for C programs, also with the native replay.
#pragma once

#include <optional>
#include <vector>

#include "base/logger.h"
#include "base/statistics.h"
#include "certificate/certificate.h"
#include "check/kernel/judgement.h"
#include "program/native_source.h"
#include "smt/solver.h"

namespace pendulum::check {

class Judge {
 public:
  /// `program` is the bit-precise program of the front end; `native` is null when the input is not C.
  Judge(const program::Program& program, const program::NativeSource* native, smt::SolverFactory& solvers,
        const base::StopToken& stop, base::Logger logger)
      : program_(program), native_(native), solvers_(solvers), stop_(stop), logger_(std::move(logger)) {}

  /// Checks a certificate or an error path. Accepted evidence is cached, so a second check costs nothing.
  Judgement judge(const certificate::Certificate& certificate);
  Judgement judge(const certificate::ErrorPath& path);

 private:
  Judgement replay(const certificate::ErrorPath& path);

  const program::Program& program_;
  const program::NativeSource* native_;
  smt::SolverFactory& solvers_;
  const base::StopToken& stop_;
  base::Logger logger_;
  std::vector<std::pair<std::string, Judgement>> accepted_;  ///< serialised certificates, their judgements
  std::optional<std::pair<certificate::ErrorPath, Judgement>> accepted_path_;  ///< the last accepted path
};

/// Adds the numbers of obligations of an accepted certificate to the counters check.obligations and
/// check.simplified_obligations. The latter are obligations that no solver has checked (doc/soundness.md).
void count_obligations(const Judgement& judgement, base::Statistics& statistics);

}  // namespace pendulum::check
