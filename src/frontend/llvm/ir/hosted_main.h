// The parameters of main in a hosted environment (C17 5.1.2.2.1), and Linux's limits for them.
#pragma once

#include <cstdint>

#include "program/native_source.h"

namespace llvm {
class Argument;
class Function;
}  // namespace llvm

namespace pendulum::frontend {

/// Number of bits of the number of arguments. Linux passes at most 6 MiB of arguments (execve(2)), and each
/// argument takes at least a pointer and a byte.
inline constexpr std::uint32_t argument_bits = 21;
inline constexpr std::int64_t max_arguments = (std::int64_t(1) << argument_bits) - 1;
/// Number of bits of an index into an argument string. A string takes at most 128 KiB (MAX_ARG_STRLEN).
inline constexpr std::uint32_t string_bits = program::argument_string_bits;

/// Is the parameter argc of main?
bool is_argument_count(const llvm::Argument& parameter);
/// Is the parameter argv or envp of main?
bool is_argument_vector(const llvm::Argument& parameter);
/// The role of a parameter of the entry function: argc, argv, envp, or none of them.
program::EntryParameter::Role role_of(const llvm::Argument& parameter);

}  // namespace pendulum::frontend
