// The table of library functions: C17, POSIX.1-2017, and the common names of the GNU C library and of clang's
// run-time library. The files library/*.txt hold one line per function; CMake embeds them (doc/library.md
// describes the format).
//
// Soundness: a function of this table is never an arbitrary function. Its class decides what a proof assumes
// about a call and what the native replay executes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pendulum::frontend {

/// The text of all files of the table; made by CMake.
extern const std::string_view library_table;

enum class LibraryClass {
  Pure,         ///< the arguments determine the effect; the native replay calls the real function
  Outside,      ///< the result is an input of the program; the replay returns the recorded value
  Output,       ///< prints; the program sees only the result, and the replay calls the real function
  Ends,         ///< does not return
  Model,        ///< has a body in models/*.c or is built into the translation
  Unsupported,  ///< a call is an unsupported construct
};
std::string_view name_of(LibraryClass library_class);

struct LibraryParameter {
  /// How the function uses the argument in every call.
  enum class Access {
    Unspecified,  ///< may be null, or is not accessed
    Valid,        ///< at least the first byte
    String,       ///< all bytes up to a terminating zero
    Stream,       ///< an open stream or directory, whose contents the program does not see
    Descriptor,   ///< no pointer, but a file descriptor: the function fails if it is negative
  };
  std::string type;  ///< C text without the word for the access
  Access access = Access::Unspecified;

  bool is_pointer() const { return type.ends_with('*') || type == "va_list"; }
  /// The function may write to the object that the argument points to.
  bool is_written() const;
};

struct LibraryFunction {
  std::string name;
  LibraryClass library_class = LibraryClass::Unsupported;
  /// A format string determines how many bytes are written.
  bool has_format = false;
  /// Sets errno if it returns -1 or a null pointer.
  bool sets_errno = false;
  std::string result;
  std::vector<LibraryParameter> parameters;
  bool is_variadic = false;
  /// Bounds of an integer result.
  std::optional<std::int64_t> least;
  std::optional<std::int64_t> most;

  /// The result is a stream or directory, which is apart from all objects of the program.
  bool returns_stream() const { return result == "FILE *" || result == "DIR *"; }
  const LibraryParameter* parameter(std::size_t i) const {
    return i < parameters.size() ? &parameters[i] : nullptr;
  }
};

/// Reads a table. Lines of the type-generic families (`real sin(real)`) become one function per type.
std::vector<LibraryFunction> parse_library_table(std::string_view text);

/// All functions of the embedded table, in its order.
const std::vector<LibraryFunction>& library_functions();

/// Does the library define an object of this name?
bool is_library_object(std::string_view name);
/// The objects of the library whose value its functions may change (optind, signgam, timezone, ...).
std::span<const std::string_view> changing_library_objects();

/// Null if the table does not know the name. The prefixes that headers give the scanf family are ignored.
const LibraryFunction* find_library_function(std::string_view name);

/// Without the prefixes that the C library's headers give the functions of the scanf family since C99.
std::string_view plain_name(std::string_view function);

/// A C declaration that needs no header. Pointers to types that only headers define become `void *`.
/// Nothing if the function has such a type by value.
std::optional<std::string> declaration(const LibraryFunction& function);

/// The parts of a C type that matter for calls.
struct LibraryType {
  enum class Kind { Void, Integer, Floating, Pointer, Other };
  Kind kind = Kind::Other;
  unsigned bits = 0;  ///< of integers and floating-point numbers
};
LibraryType library_type(std::string_view type, unsigned pointer_bits);

}  // namespace pendulum::frontend
