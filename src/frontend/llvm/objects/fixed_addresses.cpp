#include "frontend/llvm/objects/fixed_addresses.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"

namespace pendulum::frontend {

namespace {

/// More pairs of objects get no condition that they are disjoint.
constexpr std::size_t max_disjoint = 12;

/// Memory of malloc is aligned for all types (C17 7.22.3p1): those of the System V ABI for x86-64, and all
/// types but vectors and _Float128 for i386.
constexpr std::uint64_t heap_alignment_64 = 16;
constexpr std::uint64_t heap_alignment_32 = 8;

/// clang aligns variables of i386 by more than the ABI guarantees (double: 8 instead of 4).
constexpr std::uint64_t variable_alignment_32 = 4;

const llvm::GlobalVariable* definition_of(const Object& object) {
  if (object.kind != Object::Kind::Global) return nullptr;
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object.value);
  return global != nullptr && global->hasInitializer() && !global->isInterposable() ? global : nullptr;
}

/// May the linker give another object the same address? It merges constants.
bool may_be_merged(const Object& object) {
  const llvm::GlobalVariable* global = definition_of(object);
  return global != nullptr && (global->isConstant() || global->hasAtLeastLocalUnnamedAddr());
}

}  // namespace

bool has_fixed_address(const Object& object) {
  switch (object.kind) {
    case Object::Kind::Global:
      return definition_of(object) != nullptr;
    case Object::Kind::Local:
      return object.lives_throughout && llvm::isa<llvm::AllocaInst>(object.value);
    case Object::Kind::Heap:
      return !object.has_instances;
    case Object::Kind::Absolute:
    case Object::Kind::Function:
    case Object::Kind::ArgumentVector:
    case Object::Kind::ArgumentString:
      return false;
  }
  PENDULUM_UNREACHABLE();
}

std::uint64_t alignment_of(const Object& object, unsigned pointer_bits) {
  const std::uint64_t most =
      pointer_bits == 64 ? std::numeric_limits<std::uint64_t>::max() : variable_alignment_32;
  if (const llvm::GlobalVariable* global = definition_of(object))
    return std::min(most, global->getAlign().valueOrOne().value());
  if (object.kind == Object::Kind::Local)
    if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(object.value))
      return std::min(most, local->getAlign().value());
  if (object.kind != Object::Kind::Heap) return 1;
  const auto* call = llvm::dyn_cast<llvm::CallBase>(object.value);
  if (call == nullptr || call->hasFnAttr(local_attribute)) return 1;
  return pointer_bits == 64 ? heap_alignment_64 : heap_alignment_32;
}

void FixedAddresses::initialize(Path& path) const {
  const std::map<ObjectId, Term>& addresses = context_.variables.addresses();
  for (const auto& [object, variable] : addresses) {
    const Term address = path.make_input("address", context_.variables.pointer_sort(), {.name = "address"});
    path.write(variable, address);
    path.require(is_possible(object, address));
  }
  if (addresses.size() > max_disjoint) return;
  for (auto a = addresses.begin(); a != addresses.end(); ++a)
    for (auto b = std::next(a); b != addresses.end(); ++b)
      path.require(are_disjoint(a->first, b->first, path.read(a->second), path.read(b->second)));
}

Term FixedAddresses::is_possible(ObjectId object, Term address) const {
  const Object& info = context_.object(object);
  const std::uint64_t align = alignment_of(info, context_.pointer_bits());
  PENDULUM_CHECK(align != 0 && (align & (align - 1)) == 0, "the alignment {} should be a power of two",
                 align);
  const Term low = terms_.mk_bv_binary(term::Kind::BvAnd, address, context_.pointer_constant(align - 1));
  term::TermVector facts{numbers_.is_mappable(address), terms_.mk_eq(low, context_.pointer_constant(0))};
  if (info.size && *info.size > 0) {
    const Term last = terms_.mk_bvadd(address, context_.pointer_constant(*info.size - 1));
    facts.insert(facts.end(), {numbers_.is_mappable(last), terms_.mk_bvule(address, last)});
  }
  return terms_.mk_and(facts);
}

Term FixedAddresses::are_disjoint(ObjectId a, ObjectId b, Term address_a, Term address_b) const {
  const Object& first = context_.object(a);
  const Object& second = context_.object(b);
  const bool are_of_heap = first.kind == Object::Kind::Heap && second.kind == Object::Kind::Heap;
  if (are_of_heap || !first.size || !second.size || may_be_merged(first) || may_be_merged(second))
    return terms_.mk_true();
  const auto ends_before = [&](const Object& object, Term address, Term other) {
    return terms_.mk_bvule(terms_.mk_bvadd(address, context_.pointer_constant(*object.size)), other);
  };
  return terms_.mk_or(ends_before(first, address_a, address_b), ends_before(second, address_b, address_a));
}

}  // namespace pendulum::frontend
