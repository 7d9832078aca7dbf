// Accessors of Term that are not inline.
#include "term/term.h"

#include <sstream>

#include "term/print.h"

namespace pendulum::term {

const std::string& Term::name() const {
  PENDULUM_CHECK(kind() == Kind::Symbol, "name should be called only for symbols");
  return *node_->name;
}

const Function& Term::function() const {
  PENDULUM_CHECK(kind() == Kind::Apply, "function should be called only for applications");
  return *node_->function;
}

const mpq_class& Term::rational_value() const {
  PENDULUM_CHECK(kind() == Kind::RealValue, "rational_value should be called only for reals");
  return *node_->rational;
}

mpz_class Term::signed_value() const {
  PENDULUM_CHECK(kind() == Kind::BitVecValue, "signed_value should be called only for bit-vectors");
  mpz_class value = *node_->integer;
  const std::uint32_t width = sort().width();
  if (mpz_tstbit(value.get_mpz_t(), width - 1) != 0) {
    mpz_class modulus;
    mpz_setbit(modulus.get_mpz_t(), width);
    value -= modulus;
  }
  return value;
}

std::string Term::to_string() const {
  if (is_null()) return "<null>";
  std::ostringstream out;
  print(out, *this);
  return out.str();
}

}  // namespace pendulum::term
