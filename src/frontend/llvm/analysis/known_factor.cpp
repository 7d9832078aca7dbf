#include "frontend/llvm/analysis/known_factor.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/check.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

namespace {

class FactorFinder {
 public:
  explicit FactorFinder(const PointsTo& points_to) : points_to_(points_to) {}

  std::uint64_t of(const llvm::Value& value) {
    // Constants that need all 64 bits are negative numbers or masks, not sizes.
    if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&value))
      return constant->getValue().getActiveBits() > 63 ? 1 : constant->getZExtValue();
    // The initial factor 0 is neutral on a cycle: the other values of the cycle determine the result.
    const auto [known, is_new] = factors_.try_emplace(&value, 0);
    if (is_new) factors_[&value] = compute(value);
    return factors_.at(&value);
  }

 private:
  std::uint64_t compute(const llvm::Value& value) {
    if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return of_argument(*argument);
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value)) return of_load(*load);
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&value)) return of_call(*call);
    if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value)) return of_operation(*operation);
    if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(value))
      return of(*llvm::cast<llvm::CastInst>(value).getOperand(0));
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value)) return of_all(phi->incoming_values());
    if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&value))
      return std::gcd(of(*choice->getTrueValue()), of(*choice->getFalseValue()));
    return 1;
  }

  template <typename Values>
  std::uint64_t of_all(const Values& values) {
    std::uint64_t factor = 0;
    for (const auto& value : values) factor = std::gcd(factor, of(*value));
    return factor;
  }

  /// The factor of the arguments of all calls; 1 if some calls are unknown.
  std::uint64_t of_argument(const llvm::Argument& argument) {
    const llvm::Function& function = *argument.getParent();
    if (!function.hasLocalLinkage()) return 1;
    std::uint64_t factor = 0;
    for (const llvm::User* user : function.users()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call == nullptr || call->getCalledOperand() != &function || argument.getArgNo() >= call->arg_size())
        return 1;
      factor = std::gcd(factor, of(*call->getArgOperand(argument.getArgNo())));
    }
    return factor;
  }

  /// The factor of all values that are stored into a local; 1 if the local may be modified otherwise.
  std::uint64_t of_load(const llvm::LoadInst& load) {
    const auto* local = llvm::dyn_cast<llvm::AllocaInst>(load.getPointerOperand());
    if (local == nullptr) return 1;
    std::uint64_t factor = 0;
    for (const llvm::User* user : local->users()) {
      const auto& instruction = *llvm::cast<llvm::Instruction>(user);
      if (is_silent(instruction) || llvm::isa<llvm::LoadInst>(instruction)) continue;
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
      if (store == nullptr || store->getPointerOperand() != local ||
          store->getValueOperand()->getType() != load.getType())
        return 1;
      factor = std::gcd(factor, of(*store->getValueOperand()));
    }
    return factor;
  }

  /// The factor of the size of a heap object, derived from the requested size.
  std::uint64_t of_call(const llvm::CallBase& call) {
    const llvm::Function* callee = direct_callee(call);
    if (callee == nullptr || callee->getName() != llvm::StringRef(object_size_function)) return 1;
    std::uint64_t factor = 0;
    for (const auto& [object, offsets] : points_to_.targets(call.getArgOperand(0))) {
      const Object& info = points_to_.objects()[object];
      if (info.kind != Object::Kind::Heap) continue;  // the translation does not follow this case
      const auto how = allocation(*llvm::cast<llvm::CallBase>(info.value));
      if (!how) return 1;
      std::uint64_t size = of(*how->size);
      if (how->count != nullptr) size *= std::max<std::uint64_t>(1, of(*how->count));
      factor = std::gcd(factor, size);
    }
    return factor;
  }

  std::uint64_t of_operation(const llvm::BinaryOperator& operation) {
    const llvm::Value& first = *operation.getOperand(0);
    const llvm::Value& second = *operation.getOperand(1);
    // Products of larger factors, and shifts by more bits, might overflow. Records of objects are smaller.
    constexpr unsigned most_bits = 16;
    constexpr std::uint64_t most = 1U << most_bits;
    switch (static_cast<unsigned>(operation.getOpcode())) {
      case llvm::Instruction::Mul: {
        const std::uint64_t a = of(first);
        const std::uint64_t b = of(second);
        return a > most || b > most ? std::max(a, b) : a * b;
      }
      case llvm::Instruction::Shl: {
        const auto* bits = llvm::dyn_cast<llvm::ConstantInt>(&second);
        return bits == nullptr || bits->getValue().uge(most_bits) ? 1 : of(first) << bits->getZExtValue();
      }
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
        return std::gcd(of(first), of(second));
      default:
        return 1;
    }
  }

  const PointsTo& points_to_;
  std::map<const llvm::Value*, std::uint64_t> factors_;
};

}  // namespace

std::uint64_t known_factor(const llvm::Value& value, const PointsTo& points_to) {
  PENDULUM_CHECK(value.getType()->isIntegerTy(), "only integers should have factors");
  return FactorFinder(points_to).of(value);
}

}  // namespace pendulum::frontend
