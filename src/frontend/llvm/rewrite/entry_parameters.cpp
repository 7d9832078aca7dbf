#include "frontend/llvm/rewrite/entry_parameters.h"

#include <fmt/core.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "frontend/llvm/ir/hosted_main.h"
#include "frontend/llvm/ir/intrinsics.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

namespace {

/// Number of levels of objects. Parameters point to objects of level 1, and pointers in these to objects of
/// level 2. Pointers in objects of level 2 are unknown addresses.
constexpr unsigned last_level = 2;
/// Maximum number of objects; pointers in further objects are unknown addresses. It bounds the size of the
/// new entry function for structs with many pointers.
constexpr unsigned max_objects = 64;

/// The type without typedefs and qualifiers; null for void.
const llvm::DIType* plain_type(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag != llvm::dwarf::DW_TAG_typedef && tag != llvm::dwarf::DW_TAG_const_type &&
        tag != llvm::dwarf::DW_TAG_volatile_type && tag != llvm::dwarf::DW_TAG_restrict_type &&
        tag != llvm::dwarf::DW_TAG_atomic_type && tag != llvm::dwarf::DW_TAG_member)
      return type;
    type = derived->getBaseType();
  }
  return type;
}

const llvm::DIDerivedType* as_pointer_type(const llvm::DIType* type) {
  const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plain_type(type));
  return derived != nullptr && derived->getTag() == llvm::dwarf::DW_TAG_pointer_type ? derived : nullptr;
}

/// Size in bytes of an object of the type; 1 for void. Unset for functions and incomplete types.
std::optional<std::uint64_t> size_of(const llvm::DIType* type) {
  if (type == nullptr) return 1;
  if (llvm::isa<llvm::DISubroutineType>(type) || type->isForwardDecl() || type->getSizeInBits() < 8)
    return std::nullopt;
  return type->getSizeInBits() / 8;
}

/// A pointer in an object, by its offset in bytes.
struct PointerPlace {
  std::uint64_t offset;
  std::string path;  ///< from the object: ".next", ".rows[1]", or empty
  const llvm::DIDerivedType* type;
};

/// The pointer in element `index` of the array to which `pointer` points: "p->next", "p[1].next", "p[0]".
std::string name_of(const std::string& pointer, std::uint64_t index, const std::string& path) {
  return index == 0 && path.starts_with('.') ? pointer + "->" + path.substr(1)
                                             : fmt::format("{}[{}]{}", pointer, index, path);
}

/// Lists the pointers in an object of the type with their offsets. Pointers in unions are left out because
/// the members of a union overlap. The recursion follows the nesting of C types.
void list_pointers(const llvm::DIType* type, std::uint64_t offset, const std::string& path,
                   std::vector<PointerPlace>& places) {
  type = plain_type(type);
  if (places.size() > max_objects) return;
  if (const llvm::DIDerivedType* pointer = as_pointer_type(type)) {
    places.push_back({offset, path, pointer});
    return;
  }
  const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  if (composite == nullptr) return;
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
    const auto element = size_of(plain_type(composite->getBaseType()));
    for (std::uint64_t at = 0; element && at + *element <= composite->getSizeInBits() / 8; at += *element) {
      if (places.size() > max_objects) return;
      list_pointers(composite->getBaseType(), offset + at, fmt::format("{}[{}]", path, at / *element),
                    places);
    }
  } else if (composite->getTag() == llvm::dwarf::DW_TAG_structure_type) {
    for (const llvm::DINode* node : composite->getElements())
      if (const auto* member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
          member != nullptr && member->getTag() == llvm::dwarf::DW_TAG_member && !member->isBitField())
        list_pointers(member, offset + member->getOffsetInBits() / 8, path + "." + member->getName().str(),
                      places);
  }
}

/// The declared type of a parameter, read from the local into which clang stores the parameter; null if not
/// found.
const llvm::DIType* declared_type(llvm::Argument& parameter) {
  const auto type_of = [](llvm::Value& value) -> const llvm::DIType* {
    for (const llvm::DbgVariableRecord* record : llvm::findDVRDeclares(&value))
      return record->getVariable()->getType();
    for (const llvm::DbgDeclareInst* record : llvm::findDbgDeclares(&value))
      return record->getVariable()->getType();
    return nullptr;
  };
  if (const llvm::DIType* type = type_of(parameter)) return type;
  for (llvm::User* user : parameter.users())
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
        store != nullptr && store->getValueOperand() == &parameter)
      return type_of(*store->getPointerOperand());
  return nullptr;
}

class EntryMaker {
 public:
  EntryMaker(llvm::Module& module, const Options& options)
      : module_(module),
        options_(options),
        function_(*module.getFunction(options.entry)),
        builder_(module.getContext()) {}

  EntryFunction make() {
    find_kept_parameters();
    std::vector<llvm::Type*> types;
    for (const llvm::Argument* parameter : kept_) types.push_back(parameter->getType());
    auto* type = llvm::FunctionType::get(function_.getReturnType(), types, /*isVarArg=*/false);
    llvm::Function* entry =
        llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, entry_function, module_);
    builder_.SetInsertPoint(llvm::BasicBlock::Create(module_.getContext(), "entry", entry));
    std::vector<llvm::Value*> arguments;
    unsigned next = 0;
    for (llvm::Argument& parameter : function_.args()) {
      const bool is_kept = next < kept_.size() && kept_[next] == &parameter;
      if (is_kept) entry->addParamAttrs(next, llvm::AttrBuilder(module_.getContext(), attributes(parameter)));
      arguments.push_back(is_kept ? entry->getArg(next++) : make_argument(parameter));
    }
    PENDULUM_CHECK(next == kept_.size(), "each parameter of the new entry function should be passed on");
    llvm::CallInst* call = builder_.CreateCall(&function_, arguments);
    call->setAttributes(function_.getAttributes());
    if (call->getType()->isVoidTy())
      builder_.CreateRetVoid();
    else
      builder_.CreateRet(call);
    return {entry->getName().str(), assumptions()};
  }

 private:
  llvm::AttributeSet attributes(const llvm::Argument& parameter) const {
    return function_.getAttributes().getParamAttrs(parameter.getArgNo());
  }

  static bool is_by_value(const llvm::Argument& parameter) {
    return parameter.hasByValAttr() || parameter.hasStructRetAttr();
  }

  /// Finds the parameters that become parameters of the new entry function: numbers, and pointers to types
  /// without a size.
  void find_kept_parameters() {
    for (llvm::Argument& parameter : function_.args()) {
      if (is_by_value(parameter)) continue;
      const llvm::DIDerivedType* type =
          parameter.getType()->isPointerTy() ? as_pointer_type(declared_type(parameter)) : nullptr;
      if (type != nullptr && size_of(plain_type(type->getBaseType()))) continue;
      kept_.push_back(&parameter);
      if (parameter.getType()->isPointerTy()) unknown_.push_back(parameter.getName().str());
    }
  }

  llvm::Value* make_argument(llvm::Argument& parameter) {
    if (!is_by_value(parameter)) {
      const auto pointer =
          make_pointer(*as_pointer_type(declared_type(parameter)), parameter.getName().str(), 1);
      PENDULUM_CHECK(pointer.has_value(), "the parameter {} should point to an object",
                     parameter.getName().str());
      return *pointer;
    }
    llvm::Type* type =
        parameter.hasByValAttr() ? parameter.getParamByValType() : parameter.getParamStructRetType();
    llvm::AllocaInst* object = builder_.CreateAlloca(type);
    if (const auto alignment = parameter.getParamAlign()) object->setAlignment(*alignment);
    if (parameter.hasByValAttr())
      fill_pointers(object, declared_type(parameter), parameter.getName().str(), 1, 0);
    return object;
  }

  /// Returns a value that is null or the address of a new object. Unset if the pointer is to be an unknown
  /// address.
  std::optional<llvm::Value*> make_pointer(const llvm::DIDerivedType& pointer, const std::string& name,
                                           unsigned level) {
    const llvm::DIType* type = plain_type(pointer.getBaseType());
    const auto size = size_of(type);
    // The parameters themselves always get an object.
    if (!size || level > last_level || (level > 1 && objects_ >= max_objects)) return std::nullopt;
    ++objects_;
    llvm::Value* object = make_object(*size * options_.entry_array, name);
    fill_pointers(object, type, name, options_.entry_array, level);
    const llvm::FunctionCallee any =
        module_.getOrInsertFunction("__VERIFIER_nondet_model_int", builder_.getInt32Ty());
    llvm::Value* is_there = builder_.CreateIsNotNull(builder_.CreateCall(any));
    return builder_.CreateSelect(is_there, object, llvm::ConstantPointerNull::get(builder_.getPtrTy()));
  }

  /// Allocates an object with malloc, or as a local if the program defines malloc itself. `name` is that of
  /// the pointer, for messages.
  llvm::Value* make_object(std::uint64_t size, const std::string& name) {
    llvm::Type* size_type = module_.getDataLayout().getIntPtrType(module_.getContext());
    llvm::Function* malloc = module_.getFunction("malloc");
    if (malloc != nullptr && !malloc->isDeclaration())
      return builder_.CreateAlloca(llvm::ArrayType::get(builder_.getInt8Ty(), size));
    auto* type = llvm::FunctionType::get(builder_.getPtrTy(), {size_type}, /*isVarArg=*/false);
    llvm::Value* object = builder_.CreateCall(type, module_.getOrInsertFunction("malloc", type).getCallee(),
                                              {llvm::ConstantInt::get(size_type, size)}, name);
    if (options_.properties.contains(property::Property::ValidMemtrack)) keep(object);
    return object;
  }

  /// Stores the address in a global: the caller of the entry function has the address, so the object is not
  /// leaked.
  void keep(llvm::Value* object) {
    auto* null = llvm::ConstantPointerNull::get(builder_.getPtrTy());
    auto* holder = new llvm::GlobalVariable(module_, builder_.getPtrTy(), false,
                                            llvm::GlobalValue::InternalLinkage, null, parameter_global);
    builder_.CreateStore(object, holder);
  }

  /// The object is an array with `count` elements. `name` is that of a pointer to it; at level 0, which is
  /// that of parameters passed by value, `name` is that of the object.
  void fill_pointers(llvm::Value* object, const llvm::DIType* type, const std::string& name,
                     std::uint64_t count, unsigned level) {
    const auto size = size_of(plain_type(type));
    if (!size || type == nullptr) return;
    std::vector<PointerPlace> places;
    list_pointers(type, 0, "", places);
    for (std::uint64_t i = 0; i < count && !places.empty() && objects_ < max_objects; ++i)
      for (const PointerPlace& place : places)
        if (const auto pointer = make_pointer(
                *place.type, level == 0 ? name + place.path : name_of(name, i, place.path), level + 1))
          builder_.CreateStore(
              *pointer, builder_.CreateConstGEP1_64(builder_.getInt8Ty(), object, i * *size + place.offset));
  }

  std::vector<std::string> assumptions() const {
    std::vector<std::string> result;
    if (objects_ > 0)
      result.push_back(fmt::format(
          "each pointer parameter of {}() is null or points to an object of its own with {} element{} of its "
          "type and arbitrary contents; so does each pointer in such an object, and deeper ones are unknown "
          "addresses",
          options_.entry, options_.entry_array, options_.entry_array == 1 ? "" : "s"));
    for (const std::string& name : unknown_)
      result.push_back(
          fmt::format("parameter {} of {}() is an unknown address, not null", name, options_.entry));
    return result;
  }

  llvm::Module& module_;
  const Options& options_;
  llvm::Function& function_;
  llvm::IRBuilder<> builder_;
  std::vector<const llvm::Argument*> kept_;  ///< parameters that the new entry function has, too
  std::vector<std::string> unknown_;         ///< names of the pointers among kept_
  unsigned objects_ = 0;                     ///< number of objects that were created
};

}  // namespace

EntryFunction add_parameter_objects(llvm::Module& module, const Options& options) {
  PENDULUM_CHECK(is_defined(module, options.entry), "the entry function {} should be defined", options.entry);
  const llvm::Function& function = *module.getFunction(options.entry);
  const bool has_pointers = std::any_of(function.arg_begin(), function.arg_end(), [](const auto& parameter) {
    return parameter.getType()->isPointerTy();
  });
  const bool is_main = function.arg_size() > 0 && is_argument_count(*function.getArg(0));
  if (!has_pointers || is_main || function.isVarArg()) return {options.entry, {}};
  EntryFunction entry = EntryMaker(module, options).make();
  PENDULUM_DCHECK(violated_rules(module).empty(),
                  "the module should be valid after adding the entry function: {}", violated_rules(module));
  return entry;
}

}  // namespace pendulum::frontend
