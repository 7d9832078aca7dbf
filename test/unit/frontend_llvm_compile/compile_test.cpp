#include "frontend/llvm/compile/compile.h"

#include <gtest/gtest.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

#include "base/error.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

/// The message of the InputError, or "" if there is no error.
std::string input_error(CSource& source) {
  try {
    source.compile();
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Compile, MissingFile) {
  CSource source;
  source.options.files = {"does/not/exist.c"};
  EXPECT_EQ(input_error(source), "does/not/exist.c: no such file");
}

TEST(Compile, Directory) {
  CSource source;
  source.options.files = {source.directory.path()};
  EXPECT_TRUE(contains(input_error(source), "is a directory"));
}

TEST(Compile, BinaryData) {
  CSource source;
  source.add(std::string("int main(void)\0{}", 17));
  EXPECT_TRUE(contains(input_error(source), "binary data"));
}

TEST(Compile, NoFile) {
  CSource source;
  EXPECT_THROW(source.compile(), base::UsageError);
}

TEST(Compile, SyntaxErrorHasItsPlace) {
  CSource source;
  const std::string path = source.add("int main(void) {\n  ERROR: ;\n  int x = ;\n}\n");
  EXPECT_TRUE(contains(input_error(source), path + ":3:11: error: expected expression"));
}

TEST(Compile, MissingHeaderHasItsPlace) {
  CSource source;
  const std::string path = source.add("\n#include \"nowhere.h\"\n");
  EXPECT_TRUE(contains(input_error(source), path + ":2:10: fatal error: 'nowhere.h' file not found"));
}

TEST(Compile, SymbolDefinedTwice) {
  CSource source;
  source.add("int f(void) { return 1; } int main(void) { return f(); }", "a.c");
  source.add("int f(void) { return 2; }", "b.c");
  const std::string message = input_error(source);
  EXPECT_TRUE(contains(message, "b.c cannot be linked"));
  EXPECT_TRUE(contains(message, "'f'"));
}

TEST(Compile, SeveralFilesBecomeOneModule) {
  CSource source;
  source.add("int x; extern int f(void); int main(void) { return f(); }", "a.c");
  source.add("int x; int f(void) { return x; }", "b.c");
  const llvm::Module& module = source.compile();
  EXPECT_FALSE(module.getFunction("f")->isDeclaration());
  EXPECT_TRUE(module.getGlobalVariable("x")->hasExternalLinkage());
}

TEST(Compile, EmptyFileIsAModuleWithoutFunctions) {
  CSource source;
  source.add("");
  EXPECT_EQ(source.compile().getFunction("main"), nullptr);
}

TEST(Compile, OldCode) {
  CSource source;
  source.add(
      "add(a, b) int a; char b; { return unknown(a) + b; }\n"
      "f() { char *p = 5; int i = p; int *q = p; return; }\n"
      "int (*g)(int) = f;\n"
      "main() { struct s *s = add(1, 2); exit(0); }\n");
  EXPECT_FALSE(source.compile().getFunction("add")->isDeclaration());
}

TEST(Compile, OlderStandardWhenNeeded) {
  CSource source;
  source.add("int restrict; int inline_; int main(void) { return restrict; }");  // a keyword since C99
  EXPECT_NE(source.compile().getGlobalVariable("restrict"), nullptr);
}

TEST(Compile, InlineFunctionsKeepTheirBodies) {
  for (const std::string standard : {"gnu17", "gnu89"}) {
    for (const std::string word : {"inline", "extern inline", "static inline", "extern __inline__",
                                   "extern inline __attribute__((gnu_inline))"}) {
      CSource source;
      source.options.compiler_flags = {"-std=" + standard};
      source.add(word + " int f(void) { return 1; } int main(void) { return f(); }");
      const llvm::Function& function = *source.compile().getFunction("f");
      EXPECT_FALSE(function.isDeclaration()) << standard << " " << word;
      EXPECT_FALSE(function.hasAvailableExternallyLinkage()) << standard << " " << word;
      EXPECT_EQ(function.getNumUses(), 1U) << "nothing should be inlined here";
    }
  }
}

TEST(Compile, InlineAsAMacroAndInAssembler) {
  for (const std::string text :
       {"#define inline __inline__\ninline int f(void) { return 1; }",
        "#ifndef inline\n#define inline\n#endif\nstatic inline int f(void) { return 1; }",
        "static inline int f(void) { __asm__ __inline__ (\"nop\"); return 1; }"}) {
    CSource source;
    source.add(text + "\nint main(void) { return f(); }");
    EXPECT_FALSE(source.compile().getFunction("f")->isDeclaration()) << text;
  }
  CSource source;
  source.add("inline int f(void) { return 1; } int main(void) { return f(); }", "a.i");
  EXPECT_FALSE(source.compile().getFunction("f")->isDeclaration());
}

TEST(Compile, UnusualFileNames) {
  for (const std::string name : {"-x.c", "-", "@x.c", "a b'\"\\\n.c", "\xc3\xa4.c"}) {
    CSource source;
    source.add("int main(void) { return 0; }", name);
    EXPECT_NE(source.compile().getFunction("main"), nullptr) << name;
  }
}

TEST(Compile, InlineFunctionInTwoFiles) {
  CSource source;
  const std::string header = "inline int f(void) { return 1; } ";
  source.add(header + "int g(void); int main(void) { return f() + g(); }", "a.c");
  source.add(header + "extern int f(void); int g(void) { return f(); }", "b.c");
  EXPECT_FALSE(source.compile().getFunction("f")->isDeclaration());
}

TEST(Compile, DataModel) {
  for (const DataModel model : {DataModel::Ilp32, DataModel::Lp64}) {
    CSource source;
    source.options.data_model = model;
    source.add("int size = sizeof(long); int main(void) { return 0; }");
    const auto* size =
        llvm::cast<llvm::ConstantInt>(source.compile().getGlobalVariable("size")->getInitializer());
    EXPECT_EQ(size->getZExtValue(), model == DataModel::Ilp32 ? 4U : 8U);
  }
}

TEST(Compile, DefinesIncludesAndFlags) {
  CSource source;
  source.add("#include \"h.h\"\nint x = A + B + H; int main(void) { return 0; }");
  std::ofstream(source.directory.path() + "/h.h") << "#define H 100\n";
  source.options.include_directories = {source.directory.path()};
  source.options.defines = {"A=1"};
  source.options.compiler_flags = {"-DB=10"};
  const auto* x = llvm::cast<llvm::ConstantInt>(source.compile().getGlobalVariable("x")->getInitializer());
  EXPECT_EQ(x->getZExtValue(), 111U);
}

TEST(Compile, WrappingArithmetic) {
  for (const SignedOverflow overflow : {SignedOverflow::NotFollowed, SignedOverflow::Wraps}) {
    CSource source;
    source.options.signed_overflow = overflow;
    source.add("int f(int x) { return x + 1; }");
    for (const llvm::Instruction& instruction : llvm::instructions(*source.compile().getFunction("f"))) {
      if (instruction.getOpcode() != llvm::Instruction::Add) continue;
      EXPECT_EQ(instruction.hasNoSignedWrap(), overflow == SignedOverflow::NotFollowed);
    }
  }
}

TEST(Compile, PreprocessedFilesAreNotPreprocessedAgain) {
  CSource source;
  source.add("# 7 \"original.c\"\nint linux; int main(void) {\n return linux; }\n", "a.i");
  const llvm::Module& module = source.compile();
  EXPECT_NE(module.getGlobalVariable("linux"), nullptr);
  const llvm::Function& main = *module.getFunction("main");
  EXPECT_EQ(main.getSubprogram()->getLine(), 7U);
  EXPECT_EQ(main.getSubprogram()->getFilename(), "original.c");
}

}  // namespace
}  // namespace pendulum::frontend
