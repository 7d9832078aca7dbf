#!/usr/bin/env python3
"""Tests campaigns and the portfolio on a cluster of Slurm with two nodes, which tools/slurm_fixture starts on this
machine. Skipped (exit status 77) where the fixture cannot run.

  run.py BINARY [unittest arguments]
"""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "campaign"))
from tasks import answers_in, make_hard_task, make_tasks  # noqa: E402

BINARY = None
FIXTURE = TESTS.parent / "tools" / "slurm_fixture"
COUNT = 60
LEASE = "5"


class SlurmTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.root = pathlib.Path(tempfile.mkdtemp(prefix="pendulum-slurm-"))
        cls.root.chmod(0o755)
        cls.cluster = cls.root / "cluster"
        started = subprocess.run([FIXTURE, "start", cls.cluster], capture_output=True, text=True)
        if started.returncode != 0:
            raise unittest.SkipTest("the daemons of Slurm do not start: " + started.stderr.strip())
        cls.environment = {**os.environ, "SLURM_CONF": str(cls.cluster / "slurm.conf"),
                           "XDG_CACHE_HOME": str(cls.root / "cache")}
        make_tasks(cls.root / "tasks", COUNT)
        make_hard_task(cls.root / "hard")

    @classmethod
    def tearDownClass(cls):
        subprocess.run([FIXTURE, "stop", cls.cluster], check=False)
        shutil.rmtree(cls.root, ignore_errors=True)

    def command(self, store, *arguments):
        return [BINARY, "bench", "--engines", "bmc", "--timeout", "60", "--engine-jobs", "1", "--memory", "1000",
                "--lease", LEASE, "--store", str(self.root / store), *arguments]

    def slurm_command(self, store, *arguments, jobs=2):
        return self.command(store, "--on", "slurm", "--jobs", str(jobs), *arguments)

    def run_here(self, command, limit=240):
        return subprocess.run(command, cwd=self.root, env=self.environment, capture_output=True, text=True, timeout=limit)

    def start(self, command):
        process = subprocess.Popen(command, cwd=self.root, env=self.environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        return process

    def rows_of(self, store):
        rows = []
        for file in (self.root / store).glob("rows/*"):
            for line in file.read_text(errors="replace").splitlines():
                try:
                    rows.append(json.loads(line[17:]))
                except ValueError:
                    pass
        return rows

    def wait_for_rows(self, store, count, process):
        while len(self.rows_of(store)) < count and process.poll() is None:
            time.sleep(0.05)

    @staticmethod
    def processes(command, *marks):
        """The processes of `pendulum COMMAND` whose arguments and variables contain all marks."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
                if words[1:2] == [command]:
                    words += (entry / "environ").read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            if words[1:2] == [command] and all(mark in words for mark in marks):
                found.append(int(entry.name))
        return found

    def workers(self, store):
        return self.processes("work", str(self.root / store))

    def kill_node(self, name):
        process = int((self.cluster / f"{name}.pid").read_text())
        os.kill(process, signal.SIGKILL)

    def restart_node(self, name):
        subprocess.run(["slurmd", "-f", str(self.cluster / "slurm.conf"), "-N", name], env={**self.environment, "PATH":
                       self.environment["PATH"] + ":/usr/sbin"}, check=True)

    def test_1_a_campaign_survives_and_agrees_with_a_local_one(self):
        chance = random.Random(3)
        leader = self.start(self.slurm_command("s", "-o", "slurm.tsv", "tasks"))
        self.wait_for_rows("s", 8, leader)
        self.kill_node("n2")
        self.wait_for_rows("s", 14, leader)
        workers = self.workers("s")
        self.assertTrue(workers)
        os.kill(chance.choice(workers), signal.SIGKILL)
        self.wait_for_rows("s", 20, leader)
        self.restart_node("n2")
        message = leader.communicate(timeout=240)[1]
        self.assertEqual(leader.returncode, 0, message)
        local = self.run_here(self.command("l", "--jobs", "2", "-o", "local.tsv", "tasks"))
        self.assertEqual(local.returncode, 0, local.stderr)
        answers = answers_in(self.root / "slurm.tsv")
        self.assertEqual(answers, answers_in(self.root / "local.tsv"))
        self.assertEqual(len(answers), COUNT)
        self.assertEqual(len(set(answers)), COUNT)

    def test_2_an_interrupt_leaves_the_campaign_running(self):
        # The hard task keeps the campaign running, however fast the machine is.
        leader = self.start(self.slurm_command("d", "tasks", "hard"))
        self.wait_for_rows("d", 2, leader)
        leader.send_signal(signal.SIGINT)
        message = leader.communicate(timeout=30)[1]
        self.assertEqual(leader.returncode, 5, message)
        self.assertIn("--cancel", message)
        before = len(self.rows_of("d"))
        # Another campaign is refused while the job runs; the same command waits for the job.
        other = self.run_here(self.slurm_command("d", "tasks/task000.yml"))
        self.assertEqual(other.returncode, 2, other.stderr)
        self.assertIn("runs another campaign", other.stderr)
        again = self.start(self.slurm_command("d", "tasks", "hard"))
        self.wait_for_rows("d", before + 2, again)
        time.sleep(2)  # the rows may be older than the process
        again.send_signal(signal.SIGINT)
        time.sleep(0.5)
        again.send_signal(signal.SIGINT)
        message = again.communicate(timeout=30)[1]
        self.assertIn("cancelled", message)
        end = time.monotonic() + 30
        while self.workers("d") and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(self.workers("d"), [])
        self.assertLess(len({row["identity"] for row in self.rows_of("d")}), COUNT + 1)

    def test_3_a_cancelled_campaign_ends_and_continues(self):
        leader = self.start(self.slurm_command("c", "tasks"))
        self.wait_for_rows("c", 1, leader)
        done = self.run_here([BINARY, "bench", "--cancel", "c"])
        self.assertEqual(done.returncode, 0, done.stderr)
        message = leader.communicate(timeout=60)[1]
        self.assertEqual(leader.returncode, 5, message)
        self.assertIn("cancelled;", message)
        count = len(self.rows_of("c"))
        self.assertLess(count, COUNT)
        done = self.run_here(self.slurm_command("c", "tasks/task000.yml", "tasks/task001.yml"))
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_4_messages_of_slurm_reach_the_user(self):
        done = self.run_here(self.slurm_command("m", "--partition", "nowhere", "tasks"))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("partition", done.stderr)
        done = self.run_here(self.slurm_command("m", "--slurm-option=--nonsense", "tasks"))
        self.assertEqual(done.returncode, 2, done.stderr)

    def test_5_strange_names(self):
        # Names with spaces, quotes and patterns of Slurm.
        store = "a $(touch x) 'b' %j"
        done = self.run_here(self.slurm_command(store, "tasks/task000.yml", "tasks/task001.yml"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertFalse((self.root / "x").exists())

    def verify(self, *arguments, timeout=60):
        return self.run_here([BINARY, "verify", "--on", "slurm", "--timeout", str(timeout), "--memory", "1000",
                              *arguments])

    def test_6_the_portfolio_runs_on_several_nodes(self):
        tasks = "tasks/task000.yml", "tasks/task001.yml"
        done = self.verify("--set", "portfolio.engines=bmc,kinduction", "--evidence", "evidence", "--json", "a.json", tasks[0])
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(done.stdout.endswith("RESULT: true\n"), done.stdout)
        record = json.loads((self.root / "a.json").read_text())
        self.assertEqual(record["judge"]["word"], "accepted")
        self.assertIn(record["engine"], ("bmc", "kinduction"))
        self.assertTrue((self.root / "evidence/result.json").exists())
        done = self.verify(tasks[1])
        self.assertEqual(done.returncode, 10, done.stderr)
        self.assertTrue(done.stdout.endswith("RESULT: false(unreach-call)\n"), done.stdout)
        # The other members are cancelled, and no file is left.
        end = time.monotonic() + 30
        while time.monotonic() < end and self.run_here(["squeue", "--noheader", "--name=pendulum-verify"]).stdout.strip():
            time.sleep(0.2)
        self.assertEqual(self.run_here(["squeue", "--noheader", "--name=pendulum-verify"]).stdout.strip(), "")
        self.assertEqual(list(self.root.glob(".pendulum-*")), [])

    def test_7_members_get_all_options(self):
        source = self.root / "allocation.c"
        source.write_text("#include <stdlib.h>\nint main(void) {\n  int *p = malloc(sizeof *p);\n  *p = 1;\n"
                          "  free(p);\n  return 0;\n}\n")
        options = "--set", "portfolio.engines=bmc", "--property", "valid-deref", str(source)
        self.assertEqual(self.verify(*options).stdout.splitlines()[-1], "RESULT: true")
        self.assertEqual(self.verify("--malloc-may-fail", *options).stdout.splitlines()[-1], "RESULT: false(valid-deref)")

    def test_8_a_killed_member_leaves_the_others(self):
        # The member of bmc does not end; kinduction proves the loop.
        source = self.root / "loop.c"
        source.write_text("extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
                          "int main(void) {\n  unsigned i = 0;\n  while (__VERIFIER_nondet_int()) i = i < 7 ? i + 1 : 0;\n"
                          "  if (i > 7) reach_error();\n}\n")
        leader = subprocess.Popen([BINARY, "verify", "--on", "slurm", "--timeout", "60", "--memory", "1000", "--set",
                                   "portfolio.engines=bmc,kinduction", str(source)], cwd=self.root, env=self.environment,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + 30
        killed = []
        while not killed and time.monotonic() < end and leader.poll() is None:
            killed = self.processes("member", "SLURM_ARRAY_TASK_ID=0")
        for process in killed:
            os.kill(process, signal.SIGKILL)
        output, message = leader.communicate(timeout=120)
        self.assertTrue(killed)
        self.assertEqual(output.splitlines()[-1], "RESULT: true", message)

    def test_9_members_without_a_verdict_give_a_reason(self):
        hard = self.root / "hard.c"
        hard.write_text("extern void reach_error(void);\nextern unsigned __VERIFIER_nondet_uint(void);\n"
                        "int main(void) {\n  unsigned x = __VERIFIER_nondet_uint(), i = 0;\n"
                        "  while (i < x) i++;\n  if (i != x) reach_error();\n}\n")
        done = self.verify("--set", "portfolio.engines=bmc", str(hard), timeout=5)
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
        self.assertRegex(done.stdout.splitlines()[-1], r"RESULT: unknown\((timeout|bound|incomplete)")
        done = self.verify("--engine", "bmc", str(hard))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("portfolio", done.stderr)


if __name__ == "__main__":
    BINARY = os.path.abspath(sys.argv.pop(1))
    check = subprocess.run([FIXTURE, "check"], capture_output=True, text=True)
    if check.returncode != 0:
        print("skipped:", check.stderr.strip())
        sys.exit(77)
    result = unittest.main(exit=False).result
    if result.wasSuccessful() and result.skipped:  # the whole class
        print("skipped:", result.skipped[0][1])
        sys.exit(77)
    sys.exit(not result.wasSuccessful())
