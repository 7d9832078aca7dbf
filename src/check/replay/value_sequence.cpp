#include "check/replay/value_sequence.h"

#include <algorithm>

#include "base/check.h"
#include "certificate/error_path.h"
#include "term/evaluation/array_constants.h"
#include "term/evaluation/word_code.h"

namespace pendulum::check {

namespace {

/// Computes the majority of a sequence of words, if there is one, with the voting algorithm of Boyer and
/// Moore. Without a majority the candidate is an arbitrary element of the sequence.
class Majority {
 public:
  void add(std::uint64_t word) {
    if (votes_ == 0) candidate_ = word;
    votes_ = word == candidate_ ? votes_ + 1 : votes_ - 1;
  }
  std::uint64_t candidate() const { return candidate_; }

 private:
  std::uint64_t candidate_ = 0;
  std::uint64_t votes_ = 0;
};

/// A term over the iteration, compiled to code.
class Values {
 public:
  Values(term::TermManager& terms, term::Term value) {
    term::ArrayConstants name(terms);
    const term::TermVector roots{name(value)};
    const term::TermVector symbols{certificate::iteration(terms)};
    term::TermVector arrays;
    for (const auto& [symbol, array] : name.constants()) {
      arrays.push_back(symbol);
      constants_.push_back(array);
    }
    for (const term::WordArray& array : constants_) pointers_.push_back(&array);
    code_ = term::WordCode::compile(terms, symbols, arrays, roots);
  }
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;

  bool are_possible() const { return code_.has_value(); }
  /// Requires: are_possible().
  std::uint64_t at(std::uint64_t repetition) {
    PENDULUM_DCHECK(code_.has_value(), "the term should be compiled");
    code_->run(std::span(&repetition, 1), pointers_);
    return code_->value(0);
  }

 private:
  std::vector<term::WordArray> constants_;
  std::vector<const term::WordArray*> pointers_;  ///< to constants_
  std::optional<term::WordCode> code_;
};

std::uint64_t mask_of(term::Sort sort) {
  PENDULUM_CHECK(term::is_word_sort(sort), "{} should be a word sort", sort.to_string());
  const std::uint32_t width = sort.is_bool() ? 1 : sort.width();
  return width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

}  // namespace

std::uint64_t ValueSequence::at(std::uint64_t repetition) const {
  PENDULUM_DCHECK(std::ranges::is_sorted(exceptions), "exceptions should be ordered by repetition");
  const auto found =
      std::ranges::lower_bound(exceptions, repetition, {}, [](const auto& e) { return e.first; });
  if (found != exceptions.end() && found->first == repetition) return found->second;
  return (first + step * repetition) & mask;
}

/// The step is the majority of the differences between neighbouring values. The first value is the majority
/// of value(j) - step * j. All values that do not fit become exceptions, so the result is exact also without
/// a majority.
std::optional<ValueSequence> value_sequence(term::TermManager& terms, term::Term value, std::uint64_t begin,
                                            std::uint64_t end) {
  PENDULUM_CHECK(begin < end, "a sequence should have a repetition");
  if (!term::is_word_sort(value.sort())) return std::nullopt;
  Values values(terms, value);
  if (!values.are_possible()) return std::nullopt;
  ValueSequence result;
  result.mask = mask_of(value.sort());
  Majority step;
  std::uint64_t last = values.at(begin);
  for (std::uint64_t j = begin + 1; j < end; ++j) {
    const std::uint64_t next = values.at(j);
    step.add((next - last) & result.mask);
    last = next;
  }
  result.step = step.candidate();
  Majority first;
  for (std::uint64_t j = begin; j < end; ++j)
    first.add((values.at(j) - result.step * (j - begin)) & result.mask);
  result.first = first.candidate();
  for (std::uint64_t j = begin; j < end; ++j) {
    const std::uint64_t word = values.at(j);
    if (word != ((result.first + result.step * (j - begin)) & result.mask))
      result.exceptions.emplace_back(j - begin, word);
    PENDULUM_CHECK((word & ~result.mask) == 0, "the value {} should fit into the sort of the term", word);
  }
  return result;
}

}  // namespace pendulum::check
