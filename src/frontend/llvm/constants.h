// LLVM constants as values, and the initial contents of globals.
#pragma once

#include "frontend/llvm/variables.h"

namespace llvm {
class APInt;
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
  struct Content {
    Term value;
    Term object;  ///< null for integers
  };
  Content initial(ObjectId object, std::size_t piece) const;
  /// Has no variable: loads read the initialiser.
  bool is_constant(ObjectId object) const;

 private:
  Content element(const llvm::Constant& initializer, std::uint64_t offset, const Piece& piece) const;

  term::TermManager& terms_;
  const PointsTo& points_to_;
  const std::vector<ObjectLayout>& layouts_;
  const llvm::DataLayout& data_layout_;
  unsigned pointer_bits_;
  std::uint32_t object_bits_;  ///< of an ObjectId
};

}  // namespace pendulum::frontend
