#include "frontend/llvm/analysis/regions.h"

#include <fmt/core.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/llvm/ir/debug_names.h"

namespace pendulum::frontend {

namespace {

std::string representation(const Object& object, const ObjectLayout& layout) {
  if (!layout.is_array())
    return fmt::format("{} variable{}", layout.pieces.size(), layout.pieces.size() == 1 ? "" : "s");
  if (layout.record == 1) {
    const bool is_small = object.size && *object.size == 1;
    return is_small ? "1 byte" : "bytes, because it is accessed at any byte";
  }
  if (layout.pieces.size() == 1 && layout.pieces.front().size == layout.record)
    return fmt::format("array of {}-byte elements", layout.record);
  return fmt::format("records of {} bytes as {} arrays", layout.record, layout.pieces.size());
}

}  // namespace

std::vector<std::string> describe_regions(const PointsTo& points_to,
                                          const std::vector<ObjectLayout>& layouts) {
  PENDULUM_CHECK(layouts.size() == points_to.objects().size(), "every object should have a layout");
  std::vector<std::string> result;
  for (ObjectId id = 1; id < layouts.size(); ++id) {
    const Object& object = points_to.objects()[id];
    const ObjectLayout& layout = layouts[id];
    const bool is_plain =
        !layout.is_array() && layout.pieces.size() <= 1 && object.kind != Object::Kind::Heap;
    if (layout.pieces.empty() || is_plain || object.kind == Object::Kind::Function) continue;
    std::string text = source_name(*object.value);
    if (const auto* place = llvm::dyn_cast<llvm::Instruction>(object.value))
      text = place->getFunction()->getName().str() + "." + text;
    text += object.size ? fmt::format(" ({} byte{})", *object.size, *object.size == 1 ? "" : "s")
                        : " (size known when it runs)";
    if (object.has_instances && object.kind == Object::Kind::Heap) text += ", many instances";
    result.push_back(text + ": " + representation(object, layout));
  }
  return result;
}

}  // namespace pendulum::frontend
