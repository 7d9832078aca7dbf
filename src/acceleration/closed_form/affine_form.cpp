#include "acceleration/closed_form/affine_form.h"

#include <algorithm>
#include <array>

#include "base/check.h"

namespace pendulum::acceleration {

using term::Kind;
using term::Term;
using Signedness = PolynomialArithmetic::Signedness;
using Relation = AffineFact::Relation;

namespace {

/// Maximum number of DAG nodes of a term that affine_form() translates: far above the updates and bounds of C
/// loops, and small against the terms of large blocks, which contain choices and are not affine. Not
/// measured.
constexpr std::size_t max_term_size = 60;

}  // namespace

void AffineForm::add(const AffineForm& other, const mpz_class& factor) {
  PENDULUM_CHECK(width == other.width, "affine forms should have one width");
  constant += factor * other.constant;
  for (const auto& [symbol, coefficient] : other.coefficients) {
    mpz_class& sum = coefficients[symbol];
    sum += factor * coefficient;
    if (sum == 0) coefficients.erase(symbol);
  }
}

AffineForm constant_form(std::uint32_t width, const mpz_class& value) {
  return {width, {}, value};
}

AffineForm symbol_form(Term symbol) {
  PENDULUM_CHECK(symbol.sort().is_bitvec(), "{} should be a bit-vector", symbol.to_string());
  return {symbol.sort().width(), {{symbol, 1}}, 0};
}

namespace {

std::optional<AffineForm> sum(const std::vector<AffineForm>& parts, const mpz_class& last_factor) {
  AffineForm result = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i)
    result.add(parts[i], i + 1 == parts.size() ? last_factor : 1);
  return result;
}

std::optional<AffineForm> combine(Term operation, const std::vector<AffineForm>& parts) {
  PENDULUM_CHECK(parts.size() == operation.num_children(),
                 "each of the {} operands should have a form, not {}", operation.num_children(),
                 parts.size());
  const auto scaled = [&](const AffineForm& form, const mpz_class& factor) {
    AffineForm result = constant_form(form.width, 0);
    if (factor != 0) result.add(form, factor);
    return result;
  };
  if (operation.kind() == Kind::BvAdd) return sum(parts, 1);
  if (operation.kind() == Kind::BvSub) return sum(parts, -1);
  if (operation.kind() == Kind::BvNeg) return scaled(parts[0], -1);
  if (operation.kind() == Kind::BvMul && parts.size() == 2) {
    if (parts[0].is_constant()) return scaled(parts[1], parts[0].constant);
    if (parts[1].is_constant()) return scaled(parts[0], parts[1].constant);
  }
  return std::nullopt;
}

}  // namespace

std::optional<AffineForm> affine_form(Term root) {
  if (!root.sort().is_bitvec() || term::dag_size(root) > max_term_size) return std::nullopt;
  term::TermMap<std::optional<AffineForm>> known;
  const std::array roots{root};
  for (const Term term : term::subterms(roots)) {
    std::optional<AffineForm>& result = known[term];
    if (!term.sort().is_bitvec()) continue;
    if (term.is_symbol()) result = symbol_form(term);
    if (term.is_value()) result = constant_form(term.sort().width(), term.signed_value());
    if (term.num_children() == 0) continue;
    std::vector<AffineForm> parts;
    for (const Term child : term.children())
      if (const auto& part = known.at(child); part && part->width == term.sort().width())
        parts.push_back(*part);
    if (parts.size() == term.num_children()) result = combine(term, parts);
  }
  return known.at(root);
}

Term to_bitvector(term::TermManager& terms, const AffineForm& form) {
  Term result = terms.mk_bv(form.constant, form.width);
  for (const auto& [symbol, coefficient] : form.coefficients)
    result = terms.mk_bvadd(result, terms.mk_bvmul(terms.mk_bv(coefficient, form.width), symbol));
  return result;
}

namespace {

/// The sum of the summands with positive coefficients (`sign` is 1), or the negated sum of those with
/// negative coefficients (`sign` is -1), in `width` bits. The constant of the form is one of the summands.
Term half(term::TermManager& terms, const AffineForm& form, int sign, Signedness signedness,
          std::uint32_t width) {
  PENDULUM_CHECK(width >= form.width, "a comparison in {} bits should not truncate {} bits", width,
                 form.width);
  const std::uint32_t added = width - form.width;
  const auto extended = [&](Term symbol) {
    return signedness == Signedness::Signed ? terms.mk_sign_extend(symbol, added)
                                            : terms.mk_zero_extend(symbol, added);
  };
  Term result = terms.mk_bv(sgn(form.constant) == sign ? mpz_class(abs(form.constant)) : mpz_class(0), width);
  for (const auto& [symbol, coefficient] : form.coefficients)
    if (sgn(coefficient) == sign)
      result = terms.mk_bvadd(
          result, terms.mk_bvmul(terms.mk_bv(mpz_class(abs(coefficient)), width), extended(symbol)));
  return result;
}

/// Returns whether at_most() can compare both halves of the form in its own width, because each half is at
/// most one symbol or one constant that fits.
bool is_narrow(const AffineForm& form, Signedness signedness) {
  int sides[2] = {0, 0};
  for (const auto& [symbol, coefficient] : form.coefficients) {
    if (abs(coefficient) != 1) return false;
    ++sides[sgn(coefficient) > 0 ? 0 : 1];
  }
  if (form.constant != 0) ++sides[sgn(form.constant) > 0 ? 0 : 1];
  const std::size_t bits = mpz_sizeinbase(form.constant.get_mpz_t(), 2);
  return sides[0] <= 1 && sides[1] <= 1 && bits + (signedness == Signedness::Signed ? 1 : 0) <= form.width;
}

/// form <= 0, as a comparison of its two halves: positive summands <= negated negative summands.
Term at_most(term::TermManager& terms, AffineForm form, Signedness signedness) {
  // A single symbol is compared with a constant of its width, even if the constant is negative. This needs no
  // adder. The constant may be truncated; the result is only a candidate, so this is sound.
  if (form.coefficients.size() == 1 && abs(form.coefficients.begin()->second) == 1) {
    const auto& [symbol, coefficient] = *form.coefficients.begin();
    const Term bound =
        terms.mk_bv(mpz_class(coefficient > 0 ? mpz_class(-form.constant) : form.constant), form.width);
    const Kind kind = signedness == Signedness::Signed ? Kind::BvSle : Kind::BvUle;
    return coefficient > 0 ? terms.mk_bv_binary(kind, symbol, bound)
                           : terms.mk_bv_binary(kind, bound, symbol);
  }
  std::uint32_t width = form.width;
  if (!is_narrow(form, signedness)) {
    mpz_class size = abs(form.constant);
    for (const auto& [symbol, coefficient] : form.coefficients) size += abs(coefficient);
    width += static_cast<std::uint32_t>(mpz_sizeinbase(size.get_mpz_t(), 2)) + 2;
  }
  const Kind kind = signedness == Signedness::Signed || width > form.width ? Kind::BvSle : Kind::BvUle;
  return terms.mk_bv_binary(kind, half(terms, form, 1, signedness, width),
                            half(terms, form, -1, signedness, width));
}

Term congruent(term::TermManager& terms, const AffineFact& fact) {
  PENDULUM_CHECK(fact.modulus > 1 && mpz_sizeinbase(fact.modulus.get_mpz_t(), 2) <= fact.form.width,
                 "the modulus {} should be at least 2 and fit into {} bits", fact.modulus.get_str(),
                 fact.form.width);
  const Term value = to_bitvector(terms, fact.form);
  if (mpz_popcount(fact.modulus.get_mpz_t()) == 1) {
    const auto bits = static_cast<std::uint32_t>(mpz_scan1(fact.modulus.get_mpz_t(), 0));
    return terms.mk_eq(terms.mk_extract(value, bits - 1, 0), terms.mk_bv(0, bits));
  }
  // The remainder of the symbolic part is compared with that of the negated constant. The remainder of their
  // sum would be wrong where the sum wraps around, for example if the constant is negative.
  AffineForm moving = fact.form;
  moving.constant = 0;
  mpz_class residue;
  mpz_fdiv_r(residue.get_mpz_t(), mpz_class(-fact.form.constant).get_mpz_t(), fact.modulus.get_mpz_t());
  const Term remainder = terms.mk_bv_binary(Kind::BvUrem, to_bitvector(terms, moving),
                                            terms.mk_bv(fact.modulus, fact.form.width));
  return terms.mk_eq(remainder, terms.mk_bv(residue, fact.form.width));
}

Term to_bitvectors(term::TermManager& terms, const AffineFact& fact) {
  switch (fact.relation) {
    case Relation::Equal:
      return terms.mk_eq(to_bitvector(terms, fact.form), terms.mk_bv(0, fact.form.width));
    case Relation::AtMost:
      return at_most(terms, fact.form, fact.signedness);
    case Relation::Congruent:
      return congruent(terms, fact);
  }
  PENDULUM_UNREACHABLE();
}

Term to_integers(term::TermManager& terms, const AffineFact& fact, const std::function<Term(Term)>& image) {
  term::TermVector parts{terms.mk_int(fact.form.constant)};
  for (const auto& [symbol, coefficient] : fact.form.coefficients)
    parts.push_back(terms.mk_mul(terms.mk_int(coefficient), image(symbol)));
  const Term value = terms.mk_add(parts);
  switch (fact.relation) {
    case Relation::Equal:
      return terms.mk_eq(value, terms.mk_int(0));
    case Relation::AtMost:
      return terms.mk_le(value, terms.mk_int(0));
    case Relation::Congruent:
      return terms.mk_eq(terms.mk_int_mod(value, terms.mk_int(fact.modulus)), terms.mk_int(0));
  }
  PENDULUM_UNREACHABLE();
}

}  // namespace

Term to_bitvectors(term::TermManager& terms, const CandidateFact& fact) {
  PENDULUM_CHECK(!fact.disjuncts.empty() || fact.formula, "a candidate fact should not be empty");
  if (fact.disjuncts.empty()) return fact.formula;
  term::TermVector parts;
  for (const AffineFact& disjunct : fact.disjuncts) parts.push_back(to_bitvectors(terms, disjunct));
  return terms.mk_or(parts);
}

Term to_integers(term::TermManager& terms, const CandidateFact& fact,
                 const std::function<Term(Term)>& image) {
  if (fact.disjuncts.empty()) return {};
  term::TermVector parts;
  for (const AffineFact& disjunct : fact.disjuncts) parts.push_back(to_integers(terms, disjunct, image));
  return terms.mk_or(parts);
}

bool is_cheap(const CandidateFact& fact) {
  return std::ranges::all_of(fact.disjuncts, [](const AffineFact& disjunct) {
    switch (disjunct.relation) {
      case Relation::Equal:
        return true;
      case Relation::AtMost:
        return disjunct.form.coefficients.size() <= 1 || is_narrow(disjunct.form, disjunct.signedness);
      case Relation::Congruent:
        return mpz_popcount(disjunct.modulus.get_mpz_t()) == 1;
    }
    PENDULUM_UNREACHABLE();
  });
}

term::TermVector symbols(const CandidateFact& fact) {
  if (fact.disjuncts.empty()) return term::symbols(fact.formula);
  term::TermSet all;
  for (const AffineFact& disjunct : fact.disjuncts)
    for (const auto& [symbol, coefficient] : disjunct.form.coefficients) all.insert(symbol);
  term::TermVector result(all.begin(), all.end());
  std::ranges::sort(result);
  return result;
}

}  // namespace pendulum::acceleration
