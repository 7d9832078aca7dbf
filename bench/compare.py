#!/usr/bin/env python3
"""Compares engines, or one engine with different options, on the same tasks; prints markdown.

  compare.py --pendulum BINARY --bench DIR --set loops,invgen-hola --timeout 20 RUN...
             [--only SUBSTRING] [--sample N] [--seed N] [--jobs N] [--counters NAME,...] [--store FILE]

A RUN is an engine and its options: `impact`, `impact,impact.forced_cover=off`. With the option `encode=chc`,
`encode=functional`, `encode=relational` or `encode=program`, the task is first written as Horn clauses, or as a VMT file in
one of Horn2VMT's encodings, and this file is verified. The engine `spacer` is Z3's (it needs the program z3) and reads Horn
clauses. A set is a folder of DIR with task definitions (.yml).

The output has, per set and run, the solved tasks (expected true + expected false) and their CPU seconds; each run
compared with the first; the tasks that only one run solved; and the names of all wrong and failed tasks. With --counters it has
one line per task: verdict, seconds, and these counters (`iterations,nodes` means engine.<engine>.iterations and so on; other
counters by their full name).

With --store each answer is appended to FILE, and tasks with a stored answer are not run again, even with another limit: a
solved task is solved within every limit that is not smaller than its time, and an unsolved task is not solved within a smaller
limit. A timeout with less than half of the limit in CPU time is not meaningful (the machine was busy); such tasks are named
at the end and not stored.
"""
import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile


def tasks(args):
    bench = pathlib.Path(args.bench)
    found = [(name, path) for name in args.set.split(",") for path in sorted((bench / name).rglob("*.yml"))
             if args.only in str(path.relative_to(bench))]
    if args.sample and args.sample < len(found):
        found = sorted(random.Random(args.seed).sample(found, args.sample))
    return found


def expected_of(path):
    found = re.search(r"expected_verdict:\s*(true|false)", path.read_text())
    return found.group(1) if found else None


def encode(args, path, form, directory):
    """Returns the file of the task in another format, or None if it could not be written in time."""
    target = pathlib.Path(directory) / ("task.smt2" if form == "chc" else "task.vmt")
    kind = ["chc"] if form == "chc" else ["vmt", "--horn", form]
    command = [args.pendulum, "encode", "--quiet", "--timeout", str(args.timeout), "-I",
               str(pathlib.Path(args.bench) / "include"), "-o", str(target), "--to", *kind, str(path)]
    return target if subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0 else None


def input_of(path):
    return path.parent / re.search(r"input_files:\s*'?([^'\s]+)'?", path.read_text()).group(1)


def spacer(args, clauses):
    """Runs Spacer. sat means that the clauses have a solution; for a file in the rule format unsat means it (the query is
    not derivable)."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (args.timeout + 5, args.timeout + 5))

    command = ["z3", f"-T:{args.timeout}", f"-memory:{args.memory}", "fp.engine=spacer", str(clauses)]
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=limit)
        _, _, usage = os.wait4(process.pid, 0)
        out.seek(0)
        text = out.read()
    seconds = usage.ru_utime + usage.ru_stime
    answer = re.search(r"^(sat|unsat)$", text, re.M)
    has_rules = "(declare-rel" in clauses.read_text()
    verdict = "unknown" if answer is None else "true" if (answer.group(1) == "sat") != has_rules else "false"
    return {"verdict": verdict, "seconds": seconds, "counters": {},
            "starved": "timeout" in text and seconds < args.timeout / 2}


def verify(args, path, run):
    """Returns verdict (true, false, unknown, failed), CPU seconds, and counters."""
    engine, *options = run.split(",")
    forms = [option.removeprefix("encode=") for option in options if option.startswith("encode=")]
    with tempfile.TemporaryDirectory() as directory:
        file = encode(args, path, forms[0], directory) if forms else path
        if file is None:
            return {"verdict": "unknown", "seconds": 0, "counters": {}}
        if engine == "spacer":
            return spacer(args, file if forms else input_of(path))
        return pendulum(args, file, engine, [option for option in options if not option.startswith("encode=")])


def pendulum(args, file, engine, options):
    with tempfile.TemporaryDirectory() as directory:
        result = pathlib.Path(directory) / "result.json"
        command = [args.pendulum, "verify", "--engine", engine, "--timeout", str(args.timeout), "--memory",
                   str(args.memory), "-I", str(pathlib.Path(args.bench) / "include"), "--json", str(result), str(file)]
        for option in options:
            command += ["--set", option]
        with open(os.devnull, "w") as nowhere, tempfile.TemporaryFile("w+") as out:
            try:
                done = subprocess.run(command, stdout=out, stderr=nowhere, timeout=args.timeout + 30, check=False)
                status = done.returncode
            except subprocess.TimeoutExpired:
                status = None
            out.seek(0)
            last = (out.read().strip().splitlines() or [""])[-1]
        data = json.loads(result.read_text()) if result.exists() else {}
    verdict = {0: "true", 10: "false", 5: "unknown"}.get(status, "failed")
    if not last.startswith(f"RESULT: {verdict}"):
        verdict = "failed"
    prefix = f"engine.{engine}."
    flat = {**data.get("statistics", {}), **data.get("times", {})}
    counters = {name.removeprefix(prefix): value for name, value in flat.items()}
    seconds = data.get("resources", {}).get("cpu_seconds", 0)
    return {"verdict": verdict, "seconds": seconds, "counters": counters,
            "starved": data.get("reason") == "timeout" and seconds < args.timeout / 2}


class Answers:
    """Answers by run and task, stored in a file with one JSON object per line if the user names one."""

    def __init__(self, args):
        self.args, self.known = args, {}
        if args.store and pathlib.Path(args.store).exists():
            for line in pathlib.Path(args.store).read_text().splitlines():
                entry = json.loads(line)
                *key, timeout = entry["key"]
                self.add(tuple(key), timeout, entry["answer"])

    def key(self, path, run):
        return (str(path.relative_to(self.args.bench)), run)

    def add(self, key, timeout, answer):
        self.known.setdefault(key, {})[timeout] = answer

    def find(self, path, run):
        """Returns the stored answer, or the one implied by an answer with another limit; None if there is none."""
        limit = self.args.timeout
        answers = self.known.get(self.key(path, run), {})
        if limit in answers:
            return answers[limit]
        for timeout, answer in answers.items():
            is_solved = answer["verdict"] in ("true", "false")
            if is_solved and answer["seconds"] <= limit:
                return answer
            if timeout > limit:
                return {**answer, "verdict": "unknown"} if is_solved else answer
        return None

    def ask(self, path, run):
        if self.find(path, run):
            return
        key, answer = self.key(path, run), verify(self.args, path, run)
        self.add(key, self.args.timeout, answer)
        if self.args.store and not answer.get("starved"):
            with open(self.args.store, "a") as file:
                file.write(json.dumps({"key": [*key, self.args.timeout], "answer": answer}) + "\n")

    def ask_all(self, found, runs):
        with concurrent.futures.ThreadPoolExecutor(self.args.jobs) as pool:
            for done in [pool.submit(self.ask, path, run) for _, path in found for run in runs]:
                done.result()

    def __call__(self, path, run):
        return self.find(path, run)


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def header(*cells):
    row(*cells)
    row(*["---"] * len(cells))


def print_sets(args, found, answers, expected):
    header("set", "tasks", *(f"{run}: true + false, s" for run in args.run))
    rows = sorted({name for name, _ in found}) + ["all"]
    for name in rows:
        paths = [path for each, path in found if name in (each, "all")]
        cells = []
        for run in args.run:
            solved = [path for path in paths if answers(path, run)["verdict"] == expected[path]]
            count = {word: sum(1 for path in solved if expected[path] == word) for word in ("true", "false")}
            seconds = sum(answers(path, run)["seconds"] for path in solved)
            cells.append(f"{count['true']} + {count['false']}, {seconds:.0f}")
        row(name, len(paths), *cells)


def mean_ratio(pairs):
    """Geometric mean of b / a."""
    logs = [math.log(max(b, 0.01) / max(a, 0.01)) for a, b in pairs]
    return f"{math.exp(sum(logs) / len(logs)):.2f}" if logs else "-"


def print_pairs(args, found, answers, expected):
    """Compares every other run with the first."""
    first, *others = args.run
    header("set", "run", "both solve", f"only {first}", "only the run", f"{first} is faster", "time, run / " + first)
    for name in sorted({name for name, _ in found}) + ["all"]:
        paths = [path for each, path in found if name in (each, "all")]
        for run in others:
            solved = {each: {path for path in paths if answers(path, each)["verdict"] == expected[path]}
                      for each in (first, run)}
            both = solved[first] & solved[run]
            times = [(answers(path, first)["seconds"], answers(path, run)["seconds"]) for path in both]
            row(name, run, len(both), len(solved[first] - both), len(solved[run] - both),
                sum(a < b for a, b in times), mean_ratio(times))


def print_alone(args, found, answers, expected):
    """Prints the tasks that no other run solved, and wrong and failed tasks."""
    for run in args.run:
        def names(test, run=run):
            return [str(path.relative_to(args.bench).with_suffix("")) for _, path in found if test(path, run)]

        def is_alone(path, run):
            return [each for each in args.run if answers(path, each)["verdict"] == expected[path]] == [run]

        def is_wrong(path, run):
            return expected[path] and answers(path, run)["verdict"] in {"true", "false"} - {expected[path]}

        alone, wrong = names(is_alone), names(is_wrong)
        failed = names(lambda path, run: answers(path, run)["verdict"] == "failed")
        if len(args.run) > 1:
            print(f"* {run}, solved by no other: {len(alone)}" + (": " if alone else "") + ", ".join(alone))
        print(f"* {run}, wrong: {len(wrong)} {' '.join(wrong)}; failed: {len(failed)} {' '.join(failed)}")
        starved = names(lambda path, run: answers(path, run).get("starved", False))
        if starved:
            print(f"* {run}, timed out with less than half of the limit in CPU time: {len(starved)}")


def print_tasks(args, found, answers):
    names = args.counters.split(",")
    header("task", *(f"{run}: verdict, s, {', '.join(names)}" for run in args.run))
    for _, path in found:
        cells = []
        for run in args.run:
            answer = answers(path, run)
            counters = [answer["counters"].get(name, 0) for name in names]
            counters = [f"{value:.2f}" if isinstance(value, float) else str(value) for value in counters]
            cells.append(f"{answer['verdict']}, {answer['seconds']:.1f}, {', '.join(counters)}")
        row(path.stem, *cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pendulum", required=True)
    parser.add_argument("--bench", required=True)
    parser.add_argument("--set", required=True)
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--memory", type=int, default=4096)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--counters", default="")
    parser.add_argument("--store", default="")
    parser.add_argument("run", nargs="+")
    args = parser.parse_args()
    found = tasks(args)
    expected = {path: expected_of(path) for _, path in found}
    answers = Answers(args)
    answers.ask_all(found, args.run)
    if args.counters:
        print_tasks(args, found, answers)
        print()
    print_sets(args, found, answers, expected)
    print()
    if len(args.run) > 1:
        print_pairs(args, found, answers, expected)
        print()
    print_alone(args, found, answers, expected)
    return 0


if __name__ == "__main__":
    sys.exit(main())
