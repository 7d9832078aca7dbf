// The result of checking one piece of evidence.
#pragma once

#include <optional>
#include <string>

#include "term/evaluate.h"
#include "program/program.h"

namespace pendulum::check {

struct Judgement {
  enum class Verdict { Accepted, Rejected, Undecided };
  Verdict verdict = Verdict::Undecided;
  /// Who judged: "cvc5", "cvc5 (3), cvc5 over integers (1)", "interpreter", "interpreter, native run".
  std::string judge;
  /// Rejected, Undecided: which obligation failed or stayed open, and why.
  std::string reason;

  /// Rejected error paths: the construct without a model that the native run executed, because of which the
  /// path may have differed ("library function lround without a model at a.c:3").
  std::optional<std::string> unsupported;

  /// Rejected invariants: the obligation's edge between cutpoints and the state that breaks it, so that an
  /// engine can refine.
  struct Failure {
    program::LocationId source = 0;
    program::LocationId target = 0;
    term::Model state;   ///< values of the program variables at `source`
  };
  std::optional<Failure> failure;

  bool is_accepted() const { return verdict == Verdict::Accepted; }
};

}  // namespace pendulum::check
