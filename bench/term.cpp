// Measures constructions of terms per second, and how the time of traversals grows with the size of the DAG.
#include <benchmark/benchmark.h>

#include <sstream>

#include "term/evaluation/evaluate.h"
#include "term/smtlib/reader.h"
#include "term/traverse.h"

namespace {

using namespace pendulum::term;

/// Small terms, most of them new: x_i + x_j, x_i < x_j, and combinations of both.
void construct_new(benchmark::State& state) {
  for (auto _ : state) {
    TermManager m;
    TermVector xs;
    for (int i = 0; i < 256; ++i) xs.push_back(m.mk_symbol("x" + std::to_string(i), m.bitvec_sort(32)));
    for (const Term a : xs) {
      for (const Term b : xs) {
        const Term sum = m.mk_bvsub(a, b);
        const Term less = m.mk_bvult(sum, a);
        benchmark::DoNotOptimize(m.mk_not(m.mk_eq(sum, b)));
        benchmark::DoNotOptimize(less);
      }
    }
    state.SetItemsProcessed(state.items_processed() + static_cast<std::int64_t>(m.size()));
  }
}
BENCHMARK(construct_new)->Unit(benchmark::kMillisecond);

/// Terms that exist already: measures the cost of the lookup.
void construct_known(benchmark::State& state) {
  TermManager m;
  const Term x = m.mk_symbol("x", m.bitvec_sort(32));
  std::int64_t n = 0;
  for (auto _ : state) {
    const Term value = m.mk_bv(n++ & 1023, 32);
    benchmark::DoNotOptimize(m.mk_bvadd(x, value));
  }
  state.SetItemsProcessed(2 * state.iterations());
}
BENCHMARK(construct_known);

void fold_constants(benchmark::State& state) {
  TermManager m;
  const Term one = m.mk_bv(1, static_cast<std::uint32_t>(state.range(0)));
  Term value = m.mk_bv(0, static_cast<std::uint32_t>(state.range(0)));
  for (auto _ : state) {
    value = m.mk_bvadd(value, one);
    if (value.integer_value() == 1000) value = m.mk_bv(0, static_cast<std::uint32_t>(state.range(0)));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(fold_constants)->Arg(32)->Arg(128);

struct Chain {
  TermManager m;
  Term x = m.mk_symbol("x", m.bitvec_sort(32));
  Term y = m.mk_symbol("y", m.bitvec_sort(32));
  Term term = x;

  explicit Chain(std::int64_t size) {
    for (std::int64_t i = 0; i < size / 2; ++i) term = m.mk_bvadd(m.mk_bvmul(term, term), y);
  }
};

void substitution(benchmark::State& state) {
  Chain chain(state.range(0));
  int n = 0;
  for (auto _ : state) {
    const Term z = chain.m.mk_symbol("z" + std::to_string(n++), chain.m.bitvec_sort(32));
    benchmark::DoNotOptimize(substitute(chain.m, chain.term, {{chain.x, z}}));
  }
  state.SetComplexityN(state.range(0));
}
BENCHMARK(substitution)
    ->RangeMultiplier(4)
    ->Range(1 << 10, 1 << 18)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

void evaluation(benchmark::State& state) {
  Chain chain(state.range(0));
  const Model model{{chain.x, chain.m.mk_bv(3, 32)}, {chain.y, chain.m.mk_bv(5, 32)}};
  for (auto _ : state) benchmark::DoNotOptimize(evaluate(chain.m, chain.term, model));
  state.SetComplexityN(state.range(0));
}
BENCHMARK(evaluation)
    ->RangeMultiplier(4)
    ->Range(1 << 10, 1 << 18)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

void write_and_read(benchmark::State& state) {
  Chain chain(state.range(0));
  for (auto _ : state) {
    const std::string text = chain.term.to_string();
    benchmark::DoNotOptimize(SmtLibReader(chain.m).read_term(text));
  }
  state.SetComplexityN(state.range(0));
}
BENCHMARK(write_and_read)
    ->RangeMultiplier(4)
    ->Range(1 << 10, 1 << 18)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

/// A conjunction that grows by one conjunct at a time.
void conjunction_chain(benchmark::State& state) {
  for (auto _ : state) {
    TermManager m;
    Term all = m.mk_true();
    for (std::int64_t i = 0; i < state.range(0); ++i) all = m.mk_and(all, m.mk_fresh("c", m.bool_sort()));
    benchmark::DoNotOptimize(all);
  }
  state.SetComplexityN(state.range(0));
}
BENCHMARK(conjunction_chain)
    ->RangeMultiplier(4)
    ->Range(1 << 10, 1 << 17)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

}  // namespace

BENCHMARK_MAIN();
