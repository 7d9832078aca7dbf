#include "check/replay/native_replay.h"

#include <gtest/gtest.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <cstdlib>

#include "certificate/error_path.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::check {
namespace {

using program::InputOrigin;
using Verdict = Judgement::Verdict;

/// A C program and handwritten inputs, as if an interpreter had consumed them.
class NativeReplay : public ::testing::Test {
 protected:
  void call(const std::string& function, std::int64_t value, unsigned width = 32) {
    add({InputOrigin::Kind::Call, function}, terms_.mk_bv(value, width));
  }
  void local(std::uint32_t object, std::uint64_t offset, term::Term value) {
    add({InputOrigin::Kind::Uninitialised, "x", offset, {}, object}, value);
  }
  void object(const std::string& name, std::uint64_t offset, term::Term value) {
    add({InputOrigin::Kind::ExternObject, name, offset}, value);
  }
  void add(InputOrigin origin, term::Term value) {
    inputs_.push_back({{terms_.mk_fresh("input", value.sort()), std::move(origin)}, value});
  }
  term::Term bv(std::int64_t value, unsigned width = 32) { return terms_.mk_bv(value, width); }

  /// The inputs so far are consumed `count` times.
  void repeat(std::uint64_t count) { blocks_.push_back({std::exchange(inputs_, {}), count, blocks_.size()}); }
  std::vector<ConsumedBlock> blocks() const {
    std::vector<ConsumedBlock> result = blocks_;
    result.push_back({inputs_, 1, blocks_.size()});
    return result;
  }

  /// Expects the first error of the program.
  Judgement replay(const std::string& text) {
    source_.add(text);
    const program::NativeSource native = source_.native();
    return replay_natively(terms_, native, blocks(), first_error(), std::chrono::seconds(5));
  }

  /// The arguments of the first call of __pendulum_error that has a source location.
  ExpectedError first_error() {
    for (const llvm::Function& function : *source_.module)
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        const program::SourceLocation where = frontend::source_location(instruction);
        if (call == nullptr || call->getCalledFunction() == nullptr || !where.is_known()) continue;
        llvm::StringRef text;
        if (call->getCalledFunction()->getName() == "__pendulum_error" &&
            llvm::getConstantStringInfo(call->getArgOperand(0), text))
          return {property::Property::Reach, text.str(), where};
      }
    return {};
  }

  term::TermManager terms_;
  frontend::CSource source_;
  std::vector<ConsumedInput> inputs_;
  std::vector<ConsumedBlock> blocks_;  ///< before inputs_
};

constexpr const char* two_calls =
    "extern int f(void); extern signed char g(void); extern void reach_error(void);\n"
    "int main(void) { if (f() == 7 && g() == -3 && f() == -1) reach_error(); return 0; }\n";

TEST_F(NativeReplay, RecordedCallsReachTheError) {
  call("f", 7);
  call("g", -3, 8);
  call("f", -1);
  const Judgement judgement = replay(two_calls);
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(NativeReplay, LongModeToo) {
  source_.options.data_model = frontend::DataModel::Lp64;
  call("f", 7);
  call("g", -3, 8);
  call("f", -1);
  EXPECT_EQ(replay(two_calls).verdict, Verdict::Accepted);
}

/// Values that depend on the iteration, exceptions, constants, and objects that are created repeatedly.
class RepeatedReplay : public NativeReplay {
 protected:
  static constexpr const char* loop =
      "extern int f(void); extern signed char g(void); extern void reach_error(void);\n"
      "int main(void) {\n"
      "  if (f() != 4) return 1;\n"
      "  for (int i = 0; i < 300; i++) {\n"
      "    int x[3];\n"
      "    if (f() != 3 * i + 1) return 2;\n"
      "    if (x[0] != i || x[1] != -1 || x[2] != 0) return 3;\n"
      "    if (g() != (i == 200 ? 9 : -2)) return 4;\n"
      "  }\n"
      "  if (f() == 5) reach_error();\n"
      "  return 0;\n}\n";

  void record(std::int64_t exception) {
    const term::Term iteration = certificate::iteration(terms_);
    const term::Term low = terms_.mk_extract(iteration, 31, 0);
    call("f", 4);
    repeat(1);
    local(1, 0, low);
    local(1, 4, bv(-1));
    add({InputOrigin::Kind::Call, "f"}, terms_.mk_bvadd(terms_.mk_bvmul(low, bv(3)), bv(1)));
    const term::Sort sort = terms_.array_sort(terms_.bitvec_sort(64), terms_.bitvec_sort(8));
    const term::Term table =
        terms_.mk_store(terms_.mk_const_array(sort, bv(-2, 8)), bv(exception, 64), bv(9, 8));
    add({InputOrigin::Kind::Call, "g"}, terms_.mk_select(table, iteration));
    repeat(300);
    call("f", 5);
  }
};

TEST_F(RepeatedReplay, BlocksAreHandedOutAgainAndAgain) {
  record(200);
  const Judgement judgement = replay(loop);
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(RepeatedReplay, AWrongExceptionIsRejected) {
  record(201);
  EXPECT_EQ(replay(loop).verdict, Verdict::Rejected);
}

TEST_F(RepeatedReplay, TheLastRepetitionCounts) {
  record(200);
  blocks_[1].count = 299;
  EXPECT_EQ(replay(loop).verdict, Verdict::Rejected);
}

TEST_F(NativeReplay, WrongValuesAreRejected) {
  call("f", 7);
  call("g", -3, 8);
  call("f", 1);
  const Judgement judgement = replay(two_calls);
  EXPECT_EQ(judgement.verdict, Verdict::Rejected);
  EXPECT_NE(judgement.reason.find("the program ended"), std::string::npos) << judgement.reason;
}

TEST_F(NativeReplay, WrongOrderDiverges) {
  call("g", -3, 8);
  call("f", 7);
  const Judgement judgement = replay(two_calls);
  EXPECT_EQ(judgement.verdict, Verdict::Rejected);
  EXPECT_NE(judgement.reason.find("diverged: unexpected call of f"), std::string::npos) << judgement.reason;
}

TEST_F(NativeReplay, MissingRecordsAreZero) {
  EXPECT_EQ(replay("int main(void) { assert(nondet() != 0); return 0; }").verdict, Verdict::Accepted);
}

TEST_F(NativeReplay, FailedAssumptionIsRejected) {
  call("f", 0);
  const Judgement judgement =
      replay("int main(void) { int x = f(); __VERIFIER_assume(x); __VERIFIER_error(); return 0; }");
  EXPECT_EQ(judgement.verdict, Verdict::Rejected);
  EXPECT_NE(judgement.reason.find("assumption failed"), std::string::npos) << judgement.reason;
}

TEST_F(NativeReplay, HeldAssumptionGoesOn) {
  call("f", 3);
  EXPECT_EQ(
      replay("int main(void) { int x = f(); __VERIFIER_assume(x == 3); assume(x); __VERIFIER_error(); }")
          .verdict,
      Verdict::Accepted);
}

TEST_F(NativeReplay, UninitialisedObjects) {
  local(1, 0, bv(41));
  EXPECT_EQ(replay("int main(void) { int x; if (x == 41) { ERROR: goto ERROR; } return 0; }").verdict,
            Verdict::Accepted);
}

TEST_F(NativeReplay, PartsOfAnObjectAndActivations) {
  for (const int round : {1, 2}) {
    local(1, 0, bv(round));
    local(1, 4, bv(10 * round, 16));
    call("f", 5);
  }
  const Judgement judgement = replay(
      "struct s { int a; short b; }; extern int f(void);\n"
      "int g(void) { struct s s; int n = f(); return n == 5 ? s.a + s.b : 0; }\n"
      "int main(void) { int a = g(); int b = g(); if (a == 11 && b == 22) __VERIFIER_error(); return 0; }\n");
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(NativeReplay, ActivationsWithoutOtherInputsBetween) {
  for (const int round : {1, 2, 3}) local(1, 0, bv(round));
  const Judgement judgement = replay(
      "int main(void) { int sum = 0, i; for (i = 0; i < 3; ++i) { int x; sum = 10 * sum + x; }\n"
      "  assert(sum != 123); return 0; }\n");
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(NativeReplay, ArraysWithDefaultAndElements) {
  const term::Sort sort = terms_.array_sort(terms_.bitvec_sort(32), terms_.bitvec_sort(16));
  term::Term array = terms_.mk_const_array(sort, bv(9, 16));
  array = terms_.mk_store(array, bv(2), bv(-2, 16));
  array = terms_.mk_store(array, bv(4), bv(4, 16));
  local(1, 0, array);
  const Judgement judgement = replay(
      "int main(int n) { short a[6]; if (a[0] == 9 && a[2] == -2 && a[4] == 4 && a[5] == 9) "
      "__VERIFIER_error(); }");
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(NativeReplay, ArraysOfStructures) {
  const term::Sort ints = terms_.array_sort(terms_.bitvec_sort(32), terms_.bitvec_sort(32));
  const term::Sort shorts = terms_.array_sort(terms_.bitvec_sort(32), terms_.bitvec_sort(16));
  for (const int part : {0, 1}) {
    const term::Sort sort = part == 0 ? ints : shorts;
    const unsigned width = part == 0 ? 32 : 16;
    const term::Term array =
        terms_.mk_store(terms_.mk_const_array(sort, bv(7 + part, width)), bv(1), bv(-5 - part, width));
    InputOrigin origin{InputOrigin::Kind::Uninitialised, "a", part == 0 ? 0U : 4U, {}, 1};
    origin.stride = 8;
    add(origin, array);
  }
  const Judgement judgement = replay(
      "struct s { int i; short h; }; int main(void) { struct s a[3];\n"
      "  if (a[0].i == 7 && a[1].i == -5 && a[2].i == 7 && a[0].h == 8 && a[1].h == -6 && a[2].h == 8)\n"
      "    __VERIFIER_error(); }\n");
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(NativeReplay, ArgumentsOfMain) {
  call("main#0", 3);
  EXPECT_EQ(replay("int main(int argc, char **argv) { assert(argc != 3); return 0; }").verdict,
            Verdict::Accepted);
}

TEST_F(NativeReplay, StringsOfMain) {
  constexpr unsigned instance_bits = 21;
  const auto index = [&](unsigned string, unsigned place) {
    return bv((std::int64_t{string} << program::argument_string_bits) | place,
              instance_bits + program::argument_string_bits);
  };
  const term::Sort sizes = terms_.array_sort(terms_.bitvec_sort(instance_bits), terms_.bitvec_sort(17));
  const term::Sort bytes = terms_.array_sort(
      terms_.bitvec_sort(instance_bits + program::argument_string_bits), terms_.bitvec_sort(8));
  call("main#0", 3);
  add({InputOrigin::Kind::Argument, "argv.sizes"},
      terms_.mk_store(terms_.mk_const_array(sizes, bv(1, 17)), bv(2, instance_bits), bv(3, 17)));
  add({InputOrigin::Kind::Argument, "argv.bytes"},
      terms_.mk_store(terms_.mk_store(terms_.mk_const_array(bytes, bv('x', 8)), index(2, 1), bv('b', 8)),
                      index(2, 3), bv('z', 8)));  // instead of the terminator, which stays
  const char* text =
      "int main(int argc, char **argv) {\n"
      "  if (argv[0][0] == 'x' && argv[0][1] == 0 && argv[2][0] == 'x' && argv[2][1] == 'b' &&\n"
      "      argv[2][2] == 'x' && argv[2][3] == 0 && argv[3] == 0) __VERIFIER_error();\n"
      "  return 0; }\n";
  const Judgement judgement = replay(text);
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(NativeReplay, ManyStringsOfMain) {
  call("main#0", 2000000);
  const Judgement judgement = replay(
      "int main(int argc, char **argv) { if (argv[1999999][0] == 0 && !argv[argc]) __VERIFIER_error(); }");
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(NativeReplay, AnotherEntryFunctionEvenAStaticOne) {
  source_.options.entry = "start";
  call("start#1", -5, 64);
  const Judgement judgement = replay(
      "static int start(char c, long long n) { if (n == -5) __VERIFIER_error(); return 0; } int main(void) { "
      "start(0, 0); }");
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(NativeReplay, ExternalObjects) {
  object("x", 0, bv(17));
  object("a", 4, bv(18));
  const Judgement judgement = replay(
      "extern int x, y, a[3]; int main(void) { if (x == 17 && a[1] == 18 && y == 0) __VERIFIER_error(); "
      "return 0; }");
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(NativeReplay, AllKindsOfResults) {
  call("b", 1, 1);
  call("d", 0x4004000000000000, 64);
  call("fl", 0x40200000, 32);
  call("ll", std::int64_t{-1} << 40, 64);
  call("us", 0xffff, 16);
  const Judgement judgement = replay(
      "extern _Bool b(void); extern double d(void); extern float fl(void); extern long long ll(void);\n"
      "extern unsigned short us(void); extern void *p(void); extern void v(int);\n"
      "int main(void) { v(1); if (p()) return 0;\n"
      "  if (b() && d() == 2.5 && fl() == 2.5f && ll() == -(1LL << 40) && us() == 65535) __VERIFIER_error(); "
      "}\n");
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(NativeReplay, FunctionsOfTheCLibraryKeepTheirMeaning) {
  call("first", 12345);
  call("strlen", 99);
  call("second", 'x');
  const Judgement judgement = replay(
      "#include <stdio.h>\n#include <string.h>\nextern int first(void), second(void);\n"
      "int main(void) { char s[4]; strcpy(s, \"ab\"); printf(\"%s\", s);\n"
      "  if (first() == 12345 && second() == 'x' && strlen(s) == 2) __VERIFIER_error(); return 0; }\n");
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(NativeReplay, RecordedResultsOfTheCLibraryDoNotCount) {
  call("strlen", 99);
  EXPECT_EQ(
      replay("#include <string.h>\nint main(void) { if (strlen(\"ab\") == 99) __VERIFIER_error(); }").verdict,
      Verdict::Rejected);
}

TEST_F(NativeReplay, ProgramMayDefineFunctionsOfTheCLibrary) {
  const Judgement judgement = replay(
      "int write(int x) { return x; } void exit(int x) { for (;;); } int strlen(int x) { return x; }\n"
      "void _exit(int x) { for (;;); } int main(void) { if (write(1) + strlen(2) == 3) __VERIFIER_error(); "
      "}\n");
  EXPECT_EQ(judgement.verdict, Verdict::Accepted) << judgement.reason;
}

TEST_F(NativeReplay, OtherEndsAreRejected) {
  EXPECT_EQ(replay("extern void abort(void); int main(void) { abort(); __VERIFIER_error(); }").verdict,
            Verdict::Rejected);
}

TEST_F(NativeReplay, ExitCodeAloneIsNotEnough) {
  EXPECT_EQ(replay("extern void exit(int); int main(void) { exit(86); }").verdict, Verdict::Rejected);
}

/// Two assertions; line 2 or 3 fails, depending on f.
constexpr const char* two_assertions =
    "extern int f(void); int main(void) { int x = f();\n  assert(x != 1);\n  assert(x != 2);\n}\n";

TEST_F(NativeReplay, AnotherAssertionIsNotEnough) {
  call("f", 2);
  const Judgement judgement = replay(two_assertions);
  EXPECT_EQ(judgement.verdict, Verdict::Rejected);
  EXPECT_NE(judgement.reason.find("another error came first"), std::string::npos) << judgement.reason;
}

TEST_F(NativeReplay, TheSameAssertionIsAccepted) {
  call("f", 1);
  EXPECT_EQ(replay(two_assertions).verdict, Verdict::Accepted);
}

TEST_F(NativeReplay, AnotherTextAtTheSameLineIsNotEnough) {
  source_.add("void reach_error(void); int main(void) {\n  reach_error();\n}\n");
  const program::NativeSource native = source_.native();
  ExpectedError expected = first_error();
  EXPECT_EQ(expected.what, "call of reach_error()");
  EXPECT_EQ(expected.where.line, 2U);
  EXPECT_EQ(replay_natively(terms_, native, blocks(), expected, std::chrono::seconds(5)).verdict,
            Verdict::Accepted);
  expected.what = "label ERROR reached";
  EXPECT_EQ(replay_natively(terms_, native, blocks(), expected, std::chrono::seconds(5)).verdict,
            Verdict::Rejected);
}

TEST_F(NativeReplay, EndlessProgramsAreRejected) {
  source_.add("int main(void) { for (;;); }");
  const Judgement judgement =
      replay_natively(terms_, source_.native(), blocks(), {}, std::chrono::milliseconds(1000));
  EXPECT_EQ(judgement.verdict, Verdict::Rejected);
  EXPECT_NE(judgement.reason.find("time limit"), std::string::npos) << judgement.reason;
}

TEST_F(NativeReplay, UnreadableModuleIsUndecided) {
  program::NativeSource source;
  source.modules = {source_.directory.path() + "/missing.bc"};
  EXPECT_EQ(replay_natively(terms_, source, blocks(), {}, std::chrono::seconds(5)).verdict,
            Verdict::Undecided);
}

/// Replays under AddressSanitizer. Line 5 has the error.
class MemoryReplay : public NativeReplay {
 protected:
  Verdict replay_line_5(const std::string& line, property::Property property, unsigned expected_line = 5,
                        const std::string& what = "") {
    using property::Property;
    source_.options.properties = {Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack};
    const std::string file = source_.add(
        "extern void *malloc(unsigned long);\nextern void free(void *);\nextern int f(void);\n"
        "char g[10]; int main(void) { char b[10]; char *p = malloc(10); int i = f();\n" +
        line + "\n  return 0; }\n");
    call("f", 10);
    ExpectedError expected{property, what, {file, expected_line}};
    return replay_natively(terms_, source_.native(), blocks(), expected, std::chrono::seconds(10)).verdict;
  }
};

using property::Property;

TEST_F(MemoryReplay, AccessesOutsideAreSeenAtTheirPlace) {
  EXPECT_EQ(replay_line_5("b[i] = 1;", Property::ValidDeref), Verdict::Accepted);
}

TEST_F(MemoryReplay, WritesFarBeyondTheStackAreSeen) {
  EXPECT_EQ(replay_line_5("{ char v[100000]; v[0] = 0; v[i + 0x10000000] = 1; }", Property::ValidDeref, 5,
                          "write of 1 byte outside of `v`"),
            Verdict::Accepted);
}

TEST_F(MemoryReplay, GlobalsInLongModeToo) {
  source_.options.data_model = frontend::DataModel::Lp64;
  EXPECT_EQ(replay_line_5("return g[i];", Property::ValidDeref), Verdict::Accepted);
}

TEST_F(MemoryReplay, FreedObjectsAndNull) {
  EXPECT_EQ(replay_line_5("free(p); p[0] = 1;", Property::ValidDeref), Verdict::Accepted);
}

TEST_F(MemoryReplay, NullIsNoObject) {
  EXPECT_EQ(
      replay_line_5("p = 0; *p = 1;", Property::ValidDeref, 5, "write of 1 byte through a null pointer"),
      Verdict::Accepted);
}

TEST_F(MemoryReplay, AccessThroughAnotherPointerIsNoAccessThroughNull) {
  EXPECT_EQ(replay_line_5("g[i] = 1;", Property::ValidDeref, 5, "write of 1 byte through a null pointer"),
            Verdict::Rejected);
}

TEST_F(MemoryReplay, AccessThroughNullIsNoAccessOutsideOfAnObject) {
  EXPECT_EQ(replay_line_5("p = 0; *p = 1;", Property::ValidDeref, 5, "write of 1 byte behind `g`"),
            Verdict::Rejected);
}

TEST_F(MemoryReplay, ReadsAreNoWrites) {
  EXPECT_EQ(replay_line_5("g[i] = 1;", Property::ValidDeref, 5, "read of 1 byte behind `g`"),
            Verdict::Rejected);
}

TEST_F(MemoryReplay, CallersAreNotThePlaceOfAnAccess) {
  EXPECT_EQ(replay_line_5("void h(char *); h(b); return 0; }\nvoid h(char *x) {\n  x[10] = 1;",
                          Property::ValidDeref),
            Verdict::Rejected);
}

TEST_F(MemoryReplay, AccessesInFunctionsAreSeenThere) {
  EXPECT_EQ(replay_line_5("void h(char *); h(b); return 0; }\nvoid h(char *x) {\n  x[10] = 1;",
                          Property::ValidDeref, 7),
            Verdict::Accepted);
}

TEST_F(MemoryReplay, LibraryFunctionsAreSeenAtTheirCall) {
  EXPECT_EQ(replay_line_5("extern void *memset(void *, int, unsigned long); memset(p, 0, i + 1);",
                          Property::ValidDeref, 5, "write of 1 byte behind `malloc@4`"),
            Verdict::Accepted);
}

TEST_F(MemoryReplay, AnotherPlaceIsNotEnough) {
  EXPECT_EQ(replay_line_5("b[i] = 1;", Property::ValidDeref, 6), Verdict::Rejected);
}

TEST_F(MemoryReplay, AnotherKindIsNotEnough) {
  EXPECT_EQ(replay_line_5("b[i] = 1;", Property::ValidFree), Verdict::Rejected);
}

TEST_F(MemoryReplay, GoodAccessesAreRejected) {
  EXPECT_EQ(replay_line_5("b[i - 1] = 1; p[9] = 2;", Property::ValidDeref), Verdict::Rejected);
}

/// i is 10, the length of the objects: the first and the last byte of a guard, at known and unknown offsets.
constexpr const char* guard_ends[] = {"b[i - 10 - 2048]", "b[i + 2047]", "g[i - 10 - 2048]", "g[i + 2047]",
                                      "p[i - 10 - 2048]", "p[i + 2047]", "b[-2048]",         "b[2057]",
                                      "g[-2048]",         "g[10]",       "g[2057]",          "p[2057]"};

class GuardEnds : public MemoryReplay, public ::testing::WithParamInterface<const char*> {};

TEST_P(GuardEnds, AccessesFarAwayAreSeen) {
  EXPECT_EQ(replay_line_5(std::string(GetParam()) + " = 1;", Property::ValidDeref), Verdict::Accepted);
}

TEST_P(GuardEnds, AccessesFarAwayAreSeenInLongMode) {
  source_.options.data_model = frontend::DataModel::Lp64;
  EXPECT_EQ(replay_line_5(std::string(GetParam()) + " = 1;", Property::ValidDeref), Verdict::Accepted);
}

INSTANTIATE_TEST_SUITE_P(MemoryReplay, GuardEnds, ::testing::ValuesIn(guard_ends));

TEST_F(MemoryReplay, LocalsOfVariableLengthAreGuarded) {
  EXPECT_EQ(replay_line_5("{ short v[i]; v[0] = 0; v[i + 1000] = 1; }", Property::ValidDeref),
            Verdict::Accepted);
}

TEST_F(MemoryReplay, EmptyObjectsHaveNoBytes) {
  EXPECT_EQ(replay_line_5("p = malloc(i - 10); *p = 1;", Property::ValidDeref), Verdict::Accepted);
}

TEST_F(MemoryReplay, EmptyObjectsCanBeFreed) {
  EXPECT_EQ(replay_line_5("p = malloc(i - 10); free(p); p = malloc(i - 9); *p = 1;", Property::ValidDeref),
            Verdict::Rejected);
}

TEST_F(MemoryReplay, LocalsOfRecursiveFunctionsAreGuarded) {
  const std::string down = "; return 0; }\nint down(int d, int i) { char c[10]; c[0] = 1;\n";
  EXPECT_EQ(
      replay_line_5("down(5, i)" + down + "if (d > 0) return down(d - 1, i) + c[0];\n  return c[i + 255];",
                    Property::ValidDeref, 8),
      Verdict::Accepted);
}

TEST_F(MemoryReplay, DeepRecursionFitsOnTheStack) {
  const std::string down = "; return 0; }\nint down(int d, int i) { char c[10]; c[0] = 1;\n";
  EXPECT_EQ(
      replay_line_5("down(20000, i)" + down + "if (d > 0) return down(d - 1, i) + c[0];\n  return c[i];",
                    Property::ValidDeref, 8),
      Verdict::Accepted);
}

TEST_F(MemoryReplay, GuardsEndWithTheirObjects) {
  EXPECT_EQ(replay_line_5("for (int n = 1; n < i; ++n) { char v[100 * n]; char w[n];\n"
                          "for (int k = 0; k < 100 * n; ++k) v[k] = 1; w[0] = v[0]; } main2(b, p);\n"
                          "return 0; }\nint main2(char *b, char *p) { char c[3000];\n"
                          "for (int k = 0; k < 3000; ++k) c[k] = b[k % 10];",
                          Property::ValidDeref),
            Verdict::Rejected);
}

TEST_F(MemoryReplay, LocalsOfFunctionsThatReturnedAreInvalidBesideGuards) {
  std::string locals, uses;
  for (int k = 0; k < 60; ++k) {
    locals += "char c" + std::to_string(k) + "[20]; ";
    uses += "q(c" + std::to_string(k) + "); ";
  }
  EXPECT_EQ(replay_line_5("char *q(char *), *r(void); p = r(); *p = 1; return 0; }\n"
                          "char *q(char *x) { *x = 0; return x; }\nchar *r(void) { " +
                              locals + uses + "return q(c7);",
                          Property::ValidDeref),
            Verdict::Accepted);
}

TEST_F(MemoryReplay, WrongFrees) {
  EXPECT_EQ(replay_line_5("free(p); free(p);", Property::ValidFree, 5, "second free of `malloc@4`"),
            Verdict::Accepted);
}

TEST_F(MemoryReplay, FreesOfOtherAddressesAreNoSecondFrees) {
  EXPECT_EQ(replay_line_5("free(b);", Property::ValidFree, 5, "second free of `malloc@4`"),
            Verdict::Rejected);
}

TEST_F(MemoryReplay, FreeOfALocal) {
  EXPECT_EQ(replay_line_5("free(b);", Property::ValidFree), Verdict::Accepted);
}

TEST_F(MemoryReplay, FreeOfALiteral) {
  EXPECT_EQ(replay_line_5("free(\"text\");", Property::ValidFree), Verdict::Accepted);
}

TEST_F(MemoryReplay, FaultsElsewhereAreNoFrees) {
  EXPECT_EQ(replay_line_5("free(p); p = 0; *p = 1;", Property::ValidFree), Verdict::Rejected);
}

TEST_F(MemoryReplay, ObjectsThatAnActiveFunctionHasLost) {
  EXPECT_EQ(replay_line_5("extern void abort(void); p[i - 1] = 1; p = 0; abort();", Property::ValidMemtrack),
            Verdict::Accepted);
}

TEST_F(MemoryReplay, ObjectsThatAnActiveFunctionHas) {
  EXPECT_EQ(replay_line_5("extern void abort(void); p[i - 1] = 1; abort();", Property::ValidMemtrack),
            Verdict::Rejected);
}

TEST_F(MemoryReplay, LostObjects) {
  EXPECT_EQ(replay_line_5("p = 0;", Property::ValidMemtrack), Verdict::Accepted);
}

TEST_F(MemoryReplay, LostObjectsAreKnownByTheirAllocation) {
  EXPECT_EQ(replay_line_5("p = 0;", Property::ValidMemtrack, 5, "object of malloc@4 is lost at a.c:6"),
            Verdict::Accepted);
}

TEST_F(MemoryReplay, AnotherLostObjectIsNotEnough) {
  EXPECT_EQ(replay_line_5("p = 0;", Property::ValidMemtrack, 5, "object of malloc@5 is lost at a.c:6"),
            Verdict::Rejected);
}

TEST_F(MemoryReplay, OptionsOfTheCallersSanitizersDoNotMatter) {
  ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
  EXPECT_EQ(replay_line_5("p = 0;", Property::ValidMemtrack), Verdict::Accepted);
  ::unsetenv("ASAN_OPTIONS");
}

TEST_F(MemoryReplay, FreedObjectsAreNotLost) {
  EXPECT_EQ(replay_line_5("free(p);", Property::ValidMemtrack), Verdict::Rejected);
}

TEST_F(NativeReplay, AddressesFarBeyondALocalDoNotWrapAround) {
  const Judgement result = replay(
      "void reach_error(void); int main(void) { char a[4], *limit = a + 0x20000000;\n"
      "if (limit > a) reach_error(); return 0; }");
  EXPECT_EQ(result.verdict, Verdict::Accepted) << result.reason;
}

TEST_F(NativeReplay, OverflowsAreSeenAtTheirPlace) {
  source_.options.properties = {Property::NoOverflow};
  call("f", 2147483647);
  const std::string file = source_.add("extern int f(void);\nint main(void) {\n  return f() + 1;\n}\n");
  const program::NativeSource native = source_.native();
  const auto verdict = [&](const std::string& what) {
    return replay_natively(terms_, native, blocks(), {Property::NoOverflow, what, {}},
                           std::chrono::seconds(5))
        .verdict;
  };
  EXPECT_EQ(verdict("signed addition overflows at " + file + ":3"), Verdict::Accepted);
  EXPECT_EQ(verdict("signed addition overflows at " + file + ":2"), Verdict::Rejected);
  EXPECT_EQ(verdict("signed multiplication overflows at " + file + ":3"), Verdict::Rejected);
}

}  // namespace
}  // namespace pendulum::check
