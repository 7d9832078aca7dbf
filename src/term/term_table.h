// Internal: hash-consing table. It makes nodes without sort checks and without simplification. The nodes are
// stored in an arena until the table is destroyed. An open-addressing hash table finds a node by its content.
#pragma once

#include <gmpxx.h>

#include <deque>
#include <memory>
#include <vector>

#include "term/term.h"

namespace pendulum::term {

class TermTable {
 public:
  TermTable();
  ~TermTable();
  TermTable(const TermTable&) = delete;
  TermTable& operator=(const TermTable&) = delete;

  Term make(Kind kind, Sort sort, std::span<const Term> children, std::uint32_t parameter0 = 0,
            std::uint32_t parameter1 = 0);
  Term make(Kind kind, Sort sort, std::initializer_list<Term> children, std::uint32_t parameter0 = 0,
            std::uint32_t parameter1 = 0) {
    return make(kind, sort, std::span(children.begin(), children.size()), parameter0, parameter1);
  }
  /// `function` should live as long as the table.
  Term make_apply(const Function& function, std::span<const Term> arguments);
  /// Make a BitVecValue or IntValue. Copy the number only if the node is new.
  Term make_integer(Kind kind, Sort sort, mpz_srcptr value);
  Term make_unsigned(Kind kind, Sort sort, std::uint64_t value);
  Term make_rational(Sort sort, const mpq_class& value);
  /// Always makes a new node. `name` should live as long as the table.
  Term make_symbol(Sort sort, const std::string& name);
  /// Returns the node if it exists, and null otherwise.
  Term find(Kind kind, Sort sort, std::initializer_list<Term> children) const;

  std::size_t size() const { return count_; }

 private:
  struct Key;
  /// Returns the slot of the node with this hash for which `equal` is true, or the free slot where it
  /// belongs.
  template <typename Equal>
  const TermNode** slot_of(std::uint32_t hash, Equal&& equal) const;
  TermNode* allocate(Kind kind, Sort sort, std::span<const Term> children, std::uint32_t hash);
  void insert(const TermNode** slot, const TermNode* node);
  void grow();

  mutable std::vector<const TermNode*> slots_;  ///< hash table; its size is a power of two; at most half full
  std::size_t count_ = 0;                       ///< number of nodes, including symbols
  std::size_t used_slots_ = 0;
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::byte* free_begin_ = nullptr;
  std::byte* free_end_ = nullptr;
  std::deque<mpz_class> integers_;
  std::deque<mpq_class> rationals_;
};

}  // namespace pendulum::term
