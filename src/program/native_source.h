// Plain data with which the native replay compiles and runs the user's program; created by the front end.
#pragma once

#include <string>
#include <vector>

#include "program/source.h"

namespace pendulum::program {

/// Number of bytes around an object that the native replay treats as invalid when it looks for invalid
/// accesses. This is the maximum that AddressSanitizer supports around heap objects; other objects get as
/// much if there is room (frontend/llvm/instrument/guards.h).
inline constexpr unsigned guard_bytes = 2048;

/// Number of bits for the position in a string that main receives; such a string has at most 2^17 bytes. An
/// input of kind Argument that holds the bytes of these strings is an array; its index is the number of the
/// string followed by the position in it.
inline constexpr unsigned argument_string_bits = 17;

/// A function without body that the program uses.
struct ExternFunction {
  std::string name;    ///< in the source, and in recorded inputs
  std::string symbol;  ///< in the modules; differs from `name` if the harness defines the function
  /// Description of the return type, independent of LLVM: 0 bits for void.
  unsigned result_bits = 0;
  bool result_is_pointer = false;
  bool result_is_floating = false;
  bool result_is_signed = false;  ///< callers rely on sign extension of results below 32 bits
  bool is_noreturn = false;
  /// The C library provides the function with the expected behaviour; the harness must not define it.
  bool is_in_libc = false;
  bool is_assumption = false;  ///< __VERIFIER_assume and its like: ends executions in which its argument is 0
  bool is_undefined = false;   ///< an execution may call the function, and its definition is missing
};

/// A parameter of the entry function. Its value is the input "<entry>#<position>" of kind Call.
struct EntryParameter {
  enum class Role { Plain, ArgumentCount, ArgumentVector, Environment };
  unsigned bits = 0;
  bool is_pointer = false;
  bool is_floating = false;
  Role role = Role::Plain;  ///< the other roles are argc, argv and envp of main
};

/// A global variable without definition; the harness defines it.
struct ExternObject {
  std::string name;    ///< in the source, and in recorded inputs
  std::string symbol;  ///< in the modules
  unsigned long size_bytes = 0;
  unsigned alignment = 1;
};

/// The instrumented program: the compiled source in which
///   __pendulum_error(text, place)  is called where the property is violated,
///   __pendulum_uninitialised(address, size, object)  is called when a local object is created.
/// The harness defines both functions, and a `main` that calls the entry function. An error prints "PENDULUM:
/// error reached: <text> at <place>" and ends the process with exit code 86.
struct NativeSource {
  std::vector<std::string> modules;  ///< paths of LLVM IR files, to be compiled by clang
  /// The same with guards around objects, to detect invalid accesses. Empty if the program has no objects
  /// that need guards; `modules` is used then.
  std::vector<std::string> guarded_modules;
  std::vector<std::string> compile_flags;  ///< "-m32", ...
  std::string entry = "__pendulum_main";   ///< the only symbol that the modules export
  std::vector<EntryParameter> entry_parameters;
  std::vector<ExternFunction> functions;
  std::vector<ExternObject> objects;
  std::vector<std::string> source_files;  ///< as the user named them
  /// The program may access memory that belongs to none of its objects (unknown memory). The harness maps
  /// pages with recorded contents before it calls the entry function, and other pages on first access.
  bool uses_unknown_memory = false;
};

}  // namespace pendulum::program
