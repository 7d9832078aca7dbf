// Tests which calls become calls of models: results of printf, and functions of streams.
#include <gtest/gtest.h>
#include <llvm/IR/Module.h>

#include "frontend/llvm/models/models.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

std::vector<std::string> models_of(const std::string& code) {
  CSource source;
  source.add(code);
  return link_models(source.compile(), source.options, source.directory.path());
}

TEST(ModelUse, OnlyAUsedResultOfPrintfIsComputed) {
  const std::string head = "extern int printf(const char *, ...); ";
  using Names = std::vector<std::string>;
  EXPECT_EQ(models_of(head + "int main(void) { return printf(\"%d\", 1); }"), Names{"printf"});
  EXPECT_EQ(models_of(head + "int main(void) { printf(\"%d\", 1); return 0; }"), Names{});
  EXPECT_EQ(models_of(head + "int main(void) { return printf(\"%f\", 1.0); }"), Names{});
}

TEST(ModelUse, AVariableThatNeverChangesIsALiteralFormat) {
  const std::string head = "extern int printf(const char *, ...); ";
  using Names = std::vector<std::string>;
  EXPECT_EQ(models_of(head + "int main(void) { const char *f = \"%d\"; return printf(f, 1); }"),
            Names{"printf"});
  EXPECT_EQ(models_of(head + "static const char *f = \"%d\"; int main(void) { return printf(f, 1); }"),
            Names{"printf"});
  EXPECT_EQ(models_of(head + "const char *f = \"%d\"; int main(void) { return printf(f, 1); }"), Names{})
      << "another file may change the variable";
  EXPECT_EQ(models_of(head + "int main(int n, char **v) { const char *f = \"%d\"; if (n > 1) f = v[1]; "
                             "return printf(f, 1); }"),
            Names{});
  EXPECT_EQ(models_of(head + "int main(int n, char **v) { const char *f; if (n > 1) f = \"%d\"; "
                             "return printf(f, 1); }"),
            Names{})
      << "the variable may have no value";
}

TEST(ModelUse, StreamFunctionsAreSeparatedOnlyInProgramsWithFmemopen) {
  const std::string head =
      "typedef struct file FILE; extern FILE *fmemopen(void *, unsigned long, const char *), *stdout; "
      "extern int fputc(int, FILE *); char m[9]; ";
  CSource with;
  with.add(head + "int main(void) { fputc('a', stdout); return fputc('a', fmemopen(m, 9, \"w\")); }");
  llvm::Module& module = with.compile();
  EXPECT_EQ(link_models(module, with.options, with.directory.path()),
            (std::vector<std::string>{"fmemopen", "fputc"}));
  const llvm::Function* put = module.getFunction("__pendulum_memory_fputc");
  ASSERT_NE(put, nullptr);
  EXPECT_EQ(put->getNumUses(), 1U) << "stdout is no stream of fmemopen";
  CSource without;
  without.add(head + "int main(void) { return fputc('a', stdout); }");
  EXPECT_EQ(link_models(without.compile(), without.options, without.directory.path()),
            std::vector<std::string>{"fputc"});
}

}  // namespace
}  // namespace pendulum::frontend
