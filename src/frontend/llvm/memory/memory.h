// Translation of memory accesses. Class Memory turns loads, stores, allocations and lifetimes into reads and
// writes of Program variables: it splits cases over the targets of a pointer, checks bounds, and reads or
// writes the pieces (layout.h) of each target.
//
// Unknown memory is memory at addresses that belong to no object of the
// program (doc/adr/0008-unknown-memory.md). A read of it returns an arbitrary value. A write to it affects
// only objects whose addresses are known outside of the program (PointsTo::known_outside).
//
// Soundness: if valid-deref is checked, every invalid access to an object, to a function or through null is
// an error, and an access to unknown memory is unsupported. Otherwise, executions with an access through null
// are not followed, and a proof has to exclude all other accesses that are out of bounds or to a function,
// except for reads at a constant offset of a known object, which return an arbitrary value.
#pragma once

#include <functional>
#include <set>

#include "frontend/llvm/analysis/lifetimes.h"
#include "frontend/llvm/memory/constants.h"
#include "frontend/llvm/memory/variables.h"

namespace pendulum::frontend {

class Memory {
 public:
  Memory(term::TermManager& terms, const PointsTo& points_to, const std::vector<ObjectLayout>& layouts,
         Variables& variables, const Constants& constants, const llvm::DataLayout& layout,
         const property::Properties& properties);

  // In all functions, `targets` are the targets that the points-to analysis gives for the pointer.

  /// Reads a value of `type` (integer, floating-point number or pointer).
  Value load(Path& path, const Pointer& pointer, const Targets& targets, llvm::Type* type);
  void store(Path& path, const Pointer& pointer, const Targets& targets, const Value& value,
             llvm::Type* type);
  /// memmove and memset of a constant number of bytes.
  void copy(Path& path, const Pointer& to, const Targets& to_targets, const Pointer& from,
            const Targets& from_targets, std::uint64_t size);
  void fill(Path& path, const Pointer& to, const Targets& targets, Term byte, std::uint64_t size);

  /// Creates the object of an allocation site, or a new instance of it, as malloc or (if `is_zeroed`) calloc
  /// does, and returns its address. `bytes` is its size; null if the size is constant. The caller has to
  /// havoc the content of an object that is not zeroed. In executions in which `is_made` is false the
  /// allocation fails, and the object is never alive.
  Pointer allocate(Path& path, ObjectId object, Term bytes, bool is_zeroed, Term is_made);
  /// free(pointer). Has an effect only if a memory property is checked or if the program compares the
  /// object's address with the address of another heap object.
  void release(Path& path, const Pointer& pointer, const Targets& targets);
  /// The condition under which the pointers refer to different objects but may nevertheless compare equal.
  Term may_coincide(Path& path, const Pointer& a, const Targets& a_targets, const Pointer& b,
                    const Targets& b_targets);
  /// Start and end the lifetime of a local. They have an effect only if a pointer can outlive the local.
  void begin_local(Path& path, ObjectId object);
  void end_local(Path& path, ObjectId object);
  Pointer address_of_local(const Path& path, ObjectId object) const;
  /// Whether some translated access may be to unknown memory.
  bool uses_unknown_memory() const { return uses_unknown_memory_; }
  /// Checks valid-memtrack at the end of the execution: every heap object that is alive should be reachable
  /// from a global or from one of `locals`.
  void check_leaks(Path& path, const std::vector<ObjectId>& locals);
  /// The size in bytes of the heap object that the pointer points to; 0 for null. A pointer that is neither
  /// null nor the start of a heap object is treated like an invalid free.
  Term heap_size(Path& path, const Pointer& pointer, const Targets& targets);

  /// Assigns new inputs to all pieces of an object, or of one instance of it.
  void havoc(Path& path, ObjectId object, const program::InputOrigin& origin, const std::string& name,
             Term instance = Term());
  /// Models the writes of a function without body through a pointer argument. All integers that the function
  /// can reach become havocked inputs. A pointer that is stored exactly where the argument points to (as for
  /// an `int **` that the function fills) keeps its value or becomes an unknown address. All other reachable
  /// pointers keep their values.
  struct Changes {
    std::vector<std::string> objects;  ///< names of the objects that may have been written
    bool has_kept_pointers = false;    ///< some reachable pointer was assumed to keep its value
  };
  Changes change_reachable(Path& path, const Targets& targets, const std::string& function);
  /// The code that the native replay executes for a call of a function without body.
  enum class ReplayedBy {
    Stub,          ///< does not write memory, so a counterexample must not depend on a new value
    RealFunction,  ///< writes memory, so a counterexample may depend on a new value
  };
  /// Models a library function that may overwrite the objects in `targets` and no other memory.
  void overwrite(Path& path, const Targets& targets, const std::string& function, ReplayedBy replayed_by);
  /// Assigns the initial values of all globals, heap objects and arguments of main that the translation has
  /// used. Requires: all other edges have been made.
  void initialize_globals(Path& path);

  /// The Program variable that holds the number of strings of argv or envp.
  Term argument_count(const MainArguments& arguments);
  /// Whether some translated access may be to a string of argv or envp.
  bool uses_argument_strings() const { return !string_sizes_.empty(); }

  /// Reads a slot, or element `index` of it if the slot is an array.
  Value read_slot(const Path& path, const Slot& slot, Term index = Term()) const;
  /// Writes a slot, or element `index` of it, in executions in which `condition` holds (null: in all). A
  /// bit-vector that is written to the slot of a pointer becomes an address without object.
  void write_slot(Path& path, const Slot& slot, const Value& value, Term index = Term(),
                  Term condition = Term()) const;
  /// The condition that the operating system can map memory of the process at the address.
  Term is_unknown_memory_address(Term address) const;
  /// The value as a bit-vector or Boolean. Where the value is the address of an object and `condition` holds
  /// (null: always), the result is an arbitrary number if valid-deref is checked or the object's address is
  /// known outside of the program; otherwise the execution is unsupported.
  Term as_bits(Path& path, const Value& value, Term condition = Term()) const;

 private:
  enum class PieceKind { Bits, Pointer };
  /// An access target: one object and offset that an access may refer to.
  struct Place {
    ObjectId object;
    Term condition;         ///< the pointer points to this target, and the access is within bounds
    Term instance;          ///< null: the object has no instances
    Term index;             ///< number of the record; null: the pieces are scalars
    std::uint64_t residue;  ///< offset of the access in the record, or in an object without records
  };
  /// A piece that lies inside of a copied or filled range of bytes.
  struct Part {
    std::size_t piece;
    Term index;              ///< number of the record; null: the pieces are scalars
    std::uint64_t distance;  ///< bytes from the start of the range
  };
  /// All targets of one access. Their conditions and `unknown` exclude each other.
  struct Access {
    std::vector<Place> places;
    Term unknown;  ///< the access is to unknown memory; null: never
    Term address;  ///< its address in unknown memory
    bool is_certain() const { return places.size() == 1 && unknown.is_null(); }
    bool is_empty() const { return places.empty() && unknown.is_null(); }
  };
  /// The targets of an access to `size` bytes. Ensures: the guard of the path implies that the condition of
  /// one target holds, or `unknown`. `verb` is "read" or "write", for messages.
  Access access(Path& path, const Pointer& pointer, const Targets& targets, std::uint64_t size,
                const char* verb);
  /// Handles the part of an access for which the pointer has no object (`is_here`). Returns the condition of
  /// a null access; sets `unknown` and `address` of `result` if an access to unknown memory is followed.
  Term absolute_access(Path& path, const Pointer& pointer, Congruence known, Term is_here, Access& result);
  Term may_be_in_unknown_memory(Term code) const;
  std::vector<Place> checked_places(Path& path, const Pointer& pointer, ObjectId object, Congruence known,
                                    std::uint64_t size, Term is_here, const std::string& access);
  void lose_pointer(Path& path, ObjectId object, std::size_t piece, const std::string& function,
                    ReplayedBy replayed_by);
  Term changed(Path& path, const char* name, const std::string& function, Term unchanged,
               ReplayedBy replayed_by) const;
  void exclude_constant(Path& path, const Place& place);
  /// The size of the object in bytes; null: it is not known.
  Term size_of(const Path& path, const Pointer& pointer, ObjectId object);
  Term is_far_outside(const Path& path, const Pointer& pointer, ObjectId object);
  std::string describe(const Pointer& pointer, ObjectId object) const;
  bool checks(property::Property property) const { return properties_.contains(property); }
  bool checks_memory() const;
  bool tracks_life(ObjectId object) const;
  std::string max_instances() const;
  // memory_arguments.cpp: argv and envp of main. A vector is the array of pointers, `strings` the object
  // whose instances are the strings.
  Term argument_variable(std::map<ObjectId, Term>& known, ObjectId object, const std::string& what,
                         term::Sort sort);
  Term string_sizes(ObjectId strings);
  Term string_bytes(ObjectId strings);
  Term wide_argument_count(const Path& path, ObjectId vector);
  Term size_of_arguments(const Path& path, ObjectId object, Term instance);
  Term argument_bound(const Path& path, ObjectId object, Term instance, std::uint64_t end, Term index);
  Term string_end(const Path& path, ObjectId strings, Term instance);
  Value initial_byte(Path& path, ObjectId strings, Term index);
  Value initial_pointer(Path& path, ObjectId vector, std::size_t piece, Term index);
  Value read_argument(Path& path, ObjectId object, std::size_t piece, Term index);
  void change_argument(Path& path, ObjectId object, std::size_t piece, const std::string& function);
  void initialize_arguments(Path& path);
  /// Conditions on the lifetime of the object that a pointer refers to, for objects of one kind (heap, or
  /// locals) that do not live throughout the execution.
  struct Life {
    Term is_here;    ///< the pointer refers to an object of this kind
    Term has_ended;  ///< the pointer refers to an object of this kind whose lifetime has ended
    Term is_late;    ///< some compared object had been freed before this object was allocated
  };
  /// The condition that one of the two objects may occupy the storage of the other one, whose lifetime has
  /// ended.
  Term is_used_again(const Path& path, const Pointer& a, const Targets& a_targets, const Pointer& b,
                     const Targets& b_targets);
  Life life_of(const Path& path, const Pointer& pointer, const Targets& targets, Object::Kind kind);
  void exclude_wrong_free(Path& path, const Pointer& pointer, const Targets& targets);
  /// The condition that the lifetime of the object, or of the instance that `code` (Pointer::object) denotes,
  /// has started and not ended.
  Term is_alive(const Path& path, ObjectId object, Term code) const;
  void set_alive(Path& path, ObjectId object, Term instance, bool is_alive, Term condition);
  /// Conditions under which pointers lead to an object.
  struct Reach {
    Term surely;
    Term maybe;  ///< a pointer may be in an array whose elements are not examined
  };
  std::optional<std::uint64_t> countable_records(ObjectId holder) const;
  Reach holds(Path& path, ObjectId holder, ObjectId object);
  Term is_some_alive(const Path& path, ObjectId object);
  std::map<ObjectId, Reach> reach_heap(Path& path, const std::vector<ObjectId>& heap,
                                       const std::vector<ObjectId>& roots);
  /// The targets of an access to one object: one if the layout has records or the offset is known, otherwise
  /// one for each offset that the pointer may have; empty if the access is out of bounds.
  std::vector<Place> locate(const Path& path, const Pointer& pointer, ObjectId object, Congruence known,
                            std::uint64_t size);
  Term record_index(const Offset& offset, std::uint64_t record, std::uint64_t residue) const;
  Term bound(const Path& path, ObjectId object, Term instance, std::uint64_t residue, std::uint64_t size,
             Term index);
  struct Side {
    Term has_object;  ///< the pointer refers to an object of the program
    Term is_outside;  ///< it refers to an object, but its offset is out of bounds
  };
  Side side_of(const Path& path, const Pointer& pointer, const Targets& targets);
  Term bound_in_bytes(Term size, std::uint64_t record, std::uint64_t end, Term index) const;
  Term heap_bound(const Path& path, ObjectId object, Term instance, std::uint64_t end, Term index);
  /// The array index of an element of a piece: the instance, the number of the record, or both concatenated;
  /// null for a scalar.
  Term element(Term instance, Term index) const;
  Value read(Path& path, const Place& place, std::uint64_t size, PieceKind wanted);
  void write(Path& path, const Place& place, std::uint64_t size, const Value& value, Term condition);
  /// The bits of a read that is partly or completely out of bounds, with an arbitrary value for the bytes
  /// outside. Null: the object or the offset is not known, or the access is within bounds.
  Term read_partly_outside(Path& path, const Pointer& pointer, std::uint64_t size);
  /// Combines the values that `read_from` returns for the targets into one value by their conditions.
  /// `read_from(nullptr)` reads unknown memory. Requires: the access is not empty.
  Value read_either(const Access& access, const std::function<Value(const Place*)>& read_from) const;
  /// Reads `size` bytes of unknown memory, `distance` bytes after the address of the access.
  Value read_unknown(Path& path, const Access& access, std::uint64_t distance, std::uint64_t size,
                     PieceKind wanted);
  /// Reads `size` bytes at offset `residue`, which are a part of a pointer.
  Term read_part(Path& path, const Place& place, std::uint64_t residue, Term index, std::uint64_t size);
  void write_part(Path& path, const Place& place, std::uint64_t residue, Term index, Term bits,
                  Term condition);
  Value read_piece(Path& path, ObjectId object, std::size_t piece, Term index);
  /// The kind of values that a write stores.
  enum class Written { Integers, Pointers };
  /// The Boolean Program variable that records whether the program has written such values to unknown memory.
  Term unknown_write(Written what);
  void note_unknown_write(Path& path, Written what, Term condition);
  Value perhaps_overwritten(Path& path, const Value& value);
  const Constants::Content& constant_content(ObjectId object, std::size_t piece);
  std::vector<Part> parts(const Place& place, std::uint64_t size) const;
  bool is_whole(const Place& place, std::uint64_t size) const;
  bool copies_arrays(const Access& sources, const Place& target, std::uint64_t size) const;
  Value read_whole(Path& path, const Access& sources, const Place& target, std::size_t piece);
  Value read_copied(Path& path, const Access& sources, const Place& target, const Part& part);
  void change_piece(Path& path, ObjectId object, std::size_t piece, const std::string& function,
                    ReplayedBy replayed_by);
  void havoc_piece(Path& path, ObjectId object, std::size_t piece, program::InputOrigin origin,
                   const std::string& name, Term instance);
  bool is_address_at(const Place& place, std::uint64_t size) const;
  void initialize_heap(Path& path, ObjectId object, const Slot& slot);
  Term is_null_page(Term address) const;
  Term pointer_constant(std::uint64_t value) const;

  term::TermManager& terms_;
  const PointsTo& points_to_;
  const std::vector<ObjectLayout>& layouts_;
  Variables& variables_;
  const Constants& constants_;
  const llvm::DataLayout& data_layout_;
  const property::Properties& properties_;
  unsigned pointer_bits_;
  std::map<Written, Term> unknown_writes_;
  std::map<ObjectId, Term> argument_counts_;  ///< by ArgumentVector
  std::map<ObjectId, Term> string_sizes_;     ///< by ArgumentString: arrays over instances, sizes minus one
  std::map<ObjectId, Term> string_bytes_;     ///< by ArgumentString: arrays over instances and offsets
  ComparedObjects compared_;                  ///< their lifetimes are tracked whatever the properties are
  bool uses_unknown_memory_ = false;
  std::map<std::pair<ObjectId, std::size_t>, Constants::Content> constant_contents_;
};

}  // namespace pendulum::frontend
