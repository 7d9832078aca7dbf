#!/usr/bin/env python3
"""The tables of doc/engines/ufo.md.

  ufo.py --pendulum BINARY --bench DIR configurations [--set A,B] [--engines ufo,cp] [--limit S] [--jobs N]
      UFO's Table 1: what each configuration solves, and its time
  ufo.py --pendulum BINARY --bench DIR programs [...]
      UFO's Table 2: per program time, iterations, interpolation time, post time
  ufo.py --pendulum BINARY --bench DIR growth [--limit S]
      time per refinement against the size of the unwinding, on token rings and locks

Seconds are CPU seconds unless a column says otherwise. --out FILE keeps the runs as JSON lines; a run that is there
already is not repeated, so an interrupted table is continued with the same command.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import tempfile

ENGINES = ["ufo", "cpufo", "bpufo", "cp", "bp"]
GROWTH = [("ufo-tacas12", f"token_ring.{n}_true") for n in ("01", "02", "04", "06")] + [
    ("locks", f"test_locks_{n}_true") for n in ("7", "10", "14")]


def tasks(bench, sets):
    with open(bench / "index.tsv", encoding="utf-8") as index:
        next(index)
        for line in index:
            group, yml, verdict, _, model, _ = line.rstrip("\n").split("\t")
            if group in sets:
                yield {"set": group, "path": bench / yml, "name": pathlib.Path(yml).stem, "expected": verdict,
                       "model": model}


def verify(args, task, engine, extra=()):
    """The result as data, and what went to standard error."""
    with tempfile.TemporaryDirectory() as directory:
        result = pathlib.Path(directory) / "result.json"
        command = [args.pendulum, "verify", "--engine", engine, "--timeout", str(args.limit), "--memory",
                   str(args.memory), "--data-model", task["model"], "-I", str(args.bench / "include"),
                   "--json", str(result), *extra, str(task["path"])]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        data = json.loads(result.read_text()) if result.exists() else {"verdict": "failed"}
    return data, done.stderr


def summary(task, engine, data):
    """What the tables need of a run."""
    counters, times = data.get("statistics", {}), data.get("times", {})
    of = lambda source, name: source.get(f"engine.{engine}.{name}", 0)
    return {"set": task["set"], "task": task["name"], "engine": engine, "expected": task["expected"],
            "verdict": data["verdict"], "reason": data.get("reason", ""),
            "cpu": data.get("resources", {}).get("cpu_seconds", 0), "iterations": of(counters, "iterations"),
            "refinements": of(counters, "refinements"), "interpolation": of(times, "interpolation_time"),
            "post": of(times, "post_time"), "query": of(times, "query_time"), "cover": of(times, "cover_time")}


class Runs:
    """The runs of a table, kept in a file."""

    def __init__(self, args):
        self.args = args
        self.known = {}
        if args.out and pathlib.Path(args.out).exists():
            for line in pathlib.Path(args.out).read_text().splitlines():
                run = json.loads(line)
                self.known[run["set"], run["task"], run["engine"]] = run

    def get(self, task, engine):
        key = (task["set"], task["name"], engine)
        if key not in self.known:
            self.known[key] = summary(task, engine, verify(self.args, task, engine)[0])
            if self.args.out:
                with open(self.args.out, "a", encoding="utf-8") as out:
                    print(json.dumps(self.known[key]), file=out)
        return self.known[key]

    def all(self):
        todo = [(task, engine) for engine in self.args.engines.split(",")
                for task in tasks(self.args.bench, self.args.set.split(","))]
        with concurrent.futures.ThreadPoolExecutor(self.args.jobs) as pool:
            return list(pool.map(lambda pair: self.get(*pair), todo))


def row(*cells):
    print("| " + " | ".join(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in cells) + " |",
          flush=True)


def is_solved(run):
    return run["verdict"] in ("true", "false") and run["verdict"] == run["expected"]


def configurations(args):
    runs = Runs(args).all()
    row("set", "engine", "tasks", "true", "false", "solved", "wrong", "s of the solved", "iterations",
        "interpolation s", "post s", "query s", "cover s")
    row(*["---"] * 13)
    for group in args.set.split(","):
        for engine in args.engines.split(","):
            mine = [run for run in runs if run["engine"] == engine and run["set"] == group]
            solved = [run for run in mine if is_solved(run)]
            wrong = [run for run in mine if not is_solved(run) and run["verdict"] in ("true", "false")
                     and run["expected"] in ("true", "false")]
            total = lambda name: float(sum(run[name] for run in solved))
            count = lambda verdict: sum(run["verdict"] == verdict for run in solved)
            row(group, engine, len(mine), count("true"), count("false"), f"{100 * len(solved) / max(1, len(mine)):.0f} %",
                len(wrong), total("cpu"), sum(run["iterations"] for run in solved), total("interpolation"),
                total("post"), total("query"), total("cover"))


def programs(args):
    runs = Runs(args).all()
    engines = args.engines.split(",")
    row("program", *(f"{engine}: s, iterations, interpolation s, post s" for engine in engines))
    row(*["---"] * (len(engines) + 1))
    for task in tasks(args.bench, args.set.split(",")):
        cells = []
        for engine in engines:
            run = next(r for r in runs if r["task"] == task["name"] and r["engine"] == engine and r["set"] == task["set"])
            text = f"{run['cpu']:.2f}" if is_solved(run) else "-"
            cells.append(f"{text}, {run['iterations']}, {run['interpolation']:.2f}, {run['post']:.2f}")
        row(task["name"], *cells)


def growth(args):
    """Lines "refinement 3: 40 nodes, query 0.01 s, interpolation 0.20 s" of the engine's own log."""
    pattern = re.compile(r"refinement (\d+): (\d+) nodes, query ([\d.]+) s, interpolation ([\d.]+) s")
    row("program", "verdict", "refinements", "nodes: query ms + interpolation ms, for some refinements")
    row(*["---"] * 4)
    for group, name in GROWTH:
        for task in tasks(args.bench, [group]):
            if not task["name"].startswith(name):
                continue
            data, log = verify(args, task, "ufo", ["--verbose"])
            steps = [(int(n), float(q) * 1000, float(i) * 1000) for _, n, q, i in pattern.findall(log)]
            shown = steps[::max(1, len(steps) // 8)]
            row(task["name"], data["verdict"], len(steps), ", ".join(f"{n}: {q:.0f} + {i:.0f}" for n, q, i in shown))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pendulum", required=True)
    parser.add_argument("--bench", required=True, type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--set", default="ufo-tacas12")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--memory", type=int, default=4096)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out")
    parser.add_argument("what", choices=["configurations", "programs", "growth"])
    args = parser.parse_args()
    {"configurations": configurations, "programs": programs, "growth": growth}[args.what](args)


if __name__ == "__main__":
    main()
