#!/usr/bin/env python3
"""Curves of DAGGER's modes; see doc/engines/dagger.md.

  dagger.py --pendulum BINARY chains [--limit SECONDS]   chains of conditionals (ex2): tree against DAG
  dagger.py --pendulum BINARY deep [--limit SECONDS]     counterexamples as deep as an array is long (in the manner of
                                                         p1-bad and p3-bad): error preimages cached or not
  dagger.py --pendulum BINARY table --bench DIR [--limit SECONDS]   the rows of Table 1 in the five modes
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

MODES = ["full", "tree-widen", "tree-interpolate", "dag-widen", "dag-interpolate"]


def run(binary, path, limit, options, include=None):
    """(verdict, statistics)"""
    with tempfile.TemporaryDirectory() as directory:
        result = pathlib.Path(directory) / "result.json"
        command = [binary, "verify", "--engine", "dagger", "--timeout", str(limit), "--json", str(result)]
        for option in options:
            command += ["--set", option]
        if include:
            command += ["-I", str(include)]
        done = subprocess.run(command + [str(path)], capture_output=True, text=True, check=False)
        verdict = done.stdout.strip().splitlines()[-1].removeprefix("RESULT: ")
        data = json.loads(result.read_text()) if result.exists() else {}
    flat = {**data.get("statistics", {}), **data.get("times", {})}
    return verdict, flat


def chain(length):
    """Conditionals one after the other, and a bound on what they add up."""
    lines = ["extern int __VERIFIER_nondet_int(void);", "extern void reach_error(void);", "int main(void) {",
             "  int x = 0;"]
    for i in range(1, length + 1):
        lines.append(f"  if (__VERIFIER_nondet_int()) x = x + 1; else x = x + {2 * i};")
    lines += [f"  if (x > {length * (length + 1)}) reach_error();", "  return 0;", "}"]
    return "\n".join(lines) + "\n"


def deep(size):
    """The write position passes the end of a buffer after as many rounds as the buffer is long."""
    return f"""extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {{
  int id = 0, limit = {size}, level = 0;
  while (__VERIFIER_nondet_int()) {{
    if (__VERIFIER_nondet_int()) {{
      level = 1;
      limit = limit - 1;
    }}
    if (level > 0) {{
      if (id > {size}) reach_error();
      id = id + 1;
    }}
  }}
  return 0;
}}
"""


def number(value):
    return "-" if value is None else (f"{value:.2f}" if isinstance(value, float) else str(value))


def measure(args, name, text, options):
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / f"{name}.c"
        path.write_text(text)
        verdict, statistics = run(args.pendulum, path, args.limit, options)
    get = lambda key: statistics.get(f"engine.dagger.{key}")
    return [verdict, number(get("search_time")), number(get("refinements") or 0), number(get("images")),
            number(get("preimages") or 0)]


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def chains(args):
    row("conditionals", "mode", "verdict", "s", "refinements", "images", "preimages")
    row(*["---"] * 7)
    for length in (4, 8, 12, 16, 20, 25, 30):
        for mode in ("full", "tree-interpolate"):
            row(length, mode, *measure(args, "chain", chain(length), [f"dagger.mode={mode}"]))


def deep_table(args):
    row("size", "cache", "verdict", "s", "refinements", "images", "preimages")
    row(*["---"] * 7)
    for size in (5, 10, 20, 40):
        for cache in ("on", "off"):
            row(size, cache, *measure(args, "deep", deep(size), [f"dagger.cache={cache}", "dagger.domain=octagon"]))


def table(args):
    bench = pathlib.Path(args.bench)
    row("program", *(f"{mode} s, refinements" for mode in MODES))
    row(*["---"] * (len(MODES) + 1))
    for task in sorted((bench / "dagger-tacas08").glob("*.yml")):
        cells = []
        for mode in MODES:
            verdict, statistics = run(args.pendulum, task, args.limit, [f"dagger.mode={mode}"], bench / "include")
            refinements = statistics.get("engine.dagger.refinements") or 0
            # The search alone; "open": a fixpoint that the judge did not confirm in time.
            if verdict == "true":
                cells.append(f"{statistics.get('engine.dagger.search_time', 0):.2f}, {refinements}")
            else:
                cells.append(f"{'open' if statistics.get('engine.dagger.fixpoints') else '*'}, {refinements}")
        row(task.stem, *cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pendulum", required=True)
    parser.add_argument("--bench")
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("what", choices=["chains", "deep", "table"])
    args = parser.parse_args()
    {"chains": chains, "deep": deep_table, "table": table}[args.what](args)


if __name__ == "__main__":
    main()
