// A recursive program with an explicit stack, in the form of the front end; tests change single edges.
//
//   sum(n) { if (n == 0) return 0; r = sum(n - 1); return r + n; }
//   main() { n = in; assume(n <= largest); r = sum(n); if (r == wrong) error; }
#pragma once

#include <vector>

#include "program/program.h"

namespace pendulum::program {

struct RecursiveProgram {
  explicit RecursiveProgram(term::TermManager& manager, unsigned largest = 3, unsigned wrong = 7)
      : terms(manager) {
    const auto value = [&](unsigned number) { return terms.mk_bv(number, 8); };
    const auto site = [&](unsigned number) { return terms.mk_bv(number, 4); };
    const term::Term called = terms.mk_distinct(depth, value(0));
    const auto returns_to = [&](unsigned number) {
      return terms.mk_and(called, terms.mk_eq(terms.mk_select(sites, top), site(number)));
    };
    const auto push = [&](unsigned number) {
      return Assignment{sites, terms.mk_store(sites, depth, site(number))};
    };
    const term::Term limit = terms.mk_bvult(depth, value(127));
    edges = {
        {.source = 0,
         .target = 2,
         .guard = terms.mk_true(),
         .updates = {{depth, value(0)},
                     {sites, terms.mk_zero(sites.sort())},
                     {stack, terms.mk_zero(stack.sort())},
                     {n, in}},
         .inputs = {{in, {}}}},
        {.source = 2,
         .target = 3,
         .guard = terms.mk_and(limit, terms.mk_bvule(n, value(largest))),
         .updates = {{depth, terms.mk_bvadd(depth, value(1))}, push(1)}},
        {.source = 3, .target = 4, .guard = terms.mk_eq(n, value(0)), .updates = {{result, value(0)}}},
        {.source = 3,
         .target = 3,
         .guard = terms.mk_and(limit, terms.mk_distinct(n, value(0))),
         .updates = {{depth, terms.mk_bvadd(depth, value(1))},
                     push(2),
                     {stack, terms.mk_store(stack, depth, n)},
                     {n, terms.mk_bvsub(n, value(1))}}},
        {.source = 4, .target = 5, .guard = returns_to(1), .updates = {{depth, top}}},
        {.source = 4,
         .target = 6,
         .guard = returns_to(2),
         .updates = {{depth, top}, {n, terms.mk_select(stack, top)}}},
        {.source = 6,
         .target = 4,
         .guard = terms.mk_true(),
         .updates = {{result, terms.mk_bvadd(result, n)}}},
        {.source = 5,
         .target = 1,
         .guard = terms.mk_eq(result, value(wrong)),
         .violation = "call of reach_error()"},
    };
  }

  enum EdgeNames : EdgeId {
    initial,
    call_of_main,
    base,
    recursive_call,
    return_to_main,
    inner_return,
    add,
    fail
  };

  Program build() const {
    ProgramBuilder builder(terms);
    for (const char* name : {"entry", "error", "main", "sum", "sum.return", "main.after", "sum.after"})
      builder.add_location(name);
    for (const term::Term variable : {depth, sites, stack, n, result})
      builder.add_variable({variable, "", "", Variable::Signedness::Unknown});
    builder.set_entry(0);
    builder.set_error(1);
    for (const Edge& edge : edges) builder.keep_edge(edge);
    return builder.build();
  }

  term::TermManager& terms;
  term::Sort byte = terms.bitvec_sort(8);
  term::Term depth = terms.mk_symbol("depth", byte);
  term::Term sites = terms.mk_symbol("sites", terms.array_sort(byte, terms.bitvec_sort(4)));
  term::Term stack = terms.mk_symbol("stack", terms.array_sort(byte, byte));
  term::Term n = terms.mk_symbol("n", byte);
  term::Term result = terms.mk_symbol("result", byte);
  term::Term in = terms.mk_symbol("in", byte);
  term::Term top = terms.mk_bvsub(depth, terms.mk_bv(1, 8));
  std::vector<Edge> edges;  ///< may be changed before build()
};

}  // namespace pendulum::program
