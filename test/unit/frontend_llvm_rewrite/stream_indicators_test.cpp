// Tests which calls end the knowledge about the indicators of a stream.
#include "frontend/llvm/rewrite/stream_indicators.h"

#include <gtest/gtest.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

const char* const stream_variable = "__pendulum_indicators.stream";

/// The number of calls in the body of main after which nothing is known; -1 if the pass adds no variables.
int forgetting_calls(const std::string& body) {
  CSource source;
  source.add(
      "#include <stdio.h>\n#include <string.h>\nvoid unknown(void); int feof_of_ours(FILE *f);\n"
      "int main(void) { FILE *f = fopen(\"a\", \"r\"); " +
      body + " return 0; }");
  llvm::Module& module = source.compile();
  remember_stream_indicators(module);
  const llvm::GlobalVariable* variable = module.getGlobalVariable(stream_variable, true);
  if (variable == nullptr) return -1;
  int result = 0;
  for (const llvm::User* user : variable->users())
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      if (llvm::isa<llvm::ConstantPointerNull>(store->getValueOperand())) ++result;
  return result;
}

TEST(StreamIndicators, ProgramsWithoutQuestionsStayTheSame) {
  EXPECT_EQ(-1, forgetting_calls("fgetc(f);"));
  EXPECT_EQ(-1, forgetting_calls("feof_of_ours(f);"));
}

TEST(StreamIndicators, OperationsEndTheKnowledge) {
  EXPECT_EQ(0, forgetting_calls("feof(f);"));
  EXPECT_EQ(0, forgetting_calls("clearerr(f); ferror(f); feof(f);"));
  EXPECT_EQ(1, forgetting_calls("fgetc(f); feof(f);"));
  EXPECT_EQ(2, forgetting_calls("fputs(\"text\", f); fflush(f); ferror(f);"));
}

TEST(StreamIndicators, UnknownFunctionsEndTheKnowledgeAndStringFunctionsDoNot) {
  EXPECT_EQ(1, forgetting_calls("unknown(); feof(f);"));
  EXPECT_EQ(0, forgetting_calls("strlen(\"text\"); feof(f);"));
}

}  // namespace
}  // namespace pendulum::frontend
