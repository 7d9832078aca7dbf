#include "frontend/llvm/walk/evaluator.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/scopes.h"
#include "frontend/llvm/memory/float_values.h"

namespace pendulum::frontend {

using term::Kind;

namespace {

std::optional<Comparison> comparison_of(llvm::CmpInst::Predicate predicate) {
  switch (static_cast<unsigned>(predicate)) {
    case llvm::CmpInst::ICMP_EQ:
      return Comparison::Eq;
    case llvm::CmpInst::ICMP_NE:
      return Comparison::Ne;
    case llvm::CmpInst::ICMP_UGT:
      return Comparison::Ugt;
    case llvm::CmpInst::ICMP_UGE:
      return Comparison::Uge;
    case llvm::CmpInst::ICMP_ULT:
      return Comparison::Ult;
    case llvm::CmpInst::ICMP_ULE:
      return Comparison::Ule;
    case llvm::CmpInst::ICMP_SGT:
      return Comparison::Sgt;
    case llvm::CmpInst::ICMP_SGE:
      return Comparison::Sge;
    case llvm::CmpInst::ICMP_SLT:
      return Comparison::Slt;
    case llvm::CmpInst::ICMP_SLE:
      return Comparison::Sle;
    default:
      return std::nullopt;
  }
}

/// Maximum size in bytes of an array of variable length: half of Linux's default stack size.
constexpr std::uint64_t max_dynamic_local = std::uint64_t{4} << 20U;

/// Does some memcpy or memset cover the whole object? clang generates this for initialisers.
bool is_filled_at_once(const llvm::AllocaInst& alloca, const llvm::DataLayout& layout) {
  const auto size = alloca.getAllocationSize(layout);
  for (const llvm::User* user : alloca.users()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    const auto bulk = call == nullptr ? std::nullopt : bulk_memory(*call);
    if (bulk && bulk->to == &alloca && size && bulk->size == size->getFixedValue()) return true;
  }
  return false;
}

/// Can the alloca be executed again while its previous object is alive? The lifetime of a variable-length
/// array ends at the llvm.stackrestore of its scope.
bool can_live_twice(const llvm::AllocaInst& alloca) {
  if (alloca.getParent()->isEntryBlock()) return false;
  const auto ends_objects = [](const llvm::BasicBlock& block) {
    for (const llvm::Instruction& instruction : block) {
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::stackrestore) return true;
    }
    return false;
  };
  std::set<const llvm::BasicBlock*> reached;
  std::vector<const llvm::BasicBlock*> pending{alloca.getParent()};
  while (!pending.empty()) {
    const llvm::BasicBlock* block = pending.back();
    pending.pop_back();
    if (ends_objects(*block)) continue;
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (reached.insert(next).second) pending.push_back(next);
  }
  return reached.contains(alloca.getParent());
}

}  // namespace

Value Evaluator::value_of(Path& path, const Frame& frame, const llvm::Value& value) const {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value))
    return context_.constants.value(*constant, path);
  if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&value))
    return Value::of(
        context_.memory.lifetimes().address_of_local(path, context_.points_to.object_of(alloca)));
  if (const Value* known = frame.find(&value)) return *known;
  if (!value.getType()->isPointerTy() && !value.getType()->isIntegerTy() &&
      !value.getType()->isFloatingPointTy())
    throw UnsupportedHere{"aggregate value"};
  return context_.memory.slots().read(path, context_.variables.temporary(value));
}

Term Evaluator::bits_of(Path& path, const Frame& frame, const llvm::Value& value) const {
  return context_.memory.numbers().as_bits(path, value_of(path, frame, value));
}

Pointer Evaluator::pointer_of(Path& path, const Frame& frame, const llvm::Value& value) const {
  return conversions_.as_pointer(value_of(path, frame, value));
}

void Evaluator::execute(Path& path, Frame& frame, const llvm::Instruction& instruction) const {
  PENDULUM_CHECK(!instruction.isTerminator() && !llvm::isa<llvm::CallBase>(instruction),
                 "the instruction should be neither a call nor a terminator, not {}",
                 instruction.getOpcodeName());
  if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    create_object(path, frame, *alloca);
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (store->isVolatile())
      context_.notes.assumptions.insert("volatile objects change only by the program's own stores");
    const Value value = value_of(path, frame, *store->getValueOperand());
    const Pointer target = pointer_of(path, frame, *store->getPointerOperand());
    llvm::Type* type = store->getValueOperand()->getType();
    if (context_.recorder != nullptr) context_.recorder->store(path, target, value, type);
    context_.memory.store(path, target, context_.points_to.targets(store->getPointerOperand()), value, type);
  } else if (llvm::isa<llvm::FenceInst>(instruction)) {
    return;
  } else {
    const Value value = evaluate(path, frame, instruction);
    PENDULUM_DCHECK(value.pointer ? context_.data_layout.getTypeSizeInBits(instruction.getType()) ==
                                        context_.pointer_bits()
                                  : value.term.sort() == context_.variables.sort_of(instruction.getType()),
                    "the value of {} should have the sort of its type", instruction.getOpcodeName());
    frame.set(&instruction, value);
  }
}

Value Evaluator::evaluate(Path& path, const Frame& frame, const llvm::Instruction& instruction) const {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (load->isVolatile())
      context_.notes.assumptions.insert("volatile objects change only by the program's own stores");
    const Pointer from = pointer_of(path, frame, *load->getPointerOperand());
    ActionRecorder* recorder = context_.recorder;
    const std::size_t action = recorder == nullptr ? 0 : recorder->load(path, from, load->getType());
    const Value value = context_.memory.load(
        path, from, context_.points_to.targets(load->getPointerOperand()), load->getType());
    if (recorder != nullptr) recorder->loaded(path, action, value);
    return value;
  }
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
    return Value::of(address(path, frame, *gep));
  if (FloatArithmetic::is_operation(instruction)) return floating_point(path, frame, instruction);
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return binary(path, frame, *operation);
  if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return compare(path, frame, *comparison);
  if (const auto* conversion = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return cast(path, frame, *conversion);
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    return conversions_.ite(bits_of(path, frame, *choice->getCondition()),
                            value_of(path, frame, *choice->getTrueValue()),
                            value_of(path, frame, *choice->getFalseValue()));
  }
  if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    return part_of_result(path, frame, *part);
  if (llvm::isa<llvm::FreezeInst>(instruction)) return value_of(path, frame, *instruction.getOperand(0));
  if (instruction.getOpcode() == llvm::Instruction::FNeg && instruction.getType()->isFloatingPointTy())
    return Value::of(floats_.negate(bits_of(path, frame, *instruction.getOperand(0))));
  throw UnsupportedHere{name_of_construct(instruction)};
}

Value Evaluator::floating_point(Path& path, const Frame& frame, const llvm::Instruction& instruction) const {
  const auto bits = [&](unsigned i) { return bits_of(path, frame, *instruction.getOperand(i)); };
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return Value::of(floats_.binary(path, *operation, bits(0), bits(1)));
  if (const auto* comparison = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
    return Value::of(floats_.compare(*comparison, bits(0), bits(1)));
  return Value::of(floats_.convert(path, llvm::cast<llvm::CastInst>(instruction), bits(0)));
}

Value Evaluator::binary(Path& path, const Frame& frame, const llvm::BinaryOperator& instruction) const {
  const Value a = value_of(path, frame, *instruction.getOperand(0));
  const Value b = value_of(path, frame, *instruction.getOperand(1));
  if (a.pointer && b.pointer && instruction.getOpcode() == llvm::Instruction::Sub)
    return addresses_.difference(path, instruction, *a.pointer, *b.pointer);
  if (instruction.getOpcode() == llvm::Instruction::SDiv && instruction.isExact())
    return Value::of(addresses_.exact_quotient(path, instruction, context_.memory.numbers().as_bits(path, a),
                                               context_.memory.numbers().as_bits(path, b)));
  if ((a.pointer || b.pointer) && context_.points_to.is_address(&instruction))
    return addresses_.sum(path, instruction, a, b);
  return Value::of(context_.arithmetic.binary(path, instruction, context_.memory.numbers().as_bits(path, a),
                                              context_.memory.numbers().as_bits(path, b)));
}

/// One component of {fraction, exponent}, the result of llvm.frexp, or of {result, has overflowed}, the
/// result of an operation with overflow check.
Value Evaluator::part_of_result(Path& path, const Frame& frame, const llvm::ExtractValueInst& part) const {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(part.getAggregateOperand());
      call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::frexp) {
    const llvm::Value& number = *call->getArgOperand(0);
    const Term bits = bits_of(path, frame, number);
    return Value::of(part.getIndices()[0] == 0
                         ? floats_.fraction(number.getType(), bits)
                         : floats_.exponent(path, number.getType(), bits, part.getType()));
  }
  const auto* operation = llvm::dyn_cast<llvm::WithOverflowInst>(part.getAggregateOperand());
  if (operation == nullptr) throw UnsupportedHere{name_of_construct(part)};
  const Term a = bits_of(path, frame, *operation->getLHS());
  const Term b = bits_of(path, frame, *operation->getRHS());
  if (part.getIndices()[0] == 1) return Value::of(context_.arithmetic.overflows(*operation, a, b));
  return Value::of(context_.arithmetic.wrapping(operation->getBinaryOp(), a, b));
}

Value Evaluator::compare(Path& path, const Frame& frame, const llvm::CmpInst& instruction) const {
  const auto comparison = comparison_of(instruction.getPredicate());
  if (!comparison) throw UnsupportedHere{"vector operation"};
  const Value a = value_of(path, frame, *instruction.getOperand(0));
  const Value b = value_of(path, frame, *instruction.getOperand(1));
  if (a.pointer || b.pointer) {
    const Pointer first = conversions_.as_pointer(a);
    const Pointer second = conversions_.as_pointer(b);
    if (instruction.isRelational() && instruction.getOperand(0)->getType()->isIntegerTy())
      return Value::of(addresses_.order_of_numbers(path, *comparison, first, second));
    if (!instruction.isEquality())
      return Value::of(addresses_.order_of_pointers(
          path, *comparison, first, context_.points_to.targets(instruction.getOperand(0)), second,
          context_.points_to.targets(instruction.getOperand(1))));
    if (instruction.getOperand(0)->getType()->isIntegerTy() && addresses_.have_numbers(first, second))
      return Value::of(addresses_.equality_of_numbers(path, *comparison, first, second));
    const Term result = addresses_.equality_of_pointers(path, *comparison, first, second);
    const Term is_same = context_.memory.coincidence().may_coincide(
        path, first, context_.points_to.targets(instruction.getOperand(0)), second,
        context_.points_to.targets(instruction.getOperand(1)));
    return Value::of(*comparison == Comparison::Eq ? terms_.mk_or(result, is_same)
                                                   : terms_.mk_and(result, terms_.mk_not(is_same)));
  }
  return Value::of(context_.arithmetic.compare(*comparison, a.term, b.term));
}

Value Evaluator::cast(Path& path, const Frame& frame, const llvm::CastInst& instruction) const {
  llvm::Type* type = instruction.getType();
  const Value operand = value_of(path, frame, *instruction.getOperand(0));
  switch (static_cast<unsigned>(instruction.getOpcode())) {
    case llvm::Instruction::PtrToInt:
      if (type->getIntegerBitWidth() == context_.pointer_bits()) return operand;
      if (type->getIntegerBitWidth() > context_.pointer_bits())
        return Value::of(context_.arithmetic.zero_extend(context_.memory.numbers().as_bits(path, operand),
                                                         type->getIntegerBitWidth()));
      return Value::of(context_.arithmetic.truncate(context_.memory.numbers().as_bits(path, operand),
                                                    type->getIntegerBitWidth()));
    case llvm::Instruction::IntToPtr:
      if (operand.pointer &&
          instruction.getOperand(0)->getType()->getIntegerBitWidth() != context_.pointer_bits())
        return Value::of(
            conversions_.as_pointer(Value::of(context_.memory.numbers().as_bits(path, operand))));
      return Value::of(conversions_.as_pointer(operand));
    case llvm::Instruction::BitCast:
    case llvm::Instruction::AddrSpaceCast:
      if (!type->isIntegerTy() || !instruction.getSrcTy()->isFloatingPointTy()) return operand;
      return Value::of(observable(path, context_.variables, instruction.getSrcTy(), operand.term));
    case llvm::Instruction::ZExt:
      return Value::of(context_.arithmetic.zero_extend(context_.memory.numbers().as_bits(path, operand),
                                                       type->getIntegerBitWidth()));
    case llvm::Instruction::SExt:
      return Value::of(context_.arithmetic.sign_extend(context_.memory.numbers().as_bits(path, operand),
                                                       type->getIntegerBitWidth()));
    case llvm::Instruction::Trunc:
      return Value::of(context_.arithmetic.truncate(context_.memory.numbers().as_bits(path, operand),
                                                    type->getIntegerBitWidth()));
    default:
      throw UnsupportedHere{std::string("conversion ") + instruction.getOpcodeName()};
  }
}

Pointer Evaluator::address(Path& path, const Frame& frame, const llvm::GEPOperator& gep) const {
  Pointer pointer = pointer_of(path, frame, *gep.getPointerOperand());
  const GepOffset offset = gep_offset(gep, context_.data_layout);
  pointer.offset.constant += offset.constant;
  for (const GepOffset::Index& index : offset.indices) {
    const Term term = context_.constants.pointer_wide(bits_of(path, frame, *index.value));
    if (term.is_value()) {
      pointer.offset.constant += term.signed_value().get_si() * index.stride;
    } else {
      pointer.offset.indices.push_back({term, index.stride});
      exclude_wrap(path, term, index.stride, offset.indices.size());
    }
  }
  return pointer;
}

void Evaluator::exclude_wrap(Path& path, Term index, std::int64_t stride, std::size_t parts) const {
  PENDULUM_CHECK(parts > 0, "an offset should consist of at least one summand");
  const auto size = static_cast<std::uint64_t>(stride < 0 ? -stride : stride);
  if (size * parts <= 1) return;
  const mpz_class most = (mpz_class(1) << (context_.pointer_bits() - 2)) / mpz_class(size * parts);
  const Term fits =
      terms_.mk_and(terms_.mk_bvsle(terms_.mk_bv(mpz_class(-most), context_.pointer_bits()), index),
                    terms_.mk_bvsle(index, terms_.mk_bv(most, context_.pointer_bits())));
  path.unsupported_if(terms_.mk_not(fits), "address far outside of an object");
}

void Evaluator::create_object(Path& path, const Frame& frame, const llvm::AllocaInst& alloca) const {
  // Soundness: marks of the instrumentation assign the initial values of scalars. A local without a mark is
  // never read before it is stored to; otherwise it would be live at the start, where initialize_local
  // assigns an arbitrary value.
  const ObjectId object = context_.points_to.object_of(&alloca);
  if (can_live_twice(alloca)) throw UnsupportedHere{"alloca in a loop"};
  if (context_.object(object).has_instances && context_.call_graph.is_recursive(*alloca.getFunction()))
    throw UnsupportedHere{"address of a local that is kept by a recursive function"};
  if (!context_.object(object).is_of_block) {
    context_.memory.lifetimes().begin_local(path, object);
  } else if (!has_scope_marks(alloca) || may_be_declared_again(alloca)) {
    throw UnsupportedHere{"address of a local that is kept beyond its block, whose end is not known"};
  }
  if (context_.object(object).size) {
    // A store to an element reads the rest of the array, so the array needs a value. Pointers are always
    // stored one by one.
    const std::vector<Piece>& pieces = context_.layout(object).pieces;
    const bool has_pointers =
        std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) { return piece.is_pointer; });
    if (context_.layout(object).is_array() && !has_uninitialised_mark(alloca) &&
        (has_pointers || !is_filled_at_once(alloca, context_.data_layout)))
      context_.memory.contents().havoc(path, object, {}, context_.variables.object_name(object));
    return;
  }
  const Term length = context_.constants.pointer_wide(bits_of(path, frame, *alloca.getArraySize()));
  // The comparison is unsigned: a negative length is undefined (C11 6.7.6.2p5), and large ones exhaust the
  // stack.
  const auto element = context_.data_layout.getTypeAllocSize(alloca.getAllocatedType()).getFixedValue();
  const std::uint64_t most = max_dynamic_local / std::max<std::uint64_t>(element, 1);
  path.drop_unless(terms_.mk_bvule(length, terms_.mk_bv(mpz_class(most), context_.pointer_bits())),
                   Drop::LargeLocal);
  path.write(context_.variables.dynamic_size(object), length);
}

}  // namespace pendulum::frontend
