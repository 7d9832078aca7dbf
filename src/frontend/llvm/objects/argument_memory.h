// argv and envp of main. Their initial contents are a function of the position; writes are kept separately.
//
// Element i of the array argv is the address of string i for i < argc, and null for i == argc. String i has
// size(i) bytes. Its last byte is zero and the others are arbitrary. `size` and the bytes are arrays that
// never change. The values that the program writes are kept in separate arrays, whose elements have an
// additional bit that is set if the program has written the element (Slot::marks_writes). Hence the initial
// state needs no quantifier, and programs that only read their arguments have no array that changes.
#pragma once

#include <map>
#include <string>

#include "frontend/llvm/state/memory_context.h"

namespace pendulum::frontend {

/// A vector is the array of pointers, `strings` the object whose instances are the strings. In all functions,
/// `object` is one of them.
class ArgumentMemory {
 public:
  explicit ArgumentMemory(const MemoryContext& context) : context_(context), terms_(context.terms) {}

  /// The Program variable that holds the number of strings of argv or envp.
  Term count(const MainArguments& arguments);
  /// Whether some translated access may be to a string of argv or envp.
  bool uses_strings() const { return !string_sizes_.empty(); }
  /// The size in bytes of the array, or of the string with number `instance`.
  Term size_of(const Path& path, ObjectId object, Term instance);
  /// The condition that the first `end` bytes of record `index` are within bounds. It needs no arithmetic for
  /// accesses to whole pointers and to single bytes.
  Term is_within(const Path& path, ObjectId object, Term instance, std::uint64_t end, Term index);
  /// The value that the program has written at `index`, or the initial value if it has not written there.
  /// Requires: `object` is an array or string of argv or envp.
  Value read(Path& path, ObjectId object, std::size_t piece, Term index);
  /// Havocs a piece that a function without body may have written: each element keeps its value or has an
  /// arbitrary new one. Requires: as for `read`.
  void havoc(Path& path, ObjectId object, std::size_t piece, const std::string& function) const;
  /// Assigns the initial values of all variables that were used.
  void initialize(Path& path) const;

 private:
  Term variable_of(std::map<ObjectId, Term>& known, ObjectId object, const std::string& what,
                   term::Sort sort);
  Term string_sizes(ObjectId strings);
  Term string_bytes(ObjectId strings);
  Term string_end(const Path& path, ObjectId strings, Term instance);
  Term wide_count(const Path& path, ObjectId vector);
  Value initial_byte(Path& path, ObjectId strings, Term index);
  Value initial_pointer(Path& path, ObjectId vector, std::size_t piece, Term index);

  const MemoryContext& context_;
  term::TermManager& terms_;
  std::map<ObjectId, Term> argument_counts_;  ///< by ArgumentVector
  std::map<ObjectId, Term> string_sizes_;     ///< by ArgumentString: arrays over instances, sizes minus one
  std::map<ObjectId, Term> string_bytes_;     ///< by ArgumentString: arrays over instances and offsets
};

}  // namespace pendulum::frontend
