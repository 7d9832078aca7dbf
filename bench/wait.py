#!/usr/bin/env python3
"""The microbenchmark of section 5.5 of EUFORIA's thesis: n calls of one function with a loop, functions
translated once (wait) or inlined.

  wait.py --pendulum BINARY [--engine euforia] [--calls wait,inline] [--n 2,5,10,15,25,50,100] [--timeout 60]

Prints a table: verdict, depth, refinement lemmas (of states and steps), axioms, blocked cubes, CPU seconds.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile

HEAD = """extern void reach_error(void);
int i;
void loop(void) {
  do {
    i += 3;
  } while (i < 5);
  if (!(i < 7)) reach_error();
}
int main(void) {
"""


def program(n):
    return HEAD + "  i = 0; loop();\n" * n + "  return 0;\n}\n"


def measure(binary, engine, calls, n, timeout, directory):
    source = pathlib.Path(directory) / f"calls{n}.c"
    source.write_text(program(n))
    done = subprocess.run([binary, "verify", "--engine", engine, "--set", f"{engine}.calls={calls}", "--set",
                           f"{engine}.inline_threshold=0", "--set", f"{engine}.facts=off", "--timeout",
                           str(timeout), "--json", "-", str(source)], capture_output=True, text=True)
    data, _ = json.JSONDecoder().raw_decode(done.stdout)  # the verdict follows the document
    get = lambda name: data["statistics"].get(f"engine.{engine}.{name}", 0)
    return (data["verdict"], get("depth"), get("state_lemmas") + get("step_lemmas"), get("axioms"),
            get("blocked_cubes"), data["resources"]["cpu_seconds"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pendulum", required=True)
    parser.add_argument("--engine", default="euforia")
    parser.add_argument("--calls", default="wait,inline")
    parser.add_argument("--n", default="2,5,10,15,25,50,100")
    parser.add_argument("--timeout", type=float, default=60)
    options = parser.parse_args()
    print("| calls | n | verdict | depth | lemmas | axioms | blocked cubes | CPU s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as directory:
        for calls in options.calls.split(","):
            for n in map(int, options.n.split(",")):
                row = measure(options.pendulum, options.engine, calls, n, options.timeout, directory)
                print(f"| {calls} | {n} | {row[0]} | {row[1]} | {row[2]} | {row[3]} | {row[4]} | {row[5]:.2f} |",
                      flush=True)


if __name__ == "__main__":
    main()
