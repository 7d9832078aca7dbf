#!/usr/bin/env python3
"""Tests run.py with stand-ins for the program: when it repeats a run, and when it accepts a timeout as a failure."""
import pathlib
import sys
import tempfile
import unittest

import run

PROGRAM = "// property: reach\n// expect: true\nint main(void) { return 0; }\n"
STAND_IN = """#!{python}
import sys, time
limit = float(sys.argv[sys.argv.index("--timeout") + 1])
with open("{log}", "a") as log:
    log.write(str(limit) + " ")
while time.process_time() < {busy}:
    pass
verdict = "true" if limit > {limit} else "unknown(timeout)"
print("RESULT: " + verdict)
sys.exit(0 if verdict == "true" else 5)
"""


class RunTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="pendulum-run-")
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name)
        self.program = self.root / "a_safe.c"
        self.program.write_text(PROGRAM)
        self.addCleanup(setattr, run, "LIMIT_SECONDS", run.LIMIT_SECONDS)
        run.LIMIT_SECONDS = 1

    def faults(self, busy, limit):
        """The faults and the limits of the runs, if the program needs `busy` seconds of processor time and decides with
        a limit above `limit`."""
        binary, log = self.root / "pendulum", self.root / "log"
        log.unlink(missing_ok=True)
        binary.write_text(STAND_IN.format(python=sys.executable, busy=busy, limit=limit, log=log))
        binary.chmod(0o755)
        return list(run.run_program(str(binary), self.program)), [float(word) for word in log.read_text().split()]

    def test_a_verdict_is_not_repeated(self):
        self.assertEqual(self.faults(busy=0, limit=0), ([], [1]))

    def test_a_run_that_had_to_wait_is_repeated(self):
        faults, limits = self.faults(busy=0, limit=1)
        self.assertEqual(faults, [])
        self.assertEqual(limits, [1, 9])

    def test_a_repeated_run_can_fail(self):
        faults, limits = self.faults(busy=0, limit=100)
        self.assertIn("got timeout", faults[0])
        self.assertEqual(len(limits), 2)

    def test_a_run_that_had_its_processor_time_is_not_repeated(self):
        faults, limits = self.faults(busy=1.1, limit=1)
        self.assertIn("got timeout", faults[0])
        self.assertEqual(limits, [1])


if __name__ == "__main__":
    unittest.main()
