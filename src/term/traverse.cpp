// Traversal of term DAGs with an explicit stack. A term stays on the stack until its children are processed.
// Processed terms are in the cache, so that each edge of the DAG is visited a constant number of times.
#include "term/traverse.h"

#include <algorithm>

#include "base/check.h"
#include "term/signature/kind_info.h"

namespace pendulum::term {

namespace {

/// Calls `build(t, new_children)` for each subterm t that is not in `cache` yet, children first, and stores
/// the result in `cache`. Returns the result for `root`.
template <typename Build>
Term rebuild(Term root, Substitution& cache, Build&& build) {
  PENDULUM_CHECK(!root.is_null(), "a term that is rebuilt should not be null");
  TermVector stack{root};
  TermVector children;
  while (!stack.empty()) {
    const Term term = stack.back();
    if (cache.contains(term)) {
      stack.pop_back();
      continue;
    }
    children.clear();
    const std::size_t height = stack.size();
    for (const Term child : term.children()) {
      const auto found = cache.find(child);
      if (found == cache.end()) {
        stack.push_back(child);
      } else {
        children.push_back(found->second);
      }
    }
    if (stack.size() != height) continue;
    stack.pop_back();
    cache.emplace(term, build(term, std::span<const Term>(children)));
  }
  return cache.at(root);
}

/// Returns `term` with other children. Avoids mk_like if the children have not changed.
Term with_children(TermManager& manager, Term term, std::span<const Term> children) {
  PENDULUM_DCHECK(children.size() == term.num_children(), "each child should be replaced by one");
  const bool same = std::equal(children.begin(), children.end(), term.children().begin());
  return same ? term : manager.mk_like(term, children);
}

std::span<const Term> bound_symbols(Term quantifier) {
  PENDULUM_DCHECK(is_quantifier(quantifier.kind()), "bound symbols should be those of a quantifier");
  return quantifier.children().first(quantifier.num_children() - 1);
}

}  // namespace

Substituter::Substituter(TermManager& manager, const Substitution& map) : manager_(manager), cache_(map) {
  for (const auto& [key, value] : map) {
    PENDULUM_CHECK(key.sort() == value.sort(), "key and value of a substitution should have one sort");
    mapped_.push_back(key);
    mapped_.push_back(value);
  }
}

/// Soundness: a bound variable among the keys would be replaced although it is bound, and one in a value
/// would be captured. Both cases throw InternalError.
void Substituter::check_bound(Term quantifier) {
  if (!mapped_.empty()) {
    const TermVector free = symbols(mapped_);
    mapped_symbols_.insert(free.begin(), free.end());
    mapped_.clear();
  }
  for (const Term bound : bound_symbols(quantifier)) {
    PENDULUM_CHECK(!mapped_symbols_.contains(bound),
                   "the bound variable '{}' should not occur in a substitution", bound.name());
  }
}

Term Substituter::operator()(Term term) {
  return rebuild(term, cache_, [this](Term t, std::span<const Term> children) {
    if (is_quantifier(t.kind())) check_bound(t);
    return with_children(manager_, t, children);
  });
}

Term substitute(TermManager& manager, Term term, const Substitution& map) {
  if (map.empty()) return term;
  return Substituter(manager, map)(term);
}

Term Rewriter::operator()(Term term) {
  return rebuild(term, cache_, [this](Term t, std::span<const Term> children) {
    const Term result = rule_(t, children);
    return result.is_null() ? with_children(manager_, t, children) : result;
  });
}

namespace {

/// A scope in the traversal of symbols(): terms, and the variables that enclosing quantifiers bind.
struct Scope {
  TermVector roots;
  TermSet bound;
};

/// Adds the free symbols of one scope to `result`, and the scopes of its quantifiers to `scopes`.
void walk_scope(const Scope& scope, TermSet& result, std::vector<Scope>& scopes) {
  TermSet seen;
  TermVector stack = scope.roots;
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (!seen.insert(term).second) continue;
    if (term.is_symbol()) {
      if (!scope.bound.contains(term)) result.insert(term);
    } else if (is_quantifier(term.kind())) {
      Scope inner{{term.children().back()}, scope.bound};
      for (const Term bound : bound_symbols(term)) inner.bound.insert(bound);
      scopes.push_back(std::move(inner));
    } else {
      for (const Term child : term.children()) {
        if (child.is_symbol() || child.num_children() != 0) stack.push_back(child);
      }
    }
  }
}

TermVector sorted(const TermSet& set) {
  TermVector result(set.begin(), set.end());
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

TermVector symbols(std::span<const Term> terms) {
  TermSet result;
  std::vector<Scope> scopes{{TermVector(terms.begin(), terms.end()), {}}};
  while (!scopes.empty()) {
    const Scope scope = std::move(scopes.back());
    scopes.pop_back();
    walk_scope(scope, result, scopes);
  }
  return sorted(result);
}

TermVector symbols(Term term) {
  return symbols(std::span(&term, 1));
}

TermVector subterms(std::span<const Term> terms) {
  TermVector result;
  TermSet done;
  TermVector stack(terms.rbegin(), terms.rend());
  while (!stack.empty()) {
    const Term term = stack.back();
    const std::size_t height = stack.size();
    if (!done.contains(term)) {
      for (std::size_t i = term.num_children(); i > 0; --i) {
        if (!done.contains(term[i - 1])) stack.push_back(term[i - 1]);
      }
    }
    if (stack.size() != height) continue;
    stack.pop_back();
    if (done.insert(term).second) result.push_back(term);
  }
  return result;
}

std::size_t dag_size(Term term) {
  return subterms(std::span(&term, 1)).size();
}

namespace {

TermVector parts(Kind kind, Term term) {
  PENDULUM_CHECK(term.sort().is_bool(), "'{}' should be divided into Bool terms", name_of(kind));
  TermVector result;
  TermSet seen;
  TermVector stack{term};
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (!seen.insert(t).second) continue;
    if (t.kind() == kind) {
      stack.insert(stack.end(), t.children().rbegin(), t.children().rend());
    } else {
      result.push_back(t);
    }
  }
  return result;
}

bool is_connective(Term term) {
  if (term.kind() == Kind::Eq) return term[0].sort().is_bool();
  return term.is_value() || is_core(term.kind());
}

}  // namespace

TermVector conjuncts(Term term) {
  return parts(Kind::And, term);
}
TermVector disjuncts(Term term) {
  return parts(Kind::Or, term);
}

TermVector atoms(Term term) {
  TermSet result;
  TermSet seen;
  TermVector stack{term};
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (!seen.insert(t).second) continue;
    if (t.sort().is_bool() && !is_connective(t)) result.insert(t);
    // Subterms of a quantifier may contain its bound variables and are not atoms of the whole term.
    if (!is_quantifier(t.kind())) stack.insert(stack.end(), t.children().begin(), t.children().end());
  }
  return sorted(result);
}

}  // namespace pendulum::term
