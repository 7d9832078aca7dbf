#include "witness/waypoint_inputs.h"

namespace pendulum::witness {

using program::InputOrigin;
using program::Variable;

Variable::Signedness signedness_of(const program::NativeSource& native, const std::string& function) {
  for (const program::ExternFunction& known : native.functions)
    if (known.name == function && known.result_is_floating) return Variable::Signedness::Floating;
  for (const program::ExternFunction& known : native.functions)
    if (known.name == function && !known.result_is_signed && known.result_bits < 32)
      return Variable::Signedness::Unsigned;
  return Variable::Signedness::Signed;
}

std::optional<std::string> local_name(const InputOrigin& origin) {
  const std::string prefix = origin.where.function + ".";
  if (origin.kind != InputOrigin::Kind::Uninitialised || origin.byte_offset != 0 ||
      !origin.name.starts_with(prefix))
    return std::nullopt;
  const std::string name = origin.name.substr(prefix.size());
  return name.find('.') == std::string::npos ? std::optional(name) : std::nullopt;
}

Variable::Signedness signedness_of(const program::Program& program, const std::string& function,
                                   const std::string& local) {
  std::optional<Variable::Signedness> found;
  for (const Variable& variable : program.variables()) {
    if (variable.function != function || variable.source_name != local) continue;
    if (found && *found != variable.signedness) return Variable::Signedness::Unknown;
    found = variable.signedness;
  }
  return found.value_or(Variable::Signedness::Signed);
}

}  // namespace pendulum::witness
