#include "main/models.h"

#include <fmt/ostream.h>

#include <array>
#include <map>
#include <string>
#include <string_view>

#include "frontend/frontend.h"
#include "main/command_line/command_line.h"

namespace pendulum::main {

namespace {

using frontend::LibraryClass;
using frontend::LibraryFunction;
using frontend::LibraryModel;

/// How a call is treated, in the words of the list.
enum class Treatment { Exact, OverApproximated, RealLibrary, Ends, Unsupported };

struct TreatmentText {
  std::string_view name;
  std::string_view meaning;
};

constexpr std::array<TreatmentText, 5> texts{
    {{"exact", "the model computes the result of the library function"},
     {"over-approximated", "the result is arbitrary within bounds"},
     {"real library", "the result is arbitrary in proofs; counterexamples call the real function"},
     {"ends", "the program ends"},
     {"unsupported", "a program that can reach such a call gets the verdict unknown"}}};

const TreatmentText& text_of(Treatment treatment) {
  return texts.at(static_cast<std::size_t>(treatment));
}

Treatment treatment_of(const LibraryFunction& function, const LibraryModel* model) {
  switch (function.library_class) {
    case LibraryClass::Model:
      return model == nullptr || model->is_exact ? Treatment::Exact : Treatment::OverApproximated;
    case LibraryClass::Contract:
    case LibraryClass::Outside:
      return Treatment::OverApproximated;
    case LibraryClass::Pure:
    case LibraryClass::Output:
      return Treatment::RealLibrary;
    case LibraryClass::Ends:
      return Treatment::Ends;
    case LibraryClass::Unsupported:
      return Treatment::Unsupported;
  }
  return Treatment::Unsupported;
}

std::string summary_of(const LibraryFunction& function, const LibraryModel* model) {
  if (model == nullptr) return function.library_class == LibraryClass::Model ? "part of the translation" : "";
  switch (model->role) {
    case LibraryModel::Role::Always:
    case LibraryModel::Role::Part:
      return model->summary;
    case LibraryModel::Role::Memory:
      return model->summary + " (if memory accesses are checked)";
    case LibraryModel::Role::Format:
      return "exact " + model->summary;
  }
  return model->summary;
}

}  // namespace

void print_models(std::ostream& out, const ModelsOptions& options) {
  std::map<std::string, LibraryModel> models;
  for (const LibraryModel& model : frontend::library_models()) models.emplace(model.name, model);
  std::array<std::size_t, texts.size()> counts{};
  for (const LibraryFunction& function : frontend::library_functions()) {
    const auto found = models.find(function.name);
    const LibraryModel* model = found == models.end() ? nullptr : &found->second;
    const Treatment treatment = treatment_of(function, model);
    ++counts.at(static_cast<std::size_t>(treatment));
    if (options.lists_all || model != nullptr || function.library_class == LibraryClass::Model)
      fmt::print(out, "{:<24} {:<18} {}\n", function.name, text_of(treatment).name,
                 summary_of(function, model));
  }
  fmt::print(out, "\n");
  for (std::size_t i = 0; i < texts.size(); ++i)
    fmt::print(out, "{:5} {:<18} {}\n", counts.at(i), texts.at(i).name, texts.at(i).meaning);
  if (!options.lists_all) fmt::print(out, "--all lists all of these functions.\n");
}

}  // namespace pendulum::main
