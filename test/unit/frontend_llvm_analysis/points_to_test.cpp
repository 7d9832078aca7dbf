// Tests the targets of pointers, how often objects are created, and which objects are disjoint from unknown
// memory.
#include "frontend/llvm/analysis/points_to.h"

#include <gtest/gtest.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "frontend/llvm/ir/debug_names.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {
namespace {

class Analysis {
 public:
  explicit Analysis(const std::string& text) {
    source_.add("extern void *malloc(unsigned); extern int c;\n" + text);
    llvm::Module& module = source_.instrumented();
    points_to = std::make_unique<PointsTo>(module, *module.getFunction("main"));
  }

  const Object& object(const std::string& name) const {
    for (const Object& object : points_to->objects())
      if (object.value != nullptr && source_name(*object.value) == name) return object;
    throw std::out_of_range(name);
  }

  ObjectId id(const std::string& name) const { return points_to->object_of(object(name).value); }

  bool is_known_outside(const std::string& name) const {
    return points_to->known_outside().contains(id(name));
  }

  /// Names of the targets of the pointer variable, according to its content.
  std::set<std::string> targets_of(const std::string& name) const {
    std::set<std::string> names;
    for (const auto& [target, offsets] : points_to->content(id(name), make_congruence(0, 0)))
      names.insert(target == absolute_object ? "absolute" : source_name(*points_to->objects()[target].value));
    return names;
  }

 private:
  CSource source_;

 public:
  std::unique_ptr<PointsTo> points_to;
};

TEST(Congruences, JoinAndShift) {
  EXPECT_EQ(join({4, 0}, {12, 0}), (Congruence{4, 8}));
  EXPECT_EQ(shift({0, 4}, 6, 0), (Congruence{2, 4}));
  EXPECT_EQ(shift({0, 0}, 1, 12), (Congruence{1, 12}));
}

TEST(PointsToTest, ArgumentsOfMain) {
  const Analysis analysis(
      "char *p; int main(int argc, char **argv, char **envp) { p = argv[1]; *envp = 0; return *p; }");
  EXPECT_EQ(analysis.targets_of("p"), (std::set<std::string>{"absolute", "argv[...]"}));
  EXPECT_EQ(analysis.object("argv").kind, Object::Kind::ArgumentVector);
  EXPECT_TRUE(analysis.object("argv[...]").has_instances);
  EXPECT_FALSE(analysis.points_to->is_written(analysis.id("argv")));
  EXPECT_TRUE(analysis.points_to->is_written(analysis.id("envp")));
  EXPECT_EQ(analysis.points_to->instance_bits(), 21U);
}

TEST(PointsToTest, UnusedArgumentsOfMainCostNothing) {
  const Analysis analysis("int main(int argc, char **argv) { return argc; }");
  EXPECT_EQ(analysis.points_to->main_arguments().size(), 1U);
  EXPECT_EQ(analysis.points_to->instance_bits(), 16U);
}

TEST(PointsToTest, MainWithoutArgvHasNoArguments) {
  const Analysis analysis("int main(int argc) { return argc; }");
  EXPECT_TRUE(analysis.points_to->main_arguments().empty());
}

TEST(PointsToTest, FieldsAreKeptApart) {
  const Analysis analysis(
      "int a, b; struct { int *p, *q; } s; int *r; int main(void) { s.p = &a; s.q = &b; r = s.q; return *r; "
      "}");
  EXPECT_EQ(analysis.targets_of("r"), (std::set<std::string>{"absolute", "b"}));
}

TEST(PointsToTest, FunctionsAreFoundThroughPointers) {
  const Analysis analysis(
      "int a; int *f(void) { return &a; } int *(*g)(void) = f; int *r; int main(void) { r = g(); return 0; "
      "}");
  EXPECT_EQ(analysis.points_to->functions().size(), 2U);
  EXPECT_TRUE(analysis.targets_of("r").contains("a"));
}

TEST(Lifetimes, AnAllocationInALoopHasInstances) {
  const Analysis analysis("int main(void) { int *p = malloc(4); while (c) p = malloc(4); return *p; }");
  std::vector<bool> instances;
  for (const Object& object : analysis.points_to->objects())
    if (object.kind == Object::Kind::Heap) instances.push_back(object.has_instances);
  EXPECT_EQ(instances, (std::vector<bool>{false, true}));
}

TEST(Lifetimes, ALocalThatIsKeptHasInstances) {
  const Analysis analysis(
      "int *g; void f(void) { int x, y; int *p = &y; g = &x; *p = 1; } int main(void) { f(); return 0; }");
  EXPECT_TRUE(analysis.object("x").has_instances);
  EXPECT_FALSE(analysis.object("y").has_instances);
}

TEST(PointsToTest, NullIsNoUnknownAddress) {
  const Analysis analysis(
      "extern int *get(void); int a, *p, *q, *r; int main(void) { p = c ? &a : 0; q = get(); r = p + c; "
      "return 0; }");
  EXPECT_FALSE(may_be_unknown(analysis.points_to->content(analysis.id("p"), {})));
  EXPECT_TRUE(may_be_unknown(analysis.points_to->content(analysis.id("q"), {})));
  EXPECT_TRUE(may_be_unknown(analysis.points_to->content(analysis.id("r"), {})));
}

TEST(UnknownMemory, IsApartUnlessAddressesAreGivenAwayAndComeBack) {
  const std::string get =
      "extern int *get(void); extern void give(int *); int a, *p; int main(void) { p = get(); ";
  EXPECT_FALSE(Analysis(get + "return *p + a; }").is_known_outside("a"));
  EXPECT_TRUE(Analysis(get + "give(&a); return *p; }").is_known_outside("a"));
}

TEST(UnknownMemory, KnowsObjectsThatAreStoredThere) {
  const std::string get = "extern int **get(void); int a; int main(void) { int **p = get(); ";
  EXPECT_FALSE(Analysis(get + "return a; }").is_known_outside("a"));
  EXPECT_TRUE(Analysis(get + "*p = &a; return **p; }").is_known_outside("a"));
}

TEST(UnknownMemory, KnowsObjectsWhoseAddressIsANumber) {
  EXPECT_TRUE(Analysis("int a; int main(void) { return (unsigned long)&a % 7; }").is_known_outside("a"));
  EXPECT_FALSE(Analysis("int main(void) { int a[9], *p; p = a + c; return p - a; }").is_known_outside("a"));
}

TEST(UnknownMemory, WhatIsWrittenThereMayBeInKnownObjectsOfTheKind) {
  const std::string get =
      "extern int *get(void); extern void give(void *); int a, *b; int main(void) { int *p = get(); "
      "give(&a); give(&b); b = &a; ";
  const Analysis integers(get + "*p = 1; return *b; }");
  EXPECT_TRUE(integers.points_to->may_be_overwritten(integers.id("a"), std::nullopt));
  EXPECT_FALSE(integers.points_to->may_be_overwritten(integers.id("b"), Congruence{}));
  const Analysis pointers(get + "*(int **)p = &a; return *b; }");
  EXPECT_FALSE(pointers.points_to->may_be_overwritten(pointers.id("a"), std::nullopt));
  EXPECT_TRUE(pointers.points_to->may_be_overwritten(pointers.id("b"), Congruence{}));
}

}  // namespace
}  // namespace pendulum::frontend
