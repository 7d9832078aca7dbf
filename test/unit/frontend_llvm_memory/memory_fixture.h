// The memory of a small C program, for tests of the classes of objects/ and memory/.
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "frontend/llvm/ir/debug_names.h"
#include "frontend/llvm/memory/memory.h"
#include "frontend_llvm/c_source.h"

namespace pendulum::frontend {

inline const property::Properties memory_safety{property::Property::ValidDeref, property::Property::ValidFree,
                                                property::Property::ValidMemtrack};

class MemoryTest : public testing::Test {
 protected:
  /// To be called once, before the other functions. The program has a function main.
  void make(const std::string& text, property::Properties properties = {property::Property::Reach}) {
    properties_ = std::move(properties);
    source_.add("extern void *malloc(unsigned); extern void free(void *); extern int n;\n" + text);
    llvm::Module& module = source_.instrumented();
    points_to_.emplace(module, *module.getFunction("main"));
    layouts_ = make_layouts(*points_to_, module.getDataLayout());
    variables_.emplace(terms, builder_, *points_to_, layouts_, module.getDataLayout());
    constants_.emplace(terms, *points_to_, layouts_, module.getDataLayout());
    context_.emplace(MemoryContext{terms, *points_to_, layouts_, *variables_, *constants_,
                                   module.getDataLayout(), properties_});
    memory_.emplace(*context_);
  }

  const MemoryContext& context() const { return *context_; }
  Memory& memory() { return *memory_; }
  const llvm::Module& module() const { return *source_.module; }
  const std::string& file() const { return source_.options.files.front(); }
  program::ProgramBuilder& builder() { return builder_; }
  /// The object with this name in the program.
  ObjectId object(const std::string& name) const {
    for (ObjectId id = 0; id < layouts_.size(); ++id)
      if (const llvm::Value* value = context_->object(id).value;
          value != nullptr && source_name(*value) == name)
        return id;
    throw std::out_of_range(name);
  }
  /// The first heap object.
  ObjectId heap_object() const {
    for (ObjectId id = 0; id < layouts_.size(); ++id)
      if (context_->object(id).kind == Object::Kind::Heap) return id;
    throw std::out_of_range("heap");
  }
  Pointer address(ObjectId id, std::int64_t offset) const {
    Pointer result = context_->constants.address_of(id);
    result.offset.constant = offset;
    return result;
  }
  Targets targets(ObjectId id) const { return {{id, make_congruence(0, 1)}}; }
  /// The targets of a pointer that is null or an unknown address.
  Targets no_object() const { return targets(absolute_object); }
  /// An address without object.
  Pointer unknown_address(Term number) const {
    Pointer result = context_->constants.null();
    result.offset.base = number;
    return result;
  }
  Term symbol(const std::string& name, std::uint32_t width = 32) {
    return terms.mk_symbol(name, terms.bitvec_sort(width));
  }
  Term condition(const std::string& name) { return terms.mk_symbol(name, terms.bool_sort()); }
  Term number(std::uint64_t value) const { return context_->pointer_constant(value); }

  term::TermManager terms;
  std::set<Drop> drops;
  Path path{terms, drops};

 private:
  CSource source_;
  property::Properties properties_;
  program::ProgramBuilder builder_{terms};
  std::optional<PointsTo> points_to_;
  std::vector<ObjectLayout> layouts_;
  std::optional<Variables> variables_;
  std::optional<Constants> constants_;
  std::optional<MemoryContext> context_;
  std::optional<Memory> memory_;
};

}  // namespace pendulum::frontend
