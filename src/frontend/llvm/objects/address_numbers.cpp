#include "frontend/llvm/objects/address_numbers.h"

#include "base/check.h"
#include "frontend/llvm/objects/fixed_addresses.h"

namespace pendulum::frontend {

namespace {

/// The last address that Linux on x86 maps for a process: 64 KiB below the end of the 32-bit address space,
/// or of the lower half of the 48-bit address space, which is the half that does not belong to the kernel.
constexpr std::uint64_t last_address_32 = 0xfffe'ffff;
constexpr std::uint64_t last_address_64 = 0x7fff'fffe'ffff;

/// Maximum number of objects with fixed addresses that the number of a pointer depends on; the address of
/// further objects is arbitrary.
constexpr std::size_t max_choices = 12;

}  // namespace

/// Soundness: the numeric value of the address of an object is a variable if the object has a fixed address,
/// and a new input otherwise, restricted to addresses at which a process can have memory. If the program
/// converts the number back to a pointer, that pointer refers to unknown memory. Where accesses to unknown
/// memory are followed (valid-deref is not checked), this is allowed only for objects that unknown memory may
/// overlap; for other objects the execution is unsupported.
Term AddressNumbers::as_bits(Path& path, const Value& value, Term condition) const {
  PENDULUM_CHECK(value.pointer.has_value() == value.term.is_null(),
                 "a value should be either a term or a pointer");
  if (!value.pointer) return value.term;
  const Term offset = context_.constants.flatten(value.pointer->offset);
  Term has_object = terms_.mk_distinct(value.pointer->object, context_.pointer_constant(absolute_object));
  if (!condition.is_null()) has_object = terms_.mk_and(condition, has_object);
  if (has_object.is_false()) return offset;
  if (!context_.checks(property::Property::ValidDeref))
    path.unsupported_if(
        terms_.mk_and(has_object, terms_.mk_not(may_be_unknown_memory(value.pointer->object))),
        "use of an address as an integer");
  if (path.is_dead()) return offset;
  const Term number =
      address_of(path, *value.pointer, offset, has_object, context_.points_to.known_outside());
  return terms_.mk_ite(has_object, number, offset);
}

bool AddressNumbers::is_fixed(ObjectId object) const {
  return has_fixed_address(context_.object(object));
}

Term AddressNumbers::for_comparison(Path& path, const Pointer& pointer, const Targets& targets) const {
  std::set<ObjectId> objects;
  for (const auto& [object, offsets] : targets)
    if (object != absolute_object) objects.insert(object);
  const Term offset = context_.constants.flatten(pointer.offset);
  const Term has_object = terms_.mk_distinct(pointer.object, context_.pointer_constant(absolute_object));
  return terms_.mk_ite(has_object, address_of(path, pointer, offset, has_object, objects), offset);
}

/// The address of the object as a number, plus the offset. `objects` are those to which the pointer may
/// point, as far as their addresses matter.
Term AddressNumbers::address_of(Path& path, const Pointer& pointer, Term offset, Term has_object,
                                const std::set<ObjectId>& objects) const {
  const std::optional<ObjectId> object = context_.constants.known_object(pointer.object);
  if (object && has_fixed_address(context_.object(*object)))
    return terms_.mk_bvadd(path.read(context_.variables.address(*object)), offset);
  Term number = path.make_input("number", context_.variables.pointer_sort(), {.name = "address"});
  const Term base = terms_.mk_bvsub(number, offset);
  const Term is_inside = terms_.mk_bvule(offset, context_.pointer_constant(null_page));
  path.require(terms_.mk_or({terms_.mk_not(has_object), terms_.mk_not(is_inside), is_mappable(base)}));
  if (object) {
    const std::uint64_t align = alignment_of(context_.object(*object), context_.pointer_bits());
    const Term low = terms_.mk_bv_binary(term::Kind::BvAnd, base, context_.pointer_constant(align - 1));
    path.require(terms_.mk_or(terms_.mk_not(has_object), terms_.mk_eq(low, context_.pointer_constant(0))));
    return number;
  }
  std::size_t choices = 0;
  for (const ObjectId choice : objects) {
    if (!has_fixed_address(context_.object(choice)) || ++choices > max_choices) continue;
    const Term address = terms_.mk_bvadd(path.read(context_.variables.address(choice)), offset);
    number = terms_.mk_ite(context_.constants.is_object(pointer.object, choice), address, number);
  }
  return number;
}

/// The condition that `code` denotes an object that unknown memory may overlap, or a function. Functions are
/// harmless because the translation never calls one through an unknown address.
Term AddressNumbers::may_be_unknown_memory(Term code) const {
  term::TermVector objects;
  for (ObjectId object = 1; object < context_.points_to.objects().size(); ++object)
    if (context_.object(object).kind == Object::Kind::Function ||
        context_.points_to.known_outside().contains(object))
      objects.push_back(context_.constants.is_object(code, object));
  return terms_.mk_or(objects);
}

Term AddressNumbers::is_null_page(Term address) const {
  return terms_.mk_bvult(address, context_.pointer_constant(null_page));
}

/// Linux maps nothing below `first_address`, and the upper part of the address space belongs to the kernel.
/// An access to any other address faults, which ends the execution.
Term AddressNumbers::is_mappable(Term address) const {
  constexpr std::uint64_t first = first_address;
  const std::uint64_t last = context_.pointer_bits() == 32 ? last_address_32 : last_address_64;
  return terms_.mk_and(terms_.mk_bvule(context_.pointer_constant(first), address),
                       terms_.mk_bvule(address, context_.pointer_constant(last)));
}

}  // namespace pendulum::frontend
