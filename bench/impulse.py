#!/usr/bin/env python3
"""Prints the tables of doc/engines/impulse.md: IMPULSE's Table 2 and Figures 5 and 6, as markdown.

  impulse.py --pendulum BINARY --bench DIR [--sets SET,SET] [--sizes 10,100,1000] [--configurations NAME,NAME]
             [--only SUBSTRING] [--sample N] [--repeat N] [--timeout S] [--memory MiB] [--jobs N] [--store FILE] TABLE

  table2   per buffer size and configuration: solved tasks, accelerated loops, programs with an accelerated loop; the
           paper's row next to Pendulum's
  figure5  cumulative CPU time of the solved tasks, easiest first: all tasks, and the unsafe ones alone
  figure6  CPU time by buffer size for single unsafe tasks (Figure 6a) and for aeon.c (Figure 6b), 10 to 10^6
  flat     the same tasks at sizes 10 and 10^6: time of the search for errors, time to execute its paths, total time,
           peak memory, and the ratios; medians of --repeat runs

The tasks are those of DIR/verisec, compiled with -DBASE_SZ=N. table2 and figure5 also accept other folders of DIR, whose
tasks have no size: --sets loops,eca --sizes 0. The configurations are `impulse` and `impulse` without
acceleration (--set impulse.accelerate=off), the paper's baseline. Expected verdicts are those of size 2;
bench/results/verisec.md lists tasks whose verdict depends on the size. The paper had 284 tasks, a limit of 300 s and 2 GB, and
one core of 3 GHz. It has the figures only as curves, so their numbers are not repeated here.

Seconds are CPU seconds, except for the time of the search, which the engine measures as wall-clock time. --store FILE
stores the answers, so the same command continues an interrupted table.
"""
import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import statistics
import subprocess
import tempfile
import threading

import compare

CONFIGURATIONS = {"impulse": [], "impulse without acceleration": ["impulse.accelerate=off"]}
# Table 2: solved, accelerated loops, programs with accelerated loops, of 284 programs.
PAPER = {"impulse": (102, 258, 119), "impulse without acceleration": (17, 0, 0), "SATABS": (33, 0, 0)}
# Unsafe tasks whose error needs as many iterations as the buffer is long.
DEEP_TASKS = ["gxine/CVE-2007-0406/main/simp_bad", "escape_absolute_uri/simp1_bad", "escape_absolute_uri/simp2_bad",
              "encode_ie/no_sprintf_bad", "mime_fromqp/mime_fromqp_arr_bad", "glob3/loop_ptr_bad",
              "_nss_winbind_ipnodes_getbyname/simp_bad"]
# The program of Figure 6(b).
AEON = pathlib.Path(__file__).resolve().parent / "aeon.c"
DEEP_SIZES = [10, 100, 1000, 10000, 100000, 1000000]


def label(path, args):
    """Returns the path of the task inside of the suite, without the common prefix and suffix."""
    if path == AEON:
        return "aeon"
    name = str(path.relative_to(pathlib.Path(args.bench)).with_suffix(""))
    return name.removeprefix("verisec/programs/apps/")


def tasks_of_sets(args):
    found = [path for name in args.sets.split(",") for path in sorted((pathlib.Path(args.bench) / name).rglob("*.yml"))
             if args.only in label(path, args)]
    if not found:
        raise SystemExit(f"impulse.py: no task in {args.sets} of {args.bench} contains {args.only!r}")
    if args.sample and args.sample < len(found):
        found = sorted(random.Random(args.seed).sample(found, args.sample))
    return found


def accelerated_loops(numbers, log):
    """Read from the log if the run was stopped from outside, because there are no statistics in this case."""
    name = "engine.impulse.accelerated_loops"
    return numbers.get(name, len(set(re.findall(r"loop (\S+) at \S+: accelerated, ", log))))


def measure(args, path, size, configuration):
    with tempfile.TemporaryDirectory() as directory:
        result = pathlib.Path(directory) / "result.json"
        command = [args.pendulum, "verify", "--engine", "impulse", "--verbose", "--timeout", str(args.timeout), "--memory",
                   str(args.memory), "-I", str(pathlib.Path(args.bench) / "include"), "--json", str(result), str(path)]
        if size:
            command.append(f"-DBASE_SZ={size}")
        if path == AEON:
            command += ["--property", "valid-deref"]
        for option in CONFIGURATIONS[configuration]:
            command += ["--set", option]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        data = json.loads(result.read_text()) if result.exists() else {}
    numbers = {**data.get("statistics", {}), **data.get("times", {})}
    follow = numbers.get("engine.impulse.follow_time", 0)
    search = numbers.get("engine.impulse.search_time", 0) - numbers.get("engine.impulse.judge_time", 0) - follow
    return {"verdict": {0: "true", 10: "false", 5: "unknown"}.get(done.returncode, "failed"),
            "seconds": data.get("resources", {}).get("cpu_seconds", 0),
            "memory": data.get("resources", {}).get("peak_memory_mib", 0), "search": max(0, search), "follow": follow,
            "loops": accelerated_loops(numbers, done.stderr)}


class Measurements:
    """Answers by task, size and configuration, stored in a file with one JSON object per line if the user names one."""

    def __init__(self, args):
        self.args, self.known, self.lock = args, {}, threading.Lock()
        if args.store and pathlib.Path(args.store).exists():
            for line in pathlib.Path(args.store).read_text().splitlines():
                key, answer = json.loads(line)
                self.known[tuple(key)] = answer

    def key(self, path, size, configuration, repetition=0):
        return (label(path, self.args), size, configuration, self.args.timeout, repetition)

    def ask(self, path, size, configuration, repetition=0):
        key = self.key(path, size, configuration, repetition)
        if key in self.known:
            return
        answer = measure(self.args, path, size, configuration)
        with self.lock:
            self.known[key] = answer
            if self.args.store:
                with open(self.args.store, "a") as file:
                    file.write(json.dumps([key, answer]) + "\n")

    def ask_all(self, questions):
        with concurrent.futures.ThreadPoolExecutor(self.args.jobs) as pool:
            for done in [pool.submit(self.ask, *question) for question in questions]:
                done.result()

    def __call__(self, path, size, configuration, repetition=0):
        return self.known[self.key(path, size, configuration, repetition)]

    def medians(self, path, size, configuration):
        """Returns the median of each number; the verdict is the one of all runs, or lists them if they differ."""
        runs = [self(path, size, configuration, repetition) for repetition in range(self.args.repeat)]
        result = {name: statistics.median(run[name] for run in runs) for name in ("search", "follow", "seconds", "memory")}
        return {**result, "verdict": "/".join(sorted({run["verdict"] for run in runs}))}


def suite(args):
    """Tasks, their expected verdicts, and the measurements of all sizes and configurations."""
    paths = tasks_of_sets(args)
    measurements = Measurements(args)
    measurements.ask_all([(path, size, configuration) for size in args.sizes for path in paths
                          for configuration in args.configurations])
    return paths, {path: compare.expected_of(path) for path in paths}, measurements


def table2(args):
    paths, expected, measurements = suite(args)
    compare.header("size", "configuration", "tasks", "solved", "true", "false", "loops accelerated",
                   "programs accelerated", "wrong", "failed", "s of the solved", "paper: solved, loops, programs of 284")
    for size in args.sizes:
        for configuration in args.configurations:
            answers = [(measurements(path, size, configuration), expected[path]) for path in paths]
            solved = [answer for answer, truth in answers if truth and answer["verdict"] == truth]
            wrong = [answer for answer, truth in answers
                     if truth and answer["verdict"] in {"true", "false"} - {truth}]
            compare.row(size, configuration, len(paths), len(solved),
                        *(sum(answer["verdict"] == verdict for answer in solved) for verdict in ("true", "false")),
                        sum(answer["loops"] for answer, _ in answers),
                        sum(answer["loops"] > 0 for answer, _ in answers), len(wrong),
                        sum(answer["verdict"] == "failed" for answer, _ in answers),
                        f"{sum(answer['seconds'] for answer in solved):.1f}",
                        ", ".join(str(number) for number in PAPER[configuration]))
    compare.row("", "SATABS", *[""] * 9, ", ".join(str(number) for number in PAPER["SATABS"]))
    for size in args.sizes:
        for path in paths:
            verdict = measurements(path, size, args.configurations[0])["verdict"]
            if expected[path] and verdict in {"true", "false", "failed"} - {expected[path]}:
                print(f"* size {size}, {label(path, args)}: expected {expected[path]}, got {verdict}")


def cumulative(seconds, count):
    """Returns the time of the `count` easiest tasks, or a dash if fewer are solved."""
    return f"{sum(sorted(seconds)[:count]):.1f}" if len(seconds) >= count else "-"


def figure5(args):
    paths, expected, measurements = suite(args)
    compare.header("size", "tasks", "easiest tasks", *(f"{name}: s" for name in args.configurations))
    for size in args.sizes:
        for group, verdicts in (("safe and unsafe", ("true", "false")), ("unsafe", ("false",))):
            seconds = {name: [measurements(path, size, name)["seconds"] for path in paths if expected[path] in verdicts
                              and measurements(path, size, name)["verdict"] == expected[path]]
                       for name in args.configurations}
            most = max(len(times) for times in seconds.values())
            marks = sorted({*range(10, most, 10), *(len(times) for times in seconds.values())} - {0})
            for mark in marks:
                compare.row(size, group, mark, *(cumulative(seconds[name], mark) for name in args.configurations))


def deep_tasks(args):
    """Returns the tasks of --only, or those of DEEP_TASKS."""
    found = [path for path in tasks_of_sets(args) if args.only or label(path, args).endswith(tuple(DEEP_TASKS))]
    return [path for path in found if compare.expected_of(path) == "false"]


def figure6(args):
    paths = [*deep_tasks(args), AEON]
    measurements = Measurements(args)
    measurements.ask_all([(path, size, name) for path in paths for name in CONFIGURATIONS for size in DEEP_SIZES])
    compare.header("task", "configuration", *(f"size {size}: s" for size in DEEP_SIZES))
    for path in paths:
        for name in CONFIGURATIONS:
            answers = [measurements(path, size, name) for size in DEEP_SIZES]
            compare.row(label(path, args), name, *(f"{answer['seconds']:.2f}" if answer["verdict"] == "false" else "-"
                                                   for answer in answers))


def ratio(large, small):
    return f"{large / small:.2f}" if small else "-"


def flat(args):
    paths = deep_tasks(args)
    sizes = (DEEP_SIZES[0], DEEP_SIZES[-1])
    measurements = Measurements(args)
    measurements.ask_all([(path, size, "impulse", repetition) for repetition in range(args.repeat) for path in paths
                          for size in sizes])
    compare.header("task", "verdicts", *(f"{what}: {sizes[0]}, {sizes[1]}" for what in
                                         ("search ms", "follow ms", "total s", "peak MiB")), "search ratio", "total s more")
    for path in paths:
        small, large = (measurements.medians(path, size, "impulse") for size in sizes)
        cells = [f"{small[name] * scale:.{digits}f}, {large[name] * scale:.{digits}f}" for name, scale, digits in
                 (("search", 1000, 1), ("follow", 1000, 0), ("seconds", 1, 2), ("memory", 1, 0))]
        compare.row(label(path, args), f"{small['verdict']}, {large['verdict']}", *cells,
                    ratio(large["search"], small["search"]), f"{large['seconds'] - small['seconds']:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tables = {"table2": table2, "figure5": figure5, "figure6": figure6, "flat": flat}
    parser.add_argument("--pendulum", required=True, help="path of the binary")
    parser.add_argument("--bench", required=True, help="directory that contains verisec and include")
    parser.add_argument("--sets", default="verisec", help="folders of the bench directory (table2, figure5)")
    parser.add_argument("--sizes", default="10,100,1000", help="buffer sizes of table2 and figure5; 0: none is set")
    parser.add_argument("--configurations", default=",".join(CONFIGURATIONS), help="names of configurations (table2, figure5)")
    parser.add_argument("--only", default="", help="only tasks whose path contains this text")
    parser.add_argument("--sample", type=int, default=0, help="number of tasks, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="seed for --sample")
    parser.add_argument("--repeat", type=int, default=1, help="number of runs of which flat prints the median")
    parser.add_argument("--timeout", type=int, default=60, help="seconds per run")
    parser.add_argument("--memory", type=int, default=2048, help="MiB per run")
    parser.add_argument("--jobs", type=int, default=1, help="number of parallel runs")
    parser.add_argument("--store", default="", help="file that stores the answers")
    parser.add_argument("table", choices=tables)
    args = parser.parse_args()
    args.sizes = [int(size) for size in args.sizes.split(",")]
    args.configurations = args.configurations.split(",")
    if unknown := set(args.configurations) - set(CONFIGURATIONS):
        parser.error(f"--configurations: expected names from {', '.join(CONFIGURATIONS)}, got {', '.join(unknown)}")
    if args.repeat < 1:
        parser.error("--repeat: expected a positive number")
    tables[args.table](args)


if __name__ == "__main__":
    main()
