// The longer texts of the help: descriptions and examples of the commands.
#pragma once

namespace pendulum::main {

inline constexpr const char* description =
    "Pendulum checks whether a C program can reach an error and supports its verdict with independently "
    "checked evidence.";

inline constexpr const char* verdicts = R"(
The last line on standard output is the verdict:
  RESULT: true                   no execution reaches the error; the proof was checked     exit code 0
  RESULT: false(unreach-call)    an execution that reaches the error was replayed          exit code 10
  RESULT: unknown(<reason>)      no verdict                                                exit code 5
Other exit codes: 1 wrong command line, 2 unreadable input, 6 internal error.)";

inline constexpr const char* examples = R"(Examples:
  pendulum verify program.c
  pendulum verify --timeout 60 --memory 4096 --evidence out program.c
  pendulum validate --witness out/witness.yml program.c
  pendulum encode --to chc -o program.smt2 program.c
  pendulum interpolate formulas.smt2
  pendulum bench --engines bmc,kinduction --timeout 10 -o rows.tsv tasks/

`pendulum COMMAND --help` describes the options of a command.
)";

inline constexpr const char* verifier_functions = R"(
Functions without a body that have a meaning in a C program:
  int __VERIFIER_nondet_int(void)     returns an arbitrary value; also _uint, _char, _long, ... for other types.
                                      Other names: nondet_int, pendulum_nondet_int
  void __VERIFIER_assume(int c)       ignores executions in which c is 0. Other names: assume,
                                      pendulum_assume, __CPROVER_assume, __ESBMC_assume
  void __VERIFIER_assert(int c)       error if c is 0 (property reach). Other names: pendulum_assert,
                                      __CPROVER_assert(c, text), __ESBMC_assert(c, text)
  void reach_error(void)              error (property reach); also __VERIFIER_error, a failing assert of
                                      <assert.h>, and a label ERROR
  void __VERIFIER_nondet_memory(void *p, size_t n)    fills n bytes with arbitrary values
The header pendulum.h declares the functions pendulum_*.
)";

inline constexpr const char* verify_examples = R"(Examples:
  pendulum verify program.c
  pendulum verify --timeout 60 --memory 4096 --evidence out program.c
  pendulum verify --engine kinduction --data-model LP64 -I include a.c b.c
  pendulum verify task.yml --json result.json
  pendulum verify --engine euforia system.vmt
  pendulum verify --engine impact --evidence out program.c && pendulum report out
)";

inline constexpr const char* validate_examples = R"(Examples:
  pendulum validate --witness out/witness.yml program.c
  pendulum validate --witness witness.yml --data-model LP64 --property no-overflow.prp program.c

The verdict is true if the invariants of the witness hold and prove the property, and false if an execution
that passes the waypoints of the witness was replayed.
)";

inline constexpr const char* encode_examples = R"(Examples:
  pendulum encode --to chc -o program.smt2 program.c
  pendulum encode --to dot --blocks small program.c | dot -Tpdf -o program.pdf
  pendulum encode --to vmt --horn relational -o system.vmt clauses.smt2)";

inline constexpr const char* interpolate_examples = R"(Example:
  (declare-const x Int)
  (assert (! (= x 0) :named A))
  (assert (! (> x 0) :named B))
  (get-interpolants A B)

(get-interpolants A (and B C) ...) requests one interpolant per cut of the sequence of its parts. Without a
request and without --order, the parts are all named assertions. A solver checks each interpolant.)";

inline constexpr const char* report_examples = R"(Example:
  pendulum verify --evidence out program.c && pendulum report out)";

inline constexpr const char* bench_examples = R"(Examples:
  pendulum bench --engines bmc,kinduction --timeout 10 -o rows.tsv tasks/
  pendulum bench --on slurm --store ~/campaign --jobs 100 --engine-jobs 1 tasks/
  pendulum bench --table ~/campaign --plots plots

The command continues an interrupted campaign: it repeats only runs whose results are not in the store.)";

inline constexpr const char* c_files = "C files (.c, .i) that are linked, or a task definition (.yml)";
inline constexpr const char* all_files =
    "C files (.c, .i) that are linked, a VMT file (.vmt), Horn clauses (.smt2), or a task definition (.yml)";

}  // namespace pendulum::main
