// The judge that every verdict passes: certificates by CertificateChecker; error paths by the interpreter,
// and for C by the native replay too.
#pragma once

#include <functional>

#include "base/logger.h"
#include "certificate/certificate.h"
#include "check/judgement.h"
#include "program/native_source.h"
#include "smt/solver.h"

namespace pendulum::check {

class Judge {
 public:
  /// `program` is the bit-precise program of the front end; `native` is null when the input is not C.
  Judge(const program::Program& program, const program::NativeSource* native, smt::SolverFactory& solvers,
        const base::StopToken& stop, base::Logger logger)
      : program_(program), native_(native), solvers_(solvers), stop_(stop), logger_(std::move(logger)) {}

  /// Accepted evidence is remembered, so asking twice costs once.
  Judgement judge(const certificate::Certificate& certificate);
  Judgement judge(const certificate::ErrorPath& path);

 private:
  Judgement replay(const certificate::ErrorPath& path);

  const program::Program& program_;
  const program::NativeSource* native_;
  smt::SolverFactory& solvers_;
  const base::StopToken& stop_;
  base::Logger logger_;
  std::vector<std::pair<std::string, Judgement>> accepted_;  ///< serialised certificate -> word
  std::optional<std::pair<certificate::ErrorPath, Judgement>> accepted_path_;  ///< the last one
};

}  // namespace pendulum::check
