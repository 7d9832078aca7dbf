#include "frontend/llvm/memory/constant_table.h"

#include <gmpxx.h>

#include <map>
#include <span>
#include <vector>

#include "base/check.h"

namespace pendulum::frontend {

using term::Kind;
using term::Term;

namespace {

/// Maximum number of runs of a table; tables with more runs remain arrays. The decision tree of a table with
/// `max_runs` runs has a depth of five.
constexpr std::size_t max_runs = 32;

/// Consecutive elements with the same value, up to the start of the next run.
struct Run {
  mpz_class first;  ///< index of the first element
  Term value;
};

/// The runs of `array`, ordered by index; the first run starts at 0. Empty if the array is not a chain of
/// constant stores, or if it has too many runs.
std::vector<Run> runs_of(Term array) {
  std::map<mpz_class, Term> elements;
  for (; array.kind() == Kind::Store; array = array[0]) {
    if (array[1].kind() != Kind::BitVecValue) return {};
    elements.emplace(array[1].integer_value(), array[2]);  // the outermost store of an index wins
  }
  if (array.kind() != Kind::ConstArray) return {};
  std::vector<Run> runs{{0, array[0]}};
  const auto begin_run = [&](const mpz_class& first, Term value) {
    if (runs.back().first == first) runs.pop_back();
    if (runs.empty() || runs.back().value != value) runs.push_back({first, value});
  };
  for (auto it = elements.begin(); it != elements.end(); ++it) {
    begin_run(it->first, it->second);
    const auto next = std::next(it);
    if (next == elements.end() || next->first != it->first + 1) begin_run(it->first + 1, array[0]);
    if (runs.size() > max_runs) return {};
  }
  return runs;
}

/// The value of the run that contains `index`. Requires: `runs` are ordered, and `index` is not before them.
Term decide(term::TermManager& terms, std::span<const Run> runs, Term index) {
  PENDULUM_CHECK(!runs.empty(), "a table should have a run");
  if (runs.size() == 1) return runs.front().value;
  const std::size_t middle = runs.size() / 2;
  const Term is_below = terms.mk_bvult(index, terms.mk_bv(runs[middle].first, index.sort().width()));
  return terms.mk_ite(is_below, decide(terms, runs.first(middle), index),
                      decide(terms, runs.subspan(middle), index));
}

}  // namespace

Term read_table(term::TermManager& terms, Term array, Term index) {
  PENDULUM_CHECK(array.sort().is_array() && array.sort().index() == index.sort(),
                 "the index should have the sort of the array's indices");
  if (index.is_value()) return terms.mk_select(array, index);
  std::vector<Run> runs = runs_of(array);
  // A run that starts after the last representable index is empty.
  const mpz_class end = mpz_class(1) << index.sort().width();
  if (!runs.empty() && runs.back().first == end) runs.pop_back();
  return runs.empty() ? terms.mk_select(array, index) : decide(terms, runs, index);
}

}  // namespace pendulum::frontend
