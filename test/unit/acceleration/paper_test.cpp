// The examples, figures and theorems of [IMPULSE].
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "acceleration/acceleration_fixture.h"
#include "acceleration/closed_form/fitted_polynomials.h"
#include "acceleration/comparison.h"
#include "acceleration/path/path_selection.h"
#include "program/text/text.h"

namespace pendulum::acceleration::test {
namespace {

constexpr unsigned width = 4;

class Paper : public ::testing::Test {
 protected:
  /// Compares the accelerator with executions from 64 states, for all numbers of iterations up to 20.
  void compare(const Accelerator& accelerator, const TermVector& variables, const TermVector& inputs = {}) {
    Comparison comparison(w_.terms, accelerator, variables);
    for (int start = 0; start < 64; ++start) {
      term::Model state;
      int factor = 1;
      for (const Term variable : variables) {
        state[variable] = variable.sort().is_array()
                              ? some_array(variable.sort())
                              : w_.bv(start * factor + factor / 3, variable.sort().width());
        factor += 4;
      }
      std::vector<term::Model> values(20);
      for (std::size_t i = 0; i < values.size(); ++i)
        for (const Term input : inputs)
          values[i][input] =
              w_.bv(start % 3 == 0 ? 32 : static_cast<std::int64_t>(31 + i % 3), input.sort().width());
      comparison.run(state, values);
      for (std::size_t n = 0; n <= values.size(); ++n) {
        const std::string mistake = comparison.mistake(n);
        ASSERT_EQ("", mistake);
      }
    }
    EXPECT_GT(comparison.num_accepted(), 0U);
  }
  Term some_array(term::Sort sort) {
    Term result = w_.terms.mk_zero(sort);
    for (int k = 0; k < 16; ++k)
      result =
          w_.terms.mk_store(result, w_.bv(k, sort.index().width()), w_.bv(k * k + 3, sort.element().width()));
    return term::normalize_array_value(w_.terms, result);
  }
  /// The value of a variable that the accelerator predicts after n iterations from `state`.
  Term predicted(const Accelerator& accelerator, Term variable, term::Model state, std::int64_t n) {
    state[accelerator.count] = w_.bv(n, count_width);
    return term::evaluate(w_.terms, update_of(accelerator, variable), state);
  }
  bool is_equivalent(Term a, Term b) { return w_.prover.is_valid(w_.terms.mk_eq(a, b)); }

  AccelerationContext w_;
};

/// Fig. 1: i counts characters until a blank is read or the buffer is full.
constexpr const char* figure_1 = R"(program
variable buflen (_ BitVec 6)
variable ch (_ BitVec 6)
variable i (_ BitVec 6)
location 0 "entry"
location 1 "u"
location 2 "v"
location 3 "error"
entry 0
error 3
edge 0 -> 1
  input length (_ BitVec 6) internal
  set buflen length
  set ch #b000000
  set i #b000000
edge 1 -> 2
  guard (bvult i buflen)
  input character (_ BitVec 6) internal
  set ch character
edge 2 -> 1
  guard (not (= ch #b100000))
  set i (bvadd i #b000001)
edge 1 -> 3
  guard (bvult buflen i)
)";

TEST_F(Paper, Examples1And2TheLoopOfFig1) {
  const program::Program program = program::parse(w_.terms, figure_1);
  const Cycle cycle = make_cycle(program, {1, 2});
  const Term i = w_.symbol("i", 6), ch = w_.symbol("ch", 6), buflen = w_.symbol("buflen", 6);
  const Term character = w_.symbol("character", 6);
  const auto path =
      resolve(w_.terms, cycle,
              {{i, w_.bv(0, 6)}, {ch, w_.bv(0, 6)}, {buflen, w_.bv(9, 6)}, {character, w_.bv(1, 6)}});
  ASSERT_TRUE(path.has_value());
  const Accelerator accelerator = w_.accelerated(*path);
  // The accelerator assigns i + n to i and the last character to ch. Its guard is i + (n - 1) < BUFLEN
  // without overflow, which is exact.
  EXPECT_TRUE(is_equivalent(update_of(accelerator, i),
                            w_.terms.mk_bvadd(i, w_.terms.mk_extract(accelerator.count, 5, 0))));
  EXPECT_TRUE(accelerator.is_exact);
  ASSERT_EQ(1U, accelerator.universals.size());
  const Term n = w_.terms.mk_concat(w_.bv(0, 1), accelerator.count);
  const Term end = w_.terms.mk_bvadd(w_.terms.mk_zero_extend(i, 27), w_.plus(n, -1));
  const Term expected = w_.terms.mk_and(
      w_.above(accelerator.count, 0),
      w_.terms.mk_and(w_.terms.mk_bvult(end, w_.terms.mk_zero_extend(buflen, 27)),
                      w_.terms.mk_bvule(accelerator.count, w_.bv(max_iterations, count_width))));
  EXPECT_TRUE(is_equivalent(accelerator.guard, expected));
  compare(accelerator, {i, ch, buflen}, {character});
}

TEST_F(Paper, Example3ASquareIsUnknown) {
  const Term x = w_.symbol("x", width), y = w_.symbol("y", width);
  LoopPath path{0, {}, {w_.below(x, 10)}, {{x, w_.plus(x, 1)}, {y, w_.terms.mk_bvmul(y, y)}}, {}, {}};
  const Accelerator accelerator = w_.accelerated(path);
  ASSERT_EQ(1U, accelerator.unknowns.size());
  EXPECT_FALSE(accelerator.is_exact);
  EXPECT_EQ(w_.terms.mk_select(accelerator.unknowns[0], w_.plus(accelerator.count, -1)),
            update_of(accelerator, y));
  compare(accelerator, {x, y});
  // A path with a condition on the unknown value is not accelerated, even if the condition depends on it only
  // through other variables or arrays.
  path.literals.push_back(w_.differs(y, 1));
  EXPECT_EQ("a condition depends on y, which has no closed form", w_.refusal(path));
  const Term z = w_.symbol("z", width);
  path.updates.push_back({z, y});
  path.literals.back() = w_.differs(z, 1);
  EXPECT_NE("", w_.refusal(path));
  const Term a = w_.array("a", width, width);
  path.writes = {{a, x, y}};
  path.literals.back() = w_.differs(w_.terms.mk_select(a, w_.bv(3, width)), 1);
  EXPECT_EQ("a condition depends on elements of a, which has no closed form", w_.refusal(path));
  path.updates.back().value = w_.terms.mk_select(a, w_.bv(3, width));
  path.literals.back() = w_.differs(z, 1);
  EXPECT_NE("", w_.refusal(path));
  path.literals.pop_back();
  compare(w_.accelerated(path), {x, y, z, a});
}

TEST_F(Paper, CopiesOfWrittenArraysAreUnknown) {
  const Term x = w_.symbol("x", width);
  const Term a = w_.array("a", width, width), b = w_.array("b", width, width);
  LoopPath path{0, {}, {w_.below(x, 10)}, {{x, w_.plus(x, 1)}, {b, a}}, {{a, x, x}}, {}};
  const Accelerator accelerator = w_.accelerated(path);
  EXPECT_EQ(1U, accelerator.unknowns.size());
  compare(accelerator, {x, a, b});
  // Elements of the copy are also unknown. A copy of an array that the path does not write has a closed form.
  path.literals.push_back(w_.differs(w_.terms.mk_select(b, x), 3));
  EXPECT_NE("", w_.refusal(path));
  path.writes.clear();
  EXPECT_TRUE(w_.accelerated(path).unknowns.empty());
  compare(w_.accelerated(path), {x, a, b});
}

TEST_F(Paper, Example4AnArrayThatIsFilled) {
  const Term x = w_.symbol("x", width);
  const Term a = w_.array("a", width, width);
  const LoopPath path{0, {}, {}, {{x, w_.plus(x, 1)}}, {{a, x, x}}, {}};
  const Accelerator accelerator = w_.accelerated(path);
  ASSERT_EQ(1U, accelerator.definitions.size());
  EXPECT_EQ(accelerator.definitions[0].array, update_of(accelerator, a));
  compare(accelerator, {x, a});
}

TEST_F(Paper, Lemma3WritesWithStrides) {
  const Term x = w_.symbol("x", width), y = w_.symbol("y", width), s = w_.symbol("s", width);
  const Term a = w_.array("a", width, width);
  for (const int stride : {0, 1, -1, 2, 3, -3, 8}) {
    LoopPath path{0, {}, {}, {{y, w_.plus(y, 5)}}, {{a, x, y}}, {}};
    if (stride != 0) path.updates.push_back({x, w_.plus(x, stride)});
    compare(w_.accelerated(path), {x, y, s, a});
  }
  const LoopPath symbolic{0, {}, {}, {{x, w_.terms.mk_bvadd(x, s)}, {y, w_.plus(y, 5)}}, {{a, x, y}}, {}};
  compare(w_.accelerated(symbolic), {x, y, s, a});
}

TEST_F(Paper, Condition6WithSeveralWritersIsExact) {
  const Term x = w_.symbol("x", width), y = w_.symbol("y", width);
  const Term a = w_.array("a", width, width);
  LoopPath path{0,
                {},
                {w_.below(x, 13)},
                {{x, w_.plus(x, 1)}, {y, w_.plus(y, 3)}},
                {{a, x, y}, {a, w_.plus(x, 1), w_.bv(0, width)}, {a, w_.bv(5, width), w_.plus(y, 1)}},
                {}};
  compare(w_.accelerated(path), {x, y, a});
  // Two writers that move in opposite directions and meet.
  path.writes[1].index = w_.terms.mk_bvsub(w_.bv(12, width), x);
  compare(w_.accelerated(path), {x, y, a});
}

TEST_F(Paper, LongLoopsOfOrdinaryWidth) {
  // for (; i < n; i++) { a[i] = i; sum += i; }
  const Term i = w_.symbol("i", 32), bound = w_.symbol("bound", 32), sum = w_.symbol("sum", 32);
  const Term a = w_.array("memory", 32, 32);
  const LoopPath path{
      0,           {}, {w_.terms.mk_bvslt(i, bound)}, {{i, w_.plus(i, 1)}, {sum, w_.terms.mk_bvadd(sum, i)}},
      {{a, i, i}}, {}};
  const Accelerator accelerator = w_.accelerated(path);
  EXPECT_TRUE(accelerator.is_exact);
  EXPECT_TRUE(accelerator.universals.empty());
  const term::Model start{{i, w_.bv(0, 32)}, {sum, w_.bv(7, 32)}, {bound, w_.bv(1000000, 32)}};
  EXPECT_EQ(w_.bv(7 + 999999LL * 1000000 / 2, 32), predicted(accelerator, sum, start, 1000000));
  EXPECT_EQ(w_.bv(1000000, 32), predicted(accelerator, i, start, 1000000));
  for (const auto& [n, holds] :
       std::vector<std::pair<std::int64_t, bool>>{{0, false}, {1, true}, {1000000, true}, {1000001, false}}) {
    term::Model model = start;
    model[accelerator.count] = w_.bv(n, count_width);
    EXPECT_EQ(holds, term::evaluate(w_.terms, accelerator.guard, model).is_true()) << n;
  }
}

/// The rank of the vectors of Theorem 1.
std::size_t rank(std::vector<std::vector<mpq_class>> rows) {
  std::size_t rank = 0;
  for (std::size_t column = 0; !rows.empty() && column < rows.front().size(); ++column) {
    const auto pivot = std::find_if(rows.begin() + static_cast<long>(rank), rows.end(),
                                    [&](const auto& row) { return row[column] != 0; });
    if (pivot == rows.end()) continue;
    std::swap(*pivot, rows[rank]);
    for (std::size_t row = rank + 1; row < rows.size(); ++row) {
      const mpq_class factor = rows[row][column] / rows[rank][column];
      for (std::size_t i = column; i < rows[row].size(); ++i) rows[row][i] -= factor * rows[rank][i];
    }
    ++rank;
  }
  return rank;
}

TEST_F(Paper, Theorem1PointsAreLinearlyIndependent) {
  for (std::size_t k = 1; k <= 5; ++k) {
    const std::vector<Point> points = evaluation_points(k);
    EXPECT_EQ(2 * k + 2, points.size());
    std::vector<std::vector<mpq_class>> rows;
    for (const Point& point : points) {
      ASSERT_EQ(k, point.values.size());
      EXPECT_LE(point.n, 2U);
      std::vector<mpq_class> row(point.values.begin(), point.values.end());
      for (const int value : point.values) row.emplace_back(value * static_cast<int>(point.n));
      row.emplace_back(point.n);
      row.emplace_back(point.n * point.n);
      rows.push_back(row);
    }
    EXPECT_EQ(2 * k + 2, rank(rows)) << k;
  }
}

TEST_F(Paper, ConstraintBasedAccelerationFindsWhatMatchingDoesNot) {
  const Term x = w_.symbol("x", width), z = w_.symbol("z", width);
  const LoopPath path{0, {}, {}, {{x, w_.terms.mk_bvsub(w_.times(x, 2), z)}, {z, x}}, {}, {}};
  const Accelerator accelerator = w_.accelerated(path);
  EXPECT_TRUE(accelerator.unknowns.empty());
  EXPECT_TRUE(accelerator.is_exact);
  compare(accelerator, {x, z});
  // For the swap, a polynomial fits at the evaluation points, but the induction (4) does not hold for it.
  const LoopPath swap{0, {}, {}, {{x, z}, {z, x}}, {}, {}};
  EXPECT_EQ(2U, w_.accelerated(swap).unknowns.size());
  compare(w_.accelerated(swap), {x, z});
  const LoopPath doubling{0, {}, {}, {{x, w_.times(x, 2)}}, {}, {}};
  EXPECT_EQ(1U, w_.accelerated(doubling).unknowns.size());
}

TEST_F(Paper, FittedPolynomialsOfOtherVariables) {
  // y := y + x, where the polynomial of x is fitted: y is quadratic in j.
  const Term x = w_.symbol("x", width), y = w_.symbol("y", width), z = w_.symbol("z", width);
  const LoopPath path{
      0, {}, {}, {{x, w_.terms.mk_bvsub(w_.times(x, 2), z)}, {z, x}, {y, w_.terms.mk_bvadd(y, x)}}, {}, {}};
  const Accelerator accelerator = w_.accelerated(path);
  EXPECT_TRUE(accelerator.unknowns.empty());
  compare(accelerator, {x, y, z});
}

class Selection : public Paper {
 protected:
  /// Selects at most 21 paths of the cycle from all states that satisfy `reach`.
  std::vector<LoopPath> select(const program::Program& program, std::vector<program::EdgeId> edges,
                               Term reach = {}) {
    smt::SolverOptions options;
    options.backend = smt::Backend::Cadical;
    options.cores = false;
    const auto solver = w_.solvers->make(w_.terms, options);
    smt::Expander expander(w_.terms);
    PathSelection selection(program, make_cycle(program, std::move(edges)), expander, *solver);
    const TermVector values = start_values(program);
    selection.start_from(reach ? reach : w_.terms.mk_true(), values);
    std::vector<LoopPath> paths;
    while (auto path = selection.next()) {
      paths.push_back(*path);
      if (paths.size() > 20) break;
    }
    return paths;
  }
  /// The start value of each variable is its own symbol, so `reach` can be a formula over the variables.
  static TermVector start_values(const program::Program& program) {
    TermVector result;
    for (const program::Variable& variable : program.variables()) result.push_back(variable.symbol);
    return result;
  }
};

constexpr const char* figure_3 = R"(program
variable x (_ BitVec 6)
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input start (_ BitVec 6) internal
  set x start
edge 1 -> 1
  guard (or (bvsgt x #b000000) (bvslt x #b000000))
  set x (ite (bvsgt x #b000000) (bvsub x #b000001) (bvadd x #b000001))
edge 1 -> 2
  guard (= x #b000000)
)";

TEST_F(Selection, Fig3BothPathsOnce) {
  const program::Program program = program::parse(w_.terms, figure_3);
  const std::vector<LoopPath> paths = select(program, {1});
  ASSERT_EQ(2U, paths.size());
  const Term x = w_.symbol("x", 6);
  std::set<Term> updates;
  for (const LoopPath& path : paths) {
    ASSERT_EQ(1U, path.updates.size());
    updates.insert(path.updates[0].value);
    compare(w_.accelerated(path), {x});
  }
  EXPECT_EQ((std::set<Term>{w_.plus(x, 1), w_.plus(x, -1)}), updates);
  // From x > 0 only one of them can be taken twice, and from x = 1 neither.
  EXPECT_EQ(1U, select(program, {1}, w_.terms.mk_bvslt(w_.bv(0, 6), x)).size());
  EXPECT_EQ(0U, select(program, {1}, w_.is(x, 1)).size());
}

TEST_F(Selection, InfeasibleSquaresYieldNoPath) {
  // [x = 3] x := 0: the second iteration is infeasible.
  const program::Program program = program::parse(w_.terms, R"(program
variable x (_ BitVec 6)
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input start (_ BitVec 6) internal
  set x start
edge 1 -> 1
  guard (= x #b000011)
  set x #b000000
edge 1 -> 2
  guard (= x #b000000)
)");
  EXPECT_TRUE(select(program, {1}).empty());
}

TEST_F(Selection, PathsThatDependOnReads) {
  // A scan for zero: pi^2 needs two elements that are not zero.
  const program::Program program = program::parse(w_.terms, R"(program
variable a (Array (_ BitVec 4) (_ BitVec 4))
variable x (_ BitVec 4)
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input content (Array (_ BitVec 4) (_ BitVec 4)) internal
  set a content
  set x #b0000
edge 1 -> 1
  guard (not (= (select a x) #b0000))
  set x (bvadd x #b0001)
edge 1 -> 2
  guard (= (select a x) #b0000)
)");
  const std::vector<LoopPath> paths = select(program, {1});
  ASSERT_EQ(1U, paths.size());
  const Accelerator accelerator = w_.accelerated(paths[0]);
  EXPECT_EQ(1U, accelerator.universals.size());
  compare(accelerator, {program.variables()[0].symbol, program.variables()[1].symbol});
}

TEST_F(Selection, ReadsThatOnlyUpdatesNeedAgreeWithThoseOfTheGuard) {
  // In the first iteration x = y. Both reads then return the same element, which is not zero.
  const program::Program program = program::parse(w_.terms, R"(program
variable a (Array (_ BitVec 4) (_ BitVec 4))
variable x (_ BitVec 4)
variable y (_ BitVec 4)
variable z (Array (_ BitVec 4) (_ BitVec 4))
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  input content (Array (_ BitVec 4) (_ BitVec 4)) internal
  set a content
  set x #b0000
  set y #b0000
  set z content
edge 1 -> 1
  guard (not (= (select a x) #b0000))
  set x (bvadd x #b0001)
  set z (store z x (select a y))
edge 1 -> 2
  guard (= (select z x) #b0000)
)");
  const Term same = w_.terms.mk_eq(w_.symbol("x", width), w_.symbol("y", width));
  EXPECT_EQ(1U, select(program, {1}, same).size());
}

TEST_F(Paper, ACycleThatTakesAnEdgeTwiceRenamesInputs) {
  const program::Program program = program::parse(w_.terms, R"(program
variable x (_ BitVec 4)
location 0 "entry"
location 1 "head"
location 2 "error"
entry 0
error 2
edge 0 -> 1
  set x #b0000
edge 1 -> 1
  input in (_ BitVec 4) internal
  set x (bvadd x in)
edge 1 -> 2
  guard (= x #b1000)
)");
  const Cycle cycle = make_cycle(program, {1, 1});
  ASSERT_EQ(2U, cycle.inputs.size());
  EXPECT_NE(cycle.inputs[0].symbol, cycle.inputs[1].symbol);
  EXPECT_EQ(cycle.inputs[0].original, cycle.inputs[1].original);
  const Term x = w_.symbol("x", width);
  term::Model model{{x, w_.bv(1, width)},
                    {cycle.inputs[0].symbol, w_.bv(2, width)},
                    {cycle.inputs[1].symbol, w_.bv(5, width)}};
  ASSERT_EQ(1U, cycle.updates.size());
  EXPECT_EQ(w_.bv(8, width), term::evaluate(w_.terms, cycle.updates[0].value, model));
}

}  // namespace
}  // namespace pendulum::acceleration::test
