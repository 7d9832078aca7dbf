#include <gtest/gtest.h>

#include <sstream>

#include "base/error.h"
#include "term/evaluation/evaluate.h"
#include "term/floating_point/float_terms.h"
#include "term/print.h"
#include "term/signature/symbol_syntax.h"
#include "term/smtlib/reader.h"
#include "term/smtlib/sexpr.h"
#include "term/traverse.h"

namespace pendulum::term {
namespace {

class SmtLibTest : public testing::Test {
 protected:
  Term read(std::string_view text) { return SmtLibReader(m, "input").read_term(text); }
  std::string error(std::string_view text) {
    try {
      SmtLibReader(m, "input").read_script(text);
    } catch (const base::InputError& e) {
      return e.what();
    }
    return "no error";
  }
  std::string script(std::span<const Term> assertions) {
    std::ostringstream out;
    print_script(out, assertions, "two\nlines");
    return out.str();
  }

  TermManager m;
  Term x = m.mk_symbol("x", m.bitvec_sort(8));
  Term y = m.mk_symbol("y", m.bitvec_sort(8));
  Term i = m.mk_symbol("i", m.int_sort());
  Term j = m.mk_symbol("j", m.int_sort());
  Term p = m.mk_symbol("p", m.bool_sort());
  Term q = m.mk_symbol("q", m.bool_sort());
};

TEST_F(SmtLibTest, PrintsValuesAndNames) {
  EXPECT_EQ(m.mk_bv(10, 8).to_string(), "#x0a");
  EXPECT_EQ(m.mk_bv(5, 3).to_string(), "#b101");
  EXPECT_EQ(m.mk_int(-5).to_string(), "(- 5)");
  EXPECT_EQ(m.mk_real(mpq_class(-1, 3)).to_string(), "(/ (- 1.0) 3.0)");
  EXPECT_EQ(quote_symbol("main::x.1"), "|main::x.1|");
  EXPECT_EQ(quote_symbol("x.1!2"), "x.1!2");
  EXPECT_EQ(quote_symbol("1x"), "|1x|");
  EXPECT_EQ(quote_symbol("select"), "|select|");
  EXPECT_EQ(quote_symbol(""), "||");
  EXPECT_EQ(m.array_sort(m.int_sort(), m.array_sort(m.bool_sort(), m.bitvec_sort(4))).to_string(),
            "(Array Int (Array Bool (_ BitVec 4)))");
  EXPECT_EQ(m.mk_sub(i, j).to_string(), "(+ i (* (- 1) j))");
}

TEST_F(SmtLibTest, SharedSubtermsAreBoundOnce) {
  const Term sum = m.mk_bvadd(x, y);
  EXPECT_EQ(m.mk_bvmul(sum, sum).to_string(), "(let ((?1 (bvadd x y))) (bvmul ?1 ?1))");
  Term square = sum;
  for (int n = 0; n < 200; ++n) square = m.mk_bvmul(square, square);
  EXPECT_LT(square.to_string().size(), 200u * 50);
  EXPECT_EQ(read(square.to_string()), square);
}

TEST_F(SmtLibTest, LetNamesAvoidSymbols) {
  const Term taken = m.mk_symbol("?1", m.bitvec_sort(8));
  const Term sum = m.mk_bvadd(x, taken);
  const Term term = m.mk_bvmul(sum, sum);
  EXPECT_EQ(term.to_string(), "(let ((??1 (bvadd x ?1))) (bvmul ??1 ??1))");
  EXPECT_EQ(read(term.to_string()), term);
}

TEST_F(SmtLibTest, DeepTermsAreWrittenAndRead) {
  Term chain = x;
  Term shared = x;
  Term binary = p;
  for (int n = 0; n < 100'000; ++n) {
    chain = m.mk_bvadd(m.mk_bvmul(chain, y), x);
    shared = m.mk_bvadd(m.mk_bvmul(shared, shared), y);
    binary = n % 2 == 0 ? m.mk_or(binary, n % 4 == 0 ? p : q) : m.mk_eq(binary, m.mk_and(binary, q));
  }
  EXPECT_EQ(read(chain.to_string()), chain);
  EXPECT_EQ(read(shared.to_string()), shared);
  EXPECT_EQ(read(binary.to_string()), binary);
  TermManager other;
  const Term predicate = m.mk_eq(shared, chain);
  const Script copy = SmtLibReader(other).read_script(script(std::span(&predicate, 1)));
  std::ostringstream again;
  print_script(again, copy.assertions, "two\nlines");
  EXPECT_EQ(dag_size(copy.assertions.at(0)), dag_size(predicate));
}

TEST_F(SmtLibTest, QuantifiersKeepTheirVariablesInside) {
  const Term sum = m.mk_bvadd(x, y);
  const Term product = m.mk_bvmul(sum, sum);
  const Term outside = m.mk_bvmul(y, m.mk_bvadd(y, y));
  const Term body = m.mk_and(m.mk_bvult(product, outside), m.mk_bvslt(outside, sum));
  const Term all = m.mk_forall(std::vector{x}, body);
  const Term term = m.mk_and(m.mk_exists(std::vector{y}, all), m.mk_eq(outside, y));
  EXPECT_EQ(read(term.to_string()), term) << term.to_string();
  EXPECT_EQ(all.to_string().find("(let ((?1 (bvadd x y)"), std::string::npos) << all.to_string();
}

TEST_F(SmtLibTest, LetsAreNotCaptured) {
  const Term term = read("(let ((k i)) (exists ((i Int)) (< i k)))");
  ASSERT_EQ(term.kind(), Kind::Exists);
  EXPECT_NE(term[0], i);
  EXPECT_EQ(symbols(term), TermVector{i});
  const Script s = SmtLibReader(m).read_script(
      "(define-fun c () Int (+ i 1)) (define-fun f ((n Int)) Bool (forall ((j Int)) (< n (* j j))))"
      "(assert (exists ((i Int)) (< i c))) (assert (f j))");
  EXPECT_EQ(symbols(s.assertions[0]), TermVector{i});
  EXPECT_EQ(symbols(s.assertions[1]), TermVector{j});
}

TEST_F(SmtLibTest, DefinitionsOfExtensionsAreNotCaptured) {
  SmtLibReader reader(m);
  const Script s =
      reader.read_script("(set-name c) (assert (exists ((i Int)) (< i c)))", [&](const SExpr& command) {
        if (!command.starts_with("set-name")) return false;
        reader.define(*command.child(1), i);
        return true;
      });
  ASSERT_EQ(s.assertions[0].kind(), Kind::Exists);
  EXPECT_NE(s.assertions[0][0], i);
  EXPECT_EQ(symbols(s.assertions[0]), TermVector{i});
}

TEST_F(SmtLibTest, ReadsDerivedOperators) {
  EXPECT_EQ(read("(bvugt x y)"), m.mk_bvult(y, x));
  EXPECT_EQ(read("(bvsge x y)"), m.mk_bvsle(y, x));
  EXPECT_EQ(read("(bvadd x y #x01 (_ bv2 8))"),
            m.mk_bvadd(m.mk_bvadd(m.mk_bvadd(x, y), m.mk_bv(1, 8)), m.mk_bv(2, 8)));
  EXPECT_EQ(read("(< i j 5)"), m.mk_and(m.mk_lt(i, j), m.mk_lt(j, m.mk_int(5))));
  EXPECT_EQ(read("(=> p q p)"), m.mk_true());
  EXPECT_EQ(read("(distinct i j)"), m.mk_distinct(i, j));
  EXPECT_EQ(read("(- 5)"), m.mk_int(-5));
  EXPECT_EQ(read("(- i j 1)"), m.mk_sub(m.mk_sub(i, j), m.mk_int(1)));
  EXPECT_EQ(read("(/ 1 3)"), m.mk_real(mpq_class(1, 3)));
  EXPECT_EQ(read("2.50"), m.mk_real(mpq_class(5, 2)));
  EXPECT_EQ(read("(= (to_real i) 1)"), m.mk_eq(m.mk_to_real(i), m.mk_real(1)));
  EXPECT_EQ(read("((_ rotate_left 3) #b10010000)"), m.mk_bv(0b10000100, 8));
  EXPECT_EQ(read("((_ rotate_right 1) #b00000001)"), m.mk_bv(0b10000000, 8));
  EXPECT_EQ(read("((_ repeat 2) #b01)"), m.mk_bv(5, 4));
  EXPECT_EQ(read("(bvcomp x x)"), m.mk_bv(1, 1));
  EXPECT_EQ(read("(bvnor #b10 #b00)"), m.mk_bv(1, 2));
  EXPECT_EQ(read("(! (and p (! q :named z)) :pattern (p))"), m.mk_and(p, q));
  EXPECT_EQ(read("(let ((p q) (q p)) (and p (not q)))"), m.mk_and(q, m.mk_not(p)));
  EXPECT_EQ(read("(select ((as const (Array Int Bool)) p) i)"), p);
  EXPECT_EQ(read("(sbv_to_int #xff)"), m.mk_int(-1));
  EXPECT_EQ(read("((_ int2bv 8) (bv2nat x))"), x);
}

/// Compares bvsmod with its definition on numbers: the result has the sign of the divisor.
TEST_F(SmtLibTest, BvsmodFollowsTheDivisor) {
  for (int a = -8; a < 8; ++a) {
    for (int b = -8; b < 8; ++b) {
      const Term read_value = evaluate(m, read("(bvsmod ((_ extract 3 0) x) ((_ extract 3 0) y))"),
                                       {{x, m.mk_bv(a, 8)}, {y, m.mk_bv(b, 8)}});
      const int expected = b == 0 ? a : ((a % b) + b) % b;
      EXPECT_EQ(read_value, m.mk_bv(expected, 4)) << a << " smod " << b;
    }
  }
}

TEST_F(SmtLibTest, ReservedNamesAsSymbols) {
  const Term odd = m.mk_symbol("true", m.bool_sort());
  EXPECT_EQ(read(odd.to_string()), odd);
  EXPECT_TRUE(read("true").is_true());
}

TEST_F(SmtLibTest, Scripts) {
  const Script s = SmtLibReader(m).read_script(R"(
    ; a comment
    (set-info :status sat) (set-logic QF_UFBV)
    (declare-sort U 0) (define-sort Byte () (_ BitVec 8))
    (declare-fun f (U Byte) Bool) (declare-const u U) (declare-fun |a b| () Byte)
    (define-fun double ((v Byte)) Byte (bvadd v v))
    (define-fun k () Byte (double #x03))
    (assert (f u (double |a b|)))
    (assert (= k |a b|))
    (check-sat) (exit) garbage)");
  EXPECT_EQ(s.logic, "QF_UFBV");
  EXPECT_TRUE(s.has_check_sat);
  ASSERT_EQ(s.assertions.size(), 2u);
  const Term ab = m.find_symbol("a b");
  EXPECT_EQ(s.assertions[1], m.mk_eq(ab, m.mk_bv(6, 8)));
  EXPECT_EQ(s.assertions[0][1], m.mk_bvadd(ab, ab));
  const Script again = SmtLibReader(m).read_script(script(s.assertions));
  EXPECT_EQ(again.assertions, s.assertions);
}

TEST_F(SmtLibTest, ScriptsDefineSharedSubterms) {
  const Term sum = m.mk_bvmul(x, y);
  const TermVector assertions{m.mk_bvult(sum, x), m.mk_bvult(y, sum)};
  EXPECT_EQ(
      script(assertions),
      "; two\n; lines\n(set-logic QF_BV)\n(declare-fun x () (_ BitVec 8))\n(declare-fun y () (_ BitVec 8))\n"
      "(define-fun ?1 () (_ BitVec 8) (bvmul x y))\n(assert (bvult ?1 x))\n(assert (bvult y "
      "?1))\n(check-sat)\n");
}

/// Floating-point results are numbers of the theory FloatingPoint, with declared bits.
TEST_F(SmtLibTest, ScriptsUseTheTheoryOfFloatingPointNumbers) {
  const FloatTerms floats(m, {3, 5});
  const Term product = floats.mul(floats.mode(RoundingMode::Upward), x, y);
  const TermVector assertions{floats.lt(floats.sqrt(floats.mode(RoundingMode::NearestEven), product), x),
                              m.mk_eq(product, y)};
  EXPECT_EQ(script(assertions),
            "; two\n; lines\n(set-logic QF_BVFP)\n(declare-fun x () (_ BitVec 8))\n(declare-fun y () (_ "
            "BitVec 8))\n"
            "(define-fun ?1 () (_ FloatingPoint 3 5) (fp.mul RTP ((_ to_fp 3 5) x) ((_ to_fp 3 5) y)))\n"
            "(declare-fun ?2 () (_ BitVec 8))\n"
            "(assert (and (= ((_ to_fp 3 5) ?2) ?1) (=> (fp.isNaN ?1) (= ?2 #b01111010))))\n"
            "(define-fun ?3 () (_ FloatingPoint 3 5) (fp.sqrt RNE ?1))\n"
            "(declare-fun ?4 () (_ BitVec 8))\n"
            "(assert (and (= ((_ to_fp 3 5) ?4) ?3) (=> (fp.isNaN ?3) (= ?4 #b01111010))))\n"
            "(assert (fp.lt ?3 ((_ to_fp 3 5) x)))\n(assert (= y ?2))\n(check-sat)\n");
  // The definitions cannot be below a quantifier.
  const Term all = m.mk_forall(std::vector{x}, assertions[0]);
  EXPECT_THROW(script(std::span(&all, 1)), base::Unsupported);
  EXPECT_EQ(logic_with_floats("QF_ABV"), "QF_ABVFP");
  EXPECT_EQ(logic_with_floats("QF_LIA"), "ALL");
}

TEST_F(SmtLibTest, Logics) {
  const auto logic = [&](Term t) { return logic_of(std::span(&t, 1)); };
  EXPECT_EQ(logic(p), "QF_UF");
  EXPECT_EQ(logic(m.mk_bvult(x, y)), "QF_BV");
  EXPECT_EQ(logic(m.mk_lt(i, j)), "QF_LIA");
  EXPECT_EQ(logic(m.mk_lt(m.mk_mul(i, i), j)), "QF_NIA");
  EXPECT_EQ(logic(m.mk_lt(m.mk_bv2nat(x), j)), "ALL");
  EXPECT_EQ(logic(m.mk_forall(std::vector{x}, m.mk_bvult(x, y))), "BV");
  const Term a = m.mk_symbol("a", m.array_sort(m.bitvec_sort(8), m.bitvec_sort(8)));
  EXPECT_EQ(logic(m.mk_eq(m.mk_select(a, x), y)), "QF_ABV");
}

TEST_F(SmtLibTest, ErrorsSayWhere) {
  EXPECT_EQ(error("(assert\n  (and p z))"), "input:2:10: expected a declared symbol, found 'z'");
  EXPECT_EQ(error("(assert (and p"), "input:1:15: expected ')' for the '(' at 1:9");
  EXPECT_EQ(error("(assert (bvadd x p))"),
            "input:1:9: expected arguments of other sorts, found ((_ BitVec 8), Bool)");
  EXPECT_EQ(error("(assert (not p q))"), "input:1:9: expected 1 arguments of 'not', found 2");
  EXPECT_EQ(error("(assert x)"), "input:1:9: expected a term of sort Bool");
  EXPECT_EQ(error("(assert (frobnicate x))"), "input:1:10: expected an operator, found 'frobnicate'");
  EXPECT_EQ(error("(assert (= x #b2))"), "input:1:14: expected #x or #b and digits");
  EXPECT_EQ(error("(declare-const c Bol)"), "input:1:18: expected a sort, found 'Bol'");
  EXPECT_EQ(error("(declare-const x Bool)"), "input:1:1: expected the earlier sort of 'x'");
  EXPECT_NE(error("(frob)").find("input:1:1: expected a command"), std::string::npos);
  EXPECT_NE(error("(assert (= x (_ bv256 8)))").find("a value that fits its width"), std::string::npos);
  EXPECT_NE(error(")").find("input:1:1: expected"), std::string::npos);
  EXPECT_NE(error("(assert |p)").find("'|' at the end"), std::string::npos);
  EXPECT_NE(error("(assert ())").find("found ()"), std::string::npos);
  EXPECT_NE(error("(assert (let ((a)) p))").find("a binding"), std::string::npos);
  EXPECT_THROW(read(""), base::InputError);
  EXPECT_THROW(read("p q"), base::InputError);
}

}  // namespace
}  // namespace pendulum::term
