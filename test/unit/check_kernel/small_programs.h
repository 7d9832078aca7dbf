// Small handwritten programs for the tests of the judge.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "program/program.h"
#include "smt/factory/factory.h"

namespace pendulum::check::test {

using program::LocationId;
using program::Program;
using term::Kind;
using term::Term;

/// Terms, solvers and helpers to write programs concisely. All variables are bit-vectors.
struct TermContext {
  term::TermManager terms;
  base::StopToken stop;
  base::Statistics statistics;
  std::unique_ptr<smt::SolverFactory> solvers = smt::make_solver_factory({}, stop, statistics);

  Term bv(std::int64_t value, unsigned width = 8) { return terms.mk_bv(value, width); }
  Term symbol(const std::string& name, unsigned width = 8) {
    return terms.mk_symbol(name, terms.bitvec_sort(width));
  }
  Term plus(Term a, std::int64_t b) { return terms.mk_bvadd(a, bv(b, a.sort().width())); }
  Term is(Term a, std::int64_t b) { return terms.mk_eq(a, bv(b, a.sort().width())); }
  Term at_most(Term a, std::int64_t b) { return terms.mk_bvule(a, bv(b, a.sort().width())); }
  Term below(Term a, std::int64_t b) { return terms.mk_bvult(a, bv(b, a.sort().width())); }
  Term no(Term a) { return terms.mk_not(a); }
  Term yes() { return terms.mk_true(); }
};

/// Handwritten locations and edges; entry is the first location, error the last one with this name.
class Draft {
 public:
  explicit Draft(TermContext& context) : builder_(context.terms) {}
  LocationId location(const std::string& name) { return builder_.add_location(name); }
  Term variable(Term symbol) {
    builder_.add_variable({symbol, symbol.name(), "", program::Variable::Signedness::Unknown});
    return symbol;
  }
  program::EdgeId edge(LocationId source, LocationId target, Term guard,
                       std::vector<program::Assignment> updates = {}, std::vector<Term> inputs = {},
                       bool is_unsupported = false) {
    program::Edge edge;
    edge.source = source;
    edge.target = target;
    edge.guard = guard;
    edge.updates = std::move(updates);
    for (const Term input : inputs) edge.inputs.push_back({input, {}});
    edge.is_unsupported = is_unsupported;
    if (is_unsupported) edge.violation = "inline assembly";
    return builder_.add_edge(std::move(edge)).value();
  }
  Program build(LocationId entry, LocationId error) {
    builder_.set_entry(entry);
    builder_.set_error(error);
    return builder_.build();
  }

 private:
  program::ProgramBuilder builder_;
};

/// x = 0; while (x < 10) x++; if (x != 10) error;   edges 0: start, 1: loop, 2: exit, 3: to the error
struct Counter {
  explicit Counter(TermContext& w, std::int64_t first = 0) : x(w.symbol("x")), program(make(w, first)) {}
  Term x;
  LocationId entry = 0, head = 1, after = 2, error = 3;
  Program program;

 private:
  Program make(TermContext& w, std::int64_t first) {
    Draft draft(w);
    draft.variable(x);
    for (const char* name : {"entry", "head", "after", "error"}) draft.location(name);
    draft.edge(entry, head, w.yes(), {{x, w.bv(first)}});
    draft.edge(head, head, w.below(x, 10), {{x, w.plus(x, 1)}});
    draft.edge(head, after, w.no(w.below(x, 10)));
    draft.edge(after, error, w.no(w.is(x, 10)));
    return draft.build(entry, error);
  }
};

}  // namespace pendulum::check::test
