// Reads terms and sorts of SMT-LIB from S-expressions, in the scope of the definitions that were read before.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "term/smtlib/sexpr.h"
#include "term/term_manager.h"

namespace pendulum::term {

/// A function or constant that define-fun defines.
struct Macro {
  TermVector parameters;  ///< fresh symbols
  Term body;
};

/// The environment contains the names that are bound by let, quantifiers and parameters of define-fun. It
/// maps each name to its bindings, the innermost one last.
class TermReader {
 public:
  explicit TermReader(TermManager& manager) : manager_(manager) {}

  /// Starts a new text. Definitions of earlier texts stay valid. Errors are positions in `source`.
  void begin(const SExprReader& source);
  bool has_source() const { return source_ != nullptr; }
  [[noreturn]] void fail(const SExpr& at, const std::string& what) const { source_->fail(at, what); }

  Term term(const SExpr& expr);
  Sort sort(const SExpr& expr) { return sort(expr, 0); }

  /// Reads the parameters ((name sort) ...) and the body of a define-fun.
  Macro macro(const SExpr& parameters, const SExpr& body);
  /// Makes `name` an abbreviation. Locally bound names shadow it. Fails if `name` is already defined.
  void define(const SExpr& name, Macro macro);
  void define_sort(std::string_view name, Sort sort) {
    sort_names_.insert_or_assign(std::string(name), sort);
  }

 private:
  struct StringHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  template <typename T>
  using NameMap = std::unordered_map<std::string, T, StringHash, std::equal_to<>>;
  struct Frame;

  Term read(const SExpr& root);
  Term atom(const SExpr& expr);
  Term named(const SExpr& name);
  Term indexed_constant(const SExpr& expr);
  Frame open(const SExpr& expr);
  void open_let(Frame& frame);
  void open_quantifier(Frame& frame);
  void open_head_list(Frame& frame);
  const SExpr* next_argument(Frame& frame);
  Term close(Frame& frame);
  Term apply(const Frame& frame);
  Term expand(const Macro& macro, const Frame& frame);
  Term bound_symbol(const SExpr& name, Sort variable_sort);
  Sort sort(const SExpr& expr, int depth);
  std::uint32_t index(const SExpr* expr, const SExpr& parent) const;
  void bind(std::string_view name, Term value) { environment_[std::string(name)].push_back(value); }
  void unbind(std::string_view name);

  TermManager& manager_;
  const SExprReader* source_ = nullptr;  ///< reader of the current text
  NameMap<TermVector> environment_;
  NameMap<Macro> macros_;
  NameMap<Sort> sort_names_;
  bool in_macro_ = false;   ///< the body of a define-fun with parameters is being read
  TermVector let_values_;   ///< values of lets and define-funs whose symbols are not in let_symbols_ yet
  TermSet let_terms_seen_;  ///< subterms of such values that have been visited
  TermSet let_symbols_;     ///< symbols of such values that have been visited
};

}  // namespace pendulum::term
