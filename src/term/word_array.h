// Arrays from words to words: a default element and the elements that differ from it.
//
// The elements stand in pages of 64; the pages are the leaves of a trie over the scrambled page numbers. Copies
// share their nodes and a node is copied before it changes while another array shares it (copy on write), so
// that a copy costs nothing, a write costs one path of the trie, and a write to an array that shares nothing
// costs a few memory accesses.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "term/term_manager.h"

namespace pendulum::term {

class WordArray {
 public:
  explicit WordArray(std::uint64_t default_element = 0) : default_(default_element) {}
  /// Requires fits(value.sort()); `value` is a chain of Store with constant operands over a ConstArray.
  static WordArray from_value(Term value);

  /// Arrays from bit-vectors of at most 64 bits to Bool or bit-vectors of at most 64 bits.
  static bool fits(Sort sort);

  /// Requires: `index` is below 2^width of the index sort.
  std::uint64_t get(std::uint64_t index) const;
  void set(std::uint64_t index, std::uint64_t element);

  std::uint64_t default_element() const { return default_; }
  /// Index and element wherever the element is not the default one, ordered by index.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> entries() const;
  /// In normal form: normalize_array_value.
  Term to_term(TermManager& manager, Sort sort) const;

 private:
  struct Node;
  struct Page;
  struct Branch;

  std::uint64_t default_;
  std::shared_ptr<Node> root_;  ///< null: no pages
};

/// The value of Bool or of a bit-vector of at most 64 bits as a word, and back.
std::uint64_t word_of(Term value);
Term term_of_word(TermManager& manager, std::uint64_t word, Sort sort);
/// Bool and bit-vectors of at most 64 bits.
bool is_word_sort(Sort sort);

}  // namespace pendulum::term
