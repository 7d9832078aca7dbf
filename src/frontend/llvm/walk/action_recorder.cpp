#include "frontend/llvm/walk/action_recorder.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <bit>

#include "base/check.h"
#include "frontend/llvm/ir/debug_names.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/walk/initial_parts.h"

namespace pendulum::frontend {

using program::SourceAction;
using program::SourceObject;

std::uint32_t ActionRecorder::index_of(const llvm::Instruction& instruction) {
  const llvm::DebugLoc& place = instruction.getDebugLoc();
  if (!place || place.getLine() == 0) return 0;
  const auto [it, is_new] = locations_.try_emplace({instruction.getFunction(), place.get()}, 0);
  if (is_new) {
    it->second = static_cast<std::uint32_t>(actions_.locations.size());
    actions_.locations.push_back(source_location(instruction));
  }
  return it->second;
}

SourceAction ActionRecorder::make(const Path& path, Action::Kind kind) const {
  SourceAction action;
  action.kind = kind;
  if (!path.actions().empty()) action.where = path.actions().back().where;
  return action;
}

program::SourceAddress ActionRecorder::address_of(const Pointer& pointer) const {
  return {pointer.object, constants_.flatten(pointer.offset)};
}

program::SourceAddress ActionRecorder::value_of(const Value& value) const {
  if (value.pointer) return address_of(*value.pointer);
  return {Term(), value.term};
}

void ActionRecorder::line(Path& path, const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::AllocaInst>(instruction)) return;
  const std::uint32_t where = index_of(instruction);
  const bool is_same = !path.actions().empty() && path.actions().back().where == where;
  // A location without a line ends the previous one only at the start of a function, where the parameters
  // are stored.
  if (is_same || where == 0) return;
  SourceAction action;
  action.where = where;
  path.record(std::move(action));
}

std::size_t ActionRecorder::load(Path& path, const Pointer& from, llvm::Type* type) {
  SourceAction action = make(path, Action::Kind::Load);
  action.target = address_of(from);
  action.bytes = layout_.getTypeStoreSize(type);
  action.is_floating = type->isFloatingPointTy();
  path.record(std::move(action));
  return path.actions().size() - 1;
}

void ActionRecorder::loaded(Path& path, std::size_t action, const Value& value) {
  path.set_loaded(action, value_of(value));
}

void ActionRecorder::store(Path& path, const Pointer& to, const Value& value, llvm::Type* type) {
  SourceAction action = make(path, Action::Kind::Store);
  action.target = address_of(to);
  action.value = value_of(value);
  action.bytes = layout_.getTypeStoreSize(type);
  action.is_floating = type->isFloatingPointTy();
  path.record(std::move(action));
}

void ActionRecorder::copy(Path& path, const Pointer& to, const Pointer& from, std::uint64_t bytes) {
  SourceAction action = make(path, Action::Kind::Copy);
  action.target = address_of(to);
  action.value = address_of(from);
  action.bytes = bytes;
  path.record(std::move(action));
}

void ActionRecorder::fill(Path& path, const Pointer& to, Term byte, std::uint64_t bytes) {
  SourceAction action = make(path, Action::Kind::Fill);
  action.target = address_of(to);
  action.value = {Term(), byte};
  action.bytes = bytes;
  path.record(std::move(action));
}

void ActionRecorder::allocate(Path& path, const Value& made, Term size) {
  if (!made.pointer) return;
  SourceAction action = make(path, Action::Kind::Allocate);
  action.target = address_of(*made.pointer);
  action.value = {Term(), size};
  path.record(std::move(action));
}

void ActionRecorder::free(Path& path, const Pointer& object) {
  SourceAction action = make(path, Action::Kind::Free);
  action.target = address_of(object);
  path.record(std::move(action));
}

void ActionRecorder::enter(Path& path, const llvm::Function& function) {
  SourceAction action = make(path, Action::Kind::Enter);
  if (function.getSubprogram() != nullptr) action.text = function.getName().str();
  path.record(std::move(action));
  // The stores of the parameters have no source location.
  SourceAction line;
  path.record(std::move(line));
}

void ActionRecorder::leave(Path& path, const llvm::Function& function, const std::optional<Value>& result) {
  SourceAction action = make(path, Action::Kind::Leave);
  if (result) action.value = value_of(*result);
  action.type = types_.of_result(function);
  if (function.getSubprogram() != nullptr) action.text = function.getName().str();
  path.record(std::move(action));
  SourceAction line;
  path.record(std::move(line));
}

void ActionRecorder::branch(Path& path, const std::string& block) {
  SourceAction action = make(path, Action::Kind::Branch);
  action.text = block;
  path.record(std::move(action));
}

void ActionRecorder::input(Path& path, Term value, const std::string& function) {
  SourceAction action = make(path, Action::Kind::Input);
  action.value = {Term(), value};
  action.text = function;
  path.record(std::move(action));
}

void ActionRecorder::keep(program::EdgeId edge, const std::vector<program::SourceAction>& actions) {
  if (actions_.edges.size() <= edge) actions_.edges.resize(edge + 1);
  PENDULUM_CHECK(actions_.edges[edge].empty(), "the actions of edge {} should be kept once", edge);
  actions_.edges[edge] = actions;
}

namespace {

SourceObject::Kind kind_of(Object::Kind kind) {
  switch (kind) {
    case Object::Kind::Absolute:
      return SourceObject::Kind::Absolute;
    case Object::Kind::Global:
      return SourceObject::Kind::Global;
    case Object::Kind::Local:
      return SourceObject::Kind::Local;
    case Object::Kind::Function:
      return SourceObject::Kind::Function;
    case Object::Kind::Heap:
      return SourceObject::Kind::Heap;
    case Object::Kind::ArgumentVector:
      return SourceObject::Kind::ArgumentVector;
    case Object::Kind::ArgumentString:
      return SourceObject::Kind::ArgumentStrings;
  }
  PENDULUM_UNREACHABLE();
}

/// The name that clang gives to the variable with the result of a function that has several `return`
/// statements.
constexpr std::string_view clang_result_name = "retval";

/// The text of a string literal.
void add_literal(SourceObject& entry, const llvm::GlobalVariable& global) {
  const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(global.getInitializer());
  if (data == nullptr || !data->isCString() || !global.isConstant() || entry.is_named) return;
  entry.literal = data->getAsCString().str();
  entry.is_literal = true;
}

}  // namespace

void ActionRecorder::finish() {
  PENDULUM_CHECK(actions_.objects.empty(), "the table of objects should be filled once");
  actions_.object_bits = static_cast<unsigned>(std::bit_width(points_to_.objects().size()));
  for (const Object& object : points_to_.objects()) {
    SourceObject& entry = actions_.objects.emplace_back();
    entry.kind = kind_of(object.kind);
    entry.bytes = object.size.value_or(0);
    if (object.value == nullptr) continue;
    entry.name = message_name(*object.value);
    entry.is_named = is_declared(*object.value) || entry.kind == SourceObject::Kind::Function;
    if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(object.value)) {
      entry.function = instruction->getFunction()->getName().str();
      entry.where = source_location(*instruction);
      entry.is_result = !entry.is_named && entry.name == clang_result_name;
    }
    if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object.value);
        global != nullptr && global->hasDefinitiveInitializer()) {
      add_literal(entry, *global);
      entry.initial = initial_parts(*global, layout_, points_to_);
    }
    const bool has_type = entry.kind == SourceObject::Kind::Global || entry.kind == SourceObject::Kind::Local;
    if (has_type) entry.type = types_.of_object(*object.value);
  }
}

}  // namespace pendulum::frontend
