// Translation of instructions other than calls and terminators to values.
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "base/check.h"
#include "frontend/llvm/instrument/overflow.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/translate/executor.h"

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

Value Executor::value_of(Path& path, const Frame& frame, const llvm::Value& value) {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&value)) return constants_.value(*constant, path);
  if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&value))
    return Value::of(memory_.lifetimes().address_of_local(path, points_to_.object_of(alloca)));
  if (const Value* known = frame.find(&value)) return *known;
  if (!value.getType()->isPointerTy() && !value.getType()->isIntegerTy() &&
      !value.getType()->isFloatingPointTy())
    throw UnsupportedHere{"aggregate value"};
  return memory_.slots().read(path, variables_.temporary(value));
}

Term Executor::bits_of(Path& path, const Frame& frame, const llvm::Value& value) {
  return memory_.numbers().as_bits(path, value_of(path, frame, value));
}

Pointer Executor::as_pointer(Path&, const Value& value) const {
  if (value.pointer) return *value.pointer;
  Pointer pointer = constants_.null();
  const Term bits = arithmetic_.as_bitvec(value.term);
  const std::uint32_t width = bits.sort().width();
  const Term wide = width < pointer_bits_ ? terms_.mk_zero_extend(bits, pointer_bits_ - width)
                                          : terms_.mk_extract(bits, pointer_bits_ - 1, 0);
  if (wide.is_value()) {
    pointer.offset.constant = wide.signed_value().get_si();
  } else {
    pointer.offset.base = wide;
  }
  return pointer;
}

Pointer Executor::pointer_of(Path& path, const Frame& frame, const llvm::Value& value) {
  return as_pointer(path, value_of(path, frame, value));
}

void Executor::execute(Path& path, Frame& frame, const llvm::Instruction& instruction) {
  if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    create_object(path, frame, *alloca);
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (store->isVolatile()) assumptions_.insert("volatile objects change only by the program's own stores");
    const Value value = value_of(path, frame, *store->getValueOperand());
    memory_.store(path, pointer_of(path, frame, *store->getPointerOperand()),
                  points_to_.targets(store->getPointerOperand()), value, store->getValueOperand()->getType());
  } else if (llvm::isa<llvm::FenceInst>(instruction)) {
    return;
  } else {
    frame.set(&instruction, evaluate(path, frame, instruction));
  }
}

namespace {

/// Is the instruction an inexact operation (arithmetic, comparison or conversion) on scalar floating-point
/// numbers? Negation and moves of bits are exact.
bool is_floating_point(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::BinaryOperator>(instruction)) return instruction.getType()->isFloatingPointTy();
  if (!llvm::isa<llvm::FCmpInst, llvm::CastInst>(instruction)) return false;
  if (llvm::isa<llvm::BitCastInst>(instruction)) return false;
  llvm::Type* from = instruction.getOperand(0)->getType();
  return from->isFloatingPointTy() || instruction.getType()->isFloatingPointTy();
}

}  // namespace

Value Executor::evaluate(Path& path, const Frame& frame, const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (load->isVolatile()) assumptions_.insert("volatile objects change only by the program's own stores");
    return memory_.load(path, pointer_of(path, frame, *load->getPointerOperand()),
                        points_to_.targets(load->getPointerOperand()), load->getType());
  }
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&instruction))
    return Value::of(address(path, frame, *gep));
  if (is_floating_point(instruction)) return Value::of(arbitrary_number(path, instruction));
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    return binary(path, frame, *operation);
  if (const auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    return compare(path, frame, *comparison);
  if (const auto* conversion = llvm::dyn_cast<llvm::CastInst>(&instruction))
    return cast(path, frame, *conversion);
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    if (choice->getCondition()->getType()->isVectorTy()) throw UnsupportedHere{"vector operation"};
    return ite(path, bits_of(path, frame, *choice->getCondition()),
               value_of(path, frame, *choice->getTrueValue()),
               value_of(path, frame, *choice->getFalseValue()));
  }
  if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    return part_of_checked_operation(path, frame, *part);
  if (llvm::isa<llvm::FreezeInst>(instruction)) return value_of(path, frame, *instruction.getOperand(0));
  if (instruction.getOpcode() == llvm::Instruction::FNeg) {
    const Term bits = bits_of(path, frame, *instruction.getOperand(0));
    mpz_class sign;
    mpz_ui_pow_ui(sign.get_mpz_t(), 2, bits.sort().width() - 1);
    return Value::of(terms_.mk_bv_binary(Kind::BvXor, bits, terms_.mk_bv(sign, bits.sort().width())));
  }
  throw UnsupportedHere{name_of_construct(instruction)};
}

/// The result of a floating-point operation.
/// Soundness: every result is possible, so a proof holds; the native replay rejects a counterexample that
/// depends on a wrong result.
Term Executor::arbitrary_number(Path& path, const llvm::Instruction& instruction) {
  assumptions_.insert(
      "results of floating-point operations are arbitrary; errors are confirmed by the replay");
  return path.make_input("float", variables_.sort_of(instruction.getType()), {});
}

Value Executor::ite(Path& path, Term condition, const Value& a, const Value& b) const {
  if (condition.is_true()) return a;
  if (condition.is_false()) return b;
  if (!a.pointer && !b.pointer) return Value::of(terms_.mk_ite(condition, a.term, b.term));
  const Pointer first = as_pointer(path, a);
  const Pointer second = as_pointer(path, b);
  Pointer result{terms_.mk_ite(condition, first.object, second.object), {}};
  result.offset.base =
      terms_.mk_ite(condition, constants_.flatten(first.offset), constants_.flatten(second.offset));
  return Value::of(result);
}

Value Executor::binary(Path& path, const Frame& frame, const llvm::BinaryOperator& instruction) {
  if (!instruction.getType()->isIntegerTy()) throw UnsupportedHere{"vector operation"};
  const Value a = value_of(path, frame, *instruction.getOperand(0));
  const Value b = value_of(path, frame, *instruction.getOperand(1));
  if (a.pointer && b.pointer && instruction.getOpcode() == llvm::Instruction::Sub)
    return difference(path, instruction, *a.pointer, *b.pointer);
  if (instruction.getOpcode() == llvm::Instruction::SDiv && instruction.isExact())
    return Value::of(exact_quotient(path, instruction, memory_.numbers().as_bits(path, a),
                                    memory_.numbers().as_bits(path, b)));
  if ((a.pointer || b.pointer) && points_to_.is_address(&instruction)) return sum(path, instruction, a, b);
  return Value::of(arithmetic_.binary(path, instruction, memory_.numbers().as_bits(path, a),
                                      memory_.numbers().as_bits(path, b)));
}

/// One component of {result, has overflowed}, the result of an operation with overflow check.
Value Executor::part_of_checked_operation(Path& path, const Frame& frame,
                                          const llvm::ExtractValueInst& part) {
  const auto* operation = llvm::dyn_cast<llvm::WithOverflowInst>(part.getAggregateOperand());
  if (operation == nullptr) throw UnsupportedHere{name_of_construct(part)};
  const Term a = bits_of(path, frame, *operation->getLHS());
  const Term b = bits_of(path, frame, *operation->getRHS());
  if (part.getIndices()[0] == 1) return Value::of(arithmetic_.overflows(*operation, a, b));
  return Value::of(arithmetic_.wrapping(operation->getBinaryOp(), a, b));
}

Value Executor::compare(Path& path, const Frame& frame, const llvm::CmpInst& instruction) {
  const auto comparison = comparison_of(instruction.getPredicate());
  if (!comparison) throw UnsupportedHere{"floating-point comparison"};
  if (instruction.getType()->isVectorTy()) throw UnsupportedHere{"vector operation"};
  const Value a = value_of(path, frame, *instruction.getOperand(0));
  const Value b = value_of(path, frame, *instruction.getOperand(1));
  if (a.pointer || b.pointer) {
    const Pointer first = as_pointer(path, a);
    const Pointer second = as_pointer(path, b);
    if (instruction.isRelational() && instruction.getOperand(0)->getType()->isIntegerTy())
      return Value::of(order_of_numbers(path, *comparison, first, second));
    if (!instruction.isEquality())
      return Value::of(order_of_pointers(path, *comparison, first,
                                         points_to_.targets(instruction.getOperand(0)), second,
                                         points_to_.targets(instruction.getOperand(1))));
    const Term result = equality_of_pointers(path, *comparison, first, second);
    const Term is_same =
        memory_.coincidence().may_coincide(path, first, points_to_.targets(instruction.getOperand(0)), second,
                                           points_to_.targets(instruction.getOperand(1)));
    return Value::of(*comparison == Comparison::Eq ? terms_.mk_or(result, is_same)
                                                   : terms_.mk_and(result, terms_.mk_not(is_same)));
  }
  return Value::of(arithmetic_.compare(*comparison, a.term, b.term));
}

Value Executor::cast(Path& path, const Frame& frame, const llvm::CastInst& instruction) {
  llvm::Type* type = instruction.getType();
  const Value operand = value_of(path, frame, *instruction.getOperand(0));
  switch (static_cast<unsigned>(instruction.getOpcode())) {
    case llvm::Instruction::PtrToInt:
      if (type->getIntegerBitWidth() == pointer_bits_) return operand;
      if (type->getIntegerBitWidth() > pointer_bits_)
        return Value::of(
            arithmetic_.zero_extend(memory_.numbers().as_bits(path, operand), type->getIntegerBitWidth()));
      return Value::of(
          arithmetic_.truncate(memory_.numbers().as_bits(path, operand), type->getIntegerBitWidth()));
    case llvm::Instruction::IntToPtr:
      if (operand.pointer && instruction.getOperand(0)->getType()->getIntegerBitWidth() != pointer_bits_)
        return Value::of(as_pointer(path, Value::of(memory_.numbers().as_bits(path, operand))));
      return Value::of(as_pointer(path, operand));
    case llvm::Instruction::BitCast:
    case llvm::Instruction::AddrSpaceCast:
      if (type->isVectorTy() || instruction.getOperand(0)->getType()->isVectorTy())
        throw UnsupportedHere{"vector operation"};
      return operand;
    case llvm::Instruction::ZExt:
      return Value::of(
          arithmetic_.zero_extend(memory_.numbers().as_bits(path, operand), type->getIntegerBitWidth()));
    case llvm::Instruction::SExt:
      return Value::of(
          arithmetic_.sign_extend(memory_.numbers().as_bits(path, operand), type->getIntegerBitWidth()));
    case llvm::Instruction::Trunc:
      return Value::of(
          arithmetic_.truncate(memory_.numbers().as_bits(path, operand), type->getIntegerBitWidth()));
    default:
      throw UnsupportedHere{std::string("floating-point conversion ") + instruction.getOpcodeName()};
  }
}

Pointer Executor::address(Path& path, const Frame& frame, const llvm::GEPOperator& gep) {
  if (gep.getType()->isVectorTy()) throw UnsupportedHere{"vector operation"};
  Pointer pointer = pointer_of(path, frame, *gep.getPointerOperand());
  const GepOffset offset = gep_offset(gep, data_layout_);
  pointer.offset.constant += offset.constant;
  for (const GepOffset::Index& index : offset.indices) {
    const Term term = constants_.pointer_wide(bits_of(path, frame, *index.value));
    if (term.is_value()) {
      pointer.offset.constant += term.signed_value().get_si() * index.stride;
    } else {
      pointer.offset.indices.push_back({term, index.stride});
      exclude_wrap(path, term, index.stride, offset.indices.size());
    }
  }
  return pointer;
}

void Executor::exclude_wrap(Path& path, Term index, std::int64_t stride, std::size_t parts) {
  const auto size = static_cast<std::uint64_t>(stride < 0 ? -stride : stride);
  if (size * parts <= 1) return;
  const mpz_class most = (mpz_class(1) << (pointer_bits_ - 2)) / mpz_class(size * parts);
  const Term fits = terms_.mk_and(terms_.mk_bvsle(terms_.mk_bv(mpz_class(-most), pointer_bits_), index),
                                  terms_.mk_bvsle(index, terms_.mk_bv(most, pointer_bits_)));
  path.unsupported_if(terms_.mk_not(fits), "address far outside of an object");
}

void Executor::create_object(Path& path, const Frame& frame, const llvm::AllocaInst& alloca) {
  // Soundness: marks of the instrumentation assign the initial values of scalars. A local without a mark is
  // never read before it is stored to; otherwise it would be live at the start, where initialize_local
  // assigns an arbitrary value.
  const ObjectId object = points_to_.object_of(&alloca);
  if (can_live_twice(alloca)) throw UnsupportedHere{"alloca in a loop"};
  if (points_to_.objects()[object].has_instances && call_graph_.is_recursive(*alloca.getFunction()))
    throw UnsupportedHere{"address of a local that is kept by a recursive function"};
  if (!points_to_.objects()[object].is_of_block) {
    memory_.lifetimes().begin_local(path, object);
  } else if (!has_scope_marks(alloca) || may_be_declared_again(alloca)) {
    throw UnsupportedHere{"address of a local that is kept beyond its block, whose end is not known"};
  }
  if (points_to_.objects()[object].size) {
    // A store to an element reads the rest of the array, so the array needs a value. Pointers are always
    // stored one by one.
    const std::vector<Piece>& pieces = layouts_[object].pieces;
    const bool has_pointers =
        std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) { return piece.is_pointer; });
    if (layouts_[object].is_array() && !has_uninitialised_mark(alloca) &&
        (has_pointers || !is_filled_at_once(alloca, data_layout_)))
      memory_.contents().havoc(path, object, {}, variables_.object_name(object));
    return;
  }
  const Term length = constants_.pointer_wide(bits_of(path, frame, *alloca.getArraySize()));
  // The comparison is unsigned: a negative length is undefined (C11 6.7.6.2p5), and large ones exhaust the
  // stack.
  const auto element = data_layout_.getTypeAllocSize(alloca.getAllocatedType()).getFixedValue();
  const std::uint64_t most = max_dynamic_local / std::max<std::uint64_t>(element, 1);
  path.drop_unless(terms_.mk_bvule(length, terms_.mk_bv(mpz_class(most), pointer_bits_)), Drop::LargeLocal);
  path.write(variables_.dynamic_size(object), length);
}

}  // namespace pendulum::frontend
