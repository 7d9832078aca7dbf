// Terms are built bottom-up with an explicit stack that has one frame per open list, so that deeply nested
// terms do not need a deep call stack.
#include "term/smtlib/term_reader.h"

#include <fmt/format.h>

#include "base/check.h"
#include "term/smtlib/operators.h"
#include "term/traverse.h"

namespace pendulum::term {

/// An open list, with the values of the arguments that have been read and the position of the next one.
struct TermReader::Frame {
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

namespace {

constexpr int max_sort_depth = 1000;

bool is_atomic(const SExpr& expr) {
  return !expr.is_list() || expr.starts_with("_") || expr.starts_with("as");
}

}  // namespace

void TermReader::begin(const SExprReader& source) {
  source_ = &source;
  let_values_.clear();
  let_terms_seen_.clear();
  let_symbols_.clear();
  for (const auto& [name, macro] : macros_) let_values_.push_back(macro.body);
}

Term TermReader::term(const SExpr& expr) {
  environment_.clear();
  in_macro_ = false;
  return read(expr);
}

Macro TermReader::macro(const SExpr& parameters, const SExpr& body) {
  if (!parameters.is_list()) fail(parameters, "a list of parameters");
  environment_.clear();
  Macro macro;
  for (const SExpr* p = parameters.first; p != nullptr; p = p->next) {
    if (p->length() != 2 || !p->first->is_name()) fail(*p, "a parameter (name sort)");
    macro.parameters.push_back(manager_.mk_fresh(p->first->text, sort(*p->child(1))));
    bind(p->first->text, macro.parameters.back());
  }
  in_macro_ = !macro.parameters.empty();
  macro.body = read(body);
  return macro;
}

void TermReader::define(const SExpr& name, Macro macro) {
  let_values_.push_back(macro.body);  // quantifiers could capture its free symbols like those of a let
  if (!macros_.emplace(std::string(name.text), std::move(macro)).second)
    fail(name, fmt::format("a new name, found '{}'", name.text));
}

void TermReader::unbind(std::string_view name) {
  const auto found = environment_.find(name);
  PENDULUM_CHECK(found != environment_.end() && !found->second.empty(), "'{}' should be bound", name);
  found->second.pop_back();
  if (found->second.empty()) environment_.erase(found);
}

std::uint32_t TermReader::index(const SExpr* expr, const SExpr& parent) const {
  if (expr == nullptr || expr->type != SExpr::Type::Numeral || expr->text.size() > 9)
    fail(parent, "a small number as index");
  return static_cast<std::uint32_t>(std::stoul(std::string(expr->text)));
}

// Atoms.

Term TermReader::named(const SExpr& name) {
  if (name.is("true")) return manager_.mk_true();
  if (name.is("false")) return manager_.mk_false();
  const auto local = environment_.find(name.text);
  if (local != environment_.end()) {
    PENDULUM_CHECK(!local->second.empty(), "the environment should contain only bound names, not '{}'",
                   name.text);
    return local->second.back();
  }
  const auto macro = macros_.find(name.text);
  if (macro != macros_.end() && macro->second.parameters.empty()) return macro->second.body;
  const Term symbol = manager_.find_symbol(name.text);
  if (symbol.is_null()) fail(name, fmt::format("a declared symbol, found '{}'", name.text));
  return symbol;
}

Term TermReader::indexed_constant(const SExpr& expr) {
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
  return manager_.mk_bv(value, width);
}

Term TermReader::atom(const SExpr& expr) {
  const std::string text(expr.text);
  switch (expr.type) {
    case SExpr::Type::Symbol:
    case SExpr::Type::Quoted:
      return named(expr);
    case SExpr::Type::Numeral:
      return manager_.mk_int(mpz_class(text, 10));
    case SExpr::Type::Decimal: {
      const std::size_t dot = text.find('.');
      const std::size_t decimals = text.size() - dot - 1;
      mpz_class denominator;
      mpz_ui_pow_ui(denominator.get_mpz_t(), 10, decimals);
      mpq_class value(mpz_class(text.substr(0, dot) + text.substr(dot + 1), 10), denominator);
      return manager_.mk_real(value);
    }
    case SExpr::Type::Hexadecimal:
      return manager_.mk_bv(mpz_class(text, 16), static_cast<std::uint32_t>(text.size() * 4));
    case SExpr::Type::Binary:
      return manager_.mk_bv(mpz_class(text, 2), static_cast<std::uint32_t>(text.size()));
    case SExpr::Type::String:
    case SExpr::Type::Keyword:
      break;
    case SExpr::Type::List:
      return indexed_constant(expr);
  }
  fail(expr, "a term");
}

// Lists.

void TermReader::open_let(Frame& frame) {
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
Term TermReader::bound_symbol(const SExpr& name, Sort variable_sort) {
  for (const Term value : let_values_) {
    TermVector stack{value};
    while (!stack.empty()) {
      const Term t = stack.back();
      stack.pop_back();
      if (!let_terms_seen_.insert(t).second) continue;
      if (t.is_symbol()) let_symbols_.insert(t);
      stack.insert(stack.end(), t.children().begin(), t.children().end());
    }
  }
  let_values_.clear();
  const Term known = manager_.find_symbol(name.text);
  if (known.is_null() && !in_macro_) return manager_.mk_symbol(name.text, variable_sort);
  const bool usable = !in_macro_ && known.sort() == variable_sort && !let_symbols_.contains(known);
  return usable ? known : manager_.mk_fresh(name.text, variable_sort);
}

void TermReader::open_quantifier(Frame& frame) {
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
void TermReader::open_head_list(Frame& frame) {
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

TermReader::Frame TermReader::open(const SExpr& expr) {
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

const SExpr* TermReader::next_argument(Frame& frame) {
  const SExpr* argument = frame.next;
  if (frame.form == Frame::Form::Let && frame.in_bindings) {
    if (argument != nullptr) {
      frame.next = argument->next;
      return argument->child(1);
    }
    // All values have been read in the outer scope; now the names become visible.
    PENDULUM_CHECK(frame.names.size() == frame.values.size(), "each name of a let should have a value");
    for (std::size_t i = 0; i < frame.names.size(); ++i) bind(frame.names[i], frame.values[i]);
    let_values_.insert(let_values_.end(), frame.values.begin(), frame.values.end());
    frame.values.clear();
    frame.in_bindings = false;
    frame.next = nullptr;
    return frame.expr->child(2);
  }
  if (argument != nullptr) frame.next = frame.form == Frame::Form::Annotation ? nullptr : argument->next;
  return argument;
}

Term TermReader::expand(const Macro& macro, const Frame& frame) {
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
  return substitute(manager_, macro.body, map);
}

Term TermReader::apply(const Frame& frame) {
  PENDULUM_CHECK(frame.head != nullptr, "an application should have an operator");
  const SExpr& head = *frame.head;
  if (frame.indices.empty()) {
    const auto macro = macros_.find(head.text);
    if (macro != macros_.end()) return expand(macro->second, frame);
  }
  if (head.type == SExpr::Type::Symbol) {
    if (const auto result = apply_operator(manager_, head.text, frame.indices, frame.values)) return *result;
  }
  const Function* function = manager_.find_function(head.text);
  if (function == nullptr || !frame.indices.empty())
    fail(head, fmt::format("an operator, found '{}'", head.text));
  return manager_.mk_apply(*function, frame.values);
}

Term TermReader::close(Frame& frame) {
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
        return frame.expr->starts_with("forall") ? manager_.mk_forall(frame.bound, frame.values.at(0))
                                                 : manager_.mk_exists(frame.bound, frame.values.at(0));
      case Frame::Form::Annotation:
        return frame.values.at(0);
      case Frame::Form::ConstArray:
        if (frame.values.size() != 1) fail(*frame.expr, "one argument of a constant array");
        return manager_.mk_const_array(frame.sort, frame.values[0]);
    }
    PENDULUM_UNREACHABLE();
  } catch (const std::string& expectation) {
    fail(*frame.expr, expectation);
  } catch (const base::InternalError&) {
    // The manager throws InternalError for ill-sorted terms; here the text is at fault.
    fail(*frame.expr, fmt::format("arguments of other sorts, found ({})", arguments()));
  }
}

Term TermReader::read(const SExpr& root) {
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

Sort TermReader::sort(const SExpr& expr, int depth) {
  if (depth > max_sort_depth) fail(expr, "a sort that is less deeply nested");
  if (expr.is("Bool")) return manager_.bool_sort();
  if (expr.is("Int")) return manager_.int_sort();
  if (expr.is("Real")) return manager_.real_sort();
  if (expr.is_name()) {
    const auto defined = sort_names_.find(expr.text);
    const Sort known = defined != sort_names_.end() ? defined->second : manager_.find_sort(expr.text);
    if (known.is_null()) fail(expr, fmt::format("a sort, found '{}'", expr.text));
    return known;
  }
  if (expr.starts_with("_") && expr.length() == 3 && expr.child(1)->is("BitVec")) {
    const std::uint32_t width = index(expr.child(2), expr);
    constexpr std::uint32_t max_width = 1u << 24;
    if (width == 0 || width > max_width) fail(expr, "a positive width");
    return manager_.bitvec_sort(width);
  }
  if (expr.starts_with("Array") && expr.length() == 3) {
    return manager_.array_sort(sort(*expr.child(1), depth + 1), sort(*expr.child(2), depth + 1));
  }
  fail(expr, "a sort");
}

}  // namespace pendulum::term
