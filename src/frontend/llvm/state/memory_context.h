// The data that the classes of objects/ and memory/ share: the term manager, the analyses of the module, the
// variables of the Program, and the checked properties.
#pragma once

#include "frontend/llvm/state/constants.h"
#include "frontend/llvm/state/variables.h"

namespace pendulum::frontend {

/// References to data that outlives the classes of objects/ and memory/, which keep a reference to this
/// struct.
struct MemoryContext {
  term::TermManager& terms;
  const PointsTo& points_to;
  const std::vector<ObjectLayout>& layouts;  ///< by ObjectId
  Variables& variables;
  const Constants& constants;
  const llvm::DataLayout& data_layout;
  const property::Properties& properties;  ///< the properties that are checked

  unsigned pointer_bits() const { return variables.pointer_bits(); }
  const Object& object(ObjectId id) const { return points_to.objects()[id]; }
  const ObjectLayout& layout(ObjectId id) const { return layouts[id]; }
  bool checks(property::Property property) const { return properties.contains(property); }
  /// A constant of the width of a pointer.
  Term pointer_constant(std::uint64_t value) const {
    return terms.mk_bv(static_cast<std::int64_t>(value), pointer_bits());
  }
  /// The element of `values` for the instance that `code` (Pointer::object) denotes, if `values` is an array
  /// over instances; otherwise `values` itself.
  Term of_instance(Term values, Term code) const {
    return values.sort().is_array() ? terms.mk_select(values, constants.instance_of(code)) : values;
  }
};

}  // namespace pendulum::frontend
