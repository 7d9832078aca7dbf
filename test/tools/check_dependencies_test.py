#!/usr/bin/env python3
"""Tests that tools/check_dependencies.py finds each kind of fault in a small tree, and none in a correct one."""
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_dependencies  # noqa: E402

GOOD = {
    "dependencies.txt": "base:\nterm: base\nsmt: base term\nsmt/z3: base term smt\n"
                        "check: base term smt\nengine: base check\nfrontend/llvm: base\n",
    "base/check.h": "#pragma once\n#include <vector>\n",
    "term/term.h": '#pragma once\n#include "base/check.h"\n',
    "term/term.cpp": '#include "term/term.h"\n',
    "smt/z3/z3_solver.cpp": '#include <z3++.h>\n#include "term/term.h"\n',
    "frontend/llvm/load.cpp": "#include <llvm/IR/Module.h>\n",
    "check/judge.h": '#include "term/term.h"\n',
    "engine/engine.h": '#include "check/judge.h"\n',
}


class CheckDependencies(unittest.TestCase):
    def faults(self, changes):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            for path, text in {**GOOD, **changes}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            return check_dependencies.check_tree(root)

    def assert_one(self, changes, expected):
        faults = self.faults(changes)
        self.assertEqual(len(faults), 1, faults)
        self.assertIn(expected, faults[0])

    def test_good_tree(self):
        self.assertEqual(self.faults({}), [])

    def test_include_upwards(self):
        self.assert_one({"base/bad.cpp": '#include "term/term.h"\n'},
                        "base/bad.cpp:1: base may not include term/term.h")

    def test_transitive_include_must_be_listed(self):
        self.assert_one({"engine/bad.cpp": '#include "term/term.h"\n'},
                        "engine may not include term/term.h")

    def test_solver_headers(self):
        self.assert_one({"term/bad.cpp": "\n#include <z3++.h>\n"},
                        "term/bad.cpp:2: z3++.h may be included by smt/z3 alone")
        self.assert_one({"smt/z3/bad.cpp": "#include <cvc5/cvc5.h>\n"}, "smt/cvc5 alone")

    def test_llvm_headers(self):
        self.assert_one({"smt/bad.cpp": "#include <llvm/IR/Module.h>\n"}, "frontend/llvm alone")

    def test_check_never_sees_engine(self):
        self.assert_one({"check/bad.cpp": '#include "engine/engine.h"\n'}, "check may not include")
        text = GOOD["dependencies.txt"].replace("check: base term smt\nengine: base check",
                                                "engine: base\ncheck: base term smt engine")
        self.assertTrue(any("check must not see an engine" in fault
                            for fault in self.faults({"dependencies.txt": text})))
        text = GOOD["dependencies.txt"] + "check/kernel: base engine\n"
        self.assert_one({"dependencies.txt": text}, "check/kernel must not see an engine")

    def test_unlisted_folder(self):
        self.assert_one({"extra/a.cpp": ""}, "folder extra is not in dependencies.txt")

    def test_header_that_does_not_exist(self):
        self.assert_one({"term/bad.cpp": '#include "term.h"\n'}, "there is no term.h")

    def test_order_of_the_list(self):
        self.assert_one({"dependencies.txt": "late: later\n" + GOOD["dependencies.txt"]},
                        "which does not stand above it")


if __name__ == "__main__":
    unittest.main()
