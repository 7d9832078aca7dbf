#!/usr/bin/env python3
"""Exports benchmark tasks as VMT and Horn clauses, and lets Z3's Spacer solve the clauses.

  bench/encode.py --bench DIR [--set a,b] [--pendulum build/pendulum] [--timeout 20] [--spacer SECONDS] [--jobs 2]

DIR holds index.tsv (set, yml, expected verdict, property, data model, bytes) and SV-COMP task definitions. Prints
per set how many tasks were exported within the time, the slowest, and, with --spacer, how often Spacer agrees with
the expected verdict. A contradiction is printed and makes the exit status 1. An export that warns of constructs
that are not modelled over-approximates, so `unsat` (unsafe) there contradicts nothing.
"""
import argparse
import collections
import concurrent.futures
import os
import subprocess
import sys
import tempfile
import time

SPACER = ["z3", "fp.engine=spacer", "fp.xform.slice=false", "fp.xform.inline_linear=false", "fp.xform.inline_eager=false"]


def tasks(arguments):
    chosen = set(filter(None, arguments.set.split(",")))
    with open(os.path.join(arguments.bench, "index.tsv")) as index:
        next(index)
        for line in index:
            name, yml, expected, prop, _, _ = line.rstrip("\n").split("\t")
            if prop == "unreach-call" and (not chosen or name in chosen):
                yield name, os.path.join(arguments.bench, yml), expected


def export(arguments, yml, form, path):
    """None when it failed or took too long, else (seconds, does it warn)."""
    start = time.time()
    command = [arguments.pendulum, "encode", "--to", form, "-I", os.path.join(arguments.bench, "include"), yml, "-o", path]
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
        vmt = export(arguments, yml, "vmt", os.path.join(directory, "task.vmt"))
        path = os.path.join(directory, "task.smt2")
        chc = export(arguments, yml, "chc", path)
        answer = solve(arguments, path) if chc and arguments.spacer else "unknown"
    says = {"sat": "true", "unsat": "false", "unknown": "unknown"}[answer]
    if says == "false" and chc and chc[1]:
        says = "unknown"
    return name, yml, expected, vmt, chc, says


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--set", default="")
    parser.add_argument("--pendulum", default="build/pendulum")
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--spacer", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    rows = collections.defaultdict(lambda: dict(tasks=0, vmt=0, chc=0, slowest=0.0, agrees=0, open=0))
    wrong = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for name, yml, expected, vmt, chc, says in pool.map(lambda t: run_task(arguments, t), list(tasks(arguments))):
            for row in (rows[name], rows["all"]):
                row["tasks"] += 1
                row["vmt"] += vmt is not None
                row["chc"] += chc is not None
                row["slowest"] = max(row["slowest"], vmt[0] if vmt else 0, chc[0] if chc else 0)
                row["agrees"] += says == expected
                row["open"] += says == "unknown"
            if not vmt or not chc:
                print(f"not exported: {yml}: {'vmt ' if not vmt else ''}{'chc' if not chc else ''}")
            if {says, expected} == {"true", "false"}:
                wrong.append(f"CONTRADICTION: {yml}: expected {expected}, Spacer says {says}")
    print(f"{'set':18}{'tasks':>6}{'vmt':>6}{'chc':>6}{'slowest s':>11}{'agrees':>8}{'open':>6}")
    for name, row in rows.items():
        print(f"{name:18}{row['tasks']:6}{row['vmt']:6}{row['chc']:6}{row['slowest']:11.1f}{row['agrees']:8}{row['open']:6}")
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
