#!/usr/bin/env python3
"""Checks the #include lines of src/ against src/dependencies.txt.

  check_dependencies.py [SOURCE_ROOT]      default: src/ of this repository

A file may include headers of its own folder and of the folders in the line of its folder. The list is not
transitive: every included folder must be named, even if another folder in the line depends on it. Only
smt/<backend> may include the headers of its solver, and only frontend/llvm and its subfolders those of LLVM. check and check/* must
not name an engine. Prints one line per fault, and the exit status is 1 if there is a fault.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
# First part of an external header -> the only folder that may include it, with its subfolders.
EXTERNAL_OWNERS = {
    "z3++.h": "smt/z3", "z3.h": "smt/z3", "z3_api.h": "smt/z3",
    "cvc5": "smt/cvc5",
    "llvm": "frontend/llvm", "llvm-c": "frontend/llvm", "clang": "frontend/llvm",
}


def read_dependencies(path):
    """Returns the map from a folder to the folders that it may include, and the faults of the list itself."""
    allowed, faults = {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        folder, colon, needs = line.partition(":")
        folder = folder.strip()
        where = f"{path.name}:{number}"
        if not colon:
            faults.append(f"{where}: expected 'folder: folders...'")
            continue
        for need in needs.split():
            if need not in allowed:
                faults.append(f"{where}: {folder} needs {need}, which does not stand above it")
        if folder.split("/")[0] == "check" and any(n.split("/")[0] == "engine" for n in needs.split()):
            faults.append(f"{where}: {folder} must not see an engine")
        if folder in allowed:
            faults.append(f"{where}: {folder} is listed twice")
        allowed[folder] = set(needs.split())
    return allowed, faults


def check_file(root, path, allowed):
    folder = path.parent.relative_to(root).as_posix()
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quote, header = match.groups()
        where = f"{path.relative_to(root)}:{number}"
        owner = EXTERNAL_OWNERS.get(header.split("/")[0])
        is_ours = (root / header).exists() or (quote == '"' and header.rsplit("/", 1)[0] in allowed)
        if is_ours:
            target = pathlib.PurePosixPath(header).parent.as_posix()
            if target != folder and target not in allowed[folder]:
                yield f"{where}: {folder} may not include {header}"
        elif owner is not None and owner != folder and not folder.startswith(owner + "/"):
            yield f"{where}: {header} may be included by {owner} alone"
        elif quote == '"':
            yield f"{where}: there is no {header} (headers are named relative to src/)"


def check_tree(root):
    allowed, faults = read_dependencies(root / "dependencies.txt")
    for path in sorted(root.rglob("*")):
        if path.suffix not in (".h", ".cpp") or not path.is_file():
            continue
        folder = path.parent.relative_to(root).as_posix()
        if folder not in allowed:
            faults.append(f"{path.relative_to(root)}: folder {folder} is not in dependencies.txt")
            continue
        faults.extend(check_file(root, path, allowed))
    return faults


def main():
    default = pathlib.Path(__file__).resolve().parent.parent / "src"
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    faults = check_tree(root)
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
