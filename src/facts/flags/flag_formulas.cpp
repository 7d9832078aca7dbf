#include "facts/flags/flag_formulas.h"

#include <algorithm>

#include "base/check.h"
#include "facts/assigned_values.h"

namespace pendulum::facts {

namespace {

using program::LocationId;
using term::Term;
using term::TermVector;

/// The codes of a flag that the sets of values admit; all if the flag has no set.
std::vector<std::size_t> admitted_codes(const Flag& flag, const ValueSets& values) {
  std::vector<std::size_t> result;
  const auto found = values.find(flag.variable);
  for (std::size_t code = 0; code < flag.num_codes(); ++code) {
    const bool is_listed =
        found == values.end() ||
        (code < flag.values.size() && std::ranges::binary_search(found->second, flag.values[code]));
    if (is_listed) result.push_back(code);
  }
  return result;
}

/// The flag has one of the codes.
Term has_code(term::TermManager& terms, const Flag& flag, const std::vector<std::size_t>& codes) {
  TermVector cases;
  for (const std::size_t code : codes)
    cases.push_back(code < flag.values.size() ? terms.mk_eq(flag.variable, flag.values[code])
                                              : terms.mk_not(one_of(terms, flag.variable, flag.values)));
  return terms.mk_or(cases);
}

class Formulas {
 public:
  Formulas(term::TermManager& terms, const FlagRelation& relation, const ValueSets& values,
           std::size_t max_nodes)
      : terms_(terms), package_(relation.encoding().package()), values_(values), max_nodes_(max_nodes) {
    for (const Flag& flag : relation.encoding().flags())
      for (unsigned i = 0; i < flag.num_bits; ++i) by_bit_.push_back(&flag);
  }

  /// Null if there are too many nodes. The depth of the recursion is the number of flags.
  Term operator()(const Bdd& set) {
    if (set.is_true()) return terms_.mk_true();
    if (set.is_false()) return terms_.mk_false();
    if (const auto found = cache_.find(set.id()); found != cache_.end()) return found->second.second;
    const Flag& flag = *by_bit_[package_.top_bit(set)];
    const std::vector<Group> groups = groups_of(flag, set);
    num_nodes_ += groups.size();
    if (num_nodes_ > max_nodes_) return Term();
    Term result = (*this)(groups.back().rest);
    for (std::size_t i = groups.size() - 1; result && i-- > 0;) {
      const Term rest = (*this)(groups[i].rest);
      result = rest ? terms_.mk_ite(has_code(terms_, flag, groups[i].codes), rest, result) : Term();
    }
    if (result) cache_.emplace(set.id(), std::pair(set, result));
    return result;
  }

 private:
  struct Group {
    Bdd rest;  ///< over the flags after this one
    std::vector<std::size_t> codes;
  };

  /// The admitted codes grouped by the set that remains after them. The last group is the one for the final
  /// `else`: the group that contains other values, or else the largest one.
  std::vector<Group> groups_of(const Flag& flag, const Bdd& set) const {
    std::vector<Group> groups;
    for (const std::size_t code : admitted_codes(flag, values_)) {
      const Bdd rest = cofactor(flag, code, set);
      auto found = std::ranges::find(groups, rest, &Group::rest);
      if (found == groups.end()) found = groups.insert(groups.end(), Group{rest, {}});
      found->codes.push_back(code);
    }
    PENDULUM_CHECK(!groups.empty(), "a flag should have an admitted code");
    const auto rank = [&](const Group& group) {
      const bool has_other = group.codes.back() == flag.values.size();
      return std::pair(has_other, group.codes.size());
    };
    std::ranges::stable_sort(groups, {}, rank);
    return groups;
  }

  Bdd cofactor(const Flag& flag, std::size_t code, Bdd set) const {
    for (unsigned i = 0; i < flag.num_bits && !set.is_true() && !set.is_false(); ++i) {
      if (package_.top_bit(set) != flag.first_bit + i) continue;
      set = ((code >> i) & 1) != 0 ? package_.high(set) : package_.low(set);
    }
    return set;
  }

  term::TermManager& terms_;
  const BddPackage& package_;
  const ValueSets& values_;
  const std::size_t max_nodes_;
  std::size_t num_nodes_ = 0;
  std::vector<const Flag*> by_bit_;
  std::map<int, std::pair<Bdd, Term>> cache_;  ///< by id; the handle keeps the id valid
};

/// The codes of `flag` that occur in `set`, among those that `values` admits.
std::vector<std::size_t> codes_in(const FlagEncoding& encoding, const Flag& flag, const ValueSets& values,
                                  const Bdd& set) {
  std::vector<std::size_t> result;
  for (const std::size_t code : admitted_codes(flag, values))
    if (!encoding.package().mk_and(set, encoding.current(flag, code)).is_false()) result.push_back(code);
  return result;
}

}  // namespace

TermVector value_formulas(term::TermManager& terms, const ValueSets& values, const TermVector& scope) {
  TermVector result;
  for (const auto& [variable, set] : values) {
    if (!std::ranges::binary_search(scope, variable)) continue;
    const Term formula = one_of(terms, variable, set);
    if (!formula.is_true()) result.push_back(formula);
  }
  return result;
}

Term relation_formula(term::TermManager& terms, const FlagRelation& relation, const ValueSets& values,
                      LocationId location, const TermVector& scope, std::size_t max_nodes) {
  return Formulas(terms, relation, values, max_nodes)(relation.projected(location, scope));
}

TermVector pair_formulas(term::TermManager& terms, const FlagRelation& relation, const ValueSets& values,
                         LocationId location, const TermVector& scope) {
  const FlagEncoding& encoding = relation.encoding();
  const Bdd reached = relation.projected(location, scope);
  std::vector<const Flag*> flags;
  for (const Flag& flag : encoding.flags())
    if (std::ranges::binary_search(scope, flag.variable)) flags.push_back(&flag);
  std::vector<std::vector<std::size_t>> all_codes;
  for (const Flag* flag : flags) all_codes.push_back(codes_in(encoding, *flag, values, reached));
  TermVector result;
  for (std::size_t x = 0; x < flags.size(); ++x)
    if (all_codes[x].size() < admitted_codes(*flags[x], values).size())
      result.push_back(has_code(terms, *flags[x], all_codes[x]));
  for (std::size_t x = 0; x < flags.size(); ++x)
    for (const std::size_t code : all_codes[x]) {
      const Bdd part = encoding.package().mk_and(reached, encoding.current(*flags[x], code));
      const Term other_code = terms.mk_not(has_code(terms, *flags[x], {code}));
      for (std::size_t y = x + 1; y < flags.size(); ++y) {
        const std::vector<std::size_t> codes = codes_in(encoding, *flags[y], values, part);
        if (codes.size() < all_codes[y].size())
          result.push_back(terms.mk_or(other_code, has_code(terms, *flags[y], codes)));
      }
    }
  std::ranges::sort(result);
  result.erase(std::ranges::unique(result).begin(), result.end());
  return result;
}

}  // namespace pendulum::facts
