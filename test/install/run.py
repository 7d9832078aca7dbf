#!/usr/bin/env python3
"""Installs Pendulum to a temporary prefix and uses it from there, outside of the source tree. Also checks the commit that
`pendulum --version` prints if the build had no git.

  run.py CMAKE BUILD_DIRECTORY
"""
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = """#include <pendulum.h>
#include <string.h>
int main(void) {
  char text[4] = "abc";
  int x = pendulum_nondet_int();
  pendulum_assume(x > 2);
  pendulum_assert(x != 5 || strlen(text) != 3);
  return 0;
}
"""


def check(condition, text):
    if not condition:
        sys.exit(f"install: {text}")


def check_commit_without_git(cmake, root):
    """The files of a repository contain the commit: a branch in a file or in packed-refs, or a detached HEAD."""
    script = pathlib.Path(__file__).resolve().parents[2] / "cmake/Commit.cmake"
    commit, other = "0123456789abcdef" * 2 + "01234567", "f" * 40
    branch = "ref: refs/heads/main\n"
    cases = [({"HEAD": branch, "refs/heads/main": commit + "\n"}, "0123456789-unverified"),
             ({"HEAD": branch, "packed-refs": f"# pack-refs\n{other} refs/heads/x\n{commit} refs/heads/main\n"},
              "0123456789-unverified"),
             ({"HEAD": commit + "\n"}, "0123456789-unverified"),
             ({"HEAD": branch}, "unknown"),
             ({}, "unknown")]
    for number, (files, expected) in enumerate(cases):
        source = root / f"source{number}"
        for name, text in files.items():
            (source / ".git" / name).parent.mkdir(parents=True, exist_ok=True)
            (source / ".git" / name).write_text(text)
        done = subprocess.run([cmake, f"-DOUTPUT={source}/commit.cpp", f"-DSOURCE={source}", "-P", str(script)],
                              env={"PATH": str(root)}, capture_output=True, text=True)
        check(done.returncode == 0, done.stderr)
        check(f'commit = "{expected}"' in (source / "commit.cpp").read_text(), f"case {number}: expected {expected}")


def main():
    cmake, build = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="pendulum-commit-") as root:
        check_commit_without_git(cmake, pathlib.Path(root))
    with tempfile.TemporaryDirectory(prefix="pendulum-install-") as root:
        prefix = pathlib.Path(root) / "prefix"
        done = subprocess.run([cmake, "--install", build, "--prefix", str(prefix)], capture_output=True, text=True)
        check(done.returncode == 0, done.stderr)
        for name in ("bin/pendulum", "include/pendulum.h", "share/man/man1/pendulum.1",
                     "share/man/man1/pendulum-verify.1", "share/bash-completion/completions/pendulum"):
            check((prefix / name).is_file(), f"{name} is missing")
        commands = subprocess.run([prefix / "bin/pendulum", "man", "--list"], capture_output=True, text=True).stdout.split()
        check("verify" in commands and "bench" in commands, "the list of manual pages is not complete")
        pages = {page.name for page in (prefix / "share/man/man1").iterdir()}
        check(pages == {"pendulum.1"} | {f"pendulum-{command}.1" for command in commands}, f"the pages are {pages}")
        (pathlib.Path(root) / "a.c").write_text(PROGRAM)
        environment = {"PATH": f"{prefix}/bin:/usr/bin:/bin", "HOME": root}
        run = subprocess.run(["pendulum", "verify", "--engine", "bmc", "--evidence", "out", "a.c"], cwd=root,
                             env=environment, capture_output=True, text=True, timeout=120)
        check(run.stdout.endswith("RESULT: false(unreach-call)\n"), run.stdout + run.stderr)
        report = subprocess.run(["pendulum", "report", "out"], cwd=root, env=environment, capture_output=True,
                                text=True, timeout=60)
        check((pathlib.Path(root) / "out/report.html").is_file(), report.stderr)
        if os.getuid() != 0:  # the administrator may write everywhere
            closed = pathlib.Path(root) / "closed"
            closed.mkdir(mode=0o500)
            done = subprocess.run([cmake, "--install", build, "--prefix", str(closed / "x")], capture_output=True,
                                  text=True)
            check(done.returncode != 0 and "is not a writable directory" in done.stderr, done.stderr)


if __name__ == "__main__":
    main()
