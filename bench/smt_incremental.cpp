// Measures the effect of setting the logic of a solver: an unrolled state machine over bit-vectors, arrays or
// integers, with four queries per step under assumptions, solved with the back end's general strategy and
// with its strategy for the logic.
//
//   bench_smt_incremental --benchmark_filter=Z3
#include <benchmark/benchmark.h>

#include <string>

#include "smt/factory/factory.h"

namespace pendulum::smt {
namespace {

using term::Sort;
using term::Term;
using term::TermVector;

enum class Theory { BitVec, Array, Int };

/// The state machine: registers x, y, state, and a memory for Theory::Array; one input per step.
class Machine {
 public:
  Machine(term::TermManager& manager, Theory theory) : manager_(manager), theory_(theory) {}

  Term initial() { return manager_.mk_and({is("x", 0, 0), is("y", 0, 0), is("state", 0, 0)}); }

  Term step(unsigned k) {
    const Term x = at("x", k), y = at("y", k), state = at("state", k), input = at("input", k);
    Term next_x = manager_.mk_ite(is("state", k, 0), add(x, input),
                                  manager_.mk_ite(is("state", k, 1), add(x, y), add(x, x)));
    const Term next_y = manager_.mk_ite(less(input, x), add(y, number(1)), add(y, number(3)));
    const Term next_state =
        manager_.mk_ite(less(x, y), manager_.mk_ite(is("state", k, 3), number(0), add(state, number(1))),
                        manager_.mk_ite(less(input, number(5)), number(1), number(2)));
    TermVector parts{less(number(-100), input), less(input, number(100))};
    if (theory_ == Theory::Array) {
      const Term memory = memory_at(k);
      next_x = manager_.mk_ite(is("state", k, 2), manager_.mk_select(memory, input), next_x);
      parts.push_back(manager_.mk_eq(memory_at(k + 1),
                                     manager_.mk_ite(is("state", k, 1), manager_.mk_store(memory, input, x),
                                                     manager_.mk_store(memory, x, y))));
    }
    parts.push_back(manager_.mk_eq(at("x", k + 1), next_x));
    parts.push_back(manager_.mk_eq(at("y", k + 1), next_y));
    parts.push_back(manager_.mk_eq(at("state", k + 1), next_state));
    return manager_.mk_and(parts);
  }

  TermVector questions(unsigned k) {
    const auto step_number = static_cast<int>(k);
    return {manager_.mk_and(is("x", k, 7777), is("y", k, 13)), is("y", k, 3 * step_number + 1),
            manager_.mk_and(is("x", k, 10 + step_number), is("state", k, 3)),
            manager_.mk_or(is("state", k, 4), less(at("y", k), number(0)))};
  }

 private:
  Sort word() { return theory_ == Theory::Int ? manager_.int_sort() : manager_.bitvec_sort(32); }
  Term number(int value) {
    return theory_ == Theory::Int ? manager_.mk_int(value) : manager_.mk_bv(value, 32);
  }
  Term add(Term a, Term b) {
    return theory_ == Theory::Int ? manager_.mk_add(a, b) : manager_.mk_bvadd(a, b);
  }
  Term less(Term a, Term b) {
    return theory_ == Theory::Int ? manager_.mk_lt(a, b) : manager_.mk_bvslt(a, b);
  }
  Term at(const char* name, unsigned k) { return manager_.mk_symbol(name + std::to_string(k), word()); }
  Term is(const char* name, unsigned k, int value) { return manager_.mk_eq(at(name, k), number(value)); }
  Term memory_at(unsigned k) {
    return manager_.mk_symbol("memory" + std::to_string(k), manager_.array_sort(word(), word()));
  }

  term::TermManager& manager_;
  Theory theory_;
};

void unroll(benchmark::State& state, Backend backend, Theory theory, const std::string& logic) {
  for (auto _ : state) {
    term::TermManager manager;
    base::StopToken stop(base::Clock::now() + std::chrono::seconds(60));
    base::Statistics statistics;
    const auto factory = make_solver_factory({}, stop, statistics);
    const auto solver = factory->make(manager, {.backend = backend, .logic = logic});
    Machine machine(manager, theory);
    solver->assert_term(machine.initial());
    unsigned unknown = 0;
    for (unsigned k = 0; k < 10; ++k) {
      solver->assert_term(machine.step(k));
      for (const Term question : machine.questions(k + 1)) {
        if (solver->check(TermVector{question}) == SatResult::Unknown) ++unknown;
      }
    }
    state.counters["unknown"] = unknown;
  }
}

#define PENDULUM_UNROLL(Name, theory, logic)                                                       \
  BENCHMARK_CAPTURE(unroll, Z3_##Name, Backend::Z3, theory, logic)->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(unroll, Cvc5_##Name, Backend::Cvc5, theory, logic)->Unit(benchmark::kMillisecond)

PENDULUM_UNROLL(bitvec_general, Theory::BitVec, "");
PENDULUM_UNROLL(bitvec_QF_BV, Theory::BitVec, "QF_BV");
PENDULUM_UNROLL(array_general, Theory::Array, "");
PENDULUM_UNROLL(array_QF_ABV, Theory::Array, "QF_ABV");
PENDULUM_UNROLL(integer_general, Theory::Int, "");
PENDULUM_UNROLL(integer_QF_LIA, Theory::Int, "QF_LIA");

}  // namespace
}  // namespace pendulum::smt

BENCHMARK_MAIN();
