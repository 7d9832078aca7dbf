#!/usr/bin/env python3
"""Measures how many witnesses `pendulum validate` confirms.

For each sampled task, `pendulum verify --evidence` writes a witness, and `pendulum validate` checks it. Prints one
line per task, and per set the numbers of solved tasks and of confirmed witnesses.

  bench/witnesses.py --pendulum build/pendulum --bench DIR [--set SETS] [--match TEXT]
      [--sample N | --random N [--seed S]] [--timeout S] [--limit S]
"""
import argparse
import csv
import pathlib
import random
import re
import subprocess
import tempfile


def run(command):
    """The verdict and the engine that a command of pendulum prints, and its time in seconds."""
    lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
    fields = dict(line.split(": ", 1) for line in lines if ": " in line)
    verdict = fields.get("RESULT", "none")
    return verdict, fields.get("engine", ""), fields.get("time", "0 s").split()[0]


def sample(tasks, number):
    """`number` of the tasks: the smallest ones of each expected verdict in turn, at even distances."""
    chosen = []
    for verdict in ("true", "false"):
        some = sorted((t for t in tasks if t["expected_verdict"] == verdict), key=lambda t: int(t["bytes"]))
        some = some[: max(1, len(some) * 3 // 4)]
        share = (number + 1) // 2 if verdict == "true" else number // 2
        if some and share:
            step = max(1, len(some) // share)
            chosen += some[::step][:share]
    return chosen


def tasks_per_set(arguments, tasks):
    """The sampled tasks of each set: N of each set by size, or N at random of all tasks together."""
    if arguments.random:
        tasks = random.Random(arguments.seed).sample(tasks, min(arguments.random, len(tasks)))
    sets = sorted({task["set"] for task in tasks})
    chosen = {name: [task for task in tasks if task["set"] == name] for name in sets}
    return chosen if arguments.random else {name: sample(some, arguments.sample) for name, some in chosen.items()}


def measure(arguments, task):
    """(verdict, engine, validation, its engine, its time) of one task."""
    base = pathlib.Path(arguments.bench)
    options = ["-I", str(base / "include"), "--jobs", str(arguments.jobs), str(base / task["yml"])]
    with tempfile.TemporaryDirectory() as folder:
        evidence = folder + "/evidence"
        verdict, engine, _ = run([arguments.pendulum, "verify", "--timeout", str(arguments.timeout), "--trace",
                                  "off", "--evidence", evidence] + options)
        if verdict != "true" and not verdict.startswith("false"):
            return verdict, engine, "", "", ""
        validation = run([arguments.pendulum, "validate", "--timeout", str(arguments.limit), "--witness",
                          evidence + "/witness.yml"] + options)
        return (verdict, engine) + validation


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pendulum", required=True)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--set", default="", help="sets, separated by commas; default: all sets of C programs")
    parser.add_argument("--match", default="", help="only tasks whose name matches this regular expression")
    parser.add_argument("--sample", type=int, default=3, help="number of tasks per set")
    parser.add_argument("--random", type=int, default=0, help="number of tasks, at random of all sets together")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random choice")
    parser.add_argument("--timeout", type=float, default=10, help="seconds for the verification")
    parser.add_argument("--limit", type=float, default=20, help="seconds for the validation")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    with open(pathlib.Path(arguments.bench) / "index.tsv") as index:
        tasks = [t for t in csv.DictReader(index, delimiter="\t") if t["data_model"] in ("ILP32", "LP64")
                 and re.search(arguments.match, t["yml"])]
    if arguments.set:
        tasks = [t for t in tasks if t["set"] in arguments.set.split(",")]
    table = {}
    for name, chosen in tasks_per_set(arguments, tasks).items():
        solved = confirmed = 0
        for task in chosen:
            verdict, engine, validation, by, seconds = measure(arguments, task)
            solved += bool(validation)
            confirmed += validation == verdict
            mark = "-" if not validation else "ok" if validation == verdict else "MISSED"
            print(f"{mark:7} {task['yml']}: {verdict} by {engine}; {validation} {by} {seconds}", flush=True)
        table[name] = (solved, confirmed)
    print("\n| set | solved | confirmed |\n| --- | ---: | ---: |")
    for name, (solved, confirmed) in table.items():
        print(f"| {name} | {solved} | {confirmed} |")
    print(f"| all | {sum(s for s, _ in table.values())} | {sum(c for _, c in table.values())} |")


if __name__ == "__main__":
    main()
