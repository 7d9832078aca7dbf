// The classes of calls/ on small programs. Pointers have 32 bits.
#include <llvm/IR/IntrinsicInst.h>

#include "base/error.h"
#include "frontend/llvm/calls/call_translator.h"
#include "frontend/llvm/models/extern_functions.h"
#include "frontend/llvm/models/library_functions.h"
#include "frontend_llvm_walk/walk_fixture.h"
#include "term/traverse.h"

namespace pendulum::frontend {
namespace {

class CallsTest : public WalkTest {
 protected:
  void start_calls(const std::string& text,
                   const property::Properties& properties = {property::Property::Reach}) {
    start(text, properties);
    arguments.emplace(parts->context, parts->evaluator);
    shared.emplace(parts->context, options, builder(), parts->conversions, *arguments, parts->locations,
                   parts->edges, parts->ends);
    library.emplace(parts->context, parts->evaluator, *shared);
  }
  /// Translates a call of a library function in main.
  Step call_library(Walk& walk, const llvm::CallBase& call) {
    const llvm::Function& callee = *call.getCalledFunction();
    return library->call(walk, call, callee, *library_function(callee));
  }
  Walk walk_at_call(const std::string& callee) { return walk_at(call_of(callee), parts->edges.entry()); }

  Options options;
  std::optional<CallArguments> arguments;
  std::optional<SharedFunctions> shared;
  std::optional<LibraryCalls> library;
};

TEST_F(CallsTest, ArgumentsAreTheValuesOfTheParameters) {
  start_calls("int f(int x, int *p) { return x + *p; } int y; int main(void) { return f(3, &y); }");
  Walk walk = walk_at_call("f");
  const std::vector<Value> values = arguments->values(walk, call_of("f"), function("f"));
  ASSERT_EQ(values.size(), 2U);
  EXPECT_EQ(values[0].term, number(3));
  EXPECT_EQ(context().constants.known_object(values[1].pointer->object), object("y"));
}

TEST_F(CallsTest, MissingArgumentsAreArbitrary) {
  start_calls("int f(x, y) int x, y; { return x + y; } int main(void) { return f(3); }");
  Walk walk = walk_at_call("f");
  const std::vector<Value> values = arguments->values(walk, call_of("f"), function("f"));
  ASSERT_EQ(values.size(), 2U);
  ASSERT_EQ(walk.path.inputs().size(), 1U);
  EXPECT_EQ(values[1].term, walk.path.inputs()[0].symbol);
}

TEST_F(CallsTest, ArgumentsOfAnotherTypeAreConvertedOrUnsupported) {
  start_calls(
      "int f(int *p) { return p != 0; } int g(int x) { return x; }\n"
      "int main(void) { return ((int (*)(int))f)(16) + ((int (*)(double))g)(1.5); }");
  Walk walk = walk_at_call("f");
  const std::vector<Value> values = arguments->values(walk, call_of("f"), function("f"));
  ASSERT_TRUE(values.at(0).pointer.has_value());
  EXPECT_EQ(values[0].pointer->offset.constant, 16);
  EXPECT_THROW(arguments->values(walk, call_of("g"), function("g")), UnsupportedHere);
}

TEST_F(CallsTest, StructsThatArePassedByValueAreCopied) {
  start_calls(
      "struct s { int a[8]; } x; int f(struct s y) { y.a[0] = 1; return y.a[1]; }\n"
      "int main(void) { x.a[1] = n; return f(x); }");
  const llvm::Argument& parameter = *function("f").getArg(0);
  ASSERT_TRUE(parameter.hasByValAttr());
  const ObjectId x = object("x");
  Walk walk = walk_at_call("f");
  const Slot& source = context().variables.piece(x, *context().layout(x).piece_at(4));
  memory().slots().write(walk.path, source, Value::of(number(5)));
  const std::vector<Value> values = arguments->values(walk, call_of("f"), function("f"));
  const ObjectId copy = context().points_to.object_of(&parameter);
  EXPECT_EQ(context().constants.known_object(values.at(0).pointer->object), copy);
  const Slot& target = context().variables.piece(copy, *context().layout(copy).piece_at(4));
  EXPECT_EQ(memory().slots().read(walk.path, target).term, number(5));
}

TEST_F(CallsTest, LargeFunctionsAreSharedIfCallsWait) {
  options.calls = CallEncoding::Wait;
  options.inline_threshold = 4;
  start_calls(
      "int f(int x) { return x * x + x * n; } void g(void) {}\n"
      "int h(int x) { return h(x); } int main(void) { g(); return f(1) + h(2); }");
  EXPECT_TRUE(shared->is_shared(function("f")));
  EXPECT_FALSE(shared->is_shared(function("g")));
  EXPECT_TRUE(shared->is_shared(function("h")));  // recursive
  EXPECT_FALSE(shared->is_shared(function("main")));
}

TEST_F(CallsTest, OnlyRecursiveFunctionsAreSharedIfCallsAreInlined) {
  start_calls(
      "int f(int x) { return x * x + x * n; } int h(int x) { return h(x); }\n"
      "int main(void) { return f(1) + h(2); }");
  EXPECT_FALSE(shared->is_shared(function("f")));
  EXPECT_TRUE(shared->is_shared(function("h")));
  Walk walk = walk_at_call("f");
  EXPECT_THROW(shared->call_and_wait(walk, call_of("f"), function("f")), base::InternalError);
  EXPECT_THROW(shared->call_recursive(walk, call_of("f"), function("f")), base::InternalError);
}

TEST_F(CallsTest, ASharedFunctionReturnsToEachOfItsCalls) {
  options.calls = CallEncoding::Wait;
  start_calls("int f(int x) { return x; } int main(void) { f(1); return f(2); }");
  for (const unsigned i : {0U, 1U}) {
    const auto& call = instruction<llvm::CallInst>("main", i);
    Walk walk = walk_at(call, parts->edges.entry());
    EXPECT_EQ(shared->call_and_wait(walk, call, function("f")), Step::Ends);
  }
  Walk body =
      walk_at(instruction<llvm::ReturnInst>("f"),
              parts->locations.location(parts->locations.root(function("f")), function("f").front().front()));
  EXPECT_EQ(shared->finish(body, Value::of(number(4))), Step::Ends);
  shared->return_edges();
  const program::Program program = builder().build();
  std::vector<program::Edge> calls;
  std::vector<program::Edge> returns;
  for (const program::Edge& edge : program.edges()) {
    if (edge.source == program.entry()) calls.push_back(edge);
    if (program.location(edge.source).name == "f.return") returns.push_back(edge);
  }
  EXPECT_EQ(calls.size(), 2U);
  ASSERT_EQ(returns.size(), 2U);
  EXPECT_NE(returns[0].guard, returns[1].guard);  // they test the number of the call site
  EXPECT_NE(returns[0].target, returns[1].target);
}

TEST_F(CallsTest, ASharedFunctionReturnsAValueUnlessItIsVoid) {
  options.calls = CallEncoding::Wait;
  start_calls("int f(int x) { return x; } int main(void) { return f(2); }");
  Walk body = walk_at(instruction<llvm::ReturnInst>("f"), parts->edges.entry());
  EXPECT_THROW(shared->finish(body, std::nullopt), base::InternalError);
  Walk main = walk_at(instruction<llvm::ReturnInst>("main"), parts->edges.entry());
  EXPECT_THROW(shared->finish(main, Value::of(number(1))), base::InternalError);
}

TEST_F(CallsTest, ResultsOfLibraryFunctionsAreWithinTheirBounds) {
  start_calls("int close(int); int main(void) { return close(n); }");
  Walk walk = walk_at_call("close");
  walk.frames.back().set(call_of("close").getArgOperand(0), Value::of(number(3)));
  EXPECT_EQ(call_library(walk, call_of("close")), Step::Goes);
  const Value* result = walk.frames.back().find(&call_of("close"));
  ASSERT_NE(result, nullptr);
  const auto is_possible = [&](std::int64_t value) {
    return !term::substitute(terms, walk.path.guard(), {{result->term, terms.mk_bv(value, 32)}}).is_false();
  };
  EXPECT_TRUE(is_possible(-1));
  EXPECT_TRUE(is_possible(0));
  EXPECT_FALSE(is_possible(1));
  EXPECT_EQ(walk.path.inputs().back().origin.name, "close");
}

TEST_F(CallsTest, AFunctionFailsForANegativeDescriptor) {
  start_calls("int close(int); int main(void) { return close(n); }");
  Walk walk = walk_at_call("close");
  walk.frames.back().set(call_of("close").getArgOperand(0), Value::of(terms.mk_bv(-5, 32)));
  call_library(walk, call_of("close"));
  const Term result = walk.frames.back().find(&call_of("close"))->term;
  EXPECT_TRUE(term::substitute(terms, walk.path.guard(), {{result, number(0)}}).is_false());
  EXPECT_FALSE(term::substitute(terms, walk.path.guard(), {{result, terms.mk_bv(-1, 32)}}).is_false());
}

TEST_F(CallsTest, LibraryFunctionsWriteThroughTheirArguments) {
  start_calls("int pipe(int *); int a; int b; int main(void) { a = b = 1; pipe(&a); return a + b; }");
  Walk walk = walk_at_call("pipe");
  const Term a = context().variables.piece(object("a"), 0).value;
  const Term b = context().variables.piece(object("b"), 0).value;
  walk.path.write(a, number(1));
  walk.path.write(b, number(1));
  EXPECT_EQ(call_library(walk, call_of("pipe")), Step::Goes);
  EXPECT_FALSE(walk.path.read(a).is_value());
  EXPECT_EQ(walk.path.read(b), number(1));
}

TEST_F(CallsTest, FunctionsThatDoNotReturnEndTheWalk) {
  start_calls(
      "void longjmp(void *, int); int setjmp(void *);\n"
      "int main(void) { char buffer[400]; setjmp(buffer); abort(); return 0; }");
  Walk walk = walk_at_call("abort");
  const LibraryFunction* abort = find_library_function("abort");
  ASSERT_NE(abort, nullptr);
  EXPECT_EQ(library->call(walk, call_of("abort"), function("abort"), *abort), Step::Ends);
  EXPECT_THROW(library->call(walk, call_of("abort"), function("abort"), *find_library_function("setjmp")),
               UnsupportedHere);
  EXPECT_THROW(library->call(walk, call_of("abort"), function("main"), *abort), base::InternalError);
}

TEST_F(CallsTest, ActiveLocalsAreThoseOfTheCallers) {
  start_calls(
      "int *f(void) { int x; return &x; } int *g(void) { int z; return &z; }\n"
      "int main(void) { int y; int *p = &y; f(); g(); return *p; }",
      {property::Property::ValidMemtrack});
  Instance& main = parts->locations.root(function("main"));
  Walk walk = walk_at(instruction<llvm::ReturnInst>("f"), parts->edges.entry());
  walk.frames.back().instance = &parts->locations.child(main, call_of("f"), function("f"));
  const std::vector<ObjectId> locals = library->active_locals(walk);
  const auto contains = [&](const std::string& name) {
    return std::find(locals.begin(), locals.end(), object(name)) != locals.end();
  };
  EXPECT_TRUE(contains("x"));
  EXPECT_TRUE(contains("y"));
  EXPECT_FALSE(contains("z"));
}

TEST_F(CallsTest, IntrinsicsOfBits) {
  start_calls(
      "int main(void) { return __builtin_bswap32(n) + __builtin_popcount(n) + __builtin_ctz(n) +\n"
      "__builtin_clz(n) + __builtin_bitreverse32(n); }");
  const IntrinsicCalls intrinsics(parts->context, parts->evaluator);
  const auto result = [&](unsigned i, std::uint64_t argument) {
    const auto& call = instruction<llvm::IntrinsicInst>("main", i);
    Walk walk = walk_at(call, parts->edges.entry());
    walk.frames.back().set(call.getArgOperand(0), Value::of(number(argument)));
    intrinsics.call(walk, call);
    return walk.path.is_dead() ? Term() : walk.frames.back().find(&call)->term;
  };
  EXPECT_EQ(result(0, 0x11223344), number(0x44332211));
  EXPECT_EQ(result(1, 0xf001), number(5));
  EXPECT_EQ(result(2, 0x50), number(4));
  EXPECT_EQ(result(3, 0x50), number(25));
  EXPECT_EQ(result(4, 3), number(0xc0000000));
  EXPECT_TRUE(drops.empty());
  EXPECT_TRUE(result(2, 0).is_null());
  EXPECT_EQ(drops, std::set<Drop>{Drop::CountZerosOfZero});
}

}  // namespace
}  // namespace pendulum::frontend
