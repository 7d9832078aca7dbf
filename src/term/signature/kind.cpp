// Names of operators. The reader and the printer share this table.
#include "term/signature/kind.h"

#include "base/check.h"

namespace pendulum::term {

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::True:
      return "true";
    case Kind::False:
      return "false";
    case Kind::BitVecValue:
      return "bit-vector value";
    case Kind::IntValue:
      return "integer value";
    case Kind::RealValue:
      return "real value";
    case Kind::Symbol:
      return "symbol";
    case Kind::Apply:
      return "function application";
    case Kind::Not:
      return "not";
    case Kind::And:
      return "and";
    case Kind::Or:
      return "or";
    case Kind::Xor:
      return "xor";
    case Kind::Eq:
      return "=";
    case Kind::Ite:
      return "ite";
    case Kind::BvNot:
      return "bvnot";
    case Kind::BvNeg:
      return "bvneg";
    case Kind::BvAnd:
      return "bvand";
    case Kind::BvOr:
      return "bvor";
    case Kind::BvXor:
      return "bvxor";
    case Kind::BvAdd:
      return "bvadd";
    case Kind::BvSub:
      return "bvsub";
    case Kind::BvMul:
      return "bvmul";
    case Kind::BvUdiv:
      return "bvudiv";
    case Kind::BvUrem:
      return "bvurem";
    case Kind::BvSdiv:
      return "bvsdiv";
    case Kind::BvSrem:
      return "bvsrem";
    case Kind::BvShl:
      return "bvshl";
    case Kind::BvLshr:
      return "bvlshr";
    case Kind::BvAshr:
      return "bvashr";
    case Kind::BvUlt:
      return "bvult";
    case Kind::BvUle:
      return "bvule";
    case Kind::BvSlt:
      return "bvslt";
    case Kind::BvSle:
      return "bvsle";
    case Kind::BvConcat:
      return "concat";
    case Kind::BvExtract:
      return "extract";
    case Kind::BvZeroExtend:
      return "zero_extend";
    case Kind::BvSignExtend:
      return "sign_extend";
    case Kind::BvSaddo:
      return "bvsaddo";
    case Kind::BvSsubo:
      return "bvssubo";
    case Kind::BvSmulo:
      return "bvsmulo";
    case Kind::Add:
      return "+";
    case Kind::Sub:
      return "-";
    case Kind::Mul:
      return "*";
    case Kind::Neg:
      return "-";
    case Kind::Le:
      return "<=";
    case Kind::Lt:
      return "<";
    case Kind::IntDiv:
      return "div";
    case Kind::IntMod:
      return "mod";
    case Kind::RealDiv:
      return "/";
    case Kind::ToReal:
      return "to_real";
    case Kind::ToInt:
      return "to_int";
    case Kind::Bv2Nat:
      return "bv2nat";
    case Kind::Int2Bv:
      return "int2bv";
    case Kind::Select:
      return "select";
    case Kind::Store:
      return "store";
    case Kind::ConstArray:
      return "const";
    case Kind::Forall:
      return "forall";
    case Kind::Exists:
      return "exists";
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace pendulum::term
