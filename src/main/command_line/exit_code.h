// The exit codes of the process.
#pragma once

namespace pendulum::main {

inline constexpr int exit_true = 0;
inline constexpr int exit_usage = 1;
inline constexpr int exit_input = 2;
inline constexpr int exit_unknown = 5;
inline constexpr int exit_internal = 6;
inline constexpr int exit_false = 10;

}  // namespace pendulum::main
