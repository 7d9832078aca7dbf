#!/usr/bin/env python3
"""Checks the table of library functions (src/frontend/llvm/models/library, doc/library.md).

  tools/check_library.py [DIRECTORY]

Every function that a header of C17 or POSIX.1-2017 declares has a line with a class, no function has two lines, and the
class `model` agrees with the bodies in src/frontend/llvm/models/c. Prints the faults; the exit status is 1 if there is one.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLASSES = {"pure", "contract", "outside", "output", "ends", "model", "unsupported"}
# A family of functions has these suffixes. Those of ISO/IEC TS 18661-3 have the model of the standard function with the same
# type; there are no models for f128.
SUFFIXES = {"": "", "f": "f", "l": "l", "f32": "f", "f64": "", "f128": None, "f32x": "", "f64x": "l"}
# Classes with a body in C, and functions of them that the translation itself handles.
MODELLED = {"model", "contract"}
BUILT_IN = {"malloc", "calloc", "free", "memcpy", "memmove", "memset", "alloca", "atexit"}
C17 = "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic " \
      "stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype"
POSIX = "aio arpa/inet cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen monetary mqueue net/if netdb " \
        "netinet/in netinet/tcp nl_types poll pthread pwd regex sched search semaphore spawn strings sys/ipc sys/mman sys/msg " \
        "sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs sys/time sys/times sys/types sys/uio sys/un " \
        "sys/utsname sys/wait syslog tar termios ulimit unistd utime utmpx wordexp"


def names_of(line):
    """Maps the functions of a line of the table to the standard names: one line describes a family of type-generic functions."""
    declaration = line.split(" = ")[0]
    name = re.search(r"(\w+)\(", declaration).group(1)
    if not re.search(r"\breal\b", declaration):
        return {name: name}
    stem, end = (name[:-2], "_r") if name.endswith("_r") else (name, "")
    return {stem + suffix + end: standard if standard is None else stem + standard + end for suffix, standard in SUFFIXES.items()}


def read_table(directory, problems):
    """Returns a map from names to classes."""
    table = {}
    for path in sorted(directory.glob("*.txt")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not line or line.startswith("#"):
                continue
            word = line.split()[0]
            if word not in CLASSES:
                problems.append(f"{path.name}:{number}: no class: {line}")
                continue
            for name, standard in names_of(line).items():
                if name in table:
                    problems.append(f"{path.name}:{number}: {name} has two lines")
                if word in MODELLED and standard is None:
                    table[name] = "pure"
                else:
                    table[name] = word if name == standard else "same"
    return table


def declared_functions():
    source = "#define _GNU_SOURCE\n" + "".join(f"#include <{name}.h>\n" for name in (C17 + " " + POSIX).split())
    dump = subprocess.run(["clang-19", "-fsyntax-only", "-w", "-Xclang", "-ast-dump", "-x", "c", "-"], input=source,
                          capture_output=True, text=True, check=True).stdout
    # Names that start with an underscore belong to the implementation.
    found = re.findall(r"^[|`]-FunctionDecl .*? ([a-z]\w*) '[^']*'(?::'[^']*')?(?: \w+)*$", dump, re.M | re.I)
    return {name for name in found if not name.startswith("_")}


def modelled_functions():
    """Maps the modelled functions to their role, and to whether the model is a contract."""
    directory = ROOT / "src/frontend/llvm/models/c"
    text = "".join(path.read_text() for path in directory.glob("*.c"))
    each = "".join(path.read_text() for path in (directory / "real").glob("each_*.c"))
    for suffix, letter in ("", "d"), ("f", "s"), ("l", "x"):
        text += each.replace("_R", suffix).replace("_M", letter)
    return {name: role or ("contract" if f"__pendulum_real_{name}(" in text else "")
            for name, role in re.findall(r"^//: (\w+): (\[\w+\])?", text, re.M)}


def main():
    directory = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "src/frontend/llvm/models/library"
    problems = []
    table = read_table(directory, problems)
    declared = declared_functions()
    problems += [f"{name} is declared by a header and has no line" for name in sorted(declared - table.keys())]
    if len(declared) < 1000:
        problems.append(f"the headers declare only {len(declared)} functions")
    models = modelled_functions()
    for name, role in sorted(models.items()):
        wanted = {"": "model", "[any]": "model", "contract": "contract", "[reads]": "output"}.get(role)
        if wanted and table.get(name) != wanted:
            problems.append(f"{name} has a model and is not in the class {wanted}")
    for name, word in sorted(table.items()):
        if word in MODELLED and name not in models and name not in BUILT_IN:
            problems.append(f"{name} is in the class {word} and has no model")
    print("\n".join(problems) or f"{len(table)} functions, {len(declared)} of them declared by the headers")
    sys.exit(1 if problems else 0)


main()
