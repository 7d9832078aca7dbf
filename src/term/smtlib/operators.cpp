// Table of the SMT-LIB operators: those of Kind, and others that are defined by them.
#include "term/smtlib/operators.h"

#include <fmt/format.h>

#include <functional>
#include <limits>
#include <unordered_map>

#include "base/check.h"
#include "term/signature/kind_info.h"

namespace pendulum::term {

namespace {

/// Arguments and indices of an application.
struct Call {
  TermManager& m;
  TermVector args;
  std::span<const std::uint32_t> indices;

  Term operator[](std::size_t i) const { return args[i]; }
};

constexpr std::size_t any = std::numeric_limits<std::size_t>::max();

struct Operator {
  std::size_t min_arguments;
  std::size_t max_arguments;
  std::size_t indices;
  std::function<Term(const Call&)> apply;
};

using Binary = std::function<Term(TermManager&, Term, Term)>;

Operator unary(std::function<Term(TermManager&, Term)> f) {
  return {1, 1, 0, [f = std::move(f)](const Call& c) { return f(c.m, c[0]); }};
}

Operator binary(Binary f) {
  return {2, 2, 0, [f = std::move(f)](const Call& c) { return f(c.m, c[0], c[1]); }};
}

Operator left_associative(Binary f) {
  return {2, any, 0, [f = std::move(f)](const Call& c) {
            Term result = c[0];
            for (std::size_t i = 1; i < c.args.size(); ++i) result = f(c.m, result, c[i]);
            return result;
          }};
}

Operator bv_associative(Kind kind) {
  return left_associative([kind](TermManager& m, Term a, Term b) { return m.mk_bv_binary(kind, a, b); });
}

/// Chainable operators: (< a b c) is a < b and b < c.
Operator chained(Binary f) {
  return {2, any, 0, [f = std::move(f)](const Call& c) {
            TermVector links;
            for (std::size_t i = 1; i < c.args.size(); ++i) links.push_back(f(c.m, c[i - 1], c[i]));
            return c.m.mk_and(links);
          }};
}

/// An operator with one index and one argument.
Operator indexed_unary(std::function<Term(TermManager&, Term, std::uint32_t)> f) {
  return {1, 1, 1, [f = std::move(f)](const Call& c) { return f(c.m, c[0], c.indices[0]); }};
}

/// Converts Int arguments to Real if there are also Real arguments, because numerals may denote reals.
void promote(TermManager& m, TermVector& args) {
  bool has_int = false;
  bool has_real = false;
  for (const Term t : args) {
    has_int |= t.sort().is_int();
    has_real |= t.sort().is_real();
  }
  if (!has_int || !has_real) return;
  for (Term& t : args) {
    if (t.sort().is_int()) t = m.mk_to_real(t);
  }
}

Operator promoted(Operator op) {
  op.apply = [inner = std::move(op.apply)](const Call& c) {
    Call call = c;
    promote(call.m, call.args);
    return inner(call);
  };
  return op;
}

Term implication(const Call& c) {
  Term result = c.args.back();
  for (std::size_t i = c.args.size() - 1; i > 0; --i) result = c.m.mk_implies(c[i - 1], result);
  return result;
}

Term distinct(const Call& c) {
  TermVector pairs;
  for (std::size_t i = 0; i < c.args.size(); ++i) {
    for (std::size_t j = i + 1; j < c.args.size(); ++j) pairs.push_back(c.m.mk_distinct(c[i], c[j]));
  }
  return c.m.mk_and(pairs);
}

Term minus(const Call& c) {
  if (c.args.size() == 1) return c.m.mk_neg(c[0]);
  Term result = c[0];
  for (std::size_t i = 1; i < c.args.size(); ++i) result = c.m.mk_sub(result, c[i]);
  return result;
}

Term real_division(const Call& c) {
  const auto real = [&](Term t) { return t.sort().is_int() ? c.m.mk_to_real(t) : t; };
  Term result = real(c[0]);
  for (std::size_t i = 1; i < c.args.size(); ++i) result = c.m.mk_real_div(result, real(c[i]));
  return result;
}

/// The signed remainder with the sign of the divisor, as SMT-LIB defines it.
Term bvsmod(TermManager& m, Term a, Term b) {
  const Term remainder = m.mk_bv_binary(Kind::BvSrem, a, b);
  const Term zero = m.mk_zero(a.sort());
  const Term signs_differ = m.mk_xor(m.mk_bvslt(remainder, zero), m.mk_bvslt(b, zero));
  const Term adjust = m.mk_and(signs_differ, m.mk_distinct(remainder, zero));
  return m.mk_ite(adjust, m.mk_bvadd(remainder, b), remainder);
}

Term absolute(TermManager& m, Term a) {
  return m.mk_ite(m.mk_lt(a, m.mk_zero(a.sort())), m.mk_neg(a), a);
}

Term repeat(TermManager& m, Term a, std::uint32_t count) {
  PENDULUM_CHECK(count >= 1, "repeat should have a positive index");
  Term result = a;
  for (std::uint32_t i = 1; i < count; ++i) result = m.mk_concat(result, a);
  return result;
}

Term rotate_left(TermManager& m, Term a, std::uint32_t count) {
  const std::uint32_t width = a.sort().is_bitvec() ? a.sort().width() : 1;
  const std::uint32_t shift = count % width;
  if (shift == 0) return m.mk_extract(a, width - 1, 0);
  return m.mk_concat(m.mk_extract(a, width - 1 - shift, 0), m.mk_extract(a, width - 1, width - shift));
}

Term rotate_right(TermManager& m, Term a, std::uint32_t count) {
  const std::uint32_t width = a.sort().is_bitvec() ? a.sort().width() : 1;
  return rotate_left(m, a, width - count % width);
}

Term signed_to_int(TermManager& m, Term a) {
  PENDULUM_CHECK(a.sort().is_bitvec(), "the argument should be a bit-vector");
  mpz_class modulus = 1;
  modulus <<= a.sort().width();
  const Term value = m.mk_bv2nat(a);
  return m.mk_ite(m.mk_bvslt(a, m.mk_zero(a.sort())), m.mk_sub(value, m.mk_int(modulus)), value);
}

using Table = std::unordered_map<std::string_view, Operator>;

/// The operators of Kind that have no number of arguments of their own in SMT-LIB.
void add_kinds(Table& table) {
  for (const KindInfo& info : kind_table) {
    const Kind kind = info.kind;
    if (sort_rule(kind) == SortRule::Given || is_quantifier(kind) || kind == Kind::ConstArray) continue;
    const auto apply = [kind](const Call& c) {
      const auto parameter = [&](std::size_t i) { return i < c.indices.size() ? c.indices[i] : 0; };
      return c.m.mk(kind, c.args, parameter(0), parameter(1));
    };
    PENDULUM_CHECK(!table.contains(info.name), "'{}' should name one operator", info.name);
    table[info.name] = info.arity.min == 2 && info.arity.max == 2 && is_associative(kind)
                           ? bv_associative(kind)
                           : Operator{info.arity.min, info.arity.max, num_parameters(kind), apply};
  }
}

void add_core(Table& table) {
  table["and"] = {1, any, 0, [](const Call& c) { return c.m.mk_and(c.args); }};
  table["or"] = {1, any, 0, [](const Call& c) { return c.m.mk_or(c.args); }};
  table["xor"] = left_associative([](TermManager& m, Term a, Term b) { return m.mk_xor(a, b); });
  table["=>"] = {2, any, 0, implication};
  table["="] = promoted(chained([](TermManager& m, Term a, Term b) { return m.mk_eq(a, b); }));
  table["distinct"] = promoted({2, any, 0, distinct});
  table["ite"] = {3, 3, 0, [](const Call& c) {
                    TermVector branches{c[1], c[2]};
                    promote(c.m, branches);
                    return c.m.mk_ite(c[0], branches[0], branches[1]);
                  }};
}

void add_bitvec(Table& table) {
  table["bvugt"] = binary([](TermManager& m, Term a, Term b) { return m.mk_bvult(b, a); });
  table["bvuge"] = binary([](TermManager& m, Term a, Term b) { return m.mk_bvule(b, a); });
  table["bvsgt"] = binary([](TermManager& m, Term a, Term b) { return m.mk_bvslt(b, a); });
  table["bvsge"] = binary([](TermManager& m, Term a, Term b) { return m.mk_bvsle(b, a); });
  table["bvnand"] =
      binary([](TermManager& m, Term a, Term b) { return m.mk_bvnot(m.mk_bv_binary(Kind::BvAnd, a, b)); });
  table["bvnor"] =
      binary([](TermManager& m, Term a, Term b) { return m.mk_bvnot(m.mk_bv_binary(Kind::BvOr, a, b)); });
  table["bvxnor"] =
      binary([](TermManager& m, Term a, Term b) { return m.mk_bvnot(m.mk_bv_binary(Kind::BvXor, a, b)); });
  table["bvcomp"] = binary([](TermManager& m, Term a, Term b) {
    PENDULUM_CHECK(a.sort().is_bitvec(), "the arguments should be bit-vectors");
    return m.mk_ite(m.mk_eq(a, b), m.mk_bv(1, 1), m.mk_bv(0, 1));
  });
  table["bvsmod"] = binary(bvsmod);
  table["repeat"] = indexed_unary(repeat);
  table["rotate_left"] = indexed_unary(rotate_left);
  table["rotate_right"] = indexed_unary(rotate_right);
  table["ubv_to_int"] = table["bv2nat"];
  table["sbv_to_int"] = unary(signed_to_int);
  table["int_to_bv"] = table["nat2bv"] = table["int2bv"];
}

void add_arithmetic(Table& table) {
  table["+"] = promoted({1, any, 0, [](const Call& c) { return c.m.mk_add(c.args); }});
  table["*"] = promoted({1, any, 0, [](const Call& c) { return c.m.mk_mul(c.args); }});
  table["-"] = promoted({1, any, 0, minus});
  table["/"] = {2, any, 0, real_division};
  table["<="] = promoted(chained([](TermManager& m, Term a, Term b) { return m.mk_le(a, b); }));
  table["<"] = promoted(chained([](TermManager& m, Term a, Term b) { return m.mk_lt(a, b); }));
  table[">="] = promoted(chained([](TermManager& m, Term a, Term b) { return m.mk_ge(a, b); }));
  table[">"] = promoted(chained([](TermManager& m, Term a, Term b) { return m.mk_gt(a, b); }));
  table["div"] = left_associative([](TermManager& m, Term a, Term b) { return m.mk_int_div(a, b); });
  table["abs"] = unary(absolute);
  table["is_int"] = unary([](TermManager& m, Term a) { return m.mk_eq(a, m.mk_to_real(m.mk_to_int(a))); });
}

const Table& operators() {
  static const Table table = [] {
    Table t;
    add_kinds(t);  // first: the others replace some of its operators
    add_core(t);
    add_bitvec(t);
    add_arithmetic(t);
    return t;
  }();
  return table;
}

}  // namespace

std::optional<Term> apply_operator(TermManager& manager, std::string_view name,
                                   std::span<const std::uint32_t> indices, TermVector arguments) {
  const auto found = operators().find(name);
  if (found == operators().end()) return std::nullopt;
  const Operator& op = found->second;
  if (indices.size() != op.indices) throw fmt::format("{} indices of '{}'", op.indices, name);
  if (arguments.size() < op.min_arguments || arguments.size() > op.max_arguments) {
    throw fmt::format("{}{} arguments of '{}', found {}", op.max_arguments == any ? "at least " : "",
                      op.min_arguments, name, arguments.size());
  }
  const Term result = op.apply({manager, std::move(arguments), indices});
  PENDULUM_CHECK(!result.is_null(), "the operator '{}' should have a result", name);
  return result;
}

}  // namespace pendulum::term
