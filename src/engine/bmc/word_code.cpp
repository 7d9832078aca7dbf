#include "engine/bmc/word_code.h"

#include <algorithm>

#include "base/check.h"
#include "term/bitvec_fold.h"
#include "term/traverse.h"

namespace pendulum::engine::bmc {

using term::Kind;
using term::Term;

namespace {

bool fits(Term term) {
  if (term.sort().is_bool()) return term.kind() != Kind::Apply && !term.has_quantifier();
  return term.sort().is_bitvec() && term.sort().width() <= term::word_width && term.kind() != Kind::Apply &&
         term.kind() != Kind::Int2Bv && term.kind() != Kind::Select;
}

bool is_leaf(Term term) {
  return term.is_symbol() || term.is_value();
}

std::uint32_t width_of(Term term) {
  return term.sort().is_bool() ? 1 : term.sort().width();
}

}  // namespace

class WordCompiler {
 public:
  WordCompiler(std::span<const Term> symbols, std::span<const Term> roots) : roots_(roots) {
    for (const Term symbol : symbols) slot_.emplace(symbol, static_cast<std::uint32_t>(slot_.size()));
  }

  std::optional<WordCode> run() {
    const term::TermVector all = term::subterms(roots_);
    if (!std::ranges::all_of(all, fits)) return std::nullopt;
    code_.slots_.resize(slot_.size());
    for (const Term term : all)
      if (term.is_value()) add_value(term);
    code_.first_result_ = code_.slots_.size();
    for (const Term term : all)
      if (!is_leaf(term)) translate(term);
    code_.slots_.resize(code_.first_result_ + code_.code_.size());
    for (const Term root : roots_) code_.roots_.push_back(slot_.at(root));
    return std::move(code_);
  }

 private:
  void add_value(Term term) {
    slot_.emplace(term, static_cast<std::uint32_t>(code_.slots_.size()));
    code_.slots_.push_back(term.sort().is_bool() ? (term.is_true() ? 1 : 0) : term.integer_value().get_ui());
  }

  std::uint32_t add(WordCode::Instruction instruction, bool is_bool) {
    code_.code_.push_back(instruction);
    code_.seen_.push_back(is_bool ? 0 : 0xff);
    return static_cast<std::uint32_t>(code_.first_result_ + code_.code_.size() - 1);
  }

  void translate(Term term) {
    const bool is_bool = term.sort().is_bool();
    WordCode::Instruction instruction{term.kind(), width_of(term[0])};
    instruction.mask = term::word_mask(width_of(term));
    instruction.a = slot_.at(term[0]);
    if (term.num_children() > 1) instruction.b = slot_.at(term[1]);
    if (term.kind() == Kind::Ite) instruction.c = slot_.at(term[2]);
    if (term.kind() == Kind::BvExtract) instruction.b = term.parameter(1);
    if (term.kind() == Kind::BvConcat) instruction.width = width_of(term[1]);
    std::uint32_t slot = add(instruction, is_bool);
    // And and Or have any number of children.
    if (term.kind() == Kind::And || term.kind() == Kind::Or) {
      for (std::size_t i = 2; i < term.num_children(); ++i) {
        instruction.a = slot;
        instruction.b = slot_.at(term[i]);
        slot = add(instruction, is_bool);
      }
    }
    slot_.emplace(term, slot);
  }

  std::span<const Term> roots_;
  term::TermMap<std::uint32_t> slot_;
  WordCode code_;
};

std::optional<WordCode> WordCode::compile(std::span<const Term> symbols, std::span<const Term> roots) {
  if (!std::ranges::all_of(symbols, fits)) return std::nullopt;
  return WordCompiler(symbols, roots).run();
}

bool WordCode::run(std::span<const std::uint64_t> values) {
  std::ranges::copy(values, slots_.begin());
  bool is_novel = false;
  for (std::size_t i = 0; i < code_.size(); ++i) {
    const std::uint64_t value = execute(code_[i]);
    slots_[first_result_ + i] = value;
    const auto bit = static_cast<std::uint8_t>(1U << (value & 1));
    is_novel |= (seen_[i] & bit) == 0;
    seen_[i] |= bit;
  }
  return is_novel;
}

std::uint64_t WordCode::execute(const Instruction& i) const {
  const std::uint64_t a = slots_[i.a];
  switch (i.kind) {
    case Kind::Not:
      return a ^ 1;
    case Kind::And:
      return a & slots_[i.b];
    case Kind::Or:
      return a | slots_[i.b];
    case Kind::Xor:
      return a ^ slots_[i.b];
    case Kind::Eq:
      return a == slots_[i.b] ? 1 : 0;
    case Kind::Ite:
      return a != 0 ? slots_[i.b] : slots_[i.c];
    case Kind::BvNot:
      return ~a & i.mask;
    case Kind::BvNeg:
      return (0 - a) & i.mask;
    case Kind::BvConcat:
      return (a << i.width) | slots_[i.b];
    case Kind::BvExtract:
      return (a >> i.b) & i.mask;
    case Kind::BvZeroExtend:
      return a;
    case Kind::BvSignExtend:
      return static_cast<std::uint64_t>(term::word_signed(a, i.width)) & i.mask;
    case Kind::BvAnd:
    case Kind::BvOr:
    case Kind::BvXor:
    case Kind::BvAdd:
    case Kind::BvSub:
    case Kind::BvMul:
    case Kind::BvUdiv:
    case Kind::BvUrem:
    case Kind::BvSdiv:
    case Kind::BvSrem:
    case Kind::BvShl:
    case Kind::BvLshr:
    case Kind::BvAshr:
    case Kind::BvUlt:
    case Kind::BvUle:
    case Kind::BvSlt:
    case Kind::BvSle:
    case Kind::BvSaddo:
    case Kind::BvSsubo:
    case Kind::BvSmulo:
      return term::fold_word(i.kind, a, slots_[i.b], i.width);
    case Kind::True:
    case Kind::False:
    case Kind::BitVecValue:
    case Kind::IntValue:
    case Kind::RealValue:
    case Kind::Symbol:
    case Kind::Apply:
    case Kind::Add:
    case Kind::Sub:
    case Kind::Mul:
    case Kind::Neg:
    case Kind::Le:
    case Kind::Lt:
    case Kind::IntDiv:
    case Kind::IntMod:
    case Kind::RealDiv:
    case Kind::ToReal:
    case Kind::ToInt:
    case Kind::Bv2Nat:
    case Kind::Int2Bv:
    case Kind::Select:
    case Kind::Store:
    case Kind::ConstArray:
    case Kind::Forall:
    case Kind::Exists:
      break;
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace pendulum::engine::bmc
