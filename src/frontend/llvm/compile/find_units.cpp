#include "frontend/llvm/compile/find_units.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "base/check.h"
#include "base/error.h"
#include "base/file.h"
#include "frontend/llvm/compile/compile.h"
#include "frontend/llvm/ir/references.h"
#include "frontend/llvm/models/extern_functions.h"
#include "frontend/llvm/models/library_functions.h"

namespace pendulum::frontend {

namespace {

/// The definitions of a unit and the names that each of them refers to.
struct UnitSymbols {
  std::map<std::string, std::set<std::string>> references;
  std::set<std::string> exported;  ///< definitions that other units see
  std::set<std::string> known;  ///< declared functions that need no definition: library, verifier functions
};

UnitSymbols symbols_of(const llvm::Module& module) {
  UnitSymbols symbols;
  for (const llvm::GlobalValue& value : module.global_values()) {
    const std::string name = value.getName().str();
    if (value.isDeclaration()) {
      const auto* function = llvm::dyn_cast<llvm::Function>(&value);
      const bool is_known = function == nullptr
                                ? is_library_object(name)
                                : function->isIntrinsic() || extern_kind(*function) != ExternKind::Unknown;
      if (is_known) symbols.known.insert(name);
      continue;
    }
    if (!value.hasLocalLinkage()) symbols.exported.insert(name);
    std::set<std::string>& names = symbols.references[name];
    for (const llvm::GlobalValue* reference : references_of(value)) names.insert(reference->getName().str());
  }
  return symbols;
}

bool is_identifier_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Does the text contain `name` as a whole word?
bool contains_word(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !is_identifier_character(text[at - 1]);
    const std::size_t end = at + name.size();
    if (begins && (end == text.size() || !is_identifier_character(text[end]))) return true;
  }
  return false;
}

class UnitSearch {
 public:
  UnitSearch(const Options& options, const std::vector<std::string>& others, const std::string& directory,
             const base::Logger& logger, base::Statistics& statistics, const base::StopToken& stop)
      : options_(options),
        others_(others),
        directory_(directory),
        logger_(logger),
        statistics_(statistics),
        stop_(stop) {}

  std::vector<std::string> run() {
    for (const std::string& file : options_.files) add(file, compile_unit(file));
    need("", options_.entry);
    while (!waiting_.empty()) {
      const auto [unit, name] = waiting_.front();
      waiting_.pop_front();
      visit(unit, name);
    }
    return chosen_;
  }

 private:
  /// Notes that the definition of `name` is needed, as `unit` sees it.
  void need(const std::string& unit, const std::string& name) {
    if (seen_.insert({unit, name}).second) waiting_.emplace_back(unit, name);
  }

  void visit(const std::string& unit, const std::string& name) {
    const std::string definer = unit_that_defines(unit, name);
    if (definer.empty()) return;
    for (const std::string& each : units_.at(definer).references.at(name)) need(definer, each);
  }

  /// The unit that defines what `name` means in `unit`; empty if there is none.
  std::string unit_that_defines(const std::string& unit, const std::string& name) {
    if (const auto own = units_.find(unit); own != units_.end()) {
      if (own->second.references.contains(name)) return unit;
      if (own->second.known.contains(name)) return "";
    }
    for (const std::string& file : chosen_)
      if (units_.at(file).exported.contains(name)) return file;
    for (const std::string& file : others_) {
      const UnitSymbols* symbols = candidate(file, name);
      if (symbols == nullptr || !symbols->exported.contains(name)) continue;
      add(file, *symbols);
      return file;
    }
    warn_about_missing_files(name);
    return "";
  }

  /// A file that does not exist may be the one that defines the name.
  void warn_about_missing_files(const std::string& name) {
    for (const std::string& file : others_)
      if (!std::filesystem::exists(file) && missing_.insert(file).second)
        logger_.warn("{} is not used, because it does not exist: it might define `{}`", file, name);
  }

  /// The symbols of another unit, if it may define the name.
  const UnitSymbols* candidate(const std::string& file, const std::string& name) {
    if (units_.contains(file)) return nullptr;
    auto text = texts_.find(file);
    if (text == texts_.end()) text = texts_.emplace(file, text_of(file)).first;
    if (!contains_word(text->second, name)) return nullptr;
    auto compiled = compiled_.find(file);
    if (compiled == compiled_.end()) compiled = compiled_.emplace(file, try_to_compile(file)).first;
    return compiled->second ? &*compiled->second : nullptr;
  }

  static std::string text_of(const std::string& file) {
    try {
      return base::read_file(file);
    } catch (const base::InputError&) {
      return "";  // a generated file that does not exist yet
    }
  }

  std::optional<UnitSymbols> try_to_compile(const std::string& file) {
    try {
      return compile_unit(file);
    } catch (const base::InputError& error) {
      logger_.warn("{} is not used: {}", file, error.what());
    } catch (const base::Unsupported& error) {
      logger_.warn("{} is not used: {}", file, error.what());
    }
    return std::nullopt;
  }

  UnitSymbols compile_unit(const std::string& file) {
    Options single = options_;
    single.files = {file};
    llvm::LLVMContext context;
    return symbols_of(*compile(context, single, directory_, logger_, statistics_, stop_));
  }

  void add(const std::string& file, UnitSymbols symbols) {
    PENDULUM_CHECK(!units_.contains(file), "{} should be added once", file);
    chosen_.push_back(file);
    units_.emplace(file, std::move(symbols));
  }

  const Options& options_;
  const std::vector<std::string>& others_;
  const std::string& directory_;
  const base::Logger& logger_;
  base::Statistics& statistics_;
  const base::StopToken& stop_;
  std::vector<std::string> chosen_;
  std::map<std::string, UnitSymbols> units_;  ///< of the chosen units
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::optional<UnitSymbols>> compiled_;  ///< of the other units; no value: rejected
  std::set<std::string> missing_;                               ///< files that do not exist, already reported
  std::set<std::pair<std::string, std::string>> seen_;
  std::deque<std::pair<std::string, std::string>> waiting_;
};

}  // namespace

std::vector<std::string> find_units(const Options& options, const std::vector<std::string>& others,
                                    const std::string& directory, const base::Logger& logger,
                                    base::Statistics& statistics, const base::StopToken& stop) {
  return UnitSearch(options, others, directory, logger, statistics, stop).run();
}

}  // namespace pendulum::frontend
