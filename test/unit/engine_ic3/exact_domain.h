// A domain for tests of Ic3: exact steps over variables of two bits.
#pragma once

#include "engine/ic3/domain.h"

namespace pendulum::engine::ic3 {

/// No abstraction; a pre-image is one state.
class ExactDomain : public Domain {
 public:
  ExactDomain(const program::Program& program, smt::SolverFactory& solvers)
      : program_(program), solvers_(solvers) {}

  std::unique_ptr<smt::Solver> make_solver() override { return solvers_.make(program_.terms(), {}); }

  Projected preimage(const Preimage& step) override {
    Cube cube;
    for (const program::Variable& variable : program_.variables())
      for (int value = 0; value < 4; ++value) {
        const term::Term equal = program_.terms().mk_eq(variable.symbol, program_.terms().mk_bv(value, 2));
        if (step.truth(equal)) cube.push_back(equal);
      }
    return {make_cube(std::move(cube)), {}};
  }

 private:
  const program::Program& program_;
  smt::SolverFactory& solvers_;
};

}  // namespace pendulum::engine::ic3
