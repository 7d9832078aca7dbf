#include "check/judge.h"

#include <algorithm>

#include "base/check.h"
#include "check/kernel/certificate_checker.h"
#include "check/replay/interpreter.h"
#include "check/replay/native_replay.h"
#include "check/tactics/array_reads.h"
#include "check/tactics/prover.h"

namespace pendulum::check {

namespace {

/// Time limit for the compiled program. The path to the error is finite.
constexpr std::chrono::milliseconds native_limit{10'000};

Judgement rejected(std::string judge, std::string reason) {
  return {Judgement::Verdict::Rejected, std::move(judge), std::move(reason)};
}

using program::InputOrigin;

/// The path without the values of havocked inputs (InputOrigin::Kind::Havoc). In the replay, each of them
/// then keeps its value `unchanged`: for example, functions without body do not write to memory.
certificate::ErrorPath without_havocked_values(const program::Program& program, certificate::ErrorPath path) {
  for (certificate::Segment& segment : path.segments)
    for (certificate::Step& step : segment.steps) {
      if (step.edge >= program.edges().size()) continue;
      for (const program::Input& input : program.edge(step.edge).inputs)
        if (input.origin.kind == InputOrigin::Kind::Havoc) step.inputs.erase(input.symbol);
    }
  return path;
}

/// The first call on the path of a library function without an exact model. In the program its result is an
/// input, while the native replay calls the real function, so the two may differ.
std::optional<std::string> open_library_call(const program::NativeSource& native,
                                             const std::vector<ConsumedBlock>& blocks) {
  const auto is_real = [&](const InputOrigin& origin) {
    return origin.kind == InputOrigin::Kind::Call &&
           std::any_of(native.functions.begin(), native.functions.end(), [&](const auto& function) {
             return function.is_in_libc && function.name == origin.name;
           });
  };
  for (const ConsumedBlock& block : blocks)
    for (const ConsumedInput& consumed : block.inputs) {
      const InputOrigin& origin = consumed.input.origin;
      if (is_real(origin))
        return fmt::format("library function {} without an exact model at {}", origin.name,
                           origin.where.to_string());
    }
  return std::nullopt;
}

}  // namespace

/// Soundness: the cache contains only accepted certificates of this program, keyed by their complete text.
Judgement Judge::judge(const certificate::Certificate& certificate) {
  std::string text = certificate::serialize(program_, certificate);
  for (const auto& [known, judgement] : accepted_)
    if (known == text) return judgement;
  Prover prover(program_, solvers_, stop_);
  Judgement judgement = CertificateChecker(program_, array_simplification(program_, certificate), stop_)
                            .check(certificate, prover);
  logger_.decision("certificate: {} {}", judgement.is_accepted() ? "accepted by" : "not accepted:",
                   judgement.is_accepted() ? judgement.judge : judgement.reason);
  PENDULUM_CHECK(judgement.is_accepted() ? !judgement.judge.empty() : !judgement.reason.empty(),
                 "a judgement should name the solvers that accept, or the reason for another result");
  if (judgement.is_accepted()) accepted_.emplace_back(std::move(text), judgement);
  return judgement;
}

/// Soundness: the cache contains only the last accepted path and is used only for an equal path.
Judgement Judge::judge(const certificate::ErrorPath& path) {
  if (accepted_path_ && accepted_path_->first == path) return accepted_path_->second;
  Judgement judgement = replay(path);
  if (judgement.is_accepted()) accepted_path_.emplace(path, judgement);
  return judgement;
}

Judgement Judge::replay(const certificate::ErrorPath& path) {
  // A proof covers all values of havocked inputs: what functions without body write, the objects of unknown
  // addresses, comparisons of addresses far outside of their object, and bytes without an initial value. A
  // counterexample must not depend on any of these values (decisions 8, 11 and 12).
  const Run run = follow(program_, without_havocked_values(program_, path));
  if (!run.reached_error && follow(program_, path).reached_error)
    return rejected(
        "interpreter",
        "the error depends on a write by a function without body, on an unknown address, on a comparison of "
        "addresses far outside of their object, or on uninitialised bytes");
  if (!run.reached_error)
    return rejected("interpreter", fmt::format("the run does not reach the error: {}", run.stuck_reason));
  PENDULUM_CHECK(!path.empty(), "a path that reaches the error should have a step");
  const program::Edge& last = program_.edge(path.last_step().edge);
  const ExpectedError expected = expected_error(last);
  // The front end marks a violation as unsupported if the sanitizers may miss it, such as an access far away
  // from its object, so that engines search for other violations first. If the violation names its property
  // and the native replay shows it, it is accepted.
  const bool needs_native_run = last.is_unsupported && expected.property != property::Property::Reach;
  if (last.is_unsupported && (!needs_native_run || native_ == nullptr))
    return rejected("interpreter", fmt::format("unsupported: {}", last.violation));
  logger_.decision("error path: the interpreter reaches the error after {} steps", run.steps);

  Judgement judgement{Judgement::Verdict::Accepted, "interpreter"};
  if (native_ == nullptr) return judgement;
  const auto limit = std::min(native_limit, stop_.remaining().value_or(native_limit));
  Judgement native = replay_natively(program_.terms(), *native_, run.inputs, expected, limit);
  if (native.is_accepted()) {
    judgement.judge = "interpreter, native run";
    return judgement;
  }
  native.judge = "native run";
  native.unsupported = open_library_call(*native_, run.inputs);
  return native;
}

void count_obligations(const Judgement& judgement, base::Statistics& statistics) {
  if (!judgement.is_accepted() || judgement.num_obligations == 0) return;
  PENDULUM_CHECK(judgement.num_simplified <= judgement.num_obligations,
                 "{} simplified obligations should be among {}", judgement.num_simplified,
                 judgement.num_obligations);
  statistics.counter("check.obligations") += judgement.num_obligations;
  statistics.counter("check.simplified_obligations") += judgement.num_simplified;
}

}  // namespace pendulum::check
