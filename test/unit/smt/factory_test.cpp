#include "smt/factory/factory.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/process/process.h"
#include "smt/factory/checked_solver.h"
#include "smt/random_terms.h"
#include "smt/solver_fixture.h"

namespace pendulum::smt {
namespace {

using term::Term;
using term::TermVector;

class FactoryTest : public BackendTest {
 protected:
  std::string name() const { return GetParam() == Backend::Z3 ? "z3" : "cvc5"; }
};
PENDULUM_FOR_EVERY_BACKEND(FactoryTest);

std::vector<std::string> files_in(const std::string& directory) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::string contents(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

bool is_installed(const std::string& program) {
  try {
    base::run_command({program, "--version"}, {});
    return true;
  } catch (const base::InputError&) {
    return false;
  }
}

TEST_P(FactoryTest, CountsChecksByTheirAnswer) {
  const auto solver = make();
  EXPECT_EQ(solver->name(), name());
  const Term a = boolean("a");
  ASSERT_EQ(solver->check(TermVector{a}), SatResult::Sat);
  solver->assert_term(a);
  ASSERT_EQ(solver->check(TermVector{manager.mk_not(a)}), SatResult::Unsat);
  ASSERT_EQ(solver->check(), SatResult::Sat);
  stop.request_stop();
  ASSERT_EQ(solver->check(), SatResult::Unknown);
  EXPECT_EQ(statistics.counter("smt." + name() + ".checks"), 4u);
  EXPECT_EQ(statistics.counter("smt." + name() + ".sat"), 2u);
  EXPECT_EQ(statistics.counter("smt." + name() + ".unsat"), 1u);
  EXPECT_EQ(statistics.counter("smt." + name() + ".unknown"), 1u);
  EXPECT_GT(statistics.seconds("smt." + name() + ".check_time"), 0);
}

TEST_P(FactoryTest, DumpedQueriesGiveTheSameAnswerAgain) {
  if (!is_installed("z3") || !is_installed("cvc5"))
    GTEST_SKIP() << "the commands z3 and cvc5 are not installed";
  const base::TemporaryDirectory directory;
  const std::string queries = directory.path() + "/made/by/us";
  const auto dumping = make_solver_factory({.dump_queries_directory = queries}, stop, statistics);
  const auto solver = dumping->make(manager, {.backend = GetParam(), .logic = "QF_ABV"});
  RandomTerms random(manager, 4);
  std::vector<SatResult> answers;
  for (int round = 0; round < 6; ++round) {
    solver->push();
    solver->assert_term(random.formula(3));
    answers.push_back(solver->check(TermVector{random.formula(2), random.formula(2)}));
    if (round % 2 == 0) solver->pop();
  }
  const std::vector<std::string> files = files_in(queries);
  ASSERT_EQ(files.size(), answers.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_TRUE(files[i].ends_with(fmt::format("/{}-{:06}-{}.smt2", ::getpid(), i, name()))) << files[i];
    const std::string expected(to_string(answers[i]));
    EXPECT_EQ(contents(files[i]).rfind("; answer: " + expected + "\n; time: ", 0), 0u) << contents(files[i]);
    for (const std::string program : {"z3", "cvc5"}) {
      EXPECT_EQ(base::run_command({program, files[i]}, {}).output, expected + "\n")
          << program << " " << contents(files[i]);
    }
  }
}

TEST_F(SmtTest, DumpIntoAnImpossibleDirectoryIsAnInputError) {
  EXPECT_THROW(make_solver_factory({.dump_queries_directory = "/dev/null/queries"}, stop, statistics),
               base::InputError);
}

/// A solver that answers Sat to every query and gives every term the value zero.
class CarelessSolver final : public Solver {
 public:
  explicit CarelessSolver(term::TermManager& manager) : manager_(manager) {}
  std::string_view name() const override { return "careless"; }
  bool has(Capability) const override { return false; }
  void push() override {}
  void pop(unsigned) override {}
  void assert_term(Term) override {}
  SatResult check(std::span<const Term>) override { return SatResult::Sat; }
  std::string reason_unknown() const override { return {}; }
  Term value(Term term) override { return manager_.mk_zero(term.sort()); }
  TermVector unsat_core() override { return {}; }
  void set_time_limit(std::optional<std::chrono::milliseconds>) override {}

 private:
  term::TermManager& manager_;
};

TEST_F(SmtTest, CheckedSolverRefusesWrongModels) {
  CheckedSolver solver(std::make_unique<CarelessSolver>(manager), manager);
  const Term a = boolean("a");
  EXPECT_EQ(solver.check(TermVector{manager.mk_not(a)}), SatResult::Sat);
  EXPECT_THROW(static_cast<void>(solver.check(TermVector{a})), base::InternalError);
  solver.push();
  solver.assert_term(a);
  EXPECT_THROW(static_cast<void>(solver.check({})), base::InternalError);
  solver.pop(1);
  EXPECT_EQ(solver.check({}), SatResult::Sat);
}

}  // namespace
}  // namespace pendulum::smt
