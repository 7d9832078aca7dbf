#include "frontend/llvm/walk/address_arithmetic.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <numeric>

#include "base/check.h"

namespace pendulum::frontend {

namespace {

/// Address at which Linux on x86 usually loads the data of a position-independent program when the addresses
/// are not randomised. Counterexamples use it where a program computes with the distance between an object
/// and an unknown address; the native replay has to confirm them.
constexpr std::int64_t usual_address_32 = 0x5655'7000;
constexpr std::int64_t usual_address_64 = 0x5555'5555'7000;

bool is_equality(Comparison comparison) {
  return comparison == Comparison::Eq || comparison == Comparison::Ne;
}

Comparison signed_version(Comparison comparison) {
  switch (comparison) {
    case Comparison::Ult:
      return Comparison::Slt;
    case Comparison::Ule:
      return Comparison::Sle;
    case Comparison::Ugt:
      return Comparison::Sgt;
    case Comparison::Uge:
      return Comparison::Sge;
    case Comparison::Eq:
    case Comparison::Ne:
    case Comparison::Slt:
    case Comparison::Sle:
    case Comparison::Sgt:
    case Comparison::Sge:
      return comparison;
  }
  PENDULUM_UNREACHABLE();
}

bool is_other_object(const PointsTo& points_to, ObjectId a, ObjectId b) {
  return a != b || points_to.objects()[a].has_instances;
}

/// May the two pointers point into different objects, or may one of them be an unknown address?
/// `null_differs` determines whether null counts as different from every object.
bool may_differ(const PointsTo& points_to, const Targets& a, const Targets& b, bool null_differs) {
  const auto is_null = [](const auto& target) {
    return target.first == absolute_object && !may_be_unknown(target.second);
  };
  for (const auto& first : a)
    for (const auto& second : b) {
      if (!is_other_object(points_to, first.first, second.first)) continue;
      if (null_differs || !(is_null(first) || is_null(second))) return true;
    }
  return a.empty() || b.empty();
}

/// Is the distance between the two pointers always a multiple of `size`? Returns false if they may point into
/// different objects.
bool has_multiples(const PointsTo& points_to, const Targets& a, const Targets& b, std::uint64_t size) {
  PENDULUM_CHECK(size > 0, "the size of an element should not be zero");
  if (may_differ(points_to, a, b, /*null_differs=*/true)) return false;
  for (const auto& [object, offsets] : a) {
    const auto other = b.find(object);
    if (other == b.end()) continue;
    const std::uint64_t modulus = std::gcd(offsets.modulus, other->second.modulus);
    const Congruence distance = make_congruence(offsets.residue - other->second.residue, modulus);
    if (distance.modulus % size != 0 || distance.residue % static_cast<std::int64_t>(size) != 0) return false;
  }
  return true;
}

/// The operands of the instruction `(char *)a - (char *)b`.
struct PointerOperands {
  const llvm::Value* a = nullptr;  ///< null: the instruction is not a difference of pointers
  const llvm::Value* b = nullptr;
};

PointerOperands pointer_operands(const llvm::Value& instruction) {
  const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
  if (operation == nullptr || operation->getOpcode() != llvm::Instruction::Sub) return {};
  const auto* a = llvm::dyn_cast<llvm::PtrToIntOperator>(operation->getOperand(0));
  const auto* b = llvm::dyn_cast<llvm::PtrToIntOperator>(operation->getOperand(1));
  if (a == nullptr || b == nullptr) return {};
  return {a->getPointerOperand(), b->getPointerOperand()};
}

}  // namespace

/// Continues executions in which `is_known` is false in proofs, but not in counterexamples.
void AddressArithmetic::continue_in_proofs_only(Path& path, Term is_known, const char* cause) const {
  const Term goes_on = path.make_havocked_input("goes_on", cause, terms_.mk_false());
  path.require(terms_.mk_or(is_known, goes_on));
}

Value AddressArithmetic::difference(Path& path, const llvm::BinaryOperator& instruction, const Pointer& a,
                                    const Pointer& b) const {
  PENDULUM_CHECK(instruction.getOpcode() == llvm::Instruction::Sub,
                 "the instruction should be a subtraction");
  const Term distance =
      terms_.mk_bvsub(context_.constants.flatten(a.offset), context_.constants.flatten(b.offset));
  if (const PointerOperands operands = pointer_operands(instruction); operands.a != nullptr) {
    const bool is_known = !may_differ(context_.points_to, context_.points_to.targets(operands.a),
                                      context_.points_to.targets(operands.b),
                                      /*null_differs=*/true);
    return Value::of(is_known ? distance : distance_of_any(path, operands.a, operands.b, a, b, distance));
  }
  const Term same_object = terms_.mk_eq(a.object, b.object);
  const Term is_number = terms_.mk_eq(b.object, context_.pointer_constant(absolute_object));
  path.unsupported_if(terms_.mk_not(terms_.mk_or(is_number, same_object)),
                      "difference of addresses of two objects");
  Pointer result{terms_.mk_ite(is_number, a.object, context_.pointer_constant(absolute_object)), {}};
  result.offset.base = distance;
  if (context_.points_to.is_address(&instruction)) return Value::of(result);
  return Value::of(context_.memory.numbers().as_bits(path, Value::of(result)));
}

/// The difference of two pointers that need not point into one object. `first` and `second` are their values.
/// If one of them is an unknown address, the result is arbitrary in proofs, and counterexamples assume that
/// the object has an address that is typical for Linux. If both point into different objects, counterexamples
/// do not continue.
Term AddressArithmetic::distance_of_any(Path& path, const llvm::Value* first, const llvm::Value* second,
                                        const Pointer& a, const Pointer& b, Term distance) const {
  const Term same_object = terms_.mk_eq(a.object, b.object);
  if (same_object.is_true()) return distance;
  const Term none = context_.pointer_constant(absolute_object);
  const Term has_number = terms_.mk_or(terms_.mk_eq(a.object, none), terms_.mk_eq(b.object, none));
  if (!terms_.mk_or(same_object, has_number).is_true())
    continue_in_proofs_only(path, terms_.mk_or(same_object, has_number),
                            "difference of pointers to different objects");
  const Term base = terms_.mk_bv(context_.pointer_bits() == 32 ? usual_address_32 : usual_address_64,
                                 context_.pointer_bits());
  const Term usual = terms_.mk_ite(terms_.mk_eq(a.object, none), terms_.mk_bvsub(distance, base),
                                   terms_.mk_bvadd(distance, base));
  const Term any = path.make_havocked_input("distance", "difference of pointers to different objects", usual);
  if (has_number.is_true()) return terms_.mk_ite(same_object, distance, any);
  const AddressNumbers& numbers = context_.memory.numbers();
  const Term of_objects =
      terms_.mk_bvsub(numbers.for_comparison(path, a, context_.points_to.targets(first)),
                      numbers.for_comparison(path, b, context_.points_to.targets(second)));
  return terms_.mk_ite(same_object, distance, terms_.mk_ite(has_number, any, of_objects));
}

Term AddressArithmetic::exact_quotient(Path& path, const llvm::BinaryOperator& instruction, Term distance,
                                       Term size) const {
  PENDULUM_CHECK(instruction.getOpcode() == llvm::Instruction::SDiv && instruction.isExact(),
                 "the instruction should be an exact division");
  const Term quotient = terms_.mk_bv_binary(term::Kind::BvSdiv, distance, size);
  const Term is_exact = terms_.mk_eq(terms_.mk_bvmul(quotient, size), distance);
  if (is_exact.is_true()) return quotient;
  const PointerOperands operands = pointer_operands(*instruction.getOperand(0));
  const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
  if (operands.a != nullptr && constant != nullptr && !constant->isZero() &&
      has_multiples(context_.points_to, context_.points_to.targets(operands.a),
                    context_.points_to.targets(operands.b), constant->getZExtValue())) {
    path.require(is_exact);
    return quotient;
  }
  // The element size is not constant for pointers to arrays of variable length, and may be zero.
  path.drop_unless(terms_.mk_distinct(size, terms_.mk_zero(size.sort())), Drop::DivisionByZero);
  return terms_.mk_ite(is_exact, quotient,
                       path.make_havocked_input("quotient", "inexact difference", quotient));
}

Value AddressArithmetic::sum(Path& path, const llvm::BinaryOperator& instruction, const Value& a,
                             const Value& b) const {
  PENDULUM_CHECK(a.pointer || b.pointer, "one of the summands should be an address");
  const bool is_sum = instruction.getOpcode() == llvm::Instruction::Add;
  if (!is_sum && instruction.getOpcode() != llvm::Instruction::Sub)
    return Value::of(context_.arithmetic.binary(path, instruction, context_.memory.numbers().as_bits(path, a),
                                                context_.memory.numbers().as_bits(path, b)));
  const bool is_swapped = is_sum && !a.pointer;
  const Pointer address = conversions_.as_pointer(is_swapped ? b : a);
  const Term number = context_.memory.numbers().as_bits(path, is_swapped ? a : b);
  Pointer result{address.object, {}};
  result.offset.base =
      context_.arithmetic.binary(path, instruction, context_.constants.flatten(address.offset), number);
  return Value::of(result);
}

Term AddressArithmetic::order_of_numbers(Path& path, Comparison comparison, const Pointer& a,
                                         const Pointer& b) const {
  PENDULUM_CHECK(!is_equality(comparison), "the comparison should be one of order");
  const Term same_object = terms_.mk_eq(a.object, b.object);
  const Term a_offset = context_.constants.flatten(a.offset);
  const Term b_offset = context_.constants.flatten(b.offset);
  if (same_object.is_true())
    return compare_offsets(path, comparison, a.object, same_object, a_offset, b_offset);
  const Term differ = terms_.mk_not(same_object);
  const Term number = context_.memory.numbers().as_bits(path, Value::of(a), differ);
  const Term order = context_.arithmetic.compare(
      comparison, number, context_.memory.numbers().as_bits(path, Value::of(b), differ));
  if (same_object.is_false()) return order;
  const Term in_object = compare_offsets(path, comparison, a.object, same_object, a_offset, b_offset);
  return terms_.mk_ite(same_object, in_object, order);
}

/// The order of two addresses in one object is the signed order of their offsets, provided that the offsets
/// are at most a quarter of the address space away from zero. Numbers (addresses without object) are compared
/// as unsigned values.
Term AddressArithmetic::compare_offsets(Path& path, Comparison comparison, Term object, Term same_object,
                                        Term a, Term b) const {
  const Term is_number = terms_.mk_eq(object, context_.pointer_constant(absolute_object));
  const Term as_number = context_.arithmetic.compare(comparison, a, b);
  if (is_number.is_true()) return as_number;
  const mpz_class most = mpz_class(1) << (context_.pointer_bits() - 2);
  term::TermVector is_near;
  for (const Term offset : {a, b}) {
    if (offset.is_value()) continue;
    is_near.push_back(terms_.mk_bvsle(terms_.mk_bv(mpz_class(-most), context_.pointer_bits()), offset));
    is_near.push_back(terms_.mk_bvsle(offset, terms_.mk_bv(most, context_.pointer_bits())));
  }
  const Term order =
      terms_.mk_ite(is_number, as_number, context_.arithmetic.compare(signed_version(comparison), a, b));
  const Term is_known = terms_.mk_or({terms_.mk_not(same_object), is_number, terms_.mk_and(is_near)});
  return is_known.is_true() ? order : terms_.mk_ite(is_known, order, order_of_far(path, is_known));
}

/// The order of two addresses of one object if an offset is larger. In compiled programs such addresses wrap
/// around, depending on the address of the object, so the comparison may have any result. A proof has to hold
/// for both results, and a counterexample must not depend on such a comparison (decision 12).
Term AddressArithmetic::order_of_far(Path& path, Term is_known) const {
  continue_in_proofs_only(path, is_known, "comparison of an address far outside of an object");
  return path.make_input("order", terms_.bool_sort(), {});
}

Term AddressArithmetic::order_of_pointers(Path& path, Comparison comparison, const Pointer& a,
                                          const Targets& a_targets, const Pointer& b,
                                          const Targets& b_targets) const {
  PENDULUM_CHECK(!is_equality(comparison), "the comparison should be one of order");
  const Term a_offset = context_.constants.flatten(a.offset);
  const Term b_offset = context_.constants.flatten(b.offset);
  const Term same_object = terms_.mk_eq(a.object, b.object);
  const Term in_object = compare_offsets(path, comparison, a.object, same_object, a_offset, b_offset);
  if (same_object.is_true()) return in_object;
  const Term some_object = context_.pointer_constant(first_address);
  const Term a_is_beside = is_unmappable(a.object, a_offset);
  const Term b_is_beside = is_unmappable(b.object, b_offset);
  const Term is_known = terms_.mk_or({same_object, a_is_beside, b_is_beside});
  Term order = in_object;
  if (!is_known.is_true() && may_differ(context_.points_to, a_targets, b_targets, /*null_differs=*/false)) {
    continue_in_proofs_only(path, is_known, "order of pointers to different objects");
    const AddressNumbers& numbers = context_.memory.numbers();
    const Term a_number = numbers.for_comparison(path, a, a_targets);
    const Term b_number = numbers.for_comparison(path, b, b_targets);
    order =
        terms_.mk_ite(same_object, in_object, context_.arithmetic.compare(comparison, a_number, b_number));
  }
  order = terms_.mk_ite(terms_.mk_and(b_is_beside, terms_.mk_not(same_object)),
                        context_.arithmetic.compare(comparison, some_object, b_offset), order);
  return terms_.mk_ite(terms_.mk_and(a_is_beside, terms_.mk_not(same_object)),
                       context_.arithmetic.compare(comparison, a_offset, some_object), order);
}

/// Is the pointer a number that cannot be the address of an object?
Term AddressArithmetic::is_unmappable(Term object, Term number) const {
  return terms_.mk_and(terms_.mk_eq(object, context_.pointer_constant(absolute_object)),
                       terms_.mk_not(context_.memory.numbers().is_mappable(number)));
}

bool AddressArithmetic::have_numbers(const Pointer& a, const Pointer& b) const {
  const auto object_a = context_.constants.known_object(a.object);
  const auto object_b = context_.constants.known_object(b.object);
  if (!object_a || !object_b || (*object_a == absolute_object) == (*object_b == absolute_object))
    return false;
  const bool is_first = *object_a == absolute_object;
  return context_.memory.numbers().is_fixed(is_first ? *object_b : *object_a) &&
         !context_.constants.flatten(is_first ? a.offset : b.offset).is_value();
}

Term AddressArithmetic::equality_of_numbers(Path& path, Comparison comparison, const Pointer& a,
                                            const Pointer& b) const {
  PENDULUM_CHECK(is_equality(comparison) && have_numbers(a, b), "the addresses should be numbers");
  const AddressNumbers& numbers = context_.memory.numbers();
  return context_.arithmetic.compare(comparison, numbers.for_comparison(path, a, {}),
                                     numbers.for_comparison(path, b, {}));
}

Term AddressArithmetic::equality_of_pointers(Path& path, Comparison comparison, const Pointer& a,
                                             const Pointer& b) const {
  PENDULUM_CHECK(is_equality(comparison), "the comparison should be one for equality");
  const Term same_object = terms_.mk_eq(a.object, b.object);
  const Term same_offset =
      terms_.mk_eq(context_.constants.flatten(a.offset), context_.constants.flatten(b.offset));
  const Term equal = terms_.mk_or({terms_.mk_and(same_object, same_offset), is_unknown_object(path, a, b),
                                   is_unknown_object(path, b, a)});
  return comparison == Comparison::Eq ? equal : terms_.mk_not(equal);
}

/// Is the unknown address `address` equal to the address `object` of an object? The result is arbitrary in
/// proofs and false in counterexamples. Constants such as (void*)-1 are assumed to differ from the address of
/// every object.
Term AddressArithmetic::is_unknown_object(Path& path, const Pointer& address, const Pointer& object) const {
  const Term zero = context_.pointer_constant(0);
  const Term number = context_.constants.flatten(address.offset);
  if (number.is_value()) {
    if (number != zero && !terms_.mk_eq(address.object, object.object).is_true())
      context_.notes.assumptions.insert(
          "constants that are converted to pointers are addresses of no object");
    return terms_.mk_false();
  }
  const Term is_met = terms_.mk_and({terms_.mk_eq(address.object, zero), terms_.mk_distinct(number, zero),
                                     terms_.mk_distinct(object.object, zero)});
  if (is_met.is_false()) return is_met;
  return terms_.mk_and(
      is_met, path.make_havocked_input("same", "comparison of an unknown address", terms_.mk_false()));
}

Term AddressArithmetic::is_after(const Pointer& a, const Pointer& b) const {
  return terms_.mk_and(
      terms_.mk_eq(a.object, b.object),
      terms_.mk_bvslt(context_.constants.flatten(b.offset), context_.constants.flatten(a.offset)));
}

}  // namespace pendulum::frontend
