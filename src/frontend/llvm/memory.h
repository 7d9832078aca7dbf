// Loads and stores through pointers: the case split over the objects that a pointer can point to, bounds, and
// the pieces of each object.
//
// Soundness: an access through null or to a function is undefined behaviour and not followed; one outside of
// its object has to be excluded by a proof, or reads any value where its place is known. An access through an
// address that is of no object of the program is to foreign memory, which is apart from the program's objects
// (doc/adr/0008-foreign-memory.md): what is read there is arbitrary, and what is written there has no
// effect elsewhere.
#pragma once

#include <functional>
#include <set>

#include "frontend/llvm/constants.h"
#include "frontend/llvm/lifetimes.h"
#include "frontend/llvm/variables.h"

namespace pendulum::frontend {

class Memory {
 public:
  Memory(term::TermManager& terms, const PointsTo& points_to, const std::vector<ObjectLayout>& layouts,
         Variables& variables, const Constants& constants, const llvm::DataLayout& layout,
         const property::Properties& properties);

  /// `targets` are those of the pointer operand.
  Value load(Path& path, const Pointer& pointer, const Targets& targets, llvm::Type* type);
  void store(Path& path, const Pointer& pointer, const Targets& targets, const Value& value,
             llvm::Type* type);
  void copy(Path& path, const Pointer& to, const Targets& to_targets, const Pointer& from,
            const Targets& from_targets, std::uint64_t size);
  void fill(Path& path, const Pointer& to, const Targets& targets, Term byte, std::uint64_t size);

  /// A new object, or a new instance of one, as malloc or (with zeros) calloc make it. `bytes` null: the
  /// size is constant. Its content is havoc's part. Where `is_made` is false, it never lives.
  Pointer allocate(Path& path, ObjectId object, Term bytes, bool is_zeroed, Term is_made);
  /// free(pointer); nothing happens unless a property of memory is asked for, or the object's address is
  /// compared with others.
  void release(Path& path, const Pointer& pointer, const Targets& targets);
  /// The two are of different objects, but may be equal all the same.
  Term may_coincide(Path& path, const Pointer& a, const Targets& a_targets, const Pointer& b,
                    const Targets& b_targets);
  /// A local comes to life, and ends; nothing happens unless pointers can outlive it.
  void begin_local(Path& path, ObjectId object);
  void end_local(Path& path, ObjectId object);
  Pointer address_of_local(const Path& path, ObjectId object) const;
  /// Some access may be to memory that is not the program's own.
  bool uses_foreign_memory() const { return uses_foreign_memory_; }
  /// The run ends: what is alive on the heap should be reachable from a global or one of the locals.
  void check_leaks(Path& path, const std::vector<ObjectId>& locals);
  /// Bytes of the object on the heap that the pointer, if it is not null, has to point to the start of.
  Term heap_size(Path& path, const Pointer& pointer, const Targets& targets);

  /// New inputs for all pieces of an object.
  void havoc(Path& path, ObjectId object, const program::InputOrigin& origin, const std::string& name,
             Term instance = Term());
  /// What a function without body may do with a pointer that it gets: all integers that it can reach get new
  /// inputs; a pointer right where the argument points to (an `int **` that it fills) keeps its value or is
  /// an unknown address; pointers further away keep theirs.
  struct Changes {
    std::vector<std::string> objects;  ///< names
    bool has_kept_pointers = false;
  };
  Changes change_reachable(Path& path, const Targets& targets, const std::string& function);
  /// The native replay executes one of these for a call of a function without body.
  enum class ReplayedBy {
    Stub,          ///< leaves memory alone, so no error may depend on a change
    RealFunction,  ///< makes the change, so an error may depend on it
  };
  /// A library function may overwrite the objects in `targets`, and no other memory.
  void overwrite(Path& path, const Targets& targets, const std::string& function, ReplayedBy replayed_by);
  /// Assigns the initial values of all globals that were used.
  void initialize_globals(Path& path);

  /// The number of strings that argv or envp has, a variable of the program.
  Term argument_count(const MainArguments& arguments);
  /// Some access may be to a string that main gets.
  bool uses_argument_strings() const { return !string_sizes_.empty(); }

  Value read_slot(const Path& path, const Slot& slot, Term index = Term()) const;
  /// `condition` null: always. A bit-vector written to the slot of a pointer is an address without object.
  void write_slot(Path& path, const Slot& slot, const Value& value, Term index = Term(),
                  Term condition = Term()) const;
  /// Can a process have memory at the address?
  Term is_foreign_address(Term address) const;
  /// The bits of an integer. Where it is the address of an object (and `condition` holds): unsupported.
  Term as_bits(Path& path, const Value& value, Term condition = Term()) const;

 private:
  enum class PieceKind { Bits, Pointer };
  struct Place {
    ObjectId object;
    Term condition;         ///< the pointer points to this object, and the access is inside of it
    Term instance;          ///< null: the object has none
    Term index;             ///< number of the record; null: scalars
    std::uint64_t residue;  ///< in the record or object
  };
  /// A piece inside of a range of bytes.
  struct Part {
    std::size_t piece;
    Term index;              ///< null: scalars
    std::uint64_t distance;  ///< from the start of the range
  };
  struct Access {
    std::vector<Place> places;
    Term foreign;  ///< the access is to foreign memory; null: never
    Term address;  ///< in foreign memory
    bool is_certain() const { return places.size() == 1 && foreign.is_null(); }
    bool is_empty() const { return places.empty() && foreign.is_null(); }
  };
  /// Ensures that the path goes on only where one of the places' conditions holds, or `foreign`.
  /// `verb` is read or write.
  Access access(Path& path, const Pointer& pointer, const Targets& targets, std::uint64_t size,
                const char* verb);
  /// The condition under which it is through null; foreign memory goes into `result`.
  Term absolute_access(Path& path, const Pointer& pointer, Congruence known, Term is_here, Access& result);
  Term may_be_foreign_object(Term code) const;
  std::vector<Place> checked_places(Path& path, const Pointer& pointer, ObjectId object, Congruence known,
                                    std::uint64_t size, Term is_here, const std::string& access);
  void lose_pointer(Path& path, ObjectId object, std::size_t piece, const std::string& function,
                    ReplayedBy replayed_by);
  Term changed(Path& path, const char* name, const std::string& function, Term unchanged,
               ReplayedBy replayed_by) const;
  void exclude_constant(Path& path, const Place& place);
  /// Null: not known.
  Term size_of(const Path& path, const Pointer& pointer, ObjectId object);
  Term is_far_outside(const Path& path, const Pointer& pointer, ObjectId object);
  std::string describe(const Pointer& pointer, ObjectId object) const;
  bool checks(property::Property property) const { return properties_.contains(property); }
  bool checks_memory() const;
  bool tracks_life(ObjectId object) const;
  std::string most_instances() const;
  // memory_arguments.cpp: argv and envp of main.
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
  /// The pointer is to an object of a kind that is not there all the time, and to one that has ended.
  struct Life {
    Term is_here;
    Term has_ended;
    Term is_late;  ///< something had been freed when the object was made
  };
  /// One of the two is in place of an object of the other's kind that has ended.
  Term is_used_again(const Path& path, const Pointer& a, const Targets& a_targets, const Pointer& b,
                     const Targets& b_targets);
  Life life_of(const Path& path, const Pointer& pointer, const Targets& targets, Object::Kind kind);
  void exclude_wrong_free(Path& path, const Pointer& pointer, const Targets& targets);
  /// The object, or the instance that the pointer means, has come to life and not ended.
  Term is_alive(const Path& path, ObjectId object, Term code) const;
  void set_alive(Path& path, ObjectId object, Term instance, bool is_alive, Term condition);
  /// Is an object reached through pointers? `maybe`: through one in an array that is not searched.
  struct Reach {
    Term surely;
    Term maybe;
  };
  std::optional<std::uint64_t> countable_records(ObjectId holder) const;
  Reach holds(Path& path, ObjectId holder, ObjectId object);
  Term is_some_alive(const Path& path, ObjectId object);
  std::map<ObjectId, Reach> reach_heap(Path& path, const std::vector<ObjectId>& heap,
                                       const std::vector<ObjectId>& roots);
  /// One place, or each place that the pointer may mean in an object without records; none: it is outside.
  std::vector<Place> locate(const Path& path, const Pointer& pointer, ObjectId object, Congruence known,
                            std::uint64_t size);
  Term record_index(const Offset& offset, std::uint64_t record, std::uint64_t residue) const;
  Term bound(const Path& path, ObjectId object, Term instance, std::uint64_t residue, std::uint64_t size,
             Term index);
  /// The pointer is to an object, and to none of its bytes.
  struct Side {
    Term has_object;
    Term is_outside;
  };
  Side side_of(const Path& path, const Pointer& pointer, const Targets& targets);
  Term bound_in_bytes(Term size, std::uint64_t record, std::uint64_t end, Term index) const;
  Term heap_bound(const Path& path, ObjectId object, Term instance, std::uint64_t end, Term index);
  /// What selects an element of a piece: the instance, the record's number, or both.
  Term element(Term instance, Term index) const;
  Value read(Path& path, const Place& place, std::uint64_t size, PieceKind wanted);
  void write(Path& path, const Place& place, std::uint64_t size, const Value& value, Term condition);
  /// Null: the place is not known, or the access stays inside.
  Term read_partly_outside(Path& path, const Pointer& pointer, std::uint64_t size);
  /// What is read at the place where the access is; null: in foreign memory. Requires: it is somewhere.
  Value read_either(const Access& access, const std::function<Value(const Place*)>& read_from) const;
  /// At `distance` bytes behind where the access begins.
  Value read_foreign(Path& path, const Access& access, std::uint64_t distance, std::uint64_t size,
                     PieceKind wanted);
  /// Bytes from `residue` on that are in a pointer.
  Term read_part(Path& path, const Place& place, std::uint64_t residue, Term index, std::uint64_t size);
  void write_part(Path& path, const Place& place, std::uint64_t residue, Term index, Term bits,
                  Term condition);
  Value read_piece(Path& path, ObjectId object, std::size_t piece, Term index);
  /// Integers, or pointers.
  enum class Written { Integers, Pointers };
  /// The program has written to foreign memory; a variable of the program.
  Term foreign_write(Written what);
  void note_foreign_write(Path& path, Written what, Term condition);
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
  std::map<Written, Term> foreign_writes_;
  std::map<ObjectId, Term> argument_counts_;  ///< by ArgumentVector
  std::map<ObjectId, Term> string_sizes_;     ///< by ArgumentString: arrays over instances, sizes minus one
  std::map<ObjectId, Term> string_bytes_;     ///< by ArgumentString: arrays over instances and places
  ComparedObjects compared_;                  ///< their ends are followed, whatever the property is
  bool uses_foreign_memory_ = false;
  std::map<std::pair<ObjectId, std::size_t>, Constants::Content> constant_contents_;
};

}  // namespace pendulum::frontend
