#include "term/evaluation/read_over_write.h"

#include "base/check.h"

namespace pendulum::term {

ReadOverWrite::ReadOverWrite(TermManager& manager)
    : manager_(manager), rewrite_(manager, [this](Term original, std::span<const Term> children) {
        return original.kind() == Kind::Select ? read(children[0], children[1]) : Term();
      }) {}

Term ReadOverWrite::read(Term array, Term index) {
  PENDULUM_CHECK(array.sort().is_array() && array.sort().index() == index.sort(),
                 "an array should be read at an index of sort {}", index.sort().to_string());
  Substitution& known = elements_[index];
  TermVector open{array};
  while (!open.empty()) {
    const Term top = open.back();
    const auto element = [&](std::size_t child) {
      const auto found = known.find(top[child]);
      if (found != known.end()) return found->second;
      open.push_back(top[child]);
      return Term();
    };
    Term result;
    if (known.contains(top)) {
      open.pop_back();
      continue;
    }
    if (top.kind() == Kind::Store) {
      if (const Term rest = element(0)) result = manager_.mk_ite(manager_.mk_eq(top[1], index), top[2], rest);
    } else if (top.kind() == Kind::Ite) {
      const Term yes = element(1);
      const Term no = element(2);
      if (yes && no) result = manager_.mk_ite(top[0], yes, no);
    } else {
      result = manager_.mk_select(top, index);
    }
    if (!result) continue;
    known.emplace(top, result);
    open.pop_back();
  }
  return known.at(array);
}

}  // namespace pendulum::term
