// Tests the translation of objects, calls and constructs that are not modelled.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend_llvm_translate/snippets.h"

namespace pendulum::frontend {

namespace {

const std::string prelude =
    "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void "
    "reach_error(void);\n";

TEST(Structure, ScalarsStructsAndConstantIndicesAreScalars) {
  Snippet snippet(prelude + R"(struct S { int len; char tag; } s; int v[3];
    int main(void) { int i = __VERIFIER_nondet_int(); s.len = i; s.tag = 1; v[1] = s.len + s.tag; if (v[1] == 7) reach_error(); })");
  const CProgram loaded = snippet.load(DataModel::Ilp32);
  for (const program::Variable& variable : loaded.program.variables())
    EXPECT_FALSE(variable.symbol.sort().is_array());
  EXPECT_TRUE(has_variable(loaded.program, "s.len"));
  EXPECT_TRUE(has_variable(loaded.program, "v.1"));
  EXPECT_TRUE(has_variable(loaded.program, "main.i"));
  EXPECT_FALSE(has_variable(loaded.program, "v.0"));
}

TEST(Structure, SymbolicIndicesMakeArrays) {
  Snippet snippet(prelude + R"(struct S { int key; char tag; } t[4]; short h[9];
    int main(void) { int i = __VERIFIER_nondet_int(); t[i].key = 3; t[i].tag = 2; h[i] = 1; if (t[1].key == 3) reach_error(); })");
  const CProgram loaded = snippet.load(DataModel::Ilp32);
  const auto element_width = [&](const char* name) {
    const term::Term symbol = snippet.terms.find_symbol(name);
    return symbol && symbol.sort().is_array() ? symbol.sort().element().width() : 0;
  };
  EXPECT_EQ(element_width("t.key"), 32U);
  EXPECT_EQ(element_width("t.tag"), 8U);
  EXPECT_EQ(element_width("h"), 16U);
}

TEST(Structure, AnArrayParameterNeedsNoPointerVariable) {
  Snippet snippet(prelude +
                  R"(int sum(int *a, int n) { int i, s = 0; for (i = 0; i < n; i++) s += a[i]; return s; }
    int main(void) { int v[5] = {1, 2, 3, 4, 5}; if (sum(v, 5) != 15) reach_error(); return 0; })");
  const CProgram loaded = snippet.load(DataModel::Ilp32);
  for (const program::Variable& variable : loaded.program.variables())
    EXPECT_EQ(variable.symbol.name().find(".offset"), std::string::npos) << variable.symbol.name();
  const check::Run run = execute(snippet.terms, loaded.program, {});
  EXPECT_TRUE(ended(loaded.program, run)) << run.stuck_reason;
}

TEST(Structure, SignednessAndNamesComeFromTheDebugInformation) {
  Snippet snippet(prelude + R"(unsigned u; signed char c;
    int main(void) { unsigned short s = (unsigned short)__VERIFIER_nondet_int(); u = s; c = (signed char)u; if (c < 0) reach_error(); })");
  const CProgram loaded = snippet.load();
  std::map<std::string, program::Variable::Signedness> found;
  for (const program::Variable& variable : loaded.program.variables())
    found[variable.symbol.name()] = variable.signedness;
  EXPECT_EQ(found["u"], program::Variable::Signedness::Unsigned);
  EXPECT_EQ(found["c"], program::Variable::Signedness::Signed);
  EXPECT_EQ(found["main.s"], program::Variable::Signedness::Unsigned);
}

TEST(Structure, SignedOverflowIsNotFollowedUnlessItWraps) {
  const std::string code = prelude +
                           "int main(void) { int x = __VERIFIER_nondet_int(); int y = x + 1; if (y < x) "
                           "reach_error(); return 0; }";
  Snippet strict(code);
  const CProgram strict_program = strict.load();
  EXPECT_FALSE(execute(strict.terms, strict_program.program, {2147483647}).reached_error);
  EXPECT_TRUE(ended(strict_program.program, execute(strict.terms, strict_program.program, {7})));
  Snippet wrapping(code);
  const CProgram wrapping_program = wrapping.load(DataModel::Lp64, SignedOverflow::Wraps);
  EXPECT_TRUE(execute(wrapping.terms, wrapping_program.program, {2147483647}).reached_error);
}

TEST(Structure, UndefinedBehaviourIsNotFollowed) {
  Snippet snippet(
      prelude +
      R"(int v[4]; int main(void) { int i = __VERIFIER_nondet_int(); int d = __VERIFIER_nondet_int();
    v[i] = 1; int q = 10 / d; int s = 1 << d; if (q + s > 0) reach_error(); return 0; })");
  const CProgram loaded = snippet.load();
  EXPECT_TRUE(execute(snippet.terms, loaded.program, {3, 1}).reached_error);
  EXPECT_FALSE(execute(snippet.terms, loaded.program, {3, 0}).reached_error);
  EXPECT_FALSE(execute(snippet.terms, loaded.program, {3, 32}).reached_error);
}

TEST(Structure, AccessOutsideOfAnObjectIsAnUnsupportedEdge) {
  Snippet snippet(prelude +
                  "int v[4]; int main(void) { v[__VERIFIER_nondet_int()] = 1; v[2] = 1; return 0; }");
  const CProgram loaded = snippet.load();
  const auto edges = error_edges(loaded.program);
  ASSERT_FALSE(edges.empty());
  EXPECT_NE(std::string::npos, edges.back().violation.find("access outside of an object"));
  for (const program::Edge& edge : edges) EXPECT_TRUE(edge.is_unsupported) << edge.violation;
  for (const long inside : {0, 3})
    EXPECT_FALSE(execute(snippet.terms, loaded.program, {inside}).reached_error);
  for (const long outside : {-1, 4, 0x40000000})
    EXPECT_TRUE(execute(snippet.terms, loaded.program, {outside}).reached_error);
}

TEST(Structure, KnownReadOutsideOfAnObjectIsArbitrary) {
  const auto edges_of = [](const std::string& statement) {
    Snippet snippet(prelude +
                    "int main(void) { char t = 50; short s[2] = {1, 2}; void *z = &t; int *p = z; (void)s;" +
                    statement + " return 0; }");
    std::pair<std::size_t, std::size_t> unsupported_and_outside;
    const CProgram loaded = snippet.load();
    for (const program::Edge& edge : loaded.program.edges()) {
      unsupported_and_outside.first += edge.is_unsupported ? 1 : 0;
      for (const program::Input& input : edge.inputs)
        if (input.origin.name == "outside of an object") ++unsupported_and_outside.second;
    }
    return unsupported_and_outside;
  };
  EXPECT_EQ(edges_of("if (*p == 7) reach_error();"), std::pair(std::size_t{0}, std::size_t{1}));
  EXPECT_EQ(edges_of("if (s[2] == 7) reach_error();"), std::pair(std::size_t{0}, std::size_t{1}));
  EXPECT_EQ(edges_of("if (s[1] == 7) reach_error();"), std::pair(std::size_t{0}, std::size_t{0}));
  EXPECT_EQ(edges_of("*p = 7; reach_error();").second, 0U);
  EXPECT_EQ(edges_of("*p = 7; reach_error();").first, 1U);
}

TEST(Structure, FloatingPointResultsAreExact) {
  Snippet snippet(
      prelude +
      "int main(void) { double d = __VERIFIER_nondet_int(); if (d * 2.0 > 3.0) reach_error(); return 0; }");
  const CProgram loaded = snippet.load();
  for (const program::Edge& edge : error_edges(loaded.program))
    EXPECT_FALSE(edge.is_unsupported) << edge.violation;
  EXPECT_TRUE(std::none_of(
      loaded.assumptions.begin(), loaded.assumptions.end(),
      [](const std::string& assumption) { return assumption.find("floating-point") != std::string::npos; }));
}

TEST(Structure, AssumeAndExitEndPaths) {
  Snippet snippet(
      prelude +
      R"(extern void exit(int); int main(void) { int i = __VERIFIER_nondet_int(); __VERIFIER_assume(i > 3);
    if (i == 5) exit(1); reach_error(); })");
  const CProgram loaded = snippet.load();
  EXPECT_TRUE(execute(snippet.terms, loaded.program, {4}).reached_error);
  EXPECT_FALSE(execute(snippet.terms, loaded.program, {3}).reached_error);
  EXPECT_FALSE(execute(snippet.terms, loaded.program, {5}).reached_error);
}

TEST(Structure, UninitialisedLocalsAreInputs) {
  Snippet snippet(prelude +
                  "int main(void) { int y; if (__VERIFIER_nondet_int() > 0) y = 1; if (y != 1) "
                  "reach_error(); return 0; }");
  const CProgram loaded = snippet.load();
  std::set<program::InputOrigin::Kind> kinds;
  for (const program::Edge& edge : loaded.program.edges())
    for (const program::Input& input : edge.inputs) kinds.insert(input.origin.kind);
  EXPECT_TRUE(kinds.contains(program::InputOrigin::Kind::Uninitialised));
  EXPECT_TRUE(execute(snippet.terms, loaded.program, {0}).reached_error);
  EXPECT_FALSE(execute(snippet.terms, loaded.program, {1}).reached_error);
}

TEST(Structure, WhatIsNotModelledIsAnUnsupportedEdge) {
  const char* bodies[] = {
      "int i, *p = 0; for (i = 0; i < 3; i++) { int *q = __builtin_alloca(4); *q = i; if (p && *p != 0) "
      "reach_error(); p = q; }",
      "__asm__(\"hlt\");",
      "char c = 1; *(int *)&c = 2; if (c == 1) reach_error();",
  };
  for (const char* body : bodies) {
    Snippet snippet(prelude + "int main(void) { " + body + " return 0; }");
    const CProgram loaded = snippet.load();
    bool has_unsupported = false;
    for (const program::Edge& edge : error_edges(loaded.program)) {
      has_unsupported |= edge.is_unsupported;
      if (edge.is_unsupported) {
        EXPECT_NE(edge.violation.find("snippet.c:"), std::string::npos) << edge.violation;
      }
    }
    EXPECT_TRUE(has_unsupported) << body;
  }
}

TEST(Structure, UnreachableConstructsDoNotHurt) {
  Snippet snippet(
      prelude +
      R"(double half(double d) { return d / 2; } int *leak(void) { extern void *malloc(unsigned long); return malloc(4); }
    int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; })");
  const CProgram loaded = snippet.load();
  for (const program::Edge& edge : error_edges(loaded.program))
    EXPECT_FALSE(edge.is_unsupported) << edge.violation;
}

TEST(Structure, ExternFunctionsAreAssumptions) {
  Snippet snippet(prelude +
                  R"(extern int sensor(void); extern void fill(int *); int main(void) { int x = 0; fill(&x);
    if (sensor() == x) reach_error(); return 0; })");
  const CProgram loaded = snippet.load();
  std::string all;
  for (const std::string& assumption : loaded.assumptions) all += assumption + "\n";
  EXPECT_NE(all.find("sensor()"), std::string::npos) << all;
  EXPECT_NE(all.find("fill()"), std::string::npos) << all;
  EXPECT_NE(all.find("main.x"), std::string::npos) << all;
  EXPECT_EQ(all.find("__VERIFIER_nondet"), std::string::npos) << all;
}

TEST(Structure, ExternObjectsAreInputs) {
  Snippet snippet(prelude + "extern int limit; int main(void) { if (limit == 12) reach_error(); return 0; }");
  const CProgram loaded = snippet.load();
  bool found = false;
  for (const program::Edge& edge : loaded.program.edges())
    for (const program::Input& input : edge.inputs)
      found |= input.origin.kind == program::InputOrigin::Kind::ExternObject && input.origin.name == "limit";
  EXPECT_TRUE(found);
}

TEST(Structure, ManyCallsAreInlinedWithSharedLocals) {
  std::string code =
      prelude + "int g; void f(int x) { int y = x; if (y > 3) g += y; else g--; }\nint main(void) {";
  for (int i = 0; i < 2000; ++i) code += " f(__VERIFIER_nondet_int());";
  Snippet snippet(code + " if (g == 5) reach_error(); return 0; }");
  const CProgram loaded = snippet.load();
  EXPECT_LT(loaded.program.variables().size(), 20U);
  EXPECT_GT(loaded.program.locations().size(), 4000U);
}

TEST(Structure, RecursionHasAStackAndNoInlining) {
  Snippet snippet(prelude + R"(int f(int n) { if (n <= 0) return 0; return n + f(n - 1); }
    int main(void) { int n = __VERIFIER_nondet_int(); if (f(n) == 10) reach_error(); return 0; })");
  const CProgram loaded = snippet.load();
  EXPECT_TRUE(has_variable(loaded.program, "stack.depth"));
  EXPECT_LT(loaded.program.locations().size(), 20U);
  EXPECT_TRUE(execute(snippet.terms, loaded.program, {4}).reached_error);
  EXPECT_FALSE(execute(snippet.terms, loaded.program, {5}).reached_error);
}

TEST(Structure, AddressesOfLocalsInRecursionAreUnsupported) {
  Snippet snippet(prelude + R"(void f(int *p, int n) { int x = n; if (n > 0) f(&x, n - 1); *p = x; }
    int main(void) { int r = 0; f(&r, 3); if (r != 3) reach_error(); return 0; })");
  const CProgram loaded = snippet.load();
  bool has_unsupported = false;
  for (const program::Edge& edge : error_edges(loaded.program)) has_unsupported |= edge.is_unsupported;
  EXPECT_TRUE(has_unsupported);
}

TEST(Structure, LocalsOfOneNameStayApart) {
  Snippet snippet(prelude +
                  R"(int main(void) { int x = __VERIFIER_nondet_int(); int s = x; { int x = 5; s += x; }
    { int x = 7; s -= x; } if (s + x == 0) reach_error(); return 0; })");
  const CProgram loaded = snippet.load();
  EXPECT_TRUE(has_variable(loaded.program, "main.x"));
  EXPECT_TRUE(has_variable(loaded.program, "main.x.2"));
  EXPECT_TRUE(has_variable(loaded.program, "main.x.3"));
  EXPECT_TRUE(execute(snippet.terms, loaded.program, {1}).reached_error);
  EXPECT_FALSE(execute(snippet.terms, loaded.program, {2}).reached_error);
}

TEST(Structure, TranslationIsDeterministic) {
  const std::string code =
      prelude + R"(int a[4]; int g(int x) { return x * 2; } int main(void) { int i; for (i = 0; i < 4; i++)
    a[i] = g(__VERIFIER_nondet_int()) + (i && a[0]); if (a[3] == 5) reach_error(); return 0; })";
  std::vector<std::string> names[2];
  for (auto& list : names) {
    Snippet snippet(code);
    const CProgram loaded = snippet.load();
    for (const program::Variable& variable : loaded.program.variables())
      list.push_back(variable.symbol.name());
    for (const program::Location& location : loaded.program.locations()) list.push_back(location.name);
  }
  EXPECT_EQ(names[0], names[1]);
}

}  // namespace

}  // namespace pendulum::frontend
