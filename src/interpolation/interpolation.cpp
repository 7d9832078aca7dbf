#include "interpolation/interpolation.h"

#include "base/check.h"
#include "interpolation/chc.h"
#include "interpolation/check_labels.h"
#include "interpolation/core_cubes.h"
#include "interpolation/cubes.h"
#include "interpolation/dag_sequence.h"
#include "interpolation/newton.h"
#include "interpolation/proof.h"

namespace pendulum::interpolation {

std::string_view to_string(Method method) {
  switch (method) {
    case Method::Cubes:
      return "cubes";
    case Method::Core:
      return "core";
    case Method::Chc:
      return "chc";
    case Method::Sequence:
      return "sequence";
    case Method::Newton:
      return "newton";
    case Method::Proof:
      return "proof";
  }
  PENDULUM_UNREACHABLE();
}

std::optional<Method> parse_method(std::string_view word) {
  for (const Method method :
       {Method::Cubes, Method::Core, Method::Chc, Method::Sequence, Method::Newton, Method::Proof})
    if (to_string(method) == word) return method;
  return std::nullopt;
}

// Measured in bench/interpolation.md. Newton labels more DAGs than cubes, but its labels are several times as
// large. Over integers the measurements of cubes and chc are too close to choose between them. Over
// bit-vectors proof labels the most DAGs, but takes twice as long as cubes where both succeed. With arrays
// newton was best, on few DAGs.
Method default_method(std::string_view logic) {
  if (logic.starts_with("QF_")) logic.remove_prefix(3);
  return logic.starts_with('A') && logic != "ALL" ? Method::Newton : Method::Cubes;
}

std::vector<Method> methods_from(std::string_view word, std::string_view logic) {
  std::vector<Method> methods{parse_method(word).value_or(default_method(logic))};
  for (const Method method : {Method::Cubes, Method::Proof, Method::Newton, Method::Chc, Method::Sequence}) {
    if (method == Method::Proof && logic != "QF_BV") continue;
    if (method != methods.front()) methods.push_back(method);
  }
  return methods;
}

namespace {

std::unique_ptr<Interpolator> make_procedure(Method method, const Context& context) {
  switch (method) {
    case Method::Cubes:
      return make_cubes(context);
    case Method::Core:
      return make_core_cubes(context);
    case Method::Chc:
      return make_chc(context);
    case Method::Sequence:
      return make_sequence(context, make_cubes);
    case Method::Newton:
      return make_newton(context);
    case Method::Proof:
      return make_proof(context);
  }
  PENDULUM_UNREACHABLE();
}

#ifdef PENDULUM_DCHECK_ENABLED

/// Checks the DAGs that a procedure gets and the labels that it returns.
class CheckedInterpolator final : public Interpolator {
 public:
  CheckedInterpolator(std::unique_ptr<Interpolator> procedure, const Context& context)
      : procedure_(std::move(procedure)), context_(context) {}

  std::string_view name() const override { return procedure_->name(); }

  Outcome label(const Dag& dag, std::chrono::milliseconds limit) override {
    verify_dag(dag);
    Outcome outcome = procedure_->label(dag, limit);
    if (const auto* labels = std::get_if<Labels>(&outcome)) {
      const auto fault = check_labels(dag, *labels, context_, Undecided::IsAccepted);
      PENDULUM_CHECK(!fault, "the labels of {} should be correct: {}", name(), *fault);
    }
    return outcome;
  }

 private:
  std::unique_ptr<Interpolator> procedure_;
  Context context_;
};

#endif

}  // namespace

std::unique_ptr<Interpolator> make_interpolator(Method method, const Context& context) {
#ifdef PENDULUM_DCHECK_ENABLED
  return std::make_unique<CheckedInterpolator>(make_procedure(method, context), context);
#else
  return make_procedure(method, context);
#endif
}

}  // namespace pendulum::interpolation
