// The dynamic slice: a statement is relevant if the violation uses a value that it computed, or if its
// condition decided that a relevant statement was executed. A call of a function with relevant statements is
// shown, but its arguments are relevant only if a relevant statement uses them.
#include <algorithm>

#include "base/check.h"
#include "trace/statements.h"

namespace pendulum::trace {

namespace {

enum class Mark { None, Shown, Relevant };

}  // namespace

void slice(std::vector<Statement>& statements) {
  if (statements.empty()) return;
  std::vector<Mark> marks(statements.size(), Mark::None);
  std::vector<std::size_t> pending;
  const auto mark = [&](std::size_t index, Mark wanted) {
    PENDULUM_CHECK(index < statements.size(), "statement {} should exist", index);
    if (marks[index] >= wanted) return;
    marks[index] = wanted;
    pending.push_back(index);
  };
  mark(statements.size() - 1, Mark::Relevant);
  while (!pending.empty()) {
    const std::size_t index = pending.back();
    pending.pop_back();
    const Statement& statement = statements[index];
    if (marks[index] == Mark::Relevant)
      for (const std::size_t other : statement.data) mark(other, Mark::Relevant);
    if (!statement.control) continue;
    const bool is_call = statements[*statement.control].step.kind == Step::Kind::Call;
    mark(*statement.control, is_call ? Mark::Shown : Mark::Relevant);
  }
  for (std::size_t i = 0; i < statements.size(); ++i) statements[i].step.is_relevant = marks[i] != Mark::None;
}

}  // namespace pendulum::trace
