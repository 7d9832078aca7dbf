#!/usr/bin/env python3
"""Prints counterparts of the figures of EUFORIA's thesis as markdown tables (bench/results/euforia.md).

  euforia.py --pendulum BINARY --bench DIR --store FILE [--timeout 60] [--sample N] [--jobs N] [--set SETS] [FIGURE...]

A FIGURE is one of the names below (default: all). --sample takes N tasks of each set, --set restricts a figure to some of
its sets; tasks without a known verdict are omitted. Answers are appended to FILE, and stored tasks are not run again (see
compare.py), so the same command continues after an interruption. wait.py is a separate program for section 5.5 (Figure
5.8).

  3.8   sizes of the programs: state variables, edges, distinct terms
  3.9   euforia and ic3ia on C programs: solved, time            (3.9, 3.10)
  3.11  tasks that both solve: refinements, blocked cubes, depth    (3.11, 3.12, 3.13)
  4.2   Spacer on Horn clauses                                   (4.2; 4.3: with at least one refinement)
  4.2c  the same on C programs, written as Horn clauses
  4.4   ic3ia on transition systems and Horn clauses
  4.5   arrays abstract and interpreted; lemmas about arrays     (4.5, 4.6)
  4.6   tasks that need lemmas: about arrays or not; constraint and expansion lemmas (Definition 3.10)
  4.int interpolants of the default procedure and of Spacer  (section 4.4)
  4.ref refinement by interpolants (4.4) or by simulation (3.4)
  4.enc Horn clauses directly and in Horn2VMT's encodings       (section 4.2)
  5.4   functions inlined or translated once, large blocks
  5.6   calls, functions and their ratio, in small blocks
  5.7   the same as 5.4 in small blocks; sizes                   (5.5, 5.7)
  5.9   ic3ia with functions inlined or translated once
"""
import argparse
import statistics
import sys

import compare

C_SETS = "ufo-tacas12,locks,eca,pals,ssh,euforia-c,loops,product-lines"
SMALL = "euforia.blocks=small"
INTERPOLANTS = "euforia,euforia.refinement=interpolants"

# Name: sets, runs; the other runs are compared with the first one.
FIGURES = {
    "3.8": (C_SETS, ["euforia"]),
    "3.9": (C_SETS, ["euforia", "ic3ia"]),
    "3.11": (C_SETS, ["euforia", "ic3ia"]),
    "4.2": ("chc", ["euforia", "spacer"]),
    "4.2c": ("ufo-tacas12", ["euforia,encode=chc", "spacer,encode=chc"]),
    "4.4": ("vmt,chc", ["euforia", "ic3ia"]),
    "4.5": ("vmt,chc,ssh,euforia-c,product-lines", ["euforia", "euforia,euforia.arrays=interpreted"]),
    "4.6": ("vmt,chc,ssh,euforia-c", ["euforia"]),
    "4.int": ("vmt,chc", [INTERPOLANTS, INTERPOLANTS + ",euforia.interpolation=spacer"]),
    "4.ref": ("vmt," + C_SETS, ["euforia", "euforia,euforia.refinement=simulation"]),
    "4.enc": ("chc", ["euforia", "euforia,encode=functional", "euforia,encode=relational"]),
    "5.4": (C_SETS, ["euforia", "euforia,euforia.calls=wait"]),
    "5.6": (C_SETS, [f"euforia,{SMALL}", f"euforia,{SMALL},euforia.calls=wait"]),
    "5.7": (C_SETS, [f"euforia,{SMALL}", f"euforia,{SMALL},euforia.calls=wait"]),
    "5.9": (C_SETS, ["ic3ia", "ic3ia,ic3ia.calls=wait"]),
}


class Figure:
    """The answers of one figure."""

    def __init__(self, args, answers, name):
        sets, args.run = FIGURES[name]
        chosen = [each for each in sets.split(",") if not args.sets or each in args.sets.split(",")]
        self.args, self.runs, found = args, args.run, []
        for args.set in chosen:
            found += compare.tasks(args)
        self.expected = {path: compare.expected_of(path) for _, path in found}
        self.found = [(name, path) for name, path in found if self.expected[path]]
        answers.ask_all(self.found, self.runs)
        self.answers = answers

    def solved(self, runs):
        """Tasks that all of these runs solve."""
        return [path for _, path in self.found
                if all(self.answers(path, run)["verdict"] == self.expected[path] for run in runs)]

    def counts(self, run, names, paths):
        """Returns the sum of some counters, per task."""
        return [sum(self.answers(path, run)["counters"].get(name, 0) for name in names) for path in paths]

    def print_solved(self):
        for table in (compare.print_sets, compare.print_pairs, compare.print_alone):
            table(self.args, self.found, self.answers, self.expected)
            print()

    def print_histogram(self, title, names):
        both = self.solved(self.runs)
        compare.header(f"{title}, {len(both)} tasks that all solve", "0", "1 to 3", "4 to 10", "11 to 30", "more")
        for run in self.runs:
            counts = self.counts(run, names, both)
            ranges = [(0, 0), (1, 3), (4, 10), (11, 30), (31, float("inf"))]
            compare.row(run, *(sum(low <= count <= high for count in counts) for low, high in ranges))
        print()

    def print_less(self, measures):
        """Prints for how many tasks the first run has the smaller value, and the medians."""
        both = self.solved(self.runs)
        first, *others = self.runs
        compare.header(f"{len(both)} tasks that all solve", "run", f"{first} less", "equal", "more",
                       f"median, {first}", "median, run", f"geometric mean, run / {first}")
        for title, names in measures.items():
            for run in others if both else []:
                pairs = list(zip(self.counts(first, names, both), self.counts(run, names, both)))
                compare.row(title, run, sum(a < b for a, b in pairs), sum(a == b for a, b in pairs),
                            sum(a > b for a, b in pairs), statistics.median(a for a, _ in pairs),
                            statistics.median(b for _, b in pairs),
                            compare.mean_ratio((a + 1, b + 1) for a, b in pairs))
        print()


LEMMAS = ["state_lemmas", "step_lemmas"]
MEASURES = {"depth": ["depth"], "blocked cubes": ["blocked_cubes"], "queries": ["queries"]}
LEARNT = {"lemmas": LEMMAS, "axioms": ["axioms"]}


def print_refined(figure):
    """Figure 4.3: tasks for which euforia needs refinements."""
    first, spacer = figure.runs
    refined = [path for path in figure.solved([first])
               if figure.answers(path, first)["counters"].get("refinements", 0) > 0]
    also = [path for path in refined if figure.answers(path, spacer)["verdict"] == figure.expected[path]]
    print(f"* solved with at least one refinement: {len(refined)}, of these by {spacer}, too: {len(also)}")
    print()


def print_quartiles(title, values):
    """Prints a box plot as a row of a table."""
    if len(values) > 1:
        compare.row(*title, len(values), f"{min(values):g}",
                    *(f"{value:.4g}" for value in statistics.quantiles(values, n=4)), f"{max(values):g}")


BOX = ["tasks", "least", "lower quartile", "median", "upper quartile", "greatest"]


def print_sizes(figure):
    """Figure 5.5. A run that is stopped by its limit has no statistics, so the task is not counted."""
    compare.header("size", "run", *BOX)
    for title, name in (("locations", "program.locations"), ("edges", "program.edges"),
                        ("variables", "program.variables"), ("distinct terms", "program.prepared_terms")):
        for run in figure.runs:
            print_quartiles([title, run], [count for count in figure.counts(
                run, [name], [path for _, path in figure.found]) if count])
    print()


def print_static(figure):
    """Figure 3.8: box plots per set."""
    compare.header("size", "set", *BOX)
    for title, name in (("state variables", "program.prepared_variables"), ("edges", "program.prepared_edges"),
                        ("distinct terms", "program.prepared_terms")):
        for group in sorted({group for group, _ in figure.found}):
            paths = [path for each, path in figure.found if each == group]
            print_quartiles([title, group], [count for count in figure.counts(figure.runs[0], [name], paths) if count])
    print()


def print_needed_lemmas(figure):
    """Figure 4.6: the thesis has 91 of 479 solved tasks (19 %) with lemmas, and 22 with interpolants."""
    run = figure.runs[0]
    solved = figure.solved([run])
    needed = [path for path in solved if sum(figure.counts(run, LEMMAS + ["axioms"], [path]))]
    print(f"* {len(needed)} of {len(solved)} solved tasks need lemmas (the thesis: 91, 19 %)\n")
    compare.header("lemmas", *BOX)
    for title, names, others in (("about arrays", ["array_lemmas"], []),
                                 ("others", LEMMAS + ["axioms"], ["array_lemmas"]),
                                 ("constraint lemmas", ["constraint_lemmas"], []),
                                 ("expansion lemmas", ["expansion_lemmas"], [])):
        counts = zip(figure.counts(run, names, needed), figure.counts(run, others, needed))
        print_quartiles([title], [count - other for count, other in counts])
    print()


def print_calls(figure):
    """Figure 5.6: all tasks and the solved ones. Calls are counted in LLVM's code, before the engine inlines them."""
    compare.header("measure", "run", "over", *BOX)
    for run in figure.runs:
        for title, paths in (("all", [path for _, path in figure.found]), ("solved", figure.solved([run]))):
            pairs = [(calls, functions) for calls, functions in
                     zip(figure.counts(run, ["frontend.calls"], paths), figure.counts(run, ["frontend.functions"], paths))
                     if functions]
            print_quartiles(["calls", run, title], [calls for calls, _ in pairs])
            print_quartiles(["functions", run, title], [functions for _, functions in pairs])
            print_quartiles(["call ratio", run, title], [calls / functions for calls, functions in pairs])
    print()


STATIC = {"3.8": print_static, "4.6": print_needed_lemmas, "5.6": print_calls}


def print_figure(name, figure):
    if name == "3.11":
        figure.print_histogram("refinements", ["refinements"])
        figure.print_less(MEASURES)
        return
    if name in STATIC:
        STATIC[name](figure)
        return
    figure.print_solved()
    if name in ("4.2", "4.2c"):
        print_refined(figure)
    elif name == "4.5":
        figure.print_histogram("lemmas and axioms", LEMMAS + ["axioms"])
        figure.print_histogram("of these about arrays", ["array_lemmas"])
        figure.print_less({"Z3's array axioms": ["smt.z3.array_axioms"], **LEARNT})
    elif name == "5.7":
        print_sizes(figure)
        figure.print_less(MEASURES | LEARNT)
    elif name in ("4.int", "4.ref", "4.enc", "5.4"):
        figure.print_less(MEASURES | LEARNT)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pendulum", required=True)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--store", required=True)
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--memory", type=int, default=4096)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--set", dest="sets", default="")
    parser.add_argument("figure", nargs="*")
    args = parser.parse_args()
    unknown = set(args.figure) - set(FIGURES)
    if unknown:
        parser.error(f"no such figure: {' '.join(sorted(unknown))}")
    answers = compare.Answers(args)
    for name in args.figure or FIGURES:
        figure = Figure(args, answers, name)
        print(f"### {name}: {' | '.join(figure.runs)}, {args.timeout} s\n")
        print_figure(name, figure)
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
