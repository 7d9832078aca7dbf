// Prints terms and scripts. Shared subterms get names, by let in a term and by define-fun in a script. A
// subterm that contains a bound variable is named inside the quantifier that binds the variable, so each
// quantifier body is a separate scope. Instead of recursion, the printer uses a stack of items that still
// have to be written.
#include "term/print.h"

#include <algorithm>
#include <ostream>
#include <sstream>

#include "base/check.h"
#include "base/error.h"
#include "term/float_text.h"
#include "term/signature/kind_info.h"
#include "term/signature/symbol_syntax.h"
#include "term/traverse.h"

namespace pendulum::term {

namespace {

std::string bit_vector_text(Term value) {
  const std::uint32_t width = value.sort().width();
  const bool hexadecimal = width % 4 == 0;
  const std::string digits = value.integer_value().get_str(hexadecimal ? 16 : 2);
  const std::size_t length = hexadecimal ? width / 4 : width;
  PENDULUM_CHECK(digits.size() <= length, "the value {} should have at most {} digits", digits, length);
  return (hexadecimal ? "#x" : "#b") + std::string(length - digits.size(), '0') + digits;
}

std::string negative_aside(const mpz_class& value, const char* suffix) {
  if (value < 0) return "(- " + mpz_class(-value).get_str() + suffix + ")";
  return value.get_str() + suffix;
}

std::string rational_text(const mpq_class& value) {
  if (value.get_den() == 1) return negative_aside(value.get_num(), ".0");
  return "(/ " + negative_aside(value.get_num(), ".0") + " " + value.get_den().get_str() + ".0)";
}

std::string leaf_text(Term term) {
  if (term.kind() == Kind::BitVecValue) return bit_vector_text(term);
  if (term.kind() == Kind::IntValue) return negative_aside(term.integer_value(), "");
  if (term.kind() == Kind::RealValue) return rational_text(term.rational_value());
  if (term.is_symbol()) return quote_symbol(term.name());
  return term.kind() == Kind::Apply ? quote_symbol(term.function().name) : std::string(name_of(term.kind()));
}

/// Returns the beginning "(op " of an application.
std::string head_text(Term term) {
  const std::string name(name_of(term.kind()));
  if (term.kind() == Kind::Apply) return "(" + quote_symbol(term.function().name) + " ";
  if (num_parameters(term.kind()) == 2)
    return fmt::format("((_ {} {} {}) ", name, term.parameter(0), term.parameter(1));
  if (is_indexed(term.kind())) return fmt::format("((_ {} {}) ", name, term.parameter(0));
  if (term.kind() == Kind::ConstArray) return "((as const " + term.sort().to_string() + ") ";
  return "(" + name + " ";
}

/// Returns a prefix for names of shared subterms that no symbol begins with: "?", or "??" if a symbol begins
/// with "?", and so on.
std::string unused_prefix(std::span<const Term> all) {
  std::string prefix = "?";
  for (const Term t : all) {
    if (!t.is_symbol() && t.kind() != Kind::Apply) continue;
    const std::string& name = t.is_symbol() ? t.name() : t.function().name;
    while (name.starts_with(prefix)) prefix += "?";
  }
  return prefix;
}

class Printer {
 public:
  Printer(std::ostream& out, std::string prefix, OverflowText overflow = OverflowText::Expanded)
      : out_(out), prefix_(std::move(prefix)), overflow_(overflow) {}

  /// Prints the term with a let for each shared subterm.
  void print_with_lets(Term term);
  /// Prints (define-fun name () sort term) for each shared subterm of `terms`, and the definitions of the
  /// results of floating-point operators. These operators are printed by the theory FloatingPoint from now
  /// on.
  void define_shared(std::span<const Term> terms);

 private:
  /// Item to write: a text, a term, the let of a shared subterm, a new scope with its root, or the end of a
  /// scope.
  struct Item {
    enum class What { Text, Term, Definition, Scope, End } what;
    Term term{};
    std::string text{};
  };

  void push_text(std::string text) { todo_.push_back({Item::What::Text, Term(), std::move(text)}); }
  void push_term(Term term) { todo_.push_back({Item::What::Term, term}); }
  void run();
  void write(const Item& item);
  void write_term(Term term, bool use_name);
  void write_overflow(Term term);
  void write_quantifier(Term term);
  void write_float(Term term);
  void define_float(Term term);
  void open_scope(Term root);
  TermVector shared_subterms(std::span<const Term> roots) const;
  std::string next_name() { return prefix_ + std::to_string(++counter_); }

  std::ostream& out_;
  std::string prefix_;
  OverflowText overflow_;
  std::uint64_t counter_ = 0;
  TermMap<std::string> names_;      ///< terms with a name in the current scope
  bool has_float_theory_ = false;   ///< floating-point operators are printed by the theory FloatingPoint
  TermMap<std::string> numbers_;    ///< names of the results of floating-point operators
  std::vector<TermVector> scopes_;  ///< the terms named in each open scope
  std::vector<Item> todo_;          ///< stack; the last item is written first
};

/// Returns the subterms that occur more than once and contain no variable that a quantifier below `roots`
/// binds, children before parents.
TermVector Printer::shared_subterms(std::span<const Term> roots) const {
  TermMap<int> uses;
  TermVector order;
  TermSet open;  // terms that contain a variable bound by a quantifier below the roots
  TermVector stack;
  const auto use = [&](Term t) {
    if (t.num_children() == 0 || names_.contains(t)) return;
    if (++uses[t] == 1) stack.push_back(t);
  };
  for (const Term root : roots) use(root);
  // A pre-order traversal is sufficient for counting; sorting by id puts children before parents.
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    order.push_back(term);
    if (is_quantifier(term.kind())) {
      for (const Term bound : term.children().first(term.num_children() - 1)) open.insert(bound);
      use(term.children().back());
    } else {
      for (const Term child : term.children()) use(child);
    }
  }
  std::sort(order.begin(), order.end());
  TermVector result;
  const auto is_open = [&](Term t) { return open.contains(t); };
  for (const Term term : order) {
    if (!open.empty()) {
      const TermVector free = is_quantifier(term.kind()) ? symbols(term) : TermVector();
      const std::span<const Term> parts = is_quantifier(term.kind()) ? free : term.children();
      if (std::any_of(parts.begin(), parts.end(), is_open)) {
        open.insert(term);
        continue;
      }
    }
    if (uses[term] > 1) result.push_back(term);
  }
  return result;
}

void Printer::open_scope(Term root) {
  const TermVector shared = shared_subterms(std::span(&root, 1));
  scopes_.push_back(shared);
  todo_.push_back({Item::What::End});
  push_text(std::string(shared.size(), ')'));
  push_term(root);
  for (auto it = shared.rbegin(); it != shared.rend(); ++it) todo_.push_back({Item::What::Definition, *it});
}

void Printer::run() {
  while (!todo_.empty()) {
    const Item item = std::move(todo_.back());
    todo_.pop_back();
    write(item);
  }
}

void Printer::write(const Item& item) {
  switch (item.what) {
    case Item::What::Text:
      out_ << item.text;
      break;
    case Item::What::Term:
      write_term(item.term, true);
      break;
    case Item::What::Definition: {
      const std::string name = next_name();
      out_ << "(let ((" << name << " ";
      push_text(")) ");
      write_term(item.term, false);
      // The name is visible from here on. The items of the term's own definition do not contain the term.
      PENDULUM_CHECK(!names_.contains(item.term), "a term should have one name in its scope");
      names_.emplace(item.term, name);
      break;
    }
    case Item::What::Scope:
      open_scope(item.term);
      break;
    case Item::What::End:
      PENDULUM_CHECK(!scopes_.empty(), "a scope should be open when it ends");
      for (const Term term : scopes_.back()) names_.erase(term);
      scopes_.pop_back();
      break;
  }
}

void Printer::write_term(Term term, bool use_name) {
  if (use_name) {
    const auto named = names_.find(term);
    if (named != names_.end()) {
      out_ << named->second;
      return;
    }
  }
  if (term.num_children() == 0) {
    out_ << leaf_text(term);
  } else if (is_quantifier(term.kind())) {
    write_quantifier(term);
  } else if (is_bitvec_overflow(term.kind()) && overflow_ == OverflowText::Expanded) {
    write_overflow(term);
  } else if (has_float_theory_ && is_float_operator(term.kind())) {
    write_float(term);
  } else {
    out_ << head_text(term);
    push_text(")");
    for (std::size_t i = term.num_children(); i > 0; --i) {
      push_term(term[i - 1]);
      if (i > 1) push_text(" ");
    }
  }
}

/// Prints an overflow predicate by operators of SMT-LIB 2.6: the operation overflows iff the exact result,
/// computed with enough additional bits, differs from the sign extension of its low bits.
void Printer::write_overflow(Term term) {
  PENDULUM_CHECK(is_bitvec_overflow(term.kind()), "'{}' should be an overflow predicate",
                 name_of(term.kind()));
  const std::uint32_t width = term[0].sort().width();
  const std::uint32_t added = term.kind() == Kind::BvSmulo ? width : 1;
  const char* operation = term.kind() == Kind::BvSaddo   ? "bvadd"
                          : term.kind() == Kind::BvSsubo ? "bvsub"
                                                         : "bvmul";
  const std::string name = next_name();
  const std::string extend = fmt::format("((_ sign_extend {}) ", added);
  out_ << "(let ((" << name << " (" << operation << " " << extend;
  push_text(fmt::format(")))) (not (= {} {}((_ extract {} 0) {})))))", name, extend, width - 1, name));
  push_term(term[1]);
  push_text(") " + extend);
  push_term(term[0]);
}

void Printer::write_quantifier(Term term) {
  out_ << "(" << name_of(term.kind()) << " (";
  const std::size_t bound = term.num_children() - 1;
  for (std::size_t i = 0; i < bound; ++i) {
    out_ << (i == 0 ? "(" : " (") << quote_symbol(term[i].name()) << " " << term[i].sort().to_string() << ")";
  }
  out_ << ") ";
  push_text(")");
  todo_.push_back({Item::What::Scope, term[bound]});
}

void Printer::print_with_lets(Term term) {
  PENDULUM_CHECK(todo_.empty() && scopes_.empty(), "the printer should have written the term before");
  todo_.push_back({Item::What::Scope, term});
  run();
}

void Printer::write_float(Term term) {
  const auto name_of_number = [this](Term t) {
    const auto found = numbers_.find(t);
    return found == numbers_.end() ? std::string() : found->second;
  };
  const TextPieces pieces = float_text(term, name_of_number, [this] { return next_name(); });
  for (auto it = pieces.rbegin(); it != pieces.rend(); ++it) {
    if (const Term* part = std::get_if<Term>(&*it)) {
      push_term(*part);
    } else {
      push_text(std::get<std::string>(*it));
    }
  }
}

void Printer::define_float(Term term) {
  const FloatFormat format = *float_result_format(term);
  const std::string number = next_name(), bits = next_name();
  out_ << "(define-fun " << number << " () " << float_sort_text(format) << " ";
  push_text(")\n");
  write_float(term);
  run();
  out_ << "(declare-fun " << bits << " () " << term.sort().to_string() << ")\n";
  out_ << "(assert " << float_definition_text(bits, number, format) << ")\n";
  numbers_.emplace(term, number);
  names_.emplace(term, bits);
}

void Printer::define_shared(std::span<const Term> terms) {
  TermVector defined = shared_subterms(terms);
  for (const Term term : subterms(terms)) {
    has_float_theory_ |= is_float_operator(term.kind());
    if (float_result_format(term)) defined.push_back(term);
  }
  // The order of ids puts children before parents.
  std::ranges::sort(defined);
  defined.erase(std::unique(defined.begin(), defined.end()), defined.end());
  for (const Term term : defined) {
    if (float_result_format(term)) {
      define_float(term);
      continue;
    }
    const std::string name = next_name();
    out_ << "(define-fun " << name << " () " << term.sort().to_string() << " ";
    push_text(")\n");
    write_term(term, false);
    run();
    names_.emplace(term, name);
  }
}

}  // namespace

void print(std::ostream& out, Term term, OverflowText overflow) {
  PENDULUM_CHECK(!term.is_null(), "a term should not be null");
  Printer(out, unused_prefix(subterms(std::span(&term, 1))), overflow).print_with_lets(term);
}

namespace {

std::string script_logic(std::span<const Term> assertions) {
  const std::string logic = logic_of(assertions);
  const auto is_float = [](Term t) { return is_float_operator(t.kind()); };
  if (!std::ranges::any_of(subterms(assertions), is_float)) return logic;
  for (const Term assertion : assertions)
    if (assertion.has_quantifier() && std::ranges::any_of(subterms({&assertion, 1}), is_float))
      throw base::Unsupported("floating-point operators in a quantified formula in SMT-LIB text", "");
  return logic_with_floats(logic);
}

}  // namespace

void print_script(std::ostream& out, std::span<const Term> assertions, std::string_view comment) {
  std::istringstream lines{std::string(comment)};
  for (std::string line; std::getline(lines, line);) out << "; " << line << "\n";
  out << "(set-logic " << script_logic(assertions) << ")\n";
  print_declarations(out, assertions);
  Printer printer(out, unused_prefix(subterms(assertions)));
  printer.define_shared(assertions);
  for (const Term assertion : assertions) {
    out << "(assert ";
    printer.print_with_lets(assertion);
    out << ")\n";
  }
  out << "(check-sat)\n";
}

}  // namespace pendulum::term
