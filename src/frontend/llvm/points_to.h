// Which objects a pointer can point to: a flow-insensitive, subset-based (Andersen style) analysis over the
// functions that the entry function can reach, with offsets as congruences.
//
// Every global, function, alloca, parameter by value and call of malloc is one object. A target is an object
// and a set of byte offsets {residue + k * modulus}; several ways to one object are joined by the greatest
// common divisor, so that `p++` over an int array ends at once with "0 modulo 4" and a field of an array of
// structs keeps its place. Contents of memory are kept per constant offset, with one summary for accesses at
// other offsets.
//
// Integers of the pointers' width are tracked like pointers when the program converts between the two
// anywhere (or calls malloc as a function that returns int); most programs do not, and pay nothing.
//
// Soundness: pointers that travel in other integers or inside of aggregate values are not tracked; the
// translation ends with an unsupported edge where that would matter.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace llvm {
class Argument;
class CallBase;
class Function;
class Module;
class Value;
}  // namespace llvm

namespace pendulum::frontend {

using ObjectId = std::uint32_t;
/// Null and integers that were converted to pointers: the offset is the address.
inline constexpr ObjectId absolute_object = 0;

/// {residue + k * modulus | k integer}; modulus 0: exactly residue. Otherwise 0 <= residue < modulus.
struct Congruence {
  std::int64_t residue = 0;
  std::uint64_t modulus = 0;
  bool is_constant() const { return modulus == 0; }
  bool operator==(const Congruence&) const = default;
};

Congruence make_congruence(std::int64_t residue, std::uint64_t modulus);
Congruence join(Congruence a, Congruence b);
/// Every offset plus `constant` plus multiples of `stride` (0: none).
Congruence shift(Congruence a, std::int64_t constant, std::uint64_t stride);

using Targets = std::map<ObjectId, Congruence>;

/// Null, and fields of null: the first page holds no objects.
inline constexpr std::uint64_t null_page = 4096;
/// Linux maps nothing below.
inline constexpr std::int64_t first_address = 0x10000;
/// May a pointer without object be anything but null? `offsets` are those of the absolute object.
bool may_be_foreign(Congruence offsets);
/// The same, with the object to be found among others.
bool may_be_foreign(const Targets& targets);

struct Object {
  enum class Kind {
    Absolute,
    Global,
    Local,
    Function,
    Heap,
    ArgumentVector,  ///< the array of pointers that main gets as argv or envp
    ArgumentString,  ///< all strings that such an array points to at the start; an instance is one string
  };
  Kind kind = Kind::Absolute;
  const llvm::Value* value = nullptr;  ///< null for the absolute object
  std::optional<std::uint64_t> size;   ///< bytes; nothing: not known before the program runs
  /// A local that is stored to before anything reads it (instrumentation has not marked it).
  bool is_stored_first = false;
  /// Pointers to it say which instance they mean. A call of malloc that may run several times stands for all
  /// objects that it has made; a local that pointers can outlive for the one of the running activation.
  bool has_instances = false;
  /// A local with instances that begins and ends with a block inside of its function's (scopes.h).
  bool is_of_block = false;
  /// A local of the entry function's outermost block: there from the first step to the last.
  bool lives_throughout = false;
};

/// The objects of one pointer parameter of main (C17 5.1.2.2.1, J.5.1; doc/adr/0013-arguments-of-main.md).
struct MainArguments {
  const llvm::Argument* parameter = nullptr;
  ObjectId vector = absolute_object;
  ObjectId strings = absolute_object;
  bool is_environment = false;  ///< envp, not argv
};

class PointsTo {
 public:
  PointsTo(const llvm::Module& module, const llvm::Function& entry);
  ~PointsTo();

  const std::vector<Object>& objects() const;
  /// Requires: an alloca, parameter by value or allocating call of a reachable function, or a global that
  /// such a function uses.
  ObjectId object_of(const llvm::Value* value) const;
  bool has_object(const llvm::Value* value) const;
  /// Targets of a pointer that occurs in a reachable function; empty for others.
  const Targets& targets(const llvm::Value* pointer) const;
  /// Is the value a pointer, or an integer that can be the address of an object?
  bool is_address(const llvm::Value* value) const;
  /// The same for what a function returns.
  bool returns_address(const llvm::Function* function) const;
  /// Can the content of the object at one of `offsets` be the address of an object?
  bool holds_address(ObjectId object, Congruence offsets) const;
  /// Integers of the pointers' width are tracked like pointers.
  bool tracks_integers() const;
  /// Objects whose address may come back from outside: functions without body get it, or it is stored in
  /// foreign memory, or becomes a number (doc/adr/0008-foreign-memory.md).
  const std::set<ObjectId>& known_outside() const;
  /// May a write to foreign memory be to an integer in the object, or to a pointer at one of these offsets?
  bool may_be_overwritten(ObjectId object, std::optional<Congruence> pointers) const;
  /// What pointers stored in `object` at one of `offsets` point to.
  Targets content(ObjectId object, Congruence offsets) const;
  /// Targets of the pointers that a function returns.
  const Targets& result(const llvm::Function* function) const;
  /// argv and envp, if the entry function is a `main` that takes them.
  const std::vector<MainArguments>& main_arguments() const;
  /// The arguments of main that the object belongs to. Requires: an ArgumentVector or ArgumentString.
  const MainArguments& arguments_of(ObjectId object) const;
  /// Can an instruction or a function without body write to this ArgumentVector or ArgumentString?
  bool is_written(ObjectId object) const;
  /// Width of the number of an instance of an object.
  std::uint32_t instance_bits() const;
  /// Reachable functions with a body, in the order of discovery.
  const std::vector<const llvm::Function*>& functions() const;
  /// Functions that a call may enter, bodies or not: the callee itself, or the targets of the pointer.
  std::vector<const llvm::Function*> callees(const llvm::CallBase& call) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pendulum::frontend
