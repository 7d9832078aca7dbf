// Points-to analysis: computes which objects a pointer can point to. The analysis is flow-insensitive and
// subset-based (Andersen style), covers the functions that the entry function can reach, and represents
// offsets as congruences.
//
// Every global, function, alloca, parameter by value and call of malloc is one object. A target is an object
// and a set of byte offsets {residue + k * modulus}. Several sets of offsets into one object are joined by
// the greatest common divisor. Hence the analysis of `p++` over an int array ends at once with "0 modulo 4",
// and a field of an array of structs keeps its offset modulo the size of the struct. The contents of memory
// are kept per constant offset, with one summary for accesses at other offsets.
//
// Integers of the width of a pointer are tracked like pointers if the program converts between pointers and
// integers anywhere (or calls malloc as a function that returns int). Most programs do not.
//
// Soundness: pointers in integers of other widths or inside of aggregate values are not tracked. The
// translation makes an unsupported edge where that would matter.
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
/// The object of null and of integers that were converted to pointers. The offset is the address.
inline constexpr ObjectId absolute_object = 0;

/// {residue + k * modulus | k integer}; modulus 0: exactly residue. Otherwise 0 <= residue < modulus.
struct Congruence {
  std::int64_t residue = 0;
  std::uint64_t modulus = 0;
  bool is_constant() const { return modulus == 0; }
  bool operator==(const Congruence&) const = default;
};

/// The congruence with the residue reduced modulo `modulus`.
Congruence make_congruence(std::int64_t residue, std::uint64_t modulus);
/// The least congruence that contains both sets.
Congruence join(Congruence a, Congruence b);
/// The least congruence that contains a + constant + k * stride for all offsets in `a` and integers k.
Congruence shift(Congruence a, std::int64_t constant, std::uint64_t stride);

/// The objects that a pointer can point to, with the possible offsets.
using Targets = std::map<ObjectId, Congruence>;

/// Addresses below this one are null or fields of null: the first page of memory contains no objects.
inline constexpr std::uint64_t null_page = 4096;
/// Linux maps no memory below this address.
inline constexpr std::int64_t first_address = 0x10000;
/// Whether a pointer without object may be an unknown address, i.e. different from null and from fields of
/// null. `offsets` are its offsets in the absolute object.
bool may_be_unknown(Congruence offsets);
/// Whether the absolute object is among the targets with an offset that may be an unknown address.
bool may_be_unknown(const Targets& targets);

struct Object {
  enum class Kind {
    Absolute,
    Global,
    Local,
    Function,
    Heap,
    ArgumentVector,  ///< the array of pointers that is passed to main as argv or envp
    ArgumentString,  ///< all strings that such an array points to initially; each instance is one string
  };
  Kind kind = Kind::Absolute;
  const llvm::Value* value = nullptr;  ///< null for the absolute object
  std::optional<std::uint64_t> size;   ///< bytes; nothing: not constant, or not known
  /// A local that the program stores to before it reads it (the instrumentation has not marked it).
  bool is_stored_first = false;
  /// Pointers to the object contain the number of an instance. If a call of malloc may be executed several
  /// times, its instances are the objects that it has created. If a pointer can outlive a local, the
  /// instances of the local belong to the activations of its function; only the contents of the latest one
  /// are kept.
  bool has_instances = false;
  /// A local with instances whose lifetime is that of an inner block of its function (scopes.h).
  bool is_of_block = false;
  /// A local of the outermost block of the entry function, which is alive during the whole execution.
  bool lives_throughout = false;
};

/// The objects of one pointer parameter of main (C17 5.1.2.2.1, J.5.1; doc/adr/0013-arguments-of-main.md).
struct MainArguments {
  const llvm::Argument* parameter = nullptr;
  ObjectId vector = absolute_object;   ///< the ArgumentVector
  ObjectId strings = absolute_object;  ///< the ArgumentString
  bool is_environment = false;         ///< envp, not argv
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
  /// Whether the value is a pointer, or an integer that can be the address of an object.
  bool is_address(const llvm::Value* value) const;
  /// Whether the return value is a pointer, or an integer that can be the address of an object.
  bool returns_address(const llvm::Function* function) const;
  /// Whether the content of the object at one of `offsets` can be the address of an object.
  bool holds_address(ObjectId object, Congruence offsets) const;
  /// Whether integers of the width of a pointer are tracked like pointers.
  bool tracks_integers() const;
  /// Objects whose address an unknown address may equal, because the program passes it to a function without
  /// body, stores it in unknown memory, or uses it as a number (doc/adr/0008-unknown-memory.md).
  const std::set<ObjectId>& known_outside() const;
  /// Whether a write to unknown memory may change an integer in the object, or, if `pointers` has a value, a
  /// pointer at one of these offsets.
  bool may_be_overwritten(ObjectId object, std::optional<Congruence> pointers) const;
  /// Targets of the pointers that are stored in `object` at one of `offsets`.
  Targets content(ObjectId object, Congruence offsets) const;
  /// Targets of the pointers that a function returns.
  const Targets& result(const llvm::Function* function) const;
  /// The objects of argv and envp, if the entry function is `main` and has these parameters.
  const std::vector<MainArguments>& main_arguments() const;
  /// The arguments of main that the object belongs to. Requires: an ArgumentVector or ArgumentString.
  const MainArguments& arguments_of(ObjectId object) const;
  /// Whether an instruction or a function without body can write to this ArgumentVector or ArgumentString.
  bool is_written(ObjectId object) const;
  /// Width in bits of the number of an instance.
  std::uint32_t instance_bits() const;
  /// Reachable functions with a body, in the order of discovery.
  const std::vector<const llvm::Function*>& functions() const;
  /// Functions that a call may enter, with or without body: the callee of a direct call, or the functions
  /// that the called pointer may point to.
  std::vector<const llvm::Function*> callees(const llvm::CallBase& call) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pendulum::frontend
