#include "facts/random_values.h"

#include <algorithm>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::facts {

namespace {

// Frequencies of the kinds of values. They were chosen so that loops with small bounds and comparisons with
// constants of the program are both executed often; they were not measured.

/// One of this number of bit-vectors is arbitrary.
constexpr unsigned arbitrary_period = 16;
/// This number of arbitrary_period bit-vectors is near a constant of the program; the others are small.
constexpr unsigned near_constants = 5;
/// Small numbers are -1, ..., num_small - 2.
constexpr unsigned num_small = 10;
/// One of this number of arrays is zero everywhere.
constexpr unsigned zero_array_period = 4;
/// Arrays differ from their default element at fewer than this number of indices.
constexpr unsigned max_exceptions = 4;

}  // namespace

RandomValues::RandomValues(const program::Program& program, unsigned seed)
    : terms_(program.terms()), random_(seed) {
  for (const term::Term term : term::subterms(program::terms_of(program)))
    if (term.kind() == term::Kind::BitVecValue) constants_.push_back(term.signed_value());
  std::sort(constants_.begin(), constants_.end());
  constants_.erase(std::unique(constants_.begin(), constants_.end()), constants_.end());
}

term::Term RandomValues::draw(term::Sort sort) {
  if (sort.is_bool()) return terms_.mk_bool(random_() % 2 == 0);
  if (sort.is_array()) return draw_array(sort);
  if (!sort.is_bitvec()) return terms_.mk_zero(sort);
  const unsigned choice = random_() % arbitrary_period;
  if (choice == 0) return terms_.mk_bv(static_cast<std::int64_t>(random_()), sort.width());
  if (choice <= near_constants && !constants_.empty()) {
    const mpz_class& constant = constants_[random_() % constants_.size()];
    return terms_.mk_bv(mpz_class(constant + static_cast<long>(random_() % 3) - 1), sort.width());
  }
  return terms_.mk_bv(static_cast<std::int64_t>(random_() % num_small) - 1, sort.width());
}

term::Term RandomValues::draw_array(term::Sort sort) {
  PENDULUM_CHECK(sort.is_array(), "{} should be the sort of an array", sort.to_string());
  if (random_() % zero_array_period == 0) return terms_.mk_zero(sort);
  term::Term result = terms_.mk_const_array(sort, draw(sort.element()));
  for (unsigned others = random_() % max_exceptions; others > 0; --others) {
    // Draw the index first: the order in which function arguments are evaluated is unspecified.
    const term::Term index = draw(sort.index());
    result = terms_.mk_store(result, index, draw(sort.element()));
  }
  return result;
}

}  // namespace pendulum::facts
