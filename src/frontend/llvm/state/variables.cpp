#include "frontend/llvm/state/variables.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "base/check.h"
#include "frontend/llvm/ir/debug_names.h"

namespace pendulum::frontend {

namespace {

const llvm::Function* function_of(const llvm::Value& value) {
  if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value)) return instruction->getFunction();
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return argument->getParent();
  return nullptr;
}

/// Adds the absolute object for integers: an integer that can be an address can also be a plain number.
Targets address_targets(const llvm::Type* type, Targets targets) {
  if (!type->isPointerTy()) targets.try_emplace(absolute_object, make_congruence(0, 1));
  return targets;
}

}  // namespace

Variables::Variables(term::TermManager& terms, program::ProgramBuilder& builder, const PointsTo& points_to,
                     const std::vector<ObjectLayout>& layouts, const llvm::DataLayout& layout)
    : terms_(terms),
      builder_(builder),
      points_to_(points_to),
      layouts_(layouts),
      data_layout_(layout),
      pointer_bits_(layout.getPointerSizeInBits()),
      pointer_sort_(terms.bitvec_sort(pointer_bits_)),
      pieces_(layouts.size()),
      object_names_(layouts.size()) {
  PENDULUM_CHECK(layouts.size() == points_to.objects().size(), "each of the {} objects should have a layout",
                 points_to.objects().size());
  PENDULUM_CHECK(pointer_bits_ == 32 || pointer_bits_ == 64, "a pointer should have 32 or 64 bits, not {}",
                 pointer_bits_);
  for (std::size_t i = 0; i < layouts.size(); ++i) pieces_[i].resize(layouts[i].pieces.size());
}

std::string Variables::unique(const std::string& name) {
  const unsigned count = ++names_[name];
  if (count == 1) return name;
  return unique(name + "." + std::to_string(count));
}

void Variables::declare(program::Variable variable) {
  if (!variable.function.empty()) locals_.push_back(variable.symbol);
  builder_.add_variable(std::move(variable));
}

Term Variables::address(ObjectId object) {
  Term& known = addresses_[object];
  if (known.is_null()) known = make("address." + object_name(object), pointer_sort_, "");
  return known;
}

Term Variables::make(const std::string& name, term::Sort sort, const std::string& function) {
  program::Variable variable;
  variable.symbol = terms_.mk_symbol(unique(name), sort);
  variable.function = function;
  declare(variable);
  return variable.symbol;
}

const std::string& Variables::object_name(ObjectId object) {
  PENDULUM_CHECK(object < object_names_.size(), "the number {} should be that of an object", object);
  std::string& name = object_names_[object];
  if (!name.empty()) return name;
  const llvm::Value* value = points_to_.objects()[object].value;
  std::string source = value == nullptr ? "absolute" : source_name(*value);
  if (source.empty()) source = "object" + std::to_string(object);
  const llvm::Function* function = value == nullptr ? nullptr : function_of(*value);
  if (function != nullptr) source = function->getName().str() + "." + source;
  // A number distinguishes objects with the same name (in blocks of one function, or in static functions of
  // two files).
  const unsigned count = ++object_counts_[source];
  name = count == 1 ? source : source + "." + std::to_string(count);
  return name;
}

term::Sort Variables::sort_of(llvm::Type* type) const {
  if (type->isIntegerTy(1)) return terms_.bool_sort();
  return terms_.bitvec_sort(static_cast<std::uint32_t>(data_layout_.getTypeSizeInBits(type).getFixedValue()));
}

Slot Variables::make_slot(const std::string& name, const program::Variable& like, bool is_pointer,
                          term::Sort sort, const Targets& targets, std::optional<term::Sort> index) {
  Slot slot;
  slot.is_pointer = is_pointer;
  const auto wrap = [&](term::Sort element) { return index ? terms_.array_sort(*index, element) : element; };
  const auto add = [&](const std::string& full_name, term::Sort element) {
    program::Variable variable = like;
    variable.symbol = terms_.mk_symbol(unique(full_name), wrap(element));
    declare(variable);
    return variable.symbol;
  };
  if (!is_pointer) {
    slot.value = add(name, sort);
    return slot;
  }
  if (targets.size() == 1) {
    slot.fixed_object = targets.begin()->first;
    slot.fixed_offset = targets.begin()->second.residue;
  }
  if (targets.size() > 1) slot.object = add(name + ".object", pointer_sort_);
  if (targets.size() == 1 && points_to_.objects()[slot.fixed_object].has_instances) {
    slot.object = add(name + ".instance", terms_.bitvec_sort(points_to_.instance_bits()));
    slot.is_instance = true;
  }
  if (!slot.object.is_null()) object_codes_.insert(slot.object);
  const bool is_fixed = targets.empty() || (targets.size() == 1 && targets.begin()->second.is_constant());
  if (!is_fixed) slot.value = add(name + ".offset", pointer_sort_);
  return slot;
}

std::optional<term::Sort> Variables::index_sort(ObjectId object) const {
  const bool is_array = layouts_[object].is_array();
  const bool is_string = points_to_.objects()[object].kind == Object::Kind::ArgumentString;
  if (!has_heap_instances(object) && !is_string)
    return is_array ? std::optional(pointer_sort_) : std::nullopt;
  return terms_.bitvec_sort(points_to_.instance_bits() + (is_array ? pointer_bits_ : 0));
}

bool Variables::has_heap_instances(ObjectId object) const {
  const Object& info = points_to_.objects()[object];
  return info.kind == Object::Kind::Heap && info.has_instances;
}

bool Variables::is_of_main_arguments(ObjectId object) const {
  const Object::Kind kind = points_to_.objects()[object].kind;
  return kind == Object::Kind::ArgumentVector || kind == Object::Kind::ArgumentString;
}

/// All elements are zero initially, hence marked as not written.
Slot Variables::make_argument_slot(ObjectId object, bool is_pointer) {
  // Soundness: the points-to analysis and the translation should agree about which objects are written.
  if (!points_to_.is_written(object)) throw UnsupportedHere{"write to the arguments of main"};
  const MainArguments& arguments = points_to_.arguments_of(object);
  const std::string name = std::string(arguments.is_environment ? "envp" : "argv") +
                           (object == arguments.strings ? ".strings" : "");
  const auto make_array = [&](const char* what, std::uint32_t bits) {
    return make_zero(name + what, terms_.array_sort(*index_sort(object), terms_.bitvec_sort(bits)));
  };
  Slot slot;
  slot.marks_writes = true;
  slot.is_pointer = is_pointer;
  if (is_pointer) slot.object = make_array(".written.object", pointer_bits_ + 1);
  slot.value = make_array(is_pointer ? ".written.offset" : ".written", is_pointer ? pointer_bits_ : 9);
  return slot;
}

Term Variables::make_zero(std::map<ObjectId, Term>& known, ObjectId object, const char* what,
                          term::Sort sort) {
  const auto it = known.find(object);
  if (it != known.end()) return it->second;
  return known.emplace(object, make_zero(object_name(object) + what, sort)).first->second;
}

Term Variables::make_zero(const std::string& name, term::Sort sort) {
  const Term variable = make(name, sort, "");
  zeros_.push_back(variable);
  return variable;
}

const Slot& Variables::piece(ObjectId object, std::size_t piece) {
  PENDULUM_CHECK(object < pieces_.size() && piece < pieces_[object].size(),
                 "object {} should have a piece with the number {}", object, piece);
  std::optional<Slot>& slot = pieces_[object][piece];
  if (slot) return *slot;
  const llvm::Value& value = *points_to_.objects()[object].value;
  const ObjectLayout& layout = layouts_[object];
  const Piece& part = layout.pieces[piece];
  PENDULUM_CHECK(!part.is_pointer || part.size * 8 == pointer_bits_,
                 "a pointer piece should have the size of a pointer, not {} bytes", part.size);
  if (is_of_main_arguments(object)) {
    slot = make_argument_slot(object, part.is_pointer);
    return *slot;
  }
  const PartName part_name = frontend::part_name(value, part.offset, part.size, layout.is_array());
  program::Variable like;
  like.source_name = source_name(value) + part_name.path;
  like.signedness = part_name.signedness;
  const Object::Kind kind = points_to_.objects()[object].kind;
  if (const llvm::Function* function = function_of(value); function != nullptr && kind != Object::Kind::Heap)
    like.function = function->getName().str();
  slot = make_slot(object_name(object) + part_name.path, like, part.is_pointer,
                   terms_.bitvec_sort(static_cast<std::uint32_t>(part.size * 8)),
                   points_to_.content(object, layout.offsets(piece)), index_sort(object));
  if (part.is_mixed && !part.is_pointer) observable_.insert(slot->value);
  if (kind == Object::Kind::Global || kind == Object::Kind::Heap) global_pieces_.emplace_back(object, piece);
  return *slot;
}

const Slot& Variables::temporary(const llvm::Value& value) {
  const auto it = temporaries_.find(&value);
  if (it != temporaries_.end()) return it->second;
  const llvm::Function* function = function_of(value);
  PENDULUM_CHECK(function != nullptr, "only instructions and parameters should need a temporary");
  program::Variable like;
  like.function = function->getName().str();
  const std::string name = like.function + ".tmp" + std::to_string(++temporary_counts_[function]);
  const bool is_pointer = points_to_.is_address(&value);
  const Slot slot = make_slot(
      name, like, is_pointer, is_pointer ? pointer_sort_ : sort_of(value.getType()),
      is_pointer ? address_targets(value.getType(), points_to_.targets(&value)) : Targets{}, std::nullopt);
  return temporaries_.emplace(&value, slot).first->second;
}

const Slot& Variables::result(const llvm::Function& function) {
  const auto it = temporaries_.find(&function);
  if (it != temporaries_.end()) return it->second;
  program::Variable like;
  like.function = function.getName().str();
  llvm::Type* type = function.getReturnType();
  PENDULUM_CHECK(!type->isVoidTy(), "{} should return a value", like.function);
  const bool is_pointer = points_to_.returns_address(&function);
  const Slot slot =
      make_slot(like.function + ".result", like, is_pointer, is_pointer ? pointer_sort_ : sort_of(type),
                is_pointer ? address_targets(type, points_to_.result(&function)) : Targets{}, std::nullopt);
  return temporaries_.emplace(&function, slot).first->second;
}

Term Variables::dynamic_size(ObjectId object) {
  const Object& info = points_to_.objects()[object];
  PENDULUM_CHECK(!info.size, "{} should not have a constant size", object_name(object));
  if (info.kind == Object::Kind::Heap) {
    const term::Sort sort =
        info.has_instances ? terms_.array_sort(terms_.bitvec_sort(points_to_.instance_bits()), pointer_sort_)
                           : pointer_sort_;
    return make_zero(dynamic_sizes_, object, ".size", sort);
  }
  const auto it = dynamic_sizes_.find(object);
  if (it != dynamic_sizes_.end()) return it->second;
  const llvm::Function* function = function_of(*info.value);
  PENDULUM_CHECK(function != nullptr, "{} should be a local", object_name(object));
  const Term size = make(object_name(object) + ".length", pointer_sort_, function->getName().str());
  dynamic_sizes_.emplace(object, size);
  return size;
}

Term Variables::instance_count(ObjectId object) {
  PENDULUM_CHECK(points_to_.objects()[object].has_instances, "{} should have instances", object_name(object));
  return make_zero(instance_counts_, object, ".count", terms_.bitvec_sort(points_to_.instance_bits()));
}

Term Variables::alive(ObjectId object) {
  const term::Sort bit = terms_.bitvec_sort(1);
  return make_zero(alive_, object, ".alive",
                   has_heap_instances(object)
                       ? terms_.array_sort(terms_.bitvec_sort(points_to_.instance_bits()), bit)
                       : bit);
}

Term Variables::late(ObjectId object) {
  PENDULUM_CHECK(points_to_.objects()[object].kind == Object::Kind::Heap, "{} should be a heap object",
                 object_name(object));
  const term::Sort bit = terms_.bitvec_sort(1);
  return make_zero(late_, object, ".late",
                   has_heap_instances(object)
                       ? terms_.array_sort(terms_.bitvec_sort(points_to_.instance_bits()), bit)
                       : bit);
}

Term Variables::has_freed() {
  if (!has_freed_.is_null()) return has_freed_;
  has_freed_ = make_zero("heap.freed", terms_.bitvec_sort(1));
  return has_freed_;
}

Term Variables::alive_count(ObjectId object) {
  PENDULUM_CHECK(has_heap_instances(object), "{} should be a heap object with instances",
                 object_name(object));
  return make_zero(alive_counts_, object, ".alive_count", terms_.bitvec_sort(points_to_.instance_bits()));
}

}  // namespace pendulum::frontend
