#include "trace/violation.h"

#include <fmt/core.h>

#include <algorithm>

#include "trace/notation.h"

namespace pendulum::trace {

namespace {

using program::SourceAction;
using program::SourceObject;
using Kind = program::SourceAction::Kind;

/// Maximum number of statements from the violation back to the one whose operands are shown.
constexpr unsigned max_distance = 3;

std::string object_text(const Memory& memory, std::uint64_t code) {
  const SourceObject& object = memory.object(code);
  if (object.kind != SourceObject::Kind::Heap || memory.is_parameter_object(code)) return object.name;
  const Memory::Creation made = memory.creation(code);
  return made.line.empty() ? "the object"
                           : fmt::format("the object of {}() in line {}", made.function, made.line);
}

/// "write of 1 byte at buf[16], but buf has 16 bytes"; empty: the access is invalid for another reason.
std::string access_text(const ErrorState& state, const ConcreteAddress& address, std::uint64_t bytes,
                        bool is_write, const Statements& result) {
  const Memory& memory = state.memory;
  const std::uint64_t code = address.object;
  const std::string what = fmt::format("{} of {}", is_write ? "write" : "read", bytes_text(bytes));
  if (code == 0) return address.offset == 0 ? what + " through a null pointer" : "";
  const std::string name = memory.name(address, bytes, state.function);
  const std::optional<std::uint64_t> size = memory.size(code);
  const bool is_inside =
      size && address.offset >= 0 && static_cast<std::uint64_t>(address.offset) + bytes <= *size;
  if (memory.is_freed(code)) {
    const auto releaser = state.dependences.releaser(code);
    return fmt::format("{} at {}, but the object was freed", what, name) +
           (releaser ? fmt::format(" in line {}", result.statements[*releaser].step.line) : "");
  }
  return size && !is_inside ? fmt::format("{} at {}, but {} has {}", what, name, object_text(memory, code),
                                          bytes_text(*size))
                            : "";
}

/// Describes the invalid access that is the last event.
void describe_access(const ErrorState& state, const Event& event, Statements& result) {
  const SourceAction& action = *event.action;
  std::string& violation = result.violation.text;
  const bool is_copied = action.kind == Kind::Copy && violation.find("read") != std::string::npos;
  const bool is_write =
      action.kind == Kind::Store || action.kind == Kind::Fill || (action.kind == Kind::Copy && !is_copied);
  const bool is_access =
      is_write || is_copied || (action.kind == Kind::Load && !event.value && !event.pointer);
  const ConcreteAddress& address = is_copied ? *event.pointer : event.target;
  if (state.last != nullptr)
    for (const std::size_t other : state.dependences.lifetime(address.object))
      state.last->data.push_back(other);
  if (!is_access || violation.find(is_write ? "write" : "read") == std::string::npos) return;
  if (state.last != nullptr && (is_write || is_copied)) {  // the write has not taken place
    const std::string name = state.memory.name(event.target, action.bytes, state.function);
    std::erase_if(state.last->step.changes, [&](const NamedValue& change) { return change.name == name; });
  }
  if (std::string text = access_text(state, address, action.bytes, is_write, result); !text.empty())
    violation = std::move(text);
}

/// A second call of free for an object: adds where the first one was.
void describe_free(const ErrorState& state, const Event& event, Statements& result) {
  if (event.action->kind != Kind::Free || !result.violation.text.starts_with("second free of ")) return;
  const auto releaser = state.dependences.releaser(event.target.object);
  if (!releaser) return;
  result.violation.text =
      fmt::format("second free of {}, which was freed in line {}",
                  object_text(state.memory, event.target.object), result.statements[*releaser].step.line);
}

/// If memory is lost: the violation depends on the allocation of the objects that were not freed. Returns
/// whether it is.
bool describe_leak(const ErrorState& state, Statements& result) {
  std::string& violation = result.violation.text;
  if (!violation.ends_with(" is lost")) return false;
  std::vector<std::uint64_t> candidates;
  for (const auto& [code, creator] : state.dependences.creators())
    if (!state.memory.is_freed(code) &&
        violation.find(state.memory.object(code).name + " ") != std::string::npos)
      candidates.push_back(code);
  for (const std::uint64_t code : candidates)
    result.statements.back().data.push_back(state.dependences.creators().at(code));
  if (candidates.empty()) return true;
  std::string what = object_text(state.memory, candidates[0]);
  if (candidates.size() > 1) {  // the trace does not determine which of them is lost
    what =
        fmt::format("one of {} objects{}", candidates.size(), what.substr(std::string("the object").size()));
  } else if (const std::optional<std::uint64_t> size = state.memory.size(candidates[0])) {
    what += " (" + bytes_text(*size) + ")";
  }
  violation = what + " is lost: it was not freed, and no pointer to it is left";
  return true;
}

/// The values that the violated condition reads: those of the last statement, or of the conditions and calls
/// that led to it if it is a mere call of an error function.
std::vector<NamedValue> operands_of(const std::vector<Statement>& statements) {
  std::size_t index = statements.size() - 1;
  for (unsigned i = 0; i < max_distance; ++i) {
    const Statement& statement = statements[index];
    if (!statement.operands.empty()) return statement.operands;
    if (statement.step.kind == Step::Kind::Call && !statement.data.empty() && statement.data.back() < index) {
      index = statement.data.back();
    } else if (statement.control) {
      index = *statement.control;
    } else {
      break;
    }
  }
  return {};
}

}  // namespace

void describe_violation(const ErrorState& state, const Event* event, Statements& result) {
  if (result.statements.empty()) return;
  if (event != nullptr && event->action != nullptr) {
    describe_access(state, *event, result);
    describe_free(state, *event, result);
  }
  if (!describe_leak(state, result)) result.violation.operands = operands_of(result.statements);
}

}  // namespace pendulum::trace
