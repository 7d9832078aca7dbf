#include "trace/statements.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "trace/dependences.h"
#include "trace/memory.h"
#include "trace/notation.h"
#include "trace/post_dominators.h"
#include "trace/violation.h"

namespace pendulum::trace {

namespace {

using program::LocationId;
using program::SourceAction;
using program::SourceObject;
using program::SourceType;
using term::Term;
using Kind = program::SourceAction::Kind;

/// The outcome of a condition that clang names by the block at which it continues.
std::string outcome_of(const std::string& block) {
  for (const char* name : {"if.then", "for.body", "while.body", "do.body", "cond.true"})
    if (block.starts_with(name)) return "true";
  for (const char* name : {"if.else", "if.end", "for.end", "while.end", "do.end", "cond.false"})
    if (block.starts_with(name)) return "false";
  return "";
}

/// The type that the name of an SV-COMP function indicates: __VERIFIER_nondet_uint, nondet_char.
SourceType type_of_input(const std::string& function) {
  SourceType type;
  type.kind = SourceType::Kind::Integer;
  type.is_signed = true;
  const std::size_t found = function.find("nondet_");
  if (found == std::string::npos) return type;
  const std::string word = function.substr(found + 7);
  if (word == "float" || word == "double") type.kind = SourceType::Kind::Floating;
  if (word == "char" || word == "uchar") type.kind = SourceType::Kind::Character;
  if (word.starts_with('u') || word == "size_t" || word == "bool" || word == "_Bool") type.is_signed = false;
  return type;
}

/// The name of the function in the source: LLVM adds a number if two files define the name.
std::string source_name(const std::string& function) {
  return function.substr(0, function.find('.'));
}

bool has_same_bits(Term a, Term b) {
  if (!a.sort().is_bitvec() || !b.sort().is_bitvec()) return a == b;
  const std::uint32_t width = std::min(a.sort().width(), b.sort().width());
  const mpz_class modulus = mpz_class(1) << width;
  return a.integer_value() % modulus == b.integer_value() % modulus;
}

/// Minimum number of characters of a string that one statement writes to show the string and not its parts.
constexpr std::ptrdiff_t min_characters = 3;

/// An activation of a function.
struct Frame {
  std::string function;
  bool has_source = false;
  unsigned depth = 0;
  std::optional<std::size_t> call;       ///< the statement of the call
  std::optional<std::size_t> current;    ///< the running statement
  std::optional<std::size_t> returning;  ///< the last statement that stored the result
  std::set<LocationId> visited;          ///< locations that `current` has passed
  bool starts_new = false;               ///< the next line starts a new statement
  std::vector<std::size_t> pending;      ///< statements whose values the next statement uses
  /// Branches whose outcome decides what is executed until the location `end`.
  struct Region {
    LocationId end;
    std::size_t statement;
  };
  std::vector<Region> regions;
};

class Builder {
 public:
  Builder(const program::Program& program, const program::SourceActions& tables, const Events& events)
      : tables_(tables), memory_(program.terms(), tables, events.arguments), post_dominators_(program) {}

  void add(const Event& event) {
    if (event.action == nullptr) return start_edge(event);
    switch (event.action->kind) {
      case Kind::Line:
        return arrive(event);
      case Kind::Input:
        return input(event);
      case Kind::Load:
        return load(event);
      case Kind::Store:
      case Kind::Copy:
      case Kind::Fill:
        return write(event);
      case Kind::Allocate:
      case Kind::Free:
        return change_lifetime(event);
      case Kind::Enter:
        return enter(event);
      case Kind::Leave:
        return leave(event);
      case Kind::Branch:
        return branch(event);
    }
  }

  void skip() {
    memory_.forget();
    dependences_.forget_writes();
    has_gap_ = true;
    result_.omitted_after = result_.statements.size();
  }

  Statements finish(const Event* last, const std::string& violation) {
    result_.violation.text = violation;
    describe_violation({memory_, dependences_, function(), current()}, last, result_);
    return std::move(result_);
  }

 private:
  Frame* user_frame() {
    for (auto it = frames_.rbegin(); it != frames_.rend(); ++it)
      if (it->has_source) return &*it;
    return nullptr;
  }
  /// The statement to which events belong; null before the first one.
  Statement* current() {
    Frame* frame = user_frame();
    return frame == nullptr || !frame->current ? nullptr : &result_.statements[*frame->current];
  }
  const std::string& function() {
    static const std::string none;
    const Frame* frame = user_frame();
    return frame == nullptr ? none : frame->function;
  }

  void start_edge(const Event& event) {
    step_ = event.step;
    if (frames_.empty()) return;
    Frame& frame = frames_.back();
    while (!frame.regions.empty() && frame.regions.back().end == event.location) frame.regions.pop_back();
    if (frame.current && !frame.visited.insert(event.location).second) frame.starts_new = true;
  }

  std::size_t make_statement(Frame& frame, Step::Kind kind, std::uint32_t where) {
    const program::SourceLocation& place = tables_.locations.at(where);
    Statement statement;
    statement.step.kind = kind;
    statement.step.function = source_name(frame.function);
    statement.step.depth = frame.depth;
    statement.step.file = place.file;
    statement.step.line = place.line;
    statement.step.column = place.column;
    statement.step.edge = step_;
    statement.control = frame.regions.empty() ? frame.call : std::optional(frame.regions.back().statement);
    statement.data = std::exchange(frame.pending, {});
    result_.statements.push_back(std::move(statement));
    return result_.statements.size() - 1;
  }

  void arrive(const Event& event) {
    if (event.action->where == 0 || frames_.empty() || !frames_.back().has_source) return;
    Frame& frame = frames_.back();
    const program::SourceLocation& place = tables_.locations.at(event.action->where);
    if (frame.current && !frame.starts_new) {
      const Statement& running = result_.statements[*frame.current];
      if (running.step.line == place.line && running.step.file == place.file) return;
      // A statement that has only read something belongs to an expression that continues on other lines.
      const bool has_effect = !running.step.changes.empty() || !running.step.outcome.empty();
      if (!has_effect) frame.pending.push_back(*frame.current);
    }
    frame.current = make_statement(frame, Step::Kind::Statement, event.action->where);
    frame.visited = {event.location};
    frame.starts_new = false;
  }

  void input(const Event& event) {
    Statement* statement = current();
    if (statement == nullptr) return;
    const std::string& function = event.action->text;
    const bool is_of_library = function.find("_model_") != std::string::npos;
    statement->step.inputs.push_back(
        {is_of_library ? library_input : function, number_text(type_of_input(function), event.value)});
    statement->inputs.push_back(event.value);
  }

  /// Records that a store of `value` to the part `name` stores the first input with this value that is not
  /// stored yet. Conversions may have changed the number of bits.
  static void note_stored_input(Statement& statement, const std::string& name, Term value) {
    for (std::size_t i = 0; i < statement.inputs.size(); ++i) {
      InputValue& input = statement.step.inputs[i];
      if (input.stored_in.empty() && has_same_bits(statement.inputs[i], value)) {
        input.stored_in = name;
        return;
      }
    }
  }

  /// A parameter gets an input that the line of the call has read: the input belongs to the call then.
  void take_input_of_caller(Statement& call, Term value) {
    if (call.data.empty() || call.data.back() >= result_.statements.size()) return;
    Statement& line = result_.statements[call.data.back()];
    if (line.step.line != call.step.line || line.step.file != call.step.file) return;
    for (std::size_t i = 0; i < line.inputs.size(); ++i) {
      const InputValue& input = line.step.inputs[i];
      if (!input.stored_in.empty() || input.source == library_input || !has_same_bits(line.inputs[i], value))
        continue;
      call.step.inputs.push_back(input);
      call.inputs.push_back(value);
      line.step.inputs.erase(line.step.inputs.begin() + static_cast<std::ptrdiff_t>(i));
      line.inputs.erase(line.inputs.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }

  /// The extent of a load or store, with the kind of its value; of other actions the number of bytes.
  static Extent extent_of(const Event& event) {
    const SourceAction& action = *event.action;
    if (action.kind != Kind::Load && action.kind != Kind::Store) return action.bytes;
    if (event.pointer) return {action.bytes, Extent::Kind::Pointer};
    return {action.bytes, action.is_floating ? Extent::Kind::Floating : Extent::Kind::Number};
  }

  /// The value that a load or store reads or writes. A struct in a register is shown as such.
  std::string scalar_text(const Event& event) const {
    const program::SourceTypeId type = memory_.type(event.target, extent_of(event));
    const SourceType::Kind kind = tables_.types.at(type).kind;
    const bool has_parts = kind == SourceType::Kind::Struct || kind == SourceType::Kind::Union ||
                           kind == SourceType::Kind::Array;
    if (has_parts && event.value)
      if (std::string text = memory_.content_text(event.target, event.action->bytes); !text.empty())
        return text;
    return memory_.value_text(type, event.value, event.pointer);
  }

  bool is_hidden(std::uint64_t code) const {
    const SourceObject& object = memory_.object(code);
    const bool is_variable =
        object.kind == SourceObject::Kind::Local || object.kind == SourceObject::Kind::Global;
    return is_variable && !object.is_named;
  }

  /// Is the address in a local, or in an object of malloc, to which the program has not stored? Its content
  /// is then an input of the program.
  bool is_unassigned(const ConcreteAddress& address) const {
    if (has_gap_) return false;
    const SourceObject& object = memory_.object(address.object);
    const bool is_indeterminate =
        object.kind == SourceObject::Kind::Local ||
        (object.kind == SourceObject::Kind::Heap && object.name.starts_with("malloc@"));
    return is_indeterminate && !dependences_.writer(address);
  }

  void load(const Event& event) {
    if (!event.value && !event.pointer) return;  // an invalid access
    depend_on(dependences_.writers(event.target, event.action->bytes));
    Statement* statement = current();
    if (statement == nullptr || !frames_.back().has_source || is_hidden(event.target.object)) return;
    const bool is_argv =
        event.pointer && memory_.object(event.pointer->object).kind == SourceObject::Kind::ArgumentVector;
    if (is_argv) return;  // only its elements are inputs
    if (event.value)
      if (const auto fields = memory_.bit_fields(event.target, event.action->bytes, function(), event.value);
          !fields.empty()) {
        for (const NamedValue& field : fields) add_operand(*statement, field);
        return;
      }
    NamedValue operand{memory_.name(event.target, extent_of(event), function()), scalar_text(event)};
    if (is_unassigned(event.target)) {
      add_note(*statement, fmt::format("{} = {} (not assigned before)", operand.name, operand.value));
    } else if (is_argument(event.target)) {
      add_argument(*statement, operand, event.value);
    }
    add_operand(*statement, std::move(operand));
  }

  static void add_argument(Statement& statement, const NamedValue& argument, Term value) {
    std::vector<InputValue>& inputs = statement.step.inputs;
    const bool is_known = std::ranges::any_of(inputs, [&](const InputValue& input) {
      return input.source == argument_input && input.stored_in == argument.name;
    });
    if (is_known) return;
    inputs.push_back({argument_input, argument.value, argument.name});
    statement.inputs.push_back(value);
  }

  static void add_note(Statement& statement, const std::string& note) {
    if (std::ranges::find(statement.step.notes, note) == statement.step.notes.end())
      statement.step.notes.push_back(note);
  }

  static void add_operand(Statement& statement, NamedValue operand) {
    auto& operands = statement.operands;
    std::erase_if(operands, [&](const NamedValue& known) { return known.name == operand.name; });
    operands.push_back(std::move(operand));
  }

  /// Is the address in a parameter of the entry function, in an object that one points to, or in a string of
  /// argv, with its initial content?
  bool is_argument(const ConcreteAddress& address) const {
    if (memory_.is_argument(address.object)) return true;
    if (memory_.is_parameter_object(address.object) && !dependences_.writer(address)) return true;
    return dependences_.writer(address) == no_statement;
  }

  void write(const Event& event) {
    const SourceAction& action = *event.action;
    const Frame* frame = user_frame();
    const bool has_statement = frame != nullptr && frame->current;
    const Term before = has_statement && event.value ? memory_.number(event.target, action.bytes) : Term();
    if (action.kind == Kind::Store) memory_.store(event.target, action.bytes, event.value, event.pointer);
    if (action.kind == Kind::Fill) memory_.fill(event.target, action.bytes, event.value);
    if (action.kind == Kind::Copy) {
      depend_on(dependences_.writers(*event.pointer, action.bytes));
      memory_.copy(event.target, *event.pointer, action.bytes);
    }
    const std::size_t writer = has_statement ? *frame->current : no_statement;
    dependences_.write(event.target, action.bytes, writer);
    const SourceObject& object = memory_.object(event.target.object);
    if (has_statement && object.is_result && object.function == frame->function)
      user_frame()->returning = writer;
    if (!has_statement || is_hidden(event.target.object)) return;
    if (action.kind == Kind::Store && event.value && write_bit_fields(event, before)) return;
    std::string value =
        action.kind == Kind::Store ? scalar_text(event) : memory_.content_text(event.target, action.bytes);
    if (value.empty()) value = "...";
    const std::string name = memory_.name(event.target, extent_of(event), frame->function);
    if (event.value && action.kind == Kind::Store) {
      if (current()->step.kind == Step::Kind::Call) take_input_of_caller(*current(), event.value);
      note_stored_input(*current(), name, event.value);
    }
    if (action.bytes == 1 && write_string(event.target, name)) return;
    add_change({name, std::move(value), memory_.own_name(event.target, extent_of(event)),
                owner_of(event.target.object)});
  }

  /// The function that declares the local; empty for other objects.
  std::string owner_of(std::uint64_t code) const {
    const SourceObject& object = memory_.object(code);
    return object.kind == SourceObject::Kind::Local ? object.function : "";
  }

  /// A store of a unit that consists of bit-fields: shows those that change. Returns false for other stores.
  bool write_bit_fields(const Event& event, Term before) {
    const std::uint64_t bytes = event.action->bytes;
    auto after = memory_.bit_fields(event.target, bytes, function(), event.value);
    if (after.empty()) return false;
    const std::string owner = owner_of(event.target.object);
    const auto parts = memory_.bit_fields(event.target, bytes, owner, event.value);
    PENDULUM_CHECK(parts.size() == after.size(), "{} bit-fields should have a part, not {}", after.size(),
                   parts.size());
    std::vector<NamedValue> known;
    if (before) known = memory_.bit_fields(event.target, bytes, function(), before);
    for (std::size_t i = 0; i < after.size(); ++i)
      if (known.empty() || known[i] != after[i])
        add_change({after[i].name, after[i].value, parts[i].name, owner});
    return true;
  }

  /// A write of one of several characters of an array, as in a call of strcpy: shows the whole string.
  /// Returns false if too few characters were written, or the string is not known.
  bool write_string(const ConcreteAddress& address, const std::string& name) {
    const std::size_t open = name.rfind('[');
    if (open == std::string::npos || !name.ends_with(']')) return false;
    const std::int64_t index = std::stoll(name.substr(open + 1));
    const auto text = memory_.string_content({address.object, address.offset - index});
    if (!text) return false;
    const std::string array = name.substr(0, open);
    auto& changes = current()->step.changes;
    const auto is_element = [&](const NamedValue& change) {
      return change.name.starts_with(array + "[") && change.name.find(']') + 1 == change.name.size();
    };
    const bool is_shown =
        std::ranges::any_of(changes, [&](const NamedValue& change) { return change.name == array; });
    if (!is_shown && std::ranges::count_if(changes, is_element) + 1 < min_characters) return false;
    std::erase_if(changes, is_element);
    for (InputValue& input : current()->step.inputs)
      if (input.source != argument_input && input.stored_in.starts_with(array + "[")) input.stored_in = array;
    const std::string own = memory_.own_name(address, 1);
    add_change({array, *text, own.substr(0, own.rfind('[')), owner_of(address.object)});
    return true;
  }

  void add_change(NamedValue change) {
    std::vector<NamedValue>& changes = current()->step.changes;
    const auto known = std::find_if(changes.begin(), changes.end(),
                                    [&](const NamedValue& other) { return other.name == change.name; });
    if (known == changes.end()) {
      changes.push_back(std::move(change));
    } else {
      known->value = std::move(change.value);
    }
  }

  void change_lifetime(const Event& event) {
    Statement* statement = current();
    const std::uint64_t object = event.target.object;
    const auto number =
        static_cast<std::size_t>(statement == nullptr ? 0 : statement - result_.statements.data());
    if (event.action->kind == Kind::Allocate) {
      std::optional<std::uint64_t> bytes;
      if (event.value) bytes = event.value.integer_value().get_ui();
      memory_.allocate(object, bytes, statement == nullptr ? 0 : statement->step.line);
      if (statement != nullptr) dependences_.allocate(object, number);
      return;
    }
    if (statement == nullptr || object == 0) return;
    depend_on(dependences_.lifetime(object));
    if (memory_.is_freed(object)) return;
    statement->step.notes.push_back("frees " + memory_.pointer_text(event.target));
    memory_.free(object);
    dependences_.free(object, number);
  }

  void depend_on(const std::vector<std::size_t>& others) {
    if (Statement* statement = current())
      statement->data.insert(statement->data.end(), others.begin(), others.end());
  }

  void enter(const Event& event) {
    Frame* caller = user_frame();
    Frame frame;
    frame.function = event.action->text;
    frame.has_source = !frame.function.empty();
    if (frame.has_source && caller != nullptr) {
      frame.depth = caller->depth + 1;
      std::optional<std::size_t> before = caller->current;
      std::uint32_t where = event.action->where;
      frame.call = make_statement(*caller, Step::Kind::Call, where);
      Statement& call = result_.statements[*frame.call];
      if (before) call.data.push_back(*before);
      if (where == 0 && before) {
        const Step& line = result_.statements[*before].step;
        call.step.file = line.file;
        call.step.line = line.line;
        call.step.column = line.column;
      }
      call.step.callee = source_name(frame.function);
      frame.current = frame.call;
      frame.starts_new = true;
      if (before) caller->pending.push_back(*before);
      caller->starts_new = true;
    }
    frames_.push_back(std::move(frame));
  }

  void leave(const Event& event) {
    if (frames_.empty()) return;
    Frame frame = std::move(frames_.back());
    if (frame.has_source && frame.current && (event.value || event.pointer))
      result_.statements[frame.returning.value_or(*frame.current)].step.returned =
          memory_.value_text(event.action->type, event.value, event.pointer);
    frames_.pop_back();
    Frame* caller = user_frame();
    if (frame.has_source && caller != nullptr && frame.current) caller->pending.push_back(*frame.current);
  }

  void branch(const Event& event) {
    Frame* frame = frames_.empty() ? nullptr : &frames_.back();
    if (frame == nullptr || !frame->has_source || !frame->current) return;
    const std::string outcome = outcome_of(event.action->text);
    Statement& statement = result_.statements[*frame->current];
    if (!outcome.empty() || !event.action->text.starts_with("l")) statement.step.outcome = outcome;
    if (event.action->text.starts_with("sw."))
      for (const NamedValue& operand : statement.operands)
        add_note(statement, operand.name + " = " + operand.value);
    const LocationId end = post_dominators_.immediate(event.location);
    frame->regions.push_back({end, *frame->current});
  }

  const program::SourceActions& tables_;
  Memory memory_;
  PostDominators post_dominators_;
  std::vector<Frame> frames_;
  std::uint64_t step_ = 0;
  bool has_gap_ = false;  ///< a part of the execution was not traced
  Statements result_;
  Dependences dependences_;
};

}  // namespace

Statements make_statements(const program::Program& program, const program::SourceActions& tables,
                           const Events& events, const std::string& violation) {
  Builder builder(program, tables, events);
  for (std::size_t i = 0; i < events.events.size(); ++i) {
    if (events.omitted != 0 && i == events.omitted_after) builder.skip();
    builder.add(events.events[i]);
  }
  return builder.finish(events.events.empty() ? nullptr : &events.events.back(), violation);
}

}  // namespace pendulum::trace
