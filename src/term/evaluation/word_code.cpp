#include "term/evaluation/word_code.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "term/bitvec_fold.h"
#include "term/evaluation/read_over_write.h"
#include "term/traverse.h"

namespace pendulum::term {

namespace {

bool is_leaf(Term term) {
  return term.is_symbol() || term.is_value();
}

std::uint32_t width_of(Term term) {
  return term.sort().is_bool() ? 1 : term.sort().width();
}

/// Returns true for operators whose operands are words.
bool is_word_operator(Term term) {
  return term.kind() != Kind::Apply && !term.has_quantifier() &&
         std::ranges::all_of(term.children(), [](Term child) { return is_word_sort(child.sort()); });
}

}  // namespace

class WordCompiler {
 public:
  WordCompiler(TermManager& manager, std::span<const Term> symbols, std::span<const Term> arrays,
               std::span<const Term> roots) {
    for (const Term symbol : symbols) slot_.emplace(symbol, static_cast<std::uint32_t>(slot_.size()));
    for (const Term array : arrays) array_.emplace(array, static_cast<std::uint32_t>(array_.size()));
    ReadOverWrite rewrite(manager);
    for (const Term root : roots) roots_.push_back(rewrite(root));
  }

  std::optional<WordCode> run() {
    const TermVector all = subterms(roots_);
    if (!std::ranges::all_of(all, [&](Term term) { return fits(term); })) return std::nullopt;
    code_.slots_.resize(slot_.size());
    for (const Term term : all)
      if (term.is_value()) add_value(term);
    code_.first_result_ = code_.slots_.size();
    for (const Term term : all)
      if (!is_leaf(term)) translate(term);
    PENDULUM_CHECK(code_.seen_.size() == code_.code_.size(), "each instruction should record its values");
    code_.slots_.resize(code_.first_result_ + code_.code_.size());
    for (const Term root : roots_) code_.roots_.push_back(slot_.at(root));
    return std::move(code_);
  }

 private:
  bool fits(Term term) const {
    if (term.sort().is_array()) return array_.contains(term);
    if (!is_word_sort(term.sort())) return false;
    if (term.kind() == Kind::Select) return array_.contains(term[0]);
    return is_leaf(term) || is_word_operator(term);
  }

  void add_value(Term term) {
    slot_.emplace(term, static_cast<std::uint32_t>(code_.slots_.size()));
    code_.slots_.push_back(word_of(term));
  }

  std::uint32_t add(WordCode::Instruction instruction, bool is_bool) {
    code_.code_.push_back(instruction);
    code_.seen_.push_back(is_bool ? 0 : 0xff);
    return static_cast<std::uint32_t>(code_.first_result_ + code_.code_.size() - 1);
  }

  std::uint32_t add_float(Term term) {
    WordCode::FloatApplication application;
    const std::uint32_t integer_width = width_of(term.children().back());
    application.op = {term.kind(), term.parameter(0), term.parameter(1), integer_width};
    for (const Term child : term.children()) application.operands.push_back(slot_.at(child));
    code_.floats_.push_back(std::move(application));
    return static_cast<std::uint32_t>(code_.floats_.size() - 1);
  }

  void translate(Term term) {
    const bool is_bool = term.sort().is_bool();
    WordCode::Instruction instruction{term.kind()};
    instruction.mask = word_mask(width_of(term));
    if (term.kind() == Kind::Select) {
      instruction.a = array_.at(term[0]);
    } else if (is_float_operator(term.kind())) {
      instruction.a = add_float(term);
    } else {
      instruction.width = width_of(term[0]);
      instruction.a = slot_.at(term[0]);
    }
    if (term.num_children() > 1) instruction.b = slot_.at(term[1]);
    if (term.kind() == Kind::Ite) instruction.c = slot_.at(term[2]);
    if (term.kind() == Kind::BvExtract) instruction.b = term.parameter(1);
    if (term.kind() == Kind::BvConcat) instruction.width = width_of(term[1]);
    std::uint32_t slot = add(instruction, is_bool);
    // And and Or may have more than two children.
    if (term.kind() == Kind::And || term.kind() == Kind::Or) {
      for (std::size_t i = 2; i < term.num_children(); ++i) {
        instruction.a = slot;
        instruction.b = slot_.at(term[i]);
        slot = add(instruction, is_bool);
      }
    }
    const bool is_new = slot_.emplace(term, slot).second;
    PENDULUM_CHECK(is_new, "each term should be translated once");
  }

  TermVector roots_;  ///< rewritten by ReadOverWrite: they only read array symbols
  TermMap<std::uint32_t> slot_;
  TermMap<std::uint32_t> array_;  ///< position in the argument of compile()
  WordCode code_;
};

std::optional<WordCode> WordCode::compile(TermManager& manager, std::span<const Term> symbols,
                                          std::span<const Term> arrays, std::span<const Term> roots) {
  if (!std::ranges::all_of(symbols, [](Term symbol) { return is_word_sort(symbol.sort()); }) ||
      !std::ranges::all_of(arrays, [](Term array) { return WordArray::fits(array.sort()); }))
    return std::nullopt;
  return WordCompiler(manager, symbols, arrays, roots).run();
}

std::uint64_t WordCode::execute_float(const FloatApplication& application) const {
  std::array<std::uint64_t, 4> values{};  // a rounding mode and three numbers
  for (std::size_t i = 0; i < application.operands.size(); ++i)
    values.at(i) = slots_[application.operands[i]];
  return evaluate_float_word(application.op, std::span(values).first(application.operands.size()));
}

inline std::uint64_t WordCode::execute(const Instruction& i, std::span<const WordArray* const> arrays) const {
  if (i.width == 0)
    return i.kind == Kind::Select ? arrays[i.a]->get(slots_[i.b]) : execute_float(floats_[i.a]);
  const std::uint64_t a = slots_[i.a];
  switch (static_cast<WordKind>(i.kind)) {
    case WordKind::Not:
      return a ^ 1;
    case WordKind::And:
      return a & slots_[i.b];
    case WordKind::Or:
      return a | slots_[i.b];
    case WordKind::Eq:
      return a == slots_[i.b] ? 1 : 0;
    case WordKind::Ite:
      return a != 0 ? slots_[i.b] : slots_[i.c];
    case WordKind::BvNot:
      return ~a & i.mask;
    case WordKind::BvNeg:
      return (0 - a) & i.mask;
    case WordKind::BvConcat:
      return (a << i.width) | slots_[i.b];
    case WordKind::BvExtract:
      return (a >> i.b) & i.mask;
    case WordKind::BvZeroExtend:
      return a;
    case WordKind::BvSignExtend:
      return static_cast<std::uint64_t>(word_signed(a, i.width)) & i.mask;
    case WordKind::BvAnd:
      return a & slots_[i.b];
    case WordKind::BvOr:
      return a | slots_[i.b];
    case WordKind::BvXor:
      return a ^ slots_[i.b];
    case WordKind::BvAdd:
      return (a + slots_[i.b]) & i.mask;
    case WordKind::BvSub:
      return (a - slots_[i.b]) & i.mask;
    case WordKind::BvMul:
      return (a * slots_[i.b]) & i.mask;
    case WordKind::BvUlt:
      return a < slots_[i.b] ? 1 : 0;
    case WordKind::BvUle:
      return a <= slots_[i.b] ? 1 : 0;
    case WordKind::BvSlt:
      return word_signed(a, i.width) < word_signed(slots_[i.b], i.width) ? 1 : 0;
    case WordKind::BvSle:
      return word_signed(a, i.width) <= word_signed(slots_[i.b], i.width) ? 1 : 0;
    case WordKind::BvUdiv:
    case WordKind::BvUrem:
    case WordKind::BvSdiv:
    case WordKind::BvSrem:
    case WordKind::BvShl:
    case WordKind::BvLshr:
    case WordKind::BvAshr:
    case WordKind::BvSaddo:
    case WordKind::BvSsubo:
    case WordKind::BvSmulo:
      return fold_word(i.kind, a, slots_[i.b], i.width);
  }
  PENDULUM_UNREACHABLE();
}

void WordCode::run(std::span<const std::uint64_t> values, std::span<const WordArray* const> arrays) {
  PENDULUM_DCHECK(values.size() <= first_result_, "there should be one value for each symbol");
  std::ranges::copy(values, slots_.begin());
  std::uint64_t* result = slots_.data() + first_result_;
  for (const Instruction& instruction : code_) *result++ = execute(instruction, arrays);
}

bool WordCode::run_for_novelty(std::span<const std::uint64_t> values,
                               std::span<const WordArray* const> arrays) {
  run(values, arrays);
  bool is_novel = false;
  for (std::size_t i = 0; i < code_.size(); ++i) {
    const auto bit = static_cast<std::uint8_t>(1U << (slots_[first_result_ + i] & 1));
    is_novel |= (seen_[i] & bit) == 0;
    seen_[i] |= bit;
  }
  return is_novel;
}

}  // namespace pendulum::term
