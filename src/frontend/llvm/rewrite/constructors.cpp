#include "frontend/llvm/rewrite/constructors.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "frontend/llvm/ir/ir_facts.h"
#include "frontend/llvm/ir/module_checks.h"

namespace pendulum::frontend {

namespace {

/// A function that the loader calls before or after main, with its priority.
struct Entry {
  std::uint64_t priority = 0;
  llvm::Function* function = nullptr;
};

constexpr std::uint64_t last_priority = 65535;  ///< priority of functions that specify none

/// Returns the entries that the attributes constructor and destructor create. Removes the list from the
/// module, so that these functions are called only once.
std::vector<Entry> take_attributes(llvm::Module& module, llvm::StringRef list) {
  llvm::GlobalVariable* global = module.getGlobalVariable(list);
  if (global == nullptr) return {};
  std::vector<Entry> entries;
  if (global->hasInitializer())
    for (const llvm::Use& use : global->getInitializer()->operands()) {
      const auto& entry = *llvm::cast<llvm::Constant>(use.get());
      auto* function = llvm::dyn_cast<llvm::Function>(entry.getAggregateElement(1)->stripPointerCasts());
      const auto* priority = llvm::dyn_cast<llvm::ConstantInt>(entry.getAggregateElement(0U));
      PENDULUM_CHECK(priority != nullptr, "an entry of {} should have a constant priority", list.str());
      if (function != nullptr) entries.push_back({priority->getZExtValue(), function});
    }
  global->eraseFromParent();
  return entries;
}

/// The priority N of a section `.init_array.N`; unset for all other sections.
std::optional<std::uint64_t> priority_of(llvm::StringRef section, llvm::StringRef array) {
  if (!section.consume_front(array)) return std::nullopt;
  if (section.empty()) return last_priority;
  std::uint64_t priority = 0;
  if (!section.consume_front(".") || section.getAsInteger(10, priority)) return std::nullopt;
  return priority;
}

/// Adds the functions whose addresses `object` contains.
void add_functions(const llvm::GlobalVariable& object, std::uint64_t priority, std::vector<Entry>& entries) {
  const auto fail = [&] {
    throw base::Unsupported("object " + object.getName().str() + " in the section " +
                                object.getSection().str() + " that is not the address of a function",
                            "");
  };
  if (!object.hasInitializer()) fail();
  std::vector<const llvm::Constant*> elements{object.getInitializer()};
  if (object.getValueType()->isArrayTy()) {
    elements.clear();
    for (unsigned i = 0; i < object.getValueType()->getArrayNumElements(); ++i)
      elements.push_back(object.getInitializer()->getAggregateElement(i));
  }
  for (const llvm::Constant* element : elements) {
    auto* function = llvm::dyn_cast<llvm::Function>(element->stripPointerCastsAndAliases());
    if (function == nullptr) fail();
    entries.push_back({priority, const_cast<llvm::Function*>(function)});
  }
}

/// Returns the entries of the objects that the program puts into a section of the loader, and removes the
/// objects from the section. The linker keeps the order of the files and, within each file, that of the
/// objects.
std::vector<Entry> take_section(llvm::Module& module, llvm::StringRef array) {
  std::vector<Entry> entries;
  for (llvm::GlobalVariable& object : module.globals()) {
    const std::optional<std::uint64_t> priority = priority_of(object.getSection(), array);
    if (!priority) continue;
    add_functions(object, *priority, entries);
    object.setSection("");
  }
  const llvm::NamedMDNode* units = module.getNamedMetadata("llvm.dbg.cu");
  if (entries.size() > 1 && units != nullptr && units->getNumOperands() > 1)
    throw base::Unsupported(
        "several entries of the section " + array.str() + " in a program of several files", "");
  return entries;
}

/// Merges both kinds in the order in which the loader calls them: lower priorities first, equal priorities in
/// list order.
std::vector<llvm::Function*> in_order(const std::vector<Entry>& attributes,
                                      const std::vector<Entry>& sections) {
  std::vector<Entry> entries = attributes;
  for (const Entry& entry : sections) {
    for (const Entry& other : attributes)
      if (other.priority == entry.priority)
        throw base::Unsupported("order of constructors that are attributes and entries of sections", "");
    entries.push_back(entry);
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.priority < b.priority; });
  std::vector<llvm::Function*> functions;
  for (const Entry& entry : entries) functions.push_back(entry.function);
  return functions;
}

/// Throws Unsupported for objects in sections that older loaders run, or that contain code which runs before
/// main.
void refuse_other_sections(const llvm::Module& module) {
  for (const llvm::GlobalObject& object : module.global_objects()) {
    const llvm::StringRef section = object.getSection();
    for (const llvm::StringRef name : {".init", ".fini", ".ctors", ".dtors", ".preinit_array"}) {
      const bool is_function = llvm::isa<llvm::Function>(object);
      const bool matches = section == name || section.starts_with((name + ".").str());
      const bool is_array = section.starts_with(".init_array") || section.starts_with(".fini_array");
      if (matches || (is_array && is_function))
        throw base::Unsupported("object in the section " + section.str() + ": " + object.getName().str(), "");
    }
  }
}

void call_before(llvm::Instruction& place, const std::vector<llvm::Function*>& functions) {
  llvm::IRBuilder<> builder(&place);
  const llvm::Function& caller = *place.getFunction();
  if (!place.getDebugLoc() && caller.getSubprogram() != nullptr)
    builder.SetCurrentDebugLocation(llvm::DILocation::get(
        caller.getContext(), caller.getSubprogram()->getLine(), 0, caller.getSubprogram()));
  for (llvm::Function* function : functions) {
    if (function->arg_size() != 0)
      throw base::Unsupported("constructor with parameters: " + function->getName().str(), "");
    builder.CreateCall(function);
  }
}

/// Instructions at which the program terminates normally: `_exit` and `abort` run no destructors.
std::vector<llvm::Instruction*> ends_of_program(llvm::Module& module, llvm::Function& entry) {
  std::vector<llvm::Instruction*> ends;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : direct_callee(*call);
      const bool is_exit = callee != nullptr && callee->isDeclaration() && callee->getName() == "exit";
      if (is_exit || (&function == &entry && llvm::isa<llvm::ReturnInst>(instruction)))
        ends.push_back(&instruction);
    }
  return ends;
}

}  // namespace

void call_constructors(llvm::Module& module, const std::string& entry) {
  PENDULUM_CHECK(is_defined(module, entry), "the entry function {} should be defined", entry);
  llvm::Function& first = *module.getFunction(entry);
  refuse_other_sections(module);
  const std::vector<llvm::Function*> constructors =
      in_order(take_attributes(module, "llvm.global_ctors"), take_section(module, ".init_array"));
  std::vector<llvm::Function*> destructors =
      in_order(take_attributes(module, "llvm.global_dtors"), take_section(module, ".fini_array"));
  if (constructors.empty() && destructors.empty()) return;
  if (!first.use_empty())
    throw base::Unsupported("constructors of a program that calls its own entry function", "");
  if (!destructors.empty()) {
    std::reverse(destructors.begin(), destructors.end());
    for (llvm::Instruction* end : ends_of_program(module, first)) call_before(*end, destructors);
  }
  call_before(*first.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), constructors);
  PENDULUM_DCHECK(violated_rules(module).empty(), "the module should be valid after calling constructors: {}",
                  violated_rules(module));
}

}  // namespace pendulum::frontend
