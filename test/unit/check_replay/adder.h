// A program with inputs and a loop, for tests of executions.
#pragma once

#include "certificate/error_path.h"
#include "check_kernel/small_programs.h"

namespace pendulum::check::test {

/// n = input; if (n >= 100) stop; loop: x = x + n; until x == 42: error
struct Adder {
  explicit Adder(TermContext& w, bool is_unsupported = false) : program(make(w, is_unsupported)) {}
  Term x, n, input, again;
  Program program;

  certificate::ErrorPath path(TermContext& w, std::int64_t first, std::vector<std::int64_t> more) const {
    certificate::ErrorPath result;
    result.append(certificate::Step{0, {{input, w.bv(first)}}});
    for (const std::int64_t value : more) result.append(certificate::Step{1, {{again, w.bv(value)}}});
    result.append(certificate::Step{2, {}});
    return result;
  }

 private:
  Program make(TermContext& w, bool is_unsupported) {
    Draft draft(w);
    x = draft.variable(w.symbol("x"));
    n = draft.variable(w.symbol("n"));
    input = w.symbol("input");
    again = w.symbol("again");
    const LocationId entry = draft.location("entry");
    const LocationId loop = draft.location("loop");
    const LocationId error = draft.location("error");
    draft.edge(entry, loop, w.below(input, 100), {{x, w.bv(0)}, {n, input}}, {input});
    // Parallel: x gets the old n.
    draft.edge(loop, loop, w.no(w.is(x, 42)), {{x, w.terms.mk_bvadd(x, n)}, {n, again}}, {again});
    draft.edge(loop, error, w.is(x, 42), {}, {}, is_unsupported);
    return draft.build(entry, error);
  }
};

}  // namespace pendulum::check::test
