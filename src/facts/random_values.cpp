#include "facts/random_values.h"

#include <algorithm>

#include "term/traverse.h"

namespace pendulum::facts {

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
  const unsigned choice = random_() % 16;
  if (choice == 0) return terms_.mk_bv(static_cast<std::int64_t>(random_()), sort.width());
  if (choice <= 5 && !constants_.empty()) {
    const mpz_class& constant = constants_[random_() % constants_.size()];
    return terms_.mk_bv(mpz_class(constant + static_cast<long>(random_() % 3) - 1), sort.width());
  }
  return terms_.mk_bv(static_cast<std::int64_t>(random_() % 10) - 1, sort.width());
}

term::Term RandomValues::draw_array(term::Sort sort) {
  if (random_() % 4 == 0) return terms_.mk_zero(sort);
  term::Term result = terms_.mk_const_array(sort, draw(sort.element()));
  for (unsigned others = random_() % 4; others > 0; --others) {
    // Draw the index first: the order in which function arguments are evaluated is unspecified.
    const term::Term index = draw(sort.index());
    result = terms_.mk_store(result, index, draw(sort.element()));
  }
  return result;
}

}  // namespace pendulum::facts
