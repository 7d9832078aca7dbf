// Translates Z3 expressions to terms: values of models and results of tactics.
//
// The translation is complete for quantifier-free formulas over the sorts of src/term and the operators that
// Z3's simplifiers produce. If an expression contains anything else, the result is null.
// Soundness: the translation is exact.
#include <optional>
#include <string>

#include "base/check.h"
#include "smt/z3/z3_translate.h"

namespace pendulum::smt {

using term::Kind;
using term::Term;
using term::TermVector;

/// Translates one expression.
class Z3Reader {
 public:
  Z3Reader(Z3Environment& environment, const z3::model* model)
      : environment_(environment), manager_(environment.manager()), model_(model) {}

  Term read(const z3::expr& root);

 private:
  /// Returns the term for `expr`, whose children are translated to `c`; null if it is not supported.
  Term make(const z3::expr& expr, const TermVector& c);
  Term make_core(const z3::expr& expr, Z3_decl_kind kind, const TermVector& c);
  Term make_bitvec(const z3::expr& expr, Z3_decl_kind kind, const TermVector& c);
  Term make_arithmetic(const z3::expr& expr, Z3_decl_kind kind, const TermVector& c);
  Term make_array(const z3::expr& expr, Z3_decl_kind kind, const TermVector& c);
  Term make_numeral(const z3::expr& expr);
  Term make_uninterpreted(const z3::expr& expr, const TermVector& c);
  Term make_from_function(const z3::func_decl& function, term::Sort sort);
  Term distinct(const TermVector& c);
  std::optional<Kind> bitvec_operator(Z3_decl_kind kind) const;

  Z3Environment& environment_;
  term::TermManager& manager_;
  const z3::model* model_;
  std::unordered_map<unsigned, Term> done_;  ///< translated expressions, by Z3's id
};

Term Z3Reader::read(const z3::expr& root) {
  std::vector<z3::expr> stack{root};
  while (!stack.empty()) {
    const z3::expr expr = stack.back();
    if (done_.contains(expr.id())) {
      stack.pop_back();
      continue;
    }
    if (!expr.is_app()) return {};  // bound variable, quantifier or lambda
    TermVector children;
    bool ready = true;
    for (unsigned i = 0; i < expr.num_args(); ++i) {
      const auto found = done_.find(expr.arg(i).id());
      if (found == done_.end()) {
        ready = false;
        stack.push_back(expr.arg(i));
      } else {
        children.push_back(found->second);
      }
    }
    if (!ready) continue;
    const Term term = make(expr, children);
    if (!term) return {};
    done_.emplace(expr.id(), term);
    stack.pop_back();
  }
  return done_.at(root.id());
}

Term Z3Reader::make(const z3::expr& expr, const TermVector& c) {
  const Z3_decl_kind kind = expr.decl().decl_kind();
  if (kind == Z3_OP_UNINTERPRETED) return make_uninterpreted(expr, c);
  if (expr.is_numeral()) return make_numeral(expr);
  for (const auto maker :
       {&Z3Reader::make_core, &Z3Reader::make_bitvec, &Z3Reader::make_arithmetic, &Z3Reader::make_array}) {
    const Term term = (this->*maker)(expr, kind, c);
    if (term) return term;
  }
  return {};
}

Term Z3Reader::make_uninterpreted(const z3::expr& expr, const TermVector& c) {
  if (c.empty()) {
    const auto found = environment_.symbol_of_.find(expr.id());
    return found == environment_.symbol_of_.end() ? Term() : found->second;
  }
  const auto found = environment_.function_of_.find(Z3_get_func_decl_id(environment_.context(), expr.decl()));
  return found == environment_.function_of_.end() ? Term() : manager_.mk_apply(*found->second, c);
}

Term Z3Reader::make_numeral(const z3::expr& expr) {
  const term::Sort sort = environment_.from_z3(expr.get_sort());
  if (sort.is_null()) return {};
  const std::string text = Z3_get_numeral_string(environment_.context(), expr);
  if (sort.is_bitvec()) return manager_.mk_bv(mpz_class(text), sort.width());
  if (sort.is_int()) return manager_.mk_int(mpz_class(text));
  if (!sort.is_real()) return {};
  mpq_class value(text);
  value.canonicalize();
  return manager_.mk_real(value);
}

Term Z3Reader::distinct(const TermVector& c) {
  TermVector pairs;
  for (std::size_t i = 0; i < c.size(); ++i) {
    for (std::size_t j = i + 1; j < c.size(); ++j) pairs.push_back(manager_.mk_distinct(c[i], c[j]));
  }
  return manager_.mk_and(pairs);
}

Term Z3Reader::make_core(const z3::expr&, Z3_decl_kind kind, const TermVector& c) {
  if (kind == Z3_OP_TRUE) return manager_.mk_true();
  if (kind == Z3_OP_FALSE) return manager_.mk_false();
  if (kind == Z3_OP_NOT) return manager_.mk_not(c[0]);
  if (kind == Z3_OP_AND) return manager_.mk_and(c);
  if (kind == Z3_OP_OR) return manager_.mk_or(c);
  if (kind == Z3_OP_XOR && c.size() == 2) return manager_.mk_xor(c[0], c[1]);
  if (kind == Z3_OP_EQ || kind == Z3_OP_IFF) return manager_.mk_eq(c[0], c[1]);
  if (kind == Z3_OP_IMPLIES) return manager_.mk_implies(c[0], c[1]);
  if (kind == Z3_OP_ITE) return manager_.mk_ite(c[0], c[1], c[2]);
  if (kind == Z3_OP_DISTINCT) return distinct(c);
  return {};
}

std::optional<Kind> Z3Reader::bitvec_operator(Z3_decl_kind kind) const {
  static const std::unordered_map<int, Kind> operators{
      {Z3_OP_BAND, Kind::BvAnd},     {Z3_OP_BOR, Kind::BvOr},       {Z3_OP_BXOR, Kind::BvXor},
      {Z3_OP_BADD, Kind::BvAdd},     {Z3_OP_BSUB, Kind::BvSub},     {Z3_OP_BMUL, Kind::BvMul},
      {Z3_OP_BUDIV, Kind::BvUdiv},   {Z3_OP_BUREM, Kind::BvUrem},   {Z3_OP_BSDIV, Kind::BvSdiv},
      {Z3_OP_BSREM, Kind::BvSrem},   {Z3_OP_BUDIV_I, Kind::BvUdiv}, {Z3_OP_BUREM_I, Kind::BvUrem},
      {Z3_OP_BSDIV_I, Kind::BvSdiv}, {Z3_OP_BSREM_I, Kind::BvSrem}, {Z3_OP_BSHL, Kind::BvShl},
      {Z3_OP_BLSHR, Kind::BvLshr},   {Z3_OP_BASHR, Kind::BvAshr},   {Z3_OP_ULT, Kind::BvUlt},
      {Z3_OP_ULEQ, Kind::BvUle},     {Z3_OP_SLT, Kind::BvSlt},      {Z3_OP_SLEQ, Kind::BvSle},
      {Z3_OP_CONCAT, Kind::BvConcat}};
  const auto found = operators.find(kind);
  return found == operators.end() ? std::nullopt : std::optional(found->second);
}

Term Z3Reader::make_bitvec(const z3::expr& expr, Z3_decl_kind kind, const TermVector& c) {
  if (const std::optional<Kind> operation = bitvec_operator(kind)) {
    // In Z3, and, or, xor, add, mul and concat are n-ary and left-associative.
    Term result = c[0];
    for (std::size_t i = 1; i < c.size(); ++i) result = manager_.mk_bv_binary(*operation, result, c[i]);
    return result;
  }
  const auto parameter = [&](unsigned i) {
    return static_cast<unsigned>(Z3_get_decl_int_parameter(environment_.context(), expr.decl(), i));
  };
  if (kind == Z3_OP_BNOT) return manager_.mk_bvnot(c[0]);
  if (kind == Z3_OP_BNEG) return manager_.mk_bvneg(c[0]);
  if (kind == Z3_OP_UGT) return manager_.mk_bvult(c[1], c[0]);
  if (kind == Z3_OP_UGEQ) return manager_.mk_bvule(c[1], c[0]);
  if (kind == Z3_OP_SGT) return manager_.mk_bvslt(c[1], c[0]);
  if (kind == Z3_OP_SGEQ) return manager_.mk_bvsle(c[1], c[0]);
  if (kind == Z3_OP_EXTRACT) return manager_.mk_extract(c[0], parameter(0), parameter(1));
  if (kind == Z3_OP_ZERO_EXT) return manager_.mk_zero_extend(c[0], parameter(0));
  if (kind == Z3_OP_SIGN_EXT) return manager_.mk_sign_extend(c[0], parameter(0));
  if (kind == Z3_OP_BIT2BOOL) {
    return manager_.mk_eq(manager_.mk_extract(c[0], parameter(0), parameter(0)), manager_.mk_bv(1, 1));
  }
  if (kind == Z3_OP_BV2INT) return manager_.mk_bv2nat(c[0]);
  if (kind == Z3_OP_INT2BV) return manager_.mk_int2bv(c[0], expr.get_sort().bv_size());
  return {};
}

Term Z3Reader::make_arithmetic(const z3::expr&, Z3_decl_kind kind, const TermVector& c) {
  if (kind == Z3_OP_ADD) return c.size() == 1 ? c[0] : manager_.mk_add(c);
  if (kind == Z3_OP_MUL) return c.size() == 1 ? c[0] : manager_.mk_mul(c);
  if (kind == Z3_OP_SUB) {
    Term result = c[0];
    for (std::size_t i = 1; i < c.size(); ++i) result = manager_.mk_sub(result, c[i]);
    return result;
  }
  if (kind == Z3_OP_UMINUS) return manager_.mk_neg(c[0]);
  if (kind == Z3_OP_LE) return manager_.mk_le(c[0], c[1]);
  if (kind == Z3_OP_LT) return manager_.mk_lt(c[0], c[1]);
  if (kind == Z3_OP_GE) return manager_.mk_ge(c[0], c[1]);
  if (kind == Z3_OP_GT) return manager_.mk_gt(c[0], c[1]);
  if (kind == Z3_OP_TO_REAL) return manager_.mk_to_real(c[0]);
  if (kind == Z3_OP_TO_INT) return manager_.mk_to_int(c[0]);
  if (kind == Z3_OP_IS_INT) return manager_.mk_eq(manager_.mk_to_real(manager_.mk_to_int(c[0])), c[0]);
  // Soundness: only divisors that are nonzero constants are translated, because x/0 is unspecified in Z3 and
  // 0 in term::evaluate.
  const bool divides =
      c.size() == 2 && c[1].is_value() &&
      (c[1].kind() == Kind::IntValue ? c[1].integer_value() != 0
                                     : c[1].kind() == Kind::RealValue && c[1].rational_value() != 0);
  if (!divides) return {};
  if (kind == Z3_OP_IDIV) return manager_.mk_int_div(c[0], c[1]);
  if (kind == Z3_OP_MOD) return manager_.mk_int_mod(c[0], c[1]);
  // x rem y is x mod y if y > 0, and -(x mod y) otherwise.
  if (kind == Z3_OP_REM) {
    const Term modulus = manager_.mk_int_mod(c[0], c[1]);
    return c[1].integer_value() > 0 ? modulus : manager_.mk_neg(modulus);
  }
  if (kind == Z3_OP_DIV) return manager_.mk_real_div(c[0], c[1]);
  return {};
}

Term Z3Reader::make_array(const z3::expr& expr, Z3_decl_kind kind, const TermVector& c) {
  if (kind == Z3_OP_SELECT && c.size() == 2) return manager_.mk_select(c[0], c[1]);
  if (kind == Z3_OP_STORE && c.size() == 3) return manager_.mk_store(c[0], c[1], c[2]);
  if (kind != Z3_OP_CONST_ARRAY && kind != Z3_OP_AS_ARRAY) return {};
  const term::Sort sort = environment_.from_z3(expr.get_sort());
  if (sort.is_null()) return {};
  if (kind == Z3_OP_CONST_ARRAY) return manager_.mk_const_array(sort, c[0]);
  z3::context& context = environment_.context();
  return make_from_function(z3::func_decl(context, Z3_get_as_array_func_decl(context, expr)), sort);
}

Term Z3Reader::make_from_function(const z3::func_decl& function, term::Sort sort) {
  if (model_ == nullptr || !model_->has_interp(function)) return {};
  const z3::func_interp interpretation = model_->get_func_interp(function);
  // In arrays of arrays, an entry may be an as-array value again. The recursion depth is the nesting depth of
  // the sort.
  const auto part = [&](const z3::expr& value) { return Z3Reader(environment_, model_).read(value); };
  const Term otherwise = part(interpretation.else_value());
  if (!otherwise) return {};
  Term array = manager_.mk_const_array(sort, otherwise);
  for (unsigned i = 0; i < interpretation.num_entries(); ++i) {
    const z3::func_entry entry = interpretation.entry(i);
    const Term index = part(entry.arg(0)), element = part(entry.value());
    if (!index || !element) return {};
    array = manager_.mk_store(array, index, element);
  }
  return array;
}

Term Z3Environment::from_z3(const z3::expr& expr, const z3::model* model) {
  return Z3Reader(*this, model).read(expr);
}

term::Sort Z3Environment::from_z3(const z3::sort& sort) {
  if (sort.is_bool()) return manager_.bool_sort();
  if (sort.is_bv()) return manager_.bitvec_sort(sort.bv_size());
  if (sort.is_int()) return manager_.int_sort();
  if (sort.is_real()) return manager_.real_sort();
  if (sort.sort_kind() == Z3_UNINTERPRETED_SORT) return manager_.uninterpreted_sort(sort.name().str());
  if (!sort.is_array()) return {};  // not supported; the terms contain no such sorts
  const term::Sort index = from_z3(sort.array_domain()), element = from_z3(sort.array_range());
  return index.is_null() || element.is_null() ? term::Sort() : manager_.array_sort(index, element);
}

}  // namespace pendulum::smt
