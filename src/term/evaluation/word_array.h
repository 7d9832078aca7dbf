// Arrays from 64-bit words to 64-bit words: a default element and the elements that differ from it.
//
// The elements are stored in pages of 64. The pages are the leaves of a trie over hashed page numbers. Copies
// of an array share nodes, and a shared node is copied before it is changed (copy on write). Copying an array
// therefore takes constant time, a write copies at most one path of the trie, and a write to an array without
// shared nodes needs only a few memory accesses.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "term/term_manager.h"

namespace pendulum::term {

class WordArray {
 public:
  explicit WordArray(std::uint64_t default_element = 0) : default_(default_element) {}
  /// Requires: fits(value.sort()), and `value` is a chain of Store with constant operands over a ConstArray.
  static WordArray from_value(Term value);

  /// Returns true for sorts of arrays from bit-vectors of at most 64 bits to Bool or bit-vectors of at most
  /// 64 bits.
  static bool fits(Sort sort);

  /// Require: `index` < 2^width, where `width` is the width of the index sort.
  std::uint64_t get(std::uint64_t index) const;
  void set(std::uint64_t index, std::uint64_t element);

  std::uint64_t default_element() const { return default_; }
  /// Returns all indices whose element differs from the default, with their elements, ordered by index.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> entries() const;
  /// Returns the array value in normal form (normalize_array_value).
  Term to_term(TermManager& manager, Sort sort) const;

 private:
  struct Node;
  struct Page;
  struct Branch;

  std::uint64_t default_;
  std::shared_ptr<Node> root_;  ///< null if there are no pages
};

/// Convert a value of Bool or of a bit-vector of at most 64 bits to a word, and back.
std::uint64_t word_of(Term value);
Term term_of_word(TermManager& manager, std::uint64_t word, Sort sort);
/// Returns true for Bool and for bit-vectors of at most 64 bits.
bool is_word_sort(Sort sort);

}  // namespace pendulum::term
