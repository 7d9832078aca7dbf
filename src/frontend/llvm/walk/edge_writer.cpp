#include "frontend/llvm/walk/edge_writer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstrTypes.h>

#include "base/check.h"
#include "frontend/llvm/ir/ir_facts.h"

namespace pendulum::frontend {

EdgeWriter::EdgeWriter(const TranslationContext& context, program::ProgramBuilder& builder)
    : context_(context),
      terms_(context.terms),
      builder_(builder),
      entry_(builder.add_location("entry")),
      error_(builder.add_location("error")),
      end_(builder.add_location("end")) {
  builder.set_entry(entry_);
  builder.set_error(error_);
}

void EdgeWriter::add(program::Edge edge, const std::vector<program::SourceAction>& actions) const {
  const std::optional<program::EdgeId> id = builder_.add_edge(std::move(edge));
  if (id && context_.recorder != nullptr) context_.recorder->keep(*id, actions);
}

void EdgeWriter::emit(const Walk& walk, Path& path, program::LocationId target, Term condition) const {
  PENDULUM_CHECK(target != error_, "an edge into the error location should have a violation");
  PENDULUM_CHECK(target != entry_, "no edge should lead into the entry");
  for (Path::Exit& exit : path.take_exits()) emit_exit(walk, std::move(exit));
  program::Edge edge;
  edge.source = walk.source;
  edge.target = target;
  edge.guard = terms_.mk_and(path.guard(), condition);
  edge.updates = path.updates();
  edge.inputs = path.inputs();
  if (walk.first != nullptr) edge.where = source_location(*walk.first);
  add(std::move(edge), path.actions());
}

/// The source location in the user's program. Models of the C library have no source location, so that of the
/// call of the model is used.
program::SourceLocation EdgeWriter::user_location(const Walk& walk) const {
  PENDULUM_CHECK(walk.current != nullptr, "a walk with exits should have an instruction");
  program::SourceLocation where = source_location(*walk.current);
  const Instance* instance = walk.frames.empty() ? nullptr : walk.frames.back().instance;
  for (; instance != nullptr && instance->call != nullptr && !where.is_known(); instance = instance->parent)
    where = source_location(*instance->call);
  return where;
}

void EdgeWriter::emit_error(const Walk& walk, const std::string& violation) const {
  program::Edge edge;
  edge.source = walk.source;
  edge.target = error_;
  edge.guard = walk.path.guard();
  edge.inputs = walk.path.inputs();
  edge.where = user_location(walk);
  edge.violation = violation;
  add(std::move(edge), walk.path.actions());
}

void EdgeWriter::emit_unsupported(const Walk& walk, const std::string& construct) const {
  emit_exit(walk,
            {walk.path.guard(), walk.path.inputs(), construct, std::nullopt, false, walk.path.actions()});
}

void EdgeWriter::emit_exit(const Walk& walk, Path::Exit exit) const {
  PENDULUM_CHECK(exit.property || !exit.is_unconfirmed, "only a violation should be unconfirmed");
  program::Edge edge;
  edge.source = walk.source;
  edge.target = error_;
  edge.guard = exit.guard;
  edge.inputs = std::move(exit.inputs);
  edge.where = user_location(walk);
  edge.violation = exit.text + " at " + edge.where.to_string();
  if (exit.property) {
    edge.violation = property::violation_text(*exit.property, edge.violation);
    edge.is_unsupported = exit.is_unconfirmed;
  } else {
    edge.is_unsupported = true;
    context_.notes.unsupported.insert(edge.violation);
  }
  add(std::move(edge), exit.actions);
}

void EdgeWriter::emit_exits(Walk& walk) const {
  for (Path::Exit& exit : walk.path.take_exits()) emit_exit(walk, std::move(exit));
}

void EdgeWriter::report_overflow(Walk& walk, const llvm::CallBase& report, Term condition) const {
  walk.path.error_if(condition, property::Property::NoOverflow, report_text(report));
  emit_exits(walk);
}

std::string report_text(const llvm::CallBase& report) {
  if (report.arg_size() == 0) return "error";
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(report.getArgOperand(0)->stripPointerCasts());
  if (global == nullptr || !global->hasInitializer()) return "error";
  const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(global->getInitializer());
  if (data == nullptr || !data->isString()) return "error";
  return data->isCString() ? data->getAsCString().str() : data->getAsString().str();
}

}  // namespace pendulum::frontend
