#!/usr/bin/env python3
"""Prints the tables of bench/results/ufo.md.

  ufo.py --pendulum BINARY --bench DIR [--set A,B] [--engines ufo,cp] [--timeout S] [--jobs N] [--store FILE] TABLE

  configurations  UFO's Table 1: solved tasks and time of each configuration
  programs        UFO's Table 2: per program time, iterations, interpolation time, post time
  growth          time per refinement by size of the unwinding, on token rings and locks

Seconds are CPU seconds unless a column states otherwise. --store FILE stores the answers (see compare.py), so the
same command continues an interrupted table.
"""
import argparse
import pathlib
import re
import subprocess

import compare

ENGINES = "ufo,cpufo,bpufo,cp,bp"
GROWTH = [f"ufo-tacas12/systemc/token_ring.{n}_true" for n in ("01", "02", "04", "06")] + [
    f"locks/test_locks_{n}_true" for n in ("7", "10", "14")]


class Runs:
    """Returns the answers of all configurations for the tasks of some sets."""

    def __init__(self, args):
        args.only, args.sample = getattr(args, "only", ""), 0
        self.engines = args.engines.split(",")
        self.found = compare.tasks(args)
        self.expected = {path: compare.expected_of(path) for _, path in self.found}
        self.answers = compare.Answers(args)
        self.answers.ask_all(self.found, self.engines)

    def is_solved(self, path, engine):
        return self.answers(path, engine)["verdict"] == self.expected[path]

    def is_wrong(self, path, engine):
        return bool(self.expected[path]) and self.answers(path, engine)["verdict"] in {"true", "false"} - {
            self.expected[path]}

    def value(self, path, engine, name):
        return self.answers(path, engine)["counters"].get(name, 0)


def configurations(args):
    runs = Runs(args)
    times = ["interpolation_time", "post_time", "query_time", "cover_time"]
    compare.header("set", "engine", "tasks", "true", "false", "solved", "wrong", "s of the solved", "iterations",
                   "interpolation s", "post s", "query s", "cover s")
    for group in args.set.split(",") + ["all"]:
        paths = [path for name, path in runs.found if group in (name, "all")]
        for engine in runs.engines:
            solved = [path for path in paths if runs.is_solved(path, engine)]
            compare.row(group, engine, len(paths), *(sum(runs.expected[path] == verdict for path in solved)
                                                     for verdict in ("true", "false")),
                        f"{100 * len(solved) / max(1, len(paths)):.0f} %",
                        sum(runs.is_wrong(path, engine) for path in paths),
                        f"{sum(runs.answers(path, engine)['seconds'] for path in solved):.0f}",
                        sum(runs.value(path, engine, "iterations") for path in solved),
                        *(f"{sum(runs.value(path, engine, name) for path in solved):.0f}" for name in times))


def programs(args):
    runs = Runs(args)
    compare.header("program", *(f"{engine}: s, iterations, interpolation s, post s" for engine in runs.engines))
    for _, path in runs.found:
        cells = []
        for engine in runs.engines:
            seconds = f"{runs.answers(path, engine)['seconds']:.2f}" if runs.is_solved(path, engine) else "-"
            cells.append(f"{seconds}, {runs.value(path, engine, 'iterations')}, " + ", ".join(
                f"{runs.value(path, engine, name):.2f}" for name in ("interpolation_time", "post_time")))
        compare.row(path.stem, *cells)


def growth(args):
    """Parses lines "refinement 3: 40 nodes, query 0.01 s, interpolation 0.20 s" of the engine's log."""
    pattern = re.compile(r"refinement (\d+): (\d+) nodes, query ([\d.]+) s, interpolation ([\d.]+) s")
    compare.header("program", "verdict", "refinements", "nodes: query ms + interpolation ms, for some refinements")
    for prefix in GROWTH:
        for path in pathlib.Path(args.bench).glob(f"{prefix}*.yml"):
            command = [args.pendulum, "verify", "--engine", "ufo", "--verbose", "--timeout", str(args.timeout), "--memory",
                       str(args.memory), str(path)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            steps = [(int(n), float(q) * 1000, float(i) * 1000) for _, n, q, i in pattern.findall(done.stderr)]
            shown = steps[::max(1, len(steps) // 8)]
            compare.row(path.stem, done.stdout.strip().splitlines()[-1].removeprefix("RESULT: "), len(steps),
                        ", ".join(f"{n}: {q:.0f} + {i:.0f}" for n, q, i in shown))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pendulum", required=True)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--set", default="ufo-tacas12")
    parser.add_argument("--engines", default=ENGINES)
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--memory", type=int, default=4096)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--store", default="")
    parser.add_argument("table", choices=["configurations", "programs", "growth"])
    args = parser.parse_args()
    {"configurations": configurations, "programs": programs, "growth": growth}[args.table](args)


if __name__ == "__main__":
    main()
