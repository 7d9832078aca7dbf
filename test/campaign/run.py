#!/usr/bin/env python3
"""Tests campaigns of `pendulum bench` on this machine: interruptions, damaged and full stores, and other bad input.

  run.py BINARY [unittest arguments]
"""
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.dom.minidom

from tasks import answers_in, make_tasks

BINARY = None
COUNT = 8


def processes_in(mark):
    """The workers whose command line contains `mark`."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().decode().split("\0")
        except (OSError, UnicodeDecodeError):
            continue
        if "work" in words and mark in words:
            found.append(int(entry.name))
    return found


class CampaignTest(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.addCleanup(self.holder.cleanup)
        self.root = pathlib.Path(self.holder.name).resolve()
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.root / "cache")}
        self.store = self.root / "store"
        make_tasks(self.root / "tasks", COUNT)

    def command(self, *arguments):
        return [BINARY, "bench", "--engines", "bmc", "--timeout", "30", "--engine-jobs", "1", "--jobs", "2", *arguments]

    def bench(self, *arguments, environment=None):
        return subprocess.run(self.command(*arguments), cwd=self.root, env=environment or self.environment,
                              capture_output=True, text=True, timeout=120)

    def start(self, *arguments):
        process = subprocess.Popen(self.command(*arguments), cwd=self.root, env=self.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        return process

    def num_rows(self):
        return sum(len(file.read_bytes().splitlines()) for file in self.store.glob("rows/*"))

    def wait_for_rows(self, count):
        end = time.monotonic() + 60
        while self.num_rows() < count and time.monotonic() < end:
            time.sleep(0.01)

    def assert_complete(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        answers = answers_in(self.root / "rows.tsv")
        expected = [(f"tasks/task{i:03}.yml", "bmc", "true" if i % 2 == 0 else "false", "solved") for i in range(COUNT)]
        self.assertEqual(answers, expected)

    def assert_complaint(self, done, *words):
        self.assertIn(done.returncode, (1, 2), done.stdout + done.stderr)
        lines = [line for line in done.stderr.splitlines() if "error" in line]
        self.assertEqual(len(lines), 1, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_results_are_reused_only_when_nothing_changed(self):
        command = ("--store", "store", "-o", "rows.tsv", "tasks")
        self.assert_complete(self.bench(*command))
        self.assertEqual(self.num_rows(), COUNT)
        self.assert_complete(self.bench(*command))
        self.assertEqual(self.num_rows(), COUNT)
        with (self.root / "tasks/task003.c").open("a") as file:
            file.write("// changed\n")
        done = self.bench(*command)
        self.assert_complete(done)
        self.assertIn(f"{COUNT - 1} of {COUNT} results are already", done.stderr)
        self.assertEqual(self.num_rows(), COUNT + 1)
        table = self.bench("--table", "store", "--plots", "plots")
        self.assertEqual(table.returncode, 0, table.stderr)
        score = COUNT // 2 * 3
        self.assertIn(f" {score} ", table.stdout)
        xml.dom.minidom.parse(str(self.root / "plots/quantile.svg"))

    def test_the_default_store_resumes(self):
        self.assertEqual(self.bench("tasks/task000.yml").returncode, 0)
        self.assertIn("1 of 1 results are already", self.bench("tasks/task000.yml").stderr)

    def test_killed_leaders_resume(self):
        chance = random.Random(1)
        for _ in range(4):
            leader = self.start("--store", "store", "-o", "rows.tsv", "tasks")
            time.sleep(chance.uniform(0.05, 1.0))
            leader.kill()
            leader.wait()
        self.assert_complete(self.bench("--store", "store", "-o", "rows.tsv", "tasks"))

    def test_killed_workers_are_replaced(self):
        chance = random.Random(2)
        leader = self.start("--store", str(self.store), "-o", "rows.tsv", "tasks")
        for _ in range(5):
            time.sleep(chance.uniform(0.1, 0.4))
            for worker in processes_in(str(self.store)):
                if chance.random() < 0.7:
                    try:
                        os.kill(worker, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
        self.assertEqual(leader.wait(timeout=120), 0)
        self.assert_complete(self.bench("--store", "store", "-o", "rows.tsv", "tasks"))

    def test_an_interrupt_keeps_the_results(self):
        leader = self.start("--store", "store", "tasks")
        self.wait_for_rows(1)
        leader.send_signal(signal.SIGINT)
        message = leader.communicate(timeout=20)[1]
        self.assertEqual(leader.returncode, -signal.SIGINT)
        self.assertIn("the same command continues", message)
        self.assert_complete(self.bench("--store", "store", "-o", "rows.tsv", "tasks"))

    def test_a_cancelled_campaign_ends_and_continues(self):
        leader = self.start("--store", "store", "tasks")
        self.wait_for_rows(1)
        done = subprocess.run([BINARY, "bench", "--cancel", str(self.store)], capture_output=True, text=True, timeout=20)
        self.assertEqual(done.returncode, 0, done.stderr)
        message = leader.communicate(timeout=60)[1]
        self.assertEqual(leader.returncode, 5, message)
        self.assertIn("cancelled;", message)
        self.assert_complete(self.bench("--store", "store", "-o", "rows.tsv", "tasks"))

    def test_failed_runs_are_repeated_by_the_next_command(self):
        compiler = self.root / "bin/clang-19"
        compiler.parent.mkdir()
        compiler.write_text("#!/bin/sh\nkill -9 $$\n")
        compiler.chmod(0o755)
        environment = {**self.environment, "PATH": f"{compiler.parent}:{os.environ['PATH']}"}
        for _ in range(2):
            done = self.bench("--store", "store", "-o", "rows.tsv", "tasks", environment=environment)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual([row[2:] for row in answers_in(self.root / "rows.tsv")], [("unknown", "failed")] * COUNT)
        self.assert_complete(self.bench("--store", "store", "-o", "rows.tsv", "tasks"))

    def test_torn_and_damaged_rows(self):
        self.assert_complete(self.bench("--store", "store", "-o", "rows.tsv", "tasks"))
        file = max(self.store.glob("rows/*"), key=lambda each: each.stat().st_size)
        lines = file.read_bytes().splitlines(keepends=True)
        self.assertGreaterEqual(len(lines), 2)
        file.write_bytes(b"x" + lines[0][1:] + b"".join(lines[1:-1]) + lines[-1][:-5])
        done = self.bench("--store", "store", "-o", "rows.tsv", "tasks")
        self.assert_complete(done)
        self.assertIn(f"{COUNT - 2} of {COUNT} results are already", done.stderr)
        self.assertIn("1 damaged records", done.stderr)

    def test_two_campaigns_on_one_store(self):
        leader = self.start("--store", "store", "-o", "rows.tsv", "tasks")
        self.wait_for_rows(1)
        self.assert_complaint(self.bench("--store", "store", "tasks/task000.yml"), "leads a campaign", "--store")
        self.assertEqual(leader.wait(timeout=120), 0)
        self.assert_complete(self.bench("--store", "store", "-o", "rows.tsv", "tasks"))

    def test_bad_stores(self):
        self.assert_complaint(self.bench("--table", "nowhere"), "there is no store")
        self.assert_complaint(self.bench("--store", "tasks", "tasks"), "neither empty nor a store")
        self.assert_complaint(self.bench("--store", "/proc/store", "tasks"), "cannot create")
        self.assert_complaint(self.bench(), "PATH")
        self.assertEqual(self.bench("--store", "store", "tasks/task000.yml").returncode, 0)
        (self.store / "format").write_text("pendulum store of campaigns, version 77\n")
        self.assert_complaint(self.bench("--store", "store", "tasks"), "version 77")
        self.assert_complaint(self.bench("--table", "store"), "version 77")

    def test_no_slurm(self):
        self.assert_complaint(self.bench("--on", "slurm", "tasks"), "--store")
        (self.root / "bin").mkdir()
        environment = {**self.environment, "PATH": str(self.root / "bin")}
        self.assert_complaint(self.bench("--on", "slurm", "--store", "store", "tasks", environment=environment), "sbatch",
                              "was not found")

    def test_a_full_disk_loses_nothing(self):
        disk = self.root / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("tmpfs cannot be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", str(disk)], check=False)
        self.store = disk / "store"
        done = self.bench("--store", "disk/store", "tasks/task000.yml", "tasks/task001.yml")
        self.assertEqual(done.returncode, 0, done.stderr)
        filler = disk / "filler"
        leader = self.start("--store", "disk/store", "-o", "rows.tsv", "tasks")
        self.wait_for_rows(3)
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass
        message = leader.communicate(timeout=120)[1]
        if leader.returncode != 0:  # it may have stored all rows in space that it had already
            self.assertEqual(leader.returncode, 2, message)
            self.assertIn("No space left", message)
        filler.unlink()
        done = self.bench("--store", "disk/store", "-o", "rows.tsv", "tasks")
        self.assert_complete(done)
        self.assertIn("results are already", done.stderr)


if __name__ == "__main__":
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
