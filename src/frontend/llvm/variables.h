// The Program variables of the translation: one per piece of an object, and temporaries for LLVM values that
// one edge computes and another uses. Names, fields and signedness come from the debug information.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/llvm/layout.h"
#include "frontend/llvm/path.h"
#include "frontend/llvm/values.h"

namespace llvm {
class DataLayout;
class Type;
}  // namespace llvm

namespace pendulum::frontend {

/// Where a piece or a temporary lives. A pointer has an object and an offset; what the points-to analysis
/// knows to be constant has no variable.
struct Slot {
  Term value;                ///< variable: integer, or the offset of a pointer; null: `fixed_offset`
  Term object;               ///< variable; null: `fixed_object`
  bool is_instance = false;  ///< `object` is the number of an instance of `fixed_object`
  bool is_pointer = false;
  /// An element holds one bit more, on top: has the program written it? Elements that it has not written are
  /// a function of their place (memory_arguments.cpp). Of a pointer, `object` has the bit.
  bool marks_writes = false;
  ObjectId fixed_object = absolute_object;
  std::int64_t fixed_offset = 0;
};

class Variables {
 public:
  Variables(term::TermManager& terms, program::ProgramBuilder& builder, const PointsTo& points_to,
            const std::vector<ObjectLayout>& layouts, const llvm::DataLayout& layout);

  /// The variables of a piece: arrays over the instances and records that the object has.
  const Slot& piece(ObjectId object, std::size_t piece);
  /// For a value that crosses edges.
  const Slot& temporary(const llvm::Value& value);
  /// What a function that is not inlined returns. Requires: it returns something.
  const Slot& result(const llvm::Function& function);
  /// Number of elements of an object whose size is known only when it comes to life; on the heap of bytes,
  /// by instance where there are some.
  Term dynamic_size(ObjectId object);
  /// How many instances of the object there have been.
  Term instance_count(ObjectId object);
  /// One bit, by instance on the heap: has the object come to life, and not ended?
  Term alive(ObjectId object);
  /// Objects with instances: how many are alive.
  Term alive_count(ObjectId object);
  /// Had something been freed when an object of the heap was made? One bit, or an array over instances.
  Term late(ObjectId object);
  /// Has something been freed?
  Term has_freed();
  /// A variable of the translation itself that starts with zero.
  Term make_zero(const std::string& name, term::Sort sort);
  /// A variable of the translation itself, e.g. the stack of recursive calls.
  Term make(const std::string& name, term::Sort sort, const std::string& function);

  /// Pieces of globals and of the heap in the order of their first use.
  const std::vector<std::pair<ObjectId, std::size_t>>& global_pieces() const { return global_pieces_; }
  /// Variables of the translation itself that start with zero.
  const term::TermVector& zeros() const { return zeros_; }
  /// Sort of what selects an element of a piece; nothing: the piece is a scalar.
  std::optional<term::Sort> index_sort(ObjectId object) const;
  /// Its pieces are arrays over the instances of a call of malloc.
  bool has_heap_instances(ObjectId object) const;
  /// It is an array or string that main gets: see Slot::marks_writes.
  bool is_of_main_arguments(ObjectId object) const;
  /// Variables that are not of globals, in the order of creation.
  const term::TermVector& locals() const { return locals_; }
  /// The variable holds the objects (or instances) that pointers point to.
  bool is_object_code(Term variable) const { return object_codes_.contains(variable); }
  /// Name of an object in the source.
  const std::string& object_name(ObjectId object);
  /// Pointer-wide and others.
  term::Sort pointer_sort() const { return pointer_sort_; }
  unsigned pointer_bits() const { return pointer_bits_; }
  term::Sort sort_of(llvm::Type* type) const;

 private:
  Slot make_argument_slot(ObjectId object, bool is_pointer);
  Slot make_slot(const std::string& name, const program::Variable& like, bool is_pointer, term::Sort sort,
                 const Targets& targets, std::optional<term::Sort> index);
  /// The variable of an object, made once.
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
  Term has_freed_;  ///< null: not used yet
  std::map<ObjectId, Term> alive_counts_;
  term::TermVector zeros_;
  std::map<std::string, unsigned> object_counts_;  ///< by name
  std::map<std::string, unsigned> names_;
  std::vector<std::pair<ObjectId, std::size_t>> global_pieces_;
  term::TermVector locals_;
  term::TermSet object_codes_;
};

}  // namespace pendulum::frontend
