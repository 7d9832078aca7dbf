#include "frontend/llvm/label_marks.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"

namespace pendulum::frontend {
namespace {

/// The marked text behind the two lines in front.
std::string marked(const std::string& text) {
  const std::string result = mark_source(text, "a.c");
  const std::string head = "void __pendulum_label_error(void);\n# 1 \"a.c\"\n";
  EXPECT_TRUE(result.starts_with(head));
  return result.substr(head.size());
}

void expect_unmarked(const std::string& text) {
  EXPECT_EQ(marked(text), text);
}

TEST(LabelMarks, LabelInABlock) {
  EXPECT_EQ(marked("{ ERROR: f(); }"), "{ ERROR: __pendulum_label_error(); f(); }");
  EXPECT_EQ(marked("{ x = 1; ERROR : ; }"), "{ x = 1; ERROR : __pendulum_label_error(); ; }");
  EXPECT_EQ(marked("{ if (a) {} ERROR: goto ERROR; }"),
            "{ if (a) {} ERROR: __pendulum_label_error(); goto ERROR; }");
  EXPECT_EQ(marked("{ return; ERROR: }"), "{ return; ERROR: __pendulum_label_error(); }");
}

TEST(LabelMarks, LinesStay) {
  const std::string text = "{\nERROR\n:\n  f();\n}\n";
  const std::string result = marked(text);
  EXPECT_EQ(result, "{\nERROR\n: __pendulum_label_error();\n  f();\n}\n");
  EXPECT_EQ(std::count(result.begin(), result.end(), '\n'), std::count(text.begin(), text.end(), '\n'));
}

TEST(LabelMarks, ChainsOfLabels) {
  EXPECT_EQ(marked("{ L: ERROR: f(); }"), "{ L: ERROR: __pendulum_label_error(); f(); }");
  EXPECT_EQ(marked("{ ERROR: L: f(); }"), "{ ERROR: __pendulum_label_error(); L: f(); }");
  EXPECT_EQ(marked("switch (x) { case 1: ERROR: if (y) f(); }"),
            "switch (x) { case 1: ERROR: __pendulum_label_error(); if (y) f(); }");
  EXPECT_EQ(marked("switch (x) { default: ERROR: f(); }"),
            "switch (x) { default: ERROR: __pendulum_label_error(); f(); }");
  EXPECT_EQ(marked("switch (x) { case (1) + 2: ERROR: while (1); }"),
            "switch (x) { case (1) + 2: ERROR: __pendulum_label_error(); while (1); }");
  EXPECT_EQ(marked("switch (x) { case a ? b : c: ERROR: f(); }"),
            "switch (x) { case a ? b : c: ERROR: __pendulum_label_error(); f(); }");
}

TEST(LabelMarks, BodiesWithoutBracesStayBodies) {
  EXPECT_EQ(marked("if (c) ERROR: f(); g();"), "if (c) ERROR: { __pendulum_label_error(); f(); } g();");
  EXPECT_EQ(marked("if (c) ERROR: f(); else g();"),
            "if (c) ERROR: { __pendulum_label_error(); f(); } else g();");
  EXPECT_EQ(marked("if (c) ; else ERROR: { a; b; } g();"),
            "if (c) ; else ERROR: { __pendulum_label_error(); { a; b; } } g();");
  EXPECT_EQ(marked("do ERROR: f(\";\"); while (c);"),
            "do ERROR: { __pendulum_label_error(); f(\";\"); } while (c);");
  EXPECT_EQ(marked("while (c) L: ERROR: M: f(({ a; })); g();"),
            "while (c) L: ERROR: { __pendulum_label_error(); M: f(({ a; })); } g();");
  EXPECT_THROW(marked("if (c) ERROR: if (d) f();"), base::Unsupported);
  EXPECT_THROW(marked("if (c) ERROR: for (;;) f();"), base::Unsupported);
}

TEST(LabelMarks, AttributesBelongToTheLabel) {
  EXPECT_EQ(marked("{ ERROR: __attribute__((unused)); f(); }"),
            "{ ERROR: __attribute__((unused)) __pendulum_label_error();; f(); }");
}

TEST(LabelMarks, ConditionalOperatorsAreNoLabels) {
  expect_unmarked("{ x = a ? ERROR : b; }");
  expect_unmarked("{ x = a ? (T)ERROR : b; }");
  expect_unmarked("{ x = a ? b ? c : ERROR : d; }");
  expect_unmarked("{ x = a ? (b) : ERROR; }");
  expect_unmarked("{ x = a ? ({ f(); 1; }) ? ERROR : 1 : 2; }");
  EXPECT_EQ(marked("{ x = a ? (b) : c; ERROR: f(); }"),
            "{ x = a ? (b) : c; ERROR: __pendulum_label_error(); f(); }");
  EXPECT_EQ(marked("{ x = a ? ({ ERROR: f(); 1; }) : 2; }"),
            "{ x = a ? ({ ERROR: __pendulum_label_error(); f(); 1; }) : 2; }");
}

TEST(LabelMarks, CasesBitFieldsAndDesignatorsAreNoLabels) {
  expect_unmarked("switch (x) { case ERROR: f(); }");
  expect_unmarked("switch (x) { case (int)ERROR: f(); }");
  expect_unmarked("switch (x) { case 1 ... ERROR: f(); }");
  expect_unmarked("struct s { int ERROR : 3; };");
  expect_unmarked("struct s v = { ERROR: 3 };");
  expect_unmarked("{ f(ERROR); goto ERROR; p = &&ERROR; }");
  expect_unmarked("{ ERROR_: f(); MY_ERROR: g(); error: h(); }");
}

TEST(LabelMarks, LiteralsCommentsAndDirectivesAreNoCode) {
  expect_unmarked("{ f(\"; ERROR: \\\" ERROR: \"); c = ';'; d = '\"'; }");
  expect_unmarked("{ /* ; ERROR: */ // ; ERROR:\n}");
  expect_unmarked("# 5 \"; ERROR: x\"\n  # pragma ; ERROR: \\\n ; ERROR:\n");
  EXPECT_EQ(marked("{ f('\"'); ERROR: g(\"\"); }"), "{ f('\"'); ERROR: __pendulum_label_error(); g(\"\"); }");
  EXPECT_EQ(marked("{ f(); /* x */ ERROR /* y */ : g(); }"),
            "{ f(); /* x */ ERROR /* y */ : __pendulum_label_error(); g(); }");
}

TEST(LabelMarks, InlineFunctions) {
  EXPECT_EQ(marked("static inline int f(void);"),
            "static inline __attribute__((always_inline)) int f(void);");
  EXPECT_EQ(marked("extern __inline__ int f(void);"),
            "extern __inline__ __attribute__((always_inline)) int f(void);");
  expect_unmarked("{ asm inline volatile (\"\"); __asm__ __inline (\"\"); asm volatile inline (\"\"); }");
  expect_unmarked("int inline_, noinline;");
}

TEST(LabelMarks, OddTextDoesNotHurt) {
  expect_unmarked("");
  expect_unmarked("\"not closed");
  expect_unmarked("/* not closed");
  expect_unmarked(")))}}]");
  marked("ERROR:");
  marked("if (c) ERROR: f(");
  marked("ERROR: __attribute__((");
}

}  // namespace
}  // namespace pendulum::frontend
