// Test fixture: builds loop paths from short notations for terms, and accelerates them.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "acceleration/accelerator.h"
#include "smt/factory/factory.h"

namespace pendulum::acceleration::test {

using program::Assignment;
using term::Kind;
using term::Term;
using term::TermVector;

/// Terms, solvers and an empty program. accelerate() uses only the term manager of the program.
struct AccelerationContext {
  explicit AccelerationContext(std::chrono::milliseconds limit_of_query = std::chrono::milliseconds(500))
      : limit(limit_of_query) {}
  std::chrono::milliseconds limit;
  term::TermManager terms;
  base::StopToken stop;
  base::Statistics statistics;
  std::unique_ptr<smt::SolverFactory> solvers = smt::make_solver_factory({}, stop, statistics);
  std::uint64_t queries = 0;
  Prover prover{terms, *solvers, queries, limit};
  program::Program program = make_program();

  Term bv(std::int64_t value, unsigned width) { return terms.mk_bv(value, width); }
  Term symbol(const std::string& name, unsigned width) {
    return terms.mk_symbol(name, terms.bitvec_sort(width));
  }
  Term flag(const std::string& name) { return terms.mk_symbol(name, terms.bool_sort()); }
  Term array(const std::string& name, unsigned index, unsigned element) {
    return terms.mk_symbol(name, terms.array_sort(terms.bitvec_sort(index), terms.bitvec_sort(element)));
  }
  Term plus(Term a, std::int64_t b) { return terms.mk_bvadd(a, bv(b, a.sort().width())); }
  Term times(Term a, std::int64_t b) { return terms.mk_bvmul(a, bv(b, a.sort().width())); }
  Term is(Term a, std::int64_t b) { return terms.mk_eq(a, bv(b, a.sort().width())); }
  Term differs(Term a, std::int64_t b) { return terms.mk_not(is(a, b)); }
  Term below(Term a, std::int64_t b) { return terms.mk_bvult(a, bv(b, a.sort().width())); }
  Term above(Term a, std::int64_t b) { return terms.mk_bvult(bv(b, a.sort().width()), a); }

  static CycleInput input(Term symbol) { return {symbol, 0, symbol}; }

  std::variant<Accelerator, std::string> try_to_accelerate(const LoopPath& path) {
    return acceleration::accelerate(program, path, prover);
  }
  /// Returns the accelerator of the path. Throws if the path cannot be accelerated.
  Accelerator accelerated(const LoopPath& path) {
    auto result = try_to_accelerate(path);
    if (const auto* reason = std::get_if<std::string>(&result))
      throw std::runtime_error("no accelerator: " + *reason);
    return std::get<Accelerator>(std::move(result));
  }
  /// The reason why the path cannot be accelerated; empty if it can.
  std::string refusal(const LoopPath& path) {
    const auto result = try_to_accelerate(path);
    const auto* reason = std::get_if<std::string>(&result);
    return reason == nullptr ? "" : *reason;
  }

 private:
  program::Program make_program() {
    program::ProgramBuilder builder(terms);
    builder.set_entry(builder.add_location("entry"));
    builder.set_error(builder.add_location("error"));
    return builder.build();
  }
};

/// The value that the accelerator assigns to a variable; null if it does not assign the variable.
inline Term update_of(const Accelerator& accelerator, Term variable) {
  for (const Assignment& update : accelerator.updates)
    if (update.variable == variable) return update.value;
  return {};
}

}  // namespace pendulum::acceleration::test
