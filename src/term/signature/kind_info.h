// The table of operators. Code that only classifies operators uses the queries of this file; a switch over
// Kind is for code with a different action for each operator. See ARCHITECTURE.md, "How to add a term
// kind".
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <string_view>
#include <utility>

#include "term/signature/kind.h"

namespace pendulum::term {

enum class KindClass : std::uint8_t {
  Value,
  Symbol,
  Apply,
  Core,
  BitVecUnary,       ///< on one bit-vector, of the same sort
  BitVecBinary,      ///< on two bit-vectors, of the same sort
  BitVecComparison,  ///< on two bit-vectors of equal width; the result is Bool
  BitVecStructure,   ///< bits are rearranged; the width of the result differs from that of the children
  BitVecOverflow,    ///< on two bit-vectors of equal width; the result is Bool
  Float,             ///< on a rounding mode and floating-point numbers or an integer, to a bit-vector
  FloatComparison,   ///< on two floating-point numbers; the result is Bool
  Arithmetic,        ///< on integers or reals, to a number
  ArithmeticComparison,
  Conversion,  ///< between bit-vectors and integers
  Array,
  Quantifier,
};

/// Sorts of the children and, after "to", of the application.
enum class SortRule : std::uint8_t {
  Given,          ///< the operator has no common rule: leaves and Apply
  Bools,          ///< Bool to Bool
  SameToBool,     ///< children of one sort to Bool
  Ite,            ///< Bool, twice the same sort, to this sort
  BitVecs,        ///< bit-vectors of one sort to this sort
  BitVecsToBool,  ///< bit-vectors of one sort to Bool
  Concat,         ///< bit-vectors to the bit-vector with the sum of their widths
  Extract,        ///< bit-vector to the bit-vector with the width parameter(0) - parameter(1) + 1
  Extend,         ///< bit-vector to the bit-vector with parameter(0) more bits
  Floats,         ///< rounding mode, then numbers of the format parameter(0), to this format
  FloatsToBool,   ///< numbers of the format parameter(0) to Bool
  FloatToFloat,   ///< rounding mode and number of the format parameter(0) to the format parameter(1)
  BitVecToFloat,  ///< rounding mode and bit-vector to the format parameter(0)
  FloatToBitVec,  ///< rounding mode and number of the format parameter(0) to parameter(1) bits
  Numbers,        ///< only Int or only Real, to this sort
  NumbersToBool,  ///< only Int or only Real, to Bool
  Ints,           ///< Int to Int
  Reals,          ///< Real to Real
  IntToReal,
  RealToInt,
  BitVecToInt,
  IntToBitVec,  ///< Int to the bit-vector with width parameter(0)
  Select,       ///< array and its index sort to its element sort
  Store,        ///< array, its index sort and its element sort to the array sort
  ConstArray,   ///< element sort to an array sort that is given
  Quantifier,   ///< symbols, then Bool, to Bool
};

/// Set of flags.
enum KindProperty : std::uint8_t { Plain = 0, Commutative = 1, Associative = 2 };
constexpr KindProperty operator|(KindProperty a, KindProperty b) {
  return static_cast<KindProperty>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

/// Number of children of an operator.
struct Arity {
  std::size_t min;
  std::size_t max;
  constexpr bool contains(std::size_t count) const { return min <= count && count <= max; }
};
constexpr Arity exactly(std::size_t count) {
  return {count, count};
}
constexpr Arity at_least(std::size_t count) {
  return {count, std::numeric_limits<std::size_t>::max()};
}

struct KindInfo {
  Kind kind;
  KindClass kind_class;
  SortRule sort_rule;
  KindProperty properties;
  Arity arity;
  std::string_view name;  ///< SMT-LIB name, or a description of leaves and Apply
};

/// One row for each Kind, in the order of the enum.
inline constexpr std::array kind_table{
#define PENDULUM_KIND(kind_class, kind, name, rule, arity, properties) \
  KindInfo{Kind::kind, KindClass::kind_class, SortRule::rule, properties, arity, name},
#include "term/signature/kinds.def"
};

constexpr const KindInfo& info_of(Kind kind) {
  return kind_table[static_cast<std::size_t>(kind)];
}

/// Array indexed by Kind.
template <typename Value>
class KindMap {
 public:
  /// Kinds that the list does not contain have the value `missing`.
  constexpr KindMap(std::initializer_list<std::pair<Kind, Value>> list, Value missing = {}) {
    values_.fill(missing);
    for (const auto& [kind, value] : list) values_[static_cast<std::size_t>(kind)] = value;
  }
  constexpr const Value& operator[](Kind kind) const { return values_[static_cast<std::size_t>(kind)]; }

 private:
  std::array<Value, kind_table.size()> values_{};
};

constexpr KindClass class_of(Kind kind) {
  return info_of(kind).kind_class;
}
constexpr SortRule sort_rule(Kind kind) {
  return info_of(kind).sort_rule;
}
constexpr Arity arity(Kind kind) {
  return info_of(kind).arity;
}

constexpr bool has_property(Kind kind, KindProperty property) {
  return (info_of(kind).properties & property) != 0;
}
constexpr bool is_commutative(Kind kind) {
  return has_property(kind, Commutative);
}
constexpr bool is_associative(Kind kind) {
  return has_property(kind, Associative);
}
/// Number of parameters, which determine the sort of an application beside its children.
constexpr std::size_t num_parameters(Kind kind) {
  const SortRule rule = sort_rule(kind);
  const auto is_one_of = [rule](std::initializer_list<SortRule> rules) {
    for (const SortRule candidate : rules)
      if (candidate == rule) return true;
    return false;
  };
  if (is_one_of({SortRule::Extract, SortRule::FloatToFloat, SortRule::FloatToBitVec})) return 2;
  return is_one_of({SortRule::Extend, SortRule::IntToBitVec, SortRule::Floats, SortRule::FloatsToBool,
                    SortRule::BitVecToFloat})
             ? 1
             : 0;
}
constexpr bool is_indexed(Kind kind) {
  return num_parameters(kind) > 0;
}

constexpr bool is_value(Kind kind) {
  return class_of(kind) == KindClass::Value;
}
constexpr bool is_core(Kind kind) {
  return class_of(kind) == KindClass::Core;
}
constexpr bool is_quantifier(Kind kind) {
  return class_of(kind) == KindClass::Quantifier;
}
constexpr bool is_array_operator(Kind kind) {
  return class_of(kind) == KindClass::Array;
}
constexpr bool is_bitvec_comparison(Kind kind) {
  return class_of(kind) == KindClass::BitVecComparison;
}
constexpr bool is_bitvec_overflow(Kind kind) {
  return class_of(kind) == KindClass::BitVecOverflow;
}
/// Returns true if the operator maps bit-vectors to Bool.
constexpr bool is_bitvec_predicate(Kind kind) {
  return is_bitvec_comparison(kind) || is_bitvec_overflow(kind);
}
/// Returns true if the operator has two bit-vectors of equal width as children: if it is a BitVecBinaryKind.
constexpr bool is_bitvec_binary(Kind kind) {
  return class_of(kind) == KindClass::BitVecBinary || is_bitvec_predicate(kind);
}
/// Returns true if the operator maps bit-vectors to a bit-vector.
constexpr bool is_bitvec_function(Kind kind) {
  const KindClass c = class_of(kind);
  return c == KindClass::BitVecUnary || c == KindClass::BitVecBinary || c == KindClass::BitVecStructure;
}
constexpr bool is_float_comparison(Kind kind) {
  return class_of(kind) == KindClass::FloatComparison;
}
/// Returns true if the operator is defined on floating-point numbers.
constexpr bool is_float_operator(Kind kind) {
  return class_of(kind) == KindClass::Float || is_float_comparison(kind);
}
constexpr bool is_bitvec_operator(Kind kind) {
  return is_bitvec_function(kind) || is_bitvec_predicate(kind);
}
/// Returns true for comparisons < and <= of signed numbers; for those of bit-vectors, see
/// is_bitvec_comparison.
constexpr bool is_signed_comparison(Kind kind) {
  return kind == Kind::BvSlt || kind == Kind::BvSle;
}
/// Returns true for comparisons that are false for equal operands.
constexpr bool is_strict_comparison(Kind kind) {
  return kind == Kind::BvUlt || kind == Kind::BvSlt || kind == Kind::Lt;
}
/// Returns true for quotients and remainders of bit-vectors.
constexpr bool is_bitvec_division(Kind kind) {
  return kind == Kind::BvUdiv || kind == Kind::BvUrem || kind == Kind::BvSdiv || kind == Kind::BvSrem;
}
/// Returns true for quotients and remainders of integers and reals.
constexpr bool is_arithmetic_division(Kind kind) {
  return kind == Kind::IntDiv || kind == Kind::IntMod || kind == Kind::RealDiv;
}
constexpr bool is_extension(Kind kind) {
  return kind == Kind::BvZeroExtend || kind == Kind::BvSignExtend;
}

}  // namespace pendulum::term
