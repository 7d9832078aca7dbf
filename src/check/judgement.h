// The word of a judge.
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
