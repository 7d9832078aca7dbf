// Compares the translation with the compiler: the interpreter executes each snippet on the translated
// program, and the compiled snippet is executed on the same inputs; the results must agree.
#include <gtest/gtest.h>

#include "frontend_llvm_translate/snippets.h"

namespace pendulum::frontend {

namespace {

struct Case {
  const char* name;
  const char* code;  ///< defines long compute(int a, int b)
};

const std::vector<std::pair<int, int>> inputs{{0, 0},     {1, 2},     {7, 3},      {-5, 2},
                                              {13, -4},   {100, 9},   {-1, -1},    {31, 5},
                                              {255, 256}, {4096, 17}, {65537, -3}, {2, 30}};

const Case cases[] = {
    {"arithmetic", R"(long compute(int a, int b) {
       unsigned u = (unsigned)a * 2654435761u + (unsigned)b; short s = (short)a; unsigned char c = (unsigned char)b;
       long r = (a / 3) * 7 - b % 5 + (s >> 1) + (c << 3) + (u >> 5) + (u ^ (unsigned)b) % 1000u;
       r += (a & b) | (a ^ 0x55); r -= ~b; return r + (a > b ? 10 : -10) + (b && a) + (!a || b == 2); })"},
    {"conversions", R"(long compute(int a, int b) {
       signed char c = (signed char)(a + b); unsigned short h = (unsigned short)(a - b); long long w = (long long)a << 20;
       _Bool t = b; unsigned long z = (unsigned)a; return c + h + (long)(w >> 3) + t * 5 + (long)(z % 97) + (int)w; })"},
    {"loops", R"(long compute(int a, int b) { long s = 0; int i, j;
       for (i = 0; i < (a & 15); i++) { if (i == 7) continue; for (j = i; j > 0; j -= 2) { s += i * j; if (s > 500) break; } }
       do { s ^= i; i++; } while (i < (b & 7)); while (1) { if (s % 7 == 0) goto out; s++; } out: return s; })"},
    {"switch",
     R"(long compute(int a, int b) { long s = 1; int i; for (i = 0; i < 20; i++) switch ((a + i * b) & 7) {
       case 0: s += 3; case 1: s *= 2; break; case 2: continue; case 5: case 6: s -= i; break; default: s ^= 5; }
       return s; })"},
    {"arrays",
     R"(int g[8] = {5, 4, 3}; long compute(int a, int b) { int l[10]; short m[3][4]; int i, j; long s = 0;
       for (i = 0; i < 10; i++) l[i] = i * a; for (i = 0; i < 3; i++) for (j = 0; j < 4; j++) m[i][j] = (short)(l[i + j] + b);
       g[a & 7] += b; g[3]++; for (i = 0; i < 8; i++) s = s * 3 + g[i]; return s + m[2][b & 3] + l[9]; })"},
    {"structs", R"(struct P { int x; char c; short y; struct { long u; int v[2]; } in; }; struct P g;
       static int sum(struct P *p) { return p->x + p->c + p->y + (int)p->in.u + p->in.v[0] * p->in.v[1]; }
       long compute(int a, int b) { struct P p, q; p.x = a; p.c = (char)b; p.y = 3; p.in.u = b; p.in.v[0] = 2; p.in.v[1] = a;
       q = p; q.x += 5; g = q; g.in.v[0]--; return sum(&p) + 3 * sum(&q) + 7 * sum(&g); })"},
    {"struct_arrays",
     R"(struct R { int key; char tag; long value; } t[5]; long compute(int a, int b) { int i; long s = 0;
       for (i = 0; i < 5; i++) { t[i].key = i * a; t[i].tag = (char)(b + i); t[i].value = a - b; }
       t[2].key = 77; struct R *p = &t[b & 3]; p->value += 1000; p++; p->tag = 9;
       for (i = 0; i < 5; i++) s = s * 5 + t[i].key + t[i].tag * 2 + t[i].value; return s; })"},
    {"unions",
     R"(union U { unsigned w; unsigned char b[4]; unsigned short h[2]; }; long compute(int a, int b) { union U u;
       u.w = (unsigned)a; u.b[1] = (unsigned char)b; u.h[1] ^= 0x1234; return (long)u.w + u.b[3] * 3 + u.b[0]; })"},
    {"union_bytes",
     R"(union U { unsigned w; unsigned char b[4]; }; long compute(int a, int b) { union U u; int i; long s = 0;
       u.w = (unsigned)a; u.b[b & 3] ^= 0x5a; for (i = 0; i < 4; i++) s = s * 7 + u.b[i]; return s + (long)u.w; })"},
    {"pointers",
     R"(void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; } int *pick(int *p, int *q, int c) { return c ? p : q; }
       long compute(int a, int b) { int x = a, y = b, z = 5; swap(&x, &y); *pick(&x, &z, a > b) += 100; int *p = a & 1 ? &y : &z;
       int *n = 0; if (p == &y) *p = -*p; if (n == 0 && p != n) z++; return x + 31L * y + 17 * z; })"},
    {"pointer_loop",
     R"(static int total(const int *p, int n) { int s = 0; const int *e = p + n; for (; p < e; p++) s += *p; return s; }
       static long len(const char *s) { const char *p = s; while (*p) ++p; return p - s; }
       long compute(int a, int b) { int v[6] = {1, 2, 3, 4, 5, 6}; char s[8] = "hello"; v[a & 3] = b; s[b & 3] = 0;
       return total(v, 6) + 10 * total(v + 2, 3) + 100 * len(s) + (&v[5] - &v[1]); })"},
    {"pointer_fields",
     R"(struct N { int v; struct N *next; }; long compute(int a, int b) { struct N x, y, z; x.v = a; y.v = b; z.v = 9;
       x.next = &y; y.next = &z; z.next = 0; if (a > b) { x.next = &z; z.next = &y; y.next = 0; }
       long s = 0; struct N *p; for (p = &x; p; p = p->next) s = s * 3 + p->v; return s; })"},
    {"pointer_arrays",
     R"(long compute(int a, int b) { int x = 1, y = 2, z = 3; int *t[3]; t[0] = &x; t[1] = &y; t[2] = &z;
       *t[a & 1] += b; *t[(b & 1) + 1] *= 3; t[0] = t[2]; (*t[0])++; return x + 10 * y + 100 * z; })"},
    {"memory_functions",
     R"(extern void *memcpy(void *, const void *, unsigned long); extern void *memset(void *, int, unsigned long);
       struct S { int a; char b[4]; }; long compute(int a, int b) { struct S s, t; int v[4], w[4]; int i; memset(&s, 0, sizeof s);
       s.a = a; s.b[1] = (char)b; memcpy(&t, &s, sizeof t); for (i = 0; i < 4; i++) v[i] = a + i; memcpy(w, v, sizeof v);
       memset(v, 255, 8); return t.a + t.b[1] + t.b[3] + w[b & 3] + v[1] + v[3]; })"},
    {"calls", R"(static int depth; static int leaf(int x) { depth++; return x > 3 ? x - 3 : x + 3; }
       static int twice(int x) { return leaf(leaf(x)) + leaf(x + depth); } long compute(int a, int b) { depth = 0;
       long r = twice(a % 50) * 3 + twice(b % 50); return r + depth + (leaf(a % 7) && leaf(b % 9)); })"},
    {"function_pointers",
     R"(static int inc(int x) { return x + 1; } static int dbl(int x) { return 2 * x; } typedef int (*F)(int);
       long compute(int a, int b) { F f = a > b ? inc : dbl; F t[2]; t[0] = dbl; t[1] = inc; return f(a % 100) + 3 * t[b & 1](b % 100); })"},
    {"recursion", R"(static int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
       static int ack(int m, int n) { if (m == 0) return n + 1; if (n == 0) return ack(m - 1, 1); return ack(m - 1, ack(m, n - 1)); }
       static int odd(int n); static int even(int n) { return n == 0 ? 1 : odd(n - 1); } static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
       long compute(int a, int b) { return fib(a & 7) + 100 * ack(a & 1, b & 3) + 10000 * even(b & 15); })"},
    {"statics",
     R"(static int next(void) { static int n = 10; n += 3; return n; } long compute(int a, int b) { static long calls;
       calls++; return next() * 2 + next() + a - b + (calls > 0); })"},
    {"constants",
     R"(static const int table[6] = {3, 1, 4, 1, 5, 9}; static const char *const names[2] = {"ab", "c"};
       long compute(int a, int b) { return table[(unsigned)a % 6] * 10 + table[2] + names[b & 1][0]; })"},
    {"vla",
     R"(long compute(int a, int b) { int n = (a & 7) + 1; int v[n]; int i; long s = 0; for (i = 0; i < n; i++) v[i] = i * b % 100;
       for (i = n - 1; i >= 0; i--) s = s * 3 % 1000 + v[i]; return s; })"},
    {"bit_fields",
     R"(struct B { unsigned a : 3; int b : 7; unsigned c : 13; } g; long compute(int a, int b) { struct B s;
       s.a = (unsigned)a; s.b = b; s.c = (unsigned)(a * 7); g = s; g.a++; return s.a + 8 * s.b + 1000L * g.c + g.a; })"},
    {"conditions",
     R"(long compute(int a, int b) { int x = (a > 0 && b > 0) ? (a > b ? a : b) : (a < b || b == 0) ? -a : -b;
       int y = (a, b) + (x += 2, x); return y * 3 + (a == b) + 2 * (a != b && a <= 7); })"},
};

std::string program_of(const Case& test) {
  return std::string(test.code) +
         "\nextern int __VERIFIER_nondet_int(void); long result;\n"
         "int main(void) { int a = __VERIFIER_nondet_int(); int b = __VERIFIER_nondet_int(); result = "
         "compute(a, b);"
         " return 0; }\n";
}

/// Each pair of inputs in a separate process, so that globals have their initial values.
std::vector<long> native_results(const Case& test) {
  base::TemporaryDirectory directory;
  const std::string file = directory.path() + "/native.c";
  std::ofstream(file) << test.code
                      << "\nextern int printf(const char *, ...); extern int atoi(const char *);\n"
                         "int main(int argc, char **argv) {"
                         " printf(\"%ld\", compute(atoi(argv[1]), atoi(argv[2]))); return 0; }\n";
  const std::string binary = directory.path() + "/native";
  const auto compiled = base::run_command({"clang-19", "-w", "-std=gnu89", "-O0", file, "-o", binary}, {});
  EXPECT_EQ(compiled.exit_code, 0) << compiled.error;
  std::vector<long> results;
  for (const auto& [a, b] : inputs)
    results.push_back(
        std::stol(base::run_command({binary, std::to_string(a), std::to_string(b)}, {}).output));
  return results;
}

class Semantics : public testing::TestWithParam<Case> {};

TEST_P(Semantics, AgreesWithTheCompiler) {
  const std::vector<long> expected = native_results(GetParam());
  ASSERT_EQ(expected.size(), inputs.size());
  Snippet snippet(program_of(GetParam()));
  const CProgram loaded = snippet.load();
  const term::Term result = snippet.terms.find_symbol("result");
  ASSERT_TRUE(result);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const check::Run run = execute(snippet.terms, loaded.program, {inputs[i].first, inputs[i].second});
    ASSERT_TRUE(ended(loaded.program, run))
        << "compute(" << inputs[i].first << ", " << inputs[i].second << ") stops at "
        << loaded.program.location(run.last).name << ": " << run.stuck_reason;
    EXPECT_EQ(run.state.at(result).signed_value().get_si(), expected[i])
        << "compute(" << inputs[i].first << ", " << inputs[i].second << ")";
  }
}

INSTANTIATE_TEST_SUITE_P(Snippets, Semantics, testing::ValuesIn(cases),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace

}  // namespace pendulum::frontend
