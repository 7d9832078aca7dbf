// Internal: table of sorts. It interns them, so that equal sorts are the same node.
#pragma once

#include <deque>
#include <map>
#include <string_view>
#include <unordered_map>

#include "term/signature/sort.h"

namespace pendulum::term {

class SortTable {
 public:
  SortTable();
  SortTable(const SortTable&) = delete;
  SortTable& operator=(const SortTable&) = delete;

  Sort boolean() const { return bool_; }
  Sort integer() const { return int_; }
  Sort real() const { return real_; }
  Sort bitvec(std::uint32_t width);
  Sort array(Sort index, Sort element);
  Sort uninterpreted(std::string_view name);
  /// Null if no uninterpreted sort has this name.
  Sort find_uninterpreted(std::string_view name) const;

 private:
  Sort add(SortKind kind, std::uint32_t width, Sort index, Sort element, std::string_view name);

  std::deque<SortNode> nodes_;
  Sort bool_, int_, real_;
  std::vector<Sort> narrow_bitvecs_;  ///< by width; null: not made yet
  std::unordered_map<std::uint32_t, Sort> wide_bitvecs_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Sort> arrays_;
  std::map<std::string, Sort, std::less<>> uninterpreted_;
};

}  // namespace pendulum::term
