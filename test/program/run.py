#!/usr/bin/env python3
"""Runs regression programs and compares the verdicts with the expectations in the files.

  run.py --pendulum BINARY FILE...      run these programs
  run.py --check-pairs DIRECTORY        check that every NAME_safe.c has a NAME_unsafe.c, and that names
                                         and expectations agree

Comment lines at the top of a program, before any code:
  // property: reach                     the value of --property
  // expect: true | false                the right verdict
  // engines: bmc=true kinduction=unknown   expected verdicts of single engines (each is run); an engine must not
                                         contradict the right verdict. The default engine `portfolio` must
                                         print the right verdict unless this line names it.
  // options: --data-model LP64          more options for `verify`; without --data-model the model is ILP32
  // unsupported: inline assembler       the construct that an `unknown` verdict must name, with a source location
A timeout is always a failure, even if `unknown` is expected. On a busy machine a run gets less processor time than
LIMIT_SECONDS before its limit ends; it is then repeated once with a longer limit, so that work bounds it, not the load.
"""
import argparse
import pathlib
import re
import resource
import shlex
import subprocess
import sys

LIMIT_SECONDS = 20
MAX_STRETCH = 8  # of the limit of a repeated run
RESULT = re.compile(r"RESULT: (true|false|unknown)(?:\((.*)\))?$")
EXIT_CODES = {"true": 0, "false": 10, "unknown": 5}


class BadHeader(Exception):
    pass


def read_header(path):
    """Returns the settings at the top of a program."""
    header = {}
    for line in path.read_text().splitlines():
        if not line.startswith("//"):
            break
        match = re.match(r"//\s*(property|expect|engines|options|unsupported):\s*(.*?)\s*$", line)
        if match:
            header[match.group(1)] = match.group(2)
    if header.get("expect") not in ("true", "false"):
        raise BadHeader(f"{path}: expected a line '// expect: true' or '// expect: false'")
    if "property" not in header:
        raise BadHeader(f"{path}: expected a line '// property: reach'")
    return header


def expectations(path, header):
    """Returns a map from engine to expected verdict."""
    answers = {"portfolio": header["expect"]}
    for word in header.get("engines", "").split():
        engine, _, answer = word.partition("=")
        if answer not in (header["expect"], "unknown"):
            raise BadHeader(f"{path}: {word}: an engine may answer {header['expect']} or unknown")
        answers[engine] = answer
    return answers


def processor_seconds():
    """Returns the processor time of all processes that have ended so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run_fairly(binary, path, header, engine):
    """Like run_once; repeats a run that ended by its time limit before it had used that much processor time."""
    before = processor_seconds()
    answer, last = run_once(binary, path, header, engine, LIMIT_SECONDS)
    used = processor_seconds() - before
    if answer.startswith("timeout") and used < LIMIT_SECONDS:
        stretch = min(MAX_STRETCH, LIMIT_SECONDS / max(used, LIMIT_SECONDS / MAX_STRETCH))
        answer, last = run_once(binary, path, header, engine, round(LIMIT_SECONDS * stretch) + 1)
    return answer, last


def run_once(binary, path, header, engine, limit):
    """Returns the verdict (or a description of the failure) and the last line."""
    options = shlex.split(header.get("options", ""))
    if not {"--data-model", "--32", "--64"} & set(options):
        options += ["--data-model", "ILP32"]
    command = [binary, "verify", "--engine", engine, "--property", header["property"], "--timeout",
               str(limit), "--memory", "2000", *options, str(path)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit * 2 + 10)
    except subprocess.TimeoutExpired:
        return "overrun", "the time limit did not hold"
    lines = done.stdout.strip().splitlines()
    last = lines[-1] if lines else done.stderr.strip()
    match = RESULT.match(last)
    if not match:
        return "no verdict", last
    answer, detail = match.groups()
    if done.returncode != EXIT_CODES[answer]:
        return f"exit code {done.returncode}", last
    if answer == "unknown" and re.match(r"(timeout|memory|crash|interrupted)\b", detail or ""):
        return detail, last
    return answer, last


def run_program(binary, path):
    """Yields the faults of one program, as text."""
    header = read_header(path)
    for engine, expected in expectations(path, header).items():
        answer, last = run_fairly(binary, path, header, engine)
        reason = header.get("unsupported")
        place = re.compile(rf"RESULT: unknown\(unsupported: {re.escape(reason)} at .+\.[ci](:\d+\b|\))") if reason else None
        if answer != expected or (answer == "unknown" and place and not place.match(last)):
            yield f"{path.name}: {engine}: expected {expected}, got {answer} ({last})"


def check_pairs(directory):
    names = {path.stem for path in directory.glob("*.c")}
    for path in sorted(directory.glob("*.c")):
        kind = path.stem.rpartition("_")[2]
        other = {"safe": "unsafe", "unsafe": "safe"}.get(kind)
        if other is None:
            yield f"{path.name}: the name should end in _safe or _unsafe"
        elif path.stem[: -len(kind)] + other not in names:
            yield f"{path.name}: there is no twin {path.stem[: -len(kind)] + other}.c"
        elif read_header(path)["expect"] != {"safe": "true", "unsafe": "false"}[kind]:
            yield f"{path.name}: the name contradicts '// expect'"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pendulum", default="build/pendulum")
    parser.add_argument("--check-pairs", type=pathlib.Path)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    try:
        faults = list(check_pairs(arguments.check_pairs)) if arguments.check_pairs else []
        for path in arguments.files:
            faults.extend(run_program(arguments.pendulum, path))
    except BadHeader as error:
        faults = [str(error)]
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
