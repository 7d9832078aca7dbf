#!/usr/bin/env python3
"""Repeats the experiments of a paper and prints its tables with the paper's numbers beside ours, as markdown.

  papers.py --pendulum BINARY --bench DIR [--timeout S] [--only TEXT] [--store FILE] PAPER

PAPER is ufo (TACAS 2012), dagger (TACAS 2008), euforia (the thesis of 2021), impact (CAV 2006, by way of the slides) or
impulse (FMSD 2015). One run at a time. --only restricts the programs to those whose path contains TEXT. Each table ends with
what is missing and why.
"""
import argparse
import pathlib
import subprocess
import sys

import compare
import dagger
import ufo

# UFO, Table 1: solved, safe, unsafe, unsound, seconds, on 105 programs with 300 s each.
UFO_TABLE_1 = {"ufo": (78, 22, 56, 0, 8289), "cpufo": (79, 22, 57, 1, 7838), "bpufo": (69, 17, 52, 1, 11260),
               "cp": (49, 10, 39, 0, 15363), "bp": (71, 19, 52, 1, 10018)}

# UFO, Table 2: seconds and iterations of UUFO, CPUFO, BPUFO and BP; None: not solved. The program in our collection.
UFO_TABLE_2 = {
    "kundu1": (None, None, (24.22, 4), (122.88, 4), (33.39, 3)),
    "kundu2": (None, (1.24, 2), (2.74, 2), (8.15, 2), (8.6, 2)),
    "s3_srvr_11": ("s3_srvr_11_false", (1.91, 4), (2.78, 4), (118.41, 4), (4.25, 3)),
    "s3_srvr_12": ("s3_srvr_12_false", (4.17, 4), (5.07, 3), (5.36, 3), (8.19, 3)),
    "token_ring.08": ("token_ring.08_false", (12.34, 4), (13.5, 4), (19.64, 3), (14.15, 3)),
    "token_ring.09": ("token_ring.09_false", (12.54, 4), (22.66, 4), None, (167.49, 3)),
    "token_ring.10": ("token_ring.10_false", (15.6, 4), (14.02, 3), None, None),
    "token_ring.11": ("token_ring.11_false", (29.69, 4), (22.47, 4), (156.76, 3), (66.59, 3)),
    "token_ring.12": ("token_ring.12_false", (26.94, 4), (13.98, 3), None, None),
    "token_ring.13": ("token_ring.13_false", (36.56, 4), (34.17, 4), None, None),
    "token_ring.14": ("token_ring.14_false", (10.3, 3), (33.49, 4), None, None),
    "token_ring.15": ("token_ring.15_false", (51.79, 4), (34.19, 4), None, None),
    "toy1": ("toy1_false", (96.49, 10), (79, 9), (13.54, 3), None),
    "toy2": ("toy2_false", (12.83, 5), (60.73, 8), None, None),
    "ddd3": (None, (0.66, 4), (0.19, 2), (0.18, 2), (0.27, 2)),
    "pc_sfifo_1 (safe)": ("pc_sfifo_1_true", None, None, (3.51, 3), None),
    "s3_clnt_1": ("s3_clnt_1_true", (11.03, 10), (15.68, 10), None, (14.52, 5)),
    "s3_clnt_2": ("s3_clnt_2_true", (16, 10), (20.02, 10), None, None),
    "s3_clnt_3org": (None, (28.87, 11), (37.08, 11), None, None),
    "s3_clnt_3": ("s3_clnt_3_true", (13.02, 10), (17.42, 10), None, None),
    "s3_clnt_4": ("s3_clnt_4_true", (13.4, 10), (17.45, 10), None, None),
    "s3_srvr_1a": ("s3_srvr_1a_true", (5.2, 10), (5.16, 8), (0.76, 4), (0.43, 3)),
    "s3_srvr_1b": ("s3_srvr_1b_true", (1.37, 7), (2.9, 7), (0.89, 5), None),
    "s3_srvr_2": ("s3_srvr_2_true", (171.15, 17), (184.01, 17), None, None),
    "s3_srvr_3": ("s3_srvr_3_true", (133.07, 17), (147.55, 17), None, (33.71, 5)),
    "s3_srvr_4": ("s3_srvr_4_true", None, None, None, (8, 4)),
    "s3_srvr_8": ("s3_srvr_8_true", (101.4, 14), (115.08, 14), None, None),
    "token_ring.01": ("token_ring.01_true", (98.18, 18), (23.64, 10), (0.69, 4), (0.69, 4)),
    "token_ring.02": ("token_ring.02_true", None, None, (2.15, 4), (2.63, 4)),
    "token_ring.03": ("token_ring.03_true", None, None, (76.18, 4), None),
    "token_ring.04": ("token_ring.04_true", None, None, None, (152.62, 4)),
}
UFO_CONFIGURATIONS = ["ufo", "cpufo", "bpufo", "bp"]

# DAGGER, Table 1: the rows that dagger.py does not have, because no source is available.
DAGGER_MISSING = {
    "p2-ok": [(0.27, 4), (35.8, 3996), (0.77, 4), (64.23, 1332), (0.39, 4)],
    "p3-ok": [(0.15, 0), (18.4, 1), (18.3, 1), (0.15, 0), (0.14, 0)],
    "p1-bad": [(3.31, 11), (2.81, 33), (8, 17), (3.53, 19), (21.7, 38)],
    "p2-bad": [(0.06, 1), (0.08, 1), (0.08, 1), (0.06, 1), (0.06, 1)],
    "p3-bad": [(4.91, 49), (1735, 2402), (252, 203), (30.85, 64), (101, 53)],
    "lifo": [(0.31, 2), (0.57, 2), (0.55, 2), (0.38, 3), (0.32, 2)],
    "barbr": [(3.46, 8), None, (4.80, 7), None, (3.44, 8)],
    "swim1": [(0.72, 3), (2.57, 13), (0.79, 3), (1.54, 9), (0.72, 3)],
    "hsort1": [(0.07, 1), None, (0.08, 1), None, (0.15, 1)],
    "barbr1": [(0.63, 2), None, (1.15, 2), None, (0.62, 2)],
    "lifnat1": [(0.59, 6), None, (8.71, 23), None, (0.74, 5)],
    "p1-ok'": [(4.64, 9), (1948, 18413), (8.2, 13), (121, 411), (4.76, 9)],
    "p2-ok'": [(0.27, 4), (35.8, 3996), (0.77, 4), (64.23, 1332), (0.39, 4)],
    "JM06'": [(0.02, 0)] * 5,
    "barbr'": [(3.46, 8), None, (4.80, 7), None, (3.44, 8)],
    "barbr1'": [(0.63, 2), None, (1.15, 2), None, (0.62, 2)],
    "lifnat1'": [(0.59, 6), None, (6.71, 10), None, (0.74, 5)],
}


def pair(value):
    return "-" if value is None else f"{value[0]:g}, {value[1]}"


def heading(text):
    print(f"\n## {text}\n", flush=True)


def script(args, name, *arguments):
    """Runs another script of this folder, which prints its tables."""
    command = [sys.executable, str(pathlib.Path(__file__).parent / name), "--pendulum", args.pendulum, *arguments]
    sys.stdout.flush()
    subprocess.run(command, check=False)


def ufo_table_1(args):
    heading("Table 1: solved, safe, unsafe, unsound, seconds")
    runs = ufo.Runs(args)
    compare.header("configuration", "the paper, of 105", f"ours, of {len(runs.found)}")
    for engine in runs.engines:
        solved = [path for _, path in runs.found if runs.is_solved(path, engine)]
        by_verdict = [sum(runs.expected[path] == verdict for path in solved) for verdict in ("true", "false")]
        seconds = sum(runs.answers(path, engine)["seconds"] for _, path in runs.found)
        wrong = sum(runs.is_wrong(path, engine) for _, path in runs.found)
        compare.row(engine, ", ".join(map(str, UFO_TABLE_1[engine])),
                    f"{len(solved)}, {by_verdict[0]}, {by_verdict[1]}, {wrong}, {seconds:.0f}")
    return runs


def ufo_table_2(runs):
    heading("Table 2: seconds and iterations, the paper's in parentheses")
    compare.header("program", *UFO_CONFIGURATIONS)
    tasks = {path.stem.split(".cil")[0]: path for _, path in runs.found}
    missing = []
    for program, (name, *theirs) in UFO_TABLE_2.items():
        if name not in tasks:
            missing.append(program)
            continue
        cells = []
        for engine, numbers in zip(UFO_CONFIGURATIONS, theirs):
            path = tasks[name]
            ours = (round(runs.answers(path, engine)["seconds"], 2), runs.value(path, engine, "iterations"))
            cells.append(f"{pair(ours if runs.is_solved(path, engine) else None)} ({pair(numbers)})")
        compare.row(program, *cells)
    print(f"\nNot measured, because --only excludes them or no source is available: {', '.join(missing)}. CP is not in the "
          "paper's table. The paper's safe column of pc_sfifo_1 was read as BPUFO's.")


def run_ufo(args):
    args.set, args.engines, args.jobs, args.memory = "ufo-tacas12", ufo.ENGINES, 1, 4096
    ufo_table_2(ufo_table_1(args))
    print("WOLVERINE (38 of 105), CPACHECKER, BLAST and SATABS are not available here.")


def run_dagger(args):
    heading("Table 1: seconds of the search and refinements, the paper's in parentheses")
    compare.header("program", *dagger.MODES)
    for task in dagger.table1_tasks(args):
        dagger_row(args, task, dagger.VARIANTS.get(task.stem, task.stem), dagger.PAPER)
    heading("Rows whose sources are not available: programs of ours (bench/dagger), written from the paper's descriptions")
    compare.header("program", *dagger.MODES)
    for path in sorted((pathlib.Path(__file__).parent / "dagger").glob("*.c")):
        dagger_row(args, path, path.stem, DAGGER_MISSING)
    heading("Primed rows: the search starts from the invariants of a widening without refinement (dagger.facts=first)")
    compare.header("program", *dagger.MODES)
    for task in dagger.table1_tasks(args):
        dagger_row(args, task, dagger.VARIANTS.get(task.stem, task.stem) + "'", DAGGER_MISSING, ["dagger.facts=first"])
    heading("Rows that are missing, with the paper's numbers")
    compare.header("program", *dagger.MODES)
    ours = {path.stem for path in (pathlib.Path(__file__).parent / "dagger").glob("*.c")} | {"p1-ok'", "JM06'"}
    for name, numbers in DAGGER_MISSING.items():
        if name not in ours:
            compare.row(name, *map(pair, numbers))
    print("\n`*`: not proved in time. The sources of these rows are not available, and the paper does not describe them in enough "
          "detail; `dagger.py deep` has programs of ours similar to p1-bad and p3-bad. BLAST, SLAM, GR06 and ARMC are not "
          "available here.")


def dagger_row(args, task, name, table, options=()):
    if args.only not in str(task):
        return
    cells = []
    for mode, numbers in zip(dagger.MODES, table.get(name, [None] * len(dagger.MODES))):
        settings = [f"dagger.mode={mode}", f"dagger.domain={dagger.domain_of(task.stem)}",
                    "dagger.interpolation=" + args.interpolation, *options]
        cells.append(f"{dagger.outcome(args, task, settings)} ({pair(numbers)})")
    compare.row(task.stem + ("'" if options else ""), *cells)


def run_euforia(args):
    print("The thesis: EUFORIA solves 275 of 752 C programs and IC3ia 311 (section 3.6, Figure 3.9); of the programs with Horn "
          "clauses that EUFORIA solves (section 4.4), 19 % (91) need lemmas, and 22 need interpolants; with large blocks, Wait "
          "solves 388 and Inline 387, 348 both (Figure 5.4). 30 minutes per run (5 minutes in chapter 5).")
    script(args, "euforia.py", "--bench", args.bench, "--timeout", str(args.timeout), "--only", args.only, "--store",
           args.store or "/dev/null", *args.figures.split(","))
    print("\nIc3ia in large blocks (Figure 5.9): Wait solves 16 tasks alone and Inline 14, and both solve 134 of 709; the call "
          "ratio (Figure 5.6) is at most one. The numbers of Figure 3.8 are in a picture.\n\nMissing: the thesis's selection of "
          "tasks, its machine, and its limits of 30 minutes; ELDARICA and SEAHORN, which are not available here.")


def run_impact(args):
    print("The slides have no measurements; their program and its steps are unit tests (unit_engine_lazy, unit_engine_impact), and "
          "`pendulum interpolate` computes the interpolants for which they use Princess. The table compares both algorithms of "
          "the slides on UFO's programs, where UFO's Table 1 has 38 of 105 for WOLVERINE, an implementation of IMPACT.")
    script(args, "compare.py", "--bench", args.bench, "--timeout", str(args.timeout), "--only", args.only, "--set",
           "ufo-tacas12", "--jobs", "1", *(["--store", args.store] if args.store else []), "lazy", "impact")
    print("\nMissing: the table of CAV 2006, because that paper and its drivers are not available; the homework's graph, which is "
          "a picture.")


def run_impulse(args):
    print("The paper, Table 2, 284 programs, 300 s, 2 GB: IMPULSE without acceleration solves 17; with acceleration 102, with "
          "258 loops in 119 programs accelerated; SATABS 33.")
    script(args, "impulse.py", "--bench", args.bench, "--timeout", str(args.timeout), "--only", args.only, "--jobs", "1",
           *(["--store", args.store] if args.store else []), "table2")
    print("\nMissing: SATABS; 107 of the paper's 284 programs; the numbers behind the curves of Figures 5 and 6, which are "
          "pictures (`impulse.py figure5` and `figure6` print ours).")


PAPERS = {"ufo": run_ufo, "dagger": run_dagger, "euforia": run_euforia, "impact": run_impact, "impulse": run_impulse}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pendulum", required=True)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--only", default="")
    parser.add_argument("--store", default="")
    parser.add_argument("--interpolation", default="domain", help="dagger: domain or paper")
    parser.add_argument("--figures", default="3.8,3.9,3.11,4.2,4.6,5.4,5.6,5.9", help="euforia: figures, separated by commas")
    parser.add_argument("paper", choices=PAPERS)
    args = parser.parse_args()
    args.limit = args.timeout
    PAPERS[args.paper](args)


if __name__ == "__main__":
    main()
