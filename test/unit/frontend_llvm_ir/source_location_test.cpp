// Source locations in the user's text, as messages, witnesses and reports show them.
#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <filesystem>

#include "frontend/llvm/ir/ir_facts.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

/// The source location of the first call of `callee` in the program.
program::SourceLocation place_of_call(CSource& source, const std::string& callee) {
  for (llvm::Function& function : source.compile())
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call != nullptr && direct_callee(*call) != nullptr && direct_callee(*call)->getName() == callee)
        return source_location(*call);
    }
  return {};
}

std::string text_of(const program::SourceLocation& where) {
  return std::filesystem::path(where.file).filename().string() + ":" + std::to_string(where.line) + ":" +
         std::to_string(where.column);
}

/// Runs in another working directory until the end of the scope.
class WorkingDirectory {
 public:
  explicit WorkingDirectory(const std::string& path) : before_(std::filesystem::current_path()) {
    std::filesystem::create_directories(path);
    std::filesystem::current_path(path);
  }
  ~WorkingDirectory() { std::filesystem::current_path(before_); }
  WorkingDirectory(const WorkingDirectory&) = delete;
  WorkingDirectory& operator=(const WorkingDirectory&) = delete;

 private:
  std::filesystem::path before_;
};

TEST(SourceLocation, MacrosDoNotMoveColumns) {
  CSource source;
  source.add(
      "#define LONG_NAME(x) ((x) + 1000000000 - 1000000000)\nvoid f(int);\nint main(void) {\n"
      "  int x = LONG_NAME(1) + LONG_NAME(2); f(x);\n}\n");
  EXPECT_EQ(text_of(place_of_call(source, "f")), "a.c:4:40");
}

TEST(SourceLocation, AMacroThatSpansLinesIsWhereItBegins) {
  CSource source;
  source.add("#include <assert.h>\nint main(int c, char **v) {\n\tassert(c !=\n\n  3\n);\n}\n");
  EXPECT_EQ(text_of(place_of_call(source, "__assert_fail")), "a.c:3:2");
}

TEST(SourceLocation, LineEndsOfWindowsAndTabs) {
  CSource source;
  source.add("void f(void);\r\n#define N \\\r\n 3\r\nint main(void) {\r\n\tint x = N;\tf();\r\n}\r\n");
  EXPECT_EQ(text_of(place_of_call(source, "f")), "a.c:5:13");
}

TEST(SourceLocation, LineDirectivesDecide) {
  CSource source;
  source.add("void f(void);\n#line 100 \"grammar.y\"\nint main(void) {\n  f();\n}\n");
  EXPECT_EQ(text_of(place_of_call(source, "f")), "grammar.y:101:3");
}

TEST(SourceLocation, AnAbsolutePathIsKept) {
  CSource source;
  const std::string path = source.add("void f(void);\nint main(void) { f(); }\n");
  // Below the directory of the file, next to it, and above it.
  for (const std::string& directory :
       {source.directory.path() + "/build", source.directory.path(), std::string("/tmp")}) {
    const WorkingDirectory there(directory);
    EXPECT_EQ(place_of_call(source, "f").file, path) << "in " << directory;
  }
}

TEST(SourceLocation, ARelativePathIsKept) {
  CSource source;
  std::filesystem::create_directories(source.directory.path() + "/src");
  source.add("void f(void);\nint main(void) { f(); }\n", "src/a.c");
  const WorkingDirectory there(source.directory.path() + "/build");
  source.options.files = {"../src/a.c"};
  EXPECT_EQ(place_of_call(source, "f").file, "../src/a.c");
}

TEST(SourceLocation, AHeaderBelowTheWorkingDirectoryIsRelative) {
  CSource source;
  std::filesystem::create_directories(source.directory.path() + "/include");
  source.add("void f(void);\nstatic void g(void) { f(); }\n", "include/g.h");
  source.add("#include \"g.h\"\nint main(void) { g(); }\n");
  const WorkingDirectory there(source.directory.path());
  source.options.files = {"a.c"};
  source.options.include_directories = {source.directory.path() + "/include"};
  EXPECT_EQ(place_of_call(source, "f").file, "include/g.h");
  source.options.include_directories = {"include"};
  EXPECT_EQ(place_of_call(source, "f").file, "include/g.h");
}

}  // namespace
}  // namespace pendulum::frontend
