// Random formulas over a few symbols, the same for the same seed.
#pragma once

#include <random>

#include "term/term_manager.h"

namespace pendulum::smt {

class RandomTerms {
 public:
  RandomTerms(term::TermManager& manager, unsigned seed) : manager_(manager), random_(seed) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }

  term::Term bitvec(unsigned depth) {
    using term::Kind;
    if (depth == 0) return below(3) == 0 ? manager_.mk_bv(static_cast<int>(below(16)), 4) : pick("v", word());
    static constexpr Kind binary[] = {Kind::BvAnd, Kind::BvOr,   Kind::BvXor,  Kind::BvAdd,  Kind::BvSub,
                                      Kind::BvMul, Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem,
                                      Kind::BvShl, Kind::BvLshr, Kind::BvAshr};
    const term::Term a = bitvec(depth - 1);
    switch (below(8)) {
      case 0:
        return manager_.mk_bvnot(a);
      case 1:
        return manager_.mk_bvneg(a);
      case 2:
        return manager_.mk_ite(formula(depth - 1), a, bitvec(depth - 1));
      case 3:
        return manager_.mk_extract(manager_.mk_concat(a, bitvec(depth - 1)), 5, 2);
      case 4:
        return manager_.mk_extract(
            below(2) == 0 ? manager_.mk_sign_extend(a, 4) : manager_.mk_zero_extend(a, 4), 6, 3);
      case 5:
        return manager_.mk_select(array(depth - 1), a);
      default:
        return manager_.mk_bv_binary(binary[below(std::size(binary))], a, bitvec(depth - 1));
    }
  }

  term::Term array(unsigned depth) {
    const term::Sort sort = manager_.array_sort(word(), word());
    if (depth == 0) return pick("m", sort);
    if (below(6) == 0) return manager_.mk_ite(formula(depth - 1), array(depth - 1), array(depth - 1));
    return manager_.mk_store(array(depth - 1), bitvec(depth - 1), bitvec(depth - 1));
  }

  term::Term integer(unsigned depth) {
    if (depth == 0) return below(3) == 0 ? manager_.mk_int(number()) : pick("i", manager_.int_sort());
    const term::Term a = integer(depth - 1);
    switch (below(6)) {
      case 0:
        return manager_.mk_ite(integer_formula(depth - 1), a, integer(depth - 1));
      case 1:
        return manager_.mk_mul(manager_.mk_int(number()), a);
      case 2:
        return below(2) == 0 ? manager_.mk_int_div(a, divisor()) : manager_.mk_int_mod(a, divisor());
      case 3:
        return manager_.mk_sub(a, integer(depth - 1));
      case 4:
        return manager_.mk_neg(a);
      default:
        return manager_.mk_add(a, integer(depth - 1));
    }
  }

  /// Over bit-vectors and arrays.
  term::Term formula(unsigned depth) {
    using term::Kind;
    static constexpr Kind predicates[] = {Kind::BvUlt,   Kind::BvUle,   Kind::BvSlt,  Kind::BvSle,
                                          Kind::BvSaddo, Kind::BvSsubo, Kind::BvSmulo};
    if (depth == 0) return pick("p", manager_.bool_sort());
    switch (below(6)) {
      case 0:
        return connective(formula(depth - 1), formula(depth - 1));
      case 1:
        return manager_.mk_eq(bitvec(depth - 1), bitvec(depth - 1));
      case 2:
        return manager_.mk_eq(array(depth - 1), array(depth - 1));
      default:
        return manager_.mk_bv_binary(predicates[below(std::size(predicates))], bitvec(depth - 1),
                                     bitvec(depth - 1));
    }
  }

  /// Over integers.
  term::Term integer_formula(unsigned depth) {
    if (depth == 0) return pick("p", manager_.bool_sort());
    switch (below(4)) {
      case 0:
        return connective(integer_formula(depth - 1), integer_formula(depth - 1));
      case 1:
        return manager_.mk_eq(integer(depth - 1), integer(depth - 1));
      case 2:
        return manager_.mk_lt(integer(depth - 1), integer(depth - 1));
      default:
        return manager_.mk_le(integer(depth - 1), integer(depth - 1));
    }
  }

 private:
  term::Sort word() { return manager_.bitvec_sort(4); }
  int number() { return static_cast<int>(below(21)) - 10; }
  term::Term divisor() {
    const int value = number();
    return manager_.mk_int(value == 0 ? 3 : value);
  }
  term::Term pick(const char* prefix, term::Sort sort) {
    return manager_.mk_symbol(prefix + std::to_string(below(3)), sort);
  }
  term::Term connective(term::Term a, term::Term b) {
    switch (below(4)) {
      case 0:
        return manager_.mk_and(a, manager_.mk_not(b));
      case 1:
        return manager_.mk_or(a, b);
      case 2:
        return manager_.mk_xor(a, b);
      default:
        return manager_.mk_eq(a, b);
    }
  }

  term::TermManager& manager_;
  std::mt19937 random_;
};

}  // namespace pendulum::smt
