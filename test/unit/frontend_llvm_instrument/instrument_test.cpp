#include "frontend/llvm/instrument/instrument.h"

#include <gtest/gtest.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "base/error.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

std::vector<const llvm::CallInst*> calls_of(const llvm::Module& module, std::string_view name,
                                            const std::string& inside) {
  std::vector<const llvm::CallInst*> result;
  for (const llvm::Function& function : module) {
    if (!inside.empty() && function.getName() != inside) continue;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call != nullptr && call->getCalledOperand()->getName() == llvm::StringRef(name))
        result.push_back(call);
    }
  }
  return result;
}

/// Texts of the error calls of a function ("": of all functions).
std::vector<std::string> errors_in(const std::string& text, const std::string& function) {
  CSource source;
  source.add(text);
  const llvm::Module& module = source.instrumented();
  EXPECT_FALSE(llvm::verifyModule(module));
  std::vector<std::string> result;
  for (const llvm::CallInst* call : calls_of(module, error_function, function)) {
    llvm::StringRef message;
    EXPECT_TRUE(llvm::getConstantStringInfo(call->getArgOperand(0), message));
    EXPECT_TRUE(llvm::isa<llvm::UnreachableInst>(call->getNextNode()));
    result.push_back(message.str());
  }
  return result;
}

/// "name@block" for each call of __pendulum_uninitialised.
std::vector<std::string> uninitialised_in(const std::string& text) {
  CSource source;
  source.add(text);
  const llvm::Module& module = source.instrumented();
  EXPECT_FALSE(llvm::verifyModule(module));
  std::vector<std::string> result;
  std::vector<std::uint64_t> numbers;
  for (const llvm::CallInst* call : calls_of(module, uninitialised_function, "")) {
    result.push_back(call->getArgOperand(0)->getName().str() + "@" + call->getParent()->getName().str());
    numbers.push_back(llvm::cast<llvm::ConstantInt>(call->getArgOperand(2))->getZExtValue());
  }
  std::sort(numbers.begin(), numbers.end());
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], i + 1);
  std::sort(result.begin(), result.end());
  return result;
}

using Strings = std::vector<std::string>;

TEST(InstrumentErrors, ErrorCallsWithAndWithoutBody) {
  EXPECT_EQ(errors_in("extern void reach_error(void); int main(void) { reach_error(); return 0; }", "main"),
            Strings{"call of reach_error()"});
  EXPECT_EQ(errors_in("void reach_error(void) { for (;;); } int main(void) { reach_error(); return 0; }", ""),
            (Strings{"call of reach_error()", "call of reach_error()"}));
  EXPECT_EQ(errors_in("int main(void) { __VERIFIER_error(); return 0; }", "main"),
            Strings{"call of __VERIFIER_error()"});
}

TEST(InstrumentErrors, BodyIsAnErrorForCallsThroughPointers) {
  EXPECT_EQ(errors_in("extern void reach_error(void); void (*p)(void) = reach_error; int main(void) { p(); }",
                      "reach_error"),
            Strings{"call of reach_error()"});
}

TEST(InstrumentErrors, FailingAssertionsOfTheHeader) {
  EXPECT_EQ(errors_in("#include <assert.h>\nint main(int n) { assert(n > 0); }", "main"),
            Strings{"assertion `n > 0` failed"});
}

TEST(InstrumentErrors, UndeclaredAssertChecksItsArgument) {
  EXPECT_EQ(errors_in("int main(int n) { assert(n > 0); assert(n > 1); return 0; }", "main"),
            (Strings{"assertion failed", "assertion failed"}));
  EXPECT_EQ(
      errors_in("extern void __VERIFIER_assert(_Bool); int main(int n) { __VERIFIER_assert(n); }", "main"),
      Strings{"assertion failed"});
  EXPECT_EQ(errors_in("extern int assert(double); int main(int n) { return assert(n); }", "main"),
            Strings{"assertion failed"});
  EXPECT_THROW(errors_in("int main(void) { assert(); }", "main"), base::Unsupported);
}

TEST(InstrumentErrors, AssertsOfOtherTools) {
  const auto errors = [](const std::string& call) {
    return errors_in("int main(void) { int x; " + call + "; return 0; }", "main");
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(errors("__CPROVER_assert(x, \"small\")"), Texts{"assertion `small` failed"});
  EXPECT_EQ(errors("__ESBMC_assert(x, \"small\")"), Texts{"assertion `small` failed"});
  EXPECT_EQ(errors("pendulum_assert(x)"), Texts{"assertion failed"});
  EXPECT_EQ(errors("other_assert(x)"), Texts{});
}

TEST(InstrumentErrors, OwnAssertDecidesItself) {
  EXPECT_EQ(
      errors_in("void assert(int c) { if (!c) { ERROR: goto ERROR; } } int main(int n) { assert(n); }", ""),
      Strings{"label ERROR reached"});
  EXPECT_EQ(errors_in("void __VERIFIER_assert(int c) {} int main(int n) { __VERIFIER_assert(n); }", ""),
            Strings{});
}

TEST(InstrumentErrors, LabelAndCallAtOnePlace) {
  EXPECT_EQ(errors_in("extern void __VERIFIER_error(void);\n"
                      "int main(int n) { if (n) ERROR: __VERIFIER_error(); return 0; }",
                      "main"),
            Strings{"label ERROR reached"});
}

TEST(InstrumentErrors, EveryLabelOfThatNameIsFound) {
  const auto errors = [](const std::string& body) {
    return errors_in("extern void f(void); int main(int n) { " + body + " }", "main").size();
  };
  for (const char* once :
       {"if (n) { ERROR: f(); }", "if (n) { ERROR: ; }", "if (n) goto ERROR; return 0; ERROR: goto ERROR;",
        "L: ERROR: f(); if (n) goto L;", "ERROR: L: f(); if (n) goto L;",
        "switch (n) { case 1: ERROR: if (n) f(); }", "switch (n) { default: ERROR: f(); }",
        "if (n) ERROR: if (n > 1) f(); else f();", "while (n) ERROR: for (;;) f();",
        "ERROR: __attribute__((unused)); f();", "return ({ ERROR: f(); 1; });", "n && ({ ERROR: f(); 1; });",
        "if (n) goto ERROR; return 0; { int m = 1; ERROR: ; }", "int ERROR = n; ERROR: f();",
        "void *p = &&ERROR; goto *p; ERROR: f();"})
    EXPECT_EQ(errors(once), 1U) << once;
  for (const char* never :
       {"int ERROR = 1; return n ? ERROR : 2;", "enum { ERROR = 1 }; switch (n) { case ERROR: f(); }",
        "struct { int ERROR : 3; } s = {1}; return s.ERROR;",
        "struct { int ERROR; } s = {ERROR: 1}; return s.ERROR;", "ERROR2: f(); if (n) goto ERROR2;",
        "error: f(); if (n) goto error;"})
    EXPECT_EQ(errors(never), 0U) << never;
}

TEST(InstrumentErrors, ALabelAtTheEndIsNotReachedByReturn) {
  CSource source;
  source.add("int main(int n) { if (n) goto ERROR; return 0; { ERROR: ; } }");
  const llvm::Module& module = source.instrumented();
  bool returns = false;
  for (const llvm::Instruction& instruction : llvm::instructions(*module.getFunction("main")))
    returns = returns || llvm::isa<llvm::ReturnInst>(instruction);
  EXPECT_TRUE(returns);
}

TEST(InstrumentErrors, LabelsNeedDebugInformation) {
  EXPECT_THROW(errors_in("__attribute__((nodebug)) int main(int n) { ERROR: return n; }", "main"),
               base::Unsupported);
}

TEST(InstrumentErrors, HarmlessProgramsHaveNone) {
  EXPECT_EQ(errors_in("extern void abort(void); extern void error(void);\n"
                      "int main(int n) { error: if (n) abort(); error(); return 0; }",
                      ""),
            Strings{});
}

TEST(InstrumentUninitialised, ObjectsThatMayBeReadBeforeTheyAreWritten) {
  EXPECT_EQ(uninitialised_in("int main(void) { int x; return x; }"), Strings{"x@entry"});
  EXPECT_EQ(uninitialised_in("int main(int n) { int x; if (n) x = 1; return x; }"), Strings{"x@entry"});
  EXPECT_EQ(uninitialised_in("int main(void) { int a[10]; a[0] = 1; return a[1]; }"), Strings{"a@entry"});
  EXPECT_EQ(uninitialised_in("int main(void) { int x = x; return x; }"), Strings{"x@entry"});
  EXPECT_EQ(uninitialised_in("void f(int *); int main(void) { int x; f(&x); return x; }"),
            Strings{"x@entry"});
  EXPECT_EQ(uninitialised_in("struct s { int a, b; }; int main(void) { struct s s; s.a = 1; return s.b; }"),
            Strings{"s@entry"});
}

TEST(InstrumentUninitialised, ObjectsThatAreWrittenFirst) {
  EXPECT_EQ(uninitialised_in("int main(int n, char **v) { int x = 1; int y; y = x + n; return y; }"),
            Strings{});
  EXPECT_EQ(uninitialised_in("int main(void) { int a[3] = {1, 2}; return a[1]; }"), Strings{});
  EXPECT_EQ(uninitialised_in("int f(int n) { if (n) return 1; return 2; } int main(void) { return f(1); }"),
            Strings{});
  EXPECT_EQ(uninitialised_in("struct s { int a[9]; }; int f(struct s s) { return s.a[3]; }\n"
                             "int main(void) { struct s s = {0}; return f(s); }"),
            Strings{});
  EXPECT_EQ(uninitialised_in("int main(int n) { while (n) { int x; x = n; n -= x; } return 0; }"), Strings{});
}

TEST(InstrumentUninitialised, MissingReturnValue) {
  EXPECT_EQ(uninitialised_in("int f(int n) { if (n) return 1; } int main(void) { return f(0); }"),
            Strings{"retval@entry"});
}

TEST(InstrumentUninitialised, DeclarationInALoopBeginsANewLife) {
  EXPECT_EQ(uninitialised_in("int main(int n) { while (n) { int x; if (n == 5) x = 1; n = x; } return 0; }"),
            Strings{"x@while.body"});
}

TEST(InstrumentUninitialised, JumpPastADeclaration) {
  EXPECT_EQ(uninitialised_in("int main(int n) { if (n) goto in; { int x = 1; in: return x; } }"),
            Strings{"x@entry"});
  EXPECT_EQ(uninitialised_in("int main(int n) { if (n) goto in; { int x; in: return x; } }"),
            (Strings{"x@entry", "x@if.end"}));
  EXPECT_EQ(uninitialised_in(
                "int main(int n) { switch (n) { int x; case 1: x = 2; case 3: return x; } return 0; }"),
            Strings{"x@entry"});
}

TEST(InstrumentUninitialised, ArraysOfVariableLength) {
  CSource source;
  source.add("int main(int n) { int a[n]; return a[0]; }");
  const auto calls = calls_of(source.instrumented(), uninitialised_function, "main");
  ASSERT_EQ(calls.size(), 1U);
  const auto* size = llvm::dyn_cast<llvm::BinaryOperator>(calls[0]->getArgOperand(1));
  ASSERT_NE(size, nullptr);
  EXPECT_EQ(size->getOpcode(), llvm::Instruction::Mul);
  EXPECT_EQ(llvm::cast<llvm::ConstantInt>(size->getOperand(1))->getZExtValue(), 4U);
}

TEST(NativeModule, ListsWhatAHarnessHasToDefine) {
  CSource source;
  source.add(
      "extern int printf(const char *, ...); extern signed char nondet_char(void); extern int unused(void);\n"
      "extern void die(void) __attribute__((noreturn)); extern double d(void); extern void *p(void);\n"
      "extern int object[5], other; extern void *stdin;\n"
      "int main(int argc, char **argv) {\n"
      "  printf(\"\"); p(); d(); if (nondet_char()) die(); return object[1] + unknown() + (stdin != 0); }\n");
  const program::NativeSource native = source.native();
  std::map<std::string, program::ExternFunction> functions;
  for (const auto& function : native.functions) functions[function.name] = function;
  EXPECT_EQ(functions.size(), 6U);
  EXPECT_TRUE(functions.at("printf").is_in_libc);
  EXPECT_FALSE(functions.at("unknown").is_in_libc);
  EXPECT_EQ(functions.at("unknown").result_bits, 32U);
  EXPECT_EQ(functions.at("nondet_char").result_bits, 8U);
  EXPECT_TRUE(functions.at("nondet_char").result_is_signed);
  EXPECT_TRUE(functions.at("die").is_noreturn);
  EXPECT_TRUE(functions.at("p").result_is_pointer);
  EXPECT_TRUE(functions.at("d").result_is_floating);
  ASSERT_EQ(native.objects.size(), 1U);
  EXPECT_EQ(native.objects[0].name, "object");
  EXPECT_EQ(native.objects[0].size_bytes, 20U);
  EXPECT_EQ(native.entry, "__pendulum_main");
  ASSERT_EQ(native.entry_parameters.size(), 2U);
  EXPECT_EQ(native.entry_parameters[0].bits, 32U);
  EXPECT_TRUE(native.entry_parameters[1].is_pointer);
  EXPECT_NE(source.module->getFunction("main"), nullptr) << "the module should be unchanged";
}

}  // namespace
}  // namespace pendulum::frontend
