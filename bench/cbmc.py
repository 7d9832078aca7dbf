#!/usr/bin/env python3
"""Runs CBMC and Pendulum one after the other on the same tasks with the same time limit; prints markdown.

  cbmc.py --pendulum BINARY --bench DIR [--set A,B] [--timeout 20] [--memory 4096] [--out ROWS.tsv] [--only SUBSTRING]

A set is a name in the first column of DIR/index.tsv; without this file, DIR itself is one set. Only tasks with the property
unreach-call take part. CBMC is bounded, so it runs with the growing bounds BOUNDS until the time is used up:

  cbmc FILES --no-standard-checks --unwinding-assertions --unwind N -I DIR/include --32 or --64

"true" needs all assertions, the unwinding assertions included; "false" needs a failing assertion that is not an unwinding
assertion. A reachable call of a function without a body is "unknown".

The first table has one line per set: tasks; for each tool decided tasks and right verdicts; and how many of the tasks that CBMC
decides are decided by Pendulum as well. The lines below it name the tasks that only one tool decides, and wrong verdicts.
"""
import argparse
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

BOUNDS = [2, 6, 12, 20, 50, 200, 1000, 5000, 25000]
# For tasks that declare reach_error without a body; CBMC knows the other names of SV-COMP.
REACH_ERROR = 'void reach_error(void) { __CPROVER_assert(0, "reach_error"); }\n'


def tasks(args):
    """Yields (set, task definition)."""
    index = args.bench / "index.tsv"
    if not index.exists():
        for path in sorted(args.bench.rglob("*.yml")):
            yield args.bench.name, path
        return
    for line in index.read_text().splitlines()[1:]:
        name, path, _, prop = line.split("\t")[:4]
        if name in args.sets and prop == "unreach-call":
            yield name, args.bench / path


def read_task(path):
    """Returns the input files, the expected verdict and the option of CBMC for the data model."""
    text = path.read_text()
    names = re.search(r"input_files:((?:\s*-?\s*'?[\w./+-]+'?(?=\n))+)", text).group(1)
    files = [path.parent / name for name in re.findall(r"[\w./+][\w./+-]*", names)]
    expected = re.search(r"expected_verdict:\s*(true|false)", text).group(1)
    return files, expected, "--32" if "ILP32" in text else "--64"


def run(command, seconds, memory):
    """Returns the standard output, or None after the time limit, and the processor time."""
    def limit():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))

    before = os.times()
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=limit)
        try:
            process.wait(seconds)
            over = False
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            over = True
        out.seek(0)
        text = out.read()
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return None if over else text, used


def cbmc_verdict(text):
    """Returns the verdict of one run and a reason if it is unknown. `bound` means that a larger bound can help."""
    failed = re.findall(r"^\[([^\]]*)\].*: FAILURE$", text, re.M)
    if "VERIFICATION SUCCESSFUL" in text:
        return "true", ""
    for name in failed:
        if ".no-body." in name:  # its result is arbitrary
            return "unknown", "no body: " + name.split(".no-body.")[1]
    if any(not re.search(r"\.(unwind\.\d+|recursion)$", name) for name in failed):
        return "false", ""
    if "VERIFICATION FAILED" in text and failed:
        return "unknown", "bound"
    return "unknown", "error: " + (text.strip().splitlines() or ["no output"])[-1]


def run_cbmc(args, files, model):
    """Returns the verdict, a reason or the bound, wall time and processor time."""
    sources = "\n".join(file.read_text(errors="replace") for file in files)
    is_defined = re.search(r"\breach_error\s*\([^;{}]*\)\s*\{", sources)
    start, used, reason = time.monotonic(), 0.0, "timeout"
    with tempfile.TemporaryDirectory() as directory:
        extra = pathlib.Path(directory) / "functions.c"
        extra.write_text("" if is_defined else REACH_ERROR)
        for bound in BOUNDS:
            left = args.timeout - (time.monotonic() - start)
            if left <= 0:
                break
            command = [args.cbmc, *map(str, files), str(extra), "--no-standard-checks", "--unwinding-assertions", "--unwind",
                       str(bound), "-I", str(args.bench / "include"), model]
            text, seconds = run(command, left, args.memory)
            used += seconds
            verdict, reason = ("unknown", "timeout") if text is None else cbmc_verdict(text)
            if verdict != "unknown":
                reason = f"bound {bound}"
            if reason != "bound":
                return verdict, reason, time.monotonic() - start, used
    return "unknown", "timeout", time.monotonic() - start, used


def run_pendulum(args, path):
    start = time.monotonic()
    command = [args.pendulum, "verify", "--quiet", "--timeout", str(args.timeout), "--memory", str(args.memory), "-I",
               str(args.bench / "include"), str(path)]
    text, used = run(command, args.timeout * 1.5 + 10, 1 << 20)
    last = (text or "").strip().splitlines()[-1:] or ["no output"]
    found = re.match(r"RESULT: (true|false|unknown)\(?(.*?)\)?$", last[0])
    verdict, reason = found.groups() if found else ("unknown", last[0])
    return verdict, reason, time.monotonic() - start, used


def table(rows):
    print("| set | tasks | CBMC decided | CBMC right | Pendulum decided | Pendulum right | of CBMC's, decided by Pendulum |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    names = list(dict.fromkeys(row["set"] for row in rows))
    for name in names + (["all"] if len(names) > 1 else []):
        part = [row for row in rows if name in (row["set"], "all")]
        count = {}
        for tool in ("cbmc", "pendulum"):
            count[tool] = [sum(row[tool] != "unknown" for row in part), sum(row[tool] == row["expected"] for row in part)]
        both = sum(row["cbmc"] != "unknown" and row["pendulum"] != "unknown" for row in part)
        share = f"{both} of {count['cbmc'][0]}"
        print("|", " | ".join(map(str, [name, len(part), *count["cbmc"], *count["pendulum"], share])), "|")
    print()
    for row in rows:
        for tool in ("cbmc", "pendulum"):
            if row[tool] not in ("unknown", row["expected"]):
                print(f"wrong: {tool}: {row['task']}: {row[tool]}, expected {row['expected']}")
    for one, other in (("cbmc", "pendulum"), ("pendulum", "cbmc")):
        for row in rows:
            if row[one] != "unknown" and row[other] == "unknown":
                print(f"only {one}: {row['task']} ({row['expected']}, {row[one + '_s']} s; {other}: {row[other + '_why']})")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pendulum", required=True)
    parser.add_argument("--cbmc", default="cbmc")
    parser.add_argument("--bench", required=True, type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--set", dest="sets", default=[], type=lambda text: text.split(","))
    parser.add_argument("--timeout", type=int, default=20, help="seconds of wall time per tool and task")
    parser.add_argument("--memory", type=int, default=4096, help="MB per tool and task")
    parser.add_argument("--only", default="", help="tasks whose path contains this text")
    parser.add_argument("--out", help="file for one line per task")
    args = parser.parse_args()
    rows = []
    for name, path in tasks(args):
        if args.only not in str(path):
            continue
        files, expected, model = read_task(path)
        row = {"set": name, "task": str(path.relative_to(args.bench))[:-len(".yml")], "expected": expected}
        for tool, answer in (("cbmc", run_cbmc(args, files, model)), ("pendulum", run_pendulum(args, path))):
            row[tool], row[tool + "_why"], wall, used = answer
            row[tool + "_s"], row[tool + "_cpu"] = f"{wall:.2f}", f"{used:.2f}"
        rows.append(row)
        print("\t".join(row.values()), file=sys.stderr)
    if not rows:
        sys.exit("there is no such task")
    if args.out:
        lines = ["\t".join(rows[0])] + ["\t".join(row.values()) for row in rows]
        pathlib.Path(args.out).write_text("\n".join(lines) + "\n")
    table(rows)


if __name__ == "__main__":
    main()
