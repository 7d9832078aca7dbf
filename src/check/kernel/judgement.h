// The result of checking one piece of evidence.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace pendulum::check {

struct Judgement {
  enum class Verdict { Accepted, Rejected, Undecided };
  Verdict verdict = Verdict::Undecided;
  /// The checker: "cvc5", "cvc5 (3), cvc5 over integers (1)", "interpreter", "interpreter, native run".
  std::string judge = {};
  /// If Rejected or Undecided: the obligation that failed or was not decided, and why.
  std::string reason = {};

  /// For rejected error paths: a construct without a model that the native replay executed and that may be
  /// the reason why it did not follow the path ("library function lround without a model at a.c:3").
  std::optional<std::string> unsupported = {};

  /// For accepted certificates: the number of obligations, and how many of them no solver has checked,
  /// because the simplifying constructors of terms reduced them to false.
  std::size_t num_obligations = 0;
  std::size_t num_simplified = 0;

  bool is_accepted() const { return verdict == Verdict::Accepted; }
};

}  // namespace pendulum::check
