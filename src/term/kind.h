// The operators of terms, named as in SMT-LIB.
#pragma once

#include <cstdint>
#include <string_view>

namespace pendulum::term {

enum class Kind : std::uint8_t {
  // Leaves.
  True, False,
  BitVecValue,    ///< integer_value(), 0 <= value < 2^width
  IntValue,       ///< integer_value()
  RealValue,      ///< rational_value()
  Symbol,         ///< name(); a free constant of any sort
  // Uninterpreted functions: function() and children.
  Apply,
  // Core. And and Or have at least two children, without duplicates, ordered by id, nested ones flattened
  // while the result stays small. The manager expresses Xor by Not and Eq.
  Not, And, Or, Xor, Eq, Ite,
  // Bit-vectors. Add, Mul, And, Or, Xor are binary.
  BvNot, BvNeg, BvAnd, BvOr, BvXor, BvAdd, BvSub, BvMul,
  BvUdiv, BvUrem, BvSdiv, BvSrem,      ///< SMT-LIB's total meaning for division by zero
  BvShl, BvLshr, BvAshr,
  BvUlt, BvUle, BvSlt, BvSle,
  BvConcat,       ///< first child is the high part
  BvExtract,      ///< parameter(0) = high, parameter(1) = low
  BvZeroExtend,   ///< parameter(0) = number of added bits
  BvSignExtend,   ///< parameter(0) = number of added bits
  BvSaddo, BvSsubo, BvSmulo,           ///< Bool: signed overflow happens (SMT-LIB 2.7's bvsaddo, ...)
  // Integers and reals; both children of one sort. Add and Mul are n-ary, flattened while small. The
  // manager expresses Sub and Neg by Add and Mul with -1; a constant factor comes first, a constant summand last.
  Add, Sub, Mul, Neg, Le, Lt,
  IntDiv, IntMod, ///< Euclidean as in SMT-LIB; by zero: any fixed value, so guard it
  RealDiv,
  ToReal, ToInt,
  Bv2Nat,         ///< unsigned value of a bit-vector as Int
  Int2Bv,         ///< parameter(0) = width; modulo 2^width
  // Arrays.
  Select, Store,
  ConstArray,     ///< sort() is the array sort; child is the element
  // Quantifiers: children are the bound symbols, then the body.
  Forall, Exists,
};

/// SMT-LIB's name of the operator; for Kind::Apply and leaves a description.
std::string_view name_of(Kind kind);

}  // namespace pendulum::term
