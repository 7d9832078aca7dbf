// Names of the functions, globals and attributes that the front end adds to a module. Programs do not use
// them: all names of functions and globals start with __pendulum_.
#pragma once

#include <string_view>

namespace pendulum::frontend {

/// Prefix of the names of all functions and globals below.
inline constexpr std::string_view intrinsic_prefix = "__pendulum_";

// Calls of these functions are inserted by the instrumentation. The translator interprets them, and the
// native replay defines them.

/// (ptr text, ptr location): the property is violated at this source location; does not return.
inline constexpr std::string_view error_function = "__pendulum_error";
/// (ptr text, ptr location): an arithmetic operation is undefined at this source location; does not return.
inline constexpr std::string_view overflow_function = "__pendulum_overflow";
/// (ptr text, ptr location): a subscript is outside of its array at this source location; does not return.
inline constexpr std::string_view invalid_access_function = "__pendulum_invalid_access";
/// (): the execution ends; does not return.
inline constexpr std::string_view stop_function = "__pendulum_stop";
/// (ptr object, i64 size, i32 number): the object's bytes become arbitrary.
inline constexpr std::string_view uninitialised_function = "__pendulum_uninitialised";
/// The same, as the native replay defines it: returns the address of the object, which may be another one.
inline constexpr std::string_view uninitialised_object_function = "__pendulum_uninitialised_object";
/// (ptr object): size in bytes of an object that malloc has allocated (used by realloc).
inline constexpr std::string_view object_size_function = "__pendulum_object_size";
/// (ptr object, i64 size): the object's bytes become arbitrary. The instrumentation replaces the calls.
inline constexpr std::string_view nondet_object_function = "__pendulum_nondet_object";

/// (ptr address, i64 size, i64 first, i64 last): are the bytes memory-mapped registers, i.e. bytes of no
/// object, with addresses from `first` to `last`? Returns 0 or 1 (hardware.h).
inline constexpr std::string_view is_register_function = "__pendulum_is_register";

// Calls of these functions are inserted by the passes before the translation. Only the translator interprets
// them.

/// (ptr construct): ends the execution as unsupported, because `construct` is not modelled.
inline constexpr std::string_view unsupported_function = "__pendulum_unsupported";
/// (ptr a, ptr b): a and b point into the same object, and a is after b.
inline constexpr std::string_view is_after_function = "__pendulum_is_after";

// Functions of models/c.

/// Attribute of the functions that models.h links to the program.
inline constexpr const char* model_attribute = "pendulum-model";
/// Attribute of calls of malloc and free that create and end locals of recursive functions.
inline constexpr const char* local_attribute = "pendulum-local";
/// (i32 condition): executions in which the condition is 0 are dropped (dropped_executions.h).
inline constexpr std::string_view assume_fits_function = "__pendulum_assume_fits";
/// (i32 condition): the same, for executions in an unusual environment.
inline constexpr std::string_view assume_environment_function = "__pendulum_assume_environment";
/// (i32 unchanged): an arbitrary number in proofs; `unchanged` in counterexamples (decision 11).
inline constexpr std::string_view havoc_function = "__pendulum_havoc_int";
/// (ptr array, size i, size element_size): the address of element i.
inline constexpr std::string_view element_function = "__pendulum_element";
/// Prefix of the name with which the contract of a library function calls the function itself.
inline constexpr std::string_view real_function_prefix = "__pendulum_real_";
/// The global errno of the models, and the function that returns its address to the native replay.
inline constexpr std::string_view errno_global = "__pendulum_errno";
inline constexpr std::string_view errno_location_function = "__pendulum_errno_location";

// Globals and functions that passes define.

/// Globals with the texts and source locations that calls of the functions above refer to.
inline constexpr std::string_view text_global = "__pendulum_text";
inline constexpr std::string_view location_global = "__pendulum_place";
/// The entry function for programs whose entry function has pointer parameters (entry_parameters.h), and its
/// objects.
inline constexpr std::string_view entry_function = "__pendulum_entry";
inline constexpr std::string_view parameter_global = "__pendulum_parameter";
/// The loops for memset, memcpy and memmove (bulk_loops.cpp).
inline constexpr std::string_view fill_function = "__pendulum_fill";
inline constexpr std::string_view copy_function = "__pendulum_copy";
inline constexpr std::string_view move_function = "__pendulum_move";
/// The functions that are registered with atexit, their number, and the function that calls them
/// (exit_handlers.cpp).
inline constexpr std::string_view handlers_global = "__pendulum_handlers";
inline constexpr std::string_view handler_count_global = "__pendulum_handler_count";
inline constexpr std::string_view run_handlers_function = "__pendulum_run_handlers";
/// The function in which interrupt handlers run, and the flag that is 0 while interrupts are disabled
/// (interrupts.cpp).
inline constexpr std::string_view interrupts_function = "__pendulum_interrupts";
inline constexpr const char* interrupts_enabled_global = "__pendulum_interrupts_enabled";
/// The function that fills the guards of globals (guards.h).
inline constexpr std::string_view guard_globals_function = "__pendulum_guard_globals";
/// The entry function of the native replay, and the start of the names of its stubs and of the program's own
/// functions that have the name of a library function (native_module.h).
inline constexpr std::string_view native_entry_function = "__pendulum_main";
inline constexpr std::string_view native_stub_prefix = "__pendulum_extern_";
inline constexpr std::string_view native_own_prefix = "__pendulum_own_";

}  // namespace pendulum::frontend
