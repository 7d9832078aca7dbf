#!/usr/bin/env python3
"""Tests the tool-info module of BenchExec (tools/benchexec/pendulum.py) with recorded and with real outputs.

Uses BenchExec if it is installed, and its test_tool_info accepts the module then. Otherwise a stand-in replaces the part
of benchexec.tools.template that the module uses, and the test says so.

  run.py BINARY [unittest arguments]
"""
import collections
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MODULE = ROOT / "tools" / "benchexec" / "pendulum.py"
BINARY = None

HAS_BENCHEXEC = importlib.util.find_spec("benchexec") is not None

# Recorded outputs of `pendulum verify`: the lines, the exit code, and the result that BenchExec should show.
RECORDED = [
    (["RESULT: true"], 0, "true"),
    (["counterexample: ...", "  x = 3", "RESULT: false(unreach-call)"], 10, "false(unreach-call)"),
    (["RESULT: false(valid-deref)"], 10, "false(valid-deref)"),
    (["RESULT: false(valid-free)"], 10, "false(valid-free)"),
    (["RESULT: false(valid-memtrack)"], 10, "false(valid-memtrack)"),
    (["RESULT: false(no-overflow)"], 10, "false(no-overflow)"),
    (["RESULT: unknown(timeout)"], 5, "TIMEOUT"),
    (["RESULT: unknown(memory)"], 5, "OUT OF MEMORY"),
    (["RESULT: unknown(memory: ufo)"], 5, "OUT OF MEMORY"),
    (["RESULT: unknown(bound)"], 5, "unknown (bound)"),
    (["RESULT: unknown(incomplete: dagger: no progress)"], 5, "unknown (incomplete)"),
    (["RESULT: unknown(interrupted)"], 5, "unknown (interrupted)"),
    (["RESULT: unknown(rejected: the invariant (x < 3) does not hold)"], 5, "unknown (rejected)"),
    (["RESULT: unknown(unsupported: longjmp at a.c:3)"], 5, "unknown (unsupported)"),
    (["RESULT: unknown(crash: signal 11)"], 6, "ERROR (crash)"),
    (["pendulum: error: there is no command"], 1, "ERROR (wrong command line)"),
    (["pendulum: error: cannot read a.c"], 2, "ERROR (unreadable input)"),
    (["pendulum: internal error: ..."], 6, "ERROR (internal error)"),
    ([], 0, "ERROR"),
]

ExitCode = collections.namedtuple("ExitCode", "value signal")
Run = collections.namedtuple("Run", "exit_code output was_timeout")
Task = collections.namedtuple("Task", "input_files_or_identifier property_file options")
Limits = collections.namedtuple("Limits", "cputime walltime memory cpu_cores")
NO_LIMITS = Limits(None, None, None, None)


def install_stand_in():
    """What the module uses of BenchExec, with the behaviour that its documentation describes."""
    result = types.ModuleType("benchexec.result")
    for name, value in {"TRUE_PROP": "true", "FALSE_PROP": "false", "FALSE_REACH": "false(unreach-call)",
                        "FALSE_OVERFLOW": "false(no-overflow)", "FALSE_DEREF": "false(valid-deref)",
                        "FALSE_FREE": "false(valid-free)", "FALSE_MEMTRACK": "false(valid-memtrack)",
                        "UNKNOWN": "unknown", "ERROR": "ERROR", "TIMEOUT": "TIMEOUT"}.items():
        setattr(result, "RESULT_" + name, value)
    template = types.ModuleType("benchexec.tools.template")

    class BaseTool2:
        REQUIRED_PATHS = []

        def _version_from_tool(self, executable, arg="--version", line_prefix=None):
            output = subprocess.run([executable, arg], capture_output=True, text=True, check=True).stdout
            for line in output.splitlines():
                if line.startswith(line_prefix):
                    return line[len(line_prefix):].strip()
            return ""

    template.BaseTool2 = BaseTool2
    template.UnsupportedFeatureException = type("UnsupportedFeatureException", (Exception,), {})
    package, tools = types.ModuleType("benchexec"), types.ModuleType("benchexec.tools")
    package.result, package.tools, tools.template = result, tools, template
    sys.modules.update({"benchexec": package, "benchexec.result": result, "benchexec.tools": tools,
                        "benchexec.tools.template": template})


def load_module():
    spec = importlib.util.spec_from_file_location("pendulum_tool_info", MODULE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ToolInfoTest(unittest.TestCase):
    def setUp(self):
        self.module = load_module()
        self.tool = self.module.Tool()

    def result(self, output, code=0, signal=None, was_timeout=False):
        return self.tool.determine_result(Run(ExitCode(None if signal else code, signal), output, was_timeout))

    def test_recorded_outputs(self):
        for output, code, expected in RECORDED:
            self.assertEqual(self.result(output, code), expected, output)
        self.assertEqual(self.result([], was_timeout=True), "TIMEOUT")
        self.assertEqual(self.result([], signal=9), "KILLED BY SIGNAL 9")
        # A verdict that was printed before the limit ended the process is valid: evidence was accepted before.
        self.assertEqual(self.result(["RESULT: true"], was_timeout=True), "true")

    def test_command_line(self):
        def command(options, task, limits=NO_LIMITS):
            return self.tool.cmdline("pendulum", options, task, limits)
        self.assertEqual(command([], Task(["a.c"], None, None)), ["pendulum", "verify", "a.c"])
        task = Task(["a.c", "b.c"], "p.prp", {"language": "C", "data_model": "LP64"})
        self.assertEqual(command(["--engine", "bmc"], task, Limits(900, None, 15_000_000_000, 4)),
                         ["pendulum", "verify", "--engine", "bmc", "--property", "p.prp", "--data-model", "LP64",
                          "--timeout", "900", "--memory", "14305", "--jobs", "4", "a.c", "b.c"])
        source = Task(["a.c"], None, {})
        self.assertEqual(command([], source, Limits(900, 600, None, None))[2:4], ["--timeout", "600"])
        self.assertEqual(command([], source, Limits(None, 600, None, None))[2:4], ["--timeout", "600"])
        for given in (["--timeout", "5"], ["--timeout=5"], ["-j", "2", "--timeout=5"]):
            self.assertEqual(command(given, source, Limits(900, None, None, 2 if "-j" in given else None)),
                             ["pendulum", "verify", *given, "a.c"])
        for options in ({"language": "Java"}, {"language": "C", "data_model": "ILP64"}):
            with self.assertRaises(self.module.UnsupportedFeatureException):
                command([], Task(["a.c"], None, options))

    def test_version_and_required_paths(self):
        self.assertRegex(self.tool.version(BINARY), r"^\d+\.\d+")
        for path in self.tool.REQUIRED_PATHS:
            self.assertTrue((pathlib.Path(BINARY).parent / path).exists(), path)

    def test_real_outputs(self):
        with tempfile.TemporaryDirectory() as directory:
            source, property_file = pathlib.Path(directory, "a.c"), pathlib.Path(directory, "p.prp")
            property_file.write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
            for condition, expected in (("x == 3", "false(unreach-call)"), ("x < 3 && x > 3", "true")):
                source.write_text("extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
                                  f"int main(void) {{ int x = __VERIFIER_nondet_int(); if ({condition}) reach_error(); }}\n")
                task = Task([str(source)], str(property_file), {"language": "C", "data_model": "ILP32"})
                done = subprocess.run(self.tool.cmdline(BINARY, ["--engine", "bmc"], task, NO_LIMITS), capture_output=True,
                                      text=True, timeout=100)
                self.assertEqual(self.result(done.stdout.splitlines(), done.returncode), expected, done.stderr)

    def test_benchmark_definition(self):
        benchmark = xml.etree.ElementTree.parse(MODULE.with_suffix(".xml")).getroot()
        self.assertEqual(benchmark.get("tool"), "tools.benchexec.pendulum")
        options = [option.get("name") for option in benchmark.iter("option")]
        help_text = subprocess.run([BINARY, "verify", "--help"], capture_output=True, text=True, check=True).stdout
        for option in options:
            self.assertIn(option, help_text)

    @unittest.skipUnless(HAS_BENCHEXEC, "BenchExec is not installed")
    def test_benchexec_accepts_the_module(self):
        path = os.pathsep.join([str(pathlib.Path(BINARY).parent), os.environ["PATH"]])
        done = subprocess.run([sys.executable, "-m", "benchexec.test_tool_info", "tools.benchexec.pendulum", "--no-container"],
                              env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": path}, capture_output=True,
                              text=True, cwd=pathlib.Path(BINARY).parent)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("WARNING", done.stderr)


if __name__ == "__main__":
    BINARY = os.path.abspath(sys.argv.pop(1))
    if HAS_BENCHEXEC:
        import benchexec.tools.template  # noqa: F401
    else:
        print("BenchExec is not installed; a stand-in replaces it, and test_tool_info is not run")
        install_stand_in()
    unittest.main()
