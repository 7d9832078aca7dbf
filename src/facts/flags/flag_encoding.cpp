#include "facts/flags/flag_encoding.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::facts {

namespace {

using term::Term;
using term::TermVector;

/// Number of rounds of the ordering heuristic; the paper reports convergence after a number of rounds that is
/// logarithmic in the number of variables.
constexpr unsigned order_rounds = 30;

/// The flags with bits, without positions in the order.
std::vector<Flag> all_flags(const program::Program& program, const LocationValues& values) {
  std::vector<Flag> result;
  for (auto& [variable, domain] : flag_domains(program, values)) {
    result.push_back({variable, std::move(domain.values), domain.has_other});
    result.back().num_bits = static_cast<unsigned>(std::bit_width(result.back().num_codes() - 1));
  }
  return result;
}

/// For each edge the indices of the flags that it and the edges before it mention, each set once.
std::set<std::vector<std::size_t>> neighbourhoods(const program::Program& program,
                                                  const std::vector<Flag>& flags) {
  term::TermMap<std::size_t> index;
  for (std::size_t i = 0; i < flags.size(); ++i) index.emplace(flags[i].variable, i);
  std::vector<std::set<std::size_t>> mentioned;
  for (const program::Edge& edge : program.edges()) {
    TermVector all{edge.guard};
    for (const program::Assignment& update : edge.updates) {
      all.push_back(update.variable);
      all.push_back(update.value);
    }
    mentioned.emplace_back();
    for (const Term symbol : term::symbols(all))
      if (const auto found = index.find(symbol); found != index.end()) mentioned.back().insert(found->second);
  }
  std::set<std::vector<std::size_t>> result;
  for (program::EdgeId id = 0; id < mentioned.size(); ++id)
    for (const program::EdgeId before : program.incoming(program.edge(id).source)) {
      std::set<std::size_t> both = mentioned[id];
      both.insert(mentioned[before].begin(), mentioned[before].end());
      if (both.size() > 1) result.emplace(both.begin(), both.end());
    }
  return result;
}

using Order = std::vector<std::size_t>;
using Groups = std::set<std::vector<std::size_t>>;

/// The sum of the distances between the first and the last flag of each group, by which orders are compared.
std::size_t span_of(const Order& order, const Groups& groups) {
  std::vector<std::size_t> position(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = i;
  std::size_t result = 0;
  for (const std::vector<std::size_t>& group : groups) {
    const auto [first, last] =
        std::ranges::minmax(group, {}, [&](std::size_t flag) { return position[flag]; });
    result += position[last] - position[first];
  }
  return result;
}

/// One round of FORCE (Aloul, Markov, Sakallah 2003): moves each flag to the mean position of its groups. A
/// block that initialises all flags is a large group that determines little of their order, so a group counts
/// in inverse proportion to its size.
void move_to_centres(Order& order, const Groups& groups) {
  std::vector<double> position(order.size()), sum(order.size(), 0), weight(order.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = static_cast<double>(i);
  for (const std::vector<std::size_t>& group : groups) {
    const double size = static_cast<double>(group.size());
    double centre = 0;
    for (const std::size_t flag : group) centre += position[flag] / size;
    for (const std::size_t flag : group) sum[flag] += centre / size, weight[flag] += 1 / size;
  }
  for (std::size_t i = 0; i < order.size(); ++i)
    if (weight[i] > 0) position[i] = sum[i] / weight[i];
  std::ranges::stable_sort(order, {}, [&](std::size_t flag) { return position[flag]; });
}

/// The order of all rounds of FORCE with the least span.
Order force_order(std::size_t num_flags, const Groups& groups) {
  Order order(num_flags);
  std::iota(order.begin(), order.end(), 0);
  Order best = order;
  std::size_t best_span = span_of(order, groups);
  for (unsigned round = 0; round < order_rounds; ++round) {
    move_to_centres(order, groups);
    const std::size_t span = span_of(order, groups);
    if (span < best_span) best = order, best_span = span;
  }
  return best;
}

}  // namespace

std::optional<std::size_t> Flag::code_of(Term value) const {
  const auto found = std::ranges::lower_bound(values, value);
  if (found != values.end() && *found == value) return static_cast<std::size_t>(found - values.begin());
  return has_other ? std::optional(values.size()) : std::nullopt;
}

std::vector<Flag> select_flags(const program::Program& program, const LocationValues& values,
                               unsigned max_bits) {
  std::vector<Flag> flags = all_flags(program, values);
  std::ranges::stable_sort(flags, {}, &Flag::num_bits);
  while (num_bits(flags) > max_bits) flags.pop_back();
  std::ranges::sort(flags, {}, &Flag::variable);
  std::vector<Flag> result;
  unsigned bit = 0;
  for (const std::size_t i : force_order(flags.size(), neighbourhoods(program, flags))) {
    result.push_back(std::move(flags[i]));
    result.back().first_bit = bit;
    bit += result.back().num_bits;
  }
  return result;
}

unsigned num_bits(const std::vector<Flag>& flags) {
  unsigned result = 0;
  for (const Flag& flag : flags) result += flag.num_bits;
  return result;
}

FlagEncoding::FlagEncoding(const std::vector<Flag>& flags, const BddPackage& package)
    : flags_(flags), package_(package) {
  PENDULUM_CHECK(num_bits(flags) <= package.num_bits(), "the package should have bits for all flags");
  for (const Flag& flag : flags) by_variable_.emplace(flag.variable, &flag);
}

const Flag* FlagEncoding::find(Term symbol) const {
  const auto found = by_variable_.find(symbol);
  return found == by_variable_.end() ? nullptr : found->second;
}

Bdd FlagEncoding::current(const Flag& flag, std::size_t code) const {
  Bdd all = package_.mk_true();
  for (unsigned i = flag.num_bits; i-- > 0;) {
    const Bdd bit = package_.current(flag.first_bit + i);
    all = package_.mk_and(((code >> i) & 1) != 0 ? bit : package_.mk_not(bit), all);
  }
  return all;
}

Bdd FlagEncoding::next(const Flag& flag, std::size_t code) const {
  Bdd all = package_.mk_true();
  for (unsigned i = flag.num_bits; i-- > 0;) {
    const Bdd bit = package_.next(flag.first_bit + i);
    all = package_.mk_and(((code >> i) & 1) != 0 ? bit : package_.mk_not(bit), all);
  }
  return all;
}

Bdd FlagEncoding::any_next(const Flag& flag) const {
  Bdd any;
  for (std::size_t code = 0; code < flag.num_codes(); ++code) any = package_.mk_or(any, next(flag, code));
  return any;
}

Bdd FlagEncoding::cube(const std::vector<const Flag*>& flags) const {
  std::vector<unsigned> bits;
  for (const Flag* flag : flags)
    for (unsigned i = 0; i < flag->num_bits; ++i) bits.push_back(flag->first_bit + i);
  return package_.cube(bits);
}

}  // namespace pendulum::facts
