#include "term/random_terms.h"

#include <algorithm>

#include "term/signature/float_format.h"
#include "term/signature/kind_info.h"

namespace pendulum::term {

RandomTerms::RandomTerms(TermManager& manager, std::uint32_t seed, std::vector<std::uint32_t> widths)
    : manager_(manager), random_(seed), widths_(std::move(widths)) {
  const auto add_symbols = [&](const std::string& name, Sort sort) {
    for (int i = 0; i < 3; ++i) {
      symbols_.push_back(manager_.mk_symbol(name + std::to_string(i), sort));
      add(symbols_.back());
    }
  };
  add_symbols("b", manager.bool_sort());
  add_symbols("i", manager.int_sort());
  add_symbols("r", manager.real_sort());
  for (const std::uint32_t w : widths_) add_symbols("x" + std::to_string(w) + "_", manager.bitvec_sort(w));
  const Sort array_sort =
      manager.array_sort(manager.bitvec_sort(widths_[0]), manager.bitvec_sort(widths_.back()));
  add_symbols("a", array_sort);
}

Term RandomTerms::value(Sort sort) {
  switch (sort.kind()) {
    case SortKind::Bool:
      return manager_.mk_bool(below(2) == 0);
    case SortKind::Int:
      return manager_.mk_int(static_cast<std::int64_t>(below(9)) - 4);
    case SortKind::Real: {
      const auto numerator = static_cast<long>(below(9)) - 4;
      return manager_.mk_real(mpq_class(numerator, 1 + below(3)));
    }
    case SortKind::BitVec: {
      const auto small = static_cast<std::int64_t>(below(5)) - 2;
      if (below(2) == 0) return manager_.mk_bv(small, sort.width());
      mpz_class number = 0;
      for (std::uint32_t i = 0; i < sort.width(); i += 30)
        number = (number << 30) + static_cast<long>(below(1u << 30));
      if (below(3) == 0) number = (mpz_class(1) << (sort.width() - 1)) + small;  // close to the signed limits
      return manager_.mk_bv(number, sort.width());
    }
    case SortKind::Array: {
      Term array = manager_.mk_const_array(sort, value(sort.element()));
      for (std::size_t i = below(3); i > 0; --i)
        array = manager_.mk_store(array, value(sort.index()), value(sort.element()));
      return array;
    }
    case SortKind::Uninterpreted:
      break;
  }
  return Term();
}

Model RandomTerms::model() {
  Model result;
  for (const Term symbol : symbols_) result.emplace(symbol, value(symbol.sort()));
  return result;
}

Term RandomTerms::pick(Sort sort) {
  const TermVector& pool = pools_[sort];
  if (pool.empty() || below(4) == 0) return value(sort);
  // In half of the cases one of the newest terms, so that terms grow.
  const std::size_t newest = std::min<std::size_t>(pool.size(), 6);
  return below(2) == 0 ? pool[pool.size() - 1 - below(newest)] : pool[below(pool.size())];
}

Application RandomTerms::next() {
  switch (below(10)) {
    case 0:
      return core();
    case 1:
      return arithmetic();
    case 2:
      return array();
    case 3:
    case 4:
      return bitvec_structure();
    case 5:
    case 6:
      return floating_point();
    default:
      return bitvec();
  }
}

Application RandomTerms::core() {
  TermManager* m = &manager_;
  const Sort boolean = m->bool_sort();
  std::vector<Sort> sorts;
  for (const auto& [sort, pool] : pools_) sorts.push_back(sort);
  const Sort any = sorts[below(sorts.size())];
  using Args = std::span<const Term>;
  switch (below(6)) {
    case 0:
      return {[m](Args a) { return m->mk_not(a[0]); }, {pick(boolean)}};
    case 1:
      return {[m](Args a) { return m->mk_and(a); }, {pick(boolean), pick(boolean), pick(boolean)}};
    case 2:
      return {[m](Args a) { return m->mk_or(a); }, {pick(boolean), pick(boolean)}};
    case 3:
      return {[m](Args a) { return m->mk_xor(a[0], a[1]); }, {pick(boolean), pick(boolean)}};
    case 4:
      return {[m](Args a) { return m->mk_eq(a[0], a[1]); }, {pick(any), pick(any)}};
    default:
      return {[m](Args a) { return m->mk_ite(a[0], a[1], a[2]); }, {pick(boolean), pick(any), pick(any)}};
  }
}

Application RandomTerms::bitvec() {
  TermManager* m = &manager_;
  const Sort sort = m->bitvec_sort(widths_[below(widths_.size())]);
  static constexpr Kind kKinds[] = {Kind::BvAnd, Kind::BvOr,   Kind::BvXor,   Kind::BvAdd,   Kind::BvSub,
                                    Kind::BvMul, Kind::BvUdiv, Kind::BvUrem,  Kind::BvSdiv,  Kind::BvSrem,
                                    Kind::BvShl, Kind::BvLshr, Kind::BvAshr,  Kind::BvUlt,   Kind::BvUle,
                                    Kind::BvSlt, Kind::BvSle,  Kind::BvSaddo, Kind::BvSsubo, Kind::BvSmulo};
  const std::size_t choice = below(std::size(kKinds) + 2);
  if (choice == std::size(kKinds)) return {[m](auto a) { return m->mk_bvnot(a[0]); }, {pick(sort)}};
  if (choice > std::size(kKinds)) return {[m](auto a) { return m->mk_bvneg(a[0]); }, {pick(sort)}};
  const Kind kind = kKinds[choice];
  return {[m, kind](auto a) { return m->mk_bv_binary(kind, a[0], a[1]); }, {pick(sort), pick(sort)}};
}

Application RandomTerms::bitvec_structure() {
  TermManager* m = &manager_;
  const std::uint32_t width = widths_[below(widths_.size())];
  const std::uint32_t wider = widths_[below(widths_.size())];
  const Sort sort = m->bitvec_sort(width);
  const auto low = static_cast<std::uint32_t>(below(width));
  const auto high = low + static_cast<std::uint32_t>(below(width - low));
  const std::uint32_t added = wider > width ? wider - width : 1;
  switch (below(5)) {
    case 0:
      return {[m](auto a) { return m->mk_concat(a[0], a[1]); }, {pick(sort), pick(m->bitvec_sort(wider))}};
    case 1:
    case 2: {
      // Also terms whose width is not a width of the pools: results of concat.
      const Term argument = pick(sort);
      return {[m, high, low](auto a) { return m->mk_extract(a[0], high, low); }, {argument}};
    }
    case 3:
      return {[m, added](auto a) { return m->mk_zero_extend(a[0], added); }, {pick(sort)}};
    default:
      return {[m, added](auto a) { return m->mk_sign_extend(a[0], added); }, {pick(sort)}};
  }
}

/// The operands have the width of one of the pools, with different numbers of exponent bits.
Application RandomTerms::floating_point() {
  TermManager* m = &manager_;
  const auto random_format = [&] {
    std::uint32_t width = 0;
    while (width < 4) width = widths_[below(widths_.size())];
    const auto exponent_bits = static_cast<std::uint32_t>(2 + below(std::min(width - 3, 7u)));
    return FloatFormat{exponent_bits, width - exponent_bits};
  };
  const FloatFormat format = random_format();
  const FloatFormat result_format = random_format();
  std::vector<const KindInfo*> kinds;
  for (const KindInfo& info : kind_table)
    if (is_float_operator(info.kind)) kinds.push_back(&info);
  const KindInfo& info = *kinds[below(kinds.size())];
  const Sort sort = m->bitvec_sort(format.width());
  TermVector arguments;
  if (!is_float_comparison(info.kind)) arguments.push_back(pick(m->bitvec_sort(rounding_mode_width)));
  while (arguments.size() < info.arity.min) arguments.push_back(pick(sort));
  std::uint32_t parameter1 = 0;
  if (info.kind == Kind::FloatToFloat) parameter1 = result_format.code();
  if (info.sort_rule == SortRule::FloatToBitVec) parameter1 = widths_[below(widths_.size())];
  const std::uint32_t code = format.code();
  const Kind kind = info.kind;
  return {[m, kind, code, parameter1](auto a) { return m->mk_float(kind, a, code, parameter1); }, arguments};
}

Application RandomTerms::arithmetic() {
  TermManager* m = &manager_;
  const Sort sort = below(2) == 0 ? m->int_sort() : m->real_sort();
  const TermVector two{pick(sort), pick(sort)};
  const TermVector integers{pick(m->int_sort()), pick(m->int_sort())};
  // Division by zero has an unspecified value, which the constructors do not fold.
  const std::int64_t divisors[] = {-7, -3, -2, -1, 1, 2, 3, 7};
  const Term divisor = m->mk_int(divisors[below(std::size(divisors))]);
  const std::uint32_t width = widths_[below(widths_.size())];
  switch (below(11)) {
    case 0:
      return {[m](auto a) { return m->mk_add(a); }, {two[0], two[1], pick(sort)}};
    case 1:
      return {[m](auto a) { return m->mk_sub(a[0], a[1]); }, two};
    case 2:
      return {[m](auto a) { return m->mk_mul(a); }, two};
    case 3:
      return {[m](auto a) { return m->mk_le(a[0], a[1]); }, two};
    case 4:
      return {[m](auto a) { return m->mk_lt(a[0], a[1]); }, two};
    case 5:
      return {[m](auto a) { return m->mk_int_div(a[0], a[1]); }, {integers[0], divisor}};
    case 6:
      return {[m](auto a) { return m->mk_int_mod(a[0], a[1]); }, {integers[0], divisor}};
    case 7:
      return {[m](auto a) { return m->mk_to_real(a[0]); }, {integers[0]}};
    case 8:
      return {[m](auto a) { return m->mk_to_int(a[0]); }, {pick(m->real_sort())}};
    case 9:
      return {[m](auto a) { return m->mk_bv2nat(a[0]); }, {pick(m->bitvec_sort(width))}};
    default:
      return {[m, width](auto a) { return m->mk_int2bv(a[0], width); }, {integers[0]}};
  }
}

Application RandomTerms::array() {
  TermManager* m = &manager_;
  const Sort sort = m->array_sort(m->bitvec_sort(widths_[0]), m->bitvec_sort(widths_.back()));
  switch (below(3)) {
    case 0:
      return {[m](auto a) { return m->mk_select(a[0], a[1]); }, {pick(sort), pick(sort.index())}};
    case 1:
      return {[m, sort](auto a) { return m->mk_const_array(sort, a[0]); }, {pick(sort.element())}};
    default:
      return {[m](auto a) { return m->mk_store(a[0], a[1], a[2]); },
              {pick(sort), pick(sort.index()), pick(sort.element())}};
  }
}

}  // namespace pendulum::term
