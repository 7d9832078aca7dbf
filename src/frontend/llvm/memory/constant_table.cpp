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

/// Maximum number of elements for which runs are computed.
constexpr std::size_t max_elements = 4096;

/// Least length of a run of ascending elements; shorter ones are runs of equal elements.
constexpr std::size_t min_ascent = 3;

/// Consecutive elements up to the start of the next run. All of them have the same value, or each is greater
/// by one than the element before.
struct Run {
  mpz_class first;  ///< index of the first element
  Term value;       ///< the first element
  bool ascends = false;
};

/// The runs of equal elements of `array`, ordered by index; the first run starts at 0. Empty if the array is
/// not a chain of constant stores, or if it has too many elements.
std::vector<Run> equal_runs_of(Term array) {
  std::map<mpz_class, Term> elements;
  for (; array.kind() == Kind::Store; array = array[0]) {
    if (array[1].kind() != Kind::BitVecValue || elements.size() == max_elements) return {};
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
  }
  return runs;
}

/// Is `b` the run directly after the single element `a`, and its value greater by one?
bool continues(const Run& a, const Run& b) {
  return b.first == a.first + 1 && a.value.kind() == Kind::BitVecValue &&
         b.value.kind() == Kind::BitVecValue && b.value.integer_value() == a.value.integer_value() + 1;
}

/// Joins runs of single elements that ascend. The last run has no end, so it is not joined.
std::vector<Run> join_ascending(const std::vector<Run>& runs) {
  std::vector<Run> result;
  for (std::size_t i = 0; i < runs.size();) {
    std::size_t end = i;  // the runs from i to end - 1 are single elements that ascend
    while (end + 1 < runs.size() && runs[end + 1].first == runs[end].first + 1 &&
           (end == i || continues(runs[end - 1], runs[end])))
      ++end;
    const bool ascends = end - i >= min_ascent;
    result.push_back({runs[i].first, runs[i].value, ascends});
    i = ascends ? end : i + 1;
  }
  return result;
}

/// The runs of `array`, ordered by index. Empty if it is not a constant table, or if it has too many runs.
std::vector<Run> runs_of(Term array) {
  std::vector<Run> runs = join_ascending(equal_runs_of(array));
  if (runs.size() > max_runs) runs.clear();
  return runs;
}

/// The element of `run` at `index`. Requires: `index` is inside of the run.
Term element_of(term::TermManager& terms, const Run& run, Term index) {
  if (!run.ascends) return run.value;
  const std::uint32_t from = index.sort().width();
  const std::uint32_t to = run.value.sort().width();
  const Term number = from < to ? terms.mk_zero_extend(index, to - from) : terms.mk_extract(index, to - 1, 0);
  const mpz_class modulus = mpz_class(1) << to;
  mpz_class difference = run.value.integer_value() - run.first;
  mpz_mod(difference.get_mpz_t(), difference.get_mpz_t(), modulus.get_mpz_t());
  return terms.mk_bvadd(number, terms.mk_bv(difference, to));
}

/// The value of the run that contains `index`. Requires: `runs` are ordered, and `index` is not before them.
Term decide(term::TermManager& terms, std::span<const Run> runs, Term index) {
  PENDULUM_CHECK(!runs.empty(), "a table should have a run");
  if (runs.size() == 1) return element_of(terms, runs.front(), index);
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
