// Translation of LLVM constants to values, and the initial contents of globals.
#pragma once

#include <llvm/ADT/APInt.h>

#include "frontend/llvm/state/variables.h"

namespace llvm {
class Constant;
class DataLayout;
}  // namespace llvm

namespace pendulum::frontend {

/// Translates constants and addresses of objects. A pointer's object is represented by a *code*: the ObjectId
/// in the low bits and, for objects with instances, the number of the instance above it.
class Constants {
 public:
  Constants(term::TermManager& terms, const PointsTo& points_to, const std::vector<ObjectLayout>& layouts,
            const llvm::DataLayout& layout);

  /// The value of a constant. An undefined value becomes an input of `path`. Throws UnsupportedHere for
  /// poison and for constants that are not modelled.
  Value value(const llvm::Constant& constant, Path& path) const;
  /// The integer as a bit-vector of the same width.
  Term bits(const llvm::APInt& value) const;
  /// The address of the start of an object without instances.
  Pointer address_of(ObjectId object) const;
  /// The address of an instance of an object with instances. Its code has the instance number in the bits
  /// above the object's number.
  Pointer address_of_instance(ObjectId object, Term instance) const;
  /// The condition that the code (Pointer::object) denotes this object or one of its instances.
  Term is_object(Term code, ObjectId object) const;
  /// The object that a code denotes, if it is constant.
  std::optional<ObjectId> known_object(Term code) const;
  /// The number of the instance in a code.
  Term instance_of(Term code) const;
  /// The null pointer: the absolute object at offset 0.
  Pointer null() const { return address_of(absolute_object); }
  /// Converts a linear form of an offset to one pointer-wide term.
  Term flatten(const Offset& offset) const;
  /// Truncates or sign-extends an index to the width of a pointer.
  Term pointer_wide(Term index) const;

  /// Bits of a piece for which the initialiser specifies no value.
  struct Gap {
    Term index;        ///< index of the record; null: scalars
    llvm::APInt bits;  ///< set at the unspecified bits
  };
  /// Initial content of a piece of a global: one term for each variable of the slot (arrays for records).
  struct Content {
    Term value;             ///< zeros in the gaps
    Term object;            ///< null for integers
    std::vector<Gap> gaps;  ///< ordered by index
  };
  /// Initial content of a piece of a global. Throws UnsupportedHere for an initialiser that is not modelled.
  /// Requires: the global is defined.
  Content initial(ObjectId object, std::size_t piece) const;
  /// The same content with new inputs of `path` in the gaps.
  Content without_gaps(Path& path, const Content& content) const;
  /// Whether the object is represented by its initialiser alone, without variables.
  bool is_constant(ObjectId object) const;
  /// Whether the object is a string literal or a global that is declared const. Writing to it is undefined.
  bool is_read_only(ObjectId object) const;

 private:
  /// The initial content of one piece at a byte offset of the initialiser.
  Content element(const llvm::Constant& initializer, std::uint64_t offset, const Piece& piece) const;
  Term merge(Term value, Term other, const llvm::APInt& bits) const;

  term::TermManager& terms_;
  const PointsTo& points_to_;
  const std::vector<ObjectLayout>& layouts_;
  const llvm::DataLayout& data_layout_;
  unsigned pointer_bits_;
  std::uint32_t object_bits_;  ///< width of an ObjectId
};

}  // namespace pendulum::frontend
