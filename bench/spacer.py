#!/usr/bin/env python3
"""Pendulum and Z3's Spacer on the same Horn clauses, one after the other; prints markdown.

  spacer.py --pendulum BINARY --bench DIR [--set chc] [--engine euforia] [--timeout 20] [--only SUBSTRING]
            [--sample N] [--z3 z3] [--list]

Sets of Horn clauses (chc) are read as they are; C programs (ufo-tacas12) are first written as Horn clauses by
`pendulum encode`, and both get that file. Needs the program z3 (Debian's package z3), which nothing else here does.
Rule format (declare-rel, rule, query) is understood by z3 directly. Per set: solved by each (expected verdict where one
is known, otherwise any answer), and the ratio of the processor times over what both solved (geometric mean).
"""
import argparse
import math
import pathlib
import random
import re
import resource
import subprocess
import tempfile


def expected_of(yml):
    found = re.search(r"expected_verdict:\s*(true|false)", yml.read_text())
    return found.group(1) if found else None


def source_of(yml):
    return yml.parent / re.search(r"input_files:\s*'?([^'\s]+)'?", yml.read_text()).group(1)


def timed(command, seconds):
    """Output and seconds of processor time of a command that may be cut off."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        text = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 5).stdout
    except subprocess.TimeoutExpired:
        text = ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return text, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pendulum(args, clauses):
    text, seconds = timed([args.pendulum, "verify", "--engine", args.engine, "--timeout", str(args.timeout),
                           "--memory", str(args.memory), str(clauses)], args.timeout)
    found = re.search(r"^RESULT: (true|false)", text, re.M)
    return (found.group(1) if found else None), seconds


def spacer(args, clauses):
    """sat: the clauses have a solution. A rule file says unsat for that: the query is not derivable."""
    text, seconds = timed([args.z3, f"-T:{math.ceil(args.timeout)}", f"-memory:{args.memory}",
                           "fp.engine=spacer", str(clauses)], args.timeout)
    answer = re.search(r"^(sat|unsat)$", text, re.M)
    if answer is None:
        return None, seconds
    is_rules = "(declare-rel" in clauses.read_text()
    return ("true" if (answer.group(1) == "sat") != is_rules else "false"), seconds


def clauses_of(args, yml, directory):
    source = source_of(yml)
    if source.suffix == ".smt2":
        return source
    target = pathlib.Path(directory) / (yml.stem + ".smt2")
    done = subprocess.run([args.pendulum, "encode", "--to", "chc", "-o", str(target), str(yml)],
                          capture_output=True, timeout=120)
    return target if done.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pendulum", required=True)
    parser.add_argument("--bench", required=True, type=pathlib.Path)
    parser.add_argument("--set", default="chc")
    parser.add_argument("--engine", default="euforia")
    parser.add_argument("--timeout", type=float, default=20)
    parser.add_argument("--memory", type=int, default=4096)
    parser.add_argument("--only", default="")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--z3", default="z3")
    parser.add_argument("--list", action="store_true", help="a line per task")
    args = parser.parse_args()
    print(f"| set | tasks | {args.engine} true | false | spacer true | false | both | time ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    wrong = []
    for name in args.set.split(","):
        ymls = [yml for yml in sorted((args.bench / name).rglob("*.yml")) if args.only in str(yml)]
        if args.sample and args.sample < len(ymls):
            ymls = sorted(random.Random(1).sample(ymls, args.sample))
        solved, ratios = {"ours": [], "spacer": []}, []
        with tempfile.TemporaryDirectory() as directory:
            for yml in ymls:
                expected = expected_of(yml)
                clauses = clauses_of(args, yml, directory)
                if clauses is None:
                    continue
                ours, ours_time = pendulum(args, clauses)
                theirs, theirs_time = spacer(args, clauses)
                if args.list:
                    print(f"  {yml.stem}: expected {expected}, {args.engine} {ours} {ours_time:.2f}, "
                          f"spacer {theirs} {theirs_time:.2f}", flush=True)
                for who, answer in (("ours", ours), ("spacer", theirs)):
                    if answer and expected in (None, answer):
                        solved[who].append(answer)
                    elif answer:
                        wrong.append(f"{who} says {answer}: {yml}")
                if ours and ours == theirs:
                    ratios.append(max(ours_time, 0.01) / max(theirs_time, 0.01))
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else float("nan")
        count = lambda who, answer: solved[who].count(answer)
        print(f"| {name} | {len(ymls)} | {count('ours', 'true')} | {count('ours', 'false')} | "
              f"{count('spacer', 'true')} | {count('spacer', 'false')} | {len(ratios)} | {mean:.2f} |", flush=True)
    for line in wrong:
        print(line)


if __name__ == "__main__":
    main()
