// A loop over arrays with inputs, for tests of repeated segments.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <random>

#include "certificate/error_path.h"
#include "check/replay/interpreter.h"
#include "check_kernel/small_programs.h"

namespace pendulum::check::test {

/// i = 0; while (i < end) { x += a[i] + in; a[..] = in; [if (..)] b = ..; i++; } if (x is what it is) error;
/// The locations "head" and "middle" are on the loop; edges 0: start, 1: first half, 2 and 3: second half,
/// the case i % period == 0 and the others, 4: to the error.
class LoopTest : public ::testing::Test {
 protected:
  Term draw(std::initializer_list<Term> terms) {
    return *(terms.begin() + static_cast<std::ptrdiff_t>(random_() % terms.size()));
  }

  void make(std::int64_t end, std::int64_t period) {
    term::TermManager& terms = w_.terms;
    Draft draft(w_);
    const term::Sort sort = terms.array_sort(terms.bitvec_sort(32), terms.bitvec_sort(32));
    i_ = draft.variable(w_.symbol("i", 32));
    x_ = draft.variable(w_.symbol("x", 32));
    const Term case_period = draft.variable(w_.symbol("period", 32));
    a_ = draft.variable(terms.mk_symbol("a", sort));
    b_ = draft.variable(terms.mk_symbol("b", sort));
    in_ = w_.symbol("in", 32);
    const Term mask = w_.bv(15, 32);
    const auto small = [&](Term term) { return terms.mk_bv_binary(Kind::BvAnd, term, mask); };
    for (const char* name : {"entry", "head", "middle", "error"}) draft.location(name);
    const Term zeros = terms.mk_const_array(sort, w_.bv(3, 32));
    draft.edge(
        0, 1, w_.yes(),
        {{i_, w_.bv(0, 32)}, {x_, w_.bv(1, 32)}, {case_period, w_.bv(period, 32)}, {a_, zeros}, {b_, zeros}});
    const Term read =
        terms.mk_select(draw({a_, b_, terms.mk_store(a_, small(x_), i_)}), draw({i_, small(x_)}));
    draft.edge(1, 2, terms.mk_and(w_.below(i_, end), w_.no(w_.is(in_, 777'777))),
               {{x_, terms.mk_bvadd(terms.mk_bvadd(x_, read), in_)},
                {a_, terms.mk_store(a_, draw({i_, small(i_), small(x_)}), draw({in_, x_}))}},
               {in_});
    const Term is_case = w_.is(terms.mk_bv_binary(Kind::BvUrem, i_, case_period), 0);
    const Term written = terms.mk_store(terms.mk_store(b_, small(i_), x_), small(x_), i_);
    const Term chosen = terms.mk_ite(w_.below(small(x_), 8), written, draw({a_, b_, zeros}));
    draft.edge(2, 1, is_case, {{i_, w_.plus(i_, 1)}, {b_, chosen}});
    draft.edge(2, 1, w_.no(is_case), {{i_, w_.plus(i_, 1)}, {a_, draw({a_, b_})}});
    draft.edge(1, 3, w_.is(i_, end));
    program_ = draft.build(0, 3);
  }

  /// 32 bits of the iteration.
  Term low() { return w_.terms.mk_extract(certificate::iteration(w_.terms), 31, 0); }
  Term random_value() {
    term::TermManager& terms = w_.terms;
    Term table =
        terms.mk_const_array(terms.array_sort(terms.bitvec_sort(64), terms.bitvec_sort(32)), w_.bv(5, 32));
    for (int k = 0; k < 20; ++k)
      table = terms.mk_store(table, w_.bv(static_cast<std::int64_t>(random_() % 300), 64),
                             w_.bv(static_cast<std::int64_t>(random_() % 1000), 32));
    return draw({w_.bv(9, 32), w_.plus(low(), 5), terms.mk_select(table, certificate::iteration(terms))});
  }

  certificate::ErrorPath path(std::uint64_t count, Term value) {
    certificate::ErrorPath result(std::vector<certificate::Step>{{0, {}}});
    result.append(certificate::Segment{{{1, {{in_, value}}}, {2, {}}}, count});
    result.append(certificate::Step{4, {}});
    return result;
  }

  void expect_same(const check::Run& run, const check::Run& expected) {
    EXPECT_EQ(run.reached_error, expected.reached_error) << run.stuck_reason << expected.stuck_reason;
    EXPECT_EQ(run.steps, expected.steps);
    if (!expected.reached_error) return;
    EXPECT_EQ(run.state, expected.state);
    for (const auto& [array, value] : expected.arrays)
      EXPECT_EQ(run.arrays.at(array).entries(), value.entries()) << array.name();
    const std::vector<ConsumedInput> inputs = expanded(w_.terms, run.inputs);
    const std::vector<ConsumedInput> all = expanded(w_.terms, expected.inputs);
    ASSERT_EQ(inputs.size(), all.size());
    for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(inputs[k].value, all[k].value);
  }

  TermContext w_;
  std::mt19937 random_{7};
  Term i_, x_, a_, b_, in_;
  std::optional<Program> program_;
};

}  // namespace pendulum::check::test
