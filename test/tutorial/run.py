#!/usr/bin/env python3
"""Follows doc/tutorial.md: writes its files, runs its commands and compares their output.

  run.py BINARY TUTORIAL

A block that starts with ```c and follows a line that ends in `NAME`: is written to the file NAME. A block that starts
with ```console contains commands (`$ ...`) and the output of each of them. Every line of the tutorial's output has to
occur in the output of the command, in this order. Lines that depend on the machine are not compared: time, engine and
judge. The numbers of directories with evidence are not compared either, because they follow the order in which
violations are found. The command `pendulum` is BINARY. The engines of the portfolio race, so a command whose output
differs is run a second time before it counts as a fault; the first output is printed in any case.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

VARYING = re.compile(r"(time|engine|judge|proof uses): ")
BLOCK = re.compile(r"(?:`([\w./-]+)`:\n\n)?```(c|console)\n(.*?)```", re.DOTALL)


def commands_of(block):
    """Yields the commands of a block with their expected lines."""
    command, lines = None, []
    for line in block.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, lines
            command, lines = line[2:], []
        else:
            lines.append(line)
    if command:
        yield command, lines


def comparable(line):
    return re.sub(r"(violation|proof)-[0-9]+", r"\1-N", line)


def missing_line(expected, output):
    """Returns the first expected line that does not occur in the output after the lines before it."""
    rest = iter(output.splitlines())
    for line in expected:
        if line and not VARYING.match(line) and not any(comparable(line) == comparable(found) for found in rest):
            return line
    return None


def main():
    binary, tutorial = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    faults = 0
    with tempfile.TemporaryDirectory(prefix="pendulum-tutorial-") as root:
        tools = pathlib.Path(root) / "bin"
        tools.mkdir()
        (tools / "pendulum").write_text(f'#!/bin/sh\nexec "{binary}" "$@"\n')
        (tools / "pendulum").chmod(0o755)
        environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
        for name, kind, text in BLOCK.findall(tutorial.read_text()):
            if kind == "c":
                path = pathlib.Path(root) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
                continue
            for command, expected in commands_of(text):
                for attempt in range(2):
                    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=root,
                                          env=environment, timeout=300)
                    output = done.stdout + done.stderr
                    missing = missing_line(expected, output)
                    if missing is None:
                        break
                    print(f"$ {command}\nmissing line: {missing}\noutput:\n{output}")
                faults += missing is not None
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
