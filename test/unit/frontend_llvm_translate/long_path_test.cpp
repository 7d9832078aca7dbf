// A copy loop in C with many iterations: the path is concretised, judged and replayed at the cost of the text
// of one iteration and some machine instructions per iteration.
#include <gtest/gtest.h>

#include <chrono>

#include "check/judge.h"
#include "check/replay/harness.h"
#include "engine/concretise_path.h"
#include "frontend_llvm_translate/snippets.h"
#include "program/passes/passes.h"
#include "smt/factory/factory.h"

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

/// Writes after the end of the array in the last iteration.
constexpr const char* overrun = R"(
extern int __VERIFIER_nondet_int(void);
unsigned char a[SIZE];
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i <= n; i++) a[i] = (unsigned char)__VERIFIER_nondet_int();
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

  /// Through `num_loops` loops, `count` times each, to the error.
  static ErrorPath coarse_path(const Program& large, unsigned num_loops, std::uint64_t count) {
    term::TermManager& terms = large.terms();
    const term::Term low = terms.mk_extract(certificate::iteration(terms), 31, 0);
    ErrorPath path;
    LocationId at = large.entry();
    for (unsigned i = 0; i < num_loops; ++i) {
      const LocationId loop = next_loop(large, at);
      path.append(
          step(large, edge_between(large, at, loop), terms.mk_bv(static_cast<std::int64_t>(count), 32)));
      const term::Term value = terms.mk_bvmul(low, terms.mk_bv(3, 32));
      path.append(Segment{{step(large, edge_between(large, loop, loop), value)}, count});
      at = loop;
    }
    path.append(step(large, edge_between(large, at, large.error()), terms.mk_bv(1, 32)));
    return path;
  }

  void expect_accepted(const std::string& code, property::Property property, unsigned num_loops,
                       std::uint64_t count) {
    Snippet snippet(code);
    Options options;
    options.files = {snippet.file};
    options.data_model = DataModel::Lp64;
    options.properties = {property};
    const CProgram loaded =
        frontend::load(snippet.terms, options, base::Logger(), snippet.statistics, snippet.stop);
    const program::Transformed large = program::large_block(loaded.program);
    const auto solvers = smt::make_solver_factory({}, snippet.stop, snippet.statistics);
    check::Judge judge(loaded.program, &loaded.native, *solvers, snippet.stop, base::Logger());
    const auto start = std::chrono::steady_clock::now();
    const auto path =
        engine::concretise_path(loaded.program, large, coarse_path(large.program, num_loops, count));
    ASSERT_TRUE(path.has_value());
    EXPECT_LE(path->segments.size(), 2 * num_loops + 1);
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
      return static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(time).count());
    };
    RecordProperty("refine_ms", milliseconds(refined - start));
    RecordProperty("follow_ms", milliseconds(followed - refined));
    RecordProperty("judge_ms", milliseconds(judged - followed));
  }

  static std::string copy_loops_with(std::uint64_t count) {
    return "#define LAST " + std::to_string(3 * (count - 1) % 256) + "\n" + copy_loops;
  }
};

TEST_F(LongPath, AThousandIterations) {
  expect_accepted(copy_loops_with(1000), property::Property::Reach, 2, 1000);
}

TEST_F(LongPath, AMillionIterations) {
  expect_accepted(copy_loops_with(1'000'000), property::Property::Reach, 2, 1'000'000);
}

TEST_F(LongPath, AMillionIterationsWithAddressSanitizer) {
  expect_accepted(std::string("#define SIZE 1000000\n") + overrun, property::Property::ValidDeref, 1,
                  1'000'000);
}

}  // namespace
}  // namespace pendulum::frontend
