// LLVM constants as values, and the initial contents of globals.
#pragma once

#include <llvm/ADT/APInt.h>

#include "frontend/llvm/variables.h"

namespace llvm {
class Constant;
class DataLayout;
}  // namespace llvm

namespace pendulum::frontend {

class Constants {
 public:
  Constants(term::TermManager& terms, const PointsTo& points_to, const std::vector<ObjectLayout>& layouts,
            const llvm::DataLayout& layout);

  /// Undefined values become an input of `path`, poison ends it. Throws UnsupportedHere.
  Value value(const llvm::Constant& constant, Path& path) const;
  Term bits(const llvm::APInt& value) const;
  Pointer address_of(ObjectId object) const;
  /// An instance of an object that stands for several: the instance's number above the object's.
  Pointer address_of_instance(ObjectId object, Term instance) const;
  /// Does the code (Pointer::object) mean this object, or one of its instances?
  Term is_object(Term code, ObjectId object) const;
  /// The object of a code, where it is known here.
  std::optional<ObjectId> known_object(Term code) const;
  Term instance_of(Term code) const;
  Pointer null() const { return address_of(absolute_object); }
  /// The offset as one pointer-wide term.
  Term flatten(const Offset& offset) const;
  /// Adds a linear form, given by its parts.
  Term pointer_wide(Term index) const;

  /// What the piece of a defined global holds when the program starts: a term for each variable that the
  /// slot has (arrays for records). Throws UnsupportedHere.
  struct Gap {
    Term index;        ///< of the record; null: scalars
    llvm::APInt bits;  ///< set where the initialiser specifies no value
  };
  struct Content {
    Term value;             ///< zeros in the gaps
    Term object;            ///< null for integers
    std::vector<Gap> gaps;  ///< ordered by index
  };
  Content initial(ObjectId object, std::size_t piece) const;
  /// The same content with new inputs of `path` in the gaps.
  Content without_gaps(Path& path, const Content& content) const;
  /// Has no variable: loads read the initialiser.
  bool is_constant(ObjectId object) const;
  /// A global that is defined as const, here or elsewhere, or a string literal: to write to it is undefined.
  bool is_read_only(ObjectId object) const;

 private:
  Content element(const llvm::Constant& initializer, std::uint64_t offset, const Piece& piece) const;
  Term merge(Term value, Term other, const llvm::APInt& bits) const;

  term::TermManager& terms_;
  const PointsTo& points_to_;
  const std::vector<ObjectLayout>& layouts_;
  const llvm::DataLayout& data_layout_;
  unsigned pointer_bits_;
  std::uint32_t object_bits_;  ///< of an ObjectId
};

}  // namespace pendulum::frontend
