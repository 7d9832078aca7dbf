// Refutations are checked by resolution; interpolants by an enumeration of all assignments.
#include "smt/cadical/refutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "smt/cadical/interpolant.h"
#include "smt/cadical/rup_replay.h"
#include "term/evaluation/evaluate.h"

namespace pendulum::smt {
namespace {

/// Returns whether the refutation derives the empty clause from the clauses.
bool is_refutation(const std::vector<Clause>& clauses, const Refutation& refutation) {
  std::vector<std::set<Literal>> derived;
  for (const Derivation& derivation : refutation) {
    std::set<Literal> current;
    if (derivation.input) {
      current.insert(clauses[*derivation.input].begin(), clauses[*derivation.input].end());
    } else {
      current = derived.at(derivation.first);
      for (const auto& [clause, pivot] : derivation.steps) {
        if (current.erase(-pivot) == 0 || !derived.at(clause).contains(pivot)) return false;
        for (const Literal literal : derived.at(clause))
          if (literal != pivot) current.insert(literal);
      }
    }
    derived.push_back(std::move(current));
  }
  return !derived.empty() && derived.back().empty();
}

constexpr int num_variables = 8;

std::vector<Clause> random_clauses(std::mt19937& random) {
  std::vector<Clause> clauses;
  for (int i = 0; i < 45; ++i) {
    Clause clause;
    for (int k = 0; k < 3; ++k) {
      const auto variable = static_cast<Literal>(1 + random() % num_variables);
      clause.push_back(random() % 2 == 0 ? variable : -variable);
    }
    clauses.push_back(std::move(clause));
  }
  return clauses;
}

bool holds(const Clause& clause, unsigned assignment) {
  return std::ranges::any_of(clause, [&](Literal literal) {
    return ((assignment >> static_cast<unsigned>(std::abs(literal) - 1)) % 2 == 1) == (literal > 0);
  });
}

/// The first half of the clauses is A. `assigned` is true in the assignment of the cut.
Cut half(term::TermManager& terms, const std::vector<Clause>& clauses, Literal assigned) {
  Cut cut;
  std::vector<bool> in_b(num_variables + 1, false);
  cut.is_local_to_a.resize(num_variables + 1, true);
  cut.assigned.resize(num_variables + 1, 0);
  cut.assigned[static_cast<std::size_t>(assigned)] = 1;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    cut.is_in_a.push_back(i < clauses.size() / 2);
    if (cut.is_in_a.back() || std::ranges::find(clauses[i], assigned) != clauses[i].end()) continue;
    for (const Literal literal : clauses[i])
      cut.is_local_to_a[static_cast<std::size_t>(std::abs(literal))] = false;
  }
  for (Literal variable = 1; variable <= num_variables; ++variable)
    if (variable != assigned && !cut.is_local_to_a[static_cast<std::size_t>(variable)])
      cut.shared.emplace(variable, terms.mk_symbol("p" + std::to_string(variable), terms.bool_sort()));
  return cut;
}

TEST(RefutationTest, RandomClauses) {
  std::mt19937 random(1);
  int num_refuted = 0;
  for (int round = 0; round < 60; ++round) {
    const std::vector<Clause> clauses = random_clauses(random);
    const RefutationAnswer answer = refute(clauses, num_variables, 0, {});
    bool is_satisfiable = false;
    for (unsigned assignment = 0; assignment < 1U << num_variables; ++assignment)
      is_satisfiable = is_satisfiable || std::ranges::all_of(clauses, [&](const Clause& clause) {
                         return holds(clause, assignment);
                       });
    ASSERT_EQ(answer.result, is_satisfiable ? SatResult::Sat : SatResult::Unsat);
    if (is_satisfiable) continue;
    ++num_refuted;
    EXPECT_TRUE(is_refutation(clauses, answer.refutation)) << "round " << round;
  }
  EXPECT_GT(num_refuted, 10);
}

TEST(RefutationTest, InterpolantsUnderAnAssignment) {
  std::mt19937 random(2);
  term::TermManager terms;
  for (int round = 0; round < 40; ++round) {
    const std::vector<Clause> clauses = random_clauses(random);
    const RefutationAnswer answer = refute(clauses, num_variables, 0, {});
    if (answer.result != SatResult::Unsat) continue;
    const Cut cut = half(terms, clauses, 1);
    const term::Term formula = interpolant(terms, clauses, answer.refutation, cut);
    for (unsigned assignment = 1; assignment < 1U << num_variables; assignment += 2) {
      term::Model model;
      for (const auto& [variable, symbol] : cut.shared)
        model.emplace(symbol, terms.mk_bool((assignment >> static_cast<unsigned>(variable - 1)) % 2 == 1));
      const auto all_hold = [&](bool in_a) {
        for (std::size_t i = 0; i < clauses.size(); ++i)
          if (cut.is_in_a[i] == in_a && !holds(clauses[i], assignment)) return false;
        return true;
      };
      const bool value = term::evaluate(terms, formula, model).is_true();
      EXPECT_TRUE(value || !all_hold(true)) << "A should imply the interpolant, round " << round;
      EXPECT_FALSE(value && all_hold(false)) << "B should contradict it, round " << round;
    }
  }
}

TEST(RefutationTest, EmptyAndUnitClauses) {
  EXPECT_TRUE(is_refutation({{}}, refute(std::vector<Clause>{{}}, 1, 0, {}).refutation));
  const std::vector<Clause> units{{1}, {-1, 2}, {-2}};
  EXPECT_TRUE(is_refutation(units, refute(units, 2, 0, {}).refutation));
  EXPECT_EQ(refute(std::vector<Clause>{{1, -1}, {2}}, 2, 0, {}).result, SatResult::Sat);
}

TEST(RupReplayTest, ALemmaThatDoesNotFollowIsRejected) {
  RupReplay replay(3);
  replay.add_input({1, 2}, 0);
  replay.add_input({-1, 2}, 1);
  EXPECT_FALSE(replay.add_lemma({1}));
  EXPECT_TRUE(replay.add_lemma({2}));
  EXPECT_FALSE(replay.is_refuted());
  replay.add_input({-2, 3}, 2);
  replay.add_input({-3}, 3);
  EXPECT_TRUE(replay.is_refuted());
}

TEST(RupReplayTest, ARemovedClauseIsNotUsed) {
  RupReplay replay(2);
  replay.add_input({1, 2}, 0);
  replay.add_input({-1, 2}, 1);
  replay.remove({2, 1});
  EXPECT_FALSE(replay.add_lemma({2}));
}

}  // namespace
}  // namespace pendulum::smt
