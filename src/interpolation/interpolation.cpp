#include "interpolation/interpolation.h"

#include "base/check.h"
#include "interpolation/chc.h"
#include "interpolation/cubes.h"
#include "interpolation/dag_sequence.h"
#include "interpolation/newton.h"

namespace pendulum::interpolation {

std::string_view to_string(Method method) {
  switch (method) {
    case Method::Cubes:
      return "cubes";
    case Method::Chc:
      return "chc";
    case Method::Sequence:
      return "sequence";
    case Method::Newton:
      return "newton";
  }
  PENDULUM_UNREACHABLE();
}

std::optional<Method> parse_method(std::string_view word) {
  for (const Method method : {Method::Cubes, Method::Chc, Method::Sequence, Method::Newton})
    if (to_string(method) == word) return method;
  return std::nullopt;
}

// Measured in bench/interpolation.md. Newton labels the most DAGs and is the fastest, but over integers its
// labels are several times as large. Over integers the measurements of cubes and chc are too close to choose
// between them; over bit-vectors cubes labels more DAGs. With arrays newton was best, on few DAGs.
Method default_method(std::string_view logic) {
  if (logic.starts_with("QF_")) logic.remove_prefix(3);
  return logic.starts_with('A') && logic != "ALL" ? Method::Newton : Method::Cubes;
}

std::vector<Method> methods_from(std::string_view word, std::string_view logic) {
  std::vector<Method> methods{parse_method(word).value_or(default_method(logic))};
  for (const Method method : {Method::Cubes, Method::Newton, Method::Chc, Method::Sequence})
    if (method != methods.front()) methods.push_back(method);
  return methods;
}

std::unique_ptr<Interpolator> make_interpolator(Method method, const Context& context) {
  switch (method) {
    case Method::Cubes:
      return make_cubes(context);
    case Method::Chc:
      return make_chc(context);
    case Method::Sequence:
      return make_sequence(context, make_cubes);
    case Method::Newton:
      return make_newton(context);
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace pendulum::interpolation
