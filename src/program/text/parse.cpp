// Parses the text format, see words.h. A violation of the rules of verify_program is an error in the
// text here, so every failure becomes an InputError, with the line if it is known.
#include <algorithm>
#include <limits>
#include <set>

#include "base/check.h"
#include "program/text/scanner.h"
#include "program/text/text.h"
#include "program/text/words.h"
#include "term/smtlib/reader.h"
#include "term/traverse.h"

namespace pendulum::program {

namespace {

constexpr std::uint64_t max_id = std::numeric_limits<LocationId>::max();

class Parser {
 public:
  Parser(term::TermManager& terms, std::string_view text, std::string_view origin)
      : terms_(terms), builder_(terms), reader_(terms, "term"), scanner_(text, origin), origin_(origin) {}

  Program run() {
    if (!scanner_.next_line()) scanner_.fail("\"program\" was expected");
    scanner_.expect("program");
    end_line();
    while (scanner_.next_line()) {
      statement();
      end_line();
    }
    end_edge();
    if (!entry_) scanner_.fail("\"entry\" is missing");
    if (!error_) scanner_.fail("\"error\" is missing");
    builder_.set_entry(*entry_);
    builder_.set_error(*error_);
    try {
      return builder_.build();
    } catch (const base::InternalError& failure) {
      throw base::InputError(fmt::format("{}: {}", origin_, failure.what()));
    }
  }

 private:
  void statement() {
    if (edge_ && edge_statement()) return;
    end_edge();
    if (scanner_.accept("variable")) {
      variable();
    } else if (scanner_.accept("location")) {
      location();
    } else if (scanner_.accept("entry")) {
      special_location(entry_);
    } else if (scanner_.accept("error")) {
      special_location(error_);
    } else if (scanner_.accept("edge")) {
      begin_edge();
    } else {
      scanner_.fail("unexpected keyword \"{}\" at the start of a line", scanner_.word());
    }
  }

  /// Parses a line that belongs to the current edge; false if it does not.
  bool edge_statement() {
    PENDULUM_CHECK(edge_.has_value(), "the line should belong to an edge");
    if (scanner_.accept("violation")) {
      edge_->violation = scanner_.string();
    } else if (scanner_.accept("unsupported")) {
      edge_->is_unsupported = true;
    } else if (scanner_.accept("input")) {
      input();
    } else if (scanner_.accept("guard")) {
      if (edge_->guard) scanner_.fail("an edge should have one guard");
      edge_->guard = value(terms_.bool_sort());
    } else if (scanner_.accept("set")) {
      set();
    } else {
      return false;
    }
    return true;
  }

  void end_line() {
    if (!scanner_.is_line_done()) scanner_.fail("unexpected \"{}\" at the end of the line", scanner_.word());
  }

  void variable() {
    Variable variable{.symbol = declaration(), .source_name = {}, .function = {}};
    if (scanner_.accept("signed"))
      variable.signedness = Variable::Signedness::Signed;
    else if (scanner_.accept("unsigned"))
      variable.signedness = Variable::Signedness::Unsigned;
    else if (scanner_.accept("floating"))
      variable.signedness = Variable::Signedness::Floating;
    if (scanner_.accept("source")) variable.source_name = scanner_.string();
    if (scanner_.accept("function")) variable.function = scanner_.string();
    variables_.insert(variable.symbol);
    builder_.add_variable(std::move(variable));
  }

  void location() {
    const std::uint64_t id = scanner_.number(max_id);
    if (id != num_locations_) scanner_.fail("location {} was expected", num_locations_);
    std::string name = scanner_.string();
    if (name.empty()) scanner_.fail("a location should have a name");
    if (!names_.insert(name).second) scanner_.fail("the name \"{}\" is taken", name);
    const LocationId added = builder_.add_location(std::move(name), source_location());
    PENDULUM_CHECK(added == num_locations_, "location {} should not get the id {}", num_locations_, added);
    ++num_locations_;
  }

  void special_location(std::optional<LocationId>& which) {
    if (which) scanner_.fail("there should be one entry and one error");
    which = location_id();
  }

  LocationId location_id() {
    const auto id = static_cast<LocationId>(scanner_.number(max_id));
    if (id >= num_locations_) scanner_.fail("location {} should be declared", id);
    return id;
  }

  void begin_edge() {
    PENDULUM_CHECK(!edge_, "an edge should end before the next one begins");
    edge_.emplace();
    edge_->source = location_id();
    scanner_.expect("->");
    edge_->target = location_id();
    edge_->where = source_location();
    edge_inputs_.clear();
    assigned_.clear();
  }

  void end_edge() {
    if (!edge_) return;
    if (!edge_->guard) edge_->guard = terms_.mk_true();
    builder_.add_edge(std::move(*edge_));
    edge_.reset();
  }

  void input() {
    Input input{.symbol = declaration(), .origin = {}};
    const std::string_view word = scanner_.word();
    const auto kind = std::find_if(input_kind_words.begin(), input_kind_words.end(),
                                   [&](const auto& entry) { return entry.second == word; });
    if (kind == input_kind_words.end()) scanner_.fail("unknown kind of input \"{}\"", word);
    input.origin.kind = kind->first;
    if (scanner_.is_at_string()) input.origin.name = scanner_.string();
    if (scanner_.accept("offset"))
      input.origin.byte_offset = scanner_.number(std::numeric_limits<std::uint64_t>::max());
    if (scanner_.accept("stride"))
      input.origin.stride = scanner_.number(std::numeric_limits<std::uint64_t>::max());
    if (scanner_.accept("object"))
      input.origin.object =
          static_cast<std::uint32_t>(scanner_.number(std::numeric_limits<std::uint32_t>::max()));
    if (scanner_.accept("unchanged")) input.origin.unchanged = value(input.symbol.sort());
    if (scanner_.accept("address")) input.origin.address = value(std::nullopt);
    input.origin.where = source_location();
    edge_inputs_.insert(input.symbol);
    edge_->inputs.push_back(std::move(input));
  }

  void set() {
    const std::string name = symbol_name();
    const term::Term variable = terms_.find_symbol(name);
    if (!variable || !variables_.contains(variable)) scanner_.fail("{} is not a declared variable", name);
    if (!assigned_.insert(variable).second) scanner_.fail("{} should be set once", name);
    edge_->updates.push_back({variable, value(variable.sort())});
  }

  /// NAME SORT of a variable or input. Every variable and every input has its own symbol.
  term::Term declaration() {
    const std::string name = symbol_name();
    const std::string_view text = scanner_.expression();
    const term::Sort sort = read([&] { return reader_.read_sort(text); });
    const term::Term known = terms_.find_symbol(name);
    if (known && known.sort() != sort) scanner_.fail("{} has sort {}", name, known.sort().to_string());
    const term::Term symbol = terms_.mk_symbol(name, sort);
    if (!declared_.insert(symbol).second) scanner_.fail("{} should be declared once", name);
    return symbol;
  }

  std::string symbol_name() {
    std::string_view text = scanner_.expression();
    if (text.front() == '(' || text.front() == '"')
      scanner_.fail("a symbol was expected instead of {}", text);
    if (text.size() >= 2 && text.front() == '|') text = text.substr(1, text.size() - 2);
    if (text.empty() || text.find_first_of("|\\") != std::string_view::npos)
      scanner_.fail("invalid symbol name \"{}\"", text);
    return std::string(text);
  }

  /// A term over variables and inputs of the current edge, of the given sort if there is one.
  term::Term value(std::optional<term::Sort> sort) {
    const std::string_view text = scanner_.expression();
    const term::Term result = read([&] { return reader_.read_term(text); });
    if (sort && result.sort() != *sort)
      scanner_.fail("sort {} was expected, not {}", sort->to_string(), result.sort().to_string());
    if (result.has_quantifier()) scanner_.fail("quantifiers are not allowed here");
    for (term::Term symbol : term::symbols(result))
      if (!variables_.contains(symbol) && !edge_inputs_.contains(symbol))
        scanner_.fail("{} is neither a variable nor an input of this edge", symbol.name());
    return result;
  }

  /// Calls the SMT-LIB reader and adds the line number to its errors. If the term manager rejects a term with
  /// an InternalError because its sorts do not match, the text is at fault.
  template <typename Function>
  auto read(Function&& function) const -> decltype(function()) {
    try {
      return function();
    } catch (const base::InputError& failure) {
      scanner_.fail("{}", failure.what());
    } catch (const base::InternalError& failure) {
      scanner_.fail("{}", failure.what());
    }
  }

  /// [at "file":line:column] [in "function"]
  SourceLocation source_location() {
    SourceLocation where;
    if (scanner_.accept("at")) {
      where.file = scanner_.string();
      scanner_.expect(":");
      where.line = static_cast<unsigned>(scanner_.number(std::numeric_limits<unsigned>::max()));
      scanner_.expect(":");
      where.column = static_cast<unsigned>(scanner_.number(std::numeric_limits<unsigned>::max()));
    }
    if (scanner_.accept("in")) where.function = scanner_.string();
    return where;
  }

  term::TermManager& terms_;
  ProgramBuilder builder_;
  term::SmtLibReader reader_;
  TextScanner scanner_;
  std::string origin_;
  LocationId num_locations_ = 0;
  std::optional<LocationId> entry_;
  std::optional<LocationId> error_;
  std::set<std::string> names_;  ///< names of locations
  term::TermSet declared_;       ///< variables and inputs of all edges
  term::TermSet variables_;
  std::optional<Edge> edge_;  ///< current edge; the next two members belong to it
  /// Inputs of the current edge.
  term::TermSet edge_inputs_;
  /// Variables that the current edge assigns.
  term::TermSet assigned_;
};

}  // namespace

Program parse(term::TermManager& terms, std::string_view text, std::string_view origin) {
  return Parser(terms, text, origin).run();
}

}  // namespace pendulum::program
