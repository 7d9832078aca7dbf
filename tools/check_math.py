#!/usr/bin/env python3
"""Compares the models of math.h and fenv.h (src/frontend/llvm/models/c/real) with the C library.

  tools/check_math.py [--count N] [--seed N] [--only NAME] [--machine=-m32|-m64] [--damage OLD NEW]

Compiles the models under other names and calls them and the library's functions with all pairs of special values and with N
random values, in all rounding modes, for float, double and long double, with -m64 and -m32. Results, stored values and errno
must agree; all NaNs are equal. A model with a contract must accept the library's result. Complex products and quotients
are compared for values for which all operations are exact. --damage replaces text in the models, to show that the
comparison notices it. Prints the functions that differ; the exit status is 1 if there is one.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODELS = ROOT / "src/frontend/llvm/models/c"
PARTS = "classify round compare scale divide complex contract".split()
FORMATS = [("float", "f", "s"), ("double", "", "d"), ("long double", "l", "x")]

# Functions for which the library sometimes returns a zero of the wrong sign (C17 F.10.7.2).
ZEROS = {"remainder", "drem", "remquo"}

DRIVER_HEAD = r"""
#define _GNU_SOURCE
#include <complex.h>
#include <errno.h>
#include <fenv.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef isnan
#undef isinf
static const char *current = "";
static int faults, has_failed;
static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
int __VERIFIER_nondet_model_int(void) { return 7; }
void __VERIFIER_assume(int condition) { if (!condition && !has_failed) has_failed = 1; }
void __pendulum_unsupported(const char *construct) { if (!has_failed) has_failed = 1; }
void __pendulum_assume_fits(int condition) {}
size_t __pendulum_object_size(void *object) { return 0; }
void *__pendulum_element(const void *array, size_t i, size_t size) { return 0; }
extern int *model___errno_location(void);

static unsigned long long state = SEED;
static unsigned long long bits(void) {
  state ^= state << 13; state ^= state >> 7; state ^= state << 17;
  return state * 0x2545f4914f6cdd1dull;
}
// Compares two results; a zero has a sign unless `any_zero`.
static int same(long double a, long double b, int any_zero) {
  if (a != a || b != b) return a != a && b != b;
  return a == b && (any_zero || a != 0 || !signbit(a) == !signbit(b));
}
static void fault(long double x, long double y, long double z, long double a, long double b, const char *what) {
  if (has_failed == 2) return;
  has_failed = 2;
  ++faults;
  printf("%s(%La, %La, %La) mode %x: %s %La, library %La\n", current, x, y, z, fegetround(), what, a, b);
}
#define BEGIN errno = 0; *model___errno_location() = 0;
#define CHECK(a, b, any_zero) \
  if (has_failed == 1) fault(x, y, z, a, b, "contract does not hold,"); \
  if (!same(a, b, any_zero)) fault(x, y, z, a, b, "model");
#define CHECK_ERRNO if (*model___errno_location() != errno) fault(x, y, z, *model___errno_location(), errno, "errno");
"""

# The values of one format: special ones, then random ones of several distributions.
VALUES = r"""
static const T special_S[] = {0, 1, 2, 3, 0.5L, 0.25L, 1.5L, 2.5L, 3.5L, 0.75L, 4, 7, 8, 10, 100, 1.0e10L, 0x1p31L, 0x1p32L,
  0x1p63L, 0x1p64L, 2147483647.5L, 2147483648.5L, 2147483646.5L, 0x1.fffffffffffffp62L, 0.1L, 3.14159265358979323846L,
  1.57079632679489661923L, P_MAX, P_MIN, P_DENORM_MIN, P_MIN / 2, P_MAX / 2, 1 + P_EPSILON, 1 - P_EPSILON / 2, P_EPSILON,
  1 / P_EPSILON, 1 / P_EPSILON + 1, 0.5L / P_EPSILON, 0.5L / P_EPSILON + 0.5L, 2 - P_EPSILON, 0.5L - P_EPSILON / 4, 5.5L, 1023, 127,
  709, 88, 33, 1.0e-5L, 1.25L, INFINITY, NAN};
enum { specials_S = 2 * (sizeof special_S / sizeof *special_S) };
static T special_number_S(unsigned i) { return i & 1 ? -special_S[i / 2] : special_S[i / 2]; }
static T random_S(void) {
  unsigned long long b = bits();
  T significand = (T)(bits() | 1ull << 63);
  T result;
  switch (b & 7) {
    case 0: case 1: result = ldexpS(significand, -64 + (int)(b >> 16 & 7)); break;
    case 2: result = ldexpS(significand, -60 - (int)(b >> 16 & 15)); break;
    case 3: result = ldexpS(significand, -64 + (int)((b >> 16) % (2 * P_MAX_EXP)) - P_MAX_EXP); break;
    case 4: result = (T)(int)(b >> 40 & 63) / 2; break;
    case 5: result = nextafterS(ldexpS(1, (int)(b >> 16 & 63) - 16), b >> 32 & 1 ? 0 : INFINITY); break;
    case 6: result = ldexpS(significand, P_MIN_EXP - 64 - (int)(b >> 16 & 31)); break;
    default: result = special_S[(b >> 16) % (specials_S / 2)];
  }
  return b >> 8 & 1 ? -result : result;
}
"""


def instances():
    """Returns for each format its type, suffix and the text of its models, and the text of the other models."""
    texts = []
    for kind, suffix, letter in FORMATS:
        text = (MODELS / "real" / (kind.replace(" ", "_") + ".c")).read_text()
        each = "\n".join((MODELS / "real" / f"each_{part}.c").read_text() for part in PARTS)
        text += each.replace("_R", suffix).replace("_M", letter) + (MODELS / "real/end.c").read_text()
        texts.append((kind, suffix, text))
    return texts


def functions(text):
    """Yields name, result and types of the parameters of each model."""
    for name, result, parameters in re.findall(r"^//: (\w+): .*\n(.*?)\b\1\((.*?)\) \{", text, re.M):
        types = [] if parameters == "void" else \
            [re.sub(r"\b\w+$", "", p.strip()).strip() if not p.strip().endswith("*") else p.strip() for p in parameters.split(",")]
        yield name, result.strip(), types


def library_name(name):
    """Macros hide some functions of the library; their names with underscores are the same functions."""
    return re.sub(r"^(isnan|isinf|finite)", r"__\1", name)


def exact_complex(name, kind, suffix):
    """A test of a complex operation with small integers, where every result is exact if the quotient is."""
    power = "1 << (b >> 20 & 3)" if "div" in name else "(int)(b >> 20 & 15) - 8"
    zero = "0" if "div" in name else "(int)(b >> 24 & 15) - 8"
    return f"""
extern _Complex {kind} model_{name}({kind}, {kind}, {kind}, {kind}), {name}({kind}, {kind}, {kind}, {kind});
static void test_{name}(int count) {{
  for (int i = 0; i < count; ++i) {{
    unsigned long long b = bits();
    {kind} x = (int)(b & 15) - 8, y = (int)(b >> 4 & 15) - 8, z = {power}, w = {zero};
    if ((b >> 40 & 7) == 0) x = special_number{suffix or 'd'}((b >> 44) % specials{suffix or 'd'});
    if ((b >> 52 & 7) == 0) z = special_number{suffix or 'd'}((b >> 55) % specials{suffix or 'd'});
    if (fabsl(x) > 1e30L && fabsl(x) <= {limit(suffix, 'MAX')} || fabsl(z) > 1e30L && fabsl(z) <= {limit(suffix, 'MAX')}) continue;
    if (x != (int)x && fabsl(x) < 1e30L || z != (int)z && fabsl(z) < 1e30L) continue;
    _Complex {kind} a = model_{name}(x, y, z, w), c = {name}(x, y, z, w);
    if ({'frexp' + suffix}(fabs{suffix}(z), &(int){{0}}) != 0.5 && z != 0 && z - z == 0 && {int('div' in name)}) continue;
    CHECK(creal{suffix}(a), creal{suffix}(c), 1)
    CHECK(cimag{suffix}(a), cimag{suffix}(c), 1)
  }}
}}
"""


def limit(suffix, what):
    return {"f": "FLT", "": "DBL", "l": "LDBL"}[suffix] + "_" + what


def test_of(name, result, types, kind, suffix, any_zero):
    """The C function that compares one model with the library."""
    tag = suffix or "d"
    library = library_name(name)
    result, types = result.replace("real", kind), [t.replace("real", kind) for t in types]
    prototype = f"extern {result} model_{name}({', '.join(types)});\n"
    if library.startswith("__"):
        prototype += f"extern {result} {library}({', '.join(types)});\n"
    values, arguments, stored, checks = [], [], [], ""
    for t in types:
        if t == f"{kind} *" or t == "int *":
            stored.append(t[:-2])
            arguments.append(None)
        elif t == "const char *":
            arguments.append('""')
        elif t.startswith("_Complex"):
            arguments.append("__builtin_complex(x, y)")
            values += ["x", "y"]
        elif t in ("int", "long"):
            arguments.append("n")
        else:
            arguments.append("xyz"[len(values)])
            values.append("xyz"[len(values)])

    def call(function, letter):
        k = iter(range(9))
        return f"{function}({', '.join(a if a is not None else f'&{letter}{next(k)}' for a in arguments)})"
    body = "".join(f"      {t} a{i} = 5, b{i} = 5;\n" for i, t in enumerate(stored))
    compare = any_zero
    if result == "void":
        body += f"      BEGIN {call('model_' + name, 'a')}; {call(library, 'b')};\n"
    else:
        body += f"      BEGIN {result} a = {call('model_' + name, 'a')}; {result} b = {call(library, 'b')};\n"
        if re.match("__signbit|__isnan|isnan|__finite|finite|__issignaling", name):
            body += "      a = !a; b = !b;\n"
        checks = (f"CHECK(creal{suffix}(a), creal{suffix}(b), 0) CHECK(cimag{suffix}(a), cimag{suffix}(b), 0)"
                  if result.startswith("_Complex") else f"CHECK(a, b, {compare})")
    for i, t in enumerate(stored):
        valid = "(a == a)" if name.startswith("remquo") else "1"
        checks += f" if ({valid}) {{ CHECK(a{i}, b{i}, 0) }}"
    if f"__pendulum_real_{name}(" not in ALL_TEXT:
        checks += " CHECK_ERRNO"
    body += f"      {checks}\n"
    first = {0: "1", 1: f"specials{tag}"}.get(len(values), f"specials{tag} * specials{tag}")
    return prototype + f"""static void test_{name}(int count) {{
  for (int i = -(int)({first}); i < count; ++i) {{
    unsigned k = -1 - i;
    {kind} x = i < 0 ? special_number{tag}(k % specials{tag}) : random{tag}();
    {kind} y = i < 0 ? special_number{tag}(k / specials{tag} % specials{tag}) : random{tag}();
    {kind} z = i < 0 ? special_number{tag}(bits() % specials{tag}) : random{tag}();
    int n = bits() & 1 ? (int)(bits() >> 48) - 32768 : (int)(bits() >> 54) - 512;
    if ((bits() & 31) == 0) n = bits() & 1 ? INT_MAX : INT_MIN;
    for (int m = 0; m < 4; ++m) {{
      if (m > 0 && !({int(depends_on_mode(name))})) break;
      fesetround(modes[m]);
{body}      fesetround(FE_TONEAREST);
    }}
  }}
}}
"""


def depends_on_mode(name):
    return not re.match("__|is|finite|fmod|frexp|fm|creal|cimag|conj|cproj|nan|next", name)


FENV = r"""
extern int model_fegetround(void), model_fesetround(int), model_fegetenv(fenv_t *), model_fesetenv(const fenv_t *);
extern int model_feholdexcept(fenv_t *), model_feupdateenv(const fenv_t *), model_fegetmode(femode_t *);
extern int model_fesetmode(const femode_t *), model_fetestexcept(int);
static void test_fenv(int count) {
  long double x = 0, y = 0, z = 0;
  for (int i = 0; i < 4; ++i) {
    fenv_t env, held; femode_t mode;
    fesetround(modes[i]);
    CHECK(model_fegetround(), modes[i], 0)
    CHECK(model_fegetenv(&env) | model_fegetmode(&mode) | model_feholdexcept(&held), 0, 0)
    for (int j = 0; j < 4; ++j) {
      CHECK(model_fesetround(modes[j]), 0, 0) CHECK(fegetround(), modes[j], 0)
      CHECK(model_fesetround(modes[j] | 1), 1, 0) CHECK(fegetround(), modes[j], 0)
      CHECK(model_fesetenv(&env), 0, 0) CHECK(fegetround(), modes[i], 0)
      fesetround(modes[j]); CHECK(model_fesetmode(&mode), 0, 0) CHECK(fegetround(), modes[i], 0)
      fesetround(modes[j]); CHECK(model_feupdateenv(&held), 0, 0) CHECK(fegetround(), modes[i], 0)
      volatile double third = 1; third /= 3;
      CHECK(model_fesetenv(FE_DFL_ENV), 0, 0) CHECK(fegetround(), FE_TONEAREST, 0)
    }
  }
  feraiseexcept(FE_ALL_EXCEPT);
  for (int mask = 0; mask < 64; ++mask) { CHECK(model_fetestexcept(mask), fetestexcept(mask), 0) }
}
"""


def write_driver(directory, options, machine):
    driver, calls, definitions = "", "", ""
    for kind, suffix, text in instances():
        prefix = {"f": "FLT", "": "DBL", "l": "LDBL"}[suffix]
        values = re.sub(r"\bT\b", kind, VALUES).replace("_S", suffix or "d").replace("P_", prefix + "_")
        values = re.sub(r"(ldexp|nextafter)S", r"\1" + suffix, values)
        definitions += values
        for name, result, types in functions(text):
            if options.only and options.only not in name:
                continue
            if re.match("__(mul|div)..3", name):
                driver += exact_complex(name, kind, suffix)
            else:
                stem = name.removesuffix(suffix) if suffix else name
                driver += test_of(name, result, types, kind, suffix, "1" if stem in ZEROS else "0")
            calls += f'  current = "{name}"; has_failed = 0; test_{name}(COUNT);\n'
    if not options.only or options.only in "fenv":
        driver += FENV
        calls += '  current = "fenv"; has_failed = 0; test_fenv(COUNT);\n'
    main = "int main(void) {\n" + calls + '  return faults != 0;\n}\n'
    head = "#include <float.h>\n" + DRIVER_HEAD
    for what in ("DENORM_MIN", ):
        for prefix in ("FLT", "DBL", "LDBL"):
            head = head.replace("static const int modes", f"#define {prefix}_{what} {prefix}_TRUE_MIN\nstatic const int modes", 1)
    (directory / "driver.c").write_text(head + definitions + driver + main)


def real_functions(text):
    """Assembler code for the names with which the models call the library."""
    names = sorted(set(re.findall(r"__pendulum_real_(\w+)\(", text)))
    return '.section .note.GNU-stack,""\n.text\n' + "".join(f".globl __pendulum_real_{name}\n__pendulum_real_{name}: jmp {name}@PLT\n" for name in names)


def run(options, machine):
    """Returns whether all models agree with the library."""
    flags = ["clang-19", machine, "-w", "-O0", "-fno-builtin", "-std=gnu17", "-ffp-contract=off"]
    if machine == "-m32":
        flags += ["-msse2", "-mfpmath=sse"]
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        models = ALL_TEXT
        if options.damage:
            old, new = options.damage
            assert old in models, "the text to replace should exist"
            models = models.replace(old, new)
        (directory / "models.c").write_text(models)
        (directory / "real.s").write_text(real_functions(models))
        names = re.findall(r"^//: (\w+): ", models, re.M)
        write_driver(directory, options, machine)
        commands = [flags + ["-fno-math-errno", "-c", "-o", "models.o", "models.c"] + [f"-D{n}=model_{n}" for n in names],
                    flags + [f"-DSEED={options.seed}ull", f"-DCOUNT={options.count}", "-o", "driver", "driver.c", "real.s",
                             "models.o", "-no-pie", "-lm"]]
        for command in commands:
            subprocess.run(command, cwd=directory, check=True)
        result = subprocess.run(["./driver"], cwd=directory, capture_output=True, text=True, check=False)
        print("".join(f"{machine}: {line}\n" for line in result.stdout.splitlines()), end="")
        return result.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="functions whose name contains this text")
    parser.add_argument("--machine", choices=["-m32", "-m64"])
    parser.add_argument("--damage", nargs=2, metavar=("OLD", "NEW"))
    options = parser.parse_args()
    machines = [options.machine] if options.machine else ["-m64", "-m32"]
    results = [run(options, machine) for machine in machines]
    if all(results):
        print(f"{len(re.findall('^//: ', ALL_TEXT, re.M))} models agree with the library")
    sys.exit(0 if all(results) else 1)


ALL_TEXT = (MODELS / "common.c").read_text() + (MODELS / "math.c").read_text() + \
    "".join(text for _, _, text in instances()) + (MODELS / "fenv.c").read_text()
main()
