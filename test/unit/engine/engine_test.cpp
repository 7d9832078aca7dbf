#include "engine/engine.h"

#include <gtest/gtest.h>

#include "engine/decide.h"
#include "fake_engines.h"

namespace pendulum::engine {
namespace {

using Start = CounterProgram::Start;
using Unsupported = CounterProgram::Unsupported;

std::string unknown_of(const JudgedResult& judged) {
  const Result::Unknown* unknown = judged.result.reason();
  if (unknown == nullptr) return "an answer";
  return std::string(to_string(unknown->reason)) + (unknown->detail.empty() ? "" : ": ") + unknown->detail;
}

TEST(RunAndJudge, ARightProofIsAccepted) {
  Bench bench;
  bench.add("right", [&] { return bench.right_proof(); });
  const JudgedResult judged = bench.run("right");
  EXPECT_NE(judged.result.certificate(), nullptr);
  EXPECT_TRUE(judged.judgement.is_accepted());
  EXPECT_EQ(judged.engine, "right");
}

TEST(RunAndJudge, AWrongProofIsNoAnswer) {
  Bench bench;
  bench.add("wrong", [&] { return bench.wrong_proof(); });
  const JudgedResult judged = bench.run("wrong");
  EXPECT_TRUE(unknown_of(judged).starts_with("rejected: ")) << unknown_of(judged);
  EXPECT_EQ(judged.judgement.verdict, check::Judgement::Verdict::Rejected);
}

TEST(RunAndJudge, APathIsReplayed) {
  Bench bench(Start::Input);
  bench.add("right", [&] { return bench.path(11); });
  bench.add("wrong", [&] { return bench.path(10); });
  EXPECT_NE(bench.run("right").result.error_path(), nullptr);
  EXPECT_TRUE(unknown_of(bench.run("wrong")).starts_with("rejected"));
}

TEST(RunAndJudge, ExceptionsThatMeanUnknown) {
  Bench bench;
  bench.add("stopped", []() -> Result { throw base::Stopped("timeout"); });
  bench.add("memory", []() -> Result { throw std::bad_alloc(); });
  bench.add("unsupported", []() -> Result { throw base::Unsupported("arrays", "a.c:3"); });
  EXPECT_EQ(unknown_of(bench.run("stopped")), "timeout");
  EXPECT_EQ(unknown_of(bench.run("memory")), "memory");
  EXPECT_EQ(unknown_of(bench.run("unsupported")), "unsupported: arrays at a.c:3");
}

TEST(RunAndJudge, FaultsOfOursAreNotHidden) {
  Bench bench;
  bench.add("faulty", []() -> Result { throw base::InternalError("it should"); });
  EXPECT_THROW(bench.run("faulty"), base::InternalError);
}

TEST(RunAndJudge, APathIntoUnsupportedCodeIsNoBug) {
  Bench bench(Start::Input, Unsupported::AtFive);
  bench.add("engine", [&] { return bench.unsupported_path(); });
  const JudgedResult judged = bench.run("engine");
  EXPECT_EQ(unknown_of(judged), "unsupported: longjmp at a.c:7");
  EXPECT_TRUE(judged.reaches_unsupported);
}

JudgedResult decide_with(Bench& bench, const std::function<Result(const Task&)>& second) {
  Descriptor descriptor;
  descriptor.key = "fake";
  descriptor.make = [&bench, second](const Task& task, Env&) -> std::unique_ptr<Engine> {
    if (&task.program == &bench.counter.program)
      return std::make_unique<FakeEngine>([&bench] { return bench.unsupported_path(); });
    return std::make_unique<FakeEngine>([&task, second] { return second(task); });
  };
  const JudgeMaker make_judge = [&](const program::Program& program) {
    return std::make_unique<check::Judge>(program, nullptr, *bench.solvers, bench.stop, base::Logger());
  };
  return decide(descriptor, Task{bench.counter.program}, bench.env, make_judge);
}

TEST(Decide, ABugBesideUnsupportedCodeCounts) {
  Bench bench(Start::Input, Unsupported::AtFive);
  const JudgedResult judged = decide_with(bench, [&](const Task& task) {
    EXPECT_EQ(task.program.edges().size(), bench.counter.program.edges().size() - 1);
    certificate::ErrorPath path = *bench.path(11).error_path();
    path.segments[0].steps[1].edge = static_cast<program::EdgeId>(task.program.edges().size() - 1);
    return Result::unsafe(path);
  });
  ASSERT_NE(judged.result.error_path(), nullptr) << unknown_of(judged);
  EXPECT_TRUE(judged.judgement.is_accepted());
  // Lifted: over the edges of the original.
  EXPECT_EQ(judged.result.error_path()->segments[0].steps[1].edge, bench.counter.program.edges().size() - 1);
}

TEST(Decide, AProofOfTheSupportedPartDoesNotCount) {
  Bench bench(Start::Zero, Unsupported::AtFive);
  const JudgedResult judged = decide_with(bench, [&](const Task&) { return bench.right_proof(); });
  EXPECT_EQ(unknown_of(judged), "unsupported: longjmp at a.c:7");
}

TEST(Registry, FindsByKeyAndRefusesTwoOfOneName) {
  Bench bench;
  bench.add("a", hang);
  EXPECT_NE(bench.registry.find("a"), nullptr);
  EXPECT_EQ(bench.registry.find("b"), nullptr);
  EXPECT_THROW(bench.add("a", hang), base::InternalError);
}

}  // namespace
}  // namespace pendulum::engine
