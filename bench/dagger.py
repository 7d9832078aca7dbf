#!/usr/bin/env python3
"""Prints the tables of bench/results/dagger.md about DAGGER's modes, as markdown.

  dagger.py --pendulum BINARY chains [--limit SECONDS]   chains of conditionals (ex2): tree compared with DAG
  dagger.py --pendulum BINARY deep [--limit SECONDS]     counterexamples whose depth is the length of an array (similar to
                                                         p1-bad and p3-bad): error preimages cached or not
  dagger.py --pendulum BINARY table --bench DIR [--limit SECONDS]   the rows of Table 1 in the five modes, the paper's
                                                         numbers in parentheses
  dagger.py --pendulum BINARY interpolation --bench DIR [--limit SECONDS]   Table 1's programs with interpolants of the
                                                         domain and of the SMT layer
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

MODES = ["full", "tree-widen", "tree-interpolate", "dag-widen", "dag-interpolate"]


def run(binary, path, limit, options, include=None):
    """Returns (verdict, statistics)."""
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
    """A sequence of conditionals, and a bound on the sum that they compute."""
    lines = ["extern int __VERIFIER_nondet_int(void);", "extern void reach_error(void);", "int main(void) {",
             "  int x = 0;"]
    for i in range(1, length + 1):
        lines.append(f"  if (__VERIFIER_nondet_int()) x = x + 1; else x = x + {2 * i};")
    lines += [f"  if (x > {length * (length + 1)}) reach_error();", "  return 0;", "}"]
    return "\n".join(lines) + "\n"


def write_position(size):
    """Similar to p1-bad: the write position passes the end of a buffer after as many iterations as the buffer is long."""
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


def nested_copies(size):
    """Similar to p3-bad: an inner loop copies words into a line, and does not check the end after a quote."""
    return f"""extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {{
  int out = 0, quoted = 0;
  while (__VERIFIER_nondet_int()) {{
    int in = 0;
    if (__VERIFIER_nondet_int()) quoted = 1;
    while (in < 4 && __VERIFIER_nondet_int()) {{
      if (quoted == 0 && out >= {size}) break;
      if (out > {size}) reach_error();
      out = out + 1;
      in = in + 1;
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
    row("program", "size", "mode", "verdict", "s", "refinements", "images", "preimages")
    row(*["---"] * 8)
    for program in (write_position, nested_copies):
        for size in (5, 10, 20, 40):
            for mode in ("full", "dag-interpolate", "dag-widen"):
                options = [f"dagger.mode={mode}", "dagger.domain=octagon"]
                row(program.__name__, size, mode, *measure(args, program.__name__, program(size), options))


# Table 1: seconds and refinements of DAGGER, TREE + widen, TREE + interpolated widen, DAG + both. None: did not end in 2000 s.
PAPER = {
    "p1-ok": [(4.64, 9), (1940, 18408), (11.2, 16), (131.5, 412), (5.76, 9)],
    "seesaw": [(0.04, 2), None, (0.05, 2), None, (0.05, 2)],
    "bkley": [(0.04, 1), (0.04, 0), (0.04, 0), (0.05, 1), (0.04, 1)],
    "bk-nat": [(0.06, 2), (0.09, 2), (0.06, 1), (0.11, 4), (0.07, 2)],
    "hsort": [(0.14, 3), None, (0.16, 3), None, (0.14, 3)],
    "efm": [(0.09, 1), (0.09, 1), (0.09, 1), (0.08, 1), (0.09, 1)],
    "lifnat": [(0.49, 3), None, (1.46, 5), None, (0.48, 3)],
    "cars": [(19.5, 8), None, (17.6, 8), None, (19.5, 8)],
    "swim": [(0.60, 2), (2.46, 13), (0.60, 2), (1.49, 9), (0.60, 2)],
    "f1a": [(0.01, 0)] * 5,
    "ex1": [(0.04, 1), None, (0.06, 1), None, (0.04, 1)],
    "f2": [(0.07, 1), None, (0.06, 1), None, (0.07, 1)],
    "ex2": [(0.03, 0), (5.4, 0), (5.4, 0), (0.03, 0), (0.03, 0)],
    "JM06": [(0.02, 0)] * 5,
}
# Available programs that are variants of the paper's.
VARIANTS = {"cars2": "cars", "hsort2": "hsort", "swim2": "swim", "swim4": "swim", "p1-ok2": "p1-ok", "fig1a": "f1a"}


def table1_tasks(args):
    tasks = sorted((pathlib.Path(args.bench) / "dagger-tacas08").glob("*.yml"))
    rank = {name: i for i, name in enumerate(PAPER)}
    return sorted(tasks, key=lambda task: rank.get(VARIANTS.get(task.stem, task.stem), len(rank)))


def outcome(args, task, options):
    """Returns seconds of the search and refinements; "open" means that the judge did not accept the fixpoint in time."""
    verdict, statistics = run(args.pendulum, task, args.limit, options, pathlib.Path(args.bench) / "include")
    refinements = statistics.get("engine.dagger.refinements") or 0
    seconds = statistics.get("engine.dagger.search_time") or 0
    if verdict == "true" or (verdict.startswith("false") and "-bad" in str(task)):
        return f"{seconds:.2f}, {refinements}"
    return f"{'open' if statistics.get('engine.dagger.fixpoints') else '*'}, {refinements}"


def domain_of(name):
    """Returns the domain of section 4: octagons for Sendmail's programs and JM06, polyhedra for the others."""
    return "octagon" if name.startswith(("p1", "p2", "p3", "JM06")) else "polyhedra"


def table(args):
    row("program", *MODES)
    row(*["---"] * (len(MODES) + 1))
    for task in table1_tasks(args):
        paper = PAPER.get(VARIANTS.get(task.stem, task.stem), [None] * len(MODES))
        cells = []
        for mode, theirs in zip(MODES, paper):
            beside = "*" if theirs is None else f"{theirs[0]}, {theirs[1]}"
            options = [f"dagger.mode={mode}", f"dagger.domain={domain_of(task.stem)}"]
            cells.append(f"{outcome(args, task, options)} ({beside})")
        row(task.stem, *cells)


def interpolation(args):
    ways = ["domain", "solver"]
    row("program", *ways)
    row(*["---"] * (len(ways) + 1))
    for task in table1_tasks(args):
        row(task.stem, *(outcome(args, task, [f"dagger.interpolation={way}"]) for way in ways))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pendulum", required=True)
    parser.add_argument("--bench")
    parser.add_argument("--limit", type=int, default=20)
    tables = {"chains": chains, "deep": deep_table, "table": table, "interpolation": interpolation}
    parser.add_argument("what", choices=tables)
    args = parser.parse_args()
    if args.what in ("table", "interpolation") and not args.bench:
        parser.error("--bench is needed")
    tables[args.what](args)


if __name__ == "__main__":
    main()
