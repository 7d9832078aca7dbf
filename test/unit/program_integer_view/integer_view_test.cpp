// Compares the integer view with bit-vectors by brute force over narrow widths: its steps contain those of
// the original and are the same if nothing was approximated; invariants keep their meaning when they are
// translated back.
#include "program/integer_view/integer_view.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "program/step_relation.h"
#include "term/traverse.h"

namespace pendulum::program {
namespace {

using term::Kind;
using term::Term;
using testing::State;

constexpr std::uint32_t width = 3;

/// Random terms over a (signed), b (unsigned), c (unknown) and an input.
class RandomTerms {
 public:
  RandomTerms(term::TermManager& terms, unsigned seed) : terms_(terms), random_(seed) {}

  int pick(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

  Term bits(const term::TermVector& leaves, int depth) {
    if (depth == 0) return leaf(leaves);
    const Term a = bits(leaves, depth - 1), b = pick(2) == 0 ? leaf(leaves) : bits(leaves, depth - 1);
    static constexpr std::array binary{Kind::BvAdd, Kind::BvSub,  Kind::BvMul,  Kind::BvAnd,  Kind::BvOr,
                                       Kind::BvXor, Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem,
                                       Kind::BvShl, Kind::BvLshr, Kind::BvAshr, Kind::BvAdd,  Kind::BvSub};
    switch (pick(6)) {
      case 0:
        return terms_.mk_ite(truth(leaves, depth - 1), a, b);
      case 1:
        return pick(2) == 0 ? terms_.mk_bvnot(a) : terms_.mk_bvneg(a);
      case 2: {
        const Term wide = pick(2) == 0 ? terms_.mk_sign_extend(a, 2) : terms_.mk_zero_extend(a, 2);
        const auto low = static_cast<std::uint32_t>(pick(3));
        return terms_.mk_extract(terms_.mk_bvadd(wide, terms_.mk_bv(pick(32), width + 2)), low + width - 1,
                                 low);
      }
      case 3:
        return terms_.mk_extract(terms_.mk_concat(a, b), width, 1);
      default:
        return terms_.mk_bv_binary(binary[static_cast<std::size_t>(pick(binary.size()))], a, b);
    }
  }

  Term truth(const term::TermVector& leaves, int depth) {
    const Term a = bits(leaves, depth), b = bits(leaves, pick(depth + 1));
    static constexpr std::array atoms{Kind::BvUlt,   Kind::BvUle,   Kind::BvSlt,  Kind::BvSle,
                                      Kind::BvSaddo, Kind::BvSsubo, Kind::BvSmulo};
    const int choice = pick(9);
    const Term atom =
        choice < 7 ? terms_.mk_bv_binary(atoms[static_cast<std::size_t>(choice)], a, b) : terms_.mk_eq(a, b);
    return pick(2) == 0 ? atom : terms_.mk_not(atom);
  }

  /// Over integers.
  Term integer(const term::TermVector& leaves, int depth) {
    if (depth == 0)
      return pick(3) == 0 ? terms_.mk_int(pick(21) - 10) : leaves[static_cast<std::size_t>(pick(3))];
    const Term a = integer(leaves, depth - 1), b = integer(leaves, depth - 1);
    switch (pick(7)) {
      case 0:
        return terms_.mk_sub(a, b);
      case 5:
        return terms_.mk_int_mod(a, b);
      case 1:
        return terms_.mk_mul(terms_.mk_int(pick(9) - 4), a);
      case 2:
        return terms_.mk_int_div(a, terms_.mk_int(1 + pick(5)));
      case 3:
        return terms_.mk_int_mod(a, terms_.mk_int(1 + pick(5)));
      case 4:
        return terms_.mk_ite(terms_.mk_le(a, b), b, terms_.mk_mul(a, b));
      default:
        return terms_.mk_add(a, b);
    }
  }

 private:
  Term leaf(const term::TermVector& leaves) {
    return pick(3) == 0 ? terms_.mk_bv(pick(8), width)
                        : leaves[static_cast<std::size_t>(pick(static_cast<int>(leaves.size())))];
  }

  term::TermManager& terms_;
  std::mt19937 random_;
};

/// With arbitrary values of the variables, or with zeros.
enum class Start { Anywhere, Zero };

/// entry -> loop; loop -> loop by the edge under test; loop -> error.
struct Example {
  term::TermManager terms;
  term::TermVector variables;
  Term input;
  ProgramBuilder builder{terms};
  LocationId entry = builder.add_location("entry"), loop = builder.add_location("loop");
  LocationId error = builder.add_location("error");

  explicit Example(Start start = Start::Anywhere) {
    using Signedness = Variable::Signedness;
    const term::Sort sort = terms.bitvec_sort(width);
    int number = 0;
    for (Signedness signedness : {Signedness::Signed, Signedness::Unsigned, Signedness::Unknown}) {
      variables.push_back(terms.mk_symbol(std::string(1, static_cast<char>('a' + number++)), sort));
      builder.add_variable({variables.back(), "", "main", signedness});
    }
    input = terms.mk_symbol("in", sort);
    builder.set_entry(entry);
    builder.set_error(error);
    std::vector<Assignment> initial;
    std::vector<Input> inputs;
    for (Term variable : variables) {
      if (start == Start::Anywhere) inputs.push_back({terms.mk_fresh("start", sort), {}});
      initial.push_back({variable, start == Start::Zero ? terms.mk_bv(0, width) : inputs.back().symbol});
    }
    builder.add_edge(
        {.source = entry, .target = loop, .guard = terms.mk_true(), .updates = initial, .inputs = inputs});
  }
  Program make(Term guard, std::vector<Assignment> updates) {
    builder.add_edge({.source = loop,
                      .target = loop,
                      .guard = guard,
                      .updates = std::move(updates),
                      .inputs = {{input, {}}}});
    Term all = terms.mk_true();
    for (Term variable : variables) all = terms.mk_and(all, terms.mk_eq(variable, terms.mk_bv(0, width)));
    builder.add_edge({.source = loop, .target = error, .guard = all});
    return builder.build();
  }
};

/// The values between the constant bounds that a guard gives for an integer symbol; empty if a bound is
/// missing.
std::optional<term::TermVector> bounded_values(term::TermManager& terms, Term guard, Term symbol) {
  std::optional<mpz_class> lo, hi;
  for (Term conjunct : term::conjuncts(guard)) {
    if (conjunct.kind() == Kind::Eq && conjunct[0] == symbol && conjunct[1].is_value())
      lo = hi = conjunct[1].integer_value();
    const bool is_negated = conjunct.kind() == Kind::Not;
    const Term atom = is_negated ? conjunct[0] : conjunct;
    if (atom.kind() != Kind::Le && atom.kind() != Kind::Lt) continue;
    const mpz_class strict = (atom.kind() == Kind::Lt) != is_negated ? 1 : 0;
    for (std::size_t side : {0u, 1u}) {
      if (atom[side] != symbol || !atom[1 - side].is_value()) continue;
      const mpz_class& bound = atom[1 - side].integer_value();
      const bool is_upper = (side == 0) != is_negated;
      if (is_upper) {
        hi = hi ? std::min(*hi, mpz_class(bound - strict)) : mpz_class(bound - strict);
      } else {
        lo = lo ? std::max(*lo, mpz_class(bound + strict)) : mpz_class(bound + strict);
      }
    }
  }
  term::TermVector result;
  if (!lo || !hi) return std::nullopt;
  for (mpz_class value = *lo; value <= *hi; ++value) result.push_back(terms.mk_int(value));
  return result;
}

class StepsOfView {
 public:
  StepsOfView(const IntegerView& view, const Example& example, const Edge& edge)
      : view_(view), example_(example), edge_(edge), terms_(view.program().terms()) {
    for (const Input& input : edge.inputs) {
      const auto values = bounded_values(terms_, edge.guard, input.symbol);
      is_bounded_ &= values.has_value();
      is_impossible_ |= values.has_value() && values->empty();
      values_.push_back(values.value_or(term::TermVector()));
    }
  }
  bool is_bounded() const { return is_bounded_ || is_impossible_; }
  std::size_t num_cases() const {
    std::size_t result = 1;
    for (const auto& list : values_) result *= std::max<std::size_t>(1, list.size());
    return result;
  }
  /// The states of the original after the step from `model`, the original's state.
  std::set<State> operator()(const term::Model& model) {
    std::set<State> result;
    term::Model state;
    for (Term variable : example_.variables) {
      const Term image = view_.image(variable);
      const Term range = view_.range_facts();
      const mpz_class plain = model.at(variable).integer_value();
      state[image] = terms_.mk_int(plain);
      // The value of the variable (signed or unsigned) is the one that satisfies the range facts.
      const term::Model only{{image, state[image]}};
      if (term::evaluate(terms_, range, only).is_false())
        state[image] = terms_.mk_int(model.at(variable).signed_value());
    }
    enumerate(state, 0, result);
    return result;
  }

 private:
  void enumerate(term::Model& state, std::size_t from, std::set<State>& result) {
    if (is_impossible_) return;
    if (from < values_.size()) {
      for (Term value : values_[from]) {
        state[edge_.inputs[from].symbol] = value;
        enumerate(state, from + 1, result);
      }
      return;
    }
    term::Evaluator evaluate(terms_, state);
    if (!evaluate(edge_.guard).is_true()) return;
    term::Model next = state;
    for (const Assignment& update : edge_.updates) next[update.variable] = evaluate(update.value);
    EXPECT_TRUE(term::evaluate(terms_, view_.range_facts(), next).is_true());
    State values;
    for (Term variable : example_.variables)
      values.push_back(view_.original_value(variable.sort(), next.at(view_.image(variable))));
    result.insert(std::move(values));
  }

  const IntegerView& view_;
  const Example& example_;
  const Edge& edge_;
  term::TermManager& terms_;
  std::vector<term::TermVector> values_;
  bool is_bounded_ = true;
  bool is_impossible_ = false;  ///< some input has no value: the guard is contradictory
};

std::set<State> steps_of_original(const Program& program, const Example& example, const term::Model& model) {
  std::set<State> result;
  for (const term::Model& next : testing::successors(program, program.edge(1), model))
    result.insert(testing::state_of(next, example.variables));
  return result;
}

TEST(IntegerViewTest, HasTheStepsOfTheOriginal) {
  unsigned num_exact = 0, num_approximated = 0;
  for (unsigned seed = 0; seed < 250; ++seed) {
    Example example;
    RandomTerms random(example.terms, seed);
    term::TermVector leaves = example.variables;
    leaves.push_back(example.input);
    const Term value = random.bits(leaves, 1 + random.pick(2));
    Term guard = random.truth(leaves, random.pick(2));
    if (random.pick(2) == 0) {
      // The arithmetic of the update under the guard that it does not overflow.
      const Kind overflow = value.kind() == Kind::BvAdd   ? Kind::BvSaddo
                            : value.kind() == Kind::BvSub ? Kind::BvSsubo
                            : value.kind() == Kind::BvMul ? Kind::BvSmulo
                                                          : Kind::True;
      if (overflow != Kind::True)
        guard = example.terms.mk_and(
            guard, example.terms.mk_not(example.terms.mk_bv_binary(overflow, value[0], value[1])));
    }
    if (guard.is_false()) continue;
    const Program program =
        example.make(guard, {{example.variables[static_cast<std::size_t>(random.pick(3))], value}});
    const IntegerView view(program);
    ASSERT_EQ(program.edges().size(), view.program().edges().size());
    StepsOfView steps(view, example, view.program().edge(1));
    ASSERT_TRUE(steps.is_bounded()) << view.program().edge(1).guard.to_string();
    if (steps.num_cases() > 100) continue;
    ++(view.approximations().empty() ? num_exact : num_approximated);
    // A part of the states, another one for each seed.
    std::size_t number = 0;
    term::Model model;
    testing::for_all_values(example.terms, example.variables, model, [&] {
      if (++number % 8 != seed % 8 || ::testing::Test::HasFailure()) return;
      const std::set<State> expected = steps_of_original(program, example, model);
      const std::set<State> found = steps(model);
      EXPECT_TRUE(std::includes(found.begin(), found.end(), expected.begin(), expected.end()))
          << "seed " << seed << "\nguard " << guard.to_string() << "\nvalue " << value.to_string()
          << "\nview " << view.program().edge(1).guard.to_string();
      if (view.approximations().empty()) {
        EXPECT_EQ(expected, found) << "seed " << seed << "\nguard " << guard.to_string() << "\nvalue "
                                   << value.to_string();
      }
    });
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(num_exact, 60u);
  EXPECT_GT(num_approximated, 10u);
}

/// The possible values of the variables at the loop, starting with zeros.
std::vector<term::Model> reachable_states(const Program& program, const Example& example) {
  term::TermManager& terms = program.terms();
  term::Model zeros;
  for (Term variable : example.variables) zeros[variable] = terms.mk_bv(0, width);
  std::vector<term::Model> result{zeros};
  std::set<State> seen{testing::state_of(zeros, example.variables)};
  for (std::size_t i = 0; i < result.size(); ++i) {
    const term::Model current = result[i];
    for (const term::Model& next : testing::successors(program, program.edge(1), current))
      if (seen.insert(testing::state_of(next, example.variables)).second) result.push_back(next);
  }
  return result;
}

TEST(IntegerViewTest, RangesHoldWhereverRunsCome) {
  unsigned num_with_facts = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    Example example(Start::Zero);
    RandomTerms random(example.terms, seed);
    term::TermVector leaves = example.variables;
    leaves.push_back(example.input);
    const Term value = random.bits(leaves, 1 + random.pick(2));
    const Term guard = random.truth(leaves, random.pick(2));
    if (guard.is_false()) continue;
    const Program program =
        example.make(guard, {{example.variables[static_cast<std::size_t>(random.pick(3))], value}});
    const IntegerView view(program);
    StepsOfView steps(view, example, view.program().edge(1));
    if (!steps.is_bounded() || steps.num_cases() > 100) continue;
    const Term facts = view.facts_at(example.loop);
    num_with_facts += facts.is_true() ? 0 : 1;
    for (const term::Model& model : reachable_states(program, example)) {
      EXPECT_TRUE(term::evaluate(example.terms, facts, model).is_true()) << "seed " << seed;
      const std::set<State> expected = steps_of_original(program, example, model);
      const std::set<State> found = steps(model);
      EXPECT_TRUE(std::includes(found.begin(), found.end(), expected.begin(), expected.end()))
          << "seed " << seed << "\nguard " << guard.to_string() << "\nvalue " << value.to_string();
      if (view.approximations().empty()) {
        EXPECT_EQ(expected, found) << "seed " << seed;
      }
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(num_with_facts, 10u);
}

/// A product that fits because of a comparison that a Boolean variable holds, and of one in an earlier guard.
TEST(IntegerViewTest, EarlierGuardsExcludeWraps) {
  term::TermManager terms;
  const term::Sort sort = terms.bitvec_sort(32);
  const Term n = terms.mk_symbol("n", sort), size = terms.mk_symbol("size", sort);
  const Term is_negative = terms.mk_symbol("is_negative", terms.bool_sort()),
             in = terms.mk_symbol("in", sort);
  ProgramBuilder builder(terms);
  for (const char* name : {"entry", "read", "checked", "allocated", "error"}) builder.add_location(name);
  builder.set_entry(0);
  builder.set_error(4);
  builder.add_variable({n, "", "main", Variable::Signedness::Signed});
  builder.add_variable({size, "", "main", Variable::Signedness::Unsigned});
  builder.add_variable({is_negative, "", "main", Variable::Signedness::Unknown});
  builder.add_edge({.source = 0,
                    .target = 1,
                    .guard = terms.mk_true(),
                    .updates = {{n, in}, {is_negative, terms.mk_bvslt(in, terms.mk_bv(0, 32))}},
                    .inputs = {{in, {}}}});
  builder.add_edge(
      {.source = 1,
       .target = 2,
       .guard = terms.mk_and(terms.mk_not(is_negative), terms.mk_bvslt(n, terms.mk_bv(1000, 32)))});
  builder.add_edge({.source = 2,
                    .target = 3,
                    .guard = terms.mk_true(),
                    .updates = {{size, terms.mk_bvmul(n, terms.mk_bv(4, 32))}}});
  builder.add_edge({.source = 3, .target = 4, .guard = terms.mk_bvult(size, n)});
  const Program program = builder.build();
  const IntegerView view(program);
  EXPECT_EQ(terms.mk_mul(view.image(n), terms.mk_int(4)), view.program().edge(2).updates[0].value);
  EXPECT_EQ(terms.mk_and(terms.mk_bvsle(terms.mk_bv(0, 32), n), terms.mk_bvsle(n, terms.mk_bv(999, 32))),
            view.facts_at(2));
}

TEST(IntegerViewTest, NoOverflowGuardMakesPlainArithmetic) {
  Example example;
  term::TermManager& terms = example.terms;
  const Term a = example.variables[0], one = terms.mk_bv(1, width);
  const Program program =
      example.make(terms.mk_not(terms.mk_bv_binary(Kind::BvSaddo, a, one)), {{a, terms.mk_bvadd(a, one)}});
  const IntegerView view(program);
  EXPECT_TRUE(view.approximations().empty());
  const Term image = view.image(a);
  ASSERT_EQ(1u, view.program().edge(1).updates.size());
  EXPECT_EQ(terms.mk_add(image, terms.mk_int(1)), view.program().edge(1).updates[0].value);
}

TEST(IntegerViewTest, WithoutTheGuardTheSumWraps) {
  Example example;
  term::TermManager& terms = example.terms;
  const Term a = example.variables[0];
  const Program program = example.make(terms.mk_true(), {{a, terms.mk_bvadd(a, terms.mk_bv(1, width))}});
  const IntegerView view(program);
  EXPECT_TRUE(view.approximations().empty());
  EXPECT_EQ(Kind::Ite, view.program().edge(1).updates[0].value.kind());
}

TEST(IntegerViewTest, ProductsOfVariablesAreListed) {
  Example example;
  const Term a = example.variables[0], b = example.variables[1];
  const Program program = example.make(example.terms.mk_true(), {{a, example.terms.mk_bvmul(a, b)}});
  const IntegerView view(program);
  EXPECT_EQ((std::vector<std::string>{"bvmul at unknown location"}), view.approximations());
}

TEST(IntegerViewTest, ArraysHoldUnsignedCells) {
  term::TermManager terms;
  const term::Sort byte = terms.bitvec_sort(8), memory = terms.array_sort(terms.bitvec_sort(16), byte);
  const Term m = terms.mk_symbol("m", memory), x = terms.mk_symbol("x", byte),
             in = terms.mk_symbol("in", memory);
  ProgramBuilder builder(terms);
  const LocationId entry = builder.add_location("entry"), error = builder.add_location("error");
  const LocationId loop = builder.add_location("loop");
  builder.set_entry(entry);
  builder.set_error(error);
  builder.add_variable({m, "m", ""});
  builder.add_variable({x, "x", "", Variable::Signedness::Signed});
  const Term index = terms.mk_bv(3, 16);
  builder.add_edge({.source = entry,
                    .target = loop,
                    .guard = terms.mk_true(),
                    .updates = {{m, terms.mk_store(in, index, terms.mk_bv(-1, 8))}, {x, terms.mk_bv(0, 8)}},
                    .inputs = {{in, {}}}});
  builder.add_edge({.source = loop,
                    .target = loop,
                    .guard = terms.mk_true(),
                    .updates = {{x, terms.mk_select(m, index)}}});
  builder.add_edge({.source = loop, .target = error, .guard = terms.mk_eq(x, terms.mk_bv(-1, 8))});
  const Program program = builder.build();
  const IntegerView view(program);
  EXPECT_TRUE(view.approximations().empty());
  const Term image_m = view.image(m), image_x = view.image(x);
  EXPECT_TRUE(image_m.sort().element().is_int());
  // m[3] = 255 is x = -1.
  const Term stored = terms.mk_store(terms.mk_zero(image_m.sort()), terms.mk_int(3), terms.mk_int(255));
  const Edge& read = view.program().edge(1);
  EXPECT_EQ(terms.mk_int(-1),
            term::evaluate(terms, read.updates[0].value, {{image_m, stored}, {image_x, terms.mk_int(0)}}));
  EXPECT_EQ(terms.mk_store(terms.mk_zero(memory), index, terms.mk_bv(255, 8)),
            view.original_value(memory, stored));
  EXPECT_EQ(in, view.original_input(view.program().edge(0).inputs[0].symbol));
  // An invariant about a cell can be translated back.
  const Term invariant = terms.mk_le(terms.mk_select(image_m, terms.mk_int(3)), terms.mk_int(254));
  const std::optional<Term> back = view.to_bitvectors(invariant);
  ASSERT_TRUE(back);
  const Term original = terms.mk_store(terms.mk_zero(memory), index, terms.mk_bv(255, 8));
  EXPECT_TRUE(term::evaluate(terms, *back, {{m, original}}).is_false());
  EXPECT_TRUE(term::evaluate(terms, *back, {{m, terms.mk_zero(memory)}}).is_true());
  // A signed index could be negative: there is no such cell.
  EXPECT_FALSE(view.to_bitvectors(terms.mk_le(terms.mk_select(image_m, image_x), terms.mk_int(7))));
}

/// The state of the view that represents a state of the original.
term::Model image_of(const IntegerView& view, const Example& example, const term::Model& model) {
  term::TermManager& terms = view.program().terms();
  term::Model result;
  for (Term variable : example.variables) {
    const Term image = view.image(variable);
    result[image] = terms.mk_int(model.at(variable).integer_value());
    if (term::evaluate(terms, view.range_facts(), {{image, result[image]}}).is_false())
      result[image] = terms.mk_int(model.at(variable).signed_value());
  }
  return result;
}

TEST(IntegerViewTest, FormulasMeanTheSameInIntegers) {
  Example example;
  term::TermManager& terms = example.terms;
  const Program program = example.make(terms.mk_true(), {});
  const IntegerView view(program);
  unsigned num_translated = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    RandomTerms random(terms, seed);
    Term formula = random.truth(example.variables, random.pick(3));
    const Term other = random.truth(example.variables, random.pick(2));
    if (random.pick(2) == 0)
      formula = random.pick(2) == 0 ? terms.mk_or(formula, other) : terms.mk_and(formula, other);
    const std::optional<Term> image = view.to_integers(formula);
    if (!image) continue;
    ++num_translated;
    term::Model model;
    testing::for_all_values(terms, example.variables, model, [&] {
      EXPECT_EQ(term::evaluate(terms, formula, model),
                term::evaluate(terms, *image, image_of(view, example, model)))
          << "seed " << seed << "\n"
          << formula.to_string() << "\n"
          << image->to_string();
    });
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(num_translated, 150u);
}

TEST(IntegerViewTest, InvariantsReturnFromBitVectors) {
  Example example;
  term::TermManager& terms = example.terms;
  const Program program = example.make(terms.mk_true(), {});
  const IntegerView view(program);
  term::TermVector images;
  for (Term variable : example.variables) images.push_back(view.image(variable));
  unsigned num_returned = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomTerms random(terms, seed);
    Term sum = terms.mk_int(random.pick(9) - 4);
    for (const Term image : images)
      sum = terms.mk_add(sum, terms.mk_mul(terms.mk_int(random.pick(7) - 3), image));
    const Term invariant =
        random.pick(3) == 0 ? terms.mk_eq(sum, terms.mk_int(0)) : terms.mk_le(sum, terms.mk_int(0));
    const std::optional<Term> bits = view.to_bitvectors(invariant);
    const std::optional<Term> back = bits ? view.to_integers(*bits) : std::nullopt;
    if (!back) continue;
    ++num_returned;
    term::Model model;
    testing::for_all_values(terms, example.variables, model, [&] {
      const term::Model image = image_of(view, example, model);
      EXPECT_EQ(term::evaluate(terms, invariant, image), term::evaluate(terms, *back, image))
          << "seed " << seed << "\n"
          << invariant.to_string() << "\n"
          << back->to_string();
    });
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(num_returned, 180u);
}

TEST(IntegerViewTest, SimpleComparisonsStaySimple) {
  Example example;
  term::TermManager& terms = example.terms;
  const Program program = example.make(terms.mk_true(), {});
  const IntegerView view(program);
  const Term a = example.variables[0], b = example.variables[1];
  EXPECT_EQ(view.to_integers(terms.mk_bvsle(a, terms.mk_bv(2, width))),
            terms.mk_le(view.image(a), terms.mk_int(2)));
  // The bound of the variable is a conjunct of its own.
  const Term image = view.image(b);
  EXPECT_EQ(view.to_integers(terms.mk_bvult(b, terms.mk_bv(6, width))),
            terms.mk_and(terms.mk_le(image, terms.mk_int(5)), terms.mk_lt(image, terms.mk_int(6))));
  EXPECT_EQ(view.to_integers(terms.mk_false()), terms.mk_false());
  EXPECT_FALSE(view.to_integers(terms.mk_eq(a, terms.mk_symbol("unknown", a.sort()))));
}

TEST(IntegerViewTest, InvariantsMeanTheSameInBitVectors) {
  Example example;
  term::TermManager& terms = example.terms;
  const Program program = example.make(terms.mk_true(), {});
  const IntegerView view(program);
  term::TermVector images;
  for (Term variable : example.variables) images.push_back(view.image(variable));
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomTerms random(terms, seed);
    const Term left = random.integer(images, 1 + random.pick(3)),
               right = random.integer(images, random.pick(2));
    const Term invariant = random.pick(3) == 0 ? terms.mk_eq(left, right) : terms.mk_le(left, right);
    const std::optional<Term> back = view.to_bitvectors(invariant);
    ASSERT_TRUE(back);
    std::size_t number = 0;
    term::Model model;
    testing::for_all_values(terms, example.variables, model, [&] {
      if (++number % 4 != seed % 4) return;
      term::Model integers;
      for (std::size_t i = 0; i < 3; ++i) {
        const Term value = model.at(example.variables[i]);
        integers[images[i]] = terms.mk_int(i == 1 ? value.integer_value() : value.signed_value());
      }
      EXPECT_EQ(term::evaluate(terms, invariant, integers), term::evaluate(terms, *back, model))
          << invariant.to_string() << "\n"
          << back->to_string();
    });
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace pendulum::program
