#!/usr/bin/env python3
"""Exports benchmark tasks in several formats, and runs Z3's Spacer on the Horn clauses.

  bench/encode.py --bench DIR [--set a,b] [--to vmt,chc,smt2] [--pendulum build/pendulum] [--timeout 20]
                  [--memory 4096] [--spacer SECONDS] [--jobs 2]

DIR contains index.tsv (set, yml, expected verdict, property, data model, bytes) and SV-COMP task definitions. Prints
per set the number of tasks that were exported within the limit, the slowest one, and, with --spacer, the number of tasks for
which Spacer agrees with the expected verdict. A contradiction is printed, and the exit status is 1. An export that warns about
constructs that are not modelled is an over-approximation, so `unsat` (unsafe) is not a contradiction there.
"""
import argparse
import collections
import concurrent.futures
import os
import subprocess
import sys
import tempfile
import time

C_PROPERTIES = ("unreach-call", "valid-deref", "valid-memsafety", "no-overflow")
SPACER = ["z3", "fp.engine=spacer", "fp.xform.slice=false", "fp.xform.inline_linear=false", "fp.xform.inline_eager=false"]


def tasks(arguments):
    chosen = set(filter(None, arguments.set.split(",")))
    with open(os.path.join(arguments.bench, "index.tsv")) as index:
        next(index)
        for line in index:
            name, yml, expected, prop, _, _ = line.rstrip("\n").split("\t")
            if prop in C_PROPERTIES and (not chosen or name in chosen):
                yield name, os.path.join(arguments.bench, yml), expected


def export(arguments, yml, form, path):
    """Returns None if the export failed or took too long, otherwise (seconds, whether it printed a warning)."""
    start = time.time()
    command = [arguments.pendulum, "encode", "--to", form, "--memory", str(arguments.memory), "-I",
               os.path.join(arguments.bench, "include"), yml, "-o", path]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=arguments.timeout)
    except subprocess.TimeoutExpired:
        return None
    return (time.time() - start, "not modelled" in run.stderr) if run.returncode == 0 else None


def solve(arguments, path):
    try:
        run = subprocess.run(SPACER + [f"-T:{arguments.spacer}", path], capture_output=True, text=True,
                             timeout=arguments.spacer + 5)
    except subprocess.TimeoutExpired:
        return "unknown"
    words = run.stdout.split()
    return words[0] if words and words[0] in ("sat", "unsat") else "unknown"


def run_task(arguments, task):
    name, yml, expected = task
    with tempfile.TemporaryDirectory() as directory:
        paths = {form: os.path.join(directory, "task." + form) for form in arguments.to}
        exports = {form: export(arguments, yml, form, path) for form, path in paths.items()}
        has_clauses = arguments.spacer and exports.get("chc")
        answer = solve(arguments, paths["chc"]) if has_clauses else "unknown"
    says = {"sat": "true", "unsat": "false", "unknown": "unknown"}[answer]
    if says == "false" and exports["chc"][1]:
        says = "unknown"
    return name, yml, expected, exports, says


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--set", default="")
    parser.add_argument("--to", default="vmt,chc", type=lambda text: text.split(","))
    parser.add_argument("--memory", type=int, default=4096)
    parser.add_argument("--pendulum", default="build/pendulum")
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--spacer", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    rows = collections.defaultdict(collections.Counter)
    wrong = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name, yml, expected, exports, says in pool.map(lambda t: run_task(arguments, t), list(tasks(arguments))):
            for row in (rows[name], rows["all"]):
                row["tasks"] += 1
                row.update(form for form, result in exports.items() if result)
                row["slowest s"] = max([row["slowest s"]] + [result[0] for result in exports.values() if result])
                row["agrees"] += says == expected
                row["open"] += says == "unknown"
            missing = [form for form, result in exports.items() if not result]
            if missing:
                print(f"not exported: {yml}: {' '.join(missing)}")
            if {says, expected} == {"true", "false"}:
                wrong.append(f"CONTRADICTION: {yml}: expected {expected}, Spacer says {says}")
    columns = ["tasks", *arguments.to, "slowest s", "agrees", "open"]
    print(f"{'set':18}" + "".join(f"{column:>11}" for column in columns))
    for name, row in rows.items():
        print(f"{name:18}" + "".join(f"{row[column]:11.1f}" if column == "slowest s" else f"{row[column]:11}" for column in columns))
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
