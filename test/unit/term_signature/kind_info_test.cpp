// The table of kinds must agree with the manager, the printer, the reader, the evaluation and the back ends:
// a new row in kinds.def fails here until all of them know the operator.
#include "term/signature/kind_info.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "base/error.h"
#include "base/statistics.h"
#include "base/stop.h"
#include "smt/factory/factory.h"
#include "term/evaluation/evaluate.h"
#include "term/print.h"
#include "term/signature/float_format.h"
#include "term/signature/symbol_syntax.h"
#include "term/smtlib/reader.h"
#include "term/term_manager.h"

namespace pendulum::term {
namespace {

TEST(KindInfoTest, HasOneRowForEachKindInTheOrderOfTheEnum) {
  for (std::size_t i = 0; i < kind_table.size(); ++i)
    EXPECT_EQ(kind_table[i].kind, static_cast<Kind>(i)) << kind_table[i].name;
}

TEST(KindInfoTest, NamesAreDistinct) {
  std::set<std::string_view> names;
  for (const KindInfo& info : kind_table) EXPECT_TRUE(names.insert(info.name).second) << info.name;
}

TEST(KindInfoTest, OnlyNamesOfOperatorsAreReserved) {
  EXPECT_TRUE(is_reserved_name("bvadd"));
  EXPECT_TRUE(is_reserved_name("const"));
  EXPECT_TRUE(is_reserved_name("true"));
  EXPECT_FALSE(is_reserved_name("symbol"));
}

TEST(KindInfoTest, ClassifiesBitVectorOperators) {
  EXPECT_TRUE(is_bitvec_binary(Kind::BvAshr));
  EXPECT_TRUE(is_bitvec_binary(Kind::BvSle));
  EXPECT_TRUE(is_bitvec_binary(Kind::BvSmulo));
  EXPECT_FALSE(is_bitvec_binary(Kind::BvConcat));
  EXPECT_FALSE(is_bitvec_binary(Kind::BvNot));
  EXPECT_FALSE(is_bitvec_binary(Kind::Eq));
  EXPECT_TRUE(is_bitvec_function(Kind::BvConcat));
  EXPECT_FALSE(is_bitvec_function(Kind::BvUlt));
  EXPECT_FALSE(is_bitvec_operator(Kind::Int2Bv));
  EXPECT_FALSE(is_bitvec_comparison(Kind::Lt));
}

TEST(KindInfoTest, KnowsParameters) {
  EXPECT_EQ(num_parameters(Kind::BvExtract), 2u);
  EXPECT_EQ(num_parameters(Kind::BvSignExtend), 1u);
  EXPECT_EQ(num_parameters(Kind::BvConcat), 0u);
}

TEST(KindInfoTest, KindMapHasTheMissingValueForOtherKinds) {
  constexpr KindMap<int> map({{Kind::BvAdd, 1}, {Kind::Exists, 2}}, -1);
  EXPECT_EQ(map[Kind::BvAdd], 1);
  EXPECT_EQ(map[Kind::Exists], 2);
  EXPECT_EQ(map[Kind::True], -1);
}

class KindTest : public ::testing::Test {
 protected:
  struct Operands {
    TermVector children;
    std::uint32_t parameter0 = 0;
    std::uint32_t parameter1 = 0;
  };

  /// Symbols that fit the rule. A rule for any number of children gets two of them.
  Operands operands(SortRule rule) {
    switch (rule) {
      case SortRule::Bools:
        return {{p, q}};
      case SortRule::SameToBool:
      case SortRule::BitVecs:
      case SortRule::BitVecsToBool:
      case SortRule::Concat:
        return {{x, y}};
      case SortRule::Ite:
        return {{p, x, y}};
      case SortRule::Extract:
        return {{x}, 3, 1};
      case SortRule::Extend:
        return {{x}, 2};
      case SortRule::Floats:
        return {{mode, x, y, z}, tiny.code()};
      case SortRule::FloatsToBool:
        return {{x, y}, tiny.code()};
      case SortRule::FloatToFloat:
        return {{mode, x}, tiny.code(), FloatFormat{4, 6}.code()};
      case SortRule::BitVecToFloat:
        return {{mode, x}, tiny.code()};
      case SortRule::FloatToBitVec:
        return {{mode, x}, tiny.code(), 8};
      case SortRule::Numbers:
      case SortRule::NumbersToBool:
      case SortRule::Ints:
        return {{i, j}};
      case SortRule::Reals:
        return {{r, s}};
      case SortRule::IntToReal:
        return {{i}};
      case SortRule::RealToInt:
        return {{r}};
      case SortRule::BitVecToInt:
        return {{x}};
      case SortRule::IntToBitVec:
        return {{i}, 8};
      case SortRule::Select:
        return {{a, x}};
      case SortRule::Store:
        return {{a, x, y}};
      case SortRule::Quantifier:
        return {{p, m.mk_eq(p, q)}};
      case SortRule::ConstArray:
      case SortRule::Given:
        break;
    }
    return {};
  }

  /// An application of each operator that the table describes completely.
  TermVector applications() {
    TermVector result{m.mk_const_array(a.sort(), m.mk_bv(3, 8))};  // cvc5 requires a constant element
    for (const KindInfo& info : kind_table) {
      Operands example = operands(info.sort_rule);
      if (example.children.empty()) continue;
      const auto count = static_cast<std::ptrdiff_t>(info.arity.min);
      if (info.sort_rule != SortRule::Quantifier)
        example.children.erase(example.children.begin() + count, example.children.end());
      result.push_back(m.mk(info.kind, example.children, example.parameter0, example.parameter1));
      EXPECT_EQ(result.back().kind(), info.kind) << result.back().to_string();
    }
    return result;
  }

  TermManager m;
  Term p = m.mk_symbol("p", m.bool_sort());
  Term q = m.mk_symbol("q", m.bool_sort());
  Term x = m.mk_symbol("x", m.bitvec_sort(8));
  Term y = m.mk_symbol("y", m.bitvec_sort(8));
  Term z = m.mk_symbol("z", m.bitvec_sort(8));
  Term mode = m.mk_symbol("mode", m.bitvec_sort(rounding_mode_width));
  static constexpr FloatFormat tiny{3, 5};  // 8 bits
  Term i = m.mk_symbol("i", m.int_sort());
  Term j = m.mk_symbol("j", m.int_sort());
  Term r = m.mk_symbol("r", m.real_sort());
  Term s = m.mk_symbol("s", m.real_sort());
  Term a = m.mk_symbol("a", m.array_sort(m.bitvec_sort(8), m.bitvec_sort(8)));
};

TEST_F(KindTest, GenericConstructorAgreesWithTheNamedOnes) {
  EXPECT_EQ(m.mk(Kind::BvAdd, TermVector{x, y}), m.mk_bvadd(x, y));
  EXPECT_EQ(m.mk(Kind::BvConcat, TermVector{x, y}), m.mk_concat(x, y));
  EXPECT_EQ(m.mk(Kind::Eq, TermVector{x, y}), m.mk_eq(x, y));
  EXPECT_EQ(m.mk(Kind::BvExtract, TermVector{x}, 3, 1), m.mk_extract(x, 3, 1));
  EXPECT_EQ(m.mk(Kind::BvZeroExtend, TermVector{x}, 3), m.mk_zero_extend(x, 3));
}

TEST_F(KindTest, GenericConstructorChecksTheNumberAndTheSortsOfTheChildren) {
  EXPECT_THROW(m.mk(Kind::BvAdd, TermVector{x}), base::InternalError);
  EXPECT_THROW(m.mk(Kind::BvAdd, TermVector{x, m.mk_bv(1, 4)}), base::InternalError);
  EXPECT_THROW(m.mk(Kind::And, TermVector{x, y}), base::InternalError);
  EXPECT_THROW(m.mk(Kind::Le, TermVector{x, y}), base::InternalError);
  EXPECT_THROW(m.mk(Kind::Select, TermVector{x, y}), base::InternalError);
  EXPECT_THROW(m.mk(Kind::Store, TermVector{a, x, p}), base::InternalError);
  EXPECT_THROW(m.mk(Kind::Symbol, {}), base::InternalError);
  EXPECT_THROW(m.mk(Kind::ConstArray, TermVector{x}), base::InternalError);
}

TEST_F(KindTest, PrinterAndReaderKnowEveryOperator) {
  for (const Term term : applications()) {
    std::ostringstream out;
    print(out, term, OverflowText::Named);
    const std::string text = out.str();
    EXPECT_NE(text.find(name_of(term.kind())), std::string::npos) << text;
    EXPECT_EQ(SmtLibReader(m, "test").read_term(text), term) << text;
  }
}

TEST_F(KindTest, EvaluationKnowsEveryOperator) {
  for (const Term term : applications()) {
    if (is_quantifier(term.kind())) continue;
    EXPECT_EQ(evaluate(m, term, {}).sort(), term.sort()) << term.to_string();
  }
}

TEST_F(KindTest, BackEndsKnowEveryOperator) {
  const base::StopToken stop;
  base::Statistics statistics;
  const auto factory = smt::make_solver_factory({}, stop, statistics);
  for (const auto backend : {smt::Backend::Z3, smt::Backend::Cvc5, smt::Backend::Cadical}) {
    for (const Term term : applications()) {
      const bool is_word =
          is_core(term.kind()) || is_bitvec_operator(term.kind()) || is_float_operator(term.kind());
      if (backend == smt::Backend::Cadical && !is_word) continue;
      // Satisfiable, because the symbol can have the value of the term.
      const auto solver = factory->make(m, {.backend = backend});
      solver->assert_term(m.mk_eq(term, m.mk_fresh("value", term.sort())));
      EXPECT_EQ(solver->check(), smt::SatResult::Sat) << solver->name() << ": " << term.to_string();
    }
  }
}

}  // namespace
}  // namespace pendulum::term
