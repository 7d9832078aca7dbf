// Parser for the format of serialize.cpp. The text is untrusted: the parser checks every part and throws
// InputError for every fault. It does not check whether the certificate holds; the judge does.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "certificate/certificate.h"
#include "certificate/json.h"
#include "term/smtlib/reader.h"
#include "term/traverse.h"

namespace pendulum::certificate {

namespace {

using Json = nlohmann::json;

template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw base::InputError("certificate: " + fmt::format(format, std::forward<Args>(args)...));
}

/// Returns true if `term` is a value in the sense of term/evaluation/evaluate.h, array values included.
bool is_value(term::Term term) {
  term::TermVector pending{term};
  while (!pending.empty()) {
    const term::Term top = pending.back();
    pending.pop_back();
    if (top.is_value()) continue;
    if (top.kind() != term::Kind::Store && top.kind() != term::Kind::ConstArray) return false;
    pending.insert(pending.end(), top.children().begin(), top.children().end());
  }
  return true;
}

/// Returns true if `term` is allowed as an input value in a repeated segment: a term over iteration() without
/// quantifiers, uninterpreted functions and other symbols.
bool is_over_iteration(term::Term term) {
  const term::TermVector all = term::subterms(std::span(&term, 1));
  return std::ranges::all_of(all, [](term::Term part) {
    return part.kind() != term::Kind::Apply && !part.has_quantifier() &&
           (!part.is_symbol() || part.name() == iteration_name);
  });
}

class Parser {
 public:
  Parser(const program::Program& program, std::string_view text, const char* format)
      : program_(program), reader_(program.terms(), "certificate") {
    iteration(program.terms());  // makes the symbol, so that the reader finds it
    try {
      root_ = Json::parse(text);
    } catch (const Json::exception& failure) {
      fail("{}", failure.what());
    }
    const std::string& found = string(root_, "format");
    if (found != format) fail("\"format\" should be \"{}\", not \"{}\"", format, found);
    if (number(root_, "version") != format_version) fail("\"version\" should be {}", format_version);
  }

  Certificate certificate() {
    if (string(root_, "kind") == kind_unwound_calls) return unwound_calls();
    if (string(root_, "kind") == kind_summaries) return summaries();
    return to_certificate(direct_certificate(program_, root_));
  }

  ErrorPath error_path() {
    ErrorPath path;
    for (const Json& item : array(root_, "steps")) {
      if (item.is_object() && item.contains("repeat")) {
        path.append(segment(item));
      } else {
        path.append(step(item, false));
      }
    }
    return path;
  }

 private:
  static const Json& member(const Json& object, const char* key) {
    if (!object.is_object()) fail("an object with \"{}\" was expected", key);
    const auto found = object.find(key);
    if (found == object.end()) fail("\"{}\" is missing", key);
    return *found;
  }

  static const std::string& string(const Json& object, const char* key) {
    const Json& value = member(object, key);
    if (!value.is_string()) fail("\"{}\" should be a string", key);
    return value.get_ref<const std::string&>();
  }

  static const Json& array(const Json& object, const char* key) {
    const Json& value = member(object, key);
    if (!value.is_array()) fail("\"{}\" should be an array", key);
    return value;
  }

  static unsigned number(const Json& object, const char* key) {
    const Json& value = member(object, key);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<unsigned>::max())
      fail("\"{}\" should be a number from 0 to {}", key, std::numeric_limits<unsigned>::max());
    return value.get<unsigned>();
  }

  std::map<LocationId, term::Term> formulas(const program::Program& program, const Json& object,
                                            const char* key) {
    std::map<LocationId, term::Term> result;
    for (const Json& item : array(object, key)) {
      const LocationId id = number(item, "location");
      check_location(program, id, string(item, "name"));
      if (!result.emplace(id, formula(program, string(item, "term"))).second)
        fail("location {} should have one term", id);
    }
    return result;
  }

  DirectCertificate direct_certificate(const program::Program& program, const Json& object) {
    const std::string& kind = string(object, "kind");
    if (kind == kind_invariant) return Invariant{formulas(program, object, "at")};
    if (kind == kind_kinduction) return KInduction{number(object, "k"), {formulas(program, object, "facts")}};
    if (kind == kind_unrolling) return Unrolling{number(object, "bound")};
    if (kind == kind_loop_unrolling) return loop_unrolling(program, object);
    fail("\"{}\" is no kind of certificate", kind);
  }

  UnwoundCalls unwound_calls() {
    UnwoundCalls result;
    for (const Json& item : array(root_, "tree")) {
      if (!item.is_array() || item.size() != 2 || !item[0].is_number_unsigned() ||
          !item[1].is_number_unsigned())
        fail("a node of the call tree should be its parent and the number of a call site");
      const auto parent = item[0].get<std::uint64_t>();
      const auto site = item[1].get<std::uint64_t>();
      if (parent >= result.tree.nodes().size()) fail("the call tree has no node {} yet", parent);
      const auto node = static_cast<program::CallTree::NodeId>(parent);
      if (result.tree.child(node, site)) fail("node {} should have one child for site {}", parent, site);
      result.tree.add(node, site);
    }
    const program::Program unwound = unwound_program(program_, result);
    result.inner = direct_certificate(unwound, member(root_, "inner"));
    return result;
  }

  Summaries summaries() {
    for (const program::Variable& variable : program_.variables())
      entry_copies_.insert(entry_copy(program_.terms(), variable.symbol));
    return {formulas(program_, root_, "at")};
  }

  LoopUnrolling loop_unrolling(const program::Program& program, const Json& object) {
    LoopUnrolling result;
    for (const Json& item : array(object, "loops")) {
      const LocationId head = number(item, "location");
      check_location(program, head, string(item, "name"));
      if (std::ranges::find(result.loops, head, &LoopUnrolling::Loop::head) != result.loops.end())
        fail("location {} should have one bound", head);
      result.loops.push_back({head, number(item, "bound")});
    }
    return result;
  }

  static void check_location(const program::Program& program, LocationId id, const std::string& name) {
    if (id >= program.locations().size()) fail("the program has no location {}", id);
    if (program.location(id).name != name)
      fail("location {} of the program is \"{}\", not \"{}\"", id, program.location(id).name, name);
  }

  /// The manager throws InternalError for ill-sorted terms. Here the text is at fault, so this becomes
  /// InputError.
  term::Term read_term(const std::string& text) {
    try {
      return reader_.read_term(text);
    } catch (const base::InternalError& failure) {
      fail("{} in {}", failure.what(), text);
    }
  }

  term::Term formula(const program::Program& program, const std::string& text) {
    const term::Term result = read_term(text);
    if (!result.sort().is_bool()) fail("a Bool should stand instead of {}", text);
    for (term::Term symbol : term::symbols(result))
      if (!program.is_variable(symbol) && !entry_copies_.contains(symbol))
        fail("{} is no variable of the program", symbol.name());
    return result;
  }

  Segment segment(const Json& item) {
    const Json& count = member(item, "repeat");
    if (!count.is_number_unsigned() || count.get<std::uint64_t>() == 0)
      fail("\"repeat\" should be a positive number");
    Segment result{.steps = {}, .count = count.get<std::uint64_t>()};
    for (const Json& part : array(item, "steps")) result.steps.push_back(step(part, true));
    if (result.steps.empty()) fail("there should be steps to repeat");
    return result;
  }

  Step step(const Json& item, bool is_repeated) {
    Step result{.edge = number(item, "edge"), .inputs = {}};
    if (result.edge >= program_.edges().size()) fail("the program has no edge {}", result.edge);
    const program::Edge& edge = program_.edge(result.edge);
    check_location(program_, edge.source, string(item, "source"));
    check_location(program_, edge.target, string(item, "target"));
    for (const Json& input : array(item, "inputs")) {
      const term::Term symbol = input_symbol(result.edge, string(input, "symbol"));
      if (!result.inputs.emplace(symbol, value(symbol, string(input, "value"), is_repeated)).second)
        fail("input {} should have one value", symbol.name());
    }
    return result;
  }

  term::Term input_symbol(program::EdgeId id, const std::string& name) const {
    for (const program::Input& input : program_.edge(id).inputs)
      if (input.symbol.name() == name) return input.symbol;
    fail("edge {} has no input \"{}\"", id, name);
  }

  term::Term value(term::Term symbol, const std::string& text, bool is_repeated) {
    const term::Term result = read_term(text);
    if (result.sort() != symbol.sort())
      fail("the value of {} should have sort {}: {}", symbol.name(), symbol.sort().to_string(), text);
    if (!is_value(result) && !(is_repeated && is_over_iteration(result))) fail("{} is no value", text);
    return result;
  }

  const program::Program& program_;
  term::SmtLibReader reader_;
  Json root_;
  term::TermSet entry_copies_;  ///< symbols that the formulas of Summaries may contain
};

}  // namespace

Certificate parse_certificate(const program::Program& program, std::string_view text) {
  return Parser(program, text, certificate_format).certificate();
}

ErrorPath parse_error_path(const program::Program& program, std::string_view text) {
  return Parser(program, text, error_path_format).error_path();
}

}  // namespace pendulum::certificate
