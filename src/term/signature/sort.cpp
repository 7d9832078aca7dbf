// Interning and printing of sorts.
#include "term/signature/sort.h"

#include <fmt/format.h>

#include "base/check.h"
#include "term/signature/sort_table.h"
#include "term/signature/symbol_syntax.h"

namespace pendulum::term {

namespace {

constexpr std::uint32_t num_narrow_widths = 257;  // smaller widths are stored in a vector
constexpr std::uint32_t max_width = 1u << 24;

}  // namespace

std::string Sort::to_string() const {
  PENDULUM_CHECK(!is_null(), "a sort should not be null");
  // Instead of recursion over nested array sorts, a stack contains the items that still have to be written.
  struct Item {
    Sort sort;
    const char* text;
  };
  std::string result;
  std::vector<Item> todo{{*this, nullptr}};
  while (!todo.empty()) {
    const Item item = todo.back();
    todo.pop_back();
    if (item.text != nullptr) {
      result += item.text;
      continue;
    }
    switch (item.sort.kind()) {
      case SortKind::Bool:
        result += "Bool";
        break;
      case SortKind::Int:
        result += "Int";
        break;
      case SortKind::Real:
        result += "Real";
        break;
      case SortKind::BitVec:
        result += fmt::format("(_ BitVec {})", item.sort.width());
        break;
      case SortKind::Uninterpreted:
        result += quote_symbol(item.sort.name());
        break;
      case SortKind::Array:
        result += "(Array ";
        todo.push_back({Sort(), ")"});
        todo.push_back({item.sort.element(), nullptr});
        todo.push_back({Sort(), " "});
        todo.push_back({item.sort.index(), nullptr});
        break;
    }
  }
  return result;
}

SortTable::SortTable()
    : bool_(add(SortKind::Bool, 0, Sort(), Sort(), "")),
      int_(add(SortKind::Int, 0, Sort(), Sort(), "")),
      real_(add(SortKind::Real, 0, Sort(), Sort(), "")),
      narrow_bitvecs_(num_narrow_widths) {}

Sort SortTable::bitvec(std::uint32_t width) {
  PENDULUM_CHECK(width >= 1 && width <= max_width, "the width {} should be in 1 ... {}", width, max_width);
  Sort& slot = width < num_narrow_widths ? narrow_bitvecs_[width] : wide_bitvecs_[width];
  if (slot.is_null()) slot = add(SortKind::BitVec, width, Sort(), Sort(), "");
  return slot;
}

Sort SortTable::array(Sort index, Sort element) {
  PENDULUM_CHECK(!index.is_null() && !element.is_null(), "index and element sort should be given");
  Sort& slot = arrays_[{index.id(), element.id()}];
  if (slot.is_null()) slot = add(SortKind::Array, 0, index, element, "");
  return slot;
}

Sort SortTable::find_uninterpreted(std::string_view name) const {
  const auto found = uninterpreted_.find(name);
  return found == uninterpreted_.end() ? Sort() : found->second;
}

Sort SortTable::uninterpreted(std::string_view name) {
  const Sort known = find_uninterpreted(name);
  if (!known.is_null()) return known;
  const Sort sort = add(SortKind::Uninterpreted, 0, Sort(), Sort(), name);
  uninterpreted_.emplace(name, sort);
  return sort;
}

Sort SortTable::add(SortKind kind, std::uint32_t width, Sort index, Sort element, std::string_view name) {
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(SortNode{id, kind, width, index.is_null() ? nullptr : &nodes_[index.id()],
                            element.is_null() ? nullptr : &nodes_[element.id()], std::string(name)});
  return Sort(&nodes_.back());
}

}  // namespace pendulum::term
