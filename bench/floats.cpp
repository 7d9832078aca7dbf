// Measures the floating-point operators of the back ends with the rounding mode NearestEven: the size of
// their circuits, and the time of queries of two kinds:
//
//   operator = c, for each operator and a constant c such that the query has a solution;
//   laws of arithmetic, which are unsatisfiable: bounds, commutativity, monotonicity, conversions there and
//   back.
//
// The columns are the solver and the form in which it gets floating-point operators: engines use CaDiCaL with
// circuits, after an attempt by intervals; the judge uses intervals, cvc5 with its own theory, cvc5 with
// eager bit-blasting of circuits, and Z3 with circuits. A query that is not decided within the limit is
// printed as "limit", one that the solver gives up as "open".
//
//   ninja -C build bench_floats && build/bench/bench_floats --limit=5
#include <fmt/core.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "smt/cadical/bit_blaster.h"
#include "smt/factory/factory.h"
#include "smt/intervals/interval_solver.h"
#include "term/floating_point/float_terms.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::smt {
namespace {

using term::FloatFormat;
using term::FloatTerms;
using term::Kind;
using term::RoundingMode;
using term::Term;
using term::TermVector;

struct NamedFormat {
  const char* name;
  FloatFormat format;
};
constexpr NamedFormat formats[] = {{"float16", term::float16},
                                   {"float32", term::float32},
                                   {"float64", term::float64},
                                   {"float80", term::float80}};

struct NamedSolver {
  const char* name;
  std::optional<SolverOptions> options;  ///< without options: the interval solver
};
const NamedSolver solvers[] = {
    {"engine: CaDiCaL", SolverOptions{.backend = Backend::Cadical, .logic = "QF_BV", .cores = false}},
    {"judge: intervals", std::nullopt},
    {"judge: cvc5 theory", SolverOptions{.backend = Backend::Cvc5, .logic = "QF_BV", .cores = false}},
    {"judge: cvc5 SAT",
     SolverOptions{
         .backend = Backend::Cvc5, .logic = "QF_BV", .cores = false, .bitvectors = BitVectors::Eager}},
    {"judge: Z3", SolverOptions{.backend = Backend::Z3, .logic = "QF_BV", .cores = false}},
};

/// Operators of one format, applied to symbols x, y, z of this format (or an integer i of 32 bits).
class Operators {
 public:
  Operators(term::TermManager& terms, FloatFormat format) : terms_(terms), floats_(terms, format) {}

  Term symbol(const char* name) const { return terms_.mk_symbol(name, word()); }
  term::Sort word() const { return terms_.bitvec_sort(floats_.format().width()); }
  Term one() const {
    const FloatFormat format = floats_.format();
    return terms_.mk_bv(((mpz_class(1) << (format.exponent_bits - 1)) - 1) << format.fraction_bits(),
                        format.width());
  }

  Term apply(Kind kind, Term x, Term y) const {
    const Term mode = floats_.mode(RoundingMode::NearestEven);
    switch (static_cast<int>(kind)) {
      case static_cast<int>(Kind::FloatAdd):
        return floats_.add(mode, x, y);
      case static_cast<int>(Kind::FloatMul):
        return floats_.mul(mode, x, y);
      case static_cast<int>(Kind::FloatDiv):
        return floats_.div(mode, x, y);
      case static_cast<int>(Kind::FloatFma):
        return floats_.fma(mode, x, y, symbol("z"));
      case static_cast<int>(Kind::FloatSqrt):
        return floats_.sqrt(mode, x);
      case static_cast<int>(Kind::FloatRound):
        return floats_.round_to_integral(mode, x);
      case static_cast<int>(Kind::FloatToFloat):
        return floats_.to_format(mode, x, floats_.format() == term::float32 ? term::float64 : term::float32);
      case static_cast<int>(Kind::FloatFromSigned):
        return floats_.from_signed(mode, terms_.mk_symbol("i", terms_.bitvec_sort(32)));
      case static_cast<int>(Kind::FloatToSigned):
        return floats_.to_signed(floats_.mode(RoundingMode::TowardZero), x, 32);
      default:
        return floats_.lt(x, y);
    }
  }

  /// The value of a term for x = 1.5, y = 1.25, z = 1 and i = 7.
  Term at_sample(Term term) const {
    const std::uint32_t fraction_bits = floats_.format().fraction_bits(), width = floats_.format().width();
    const auto plus = [&](const mpz_class& fraction) {
      return terms_.mk_bv(one().integer_value() + fraction, width);
    };
    return term::substitute(terms_, term,
                            {{symbol("x"), plus(mpz_class(1) << (fraction_bits - 1))},
                             {symbol("y"), plus(mpz_class(1) << (fraction_bits - 2))},
                             {symbol("z"), one()},
                             {terms_.mk_symbol("i", terms_.bitvec_sort(32)), terms_.mk_bv(7, 32)}});
  }

  term::TermManager& terms_;
  FloatTerms floats_;
};

constexpr Kind kinds[] = {Kind::FloatAdd,      Kind::FloatMul,   Kind::FloatDiv,     Kind::FloatFma,
                          Kind::FloatSqrt,     Kind::FloatRound, Kind::FloatToFloat, Kind::FloatFromSigned,
                          Kind::FloatToSigned, Kind::FloatLt};

void print_sizes() {
  fmt::print("| operator | {} | {} | {} | {} |\n| --- | ---: | ---: | ---: | ---: |\n", formats[0].name,
             formats[1].name, formats[2].name, formats[3].name);
  for (const Kind kind : kinds) {
    fmt::print("| {} |", term::name_of(kind));
    for (const NamedFormat& format : formats) {
      term::TermManager terms;
      const Operators operators(terms, format.format);
      const Term term = operators.apply(kind, operators.symbol("x"), operators.symbol("y"));
      std::size_t clauses = 0;
      Circuit circuit([&](std::span<const Literal>) { ++clauses; });
      BitBlaster blaster(terms, circuit);
      const Term result = terms.mk_symbol("result", term.sort());
      blaster.blast(terms.mk_eq(term, result));
      fmt::print(" {} / {} |", circuit.fresh() - 1, clauses);
    }
    fmt::print("\n");
  }
}

/// "0.12"; "limit" or "open" if the answer is unknown.
std::string seconds(const NamedSolver& solver, term::TermManager& terms, Term formula, SatResult expected,
                    std::chrono::milliseconds limit) {
  const base::StopToken stop;
  base::Statistics statistics;
  const auto factory = make_solver_factory({}, stop, statistics);
  const auto instance =
      solver.options ? factory->make(terms, *solver.options) : make_interval_solver(terms, stop);
  instance->set_time_limit(limit);
  const auto start = base::Clock::now();
  instance->assert_term(formula);
  const SatResult result = instance->check();
  if (result == SatResult::Unknown) return instance->reason_unknown() == "timeout" ? "limit" : "open";
  if (result != expected) return "WRONG";
  return fmt::format("{:.2f}", std::chrono::duration<double>(base::Clock::now() - start).count());
}

struct Query {
  std::string name;
  std::function<Term(const Operators&)> formula;
  SatResult expected;
};

std::vector<Query> queries() {
  std::vector<Query> result;
  for (const Kind kind : kinds)
    result.push_back({fmt::format("{} = c", term::name_of(kind)),
                      [kind](const Operators& o) {
                        const Term application = o.apply(kind, o.symbol("x"), o.symbol("y"));
                        return o.terms_.mk_eq(application, o.at_sample(application));
                      },
                      SatResult::Sat});
  result.push_back({"0 <= x => x + 1 >= 1",
                    [](const Operators& o) {
                      const Term zero = o.terms_.mk_zero(o.word());
                      return o.terms_.mk_and(
                          o.floats_.le(zero, o.symbol("x")),
                          o.floats_.lt(o.apply(Kind::FloatAdd, o.symbol("x"), o.one()), o.one()));
                    },
                    SatResult::Unsat});
  result.push_back({"x + y = y + x",
                    [](const Operators& o) {
                      return o.terms_.mk_distinct(o.apply(Kind::FloatAdd, o.symbol("x"), o.symbol("y")),
                                                  o.apply(Kind::FloatAdd, o.symbol("y"), o.symbol("x")));
                    },
                    SatResult::Unsat});
  result.push_back({"x <= y => x + z <= y + z, finite sums",
                    [](const Operators& o) {
                      const Term a = o.apply(Kind::FloatAdd, o.symbol("x"), o.symbol("z"));
                      const Term b = o.apply(Kind::FloatAdd, o.symbol("y"), o.symbol("z"));
                      return o.terms_.mk_and({o.floats_.le(o.symbol("x"), o.symbol("y")),
                                              o.floats_.is_finite(a), o.floats_.is_finite(b),
                                              o.floats_.lt(b, a)});
                    },
                    SatResult::Unsat});
  result.push_back({"x <= y => 2x <= 2y",
                    [](const Operators& o) {
                      const Term two = o.terms_.mk_bv(mpz_class(1) << (o.floats_.format().width() - 2),
                                                      o.floats_.format().width());
                      const Term a = o.apply(Kind::FloatMul, o.symbol("x"), two);
                      const Term b = o.apply(Kind::FloatMul, o.symbol("y"), two);
                      return o.terms_.mk_and(o.floats_.le(o.symbol("x"), o.symbol("y")), o.floats_.lt(b, a));
                    },
                    SatResult::Unsat});
  result.push_back({"int(float(i)) <= i + 128, abs(i) < 2^31 - 256",
                    [](const Operators& o) {
                      term::TermManager& m = o.terms_;
                      const Term i = m.mk_symbol("i", m.bitvec_sort(32)),
                                 bound = m.mk_bv((1L << 31) - 256, 32);
                      const Term back = o.apply(Kind::FloatToSigned,
                                                o.apply(Kind::FloatFromSigned, Term(), Term()), Term());
                      return m.mk_and({m.mk_bvslt(i, bound), m.mk_bvslt(m.mk_bvneg(bound), i),
                                       m.mk_bvslt(m.mk_bvadd(i, m.mk_bv(128, 32)), back)});
                    },
                    SatResult::Unsat});
  return result;
}

void print_times(std::chrono::milliseconds limit) {
  fmt::print("| query | format |");
  for (const NamedSolver& solver : solvers) fmt::print(" {} |", solver.name);
  fmt::print("\n| --- | --- | ---: | ---: | ---: | ---: | ---: |\n");
  for (const Query& query : queries())
    for (const NamedFormat& format : {formats[0], formats[1], formats[2]}) {
      if (format.format == term::float16 && query.name.starts_with("int")) continue;
      fmt::print("| {} | {} |", query.name, format.name);
      for (const NamedSolver& solver : solvers) {
        term::TermManager terms;
        const Operators operators(terms, format.format);
        fmt::print(" {} |", seconds(solver, terms, query.formula(operators), query.expected, limit));
        std::fflush(stdout);
      }
      fmt::print("\n");
    }
}

}  // namespace
}  // namespace pendulum::smt

int main(int argc, char** argv) {
  const std::string argument = argc > 1 ? argv[1] : "--limit=10";
  if (!argument.starts_with("--limit=")) {
    fmt::print(stderr, "usage: bench_floats [--limit=SECONDS]\n");
    return 2;
  }
  const auto limit = std::chrono::seconds(std::atoi(argument.c_str() + std::string("--limit=").size()));
  fmt::print("## Size of the circuits: variables / clauses for CaDiCaL\n\n");
  pendulum::smt::print_sizes();
  fmt::print("\n## Seconds per query, limit {} s\n\n", limit.count());
  pendulum::smt::print_times(limit);
}
