// Reads terms and scripts. Terms are built bottom-up with an explicit stack that has one frame per open list,
// so that deeply nested terms do not need a deep call stack. One environment contains the names that are
// bound by let, quantifiers and parameters of define-fun. It maps each name to its bindings, the innermost
// one last.
#include "term/smtlib/reader.h"

#include <fmt/format.h>

#include <unordered_map>

#include "base/check.h"
#include "term/signature/symbol_syntax.h"
#include "term/smtlib/operators.h"
#include "term/smtlib/sexpr.h"
#include "term/traverse.h"

namespace pendulum::term {

namespace {

struct StringHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

template <typename T>
using NameMap = std::unordered_map<std::string, T, StringHash, std::equal_to<>>;

/// A function or constant that define-fun defines.
struct Macro {
  TermVector parameters;  ///< fresh symbols
  Term body;
};

/// An open list, with the values of the arguments that have been read and the position of the next one.
struct Frame {
  enum class Form { Apply, Let, Quantifier, Annotation, ConstArray };
  const SExpr* expr;
  Form form = Form::Apply;
  const SExpr* next = nullptr;  ///< the next argument, or the next binding of a let
  bool in_bindings = false;     ///< of a let: the bindings are being read
  TermVector values{};
  std::vector<std::string_view> names{};  ///< names that this list binds
  std::vector<std::uint32_t> indices{};
  const SExpr* head = nullptr;  ///< the operator's name
  TermVector bound{};           ///< bound symbols of a quantifier
  Sort sort{};                  ///< sort of a constant array
};

constexpr int max_sort_depth = 1000;

}  // namespace

struct SmtLibReader::Impl {
  Impl(TermManager& m, std::string where) : manager(m), origin(std::move(where)) {}

  // Terms.
  Term read(const SExpr& root);
  Term atom(const SExpr& expr);
  Term named(const SExpr& name);
  bool is_atomic(const SExpr& expr) const;
  Term indexed_constant(const SExpr& expr);
  Frame open(const SExpr& expr);
  void open_let(Frame& frame);
  void open_quantifier(Frame& frame);
  void open_head_list(Frame& frame);
  const SExpr* next_argument(Frame& frame);
  Term close(Frame& frame);
  Term apply(const Frame& frame);
  Term expand(const Macro& macro, const Frame& frame);
  Term bound_symbol(const SExpr& name, Sort sort);
  void bind(std::string_view name, Term value) { environment[std::string(name)].push_back(value); }
  void unbind(std::string_view name);

  // Sorts and scripts.
  const SExpr& only_expression(SExprReader& reader);
  Sort sort(const SExpr& expr, int depth = 0);
  void command(const SExpr& expr, Script& script);
  void declare(const SExpr& expr);
  void define(const SExpr& expr);
  void define_sort(const SExpr& expr);
  void require_length(const SExpr& expr, std::size_t length, const char* what) const;
  std::string_view new_name(const SExpr* expr) const;
  std::uint32_t index(const SExpr* expr, const SExpr& parent) const;
  [[noreturn]] void fail(const SExpr& at, const std::string& what) const { source->fail(at, what); }

  TermManager& manager;
  std::string origin;
  SExprReader* source = nullptr;  ///< reader of the current text
  NameMap<TermVector> environment;
  NameMap<Macro> macros;
  NameMap<Sort> sort_names;
  bool in_macro = false;   ///< the body of a define-fun with parameters is being read
  TermVector let_values;   ///< values of lets and define-funs whose symbols are not in let_symbols yet
  TermSet let_terms_seen;  ///< subterms of such values that have been visited
  TermSet let_symbols;     ///< symbols of such values that have been visited
};

void SmtLibReader::Impl::unbind(std::string_view name) {
  const auto found = environment.find(name);
  PENDULUM_CHECK(found != environment.end() && !found->second.empty(), "'{}' should be bound", name);
  found->second.pop_back();
  if (found->second.empty()) environment.erase(found);
}

std::uint32_t SmtLibReader::Impl::index(const SExpr* expr, const SExpr& parent) const {
  if (expr == nullptr || expr->type != SExpr::Type::Numeral || expr->text.size() > 9)
    fail(parent, "a small number as index");
  return static_cast<std::uint32_t>(std::stoul(std::string(expr->text)));
}

// Atoms.

bool SmtLibReader::Impl::is_atomic(const SExpr& expr) const {
  return !expr.is_list() || expr.starts_with("_") || expr.starts_with("as");
}

Term SmtLibReader::Impl::named(const SExpr& name) {
  if (name.is("true")) return manager.mk_true();
  if (name.is("false")) return manager.mk_false();
  const auto local = environment.find(name.text);
  if (local != environment.end()) {
    PENDULUM_CHECK(!local->second.empty(), "the environment should contain only bound names, not '{}'",
                   name.text);
    return local->second.back();
  }
  const auto macro = macros.find(name.text);
  if (macro != macros.end() && macro->second.parameters.empty()) return macro->second.body;
  const Term symbol = manager.find_symbol(name.text);
  if (symbol.is_null()) fail(name, fmt::format("a declared symbol, found '{}'", name.text));
  return symbol;
}

Term SmtLibReader::Impl::indexed_constant(const SExpr& expr) {
  const SExpr* name = expr.child(1);
  if (expr.starts_with("as") && name != nullptr && name->is_name() && expr.length() == 3) {
    const Term symbol = named(*name);
    if (symbol.sort() != sort(*expr.child(2)))
      fail(expr, fmt::format("a symbol of sort {}", symbol.sort().to_string()));
    return symbol;
  }
  const bool is_bv = expr.starts_with("_") && name != nullptr && name->type == SExpr::Type::Symbol &&
                     name->text.size() > 2 && name->text.starts_with("bv") &&
                     name->text.find_first_not_of("0123456789", 2) == std::string_view::npos;
  if (!is_bv || expr.length() != 3) fail(expr, "a constant (_ bvN width) or an operator with arguments");
  const std::uint32_t width = index(expr.child(2), expr);
  const mpz_class value(std::string(name->text.substr(2)), 10);
  if (width == 0 || (value != 0 && mpz_sizeinbase(value.get_mpz_t(), 2) > width))
    fail(expr, "a value that fits its width");
  return manager.mk_bv(value, width);
}

Term SmtLibReader::Impl::atom(const SExpr& expr) {
  const std::string text(expr.text);
  switch (expr.type) {
    case SExpr::Type::Symbol:
    case SExpr::Type::Quoted:
      return named(expr);
    case SExpr::Type::Numeral:
      return manager.mk_int(mpz_class(text, 10));
    case SExpr::Type::Decimal: {
      const std::size_t dot = text.find('.');
      const std::size_t decimals = text.size() - dot - 1;
      mpz_class denominator;
      mpz_ui_pow_ui(denominator.get_mpz_t(), 10, decimals);
      mpq_class value(mpz_class(text.substr(0, dot) + text.substr(dot + 1), 10), denominator);
      return manager.mk_real(value);
    }
    case SExpr::Type::Hexadecimal:
      return manager.mk_bv(mpz_class(text, 16), static_cast<std::uint32_t>(text.size() * 4));
    case SExpr::Type::Binary:
      return manager.mk_bv(mpz_class(text, 2), static_cast<std::uint32_t>(text.size()));
    case SExpr::Type::String:
    case SExpr::Type::Keyword:
      break;
    case SExpr::Type::List:
      return indexed_constant(expr);
  }
  fail(expr, "a term");
}

// Lists.

void SmtLibReader::Impl::open_let(Frame& frame) {
  const SExpr& expr = *frame.expr;
  if (expr.length() != 3 || !expr.child(1)->is_list() || expr.child(1)->first == nullptr) {
    fail(expr, "(let ((name term) ...) term)");
  }
  for (const SExpr* b = expr.child(1)->first; b != nullptr; b = b->next) {
    if (b->length() != 2 || !b->first->is_name()) fail(*b, "a binding (name term)");
    frame.names.push_back(b->first->text);
  }
  frame.form = Frame::Form::Let;
  frame.in_bindings = true;
  frame.next = expr.child(1)->first;
}

/// Returns the symbol for a variable that a quantifier binds.
/// Soundness: if the variable had the same symbol as a symbol in the value of an enclosing let, it would
/// capture that symbol, since terms are not renamed. Such a variable therefore gets a fresh symbol. All
/// variables in the body of a define-fun with parameters get fresh symbols, because the arguments are not
/// known yet.
Term SmtLibReader::Impl::bound_symbol(const SExpr& name, Sort variable_sort) {
  for (const Term value : let_values) {
    TermVector stack{value};
    while (!stack.empty()) {
      const Term t = stack.back();
      stack.pop_back();
      if (!let_terms_seen.insert(t).second) continue;
      if (t.is_symbol()) let_symbols.insert(t);
      stack.insert(stack.end(), t.children().begin(), t.children().end());
    }
  }
  let_values.clear();
  const Term known = manager.find_symbol(name.text);
  if (known.is_null() && !in_macro) return manager.mk_symbol(name.text, variable_sort);
  const bool usable = !in_macro && known.sort() == variable_sort && !let_symbols.contains(known);
  return usable ? known : manager.mk_fresh(name.text, variable_sort);
}

void SmtLibReader::Impl::open_quantifier(Frame& frame) {
  const SExpr& expr = *frame.expr;
  if (expr.length() != 3 || !expr.child(1)->is_list() || expr.child(1)->first == nullptr) {
    fail(expr, "a quantifier ((name sort) ...) term");
  }
  for (const SExpr* b = expr.child(1)->first; b != nullptr; b = b->next) {
    if (b->length() != 2 || !b->first->is_name()) fail(*b, "a variable (name sort)");
    frame.bound.push_back(bound_symbol(*b->first, sort(*b->child(1))));
    frame.names.push_back(b->first->text);
  }
  PENDULUM_CHECK(frame.names.size() == frame.bound.size(), "each bound name should have a symbol");
  for (std::size_t i = 0; i < frame.names.size(); ++i) bind(frame.names[i], frame.bound[i]);
  frame.form = Frame::Form::Quantifier;
  frame.next = expr.child(2);
}

/// Opens ((_ name index ...) argument ...) or ((as const sort) argument).
void SmtLibReader::Impl::open_head_list(Frame& frame) {
  const SExpr& head = *frame.expr->first;
  if (head.starts_with("as") && head.length() == 3 && head.child(1)->is("const")) {
    frame.form = Frame::Form::ConstArray;
    frame.sort = sort(*head.child(2));
    return;
  }
  if (!head.starts_with("_") || head.length() < 3 || !head.child(1)->is_name()) fail(head, "an operator");
  frame.head = head.child(1);
  for (const SExpr* i = frame.head->next; i != nullptr; i = i->next) frame.indices.push_back(index(i, head));
}

Frame SmtLibReader::Impl::open(const SExpr& expr) {
  Frame frame{.expr = &expr};
  if (expr.first == nullptr) fail(expr, "a term, found ()");
  frame.next = expr.first->next;
  if (expr.starts_with("let")) {
    open_let(frame);
  } else if (expr.starts_with("forall") || expr.starts_with("exists")) {
    open_quantifier(frame);
  } else if (expr.starts_with("!")) {
    if (frame.next == nullptr) fail(expr, "an annotated term");
    frame.form = Frame::Form::Annotation;
  } else if (expr.first->is_list()) {
    open_head_list(frame);
  } else if (expr.first->is_name()) {
    frame.head = expr.first;
  } else {
    fail(*expr.first, "an operator");
  }
  return frame;
}

const SExpr* SmtLibReader::Impl::next_argument(Frame& frame) {
  const SExpr* argument = frame.next;
  if (frame.form == Frame::Form::Let && frame.in_bindings) {
    if (argument != nullptr) {
      frame.next = argument->next;
      return argument->child(1);
    }
    // All values have been read in the outer scope; now the names become visible.
    PENDULUM_CHECK(frame.names.size() == frame.values.size(), "each name of a let should have a value");
    for (std::size_t i = 0; i < frame.names.size(); ++i) bind(frame.names[i], frame.values[i]);
    let_values.insert(let_values.end(), frame.values.begin(), frame.values.end());
    frame.values.clear();
    frame.in_bindings = false;
    frame.next = nullptr;
    return frame.expr->child(2);
  }
  if (argument != nullptr) frame.next = frame.form == Frame::Form::Annotation ? nullptr : argument->next;
  return argument;
}

Term SmtLibReader::Impl::expand(const Macro& macro, const Frame& frame) {
  if (macro.parameters.size() != frame.values.size()) {
    fail(*frame.expr, fmt::format("{} arguments of '{}'", macro.parameters.size(), frame.head->text));
  }
  Substitution map;
  for (std::size_t i = 0; i < frame.values.size(); ++i) {
    if (macro.parameters[i].sort() != frame.values[i].sort()) {
      fail(*frame.expr, fmt::format("an argument of sort {}", macro.parameters[i].sort().to_string()));
    }
    map.emplace(macro.parameters[i], frame.values[i]);
  }
  return substitute(manager, macro.body, map);
}

Term SmtLibReader::Impl::apply(const Frame& frame) {
  PENDULUM_CHECK(frame.head != nullptr, "an application should have an operator");
  const SExpr& head = *frame.head;
  if (frame.indices.empty()) {
    const auto macro = macros.find(head.text);
    if (macro != macros.end()) return expand(macro->second, frame);
  }
  if (head.type == SExpr::Type::Symbol) {
    if (const auto result = apply_operator(manager, head.text, frame.indices, frame.values)) return *result;
  }
  const Function* function = manager.find_function(head.text);
  if (function == nullptr || !frame.indices.empty())
    fail(head, fmt::format("an operator, found '{}'", head.text));
  return manager.mk_apply(*function, frame.values);
}

Term SmtLibReader::Impl::close(Frame& frame) {
  const auto arguments = [&] {
    std::string text;
    for (const Term t : frame.values) text += (text.empty() ? "" : ", ") + t.sort().to_string();
    return text;
  };
  try {
    switch (frame.form) {
      case Frame::Form::Apply:
        return apply(frame);
      case Frame::Form::Let:
        for (const std::string_view name : frame.names) unbind(name);
        return frame.values.at(0);
      case Frame::Form::Quantifier:
        for (const std::string_view name : frame.names) unbind(name);
        return frame.expr->starts_with("forall") ? manager.mk_forall(frame.bound, frame.values.at(0))
                                                 : manager.mk_exists(frame.bound, frame.values.at(0));
      case Frame::Form::Annotation:
        return frame.values.at(0);
      case Frame::Form::ConstArray:
        if (frame.values.size() != 1) fail(*frame.expr, "one argument of a constant array");
        return manager.mk_const_array(frame.sort, frame.values[0]);
    }
    PENDULUM_UNREACHABLE();
  } catch (const std::string& expectation) {
    fail(*frame.expr, expectation);
  } catch (const base::InternalError&) {
    // The manager throws InternalError for ill-sorted terms; here the text is at fault.
    fail(*frame.expr, fmt::format("arguments of other sorts, found ({})", arguments()));
  }
}

Term SmtLibReader::Impl::read(const SExpr& root) {
  if (is_atomic(root)) return atom(root);
  std::vector<Frame> stack;
  stack.push_back(open(root));
  while (true) {
    const SExpr* argument = next_argument(stack.back());
    if (argument != nullptr) {
      if (is_atomic(*argument)) {
        stack.back().values.push_back(atom(*argument));
      } else {
        stack.push_back(open(*argument));
      }
      continue;
    }
    PENDULUM_CHECK(!stack.back().in_bindings, "a let should be closed after its bindings");
    const Term value = close(stack.back());
    PENDULUM_CHECK(!value.is_null(), "a list should be read as a term");
    stack.pop_back();
    if (stack.empty()) return value;
    stack.back().values.push_back(value);
  }
}

// Sorts.

Sort SmtLibReader::Impl::sort(const SExpr& expr, int depth) {
  if (depth > max_sort_depth) fail(expr, "a sort that is less deeply nested");
  if (expr.is("Bool")) return manager.bool_sort();
  if (expr.is("Int")) return manager.int_sort();
  if (expr.is("Real")) return manager.real_sort();
  if (expr.is_name()) {
    const auto defined = sort_names.find(expr.text);
    const Sort known = defined != sort_names.end() ? defined->second : manager.find_sort(expr.text);
    if (known.is_null()) fail(expr, fmt::format("a sort, found '{}'", expr.text));
    return known;
  }
  if (expr.starts_with("_") && expr.length() == 3 && expr.child(1)->is("BitVec")) {
    const std::uint32_t width = index(expr.child(2), expr);
    constexpr std::uint32_t max_width = 1u << 24;
    if (width == 0 || width > max_width) fail(expr, "a positive width");
    return manager.bitvec_sort(width);
  }
  if (expr.starts_with("Array") && expr.length() == 3) {
    return manager.array_sort(sort(*expr.child(1), depth + 1), sort(*expr.child(2), depth + 1));
  }
  fail(expr, "a sort");
}

// Scripts.

void SmtLibReader::Impl::require_length(const SExpr& expr, std::size_t length, const char* what) const {
  if (expr.length() != length) fail(expr, what);
}

/// Returns the name of a new symbol, function or sort. Fails if it is reserved.
std::string_view SmtLibReader::Impl::new_name(const SExpr* expr) const {
  if (!expr->is_name()) fail(*expr, "a name");
  if (expr->type == SExpr::Type::Symbol && is_reserved_name(expr->text)) {
    fail(*expr, fmt::format("a name that is not reserved, found '{}'", expr->text));
  }
  return expr->text;
}

/// Reads (declare-fun name (sort ...) sort) or (declare-const name sort).
void SmtLibReader::Impl::declare(const SExpr& expr) {
  const bool is_const = expr.starts_with("declare-const");
  require_length(expr, is_const ? 3 : 4,
                 is_const ? "(declare-const name sort)" : "(declare-fun name (sort ...) sort)");
  const std::string_view name = new_name(expr.child(1));
  const Sort range = sort(*expr.child(is_const ? 2 : 3));
  std::vector<Sort> domain;
  if (!is_const) {
    if (!expr.child(2)->is_list()) fail(*expr.child(2), "a list of sorts");
    for (const SExpr* s = expr.child(2)->first; s != nullptr; s = s->next) domain.push_back(sort(*s));
  }
  try {
    if (domain.empty()) {
      manager.mk_symbol(name, range);
    } else {
      manager.declare_function(name, std::move(domain), range);
    }
  } catch (const base::InternalError&) {
    fail(expr, fmt::format("the earlier sort of '{}'", name));
  }
}

/// Reads (define-fun name ((parameter sort) ...) sort term).
void SmtLibReader::Impl::define(const SExpr& expr) {
  require_length(expr, 5, "(define-fun name ((parameter sort) ...) sort term)");
  const std::string name(new_name(expr.child(1)));
  if (!expr.child(2)->is_list()) fail(*expr.child(2), "a list of parameters");
  Macro macro;
  for (const SExpr* p = expr.child(2)->first; p != nullptr; p = p->next) {
    if (p->length() != 2 || !p->first->is_name()) fail(*p, "a parameter (name sort)");
    macro.parameters.push_back(manager.mk_fresh(p->first->text, sort(*p->child(1))));
    bind(p->first->text, macro.parameters.back());
  }
  in_macro = !macro.parameters.empty();
  macro.body = read(*expr.child(4));
  in_macro = false;
  environment.clear();
  if (macro.body.sort() != sort(*expr.child(3))) {
    fail(*expr.child(4), fmt::format("a term of sort {}", sort(*expr.child(3)).to_string()));
  }
  let_values.push_back(macro.body);  // quantifiers could capture its free symbols like those of a let
  if (!macros.emplace(name, std::move(macro)).second)
    fail(*expr.child(1), fmt::format("a new name, found '{}'", name));
}

/// Reads (declare-sort name 0) or (define-sort name () sort).
void SmtLibReader::Impl::define_sort(const SExpr& expr) {
  if (expr.starts_with("declare-sort")) {
    const bool is_plain =
        expr.length() == 3 && expr.child(2)->type == SExpr::Type::Numeral && expr.child(2)->text == "0";
    if (!is_plain) fail(expr, "(declare-sort name 0)");
    manager.uninterpreted_sort(new_name(expr.child(1)));
    return;
  }
  const bool is_plain = expr.length() == 4 && expr.child(2)->is_list() && expr.child(2)->first == nullptr;
  if (!is_plain) fail(expr, "(define-sort name () sort)");
  const std::string name(new_name(expr.child(1)));
  sort_names.insert_or_assign(name, sort(*expr.child(3)));
}

void SmtLibReader::Impl::command(const SExpr& expr, Script& script) {
  environment.clear();
  if (expr.starts_with("declare-const") || expr.starts_with("declare-fun")) {
    declare(expr);
  } else if (expr.starts_with("declare-sort") || expr.starts_with("define-sort")) {
    define_sort(expr);
  } else if (expr.starts_with("define-fun")) {
    define(expr);
  } else if (expr.starts_with("assert")) {
    require_length(expr, 2, "(assert term)");
    const Term term = read(*expr.child(1));
    if (!term.sort().is_bool()) fail(*expr.child(1), "a term of sort Bool");
    script.assertions.push_back(term);
  } else if (expr.starts_with("set-logic")) {
    require_length(expr, 2, "(set-logic name)");
    script.logic = std::string(expr.child(1)->text);
  } else if (expr.starts_with("check-sat")) {
    script.has_check_sat = true;
  } else if (!expr.starts_with("set-info") && !expr.starts_with("set-option") && !expr.starts_with("exit")) {
    fail(expr,
         "a command: declare-const, declare-fun, declare-sort, define-fun, define-sort, assert, set-logic, "
         "set-info, set-option, check-sat or exit");
  }
}

// Public interface.

SmtLibReader::SmtLibReader(TermManager& manager, std::string origin)
    : impl_(std::make_unique<Impl>(manager, std::move(origin))) {}
SmtLibReader::~SmtLibReader() = default;

const SExpr& SmtLibReader::Impl::only_expression(SExprReader& reader) {
  source = &reader;
  environment.clear();
  let_values.clear();
  let_terms_seen.clear();
  let_symbols.clear();
  for (const auto& [name, macro] : macros) let_values.push_back(macro.body);
  const SExpr* expr = reader.read();
  if (expr == nullptr) reader.fail(1, 1, "a term or a sort, found nothing");
  return *expr;
}

Term SmtLibReader::read_term(std::string_view text) {
  SExprReader reader(text, impl_->origin);
  const Term term = impl_->read(impl_->only_expression(reader));
  if (const SExpr* rest = reader.read()) reader.fail(*rest, "the end of the text");
  return term;
}

Sort SmtLibReader::read_sort(std::string_view text) {
  SExprReader reader(text, impl_->origin);
  const Sort sort = impl_->sort(impl_->only_expression(reader));
  if (const SExpr* rest = reader.read()) reader.fail(*rest, "the end of the text");
  return sort;
}

Script SmtLibReader::read_script(std::string_view text) {
  return read_script(text, [](const SExpr&) { return false; });
}

Script SmtLibReader::read_script(std::string_view text, const Extension& extension) {
  SExprReader reader(text, impl_->origin);
  impl_->source = &reader;
  Script script;
  while (const SExpr* expr = reader.read()) {
    impl_->environment.clear();
    if (!extension(*expr)) impl_->command(*expr, script);
    if (expr->starts_with("exit")) break;
  }
  return script;
}

Term SmtLibReader::term(const SExpr& expression) {
  PENDULUM_CHECK(impl_->source != nullptr, "term should be called only while a script is read");
  return impl_->read(expression);
}

Sort SmtLibReader::sort(const SExpr& expression) {
  PENDULUM_CHECK(impl_->source != nullptr, "sort should be called only while a script is read");
  return impl_->sort(expression);
}

void SmtLibReader::define(const SExpr& name, Term value) {
  PENDULUM_CHECK(!value.is_null(), "'{}' should abbreviate a term", name.text);
  const std::string text(impl_->new_name(&name));
  if (!impl_->macros.emplace(text, Macro{{}, value}).second)
    fail(name, fmt::format("a new name, found '{}'", text));
  impl_->let_values.push_back(value);  // as in Impl::define
}

void SmtLibReader::fail(const SExpr& at, const std::string& what) const {
  impl_->fail(at, what);
}

}  // namespace pendulum::term
