#!/usr/bin/env python3
"""Checks that each reference key that code and documents cite, as in [Bueno21], exists in doc/references.bib.

A key is one or more capitalised words without spaces, followed by two digits of the year.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ["src", "test/unit", "doc", "bench"]
SUFFIXES = {".h", ".cpp", ".md", ".py"}
CITATION = re.compile(r"\[([A-Z][A-Za-z]+\d\d)\](?![(:])")
ENTRY = re.compile(r"^@\w+\{([^,]+),", re.MULTILINE)


def citations(text):
    """Returns pairs of line number and key."""
    return [(number, key) for number, line in enumerate(text.splitlines(), 1) for key in CITATION.findall(line)]


def main():
    keys = ENTRY.findall((ROOT / "doc" / "references.bib").read_text())
    faults = [f"doc/references.bib: {key} is defined twice" for key in sorted({k for k in keys if keys.count(k) > 1})]
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            for number, key in citations(path.read_text()):
                if key not in keys:
                    faults.append(f"{path.relative_to(ROOT)}:{number}: doc/references.bib has no entry {key}")
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
