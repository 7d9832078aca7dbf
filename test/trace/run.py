#!/usr/bin/env python3
"""Checks that the values of counterexamples are those of the compiled program.

  run.py PENDULUM

For each program of this folder, `pendulum verify --trace full` explains an error. The program is then compiled with
regression-test.c of the evidence and with SHOW_VALUES, which makes it print its variables (show.h). Each printed value
has to be in the counterexample, in the same line and in the same order.
"""
import collections
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent
PROGRAMS = {"numbers": 15, "records": 14, "strings": 10, "lists": 15, "floats": 12}  # and the least number of values
ENUMERATORS = {"OFF": "0", "SLOW": "10", "FAST": "11", "true": "1", "false": "0"}


def values_of_trace(trace):
    """The assigned values in their order, by line and name."""
    values = collections.defaultdict(list)
    for step in trace["steps"]:
        if step["kind"] == "statement":
            for change in step["changes"]:
                for name in {change["name"], change["part"]}:
                    values[step["line"], name].append(change["value"])
    return values


def values_of_run(output):
    values = collections.defaultdict(list)
    for line, name, value in re.findall(r"^SHOW (\d+) (.*?) = (.*)$", output, re.MULTILINE):
        values[int(line), re.sub(r"^\(\w+\)", "", name)].append(value)
    return values


def is_same(shown, printed):
    """Compares a value of the counterexample, which may have a suffix or a second notation, with a printed one."""
    shown = ENUMERATORS.get(shown, re.sub(r" \(.*\)$", "", shown))
    if shown == printed:
        return True
    try:
        if shown.endswith("f"):
            return struct.pack("f", float(shown[:-1])) == struct.pack("f", float(printed))
        return float(shown) == float(printed)
    except ValueError:
        return False


def element_names(name):
    """Names with variables as indices stand for those with numbers: table[i][j] for table[0][2]."""
    return re.compile(re.sub(r"\\\[\w+\\\]", r"\\[\\d+\\]", re.escape(name)))


def check(pendulum, program, least, directory):
    source = ROOT / f"{program}.c"
    evidence = directory / program
    done = subprocess.run([pendulum, "verify", "--engine", "bmc", "--trace", "full", "--timeout", "60", "--json", directory / "r.json",
                           "--evidence", evidence, "-I", ROOT, source], capture_output=True, text=True)
    if done.returncode != 10:
        return f"pendulum ends with {done.returncode}:\n{done.stdout}{done.stderr}"
    trace = json.loads((directory / "r.json").read_text())["trace"]
    has_arguments = "argv" in source.read_text()
    subprocess.run(["clang-19", "-w", "-DSHOW_VALUES", "-I", ROOT, *(["-Dmain=tested_main"] if has_arguments else []),
                    "-o", directory / "test", evidence / "regression-test.c", source], check=True)
    run = subprocess.run([directory / "test"], capture_output=True, text=True)
    if run.returncode != -6:
        return f"the compiled program ends with {run.returncode}, but not by its assertion"
    expected, shown = values_of_run(run.stderr), values_of_trace(trace)
    number = 0
    for (line, name), printed in expected.items():
        pattern = element_names(name)
        found = [value for (place, other), values in shown.items()
                 if place == line and pattern.fullmatch(other) for value in values]
        if len(found) != len(printed) or not all(map(is_same, found, printed)):
            return f"{source.name}:{line}: {name} is {printed}, but the counterexample contains {found}"
        number += len(printed)
    if number < least:
        return f"the program prints only {number} values"
    print(f"{program}: {number} values")
    return None


def main():
    failures = []
    with tempfile.TemporaryDirectory(prefix="pendulum-trace-test-") as name:
        for program, least in PROGRAMS.items():
            if failure := check(pathlib.Path(sys.argv[1]).resolve(), program, least, pathlib.Path(name)):
                failures.append(f"{program}: {failure}")
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
