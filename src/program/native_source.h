// What the native replay needs to build and run the user's program; made by the front end, plain data.
#pragma once

#include <string>
#include <vector>

#include "program/source.h"

namespace pendulum::program {

/// Bytes around objects that the native run takes for invalid when it looks for invalid accesses: the most
/// that AddressSanitizer can keep around objects on the heap, and what others get where there is room for it
/// (frontend/llvm/guards.h).
inline constexpr unsigned guard_bytes = 2048;

/// Strings that main gets take less than 2^17 + 1 bytes: inputs of kind Argument that hold their bytes are
/// arrays over the number of the string, followed by this number of bits for the place in it.
inline constexpr unsigned argument_string_bits = 17;

/// A function without body that the harness has to define.
struct ExternFunction {
  std::string name;    ///< in the source, and in recorded inputs
  std::string symbol;  ///< in the modules; differs from `name` if the harness defines the function
  /// LLVM-free description of the value it returns: 0 bits for void.
  unsigned result_bits = 0;
  bool result_is_pointer = false;
  bool result_is_floating = false;
  bool result_is_signed = false;  ///< callers rely on sign extension of results below 32 bits
  bool is_noreturn = false;
  /// The C library has it and does what it says; the harness must not define it.
  bool is_in_libc = false;
};

/// A parameter of the entry function; its value is the input "<entry>#<position>" of kind Call.
struct EntryParameter {
  enum class Role { Plain, ArgumentCount, ArgumentVector, Environment };
  unsigned bits = 0;
  bool is_pointer = false;
  bool is_floating = false;
  Role role = Role::Plain;  ///< others: argc, argv and envp of main
};

/// A global without definition that the harness has to define.
struct ExternObject {
  std::string name;    ///< in the source, and in recorded inputs
  std::string symbol;  ///< in the modules
  unsigned long size_bytes = 0;
  unsigned alignment = 1;
};

/// The instrumented program: the compiled source in which
///   __pendulum_error(text, place)  is called where the property is violated,
///   __pendulum_uninitialised(address, size, object)  is called when a local object comes to life;
/// The harness defines both and `main`, which calls the entry function. Errors end the process with exit code
/// 86 and print "PENDULUM: error reached: <text> at <place>".
struct NativeSource {
  std::vector<std::string> modules;  ///< paths of LLVM IR files, to be compiled by clang
  /// The same with guards around objects, for invalid accesses. Empty: `modules` have all that there is to
  /// guard.
  std::vector<std::string> guarded_modules;
  std::vector<std::string> compile_flags;  ///< "-m32", ...
  std::string entry = "__pendulum_main";   ///< the one symbol that the modules export
  std::vector<EntryParameter> entry_parameters;
  std::vector<ExternFunction> functions;
  std::vector<ExternObject> objects;
  std::vector<std::string> source_files;  ///< as the user named them
  /// The program may use memory that is none of its objects: the harness makes it when it is touched.
  bool uses_foreign_memory = false;
};

}  // namespace pendulum::program
