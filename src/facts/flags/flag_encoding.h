// Flags and their representation by bits of a BDD.
//
// A flag is a variable of which few values matter (flag_domains.h). Its code is the index of its value. If it
// may hold further values somewhere, the code after the last index represents all of them together.
#pragma once

#include "facts/flags/bdd.h"
#include "facts/flags/flag_domains.h"

namespace pendulum::facts {

struct Flag {
  term::Term variable;
  term::TermVector values;  ///< ordered by id, not empty; the code of a value is its index
  bool has_other = false;   ///< the code values.size() represents every other value
  unsigned first_bit = 0;
  unsigned num_bits = 0;

  std::size_t num_codes() const { return values.size() + (has_other ? 1 : 0); }
  /// The code of a value; nothing if the flag cannot hold it.
  std::optional<std::size_t> code_of(term::Term value) const;
};

/// Selects the flags of the program and orders them so that flags that occur in the same edges have adjacent
/// bits. `max_bits` limits the sum of num_bits; flags with many codes are dropped first. Requires: `values`
/// is a result of flag_values(). Soundness: a flag without other values holds one of its values at each
/// location where it is live.
std::vector<Flag> select_flags(const program::Program& program, const LocationValues& values,
                               unsigned max_bits);

/// The number of bits of all flags.
unsigned num_bits(const std::vector<Flag>& flags);

/// The BDDs of codes.
class FlagEncoding {
 public:
  /// The references should outlive this object. Requires: `package` has the bits of `flags`.
  FlagEncoding(const std::vector<Flag>& flags, const BddPackage& package);

  const std::vector<Flag>& flags() const { return flags_; }
  const BddPackage& package() const { return package_; }
  /// Null if the symbol is not a flag.
  const Flag* find(term::Term symbol) const;
  /// The flag has the code, before or after an edge.
  Bdd current(const Flag& flag, std::size_t code) const;
  Bdd next(const Flag& flag, std::size_t code) const;
  /// The flag has some valid code after an edge.
  Bdd any_next(const Flag& flag) const;
  /// Bits of the flags, for quantification.
  Bdd cube(const std::vector<const Flag*>& flags) const;

 private:
  const std::vector<Flag>& flags_;
  const BddPackage& package_;
  term::TermMap<const Flag*> by_variable_;
};

}  // namespace pendulum::facts
