// Translation of terms to Z3 expressions and back. A Z3Environment consists of a Z3 context and the
// translated terms of one TermManager. All solvers for this manager share it, so that each term is translated
// only once, independently of the number of solvers, pushes and pops.
#pragma once

#include <z3++.h>

#include <memory>
#include <unordered_map>
#include <vector>

#include "term/term_manager.h"

namespace pendulum::smt {

class Z3Environment {
 public:
  explicit Z3Environment(term::TermManager& manager);
  ~Z3Environment();
  Z3Environment(const Z3Environment&) = delete;
  Z3Environment& operator=(const Z3Environment&) = delete;

  z3::context& context() { return context_; }
  term::TermManager& manager() const { return manager_; }

  /// Returns the Z3 expression or sort for a term or sort. It is valid as long as this object.
  z3::expr to_z3(term::Term term);
  z3::sort to_z3(term::Sort sort);

  /// Returns the term for `expr`. Null if `expr` contains quantifiers, lambdas, symbols that Z3 introduced,
  /// algebraic numbers, or operators of unsupported theories. `model` provides the functions of as-array
  /// values.
  term::Term from_z3(const z3::expr& expr, const z3::model* model = nullptr);
  /// Null if the sort is not supported.
  term::Sort from_z3(const z3::sort& sort);

  /// Returns a fresh Bool constant.
  z3::expr fresh_bool(const char* prefix);

 private:
  friend class Z3Reader;  ///< z3_read.cpp

  /// Returns the terms that have to be translated before `term`: its children, or its lowering.
  std::span<const term::Term> operands(const term::Term& term);
  z3::expr translate(term::Term term);
  z3::expr translate_leaf(term::Term term);
  z3::expr translate_other(term::Term term, const std::vector<Z3_ast>& children);
  z3::expr translate_quantifier(term::Term term, const std::vector<Z3_ast>& children);
  z3::expr signed_overflow(term::Kind kind, Z3_ast left, Z3_ast right);
  z3::expr zero_if_by_zero(term::Term term, const z3::expr& quotient);
  Z3_func_decl declare(const term::Function& function);
  z3::expr made(Z3_ast ast);  ///< wraps a new Z3 AST; throws InternalError if Z3 reported an error

  term::TermManager& manager_;
  z3::context context_;
  std::vector<Z3_ast> cache_;  ///< by term id; null: not translated yet; holds a reference to each AST
  term::TermMap<term::Term> lowered_;  ///< applications of floating-point operators
  std::vector<z3::sort> sorts_;        ///< keeps the values of sort_cache_ alive
  std::unordered_map<term::Sort, Z3_sort> sort_cache_;
  std::unordered_map<const term::Function*, z3::func_decl> functions_;
  std::unordered_map<unsigned, term::Term> symbol_of_;               ///< by Z3's id of the constant
  std::unordered_map<unsigned, const term::Function*> function_of_;  ///< by Z3's id of the declaration
};

}  // namespace pendulum::smt
