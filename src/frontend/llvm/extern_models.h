// What is known about functions without body, by name.
#pragma once

#include <string_view>

namespace pendulum::frontend {

enum class ExternModel {
  Error,          ///< __pendulum_error(text, place)
  Overflow,       ///< __pendulum_overflow(text, place)
  Uninitialised,  ///< __pendulum_uninitialised(address, size, object)
  ObjectSize,     ///< __pendulum_object_size(address)
  IsBehind,       ///< __pendulum_is_behind(address, address)
  NotModelled,    ///< __pendulum_unsupported(construct)
  Assume,         ///< goes on only when the argument is not zero
  Fits,           ///< __pendulum_assume_fits(condition): as above, by a rule of dropped_executions.h
  End,            ///< does not return
  Nondet,         ///< an arbitrary value, by agreement
  Harmless,       ///< changes nothing that the program can see; the result is arbitrary
  Unsupported,    ///< not modelled at all: heap, threads, jumps
  Format,         ///< sprintf and its like, where the format is not modelled; otherwise as Unknown
  Unknown,        ///< everything else
};

ExternModel extern_model(std::string_view function);

/// Without the prefixes that the C library's headers give the functions of the scanf family since C99.
std::string_view plain_name(std::string_view function);

}  // namespace pendulum::frontend
