// Terms as C expressions and back: the printed text must have the same meaning, with C's conversions.
#include <gtest/gtest.h>

#include "base/error.h"
#include "term/evaluation/evaluate.h"
#include "witness/expression/c_parse.h"
#include "witness/expression/c_text.h"

namespace pendulum::witness {
namespace {

using program::Variable;
using term::Kind;
using term::Term;

/// A loop in `f` with variables of several types, all live at the head.
class ExpressionTest : public testing::Test {
 protected:
  ExpressionTest() {
    program::ProgramBuilder builder(terms_);
    i_ = declare(builder, "i", 32, Variable::Signedness::Signed);
    u_ = declare(builder, "u", 32, Variable::Signedness::Unsigned);
    c_ = declare(builder, "c", 8, Variable::Signedness::Unsigned);
    l_ = declare(builder, "s.len", 64, Variable::Signedness::Signed);
    program::Variable pointer;
    pointer.symbol = pointer_ = terms_.mk_symbol("f.p.offset", terms_.bitvec_sort(32));
    pointer.source_name = "p";
    pointer.function = "f";
    builder.add_variable(pointer);
    const auto entry = builder.add_location("entry");
    head_ = builder.add_location("head", {"a.c", 3, 1, "f"});
    const auto error = builder.add_location("error");
    builder.set_entry(entry);
    builder.set_error(error);
    program::Edge first;
    first.source = entry;
    first.target = head_;
    first.guard = terms_.mk_true();
    Term sum = terms_.mk_bv(0, 64);
    for (const Term variable : {i_, u_, c_, l_, pointer_}) {
      first.updates.push_back({variable, terms_.mk_zero(variable.sort())});
      const unsigned width = variable.sort().width();
      sum = terms_.mk_bvadd(sum, width == 64 ? variable : terms_.mk_zero_extend(variable, 64 - width));
    }
    builder.add_edge(first);
    program::Edge loop;
    loop.source = loop.target = head_;
    loop.guard = terms_.mk_true();
    builder.add_edge(loop);
    program::Edge last;
    last.source = head_;
    last.target = error;
    last.guard = terms_.mk_eq(sum, terms_.mk_bv(7, 64));
    builder.add_edge(last);
    program_ = builder.build();
    scopes_.emplace(program_);
  }

  Term declare(program::ProgramBuilder& builder, const std::string& name, unsigned width,
               Variable::Signedness signedness) {
    Variable variable;
    variable.symbol = terms_.mk_symbol("f." + name, terms_.bitvec_sort(width));
    variable.source_name = name;
    variable.function = "f";
    variable.signedness = signedness;
    builder.add_variable(variable);
    return variable.symbol;
  }

  Term parse(const std::string& text) { return parse_condition({*scopes_, head_, 32, {}, {}}, text); }
  std::string print(Term term) { return to_c(*scopes_, head_, term).value_or("none"); }

  /// The printed text, parsed again, agrees with the term on corner values.
  void expect_same_meaning(Term term) {
    const auto text = to_c(*scopes_, head_, term);
    ASSERT_TRUE(text) << term.to_string();
    const Term again = parse(*text);
    const std::int64_t corners[] = {0, 1, -1, 2, 127, 128, 255, 2147483647, -2147483648LL, 4294967295LL};
    for (const std::int64_t a : corners) {
      for (const std::int64_t b : corners) {
        const term::Model model{{i_, terms_.mk_bv(a, 32)},
                                {u_, terms_.mk_bv(b, 32)},
                                {c_, terms_.mk_bv(a + b, 8)},
                                {l_, terms_.mk_bv(b - a, 64)}};
        EXPECT_EQ(term::evaluate(terms_, term, model), term::evaluate(terms_, again, model))
            << *text << " for i = " << a << ", u = " << b;
      }
    }
  }

  term::TermManager terms_;
  Term i_, u_, c_, l_, pointer_;
  program::LocationId head_ = 0;
  program::Program program_;
  std::optional<Scopes> scopes_;
};

TEST_F(ExpressionTest, ComparisonsOfOneSignednessNeedNoCast) {
  EXPECT_EQ(print(terms_.mk_bvsle(i_, terms_.mk_bv(5, 32))), "i <= 5");
  EXPECT_EQ(print(terms_.mk_not(terms_.mk_eq(i_, terms_.mk_bv(-3, 32)))), "i != -3");
  EXPECT_EQ(print(terms_.mk_bvult(c_, terms_.mk_bv(9, 8))), "c < 9");
}

TEST_F(ExpressionTest, PrintedTermsMeanTheSame) {
  const Term wide = terms_.mk_bvadd(terms_.mk_sign_extend(i_, 2), terms_.mk_zero_extend(u_, 2));
  const Term product = terms_.mk_bvmul(terms_.mk_sign_extend(i_, 32), terms_.mk_bv(3, 64));
  for (const Term term :
       {terms_.mk_bvule(i_, u_), terms_.mk_bvsle(i_, u_), terms_.mk_bvslt(c_, terms_.mk_bv(-2, 8)),
        terms_.mk_eq(i_, u_), terms_.mk_eq(terms_.mk_bvadd(i_, u_), terms_.mk_bv(1, 32)),
        terms_.mk_bvsle(wide, terms_.mk_bv(100, 34)), terms_.mk_bvsle(product, l_),
        terms_.mk_eq(terms_.mk_extract(i_, 7, 0), c_), terms_.mk_bvslt(terms_.mk_bvneg(l_), l_),
        terms_.mk_eq(terms_.mk_bv_binary(Kind::BvUrem, u_, terms_.mk_bv(4, 32)), terms_.mk_bv(3, 32)),
        terms_.mk_eq(terms_.mk_bv_binary(Kind::BvAnd, i_, u_), terms_.mk_bv(0, 32)),
        terms_.mk_or(terms_.mk_bvsle(terms_.mk_bv(-2147483648LL, 32), i_), terms_.mk_eq(u_, u_)),
        terms_.mk_bvult(terms_.mk_ite(terms_.mk_bvslt(i_, terms_.mk_bv(0, 32)), u_, i_),
                        terms_.mk_bv(77, 32)),
        terms_.mk_eq(terms_.mk_bvmul(u_, terms_.mk_bv(-5, 32)), i_),
        terms_.mk_bvslt(terms_.mk_bvsub(l_, terms_.mk_bvadd(l_, l_)), terms_.mk_bv(-7, 64)),
        terms_.mk_not(terms_.mk_and(terms_.mk_eq(i_, u_),
                                    terms_.mk_or(terms_.mk_bvult(u_, i_), terms_.mk_bvslt(c_, c_)))),
        terms_.mk_bvult(terms_.mk_bvmul(terms_.mk_bvsub(i_, u_), terms_.mk_bvadd(i_, u_)), u_)})
    expect_same_meaning(term);
}

TEST_F(ExpressionTest, WhatCHasNoWordsForIsNotPrinted) {
  EXPECT_EQ(print(terms_.mk_eq(pointer_, terms_.mk_bv(4, 32))), "none");
  EXPECT_EQ(print(terms_.mk_eq(terms_.mk_extract(i_, 15, 8), c_)), "none");
  const Term hundred = terms_.mk_bvmul(terms_.mk_sign_extend(l_, 64), terms_.mk_sign_extend(l_, 64));
  EXPECT_EQ(print(terms_.mk_bvslt(hundred, terms_.mk_bv(9, 128))), "none");
}

TEST_F(ExpressionTest, ReadsWithTheConversionsOfC) {
  // C17 6.3.1.8: -1 becomes a large number if the other operand is unsigned.
  EXPECT_TRUE(parse("-1 > 0U").is_true());
  EXPECT_TRUE(parse("-1 < 0").is_true());
  EXPECT_TRUE(parse("(unsigned char)300 == 44").is_true());
  EXPECT_TRUE(parse("0x10 + 010 == 24 && 'a' == 97").is_true());
  EXPECT_TRUE(parse("1 << 4 >> 2 == 4 ? 7 % 4 == 3 : 0").is_true());
  EXPECT_TRUE(parse("(-7) / 2 == -3 && -7 % 2 == -1 && !0 && ~0 == -1").is_true());
  EXPECT_TRUE(parse("4294967296LL > 4294967295U").is_true());
  EXPECT_EQ(parse("i<=u"), terms_.mk_bvule(i_, u_));
  EXPECT_EQ(parse("s.len == 5"), terms_.mk_eq(l_, terms_.mk_bv(5, 64)));
}

/// C17 6.3.1.2: the conversion does not truncate.
TEST_F(ExpressionTest, CastsToBoolCompareWithZero) {
  EXPECT_TRUE(parse("(_Bool)256 == 1 && (_Bool)2 == 1 && (_Bool)0 == 0").is_true());
  EXPECT_TRUE(parse("(_Bool)(-1) + 1 == 2 && ~(_Bool)5 == -2").is_true());
  EXPECT_EQ(parse("(_Bool)i"), terms_.mk_distinct(i_, terms_.mk_bv(0, 32)));
}

TEST_F(ExpressionTest, ResultsArePromotedByTheirSignedness) {
  const Term result = terms_.mk_symbol("result", terms_.bitvec_sort(8));
  const auto parse_result = [&](Variable::Signedness signedness, const std::string& text) {
    return parse_condition({*scopes_, head_, 32, result, signedness}, text);
  };
  const term::Model model{{result, terms_.mk_bv(200, 8)}};
  for (const char* text : {"\\result == 200U", "\\result == 200"}) {
    const Term condition = parse_result(Variable::Signedness::Unsigned, text);
    EXPECT_TRUE(term::evaluate(terms_, condition, model).is_true()) << text;
    EXPECT_FALSE(term::evaluate(terms_, parse_result(Variable::Signedness::Signed, text), model).is_true());
  }
  EXPECT_TRUE(
      term::evaluate(terms_, parse_result(Variable::Signedness::Signed, "\\result == -56"), model).is_true());
}

TEST_F(ExpressionTest, RefusesWhatIsNoExpression) {
  for (const char* text :
       {"", "i +", "(i", "i = 3", "i++", "i ? 1", "i 3", "\"a\" == i", "99999999999999999999"})
    EXPECT_THROW(parse(text), base::InputError) << text;
  EXPECT_THROW(parse(std::string(5000, '(')), base::InputError);
  EXPECT_THROW(parse(std::string(5000, '!')), base::InputError);
  for (const char* text : {"x == 3", "*p == 1", "f(i) == 2", "p->a == 1", "p == 0"})
    EXPECT_THROW(parse(text), NotExpressible) << text;
}

}  // namespace
}  // namespace pendulum::witness
