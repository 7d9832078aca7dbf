// Blocks of inputs give the harness the same values as their expanded repetitions.
#include "check/replay/harness_values.h"

#include <gtest/gtest.h>

#include <random>

#include "certificate/error_path.h"
#include "check/replay/interpreter.h"

namespace pendulum::check {
namespace {

using program::InputOrigin;
using term::Term;

class HarnessValues : public ::testing::Test {
 protected:
  Term iteration() { return certificate::iteration(terms_); }
  Term low(unsigned width) { return terms_.mk_extract(iteration(), width - 1, 0); }

  Term table(unsigned num_entries, std::uint64_t range) {
    const term::Sort sort = terms_.array_sort(terms_.bitvec_sort(64), terms_.bitvec_sort(32));
    Term result = terms_.mk_const_array(sort, terms_.mk_bv(5, 32));
    for (unsigned i = 0; i < num_entries; ++i)
      result = terms_.mk_store(result, terms_.mk_bv(static_cast<std::int64_t>(random_() % range), 64),
                               terms_.mk_bv(static_cast<std::int64_t>(random_() % 100), 32));
    return result;
  }

  Term random_value() {
    switch (random_() % 6) {
      case 0:
        return terms_.mk_bv(7, 32);
      case 1:
        return terms_.mk_bvadd(low(32), terms_.mk_bv(100, 32));
      case 2:
        return terms_.mk_sign_extend(low(4), 28);
      case 3:
        return terms_.mk_bvmul(low(8), terms_.mk_bv(77, 8));
      case 4:
        return terms_.mk_select(table(10, 60), terms_.mk_bvadd(iteration(), terms_.mk_bv(3, 64)));
      default:
        return terms_.mk_concat(low(64), low(32));
    }
  }

  ConsumedInput random_input() {
    const Term value = random_value();
    InputOrigin origin;
    origin.kind = random_() % 2 == 0 ? InputOrigin::Kind::Call : InputOrigin::Kind::Uninitialised;
    origin.name = random_() % 2 == 0 ? "f" : "g";
    origin.object = origin.kind == InputOrigin::Kind::Call ? 0 : 1 + random_() % 2;
    origin.byte_offset = random_() % 3 * 16;
    return {{terms_.mk_fresh("input", value.sort()), origin}, value};
  }

  /// All values that the harness would supply, in order, one line for each value or activation.
  static std::vector<std::string> handed_out(const SortedInputs& inputs) {
    std::vector<std::string> result;
    for (const CallBlock& block : inputs.calls)
      for (std::uint64_t j = 0; j < block.count; ++j)
        for (const CallValue& call : block.calls)
          result.push_back(fmt::format("{} {}", call.function, call.value.at(j)));
    for (const auto& [object, blocks] : inputs.locals) {
      for (const ContentBlock& block : blocks)
        for (std::uint64_t j = 0; j < block.count; ++j)
          for (std::size_t i = 0; i < block.contents.size(); ++i) {
            const Content& content = block.contents[i];
            if (i == 0 || content.activation != block.contents[i - 1].activation)
              result.push_back(fmt::format("object {}:", object));
            result.back() += fmt::format(" {}={}", content.offset, escaped_bytes(bytes_of(content, j)));
          }
    }
    return result;
  }

  static std::string bytes_of(const Content& content, std::uint64_t repetition) {
    if (!content.value) return content.bytes;
    std::string bytes;
    for (std::size_t i = 0; i < content.size; ++i)
      bytes += static_cast<char>(content.value->at(repetition) >> (8 * i));
    return bytes;
  }

  term::TermManager terms_;
  std::mt19937 random_{17};
};

TEST_F(HarnessValues, BlocksEqualTheirRepetitions) {
  for (int round = 0; round < 200; ++round) {
    std::vector<ConsumedBlock> blocks;
    for (unsigned i = 0; i < 3; ++i) {
      blocks.emplace_back();
      blocks.back().count = i == 1 ? 1 + random_() % 50 : 1 + random_() % 2 * 20;
      for (unsigned k = random_() % 4; k > 0; --k) blocks.back().inputs.push_back(random_input());
    }
    const std::vector<ConsumedBlock> plain{{expanded(terms_, blocks), 1, 0}};
    ASSERT_EQ(handed_out(sort_inputs(terms_, blocks)), handed_out(sort_inputs(terms_, plain))) << round;
  }
}

TEST_F(HarnessValues, SequencesAreShort) {
  const auto exceptions = [&](Term value) {
    const auto values = value_sequence(terms_, value, 1, 1'000'000);
    return values ? static_cast<int>(values->exceptions.size()) : -1;
  };
  EXPECT_EQ(exceptions(terms_.mk_bv(7, 32)), 0);
  EXPECT_EQ(exceptions(terms_.mk_bvsub(terms_.mk_bv(7, 32), low(32))), 0);
  EXPECT_EQ(exceptions(terms_.mk_bvmul(low(8), terms_.mk_bv(77, 8))), 0) << "modulo 256";
  EXPECT_LE(exceptions(terms_.mk_select(table(50, 1000), iteration())), 50);
  EXPECT_EQ(exceptions(terms_.mk_concat(low(64), low(32))), -1) << "wider than a word";
}

TEST_F(HarnessValues, BytesAreWrittenAsRuns) {
  std::vector<std::pair<std::uint64_t, char>> bytes;
  for (std::uint64_t i = 0; i < 1000; ++i) bytes.emplace_back(i, 'x');
  for (std::uint64_t i = 1000; i < 1010; ++i) bytes.emplace_back(i, static_cast<char>('a' + i % 7));
  bytes.emplace_back(2000, 'z');
  const std::vector<ByteRun> runs = byte_runs(bytes);
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[0].count, 1000u);
  EXPECT_EQ(runs[0].bytes, "x");
  EXPECT_EQ(runs[1].start, 1000u);
  EXPECT_EQ(runs[1].bytes.size(), 10u);
  EXPECT_EQ(runs[2].start, 2000u);
  std::vector<std::pair<std::uint64_t, char>> again;
  for (const ByteRun& run : runs)
    for (std::uint64_t i = 0; i < run.count * run.bytes.size(); ++i)
      again.emplace_back(run.start + i, run.bytes[i % run.bytes.size()]);
  EXPECT_EQ(again, bytes);
}

}  // namespace
}  // namespace pendulum::check
