// The operators of terms, named as in SMT-LIB.
#pragma once

#include <cstdint>
#include <string_view>

namespace pendulum::term {

enum class Kind : std::uint8_t {
  // Leaves.
  True,
  False,
  BitVecValue,  ///< integer_value(), 0 <= value < 2^width
  IntValue,     ///< integer_value()
  RealValue,    ///< rational_value()
  Symbol,       ///< name(); a free constant of any sort
  // Uninterpreted functions: function() and children.
  Apply,
  // Core. And and Or have at least two children, which are distinct and ordered by id; nested ones are
  // flattened as long as the result is small. The manager represents Xor by Not and Eq.
  Not,
  And,
  Or,
  Xor,
  Eq,
  Ite,
  // Bit-vectors. Add, Mul, And, Or, Xor are binary.
  BvNot,
  BvNeg,
  BvAnd,
  BvOr,
  BvXor,
  BvAdd,
  BvSub,
  BvMul,
  BvUdiv,
  BvUrem,
  BvSdiv,
  BvSrem,  ///< division by zero as in SMT-LIB
  BvShl,
  BvLshr,
  BvAshr,
  BvUlt,
  BvUle,
  BvSlt,
  BvSle,
  BvConcat,      ///< first child is the high part
  BvExtract,     ///< parameter(0) = high, parameter(1) = low
  BvZeroExtend,  ///< parameter(0) = number of added bits
  BvSignExtend,  ///< parameter(0) = number of added bits
  BvSaddo,
  BvSsubo,
  BvSmulo,  ///< Bool: the operation overflows (bvsaddo, ... of SMT-LIB 2.7)
  // Integers and reals; all children have the same sort. Add and Mul are n-ary; nested ones are flattened as
  // long as the result is small. The manager represents Sub and Neg by Add and Mul with -1. A constant factor
  // is the first child, a constant summand the last one.
  Add,
  Sub,
  Mul,
  Neg,
  Le,
  Lt,
  IntDiv,
  IntMod,   ///< Euclidean as in SMT-LIB; division by zero is 0 (evaluate.h)
  RealDiv,  ///< division by zero is 0 (evaluate.h)
  ToReal,
  ToInt,
  Bv2Nat,  ///< unsigned value of a bit-vector as Int
  Int2Bv,  ///< parameter(0) = width; the integer modulo 2^width
  // Arrays.
  Select,
  Store,
  ConstArray,  ///< sort() is the array sort; child is the element
  // Quantifiers: the children are the bound symbols, followed by the body.
  Forall,
  Exists,
};

/// Returns the SMT-LIB name of the operator, or a description for Kind::Apply and leaves.
std::string_view name_of(Kind kind);

}  // namespace pendulum::term
