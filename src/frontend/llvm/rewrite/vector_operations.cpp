// Replacement of operations on vectors (GNU C) by operations on their elements.
//
// Each vector value is represented by the values of its elements. A load or store of a vector accesses its
// elements one by one; arithmetic, comparisons, conversions and elementwise builtins are applied to each
// element; joins and shuffles only choose elements.
//
// Soundness: LLVM defines these operations elementwise (LangRef, "Vector Operations"). An element that a
// shuffle leaves open is an undefined value, which the translator represents by an input. An index outside of
// the vector is undefined behaviour in GNU C; executions that reach it are unsupported, as accesses outside
// of an object are.
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <functional>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "frontend/llvm/ir/module_checks.h"
#include "frontend/llvm/rewrite/prepare.h"

namespace pendulum::frontend {

namespace {

using Elements = std::vector<llvm::Value*>;

/// Number of elements of a vector type; 0 for other types.
unsigned num_elements(const llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 0 : vector->getNumElements();
}

bool has_vectors(const llvm::Instruction& instruction) {
  return num_elements(instruction.getType()) > 0 ||
         std::any_of(instruction.op_begin(), instruction.op_end(),
                     [](const llvm::Use& operand) { return num_elements(operand->getType()) > 0; });
}

/// The instructions with vectors; every definition precedes its uses, except for uses by phi nodes and in
/// unreachable blocks.
std::vector<llvm::Instruction*> vector_instructions(llvm::Function& function) {
  std::vector<llvm::Instruction*> result;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function))
    for (llvm::Instruction& instruction : *block)
      if (has_vectors(instruction)) result.push_back(&instruction);
  return result;
}

/// The reductions that LLVM defines as a fold by a binary operation.
std::optional<llvm::Instruction::BinaryOps> folding_operation(llvm::Intrinsic::ID id) {
  switch (static_cast<unsigned>(id)) {
    case llvm::Intrinsic::vector_reduce_add:
      return llvm::Instruction::Add;
    case llvm::Intrinsic::vector_reduce_mul:
      return llvm::Instruction::Mul;
    case llvm::Intrinsic::vector_reduce_and:
      return llvm::Instruction::And;
    case llvm::Intrinsic::vector_reduce_or:
      return llvm::Instruction::Or;
    case llvm::Intrinsic::vector_reduce_xor:
      return llvm::Instruction::Xor;
    default:
      return std::nullopt;
  }
}

/// The reductions that LLVM defines as a fold by a function of two numbers.
std::optional<llvm::Intrinsic::ID> folding_function(llvm::Intrinsic::ID id) {
  switch (static_cast<unsigned>(id)) {
    case llvm::Intrinsic::vector_reduce_smax:
      return llvm::Intrinsic::smax;
    case llvm::Intrinsic::vector_reduce_smin:
      return llvm::Intrinsic::smin;
    case llvm::Intrinsic::vector_reduce_umax:
      return llvm::Intrinsic::umax;
    case llvm::Intrinsic::vector_reduce_umin:
      return llvm::Intrinsic::umin;
    case llvm::Intrinsic::vector_reduce_fmax:
      return llvm::Intrinsic::maxnum;
    case llvm::Intrinsic::vector_reduce_fmin:
      return llvm::Intrinsic::minnum;
    default:
      return std::nullopt;
  }
}

class VectorExpansion {
 public:
  explicit VectorExpansion(llvm::Function& function) : function_(function) {}

  void run() {
    const std::vector<llvm::Instruction*> instructions = vector_instructions(function_);
    for (llvm::Instruction* instruction : instructions) expand(*instruction);
    for (llvm::PHINode* phi : phis_) fill(*phi);
    erase(instructions);
    for (llvm::BasicBlock& block : function_) erase_unreachable(block);
  }

 private:
  void expand(llvm::Instruction& instruction) {
    llvm::IRBuilder<> builder(&instruction);
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return make_phis(*phi, builder);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return expand_load(*load, builder);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return expand_store(*store, builder);
    if (auto* read = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) return expand(*read);
    if (auto* write = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) return expand(*write);
    if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) return expand(*shuffle);
    if (llvm::isa<llvm::BitCastInst>(instruction)) return expand_bit_cast(instruction, builder);
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) return expand_call(*call, builder);
    expand_by_element(instruction, builder);
  }

  /// The elements of a value; a number is treated as a vector of one element.
  Elements elements(llvm::Value* value) const {
    const unsigned count = num_elements(value->getType());
    if (count == 0) return {value};
    if (const auto known = elements_.find(value); known != elements_.end()) return known->second;
    Elements result;
    for (unsigned i = 0; i < count; ++i) {
      llvm::Constant* element = nullptr;
      if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) element = constant->getAggregateElement(i);
      result.push_back(element != nullptr ? element
                                          : llvm::PoisonValue::get(value->getType()->getScalarType()));
    }
    return result;
  }

  /// Sets the elements that represent the instruction's value, or replaces its value if it is a number.
  void define(llvm::Instruction& instruction, Elements values) {
    const unsigned count = num_elements(instruction.getType());
    PENDULUM_CHECK(values.size() == std::max(count, 1U), "{} should have {} elements, not {}",
                   instruction.getOpcodeName(), count, values.size());
    if (count == 0)
      instruction.replaceAllUsesWith(values.front());
    else
      elements_[&instruction] = std::move(values);
  }

  void give_up(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
    mark_unsupported(builder, "vector operation");
    if (!instruction.getType()->isVoidTy() && num_elements(instruction.getType()) == 0)
      instruction.replaceAllUsesWith(llvm::PoisonValue::get(instruction.getType()));
  }

  void make_phis(llvm::PHINode& phi, llvm::IRBuilder<>& builder) {
    Elements values;
    for (unsigned i = 0; i < num_elements(phi.getType()); ++i)
      values.push_back(builder.CreatePHI(phi.getType()->getScalarType(), phi.getNumIncomingValues()));
    define(phi, std::move(values));
    phis_.push_back(&phi);
  }

  void fill(llvm::PHINode& phi) {
    const Elements values = elements(&phi);
    for (unsigned k = 0; k < phi.getNumIncomingValues(); ++k) {
      const Elements incoming = elements(phi.getIncomingValue(k));
      for (std::size_t i = 0; i < values.size(); ++i)
        llvm::cast<llvm::PHINode>(values[i])->addIncoming(incoming[i], phi.getIncomingBlock(k));
    }
  }

  /// The addresses of the elements. Vectors of Booleans, whose elements have no addresses, have none.
  Elements addresses(llvm::IRBuilder<>& builder, llvm::Value* vector, llvm::Type* type) {
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    const std::uint64_t bits = layout.getTypeSizeInBits(type->getScalarType()).getFixedValue();
    Elements result;
    for (unsigned i = 0; bits % 8 == 0 && i < num_elements(type); ++i)
      result.push_back(
          i == 0 ? vector : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), vector, i * bits / 8));
    return result;
  }

  void expand_load(llvm::LoadInst& load, llvm::IRBuilder<>& builder) {
    Elements values;
    for (llvm::Value* address : addresses(builder, load.getPointerOperand(), load.getType()))
      values.push_back(builder.CreateLoad(load.getType()->getScalarType(), address, load.isVolatile()));
    if (values.empty()) return give_up(load, builder);
    define(load, std::move(values));
  }

  void expand_store(llvm::StoreInst& store, llvm::IRBuilder<>& builder) {
    const Elements places = addresses(builder, store.getPointerOperand(), store.getValueOperand()->getType());
    const Elements values = elements(store.getValueOperand());
    if (places.empty()) return give_up(store, builder);
    for (std::size_t i = 0; i < places.size(); ++i)
      builder.CreateStore(values[i], places[i], store.isVolatile());
  }

  /// Makes executions unsupported in which the index is outside of a vector of `count` elements.
  static void check_index(llvm::Instruction& place, llvm::Value* index, std::size_t count) {
    llvm::IRBuilder<> builder(&place);
    llvm::Value* is_outside = builder.CreateICmpUGE(index, llvm::ConstantInt::get(index->getType(), count));
    llvm::IRBuilder<> end(llvm::SplitBlockAndInsertIfThen(is_outside, &place, /*Unreachable=*/true));
    end.SetCurrentDebugLocation(place.getDebugLoc());
    mark_unsupported(end, "index outside of a vector");
  }

  static llvm::Value* is_index(llvm::IRBuilder<>& builder, llvm::Value* index, std::size_t number) {
    return builder.CreateICmpEQ(index, llvm::ConstantInt::get(index->getType(), number));
  }

  /// The index, if it is a constant inside of the vector.
  static std::optional<std::size_t> constant_index(const llvm::Value* index, std::size_t count) {
    const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index);
    if (number == nullptr || number->getValue().uge(count)) return std::nullopt;
    return number->getZExtValue();
  }

  void expand(llvm::ExtractElementInst& read) {
    const Elements values = elements(read.getVectorOperand());
    llvm::Value* index = read.getIndexOperand();
    if (const auto number = constant_index(index, values.size())) return define(read, {values[*number]});
    check_index(read, index, values.size());
    llvm::IRBuilder<> builder(&read);
    llvm::Value* result = values.back();
    for (std::size_t i = values.size() - 1; i-- > 0;)
      result = builder.CreateSelect(is_index(builder, index, i), values[i], result);
    define(read, {result});
  }

  void expand(llvm::InsertElementInst& write) {
    Elements values = elements(write.getOperand(0));
    llvm::Value* index = write.getOperand(2);
    if (const auto number = constant_index(index, values.size())) {
      values[*number] = write.getOperand(1);
      return define(write, std::move(values));
    }
    check_index(write, index, values.size());
    llvm::IRBuilder<> builder(&write);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = builder.CreateSelect(is_index(builder, index, i), write.getOperand(1), values[i]);
    define(write, std::move(values));
  }

  void expand(llvm::ShuffleVectorInst& shuffle) {
    Elements sources = elements(shuffle.getOperand(0));
    const Elements others = elements(shuffle.getOperand(1));
    sources.insert(sources.end(), others.begin(), others.end());
    Elements values;
    for (const int number : shuffle.getShuffleMask())
      values.push_back(number < 0 ? llvm::UndefValue::get(shuffle.getType()->getScalarType())
                                  : sources[static_cast<std::size_t>(number)]);
    define(shuffle, std::move(values));
  }

  /// Converts the bits of all elements: they are joined to numbers that have the width of a new element or of
  /// an old one, whichever is larger, in the order of memory (little endian).
  void expand_bit_cast(llvm::Instruction& cast, llvm::IRBuilder<>& builder) {
    llvm::Type* to = cast.getType()->getScalarType();
    const Elements sources = elements(cast.getOperand(0));
    const unsigned from_bits = bits_of(sources.front()->getType());
    const unsigned to_bits = bits_of(to);
    if (from_bits == 0 || to_bits == 0) return give_up(cast, builder);
    const unsigned total = from_bits * static_cast<unsigned>(sources.size());
    const unsigned larger = std::max(from_bits, to_bits);
    const unsigned unit = larger % from_bits == 0 && larger % to_bits == 0 ? larger : total;
    Elements values;
    for (std::size_t first = 0; first < sources.size(); first += unit / from_bits) {
      llvm::Value* joined = join(builder, sources, first, unit / from_bits);
      for (unsigned low = 0; low < unit; low += to_bits) values.push_back(part(builder, joined, low, to));
    }
    define(cast, std::move(values));
  }

  static unsigned bits_of(const llvm::Type* type) {
    return static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue());
  }

  /// The number whose bits are those of `count` elements.
  static llvm::Value* join(llvm::IRBuilder<>& builder, const Elements& sources, std::size_t first,
                           std::size_t count) {
    const unsigned bits = bits_of(sources[first]->getType());
    llvm::Type* wide = builder.getIntNTy(bits * static_cast<unsigned>(count));
    llvm::Value* result = nullptr;
    for (std::size_t i = 0; i < count; ++i) {
      llvm::Value* number = builder.CreateBitCast(sources[first + i], builder.getIntNTy(bits));
      llvm::Value* shifted = builder.CreateShl(builder.CreateZExt(number, wide), i * bits);
      result = result == nullptr ? shifted : builder.CreateOr(result, shifted);
    }
    return result;
  }

  /// The element of the type `to` that starts at bit `low` of the number.
  static llvm::Value* part(llvm::IRBuilder<>& builder, llvm::Value* number, unsigned low, llvm::Type* to) {
    llvm::Value* bits = builder.CreateTrunc(builder.CreateLShr(number, low), builder.getIntNTy(bits_of(to)));
    return builder.CreateBitCast(bits, to);
  }

  void expand_call(llvm::IntrinsicInst& call, llvm::IRBuilder<>& builder) {
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    if (const auto operation = folding_operation(id))
      return fold(call, 0,
                  [&](llvm::Value* a, llvm::Value* b) { return builder.CreateBinOp(*operation, a, b); });
    if (const auto function = folding_function(id))
      return fold(call, 0, [&](llvm::Value* a, llvm::Value* b) {
        return builder.CreateBinaryIntrinsic(*function, a, b);
      });
    const bool is_sum = id == llvm::Intrinsic::vector_reduce_fadd;
    // The order of the additions is fixed, unless the call allows reassociation.
    if ((is_sum || id == llvm::Intrinsic::vector_reduce_fmul) && !call.hasAllowReassoc())
      return fold(call, 1, [&](llvm::Value* a, llvm::Value* b) {
        return is_sum ? builder.CreateFAdd(a, b) : builder.CreateFMul(a, b);
      });
    if (!llvm::isTriviallyVectorizable(id) || num_elements(call.getType()) == 0)
      return give_up(call, builder);
    define_each(call, [&](std::size_t i) { return call_of_element(call, i, builder); });
  }

  /// Folds the elements of argument `vector`, after the arguments before it, from the left.
  void fold(llvm::IntrinsicInst& call, unsigned vector,
            const std::function<llvm::Value*(llvm::Value*, llvm::Value*)>& operation) {
    llvm::Value* result = vector == 0 ? nullptr : call.getArgOperand(0);
    for (llvm::Value* element : elements(call.getArgOperand(vector)))
      result = result == nullptr ? element : operation(result, element);
    define(call, {result});
  }

  llvm::Value* call_of_element(llvm::IntrinsicInst& call, std::size_t i, llvm::IRBuilder<>& builder) {
    const llvm::Intrinsic::ID id = call.getIntrinsicID();
    std::vector<llvm::Type*> types;
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1))
      types.push_back(call.getType()->getScalarType());
    std::vector<llvm::Value*> arguments;
    for (unsigned k = 0; k < call.arg_size(); ++k) {
      const Elements values = elements(call.getArgOperand(k));
      arguments.push_back(values.size() == 1 ? values[0] : values[i]);
      if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(k)))
        types.push_back(arguments.back()->getType());
    }
    return builder.CreateIntrinsic(id, types, arguments);
  }

  /// Applies an operation that LLVM also defines for numbers to each element.
  void expand_by_element(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
    const bool is_elementwise = llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst,
                                          llvm::CastInst, llvm::SelectInst, llvm::FreezeInst>(instruction);
    if (!is_elementwise || instruction.getType()->getScalarType()->isPointerTy())
      return give_up(instruction, builder);
    define_each(instruction, [&](std::size_t i) {
      std::vector<llvm::Value*> operands;
      for (llvm::Value* operand : instruction.operands()) {
        const Elements values = elements(operand);
        operands.push_back(num_elements(operand->getType()) == 0 ? values[0] : values[i]);
      }
      return element_of(instruction, operands, builder);
    });
  }

  void define_each(llvm::Instruction& instruction, const std::function<llvm::Value*(std::size_t)>& element) {
    Elements values;
    for (unsigned i = 0; i < num_elements(instruction.getType()); ++i) values.push_back(element(i));
    define(instruction, std::move(values));
  }

  /// The operation on numbers that computes one element.
  static llvm::Value* element_of(llvm::Instruction& instruction, const std::vector<llvm::Value*>& operands,
                                 llvm::IRBuilder<>& builder) {
    llvm::Instruction* result = nullptr;
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
      result = llvm::BinaryOperator::Create(operation->getOpcode(), operands[0], operands[1]);
    else if (auto* unary = llvm::dyn_cast<llvm::UnaryOperator>(&instruction))
      result = llvm::UnaryOperator::Create(unary->getOpcode(), operands[0]);
    else if (auto* comparison = llvm::dyn_cast<llvm::CmpInst>(&instruction))
      result = llvm::CmpInst::Create(comparison->getOpcode(), comparison->getPredicate(), operands[0],
                                     operands[1]);
    else if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
      result = llvm::CastInst::Create(cast->getOpcode(), operands[0], cast->getType()->getScalarType());
    else if (llvm::isa<llvm::SelectInst>(instruction))
      result = llvm::SelectInst::Create(operands[0], operands[1], operands[2]);
    else
      result = new llvm::FreezeInst(operands[0]);
    PENDULUM_CHECK(operands.size() == result->getNumOperands(), "{} should have {} operands",
                   instruction.getOpcodeName(), result->getNumOperands());
    result->copyIRFlags(&instruction);
    return builder.Insert(result);
  }

  /// Erases the expanded instructions; nothing but other erased instructions uses their values.
  static void erase(const std::vector<llvm::Instruction*>& instructions) {
    for (llvm::Instruction* instruction : instructions) {
      if (!instruction->use_empty())
        instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
      if (instruction->isTerminator()) continue;
      instruction->eraseFromParent();
    }
  }

  /// Removes vectors from a block that no execution reaches.
  static void erase_unreachable(llvm::BasicBlock& block) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(block)))
      if (has_vectors(instruction) && !instruction.isTerminator()) {
        instruction.replaceAllUsesWith(llvm::PoisonValue::get(instruction.getType()));
        instruction.eraseFromParent();
      }
  }

  llvm::Function& function_;
  std::unordered_map<const llvm::Value*, Elements> elements_;  ///< of the instructions that are vectors
  std::vector<llvm::PHINode*> phis_;
};

}  // namespace

void expand_vectors(llvm::Module& module) {
  pass_vectors_by_element(module);
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) VectorExpansion(function).run();
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after expanding vectors: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
