// A copy loop in C with many iterations: the path is refined, judged and replayed at the cost of one
// iteration's text and some machine instructions per iteration.
#include <gtest/gtest.h>

#include <chrono>

#include "check/judge.h"
#include "check/native_replay.h"
#include "program/passes.h"
#include "smt/factory/factory.h"
#include "translate/snippets.h"

namespace pendulum::frontend {
namespace {

using certificate::ErrorPath;
using certificate::Segment;
using certificate::Step;
using program::LocationId;
using program::Program;

constexpr const char* copy_loops = R"(
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
unsigned char a[2000000], b[2000000];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1500000) return 0;
  for (int i = 0; i < n; i++) {
    int local;
    a[i] = (unsigned char)(__VERIFIER_nondet_int() + (local & 1));
  }
  for (int i = 0; i < n; i++) b[i] = a[i];
  if (b[n - 1] == LAST) reach_error();
  return 0;
}
)";

class LongPath : public ::testing::Test {
 protected:
  /// The edge between two loop heads, or entry and error.
  static program::EdgeId edge_between(const Program& program, LocationId source, LocationId target) {
    for (const program::EdgeId id : program.outgoing(source))
      if (program.edge(id).target == target && !program.edge(id).is_unsupported) return id;
    ADD_FAILURE() << "no edge from " << source << " to " << target;
    return 0;
  }

  static bool is_loop(const Program& program, LocationId location) {
    return std::ranges::any_of(program.outgoing(location),
                               [&](program::EdgeId id) { return program.edge(id).target == location; });
  }

  static LocationId next_loop(const Program& program, LocationId location) {
    for (const program::EdgeId id : program.outgoing(location)) {
      const LocationId target = program.edge(id).target;
      if (target != location && is_loop(program, target)) return target;
    }
    ADD_FAILURE() << "no loop behind " << location;
    return location;
  }

  /// Calls return `value`; all other inputs are zero.
  static Step step(const Program& program, program::EdgeId edge, term::Term value) {
    Step result{edge, {}};
    for (const program::Input& input : program.edge(edge).inputs)
      if (input.origin.kind == program::InputOrigin::Kind::Call) result.inputs.emplace(input.symbol, value);
    return result;
  }

  ErrorPath coarse_path(const Program& large, term::TermManager& terms, std::uint64_t count) {
    const LocationId first = next_loop(large, large.entry());
    const LocationId second = next_loop(large, first);
    const term::Term low = terms.mk_extract(certificate::iteration(terms), 31, 0);
    ErrorPath path;
    path.append(step(large, edge_between(large, large.entry(), first),
                     terms.mk_bv(static_cast<std::int64_t>(count), 32)));
    path.append(Segment{
        {step(large, edge_between(large, first, first), terms.mk_bvmul(low, terms.mk_bv(3, 32)))}, count});
    path.append(step(large, edge_between(large, first, second), {}));
    path.append(Segment{{step(large, edge_between(large, second, second), {})}, count});
    path.append(step(large, edge_between(large, second, large.error()), {}));
    return path;
  }

  void expect_accepted(std::uint64_t count) {
    Snippet snippet("#define LAST " + std::to_string(3 * (count - 1) % 256) + "\n" + copy_loops);
    const CProgram loaded = snippet.load();
    const program::Transformed large = program::large_block(loaded.program);
    const auto solvers = smt::make_solver_factory({}, snippet.stop, snippet.statistics);
    check::Judge judge(loaded.program, &loaded.native, *solvers, snippet.stop, base::Logger());
    const auto start = std::chrono::steady_clock::now();
    const auto path =
        check::refine_path(loaded.program, large, coarse_path(large.program, snippet.terms, count));
    ASSERT_TRUE(path.has_value());
    EXPECT_LE(path->segments.size(), 5u);
    const auto refined = std::chrono::steady_clock::now();
    const check::Run run = check::follow(loaded.program, *path);
    EXPECT_TRUE(run.reached_error) << run.stuck_reason;
    const auto followed = std::chrono::steady_clock::now();
    EXPECT_LT(check::make_harness(snippet.terms, loaded.native, run.inputs).size(), 20'000u);
    const check::Judgement judgement = judge.judge(*path);
    EXPECT_TRUE(judgement.is_accepted()) << judgement.reason;
    const auto judged = std::chrono::steady_clock::now();
    EXPECT_LT(judged - start, std::chrono::seconds(20));
    const auto milliseconds = [](auto time) {
      return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    };
    RecordProperty("refine_ms", static_cast<int>(milliseconds(refined - start)));
    RecordProperty("follow_ms", static_cast<int>(milliseconds(followed - refined)));
    RecordProperty("judge_ms", static_cast<int>(milliseconds(judged - followed)));
  }
};

TEST_F(LongPath, AThousandIterations) {
  expect_accepted(1000);
}

TEST_F(LongPath, AMillionIterations) {
  expect_accepted(1'000'000);
}

}  // namespace
}  // namespace pendulum::frontend
