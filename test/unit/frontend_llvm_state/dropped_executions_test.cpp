// Tests each rule by which executions are not followed: a program whose verdict prints its assumption, a
// program one edit apart whose verdict does not, and the row in the documentation.
#include "frontend/llvm/state/dropped_executions.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "frontend_llvm_translate/snippets.h"

namespace pendulum::frontend {

namespace {

struct Case {
  Drop drop;
  const char* with;
  const char* without;
};

const std::string prelude = R"(
typedef __SIZE_TYPE__ size_t;
extern int nondet_int(void);
extern unsigned long nondet_ulong(void);
extern void *malloc(size_t);
extern void *realloc(void *, size_t);
extern int sscanf(const char *, const char *, ...);
extern char *setlocale(int, const char *);
int g;
const int constant = 1;
void nothing(void) {}
)";

const Case cases[] = {
    {Drop::SignedOverflow, "int main(void) { int x = nondet_int(); return x + 1; }",
     "int main(void) { unsigned x = nondet_int(); return x + 1; }"},
    {Drop::DivisionByZero, "int main(void) { return 10u / (unsigned)nondet_int(); }",
     "int main(void) { return 10u / 3u; }"},
    {Drop::DivisionOverflow, "int main(void) { int x = nondet_int(); return x % nondet_int(); }",
     "int main(void) { int x = nondet_int(); return x % 7; }"},
    {Drop::ShiftAmount, "int main(void) { return 1u << nondet_int(); }",
     "int main(void) { return (unsigned)nondet_int() << 3; }"},
    {Drop::NullAccess, "int main(void) { int *p = nondet_int() ? &g : 0; *p = 1; return 0; }",
     "int main(void) { int *p = &g; *p = 1; return 0; }"},
    {Drop::ConstantWrite,
     "int main(void) { int *p = nondet_int() ? &g : (int *)&constant; *p = 2; return 0; }",
     "int main(void) { int *p = nondet_int() ? &g : (int *)&constant; return *p; }"},
    {Drop::WrongCall, "int main(void) { void (*p)(void) = nondet_int() ? nothing : 0; p(); return 0; }",
     "int main(void) { void (*p)(void) = nothing; p(); return 0; }"},
    {Drop::WrongFree,
     "int main(void) { char c; char *p = nondet_int() ? malloc(1) : &c; p = realloc(p, 2); return p != 0; }",
     "int main(void) { char *p = malloc(1); p = realloc(p, 2); return p != 0; }"},
    {Drop::CountZerosOfZero, "int main(void) { return __builtin_clz((unsigned)nondet_int()); }",
     "int main(void) { return __builtin_clz(8u); }"},
    {Drop::BrokenAssumption, "int main(void) { int x = nondet_int(); __builtin_assume(x > 3); return x; }",
     "int main(void) { int x = nondet_int(); __builtin_assume(1); return x; }"},
    {Drop::Unreachable, "int main(void) { if (nondet_int()) __builtin_unreachable(); return 0; }",
     "int main(void) { if (nondet_int()) __builtin_trap(); return 0; }"},
    {Drop::NoreturnReturns,
     "__attribute__((noreturn)) void leave(void) { nothing(); } int main(void) { leave(); }",
     "__attribute__((noreturn)) void leave(void) { for (;;) nothing(); } int main(void) { leave(); }"},
    {Drop::LengthOverflow,
     "int main(void) { size_t n = nondet_ulong(), m = nondet_ulong(); char a[n][m]; a[0][0] = 1; return 0; }",
     "int main(void) { size_t n = nondet_ulong(); char a[n]; a[0] = 1; return 0; }"},
    {Drop::LargeLocal, "int main(void) { int n = nondet_int(); int a[n]; a[0] = 1; return a[0]; }",
     "int main(void) { int a[10]; a[0] = 1; return a[0]; }"},
    {Drop::DeepRecursion,
     "int f(unsigned n) { return n == 0 ? 0 : f(n - 1); } int main(void) { return f(nondet_int()); }",
     "int f(unsigned n) { return n == 0 ? 0 : 1; } int main(void) { return f(nondet_int()); }"},
    {Drop::LargeNumber,
     "int main(void) { char s[4]; int x = 0; s[0] = nondet_int(); s[3] = 0; sscanf(s, \"%d\", &x); return x; "
     "}",
     "int main(void) { char s[4]; char x = 0; s[0] = nondet_int(); s[3] = 0; sscanf(s, \"%c\", &x); return "
     "x; }"},
    {Drop::Environment, "int main(void) { return setlocale(6, \"\") == 0; }",
     "int main(void) { return setlocale(6, \"C\") == 0; }"},
};

bool prints(const std::string& code, Drop drop) {
  Snippet snippet(prelude + code);
  const CProgram loaded = snippet.load();
  const std::string_view line = rule_of(drop).assumption;
  return std::find(loaded.assumptions.begin(), loaded.assumptions.end(), line) != loaded.assumptions.end();
}

TEST(DroppedExecutions, EveryRuleHasACase) {
  ASSERT_EQ(std::size(cases), drop_rules().size());
  for (const Case& it : cases) EXPECT_EQ(it.drop, drop_rules()[static_cast<std::size_t>(it.drop)].drop);
  for (std::size_t i = 0; i < std::size(cases); ++i) EXPECT_EQ(static_cast<std::size_t>(cases[i].drop), i);
}

TEST(DroppedExecutions, AProgramThatNeedsARulePrintsItsAssumption) {
  for (const Case& it : cases) {
    EXPECT_TRUE(prints(it.with, it.drop)) << rule_of(it.drop).name;
    EXPECT_FALSE(prints(it.without, it.drop)) << rule_of(it.drop).name;
  }
}

TEST(DroppedExecutions, TheDocumentationHasTheTable) {
  std::ifstream file(std::string(PENDULUM_SOURCE_DIR) + "/doc/soundness.md");
  std::ostringstream text;
  text << file.rdbuf();
  for (const DropRule& rule : drop_rules()) {
    std::string row = "|";
    for (const std::string_view cell :
         {rule.name, rule.construct, rule.paragraph, rule.reason, rule.assumption})
      row += " " + std::string(cell) + " |";
    EXPECT_NE(text.str().find(row + "\n"), std::string::npos) << row;
  }
}

}  // namespace

}  // namespace pendulum::frontend
