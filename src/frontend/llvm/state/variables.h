// The Program variables that the translation creates: variables for the pieces of objects, temporaries for
// LLVM values that one edge computes and another one uses, and variables for the translator's own
// bookkeeping. Their names, fields and signedness are taken from the debug information.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/llvm/analysis/layout.h"
#include "frontend/llvm/state/path.h"
#include "frontend/llvm/state/values.h"

namespace llvm {
class DataLayout;
class Type;
}  // namespace llvm

namespace pendulum::frontend {

/// The variables that represent a piece or a temporary. A pointer consists of an object and an offset; the
/// component that is constant according to the points-to analysis has no variable.
struct Slot {
  Term value;                ///< variable: integer, or the offset of a pointer; null: `fixed_offset`
  Term object;               ///< variable; null: `fixed_object`
  bool is_instance = false;  ///< `object` is the number of an instance of `fixed_object`
  bool is_pointer = false;
  /// Elements have an additional most significant bit, which is set if the program has written the element.
  /// An element that was not written has a value that depends on its position (argument_memory.h). For a
  /// pointer, `object` has the bit.
  bool marks_writes = false;
  ObjectId fixed_object = absolute_object;
  std::int64_t fixed_offset = 0;
};

class Variables {
 public:
  Variables(term::TermManager& terms, program::ProgramBuilder& builder, const PointsTo& points_to,
            const std::vector<ObjectLayout>& layouts, const llvm::DataLayout& layout);

  /// The variables of a piece. They are arrays if index_sort has a value for the object.
  const Slot& piece(ObjectId object, std::size_t piece);
  /// The variables of an LLVM value that one edge computes and another one uses.
  const Slot& temporary(const llvm::Value& value);
  /// The variables of the return value of a function that is not inlined. Requires: its return type is not
  /// void.
  const Slot& result(const llvm::Function& function);
  /// The size of an object whose size is not constant: the number of elements of a local, the number of bytes
  /// of a heap object. An array over the instances for heap objects that have instances. Requires: the object
  /// is a local or a heap object without a constant size.
  Term dynamic_size(ObjectId object);
  /// The number of instances of the object that have been created. Requires: the object has instances.
  Term instance_count(ObjectId object);
  /// One bit that is set if the lifetime of the object has started and not ended. An array over the instances
  /// for heap objects that have instances.
  Term alive(ObjectId object);
  /// The number of instances of the object that are alive. Requires: has_heap_instances.
  Term alive_count(ObjectId object);
  /// One bit that is set if has_freed() was set when the heap object was allocated. An array over the
  /// instances for objects that have instances.
  Term late(ObjectId object);
  /// The number that is the address of an object with a fixed address (objects/fixed_addresses.h).
  Term address(ObjectId object);
  /// The variables that `address` has made.
  const std::map<ObjectId, Term>& addresses() const { return addresses_; }
  /// One bit that is set if the program has freed an object whose address is compared with others.
  Term has_freed();
  /// A new variable for the translator's own bookkeeping that is zero initially.
  Term make_zero(const std::string& name, term::Sort sort);
  /// A new variable for the translator's own bookkeeping, e.g. the stack of recursive calls. `function` is
  /// empty for a global variable.
  Term make(const std::string& name, term::Sort sort, const std::string& function);

  /// Pieces of globals and heap objects, in the order of their first use.
  const std::vector<std::pair<ObjectId, std::size_t>>& global_pieces() const { return global_pieces_; }
  /// All variables that make_zero has made.
  const term::TermVector& zeros() const { return zeros_; }
  /// Sort of the index of the arrays that represent the pieces of the object; nothing: the pieces are
  /// scalars.
  std::optional<term::Sort> index_sort(ObjectId object) const;
  /// Whether the pieces of the object are arrays over the instances of an allocation site.
  bool has_heap_instances(ObjectId object) const;
  /// Whether the object is an array or string of argv or envp; see Slot::marks_writes.
  bool is_of_main_arguments(ObjectId object) const;
  /// Variables that belong to a function, in the order of creation.
  const term::TermVector& locals() const { return locals_; }
  /// Whether the variable holds the object (or instance) of a pointer.
  bool is_object_code(Term variable) const { return object_codes_.contains(variable); }
  /// Whether the program may observe the bits of the floating-point numbers in the variable, so that each of
  /// them was made observable when it was stored (memory/float_values.h).
  bool has_observable_bits(Term variable) const { return observable_.contains(variable); }
  /// Unique name of an object, made from its name in the source and that of its function.
  const std::string& object_name(ObjectId object);
  /// The bit-vector sort of offsets, addresses and Pointer::object.
  term::Sort pointer_sort() const { return pointer_sort_; }
  unsigned pointer_bits() const { return pointer_bits_; }
  /// The sort of a value of the type: Bool for i1, otherwise a bit-vector.
  term::Sort sort_of(llvm::Type* type) const;

 private:
  Slot make_argument_slot(ObjectId object, bool is_pointer);
  Slot make_slot(const std::string& name, const program::Variable& like, bool is_pointer, term::Sort sort,
                 const Targets& targets, std::optional<term::Sort> index);
  /// The variable of `object` in `known`, which is made on the first call.
  Term make_zero(std::map<ObjectId, Term>& known, ObjectId object, const char* what, term::Sort sort);
  std::string unique(const std::string& name);
  void declare(program::Variable variable);

  term::TermManager& terms_;
  program::ProgramBuilder& builder_;
  const PointsTo& points_to_;
  const std::vector<ObjectLayout>& layouts_;
  const llvm::DataLayout& data_layout_;
  unsigned pointer_bits_;
  term::Sort pointer_sort_;
  std::vector<std::vector<std::optional<Slot>>> pieces_;  ///< by object and piece
  std::vector<std::string> object_names_;                 ///< by object; empty: not made yet
  std::unordered_map<const llvm::Value*, Slot> temporaries_;
  std::unordered_map<const llvm::Value*, unsigned> temporary_counts_;  ///< by function
  std::map<ObjectId, Term> dynamic_sizes_;
  std::map<ObjectId, Term> instance_counts_;
  std::map<ObjectId, Term> alive_;
  std::map<ObjectId, Term> late_;
  std::map<ObjectId, Term> addresses_;
  Term has_freed_;  ///< null: not used yet
  std::map<ObjectId, Term> alive_counts_;
  term::TermVector zeros_;
  std::map<std::string, unsigned> object_counts_;  ///< number of objects by name in the source
  std::map<std::string, unsigned> names_;          ///< number of requests by name; see unique
  std::vector<std::pair<ObjectId, std::size_t>> global_pieces_;
  term::TermVector locals_;
  term::TermSet object_codes_;
  term::TermSet observable_;  ///< variables of pieces with Piece::is_mixed
};

}  // namespace pendulum::frontend
