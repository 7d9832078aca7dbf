#include "frontend/llvm/models/library_functions.h"

#include <gtest/gtest.h>

#include <map>

#include "frontend/llvm/compile/undeclared_functions.h"
#include "frontend/llvm/models/extern_functions.h"
#include "frontend/llvm/models/models.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

using Access = LibraryParameter::Access;

LibraryFunction only(std::string_view line) {
  const std::vector<LibraryFunction> functions = parse_library_table(line);
  EXPECT_EQ(functions.size(), 1U);
  return functions.at(0);
}

TEST(LibraryTable, EveryFunctionHasAClassAndAName) {
  std::map<LibraryClass, int> counts;
  for (const LibraryFunction& function : library_functions()) {
    ++counts[function.library_class];
    EXPECT_FALSE(function.name.empty());
    EXPECT_FALSE(function.result.empty()) << function.name;
    EXPECT_EQ(find_library_function(function.name), &function);
  }
  EXPECT_GT(library_functions().size(), 2000U);
  EXPECT_EQ(counts.size(), 7U) << "each class should be used";
}

TEST(LibraryTable, NamesOfOtherPlatformsAreUnsupported) {
  const LibraryFunction* function = find_library_function("_strftime");
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(function->library_class, LibraryClass::Unsupported);
  EXPECT_EQ(find_library_function("_exit")->library_class, LibraryClass::Ends);  // has a line of its own
}

TEST(LibraryTable, EveryModelIsAFunctionOfTheTable) {
  for (const LibraryModel& model : library_models()) {
    if (model.role == LibraryModel::Role::Part) continue;
    const LibraryFunction* function = find_library_function(model.name);
    ASSERT_NE(function, nullptr) << model.name;
    if (model.role == LibraryModel::Role::Always) {
      EXPECT_TRUE(function->library_class == LibraryClass::Model ||
                  function->library_class == LibraryClass::Contract)
          << model.name;
    }
    if (model.role == LibraryModel::Role::Format) {
      EXPECT_TRUE(function->has_format) << model.name;
    }
  }
}

TEST(LibraryTable, AFunctionIsNeverArbitrary) {
  for (const char* name :
       {"lround", "fmodf", "creal", "__fpclassifyl", "htons", "inet_addr", "strerror", "access", "open",
        "sleep", "getopt", "error", "vasprintf", "__divdc3", "__isoc99_sscanf"})
    EXPECT_NE(find_library_function(name), nullptr) << name;
  EXPECT_EQ(find_library_function("reach_error"), nullptr);
  EXPECT_EQ(find_library_function("_reach_error"), nullptr);
}

TEST(LibraryTable, ALineGivesClassTypesAccessesAndBounds) {
  const LibraryFunction function =
      only("outside int f(string const char *, valid int *, stream FILE *, long, ...) = -1..7");
  EXPECT_EQ(function.name, "f");
  EXPECT_EQ(function.library_class, LibraryClass::Outside);
  EXPECT_EQ(function.result, "int");
  ASSERT_EQ(function.parameters.size(), 4U);
  EXPECT_EQ(function.parameters[0].access, Access::String);
  EXPECT_FALSE(function.parameters[0].is_written());
  EXPECT_EQ(function.parameters[1].access, Access::Valid);
  EXPECT_TRUE(function.parameters[1].is_written());
  EXPECT_EQ(function.parameters[2].access, Access::Stream);
  EXPECT_FALSE(function.parameters[2].is_written());
  EXPECT_EQ(function.parameters[3].type, "long");
  EXPECT_FALSE(function.parameters[3].is_pointer());
  EXPECT_TRUE(function.is_variadic);
  EXPECT_EQ(function.least, -1);
  EXPECT_EQ(function.most, 7);
}

TEST(LibraryTable, BoundsMayBeOpenAndResultsPointers) {
  EXPECT_EQ(only("outside int f(void) = 0..").most, std::nullopt);
  EXPECT_EQ(only("outside int f(void) = 0..").least, 0);
  const LibraryFunction stream = only("outside FILE *fopen(const char *)");
  EXPECT_EQ(stream.name, "fopen");
  EXPECT_TRUE(stream.returns_stream());
  EXPECT_TRUE(only("pure double f(const char **)").parameters[0].is_written());
}

TEST(LibraryTable, WordsAfterTheClass) {
  EXPECT_TRUE(only("outside fails int f(void)").sets_errno);
  EXPECT_FALSE(only("outside int f(void)").sets_errno);
  EXPECT_TRUE(only("pure format int f(char *, const char *, ...)").has_format);
  EXPECT_EQ(only("outside fails int f(void)").name, "f");
}

TEST(LibraryTable, AFamilyHasAFunctionPerType) {
  const std::vector<LibraryFunction> functions = parse_library_table("pure real lgamma_r(real, int *)\n");
  ASSERT_EQ(functions.size(), 8U);
  EXPECT_EQ(functions[1].name, "lgammaf_r");
  EXPECT_EQ(functions[1].result, "float");
  EXPECT_EQ(functions[2].parameters[0].type, "long double");
}

TEST(LibraryTable, FunctionsOfOtherNamesHaveAStandardName) {
  EXPECT_EQ(find_library_function("sin")->standard_name, "");
  EXPECT_EQ(find_library_function("sinf")->standard_name, "");
  EXPECT_EQ(find_library_function("sinf32")->standard_name, "sinf");
  EXPECT_EQ(find_library_function("sinf32x")->standard_name, "sin");
  EXPECT_EQ(find_library_function("lgammaf64x_r")->standard_name, "lgammal_r");
  EXPECT_EQ(find_library_function("sinf64")->library_class, LibraryClass::Contract);
  EXPECT_EQ(find_library_function("sinf128")->library_class, LibraryClass::Pure);
  EXPECT_EQ(find_library_function("floorf128")->library_class, LibraryClass::Pure);
}

TEST(LibraryTable, ContractsCallFunctionsWithAPrefix) {
  EXPECT_EQ(find_library_function("__pendulum_real_cosf"), find_library_function("cosf"));
  EXPECT_EQ(find_library_function("__pendulum_real_"), nullptr);
  EXPECT_EQ(find_library_function("__pendulum_real_reach_error"), nullptr);
}

TEST(LibraryTable, DeclarationsNeedNoHeader) {
  EXPECT_EQ(declaration(*find_library_function("malloc")), "void * malloc(__typeof__(sizeof(int)));");
  EXPECT_EQ(declaration(*find_library_function("sqrt")), "double sqrt(double);");
  EXPECT_EQ(declaration(*find_library_function("rand")), "int rand(void);");
  EXPECT_EQ(declaration(only("output int f(stream FILE *, const char *, ...)")),
            "int f(void *, const char *, ...);");
  EXPECT_EQ(declaration(only("pure int f(struct in_addr)")), std::nullopt);
}

TEST(LibraryTable, AllDeclarationsCompile) {
  CSource source;
  std::string text = "int main(void) { return 0; }\n";
  for (const LibraryFunction& function : library_functions())
    if (const auto line = declaration(function);
        line && !function.name.starts_with("__atomic_") && !function.name.starts_with("__builtin_"))
      text += *line + "\n";
  source.add(text);
  for (const DataModel model : {DataModel::Ilp32, DataModel::Lp64}) {
    source.options.data_model = model;
    EXPECT_NO_THROW(source.compile());
  }
}

TEST(LibraryFunctions, ADeclarationOfAnotherTypeIsTheProgramsOwn) {
  CSource source;
  source.add(
      "extern void error(char *); extern int access(const char *, int); extern long lround(float); extern "
      "int close();\n"
      "extern unsigned long read(int *); extern void exit(void); extern int unlink(const char *, ...);\n"
      "int main(void) { error(0); read(0); exit(); unlink(\"\"); return access(\"\", 0) + lround(1) + "
      "close(1); }\n");
  llvm::Module& module = source.compile();
  const auto is_known = [&](const char* name) {
    return library_function(*module.getFunction(name)) != nullptr;
  };
  EXPECT_FALSE(is_known("error"));
  EXPECT_TRUE(is_known("access"));
  EXPECT_FALSE(is_known("lround"));
  EXPECT_TRUE(is_known("close")) << "old-style declarations have no parameters";
  EXPECT_FALSE(is_known("read"));
  EXPECT_TRUE(is_known("exit")) << "functions that end the program do so with any arguments";
  EXPECT_FALSE(is_known("unlink"));
  EXPECT_EQ(extern_kind(*module.getFunction("error")), ExternKind::Unknown);
  EXPECT_EQ(extern_kind(*module.getFunction("access")), ExternKind::Library);
}

TEST(LibraryFunctions, OnlySomeChangeMemory) {
  CSource source;
  source.add(
      "extern double lgamma_r(double, int *); extern double sin(double); extern int access(const char *, "
      "int);\n"
      "extern char *strerror(int); extern void *fopen(const char *, const char *); extern int other(int);\n"
      "int x; int main(void) { fopen(\"\", \"\"); return sin(lgamma_r(1, &x)) + access(\"\", 0) + "
      "*strerror(1) + other(1); }\n");
  llvm::Module& module = source.compile();
  const auto changes = [&](const char* name) { return changes_memory(*module.getFunction(name)); };
  EXPECT_TRUE(changes("lgamma_r"));
  EXPECT_FALSE(changes("sin"));
  EXPECT_FALSE(changes("access"));
  EXPECT_FALSE(changes("strerror"));
  EXPECT_FALSE(changes("fopen"));
  EXPECT_TRUE(changes("other"));
}

TEST(UndeclaredFunctions, KnownOnesAreDeclared) {
  const std::string warnings =
      "a.c:1:1: warning: call to undeclared function 'malloc'; ISO C99 and later do not support it\n"
      "a.c:2:1: warning: call to undeclared function 'own'; ISO C99 and later do not support it\n"
      "a.c:3:1: warning: implicit declaration of function 'sqrt' [-Wimplicit-function-declaration]\n";
  EXPECT_EQ(declarations_of_undeclared(warnings),
            "void * malloc(__typeof__(sizeof(int)));double sqrt(double);");
  EXPECT_EQ(declarations_of_undeclared(warnings, "a.c:9:5: error: conflicting types for 'malloc'\n"),
            "double sqrt(double);");
  EXPECT_EQ(declarations_of_undeclared(""), "");
}

TEST(UndeclaredFunctions, TheModuleHasTheirTypes) {
  CSource source;
  source.options.data_model = DataModel::Lp64;
  source.add("int main(void) { int *p = malloc(4); return p != 0 && sqrt(4.0) == 2 && own(1); }\n");
  llvm::Module& module = source.compile();
  EXPECT_TRUE(module.getFunction("malloc")->getReturnType()->isPointerTy());
  EXPECT_TRUE(module.getFunction("sqrt")->getReturnType()->isDoubleTy());
  EXPECT_TRUE(module.getFunction("own")->getReturnType()->isIntegerTy(32));
}

TEST(UndeclaredFunctions, AFunctionThatTheProgramDefinesLaterIsItsOwn) {
  CSource source;
  source.add("int main(void) { return index(1) + (malloc(1) != 0); }\nint index(int i) { return i; }\n");
  llvm::Module& module = source.compile();
  EXPECT_FALSE(module.getFunction("index")->isDeclaration());
  EXPECT_TRUE(module.getFunction("malloc")->getReturnType()->isPointerTy());
}

}  // namespace
}  // namespace pendulum::frontend
