#!/usr/bin/env python3
"""Tests of the command line from the user's point of view.

  run.py BINARY [unittest arguments]
"""
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse
import xml.dom.minidom

import sarif_rules

BINARY = None

SAFE = """
extern void reach_error(void);
int main(void) { unsigned x = 0; while (x < 5) x++; if (x != 5) reach_error(); return 0; }
"""
UNSAFE = """
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 4711) reach_error(); return 0; }
"""
BUG_WITH_CALLS = """/* Ein Überlauf: äöü */
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct item { char name[4]; int count; };
static void fill(struct item *item, int length) {
  for (int i = 0; i <= length; i++) item->name[i] = 'x';
}
int main(void) {
  struct item item; /* ü */ memset(&item, 0, sizeof item);
  int length = __VERIFIER_nondet_int();
  if (length > 0 && length < 12) fill(&item, length);
  return item.count;
}
"""
# mix is a bijection, which no solver proves within the time of a test.
HARD = """
extern void reach_error(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static unsigned long long mix(unsigned long long x) {
  x ^= x >> 31;
  x *= 0x9E3779B97F4A7C15ULL;
  x ^= x >> 27;
  x *= 0x94D049BB133111EBULL;
  return x ^ (x >> 33);
}
int main(void) {
  unsigned long long a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong();
  if (a != b && mix(a) == mix(b)) reach_error();
  return 0;
}
"""
HARD_LOOP = HARD.replace("int main", "extern int sample(void);\nint main").replace("  if (a", """  a += (unsigned)sample();
  while (sample()) b++;
  if (a""")
UNSUPPORTED_BESIDE_A_BUG = """
#include <setjmp.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
jmp_buf place;
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5) longjmp(place, 1);
  if (x == 7) reach_error();
  return 0;
}
"""
LONG_LOOP = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int first = __VERIFIER_nondet_int();
  for (int i = 0; i < 20000; i++)
    if (__VERIFIER_nondet_int() != 1) return 0;
  if (first == 42) reach_error();
  return 0;
}
"""
LOOP = """
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0, y;
  if (n < 0 || n > 1000) return 0;
  while (x < n) {
    x++;
  }
  if (x != LIMIT) reach_error();
  return 0;
}
"""
PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
KEYS = {"schema", "version", "verdict", "reason", "result", "property", "violation", "path", "trace", "proof",
        "invariants", "unreachable", "engine", "models", "requested_engine", "judge", "input_files", "data_model",
        "entry", "seed", "limits", "settings", "regions", "source_files", "marks", "assumptions", "evidence",
        "statistics", "times", "resources", "used_lemmas", "finds_all", "checks", "undefined", "progress", "blockers",
        "advice"}


def processes_with(mark):
    """Returns the ids of processes whose command line or environment contains `mark`, without zombies."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            text = (entry / "cmdline").read_bytes() + (entry / "environ").read_bytes()
            state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
        except (OSError, IndexError):
            continue
        if mark.encode() in text and state != "Z":
            found.append(int(entry.name))
    return found


class CommandLineTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory(prefix="pendulum-cli-test-")
        self.root = pathlib.Path(self.directory.name)
        self.temporary = self.root / "tmp"
        self.temporary.mkdir()
        # Every process of a run inherits the mark and creates its temporary files in TMPDIR.
        self.mark = f"PENDULUM_TEST_MARK={self.root.name}"
        self.environment = {**os.environ, "TMPDIR": str(self.temporary), "XDG_CACHE_HOME": str(self.root / "cache"),
                            "PENDULUM_TEST_MARK": self.root.name}

    def tearDown(self):
        self.directory.cleanup()

    def file(self, name, text):
        path = self.root / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def start(self, *arguments, **options):
        return subprocess.Popen([BINARY, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env=self.environment, cwd=self.root, **options)

    def run_pendulum(self, *arguments, limit=60):
        done = subprocess.run([BINARY, *arguments], capture_output=True, text=True, timeout=limit,
                              env=self.environment, cwd=self.root)
        self.assert_nothing_left()
        return done

    def assert_nothing_left(self):
        """Checks that no process and no temporary file of the run is left."""
        end = time.time() + 5
        while time.time() < end and (processes_with(self.mark) or list(self.temporary.iterdir())):
            time.sleep(0.02)
        self.assertEqual(processes_with(self.mark), [])
        self.assertEqual(list(self.temporary.iterdir()), [])

    def assert_result(self, done, result, code):
        lines = done.stdout.splitlines()
        self.assertTrue(lines, done.stderr)
        self.assertEqual(lines[-1], result, done.stdout + done.stderr)
        self.assertEqual(sum(line.startswith("RESULT:") for line in lines), 1)
        self.assertEqual(done.returncode, code)

    def assert_complaint(self, done, code, *words):
        """Checks that there is one message, no verdict, and no output file."""
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertNotIn("internal error", done.stderr)

    # Verdicts

    def test_true(self):
        done = self.run_pendulum("verify", self.file("a.c", SAFE))
        self.assert_result(done, "RESULT: true", 0)
        self.assertIn("judge: accepted by", done.stdout)
        self.assertEqual(done.stderr, "")

    def test_false(self):
        done = self.run_pendulum("verify", self.file("a.c", UNSAFE))
        self.assert_result(done, "RESULT: false(unreach-call)", 10)
        self.assertIn("native run", done.stdout)

    def test_quiet_is_one_line(self):
        done = self.run_pendulum("verify", "--quiet", self.file("a.c", UNSAFE))
        self.assertEqual(done.stdout, "RESULT: false(unreach-call)\n")

    def test_verbose_gives_statistics(self):
        done = self.run_pendulum("verify", "--verbose", "--engine", "bmc", self.file("a.c", UNSAFE))
        self.assertRegex(done.stdout, r"(?m)^engine\.bmc\.\w+: \d+$")
        self.assert_result(done, "RESULT: false(unreach-call)", 10)

    def test_several_files_and_macros(self):
        first = self.file("a.c", "int value(void);\nvoid reach_error(void);\n"
                                 "int main(void) { if (value() == LIMIT) reach_error(); return 0; }\n")
        second = self.file("b.c", '#include "three.h"\nint value(void) { return THREE; }\n')
        (self.root / "include").mkdir()
        self.file("include/three.h", "#define THREE 3\n")
        done = self.run_pendulum("verify", "-I", "include", "-D", "LIMIT=3", first, second)
        self.assert_result(done, "RESULT: false(unreach-call)", 10)
        done = self.run_pendulum("verify", "-I", "include", "-DLIMIT=4", first, second)
        self.assert_result(done, "RESULT: true", 0)

    def test_entry_and_data_model(self):
        text = "void reach_error(void);\nint start(void) { if (sizeof(long) == 8) reach_error(); return 0; }\n"
        name = self.file("a.c", text)
        # The default for plain C files is the model of the host; the text names the model.
        for options in (["--data-model", "LP64"], ["--64"], []):
            done = self.run_pendulum("verify", "--entry", "start", *options, name)
            self.assert_result(done, "RESULT: false(unreach-call)", 10)
            self.assertIn("data model: LP64\n", done.stdout)
        # The default for a property file is ILP32, as in SV-COMP.
        for options in (["--data-model", "ILP32"], ["--32"], ["--property", self.file("a.prp", PROPERTY)]):
            done = self.run_pendulum("verify", "--entry", "start", *options, name)
            self.assert_result(done, "RESULT: true", 0)
            self.assertIn("data model: ILP32\n", done.stdout)

    def test_unsupported_code_is_named_and_does_not_hide_a_bug(self):
        name = self.file("a.c", UNSUPPORTED_BESIDE_A_BUG)
        done = self.run_pendulum("verify", "--timeout", "30", name)
        self.assert_result(done, "RESULT: false(unreach-call)", 10)
        name = self.file("b.c", UNSUPPORTED_BESIDE_A_BUG.replace("if (x == 7) reach_error();", ""))
        done = self.run_pendulum("verify", "--timeout", "30", name)
        self.assertRegex(done.stdout.splitlines()[-1],
                         r"^RESULT: (true|unknown\(unsupported: .* at .*b\.c:\d+\))$")

    # Task definitions

    def task(self, **changes):
        self.file("a.c", UNSAFE)
        self.file("reach.prp", PROPERTY)
        self.file("overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n")
        lines = {"format_version": "'2.0'", "input_files": "'a.c'",
                 "properties": "\n  - property_file: overflow.prp\n  - property_file: reach.prp\n"
                               "    expected_verdict: true",
                 "options": "\n  language: C\n  data_model: LP64", **changes}
        return self.file("task.yml", "".join(f"{key}: {value}\n" for key, value in lines.items()))

    def test_task_definition(self):
        done = self.run_pendulum("verify", "--json", "r.json", self.task())
        self.assert_result(done, "RESULT: false(unreach-call)", 10)
        record = json.loads((self.root / "r.json").read_text())
        self.assertEqual(record["data_model"], "LP64")
        self.assertTrue(record["input_files"][0].endswith("a.c"))

    def test_models_are_listed_and_named_in_the_result(self):
        models = self.run_pendulum("models").stdout
        self.assertRegex(models, r"(?m)^strlen +exact +length of a string$")
        self.assertRegex(models, r"(?m)^localtime +over-approximated +\w")
        self.assertRegex(models, r"(?m)^ *\d+ real library +\w")
        self.assertNotRegex(models, r"(?m)^getloadavg")
        self.assertGreater(len(models.splitlines()), 300)
        self.assertRegex(self.run_pendulum("models", "--all").stdout, r"(?m)^getloadavg +over-approximated *$")
        program = "extern unsigned long strlen(const char *);\n"
        self.file("m.c", program + "int main(void) { return strlen(\"a\") == 1 ? 0 : 1; }\n")
        done = self.run_pendulum("verify", "--json", "r.json", str(self.root / "m.c"))
        self.assert_result(done, "RESULT: true", 0)
        self.assertIn("models: strlen", done.stdout)
        self.assertEqual(json.loads((self.root / "r.json").read_text())["models"], ["strlen"])

    def test_overflow(self):
        self.file("o.c", "extern int f(void);\nint main(void) {\n  return f() + 1;\n}\n")
        done = self.run_pendulum("verify", "--property", "overflow", str(self.root / "o.c"))
        self.assert_result(done, "RESULT: false(no-overflow)", 10)
        self.assertRegex(done.stdout, r"violation: signed addition overflows at .*o\.c:3")

    def test_unsupported_property(self):
        self.file("termination.prp", "CHECK( init(main()), LTL(F end) )\n")
        for arguments in ([self.task(properties="\n  - property_file: termination.prp")],
                          ["--property", "termination", self.file("a.c", UNSAFE)]):
            done = self.run_pendulum("verify", *arguments)
            self.assert_result(done, "RESULT: unknown(unsupported: property termination)", 5)

    def test_bad_task_definitions(self):
        self.assert_complaint(self.run_pendulum("verify", self.task(input_files="'none.c'")), 2, "none.c")
        self.assert_complaint(self.run_pendulum("verify", self.task(options="\n  language: Java")), 2, "Java")
        self.assert_complaint(self.run_pendulum("verify", self.file("x.yml", "[1, 2")), 2, "x.yml")
        self.assert_complaint(self.run_pendulum("verify", self.file("x.yml", "a: b\n")), 2, "task definition")

    # Bad input

    def test_missing_file(self):
        self.assert_complaint(self.run_pendulum("verify", "none.c"), 2, "none.c", "no such file")

    def test_syntax_error(self):
        done = self.run_pendulum("verify", "--json", "r.json", "--evidence", "out",
                                 self.file("bad.c", "int main(void) {\n  return 0\n}\n"))
        self.assert_complaint(done, 2, "bad.c:2:", "expected ';'")
        self.assertEqual(sorted(p.name for p in self.root.iterdir()), ["bad.c", "tmp"])

    def test_usage(self):
        name = self.file("a.c", SAFE)
        for arguments in (["--no-such-option", name], ["--engine", "magic", name], ["--set", "bmc.none=1", name],
                          ["--set", "novalue", name], ["--timeout", "-3", name], ["--timeout", "soon", name],
                          ["--timeout", "nan", name], ["--timeout", "inf", name], ["--memory", "-1", name],
                          ["--timeout", "", name],
                          ["--data-model", "LP32", name], ["--jobs", "0", name], [],
                          ["--set", "portfolio.engines=bmc,magic", name]):
            self.assert_complaint(self.run_pendulum("verify", *arguments), 1)
        self.assert_complaint(self.run_pendulum(), 1)
        self.assert_complaint(self.run_pendulum("prove", name), 1)

    def test_property_file(self):
        name = self.file("a.c", UNSAFE)
        done = self.run_pendulum("verify", "--property", self.file("r.prp", PROPERTY), name)
        self.assert_result(done, "RESULT: false(unreach-call)", 10)
        self.assert_complaint(self.run_pendulum("verify", "--property", "none.prp", name), 2, "none.prp")
        self.assert_complaint(self.run_pendulum("verify", "--property", self.file("g.prp", "nonsense"), name), 2)

    def test_bad_hardware_options(self):
        name = self.file("a.c", "void tick(int n) {}\n" + SAFE)
        for options, words in ((["--mmio", "5-3"], ["--mmio", "START-END"]), (["--mmio", "0x10"], ["--mmio"]),
                               (["--isr", "tock"], ["--isr", "tock"]), (["--isr", "tick"], ["--isr", "parameters"]),
                               (["--volatile", "maybe"], ["--volatile", "havoc, plain"]),
                               (["--asm", "run"], ["--asm", "havoc, refuse"]), (["--asm-ignore", ","], ["--asm-ignore"]),
                               (["--bounds", "all"], ["--bounds", "fields, objects"])):
            self.assert_complaint(self.run_pendulum("verify", *options, name), 1, *words)

    def test_unknown_entry(self):
        done = self.run_pendulum("verify", "--entry", "start", self.file("a.c", SAFE))
        self.assert_complaint(done, 2, "start", "--entry", "main")

    def test_empty_program(self):
        self.assert_complaint(self.run_pendulum("verify", self.file("a.c", "")), 2, "main")

    def test_directory(self):
        (self.root / "dir.c").mkdir()
        self.assert_complaint(self.run_pendulum("verify", "dir.c"), 2, "dir.c", "directory")

    def test_binary_garbage(self):
        garbage = bytes(range(256)) * 40
        self.assert_complaint(self.run_pendulum("verify", self.file("a.c", garbage)), 2, "a.c")

    def test_other_kinds_of_files(self):
        self.assert_complaint(self.run_pendulum("verify", self.file("a.vmt", "(define-fun t () Bool (! x :trans 1))")),
                              2, "a.vmt:1:26")
        self.assert_complaint(self.run_pendulum("verify", self.file("a.smt2", "(assert (P 1))")), 2, "a.smt2:1:10")
        self.assert_complaint(self.run_pendulum("verify", self.file("a.txt", "")), 2, "a.txt")

    def test_places_that_cannot_be_written(self):
        name = self.file("a.c", UNSAFE)
        self.assert_complaint(self.run_pendulum("verify", "--json", "none/r.json", name), 2, "none")
        self.assert_complaint(self.run_pendulum("verify", "--evidence", name, name), 1, "a.c")

    # Results as data

    def test_json(self):
        done = self.run_pendulum("verify", "--json", "r.json", "--seed", "3", "--timeout", "50",
                                 self.file("a.c", UNSAFE))
        record = json.loads((self.root / "r.json").read_text())
        self.assertEqual(set(record), KEYS)
        self.assertEqual(record["schema"], 1)
        self.assertEqual(record["verdict"], "false")
        self.assertEqual(record["result"], done.stdout.splitlines()[-1])
        self.assertEqual(record["judge"]["word"], "accepted")
        self.assertIn("a.c:4", record["violation"])
        self.assertEqual(record["seed"], 3)
        self.assertEqual(record["limits"]["timeout_seconds"], 50)
        self.assertTrue(all(isinstance(value, int) for value in record["statistics"].values()))
        self.assertTrue(all(isinstance(value, (int, float)) for value in record["times"].values()))
        self.assertGreater(record["resources"]["wall_seconds"], 0)

    def data_before_result(self, done):
        """Returns the JSON document on standard output; the verdict follows it."""
        document, end = json.JSONDecoder().raw_decode(done.stdout)
        self.assertRegex(done.stdout[end:], r"^\nRESULT: .*\n$")
        return document

    def test_data_on_standard_output(self):
        name = self.file("a.c", SAFE)
        done = self.run_pendulum("verify", "--json", "-", name)
        self.assertEqual(self.data_before_result(done)["verdict"], "true")
        self.assert_result(done, "RESULT: true", 0)
        self.assertEqual(done.stderr, "")
        done = self.run_pendulum("verify", "--sarif", "-", name)
        self.assertEqual(self.data_before_result(done)["version"], "2.1.0")
        self.assert_result(done, "RESULT: true", 0)
        self.assertFalse((self.root / "-").exists())
        self.assert_complaint(self.run_pendulum("verify", "--sarif", "-", "--json", "-", name), 1)

    def test_values_of_a_path(self):
        text = """
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned other(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  char d = __VERIFIER_nondet_char();
  unsigned u = other();
  int a[4];
  if (c == 255 && d == 'x' && u == 0xfffffffe && a[2] == -7) reach_error();
  return 0;
}
"""
        done = self.run_pendulum("verify", "--json", "r.json", self.file("a.c", text))
        self.assert_result(done, "RESULT: false(unreach-call)", 10)
        record = json.loads((self.root / "r.json").read_text())
        texts = [step["text"] for step in record["path"]]
        for expected in ("__VERIFIER_nondet_uchar() returns 255", "__VERIFIER_nondet_char() returns 120 ('x')",
                         "other() returns 4294967294 (0xfffffffe)"):
            self.assertIn(expected, texts)
        self.assertTrue(any(text.startswith("a") and text.endswith("holds -7") for text in texts), texts)
        self.assertEqual((record["path"][-1]["line"], texts[-1]), (11, "call of reach_error()"))
        self.assertEqual(record["reason"], "")

    def test_trace(self):
        text = """
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int add(int sum, int value) {
  return sum + value;
}
int main(void) {
  int unused = 5;
  int sum = 0;
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  for (int i = 0; i < n; i++)
    sum = add(sum, 2);
  unused = sum;
  if (sum > 15) reach_error();
  return unused;
}
"""
        name = self.file("a.c", text)
        done = self.run_pendulum("verify", "--engine", "bmc", "--json", "r.json", name)
        self.assert_result(done, "RESULT: false(unreach-call)", 10)
        self.assertRegex(done.stdout, r"a\.c:10  int n = __VERIFIER_nondet_int\(\); +n = 8 \(input\)")  # minimised
        self.assertRegex(done.stdout, r"a\.c:13 .*calls add\(sum = 0, value = 2\)")
        self.assertRegex(done.stdout, r"\.\.\. 6 more iterations, .*i = 1\.\.6")
        self.assertIn("=> call of reach_error(), with sum = 16", done.stdout)
        self.assertNotIn("unused", done.stdout)
        trace = json.loads((self.root / "r.json").read_text())["trace"]
        self.assertTrue(any(step["line"] == 8 and not step["relevant"] for step in trace["steps"]))
        self.assertEqual(trace["violation"]["operands"], [{"name": "sum", "value": "16"}])
        done = self.run_pendulum("verify", "--engine", "bmc", "--trace", "full", name)
        self.assertIn("unused = 5", done.stdout)
        self.assertNotIn("more iterations", done.stdout)
        done = self.run_pendulum("verify", "--engine", "bmc", "--trace", "off", name)
        self.assertNotIn("counterexample:", done.stdout)
        self.assert_complaint(self.run_pendulum("verify", "--trace", "long", name), 1)

    def test_examples_are_explained(self):
        examples = pathlib.Path(__file__).resolve().parents[2] / "examples"
        for file, options, cause in (
                ("line_buffer.c", ("--property", "memsafety"), "write of 1 byte at to[8], but word has 8 bytes"),
                ("last_index.c", ("--property", "memsafety"), "read of 4 bytes at table->values[5], but table has 24"),
                ("midpoint_signed.c", ("--property", "overflow"), "signed addition overflows, with low = "),
                ("session.c", ("--property", "memsafety"), "session->errors, but the object was freed in line 20"),
                ("door.c", (), "failed, with cabin = MOVING, door = OPENING")):
            done = self.run_pendulum("verify", "--engine", "bmc", *options, str(examples / file))
            self.assertIn(cause, done.stdout, file)

    def test_values_of_a_trace(self):
        """Arguments of main, members of unions, bytes of numbers, and results are named as in the source."""
        text = """#include <string.h>
struct options { char name[8]; union { long number; struct { short x, y; } pair; } as; };
static int sign(int x) {
  if (x < 0) return -1;
  return 1;
}
int main(int argc, char **argv) {
  struct options options = {"", {0}};
  if (argc < 2) return 0;
  options.as.pair.y = (short)sign(argc);
  strcpy(options.name, argv[1]);
  return options.as.pair.y;
}
"""
        done = self.run_pendulum("verify", "--engine", "bmc", "--property", "memsafety", "--trace", "full", self.file("a.c", text))
        self.assert_result(done, "RESULT: false(valid-deref)", 10)
        for expected in ("argc = 2 (input)", 'argv[1] = "aaaaaaaaaaaaaaaa" (input)', "options.as.pair.y = 1",
                         'options.name = "aaaaaaaa" without NUL', "options.name[16], but options has 16 bytes"):
            self.assertIn(expected, done.stdout)
        self.assertRegex(done.stdout, r"a\.c:5 +return 1; +returns 1")

    def test_names_in_a_trace(self):
        """Initialisers with addresses and bit-fields, members of unions, inputs of calls, and recursion."""
        text = """#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
enum color { RED, GREEN = 5 };
struct node { struct node *next; const char *name; enum color color; };
struct flags { unsigned kind : 3; int level : 5; bool last : 1; };
union number { int i; float f; };
static int depth_of(unsigned n) {
  if (n == 0) return 0;
  return 1 + depth_of(n - 1);
}
int main(void) {
  struct node node = {NULL, "first", GREEN};
  struct flags flags = {5, -3, true};
  union number number;
  number.f = 1.5f;
  int depth = depth_of(__VERIFIER_nondet_uchar());
  assert(depth != 9 || number.i + flags.level + (int)node.color == 0);
  return 0;
}
"""
        name = self.file("a.c", text)
        done = self.run_pendulum("verify", "--engine", "bmc", "--trace", "full", name)
        for expected in ('node = {next = NULL, name = "first", color = GREEN}', "flags = {kind = 5, level = -3, last = true}",
                         "number.f = 1.5f", "calls depth_of(n = 9 (input))"):
            self.assertIn(expected, done.stdout)
        done = self.run_pendulum("verify", "--engine", "bmc", "--json", "r.json", name)
        self.assertRegex(done.stdout, r"\.\.\. \d more nested calls, n = \d\.\.1\n")
        self.assertRegex(done.stdout, r"\.\.\. \d more returns, result = \d\.\.8\n")
        # The call, and not its line, has the input.
        steps = json.loads((self.root / "r.json").read_text())["trace"]["steps"]
        call = next(step for step in steps if step["kind"] == "call")
        self.assertEqual(call["inputs"], [{"source": "__VERIFIER_nondet_uchar", "value": "9", "stored_in": "n"}])

    def test_trace_of_an_entry_function(self):
        """Objects of parameters are inputs; the violated line is printed as a whole."""
        text = """struct item { int kind; double value; };
struct queue { struct item items[4]; unsigned head, count; };
int pop(struct queue *queue, struct item *item, int wait) {
  if (queue == 0 || item == 0 || queue->count == 0) return 0;
  if (wait > 100 && queue->count > 1 && queue->head != 1) *item = queue->items[queue->head];
  return 1;
}
"""
        done = self.run_pendulum("verify", "--engine", "bmc", "--property", "memsafety", "--entry", "pop", self.file("a.c", text))
        self.assert_result(done, "RESULT: false(valid-deref)", 10)
        for expected in ("queue = &*queue (input)", "queue->count = 2 (input)", "wait = 101 (input)", "queue->head = 4 (input)",
                         text.splitlines()[4].strip() + "  ", "=> read of 16 bytes at queue->items[4], but *queue has 72 bytes"):
            self.assertIn(expected, done.stdout)
        self.assertEqual(done.stdout.count("queue = &*queue (input)"), 1)

    def test_trace_of_a_double_free(self):
        text = """#include <stdio.h>
#include <stdlib.h>
static char *copy(void) { return malloc(4); }
int main(void) {
  char *a = copy(), *b = copy();
  if (a == NULL || b == NULL) return 1;
  int c = getchar();
  free(a);
  if (c == 'x') b = a;
  free(b);
  return 0;
}
"""
        done = self.run_pendulum("verify", "--engine", "bmc", "--property", "valid-free", self.file("a.c", text))
        self.assert_result(done, "RESULT: false(valid-free)", 10)
        self.assertIn("c = 120 ('x') (input)", done.stdout)
        self.assertIn("=> second free of the object of malloc() in line 3, which was freed in line 8", done.stdout)
        self.assertIn("violation: second free of `malloc@3` at ", done.stdout)

    def test_unknown_has_a_next_step(self):
        done = self.run_pendulum("verify", "--engine", "bmc", "--timeout", "2", "--json", "r.json", "--sarif", "r.sarif",
                                 self.file("a.c", HARD_LOOP))
        self.assert_result(done, "RESULT: unknown(timeout)", 5)
        self.assertIn("try: --timeout 8", done.stdout)
        self.assertIn("a.c:14, 15: the undefined function sample() returns an arbitrary value", done.stdout)
        self.assertIn("a.c:15: the loop has no invariant", done.stdout)
        record = json.loads((self.root / "r.json").read_text())
        self.assertEqual([entry["engine"] for entry in record["progress"]], ["bmc"])
        self.assertEqual([entry["line"] for entry in record["blockers"]], [15, 14, 15])
        self.assertTrue(record["advice"])
        result = json.loads((self.root / "r.sarif").read_text())["runs"][0]["results"][0]
        self.assertEqual((result["kind"], result["level"]), ("open", "none"))
        self.assertIn("try --timeout 8", result["message"]["text"])
        # The slowest solver call, in all forms of the report.
        for place in (done.stdout, record["progress"][0]["text"], result["message"]["text"]):
            self.assertRegex(place, r"longest query \d+\.\d s in cadical")

    def test_of_several_properties_the_violated_one_is_named(self):
        both = self.file("both.prp", PROPERTY + "CHECK( init(main()), LTL(G valid-deref) )\n")
        done = self.run_pendulum("verify", "--property", both, self.file("a.c", UNSAFE))
        self.assert_result(done, "RESULT: false(unreach-call)", 10)
        name = self.file("b.c", "int main(void) { int *p = 0; return *p; }\n")
        self.assert_result(self.run_pendulum("verify", "--property", both, name), "RESULT: false(valid-deref)", 10)

    def test_list_of_properties(self):
        name = self.file("a.c", "extern int __VERIFIER_nondet_int(void);\n"
                                "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1; }\n")
        done = self.run_pendulum("verify", "--property", "reach,overflow", name)
        self.assert_result(done, "RESULT: false(no-overflow)", 10)
        self.assert_complaint(self.run_pendulum("verify", "--property", "reach,raech", name), 2, "raech", "overflow")
        self.assert_complaint(self.run_pendulum("verify", "--property", "reach,", name), 2, "empty")
        done = self.run_pendulum("verify", "--property", "overflow,all", name)
        self.assert_result(done, "RESULT: false(no-overflow)", 10)
        self.assertIn("\n1 check: 1 violated\n", done.stdout)

    FAULTS = """#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int twice(int x) { return x + x; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int a[4] = {0};
  if (x > 0) y = twice(x);
  if (y >= 0 && y < 5) a[y] = 1;
  assert(x != 7);
  assert(x != 8 || x != 7);
  return twice(3) + a[1];
}
"""

    def test_every_violation_once_with_its_evidence(self):
        done = self.run_pendulum("verify", "--property", "all", "--evidence", "out", "--json", "a.json", "--sarif",
                                 "a.sarif", self.file("a.c", self.FAULTS), limit=300)
        self.assert_result(done, "RESULT: false(no-overflow, unreach-call, valid-deref)", 10)
        violated = [line for line in done.stdout.splitlines() if line.startswith("violated ")]
        self.assertEqual([re.search(r"a\.c:(\d+)", line)[1] for line in violated], ["4", "9", "10"])
        self.assertRegex(done.stdout, r"\n\d+ checks: \d+ proved, 3 violated\n")
        record = json.loads((self.root / "a.json").read_text())
        checks = [check for check in record["checks"] if check["status"] == "violated"]
        self.assertEqual(len(checks), 3)
        for check in checks:
            self.assertTrue(check["path"])
            directory = self.root / "out" / check["evidence"]
            single = json.loads((directory / "result.json").read_text())
            self.assertEqual(single["verdict"], "false")
            self.assertIn(f"a.c:{check['line']}", single["violation"])
            replay = subprocess.run([directory / "replay.sh"], capture_output=True, text=True, timeout=60)
            self.assertNotEqual(replay.returncode, 0)
            # Each violation has its own steps with values, in the text, too.
            self.assertEqual(check["trace"]["steps"][-1]["line"], check["line"])
            self.assertEqual(single["trace"], check["trace"])
            self.assertIn(f"counterexample for {check['file']}:{check['line']}: {check['text']}:\n", done.stdout)
        self.assertEqual(len({check["evidence"] for check in checks}), 3)
        results = json.loads((self.root / "a.sarif").read_text())["runs"][0]["results"]
        self.assertEqual(sum(result["kind"] == "fail" for result in results), 3)
        self.assertEqual(len(results), len(record["checks"]))
        for result in results:
            if result["kind"] == "fail":
                states = [step["state"] for step in result["codeFlows"][0]["threadFlows"][0]["locations"] if "state" in step]
                self.assertTrue(states, result)
        done = self.run_pendulum("report", "out/violation-1")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_all_checks_of_a_right_program(self):
        done = self.run_pendulum("verify", "--all", self.file("a.c", SAFE))
        self.assert_result(done, "RESULT: true", 0)
        self.assertRegex(done.stdout, r"proved    unreach-call   .*a\.c:3: call of reach_error\(\)\n1 check: 1 proved\n")
        done = self.run_pendulum("verify", "--all", self.file("b.c", SAFE.replace("while", 'if (nondet_int()) __asm__("hlt"); while')))
        self.assertIn("1 check: 1 unknown\n", done.stdout)
        self.assertEqual(done.returncode, 5)

    def test_names_of_other_tools(self):
        name = self.file("a.c", "#include <pendulum.h>\nint main(void) { int x = pendulum_nondet_int();\n"
                                "pendulum_assume(x > 3); pendulum_assert(x != 5); return 0; }\n")
        done = self.run_pendulum("verify", name)
        self.assert_result(done, "RESULT: false(unreach-call)", 10)
        self.assertNotIn("undefined functions", done.stdout)
        name = self.file("b.c", "int help(int); int main(void) { return help(nondet_int()); }\n")
        done = self.run_pendulum("verify", name)
        self.assertIn("undefined functions: help\n", done.stdout)

    def test_contradictory_assumptions_are_a_warning(self):
        text = "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int);\n" \
               "extern void reach_error(void);\nint main(void) { int x = __VERIFIER_nondet_int();\n" \
               "__VERIFIER_assume(x > 5);\n__VERIFIER_assume(x < LIMIT);\nif (x == 3) reach_error(); return 0; }\n"
        done = self.run_pendulum("verify", self.file("a.c", text.replace("LIMIT", "5")))
        self.assert_result(done, "RESULT: true", 0)
        self.assertRegex(done.stderr, r"warning: .*no execution passes the assumption at .*a\.c:5")
        self.assertNotIn("a.c:4", done.stderr)
        done = self.run_pendulum("verify", self.file("b.c", text.replace("LIMIT", "8")))
        self.assert_result(done, "RESULT: true", 0)
        self.assertEqual(done.stderr, "")

    def test_objects_of_parameters_have_names(self):
        name = self.file("a.c", "#include <stdlib.h>\nstruct list { int *key; };\nint f(struct list *head) {\n"
                                "if (!head || !head->key) return 0;\nfree(head->key);\nreturn *head->key; }\n")
        done = self.run_pendulum("verify", "--property", "all", "--entry", "f", name, limit=200)
        self.assert_result(done, "RESULT: false(valid-deref)", 10)
        self.assertIn("a.c:6: read of 4 bytes of the freed object `*head->key`", done.stdout)
        self.assertNotIn("malloc@", done.stdout)
        self.assertNotIn("valid-memtrack", done.stdout)

    def test_assertion_that_is_never_reached(self):
        text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n" \
               "int x = __VERIFIER_nondet_int();\nif (x > 5 && x < LIMIT) assert(x == 9);\nreturn 0; }\n"
        done = self.run_pendulum("verify", "--explain", "--json", "r.json", self.file("a.c", text.replace("LIMIT", "5")))
        self.assert_result(done, "RESULT: true", 0)
        self.assertRegex(done.stderr, r"warning: no execution reaches the assertion at .*a\.c:5")
        self.assertRegex(done.stdout, r"never reached: .*a\.c:5  assertion\n")
        self.assertEqual([line["line"] for line in json.loads((self.root / "r.json").read_text())["unreachable"]], [5])
        # An operand of the condition that is never evaluated is no reason for a warning.
        done = self.run_pendulum("verify", "--explain", self.file("b.c", text.replace("LIMIT", "9").replace("== 9", "< 9 || x == 3")))
        self.assert_result(done, "RESULT: true", 0)
        self.assertEqual(done.stderr, "")
        self.assertNotIn("never reached", done.stdout)

    def test_regression_test(self):
        text = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n" \
               "extern void __VERIFIER_assume(int);\nint main(void) {\n  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n" \
               "  unsigned char c = __VERIFIER_nondet_uchar();\n  __VERIFIER_assume(a < b && b < 9);\n" \
               "  assert(a * 2 != b - 7 || c != 200);\n}\n"
        name = self.file("a.c", text)
        self.run_pendulum("verify", "--evidence", "out", name)
        test = (self.root / "out/regression-test.c").read_text()
        self.assertRegex(test, r"200U,  /\* main\(\) at .*a\.c:7 \*/")
        subprocess.run(["clang-19", "-o", "test", "out/regression-test.c", name], cwd=self.root, check=True,
                       capture_output=True)
        done = subprocess.run(["./test"], cwd=self.root, capture_output=True, text=True)
        self.assertIn("Assertion `a * 2 != b - 7 || c != 200' failed", done.stderr)
        local = "extern void reach_error(void);\nint main(void) { int x; if (x == 5) reach_error(); }\n"
        self.run_pendulum("verify", "--evidence", "out", self.file("b.c", local))
        self.assertFalse((self.root / "out/regression-test.c").exists())
        # A local that is assigned before it is read does not matter.
        name = self.file("c.c", BUG_WITH_CALLS)
        self.run_pendulum("verify", "--property", "memsafety", "--evidence", "out", name)
        subprocess.run(["clang-19", "-g", "-fsanitize=address", "-o", "test", "out/regression-test.c", name],
                       cwd=self.root, check=True, capture_output=True)
        done = subprocess.run(["./test"], cwd=self.root, capture_output=True, text=True)
        self.assertIn("stack-buffer-overflow", done.stderr)
        done = subprocess.run(["out/replay.sh"], cwd=self.root, capture_output=True, text=True)
        self.assertIn("stack-buffer-overflow", done.stderr)

    def test_regression_test_with_arguments(self):
        """The arguments of main and the results of functions together reach the error again."""
        name = self.file("a.c", "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\nextern int read_sensor(void);\n"
                                "int main(int argc, char **argv) {\n  if (argc != 3 || strcmp(argv[1], \"-n\") != 0) return 0;\n"
                                "  assert(atoi(argv[2]) != read_sensor() + 20);\n  return 0;\n}\n")
        done = self.run_pendulum("verify", "--evidence", "out", name)
        self.assert_result(done, "RESULT: false(unreach-call)", 10)
        subprocess.run(["clang-19", "-Dmain=tested_main", "-o", "test", "out/regression-test.c", name], cwd=self.root,
                       check=True, capture_output=True)
        done = subprocess.run(["./test"], cwd=self.root, capture_output=True, text=True)
        self.assertIn("Assertion `atoi(argv[2]) != read_sensor() + 20' failed", done.stderr)

    def test_explained_proof(self):
        text = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n" \
               "  unsigned n = 0, sum = 0;\n  while (__VERIFIER_nondet_int()) {\n" \
               "    if (n == 1000) break;\n    n++;\n    sum += 5;\n  }\n  if (sum > 5000) reach_error();\n}\n"
        done = self.run_pendulum("verify", "--engine", "kinduction", "--explain", "--json", "r.json", self.file("a.c", text))
        self.assert_result(done, "RESULT: true", 0)
        self.assertRegex(done.stdout, r"proof: by (\d-)?induction")
        self.assertRegex(done.stdout, r"a\.c:5  while \(__VERIFIER_nondet_int\(\)\) \{  .*(n <= 1000|sum <= 5000)")
        [invariant] = json.loads((self.root / "r.json").read_text())["invariants"]
        self.assertEqual((invariant["line"], invariant["function"]), (5, "main"))
        self.assertRegex(invariant["expression"], "n <= 1000|sum <= 5000")
        done = self.run_pendulum("verify", "--engine", "kinduction", self.file("a.c", text))
        self.assertNotIn("proof:", done.stdout)
        # Conditions about a struct that contains an array are formulas with the names of the fields.
        ring = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n" \
               "struct ring { int data[16]; unsigned head, count; };\nint main(void) {\n  struct ring r = {{0}, 0, 0};\n" \
               "  while (__VERIFIER_nondet_int()) {\n    if (r.count == 16) continue;\n" \
               "    r.data[(r.head + r.count) % 16] = 7;\n    r.count++;\n  }\n  assert(r.count <= 16);\n}\n"
        done = self.run_pendulum("verify", "--engine", "ufo", "--explain", "--json", "r.json", self.file("ring.c", ring))
        self.assert_result(done, "RESULT: true", 0)
        self.assertRegex(done.stdout, r"ring\.c:6 .* not expressible in C: .*r\.count <=u 16")
        [invariant] = json.loads((self.root / "r.json").read_text())["invariants"]
        self.assertEqual(len(invariant["formulas"]), invariant["left_out"])
        loop = "extern void reach_error(void);\nint main(void) { int i;\nfor (i = 0; i < 4; i++);\n" \
               "if (i != 4) reach_error(); }\n"
        done = self.run_pendulum("verify", "--engine", "bmc", "--set", "bmc.exhaustion=off", "--explain",
                                 self.file("b.c", loop))
        self.assertRegex(done.stdout, r"proof: the loop at .*b\.c:3 is repeated at most 4 times\n|proof: no execution repeats loops more than 4 times")

    PROJECT = {
        "main.c": "#include \"stack.h\"\nint main(void) { return use(); }\n",
        "stack.c": "#include \"stack.h\"\nstatic int data[SIZE], top;\n"
                   "int push(int x) { if (is_full(top)) return 0; data[top++] = x; return 1; }\n",
        "full.c": "#include \"stack.h\"\nint is_full(int n) { trace(n); return n > SIZE; }\n",
        "use.c": "#include \"stack.h\"\nint use(void) { for (int i = 0; i < 9; i++) push(i); return 0; }\n",
        "other.c": "int unrelated(void) { return missing_elsewhere(); }\nint alone(void) { return 1; }\n",
        "include/stack.h": "#define STACK 1\nint push(int); int is_full(int); int use(void); void trace(int);\n",
    }

    def project(self, options="", name="compile_commands.json"):
        (self.root / "include").mkdir(exist_ok=True)
        commands = []
        for file, text in self.PROJECT.items():
            self.file(file, text)
            if file.endswith(".c"):
                commands.append({"directory": str(self.root), "file": file,
                                 "command": f"cc -DSIZE=4 -Iinclude -O2 {options} -c {file} -o x.o"})
        self.file(name, json.dumps(commands))

    def test_compile_commands(self):
        self.project("-march=native")
        done = self.run_pendulum("verify", "-p", ".", "--property", "memsafety", "--entry", "use", "--json", "a.json")
        self.assert_result(done, "RESULT: false(valid-deref)", 10)
        self.assertIn("stack.c:3", done.stdout)
        self.assertIn("undefined functions: trace\n", done.stdout)
        self.assertIn("-march=native", done.stderr)
        record = json.loads((self.root / "a.json").read_text())
        self.assertEqual(record["input_files"], ["use.c", "stack.c", "full.c"])
        self.assertEqual(record["undefined"], ["trace"])
        done = self.run_pendulum("verify", "-p", ".", "--entry", "is_full", "full.c")
        self.assert_result(done, "RESULT: true", 0)
        done = self.run_pendulum("verify", "-p", ".", "--entry", "alone", "other.c")
        self.assert_result(done, "RESULT: true", 0)
        self.assertNotIn("undefined functions", done.stdout)
        done = self.run_pendulum("encode", "-p", "compile_commands.json", "--to", "chc", "--entry", "push")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_bad_compile_commands(self):
        self.project("-include none.h")
        self.assert_complaint(self.run_pendulum("verify", "-p", ".", "main.c"), 2, "main.c", "none.h")
        self.project()
        self.assert_complaint(self.run_pendulum("verify", "-p", ".", "--entry", "pop"), 2, "pop")
        self.assert_complaint(self.run_pendulum("verify", "-p", ".", self.file("new.c", SAFE)), 2, "new.c",
                              "compile command")
        self.assert_complaint(self.run_pendulum("verify", "-p", "none", "main.c"), 2, "none")
        (self.root / "use.c").unlink()
        done = self.run_pendulum("verify", "-p", ".")
        self.assert_result(done, "RESULT: true", 0)
        self.assertRegex(done.stderr, "warning: .*use.c is not used, because it does not exist: .*`use`")
        self.assertIn("undefined functions: use\n", done.stdout)
        self.assert_complaint(self.run_pendulum("verify", "-p", ".", "use.c"), 2, "use.c")
        self.assert_complaint(self.run_pendulum("verify", "-p", self.file("bad.json", "{"), "main.c"), 2, "bad.json")

    def test_options_for_clang(self):
        name = self.file("a.c", SAFE)
        for flag in ("-o", "-ostolen", "-E", "-S", "-fsyntax-only", "-emit-ast", "-Xclang", "-fplugin=x.so", "-m32",
                     "--target=mips-linux-gnu", "@arguments", "b.c", "-include-pch", "-Wp,-MD,stolen"):
            done = self.run_pendulum("verify", f"--cflag={flag}", name)
            self.assert_complaint(done, 1, f"--cflag {flag}:")
        self.assertEqual(sorted(p.name for p in self.root.iterdir()), ["a.c", "tmp"])
        done = self.run_pendulum("verify", "--cflag=-ffreestanding", "--cflag=-fno-builtin", "--cflag=-m64", name)
        self.assert_result(done, "RESULT: true", 0)

    def test_unusual_file_names(self):
        for name in ("-x.c", "-o.c", "@x.c", "new\nline.c", "a b.c", "q'u\"o`t$(e).c", "back\\slash.c", "\u00fc*.c",
                     "<&>%41#.c"):
            self.file(name, UNSAFE)
            done = self.run_pendulum("verify", "--evidence", "out", "--json", "r.json", "--sarif", "r.sarif", "--", name)
            self.assert_result(done, "RESULT: false(unreach-call)", 10)
            self.assertEqual(json.loads((self.root / "r.json").read_text())["path"][-1]["file"], name)
            results = json.loads((self.root / "r.sarif").read_text())["runs"][0]["results"]
            artifact = results[0]["locations"][0]["physicalLocation"]["artifactLocation"]
            self.assertEqual(urllib.parse.unquote(artifact["uri"]), name)
            xml.dom.minidom.parse(str(self.root / "out/witness.graphml"))
            done = self.run_pendulum("validate", "--witness", "out/witness.yml", "--", name)
            self.assert_result(done, "RESULT: false(unreach-call)", 10)
            replay = subprocess.run(["/bin/sh", "out/replay.sh"], capture_output=True, text=True, cwd=self.root)
            self.assertEqual(replay.returncode, 86, replay.stdout + replay.stderr)

    # Source locations

    def target(self, text, *arguments, directory="."):
        """Returns file, line and column of the target in the witness; checks that JSON and SARIF agree."""
        self.file("place.c", text)
        name = os.path.relpath(self.root / "place.c", self.root / directory)
        subprocess.run([BINARY, "verify", *arguments, "--evidence", "out", "--json", "r.json", "--sarif", "r.sarif", name],
                       capture_output=True, cwd=self.root / directory, env=self.environment, check=False)
        there = self.root / directory
        step = json.loads((there / "r.json").read_text())["path"][-1]
        results = json.loads((there / "r.sarif").read_text())["runs"][0]["results"]
        place = results[0]["locations"][0]["physicalLocation"]
        self.assertEqual((place["artifactLocation"]["uri"], place["region"]["startLine"], place["region"]["startColumn"]),
                         (step["file"], step["line"], step["column"]))
        waypoint = (there / "out/witness.yml").read_text().partition('type: "target"')[2]
        found = re.search(r'file_name: "(.*)"\s+line: (\d+)\s+column: (\d+)', waypoint)
        self.assertEqual((found[1], int(found[2])), (step["file"], step["line"]))
        return found[1], int(found[2]), int(found[3])

    def test_places_are_those_of_the_source(self):
        head = "extern int f(void);\nextern void reach_error(void);\n"
        asserts = "#include <assert.h>\n" + head + "int main(void) {\n\tassert(f() !=\n  3);\n}\n"
        self.assertEqual(self.target(asserts), ("place.c", 5, 2))
        self.assertEqual(self.target(asserts.replace("\n", "\r\n")), ("place.c", 5, 2))
        macro = ("#define ZERO (1000000000 - 1000000000)\n#define FAIL() do { reach_error(); } while (0)\n" + head +
                 "int main(void) {\n  if (ZERO + f() == ZERO + ZERO) FAIL();\n}\n")
        self.assertEqual(self.target(macro), ("place.c", 6, 34))
        self.file("inner.h", "static void check(int x) {\n  if (x)\n    reach_error();\n}\n")
        included = head + '#include "inner.h"\nint main(void) { check(f()); }\n'
        self.assertEqual(self.target(included), ("inner.h", 3, 5))
        (self.root / "build").mkdir()
        self.assertEqual(self.target(included, directory="build"), ("../inner.h", 3, 5))
        numbered = head + '#line 70 "place.c"\nint main(void) {\n  if (f()) reach_error();\n}\n'
        self.assertEqual(self.target(numbered)[:2], ("place.c", 71))

    def test_same_seed_same_statistics(self):
        name = self.file("a.c", SAFE)
        records = []
        for _ in range(2):
            done = self.run_pendulum("verify", "--jobs", "1", "--seed", "1", "--json", "-", name)
            records.append(self.data_before_result(done))
        self.assertTrue(records[0]["statistics"])
        self.assertEqual(records[0]["statistics"], records[1]["statistics"])

    # Evidence

    def test_evidence_of_false(self):
        name = self.file("a.c", UNSAFE)
        for _ in range(2):  # the second run replaces the files of the first one
            self.run_pendulum("verify", "--evidence", "out/", name)
        files = sorted(str(path.relative_to(self.root / "out")) for path in (self.root / "out").rglob("*")
                       if path.is_file() and path.name != ".pendulum-evidence")
        for expected in ("harness.c", "path.json", "program.txt", "replay.sh", "result.json"):
            self.assertIn(expected, files)
        record = json.loads((self.root / "out/result.json").read_text())
        self.assertEqual(record["evidence"]["files"], files)
        replay = subprocess.run(["/bin/sh", "out/replay.sh"], capture_output=True, text=True, cwd=self.root)
        self.assertEqual(replay.returncode, 86, replay.stdout + replay.stderr)
        self.assertFalse(list(self.root.glob("out*partial*")))

    def test_evidence_spares_files_of_the_user(self):
        """A directory that is not empty and has no marker is rejected before the verification starts."""
        source = self.file("harness.c", UNSAFE)
        (self.root / "obligations").mkdir()
        kept = {"program.txt": "mine", "obligations/a.smt2": "mine", "replay.sh": "mine"}
        for name, text in kept.items():
            (self.root / name).write_text(text)
        for directory in (".", "./", str(self.root), "obligations"):
            self.assert_complaint(self.run_pendulum("verify", "--evidence", directory, source), 1,
                                  "was not made by Pendulum")
        self.assertEqual((self.root / "harness.c").read_text(), UNSAFE)
        for name, text in kept.items():
            self.assertEqual((self.root / name).read_text(), text)

    def test_evidence_replaces_only_its_own_files(self):
        source = self.file("a.c", UNSAFE)
        self.run_pendulum("verify", "--evidence", "out", source)
        out = self.root / "out"
        (out / "notes.txt").write_text("mine")
        (out / "test-suite" / "mine.xml").write_text("mine")
        self.run_pendulum("verify", "--evidence", "out", self.file("a.c", SAFE))
        self.assertFalse((out / "harness.c").exists())
        self.assertTrue((out / "certificate.json").exists())
        self.assertEqual((out / "notes.txt").read_text(), "mine")
        self.assertEqual([path.name for path in (out / "test-suite").iterdir()], ["mine.xml"])
        # A user file has the name of an evidence file: the verdict is printed and the file is kept.
        (out / "harness.c").write_text("mine")
        done = self.run_pendulum("verify", "--evidence", "out", self.file("a.c", UNSAFE))
        self.assertEqual(done.returncode, 10)
        self.assertIn("RESULT: false(unreach-call)", done.stdout)
        self.assertIn("does not overwrite", done.stderr)
        self.assertEqual((out / "harness.c").read_text(), "mine")
        self.assertTrue((out / "certificate.json").exists())

    def test_evidence_does_not_follow_links_out_of_its_directory(self):
        self.run_pendulum("verify", "--evidence", "out", self.file("a.c", UNSAFE))
        out, elsewhere = self.root / "out", self.root / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "metadata.xml").write_text("mine")
        for path in (out / "test-suite").iterdir():
            path.unlink()
        (out / "test-suite").rmdir()
        (out / "test-suite").symlink_to(elsewhere)
        with open(out / ".pendulum-evidence", "a") as marker:
            marker.write("../a.c\n/etc/hostname\n")
        done = self.run_pendulum("verify", "--evidence", "out", self.file("a.c", SAFE))
        self.assertEqual(done.returncode, 0)
        self.assertEqual((elsewhere / "metadata.xml").read_text(), "mine")
        self.assertTrue((self.root / "a.c").exists())

    def test_an_empty_directory_takes_evidence(self):
        (self.root / "out").mkdir()
        done = self.run_pendulum("verify", "--evidence", "out", self.file("a.c", UNSAFE))
        self.assertEqual(done.returncode, 10)
        self.assertNotIn("evidence", done.stderr)  # where the kernel forbids namespaces, there is another warning
        self.assertTrue((self.root / "out" / "harness.c").exists())
        self.assertEqual([path.name for path in (self.root / "out").glob(".*")], [".pendulum-evidence"])

    def test_report_spares_files_of_the_user(self):
        self.run_pendulum("verify", "--engine", "impact", "--evidence", "out", self.file("a.c", SAFE))
        page = self.root / "out" / "report.html"
        page.write_text("mine")
        self.assert_complaint(self.run_pendulum("report", "out"), 1, "did not write")
        self.assertEqual(page.read_text(), "mine")
        page.unlink()
        for _ in range(2):  # The second run replaces the page of the first one.
            self.assertEqual(self.run_pendulum("report", "out").returncode, 0)
        self.run_pendulum("verify", "--engine", "impact", "--evidence", "out", self.file("a.c", SAFE))
        self.assertFalse(page.exists())

    def test_outputs_do_not_replace_inputs(self):
        name = self.file("a.c", UNSAFE)
        for arguments in (["verify", "--json", name, name], ["verify", "--sarif", "./a.c", name],
                          ["encode", "--to", "chc", "-o", name, name]):
            self.assert_complaint(self.run_pendulum(*arguments), 1, "it is the input file")
            self.assertEqual((self.root / "a.c").read_text(), UNSAFE)

    def test_a_full_disk_costs_no_verdict(self):
        name = self.file("a.c", UNSAFE)
        for option in ("--json", "--sarif"):
            done = self.run_pendulum("verify", option, "/dev/full", name)
            self.assertEqual(done.returncode, 10)
            self.assertEqual(done.stdout.splitlines()[-1], "RESULT: false(unreach-call)")
            self.assertIn("warning: cannot write /dev/full", done.stderr)

    def test_a_full_disk_for_evidence_costs_no_verdict(self):
        """A file system of one page, in a separate namespace."""
        (self.root / "disk").mkdir()
        for text, code in ((UNSAFE, 10), (SAFE, 0)):
            name = self.file("a.c", text)
            script = ('mount -t tmpfs -o size=4k,nr_inodes=100 none disk || exit 77; "$0" verify --evidence "$1" '
                      '"$2"; code=$?; find disk -name "*partial*" | sed "s/^/left: /" >&2; exit $code')
            for directory in ("disk", "disk/out"):
                done = subprocess.run(["unshare", "-Urm", "sh", "-c", script, BINARY, directory, name],
                                      cwd=self.root, capture_output=True, text=True, timeout=60)
                if done.returncode in (1, 77) and "RESULT" not in done.stdout:
                    self.skipTest("no user namespaces")
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertTrue(done.stdout.splitlines()[-1].startswith("RESULT: "), done.stdout)
                self.assertIn("warning: ", done.stderr)
                self.assertNotIn("left: ", done.stderr)

    def test_foreign_code_cannot_leave_the_replay(self):
        """Code that runs before main cannot create a file, however it makes system calls."""
        escape = self.root / "escape"
        name = "/".join(["", *escape.parts[1:]])
        calls = {"ILP32": (f"mov $5, %eax\\n lea escape_name, %ebx\\n mov $0101, %ecx\\n mov $0644, %edx\\n int $0x80", ".long"),
                 "LP64": (f"mov $2, %eax\\n lea escape_name(%rip), %rdi\\n mov $0101, %esi\\n mov $0644, %edx\\n syscall",
                          ".quad")}
        for model, (call, word) in calls.items():
            asm = f'__asm__(".data\\nescape_name: .asciz \\"{name}\\"\\n.text\\n'
            attacks = [
                asm + f'early: {call}\\n ret\\n.section .init_array,\\"aw\\"\\n{word} early\\n.text");',
                f'char escape_name[] = "{name}"; __attribute__((constructor)) void early(void) {{ __asm__ volatile("{call}"); }}',
                f'extern long syscall(long, ...); __attribute__((constructor)) void early(void) {{'
                f' syscall(sizeof(long) == 4 ? 5 : 2, "{name}", 0101, 0644); }}',
                f'#include <stdio.h>\nstatic void early(void) {{ FILE *f = fopen("{name}", "w"); if (f) fclose(f); }}\n'
                '__attribute__((section(".init_array"), used)) static void (*start)(void) = early;',
                f'#include <stdlib.h>\n__attribute__((constructor)) void early(void) {{ system("touch {name}"); }}']
            for attack in attacks:
                with self.subTest(model=model, attack=attack):
                    done = self.run_pendulum("verify", "--data-model", model, self.file("a.c", attack + "\n" + UNSAFE))
                    self.assertIn(done.returncode, (2, 5, 10), done.stderr)
                    self.assertFalse(escape.exists())
                escape.unlink(missing_ok=True)

    def test_the_reported_violation_is_the_confirmed_one(self):
        """Floating-point results are arbitrary in a proof; the native replay shows which assertion fails."""
        name = self.file("a.c", "#include <assert.h>\nint main(void) {\n  float f = 6.1f - 1.1f;\n"
                                "  assert(f != 1.1f);\n  assert(f == 4.0f);\n  return 0;\n}\n")
        done = self.run_pendulum("verify", name)
        self.assertNotRegex(done.stdout, r"(?m)^violation: .*f != 1\.1f")
        self.assertIn(done.returncode, (5, 10))

    def test_evidence_of_an_invalid_access(self):
        name = self.file("a.c", "int a[3], b[900];\nint main(void) {\n  int *p = a;\n  return b[9] + p[500];\n}\n")
        self.run_pendulum("verify", "--property", "valid-deref", "--evidence", "out", name)
        replay = subprocess.run(["/bin/sh", "out/replay.sh"], capture_output=True, text=True, cwd=self.root)
        self.assertIn("AddressSanitizer: ", replay.stderr)
        self.assertIn("a.c:4", replay.stderr)

    def test_evidence_of_true_replaces_evidence_of_false(self):
        self.run_pendulum("verify", "--evidence", "out", self.file("a.c", UNSAFE))
        self.run_pendulum("verify", "--evidence", "out", self.file("a.c", SAFE))
        out = self.root / "out"
        self.assertTrue((out / "certificate.json").exists())
        self.assertFalse((out / "path.json").exists())
        obligations = sorted((out / "obligations").glob("*.smt2"))
        self.assertTrue(obligations)
        for obligation in obligations:
            done = subprocess.run(["z3", str(obligation)], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.stdout.strip().splitlines()[0], "unsat", obligation)

    # ---- Witnesses

    def witness(self, text, *arguments):
        """Returns the file of a program, and the text of the witness of its verdict."""
        source = self.file("loop.c", text)
        self.run_pendulum("verify", "--evidence", "out", *arguments, source)
        return source, (self.root / "out/witness.yml").read_text()

    def validate(self, source, witness, *arguments):
        return self.run_pendulum("validate", "--timeout", "20", "--witness", self.file("w.yml", witness),
                                 *arguments, source)

    def test_witness_of_true(self):
        source, witness = self.witness(LOOP.replace("LIMIT", "n"), "--engine", "kinduction")
        self.assertIn('type: "loop_invariant"', witness)
        self.assertIn("line: 7\n          column: 3\n", witness)
        self.assert_result(self.validate(source, witness), "RESULT: true", 0)
        # A wrong invariant is rejected, although the program is safe.
        value = next(line for line in witness.splitlines() if "value:" in line)
        wrong = witness.replace(value, value.partition("value:")[0] + 'value: "x < 5"')
        done = self.validate(source, wrong)
        self.assertIn("does not hold at", done.stdout)
        self.assertEqual(done.returncode, 5)
        # There is no statement in this line; and a witness for the text of another program.
        self.assertEqual(self.validate(source, witness.replace("line: 7", "line: 77")).returncode, 5)
        done = self.validate(self.file("loop.c", LOOP.replace("LIMIT", "n + 0")), witness)
        self.assertIn("another version", done.stdout)
        self.assertEqual(done.returncode, 5)
        done = self.validate(source, witness, "--data-model", "LP64")
        self.assertIn("data model", done.stdout)
        for arguments, text in ((["--property", "overflow"], witness), (["--property", "memsafety"], witness),
                                ([], witness.replace('language: "C"', 'language: "Java"')),
                                ([], witness.replace("reach_error", "other")),
                                ([], re.sub(r'"[0-9a-f]{64}"', '""', witness))):
            done = self.validate(source, text, *arguments)
            self.assertIn("rejected: the witness", done.stdout)
            self.assertEqual(done.returncode, 5)

    def test_invariants_with_undefined_behaviour_are_rejected(self):
        source, witness = self.witness(LOOP.replace("LIMIT", "n"), "--engine", "kinduction")
        value = next(line for line in witness.splitlines() if "value:" in line)
        for text, code in (("x >= 0 && x <= n", 0), ("x >= 0 && x <= n && (1 || 1 / x)", 0), ("1 / x >= 0 || x == 0", 5),
                           ("1 % (n - n) == 0 || 1", 5), ("2147483647 + x > 0 || 1", 5), ("(1 << (x + 40)) || 1", 5),
                           ("x >= 0 && x <= n && (1 ? 1 : 1 / x)", 0)):
            done = self.validate(source, witness.replace(value, value.partition("value:")[0] + f'value: "{text}"'))
            self.assertEqual(done.returncode, code, text + done.stdout)

    def test_witness_that_is_the_proof(self):
        source, witness = self.witness(LOOP.replace("LIMIT", "n"), "--engine", "kinduction")
        value = next(line for line in witness.splitlines() if "value:" in line)
        proof = witness.replace(value, value.partition("value:")[0] + 'value: "x >= 0 && x <= n"')
        done = self.validate(source, proof)
        self.assert_result(done, "RESULT: true", 0)
        self.assertIn("engine: witness", done.stdout)

    def test_witness_of_false(self):
        source, witness = self.witness(LOOP.replace("LIMIT", "7"), "--engine", "bmc")
        self.assertIn("\\\\result == ", witness)
        done = self.validate(source, witness)
        self.assert_result(done, "RESULT: false(unreach-call)", 10)
        self.assertIn("engine: witness", done.stdout)  # executed, without a search
        damaged = [line for line in witness.splitlines() if "result ==" in line]
        self.assertEqual(len(damaged), 1)
        seven = witness.replace(damaged[0], damaged[0].partition("value:")[0] + 'value: "\\\\result == 7"')
        self.assertEqual(self.validate(source, seven).returncode, 5)
        done = self.validate(source, witness.replace("line: 10", "line: 11"))
        self.assertIn("there is no error at its target", done.stdout)
        self.assertEqual(done.returncode, 5)
        suite = self.root / "out/test-suite"
        self.assertIn('<input variable="__VERIFIER_nondet_int">', (suite / "testcase-1.xml").read_text())
        for name in ("test-suite/metadata.xml", "test-suite/testcase-1.xml", "witness.graphml"):
            xml.dom.minidom.parse(str(self.root / "out" / name))

    def test_witness_of_a_long_loop(self):
        """The witness leaves out the 20,000 values of the loop; validation finds them again."""
        source, witness = self.witness(LONG_LOOP, "--engine", "impulse")
        self.assertIn("\\\\result == 42", witness)
        self.assertLess(witness.count("waypoint:"), 10)
        done = self.validate(source, witness, "--engine", "impulse")
        self.assert_result(done, "RESULT: false(unreach-call)", 10)
        damaged = self.file("w.yml", witness.replace("result == 42", "result == 41"))
        done = self.run_pendulum("validate", "--timeout", "5", "--engine", "impulse", "--witness", damaged, source)
        self.assertEqual(done.returncode, 5)

    def test_witness_with_small_unsigned_values(self):
        """Values of unsigned char above 127, of a result and of an uninitialised variable, are read as written."""
        result = ("extern unsigned char __VERIFIER_nondet_uchar(void);\nextern void reach_error(void);\n"
                  "int main(void) {\n  unsigned char c = __VERIFIER_nondet_uchar();\n"
                  "  if (c == 200) reach_error();\n  return 0;\n}\n")
        source, witness = self.witness(result, "--engine", "bmc")
        self.assertIn("result == 200U", witness)
        self.assert_result(self.validate(source, witness), "RESULT: false(unreach-call)", 10)
        self.assertEqual(self.validate(source, witness.replace("200U", "201U")).returncode, 5)
        local = ("extern void reach_error(void);\nint main(void) {\n  unsigned char c;\n  int i = 0;\n"
                 "  if (c == 200) reach_error();\n  return i;\n}\n")
        source, witness = self.witness(local, "--engine", "bmc")
        self.assertNotIn("c == -56", witness)
        self.assert_result(self.validate(source, witness), "RESULT: false(unreach-call)", 10)

    def test_bad_witnesses(self):
        source, witness = self.witness(LOOP.replace("LIMIT", "n"), "--engine", "kinduction")
        self.assert_complaint(self.validate(source, witness.replace("line: 7", "line: x")), 2, "w.yml:", "line")
        self.assert_complaint(self.validate(source, witness.replace("value:", "value: [")), 2, "w.yml:")
        self.assert_complaint(self.validate(source, "hello"), 2, "w.yml")
        self.assert_complaint(self.validate(source, "<graphml/>"), 2, "GraphML")
        self.assert_complaint(self.run_pendulum("validate", "--witness", "no.yml", source), 2, "no.yml")
        self.assert_complaint(self.run_pendulum("validate", source), 1, "--witness")
        value = next(line for line in witness.splitlines() if "value:" in line)
        wrong = witness.replace(value, value.partition("value:")[0] + 'value: "x = 5"')
        self.assert_complaint(self.validate(source, wrong), 2, "x = 5")

    def test_bench(self):
        (self.root / "tasks").mkdir()
        self.file("tasks/reach.prp", PROPERTY)
        for name, text, verdict in (("good", SAFE, "true"), ("bad", UNSAFE, "false"), ("lie", SAFE, "false")):
            self.file(f"tasks/{name}.c", text)
            self.file(f"tasks/{name}.yml", f"format_version: '2.0'\ninput_files: {name}.c\nproperties:\n"
                      f"  - property_file: reach.prp\n    expected_verdict: {verdict}\n")
        command = ("bench", "--store", "store", "--engines", "bmc,kinduction", "--timeout", "20",
                   "-o", "rows.tsv", "--json", "rows.json")
        done = self.run_pendulum(*command, "tasks/good.yml", "tasks/bad.yml")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rows = (self.root / "rows.tsv").read_text().splitlines()
        self.assertEqual(len(rows), 5, rows)
        # An unexpected verdict is shown, and tasks with a stored result are not run again.
        done = self.run_pendulum(*command, "tasks")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("WRONG: bmc answers true for tasks/lie.yml, expected false", done.stdout)
        self.assertEqual((self.root / "rows.tsv").read_text().splitlines()[:5], rows)
        self.assertEqual(len(json.loads((self.root / "rows.json").read_text())["rows"]), 6)
        self.assert_complaint(self.run_pendulum("bench", "nowhere"), 2, "nowhere")
        self.assert_complaint(self.run_pendulum("bench", "--engines", "magic", "tasks"), 1, "magic")

    def sarif_results(self, source, *options):
        """Verifies the file; the results, after the SARIF document was checked against the rules of the standard."""
        self.run_pendulum("verify", "--sarif", "out.sarif", *options, "--", source, limit=300)
        return sarif_rules.check_sarif(json.loads((self.root / "out.sarif").read_text()), self.root)

    def test_sarif(self):
        source = self.file("bug.c", UNSAFE)
        result, = self.sarif_results(source)
        self.assertEqual((result["ruleId"], result["kind"], result["level"]), ("unreach-call", "fail", "error"))
        region = result["locations"][0]["physicalLocation"]["region"]
        self.assertEqual(region["startLine"], 4)
        flow = result["codeFlows"][0]["threadFlows"][0]["locations"]
        texts = [step["location"].get("message", {}).get("text", "") for step in flow]
        self.assertTrue(any("__VERIFIER_nondet_int() returns 4711" in text for text in texts), texts)
        result, = self.sarif_results(self.file("safe.c", SAFE))
        self.assertEqual((result["kind"], result["level"]), ("pass", "none"))
        result, = self.sarif_results(self.file("halt.c", 'int main(void) {\n  __asm__("hlt");\n}\n'))
        self.assertEqual((result["kind"], result["level"]), ("open", "none"))
        self.assertIn("unsupported: inline assembler", result["message"]["text"])
        self.assertEqual(result["locations"][0]["physicalLocation"]["region"]["startLine"], 2)
        self.assertIn("is not supported", result["relatedLocations"][0]["message"]["text"])
        result, = self.sarif_results(self.file("größe mit leerzeichen.c", BUG_WITH_CALLS), "--property", "memsafety")
        flow = result["codeFlows"][0]["threadFlows"][0]["locations"]
        self.assertEqual({step["nestingLevel"] for step in flow}, {0, 1})
        results = self.sarif_results(self.file("all.c", self.FAULTS), "--property", "all")
        self.assertIn("fail", {each["kind"] for each in results})
        self.assert_complaint(self.run_pendulum("verify", "--sarif", "no/out.sarif", source), 2, "no/out.sarif")

    def test_report_of_a_recording(self):
        self.run_pendulum("verify", "--engine", "impact", "--evidence", "out", self.file("a.c", SAFE))
        out = self.root / "out"
        self.assertTrue((out / "steps-impact.json").exists())
        done = self.run_pendulum("report", "out")
        self.assertEqual((done.returncode, done.stdout.strip()), (0, "out/report.html"))
        self.assertIn('"engine":"impact"', (out / "report.html").read_text())
        # Another run into the same directory removes the page of the earlier run.
        self.run_pendulum("verify", "--engine", "bmc", "--evidence", "out", self.file("a.c", UNSAFE))
        self.assertFalse((out / "report.html").exists())
        self.assertFalse((out / "steps-impact.json").exists())

    def test_report_without_the_sources(self):
        """The evidence contains the source text and the values, so it may be moved; an old directory has neither."""
        self.run_pendulum("verify", "--engine", "bmc", "--evidence", "out", self.file("a.c", UNSAFE))
        (self.root / "a.c").unlink()
        moved = (self.root / "out").rename(self.root / "moved")
        self.assertEqual(self.run_pendulum("report", "moved").returncode, 0)
        page = (moved / "report.html").read_text()
        self.assertIn(json.dumps(UNSAFE.splitlines()[-1])[1:-1].replace("<", "\\u003c"), page)
        result = json.loads((moved / "result.json").read_text())
        self.assertEqual(result["source_files"], [str(self.root / "a.c")])
        self.assertTrue(all(change["part"] for step in result["trace"]["steps"] for change in step["changes"]))
        (moved / "sources.json").unlink()
        done = self.run_pendulum("report", "moved")
        self.assertEqual(done.returncode, 0)
        self.assertIn("no source text", done.stderr)

    def test_refinements_of_foo(self):
        """UFO, Fig. 1: one refinement covers all paths of ufo's unwinding, but only one path of impact's. (A forced cover
        replaces the other refinements.)"""
        foo = str(pathlib.Path(__file__).resolve().parent.parent / "program" / "ufo_fig1_foo_safe.c")
        refinements = {}
        for engine, counter, *options in (("ufo", "refinements"), ("ufo", "refinements", "ufo.blocks=small"),
                                          ("impact", "iterations", "impact.blocks=small", "impact.forced_cover=off")):
            settings = [word for option in options for word in ("--set", option)]
            done = self.run_pendulum("verify", "--engine", engine, "--json", "r.json", *settings, foo)
            self.assertEqual(done.returncode, 0, done.stdout)
            statistics = json.loads((self.root / "r.json").read_text())["statistics"]
            refinements[(engine, *options)] = statistics[f"engine.{engine}.{counter}"]
        *ufo, impact = refinements.values()
        self.assertEqual(ufo, [1, 1])
        self.assertGreaterEqual(impact, 2)

    def test_invariants_per_location(self):
        """dagger writes its invariants for each location, with and without a proof."""
        nonlinear = SAFE.replace("x != 5", "x * x % 7 != 4")
        for text in (SAFE, nonlinear):
            self.run_pendulum("verify", "--engine", "dagger", "--set", "dagger.max_refinements=50", "--timeout", "20",
                              "--evidence", "out", self.file("a.c", text))
            data = json.loads((self.root / "out" / "invariants-dagger.json").read_text())
            self.assertEqual(data["kind"], "invariant")
            self.assertTrue(any("x" in entry["term"] and "5" in entry["term"] for entry in data["at"]), data)
        self.run_pendulum("verify", "--engine", "bmc", "--evidence", "out", self.file("a.c", UNSAFE))
        self.assertFalse((self.root / "out" / "invariants-dagger.json").exists())

    def test_report_of_nothing(self):
        self.assert_complaint(self.run_pendulum("report", "missing"), 2, "missing")
        (self.root / "empty").mkdir()
        self.assert_complaint(self.run_pendulum("report", "empty"), 2, "result.json")

    def test_evidence_of_systems(self):
        """Z3 and cvc5 agree with the expected status in the files."""
        clauses = ("(set-logic HORN)\n(declare-fun P (Int) Bool)\n(assert (P 0))\n"
                   "(assert (forall ((x Int)) (=> (and (P x) (< x 3)) (P (+ x 1)))))\n"
                   "(assert (forall ((x Int)) (=> (and (P x) (= x 3)) false)))\n")
        system = ("(declare-fun @x () (_ BitVec 4))\n(declare-fun x+ () (_ BitVec 4))\n"
                  "(define-fun .s () (_ BitVec 4) (! @x :next x+))\n"
                  "(define-fun .i () Bool (! (= @x #x0) :init true))\n"
                  "(define-fun .t () Bool (! (= x+ (bvadd @x #x1)) :trans true))\n"
                  "(define-fun .p () Bool (! (not (= @x #x3)) :invar-property 0))\n")
        for name, text, file in (("a.smt2", clauses, "derivation.smt2"), ("a.vmt", system, "trace.smt2")):
            done = self.run_pendulum("verify", "--engine", "bmc", "--evidence", "out", self.file(name, text))
            self.assertEqual(done.returncode, 10, done.stdout + done.stderr)
            for solver in ("z3", "cvc5"):
                done = subprocess.run([solver, "out/" + file], capture_output=True, text=True, cwd=self.root)
                self.assertEqual(done.stdout.strip(), "sat", solver + done.stdout)

    def test_proofs_of_systems(self):
        clauses = ("(set-logic HORN)\n(declare-fun P (Int) Bool)\n(assert (P 0))\n"
                   "(assert (forall ((.x Int)) (=> (and (P .x) (< .x 3)) (P (+ .x 1)))))\n"
                   "(assert (forall ((x Int)) (=> (and (P x) (= x 4)) false)))\n")
        for engine in ("euforia", "ic3ia"):
            done = self.run_pendulum("verify", "--engine", engine, "--evidence", "out", "--timeout", "20",
                                     self.file("a.smt2", clauses))
            self.assert_result(done, "RESULT: true", 0)
            for solver in (["z3"], ["cvc5", "--incremental"]):
                done = subprocess.run(solver + ["out/model.smt2"], capture_output=True, text=True, cwd=self.root)
                self.assertEqual(done.stdout.split(), ["unsat"] * 3, done.stdout)

    def test_dump_queries(self):
        self.run_pendulum("verify", "--engine", "bmc", "--set", "bmc.simulation=0", "--set", "bmc.exploration=0",
                          "--dump-queries", "queries",
                          self.file("a.c", UNSAFE))
        self.assertTrue(list((self.root / "queries").glob("*.smt2")))

    # Limits and ends

    def test_timeout_holds(self):
        name = self.file("a.c", HARD)
        for engine in ("portfolio", "bmc"):
            start = time.time()
            done = self.run_pendulum("verify", "--engine", engine, "--timeout", "2", "--json", "r.json",
                                     "--evidence", "out", name)
            self.assertLess(time.time() - start, 4)
            self.assert_result(done, "RESULT: unknown(timeout)", 5)
            for record in ("r.json", "out/result.json"):
                record = json.loads((self.root / record).read_text())
                self.assertEqual((record["verdict"], record["reason"]), ("unknown", "timeout"))

    def test_memory_limit_holds(self):
        done = self.run_pendulum("verify", "--memory", "20", "--timeout", "20", self.file("a.c", HARD))
        self.assert_result(done, "RESULT: unknown(memory)", 5)

    def interrupt(self, number, delay):
        process = self.start("verify", "--evidence", "out", "--json", "r.json", self.file("a.c", HARD))
        time.sleep(delay)
        process.send_signal(number)
        out, _ = process.communicate(timeout=10)
        self.assert_nothing_left()
        self.assertFalse(list(self.root.glob("*partial*")))
        return process.returncode, out

    def test_signals_end_cleanly(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            code, out = self.interrupt(number, 1.0)
            self.assertEqual(out.splitlines()[-1], "RESULT: unknown(interrupted)")
            self.assertEqual(code, 5)
            self.assertEqual(json.loads((self.root / "r.json").read_text())["reason"], "interrupted")

    def test_killed_at_any_moment(self):
        for delay in (0.02, 0.1, 0.2, 0.3, 0.5, 0.8, 1.5):
            self.interrupt(signal.SIGKILL, delay)
            self.assertFalse((self.root / "out").exists())
            self.assertFalse((self.root / "r.json").exists())

    def test_crashed_worker_is_started_again(self):
        process = self.start("verify", "--engine", "bmc", "--timeout", "6", "--evidence", "out", self.file("a.c", HARD))
        time.sleep(1)
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(children[-1]), signal.SIGSEGV)  # the first one is the janitor
        out, errors = process.communicate(timeout=20)
        self.assertEqual(errors.count("the worker ended by signal 11; it is started again"), 1, errors)
        self.assertEqual((out.splitlines()[-1], process.returncode), ("RESULT: unknown(timeout)", 5))
        self.assertTrue((self.root / "out" / "result.json").exists())
        self.assert_nothing_left()

    def test_killed_group(self):
        """Sends the signal like a terminal or a batch system."""
        process = self.start("verify", self.file("a.c", HARD), start_new_session=True)
        time.sleep(1)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=10)
        self.assert_nothing_left()

    def test_closed_standard_output(self):
        process = self.start("verify", self.file("a.c", SAFE))
        process.stdout.close()
        with process.stderr:
            self.assertNotIn("internal error", process.stderr.read())
        process.wait(timeout=30)
        self.assert_nothing_left()

    # Other commands

    def test_encode(self):
        name = self.file("a.c", SAFE)
        for kind, mark in (("chc", "HORN"), ("vmt", ":invar-property"), ("dot", "digraph"), ("smt2", "check-sat")):
            done = self.run_pendulum("encode", "--to", kind, name)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(mark, done.stdout)
            self.run_pendulum("encode", "--to", kind, "-o", "out.txt", name)
            self.assertEqual((self.root / "out.txt").read_text(), done.stdout)
        for blocks in ("small", "large"):
            for text, answer in ((SAFE, "sat"), (UNSAFE, "unsat")):
                chc = self.run_pendulum("encode", "--to", "chc", "--blocks", blocks, self.file("a.c", text)).stdout
                done = subprocess.run(["z3", "fp.engine=spacer", "-in"], input=chc, capture_output=True, text=True,
                                      timeout=60)
                self.assertEqual(done.stdout.split(), [answer])

    def test_encode_faults(self):
        self.assert_complaint(self.run_pendulum("encode", "--to", "tex", self.file("a.c", SAFE)), 1)
        self.assert_complaint(self.run_pendulum("encode", "--to", "chc", "none.c"), 2, "none.c")
        done = self.run_pendulum("encode", "--to", "chc", "-o", "x.smt2", self.file("b.c", "int main( {"))
        self.assert_complaint(done, 2, "b.c:1")
        self.assertFalse((self.root / "x.smt2").exists())

    def test_interpolate(self):
        """The partitions of the slides "Interpolant Sequence in Princess", and other theories."""
        slides = """(declare-const L0 Int) (declare-const L1 Int) (declare-const L2 Int)
            (declare-const old0 Int) (declare-const new0 Int) (declare-const new1 Int)
            (assert (! (= L0 0) :named p1))
            (assert (! (and (= L1 1) (= old0 new0)) :named p2))
            (assert (! (and (= L2 0) (= new1 (+ new0 1))) :named p3))
            (assert (! (not (= new1 old0)) :named p4))
            (assert (! (not (= L2 0)) :named p5))
            (get-interpolants p1 (and p2 p3 p4 p5))
            (get-interpolants p1 p2 p3 p4 p5)"""
        done = self.run_pendulum("interpolate", self.file("a.smt2", slides))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("; p1 | p2 p3 p4 p5\n", done.stdout)
        self.assertIn("; p1, p2, p3, p4 | p5\n  (= L2 0)\n", done.stdout)
        for sort, low, high in (("Real", "(< x y)", "(< y x)"), ("(_ BitVec 8)", "(bvult x y)", "(bvult y x)"),
                                ("Bool", "(and x (not y))", "y")):
            text = f"""(declare-const x {sort}) (declare-const y {sort})
                (assert (! {low} :named A)) (assert (! {high} :named B))"""
            done = self.run_pendulum("interpolate", "--order", "B,A", self.file("b.smt2", text))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("; B | A\n", done.stdout)

    def test_interpolate_faults(self):
        text = "(declare-const x Int)\n(assert (! (> x 0) :named A))\n(assert (! (> x 1) :named B))\n"
        name = self.file("a.smt2", text)
        self.assert_complaint(self.run_pendulum("interpolate", name), 2, "satisfiable together")
        self.assert_complaint(self.run_pendulum("interpolate", "--order", "A,C", name), 2, "no assertion is named 'C'")
        self.assert_complaint(self.run_pendulum("interpolate", "none.smt2"), 2, "none.smt2")
        self.assert_complaint(self.run_pendulum("interpolate", self.file("b.smt2", text + "(assert (> y 0))")), 2,
                              "b.smt2:4:")
        self.assert_complaint(self.run_pendulum("interpolate"), 1, "FILE")

    def test_engines(self):
        done = self.run_pendulum("engines")
        self.assertEqual(done.returncode, 0)
        for word in ("portfolio", "bmc", "kinduction", "--set portfolio.engines"):
            self.assertIn(word, done.stdout)

    def test_help_and_version(self):
        self.assertRegex(self.run_pendulum("--version").stdout,
                         r"^pendulum \d+\.\d+\.\d+ \(commit .+\)\nZ3 \d.*, cvc5 \d.*, CaDiCaL .+, LLVM 19.*\n$")
        for arguments in (["--help"], ["verify", "--help"]):
            done = self.run_pendulum(*arguments)
            self.assertEqual(done.returncode, 0)
            self.assertIn("pendulum verify program.c", done.stdout)
        self.assertIn("maximum number of parallel processes: 1 to 1024 [2]", done.stdout)
        self.assertNotRegex(done.stdout, r"INT in|NONNEGATIVE|Excludes")
        for option, value in (("--memory", "-3"), ("--memory", "much"), ("--jobs", "0"), ("--data-model", "LP63")):
            self.assert_complaint(self.run_pendulum("verify", option, value, "a.c"), 1, option, value)

    def test_cadical_is_not_taken_from_cvc5(self):
        symbols = subprocess.run(["nm", "-D", "--undefined-only", BINARY], capture_output=True, text=True, timeout=60)
        self.assertEqual(symbols.returncode, 0, symbols.stderr)
        self.assertNotIn("CaDiCaL", symbols.stdout)

    def test_manual_and_completion(self):
        page = self.file("pendulum-verify.1", self.run_pendulum("man", "verify").stdout)
        if shutil.which("man"):  # a machine without man skips this part
            shown = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True, timeout=60,
                                   env={**os.environ, "MANPAGER": "cat", "MANWIDTH": "100"})
            self.assertIn("--evidence DIR", shown.stdout)
            self.assertEqual(shown.stderr, "")
        script = self.file("pendulum.bash", self.run_pendulum("completion", "bash").stdout)

        def completions(*words):
            run = f"source {script}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _pendulum; " \
                  "printf '%s\\n' \"${COMPREPLY[@]}\""
            return subprocess.run(["bash", "-c", run], capture_output=True, text=True, timeout=60,
                                  cwd=self.root).stdout.splitlines()
        self.assertEqual(completions("pendulum", "veri"), ["verify"])
        self.assertEqual(completions("pendulum", "verify", "--evi"), ["--evidence"])
        self.assertEqual(completions("pendulum", "verify", "--engine", "kin"), ["kinduction"])
        self.assertEqual(completions("pendulum", "encode", "--to", "c"), ["chc"])
        self.assertEqual(completions("pendulum", "verify", "--engine", "=", "kin"), ["kinduction"])
        self.assertEqual(completions("pendulum", "verify", "--trace", "="), ["full", "off", "short"])
        self.assertEqual(completions("pendulum", "verify", "--asm", "h"), ["havoc"])
        self.assertEqual(completions("pendulum", "verify", "--data-model", "I"), ["ILP32"])
        self.assertEqual(completions("pendulum", "verify", "--property", "reach,over"), ["reach,overflow"])
        (self.root / "two words.c").touch()
        self.assertEqual(completions("pendulum", "verify", "two"), ["two words.c"])

    def test_live_line_on_a_terminal_alone(self):
        master, slave = pty.openpty()
        process = subprocess.Popen([BINARY, "verify", "--timeout", "3", self.file("a.c", HARD)],
                                   stdout=subprocess.PIPE, stderr=slave, env=self.environment)
        os.close(slave)
        seen = b""
        while select.select([master], [], [], 10)[0]:
            try:
                data = os.read(master, 4096)
            except OSError:
                break
            if not data:
                break
            seen += data
        out, _ = process.communicate(timeout=10)
        os.close(master)
        self.assertRegex(seen.decode(), r"\d\.\d s  .*bmc: ")
        self.assertTrue(seen.decode().endswith("\r\x1b[K"), "the line is removed at the end")
        self.assertEqual(out.decode().splitlines()[-1], "RESULT: unknown(timeout)")
        done = self.run_pendulum("verify", "--timeout", "2", self.file("a.c", HARD))
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
