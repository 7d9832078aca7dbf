// The result of checking one piece of evidence.
#pragma once

#include <optional>
#include <string>

#include "program/program.h"
#include "term/evaluate.h"

namespace pendulum::check {

struct Judgement {
  enum class Verdict { Accepted, Rejected, Undecided };
  Verdict verdict = Verdict::Undecided;
  /// The checker: "cvc5", "cvc5 (3), cvc5 over integers (1)", "interpreter", "interpreter, native run".
  std::string judge;
  /// If Rejected or Undecided: the obligation that failed or was not decided, and why.
  std::string reason;

  /// For rejected error paths: a construct without a model that the native replay executed and that may be
  /// the reason why it did not follow the path ("library function lround without a model at a.c:3").
  std::optional<std::string> unsupported;

  /// For rejected certificates: the source and target of the failed obligation and a state that violates it.
  /// An engine can use them for refinement.
  struct Failure {
    program::LocationId source = 0;
    program::LocationId target = 0;
    term::Model state;  ///< values of the program variables at `source`
  };
  std::optional<Failure> failure;

  bool is_accepted() const { return verdict == Verdict::Accepted; }
};

}  // namespace pendulum::check
