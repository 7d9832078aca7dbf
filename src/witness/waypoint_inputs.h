// Which inputs of the program the waypoints of a violation witness describe.
#pragma once

#include <optional>
#include <string>

#include "program/native_source.h"
#include "program/program.h"

namespace pendulum::witness {

/// The signedness of a result of `function`, for waypoints that are written and for those that are read.
/// Results smaller than int are promoted, so their signedness matters; wider results compare equal with
/// either signedness.
program::Variable::Signedness signedness_of(const program::NativeSource& native, const std::string& function);

/// The signedness of a local variable; Unknown if the function has several variables of that name whose
/// signedness differs. Values smaller than int are promoted, so the signedness matters as for results.
program::Variable::Signedness signedness_of(const program::Program& program, const std::string& function,
                                            const std::string& local);

/// The name of an uninitialised local variable that is a single number; nothing for other inputs.
std::optional<std::string> local_name(const program::InputOrigin& origin);

}  // namespace pendulum::witness
