#include "program/integer_view/integer_value.h"

#include "base/check.h"
#include "base/integer_math.h"

namespace pendulum::program {

IntegerValue range_of(Reading reading, std::uint32_t width) {
  PENDULUM_CHECK(width >= 1, "a bit-vector should have a bit");
  if (reading == Reading::Unsigned) return {term::Term(), 0, base::power_of_two(width) - 1};
  const mpz_class half = base::power_of_two(width - 1);
  return {term::Term(), -half, half - 1};
}

term::Sort integer_sort(term::TermManager& terms, term::Sort sort) {
  if (sort.is_bitvec()) return terms.int_sort();
  if (!sort.is_array()) return sort;
  return terms.array_sort(integer_sort(terms, sort.index()), integer_sort(terms, sort.element()));
}

}  // namespace pendulum::program
