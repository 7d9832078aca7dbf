// The C objects during a traced execution: what was written to them as far as the trace has seen it, and
// names for their parts. The values of steps are evaluated by the interpreter; this memory only supplies
// names (which pointer points to an object) and the contents of whole objects (strings, structs).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "trace/events.h"
#include "trace/notation.h"
#include "trace/trace.h"

namespace pendulum::trace {

class Memory {
 public:
  /// `arguments`: see Events::arguments.
  Memory(term::TermManager& terms, const program::SourceActions& tables,
         const std::map<std::string, term::Term>& arguments);

  void store(const ConcreteAddress& to, std::uint64_t bytes, term::Term value,
             const std::optional<ConcreteAddress>& pointer);
  void copy(const ConcreteAddress& to, const ConcreteAddress& from, std::uint64_t bytes);
  void fill(const ConcreteAddress& to, std::uint64_t bytes, term::Term byte);
  /// `line` is that of the running statement; 0: unknown.
  void allocate(std::uint64_t object, std::optional<std::uint64_t> bytes, unsigned line = 0);
  void free(std::uint64_t object) { freed_[object] = true; }
  bool is_freed(std::uint64_t object) const { return freed_.contains(object); }
  /// Is it the array argv or envp, or one of its strings?
  bool is_argument(std::uint64_t code) const;
  /// The function that created a heap object, and the line of its call in the program: "malloc", "12". The
  /// line, or both, may be empty.
  struct Creation {
    std::string function, line;
  };
  Creation creation(std::uint64_t code) const;
  /// Did a parameter of the entry function point to the object at the start?
  bool is_parameter_object(std::uint64_t code) const { return object(code).name.starts_with('*'); }
  /// Forgets all contents, because a part of the execution was not traced.
  void forget() { cells_.clear(); }

  const program::SourceObject& object(std::uint64_t code) const;
  /// The size of the object, if it is known.
  std::optional<std::uint64_t> size(std::uint64_t code) const;

  /// The name of what an access at the address reads or writes, as a statement of `function` could write it:
  /// "i", "p->len", "buf[3]".
  std::string name(const ConcreteAddress& address, Extent extent, const std::string& function) const;
  /// The name of the same part that does not depend on a function or a pointer: "buf[3]", "malloc@12 #2".
  std::string own_name(const ConcreteAddress& address, Extent extent) const;
  /// The name of the whole object.
  std::string object_name(std::uint64_t code, const std::string& function) const;
  /// The type of the part at the address; 0 if it is unknown.
  program::SourceTypeId type(const ConcreteAddress& address, Extent extent) const;

  /// A number or pointer in C notation.
  std::string value_text(program::SourceTypeId type, term::Term value,
                         const std::optional<ConcreteAddress>& pointer) const;
  /// The content of `bytes` bytes at the address, which may be a string, a struct or an array. Empty if it is
  /// not known.
  std::string content_text(const ConcreteAddress& address, std::uint64_t bytes) const;
  /// The string at the address as a C literal; nothing if it contains a byte that is not known.
  std::optional<std::string> string_content(const ConcreteAddress& address) const;
  /// The number that consists of `bytes` bytes at the address; null if it is not known.
  term::Term number(const ConcreteAddress& address, std::uint64_t bytes) const;
  /// The bit-fields in a unit of `bytes` bytes at the address, with their values if the unit has the value
  /// `unit`. Empty if the unit does not consist of bit-fields.
  std::vector<NamedValue> bit_fields(const ConcreteAddress& address, std::uint64_t bytes,
                                     const std::string& function, term::Term unit) const;
  /// `type` is the type of the pointer; 0: unknown.
  std::string pointer_text(const ConcreteAddress& address, program::SourceTypeId type = 0) const;

 private:
  struct Cell {
    std::uint64_t bytes = 0;
    term::Term value;  ///< null: a pointer
    std::optional<ConcreteAddress> pointer;
  };
  using Cells = std::map<std::int64_t, Cell>;

  /// The value of `bytes` bytes, if all of them are known; null otherwise.
  term::Term number_at(const Cells& cells, std::int64_t offset, std::uint64_t bytes) const;
  /// The number in the `bits` bits at the bit offset of the object, with `width` bits.
  term::Term bits_at(std::uint64_t code, std::uint64_t offset, std::uint64_t bits, bool is_signed,
                     std::uint32_t width) const;
  std::string fields_text(const program::SourceType& type, std::uint64_t code, std::int64_t offset,
                          unsigned nesting) const;
  program::SourceTypeId object_type(std::uint64_t code) const;
  void learn_type(const ConcreteAddress& place, const ConcreteAddress& pointer);
  std::optional<std::string> alias(const ConcreteAddress& address, Extent extent,
                                   const std::string& function) const;
  std::optional<std::string> direct_alias(const ConcreteAddress& address, Extent extent,
                                          const std::string& function) const;
  std::optional<std::string> alias_in_object(const ConcreteAddress& address, Extent extent,
                                             const std::string& function) const;
  bool is_visible(std::uint64_t code, const std::string& function) const;
  std::string through_pointer(const std::string& pointer, program::SourceTypeId pointee,
                              std::int64_t distance, Extent extent, bool is_single) const;
  bool is_single(std::uint64_t code, program::SourceTypeId type) const;
  std::string text_of(program::SourceTypeId type, std::uint64_t code, std::int64_t offset,
                      unsigned nesting) const;
  std::optional<std::string> string_at(std::uint64_t code, std::int64_t offset, std::uint64_t most) const;
  std::string argument_name(const ConcreteAddress& address, Extent extent) const;
  std::optional<std::string> argument_string(const ConcreteAddress& address) const;
  std::string argument_pointer_text(const ConcreteAddress& address) const;
  /// The number of the object among those that the same line has created, from 1.
  std::uint64_t ordinal(std::uint64_t code) const;
  std::uint64_t instance_of(std::uint64_t code) const { return code >> tables_.object_bits; }

  term::TermManager& terms_;
  const program::SourceActions& tables_;
  const std::map<std::string, term::Term>& arguments_;
  std::map<std::uint64_t, Cells> cells_;                         ///< by code
  std::map<std::uint64_t, program::SourceTypeId> learnt_types_;  ///< of heap objects: type of an element
  std::map<std::uint64_t, std::uint64_t> sizes_;                 ///< of heap objects
  std::map<std::uint64_t, bool> freed_;
  std::map<std::uint64_t, std::uint64_t> ordinals_;  ///< of heap objects
  std::map<std::string, std::uint64_t> created_;     ///< by function and line: the number of objects
  std::map<std::uint64_t, unsigned> lines_;          ///< of heap objects: where they were created
  std::map<std::string, std::vector<std::uint64_t>> pointers_of_;  ///< pointer variables by function
};

}  // namespace pendulum::trace
