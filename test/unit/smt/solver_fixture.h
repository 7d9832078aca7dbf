// Test fixture of this folder: a manager, a factory, and back ends by name.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/statistics.h"
#include "base/stop.h"
#include "smt/factory/factory.h"
#include "smt/solver.h"
#include "term/term_manager.h"

namespace pendulum::smt {

class SmtTest : public ::testing::Test {
 protected:
  std::unique_ptr<Solver> make_solver(Backend backend, const std::string& logic = {}) {
    return factory->make(manager, {.backend = backend, .logic = logic});
  }
  term::Term symbol(const char* name, term::Sort sort) { return manager.mk_symbol(name, sort); }
  term::Term boolean(const char* name) { return symbol(name, manager.bool_sort()); }
  term::Term integer(const char* name) { return symbol(name, manager.int_sort()); }
  term::Term bitvec(const char* name, unsigned width = 8) { return symbol(name, manager.bitvec_sort(width)); }

  term::TermManager manager;
  base::StopToken stop;
  base::Statistics statistics;
  std::unique_ptr<SolverFactory> factory = make_solver_factory({}, stop, statistics);
};

inline std::string backend_name(Backend backend) {
  return backend == Backend::Z3 ? "Z3" : "Cvc5";
}

/// Tests that every back end must pass.
class BackendTest : public SmtTest, public ::testing::WithParamInterface<Backend> {
 protected:
  std::unique_ptr<Solver> make(const std::string& logic = {}) { return make_solver(GetParam(), logic); }
};

/// x * y = 2^63 - 25, a prime, without wrapping: unsatisfiable, and it takes every solver minutes.
inline term::Term factoring(term::TermManager& manager) {
  const term::Term x = manager.mk_symbol("factor_x", manager.bitvec_sort(64));
  const term::Term y = manager.mk_symbol("factor_y", manager.bitvec_sort(64));
  const term::Term bound = manager.mk_bv(std::int64_t{1} << 32, 64);
  const term::Term one = manager.mk_bv(1, 64);
  return manager.mk_and(
      {manager.mk_bvult(x, bound), manager.mk_bvult(y, bound), manager.mk_bvult(one, x),
       manager.mk_bvult(one, y),
       manager.mk_eq(manager.mk_bvmul(x, y), manager.mk_bv(std::int64_t{0x7fffffffffffffe7}, 64))});
}

}  // namespace pendulum::smt

#define PENDULUM_FOR_EVERY_BACKEND(Suite)                                                  \
  INSTANTIATE_TEST_SUITE_P(Backends, Suite, ::testing::Values(Backend::Z3, Backend::Cvc5), \
                           [](const auto& parameter) { return backend_name(parameter.param); })
