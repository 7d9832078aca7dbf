#!/usr/bin/env python3
"""Checks that the encoding of programs without heap does not grow: compares its size with encoding.tsv.

  encoding.py BINARY            check
  encoding.py BINARY --write    write the table again (review the difference before you commit it)

The table has one line for each program: name, and numbers of variables, locations and edges of the front end's program.
"""
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
TABLE = HERE / "encoding.tsv"
COUNTERS = ("frontend.variables", "frontend.locations", "frontend.edges")


def measure(binary, program):
    command = [binary, "verify", "--engine", "bmc", "--timeout", "20", "--32", "--json", "-", str(program)]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    statistics = {}

    def collect(value):
        if isinstance(value, dict):
            for key, part in value.items():
                if key in COUNTERS:
                    statistics[key] = part
                collect(part)

    document, _ = json.JSONDecoder().raw_decode(run.stdout.decode())  # the verdict follows the document
    collect(document)
    return [statistics[counter] for counter in COUNTERS]


def main():
    binary = sys.argv[1]
    rows = [line.split("\t") for line in TABLE.read_text().splitlines()[1:]]
    failures = 0
    lines = ["program\tvariables\tlocations\tedges"]
    for name, *expected in rows:
        found = [str(number) for number in measure(binary, HERE / name)]
        lines.append("\t".join([name, *found]))
        if found != expected:
            failures += 1
            print(f"{name}: variables, locations, edges are {found}, expected {expected}")
    if "--write" in sys.argv:
        TABLE.write_text("\n".join(lines) + "\n")
        return 0
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
