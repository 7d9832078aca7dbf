#include "acceleration/random_path.h"

#include "term/evaluation/evaluate.h"

namespace pendulum::acceleration::test {

RandomPath::RandomPath(AccelerationContext& context, unsigned seed, unsigned width)
    : w_(context), random_(seed), width_(width) {
  for (const char* name : {"x", "y", "z", "u"}) scalars_.push_back(w_.symbol(name, width_));
  wide_ = w_.symbol("v", 2 * width_);
  for (const char* name : {"a", "b"}) arrays_.push_back(w_.array(name, width_, width_));
  copy_ = w_.array("copy", width_, width_);
  flag_ = w_.flag("flag");
  variables_ = scalars_;
  variables_.insert(variables_.end(), arrays_.begin(), arrays_.end());
  variables_.insert(variables_.end(), {copy_, flag_, wide_});
  input_ = w_.symbol("in", width_);
  input_flag_ = w_.flag("in.flag");
  input_array_ = w_.array("in.array", width_, width_);
}

LoopPath RandomPath::make() {
  path_ = {};
  for (const Term input : {input_, input_flag_, input_array_})
    path_.inputs.push_back(AccelerationContext::input(input));
  for (const Term scalar : scalars_)
    if (pick(4) != 0) add_update(scalar);
  if (pick(4) == 0)
    path_.updates.push_back({wide_, w_.terms.mk_bvadd(pick(4) == 0 ? constant(2 * width_) : wide_, wide(1))});
  if (pick(12) == 0) path_.updates.push_back({flag_, pick(2) == 0 ? input_flag_ : w_.terms.mk_not(flag_)});
  if (pick(12) == 0)
    path_.updates.push_back(
        {copy_, w_.terms.mk_store(pick(2) == 0 ? copy_ : arrays_[0], index(), narrow(1))});
  for (std::size_t i = pick(2) * pick(4); i > 0; --i) add_write();
  for (std::size_t i = pick(4); i > 0; --i) path_.literals.push_back(literal());
  return path_;
}

Term RandomPath::constant(unsigned width) {
  const auto value = static_cast<std::int64_t>(pick(64));
  if (width <= 12 || pick(3) == 0) return w_.bv(value, width);
  return w_.terms.mk_bv(mpz_class((mpz_class(1) << (width - pick(2))) - 32 + value), width);
}

Term RandomPath::small_constant() {
  constexpr std::int64_t steps[] = {1, -1, 1, -1, 2, 3, -3, 4, 5};
  return w_.bv(steps[pick(std::size(steps))], width_);
}

void RandomPath::add_update(Term variable) {
  term::TermManager& terms = w_.terms;
  Term value;
  switch (pick(11)) {
    case 0:
    case 1:
    case 2:
    case 3:
      value = terms.mk_bvadd(variable, small_constant());
      break;
    case 4:
      value = terms.mk_bvadd(variable, this->variable());
      break;
    case 5:
      value = terms.mk_bvmul(variable, variable);
      break;
    case 6:
      value = narrow(2);
      break;
    case 7:
      value = terms.mk_bvsub(variable, narrow(1));
      break;
    case 8:
      value = this->variable();
      break;
    case 9: {  // as C adds to a variable that is narrower than int
      const Term extended =
          pick(2) == 0 ? terms.mk_sign_extend(variable, width_) : terms.mk_zero_extend(variable, width_);
      const Term sum = pick(3) == 0 ? terms.mk_bvsub(extended, wide(1)) : terms.mk_bvadd(extended, wide(1));
      value = terms.mk_extract(sum, width_ - 1, 0);
      break;
    }
    default:
      value = terms.mk_bvsub(terms.mk_bvadd(variable, variable), this->variable());
      break;
  }
  if (value != variable) path_.updates.push_back({variable, value});
}

/// An array index. It is mostly linear, so that the path can be accelerated.
Term RandomPath::index() {
  term::TermManager& terms = w_.terms;
  constexpr std::int64_t factors[] = {1, 1, 1, 2, 3, -1, -3};
  switch (pick(6)) {
    case 0:
      return constant(width_);
    case 1:
      return variable();
    case 2:
      return narrow(1);
    default:
      return terms.mk_bvadd(w_.times(variable(), factors[pick(std::size(factors))]), constant(width_));
  }
}

void RandomPath::add_write() {
  path_.writes.push_back({arrays_[pick(3) == 0 ? 1 : 0], index(), narrow(2)});
}

Term RandomPath::leaf(unsigned width) {
  if (width != width_)
    return pick(3) == 0 ? constant(width) : w_.terms.mk_zero_extend(variable(), width - width_);
  switch (pick(9)) {
    case 0:
      return constant(width);
    case 1:
      return input_;
    case 2:
      return w_.terms.mk_select(arrays_[pick(2)], index());
    case 3:
      return w_.terms.mk_select(pick(3) == 0 ? input_array_ : copy_, variable());
    default:
      return variable();
  }
}

Term RandomPath::expression(unsigned width, unsigned depth) {
  return width == width_ ? narrow(depth) : wide(depth);
}

Term RandomPath::narrow(unsigned depth) {
  if (depth == 0) return leaf(width_);
  term::TermManager& terms = w_.terms;
  const Term a = narrow(depth - 1);
  switch (pick(13)) {
    case 0:
      return leaf(width_);
    case 1:
      return terms.mk_bvsub(a, narrow(depth - 1));
    case 2:
      return terms.mk_bvmul(a, narrow(0));
    case 3:
      return w_.times(a, static_cast<std::int64_t>(pick(16)));
    case 4:
      return terms.mk_bvneg(a);
    case 5:
      return terms.mk_bvnot(a);
    case 6:
      return terms.mk_bv_binary(Kind::BvShl, a, w_.bv(static_cast<std::int64_t>(pick(width_ + 1)), width_));
    case 7:
      return terms.mk_bv_binary(Kind::BvLshr, a, w_.bv(static_cast<std::int64_t>(pick(3)), width_));
    case 8:
      return terms.mk_bv_binary(Kind::BvUdiv, a, w_.bv(static_cast<std::int64_t>(1U << pick(3)), width_));
    case 9:
      return terms.mk_bv_binary(pick(2) == 0 ? Kind::BvAnd : Kind::BvXor, a, narrow(0));
    case 10: {
      const auto low = static_cast<std::uint32_t>(pick(width_ + 1));
      return terms.mk_extract(wide(depth - 1), low + width_ - 1, low);
    }
    default:
      return terms.mk_bvadd(a, narrow(depth - 1));
  }
}

/// A term of 2 * width_ bits.
Term RandomPath::wide(unsigned depth) {
  term::TermManager& terms = w_.terms;
  const Term a = narrow(depth == 0 ? 0 : depth - 1);
  switch (pick(8)) {
    case 0:
      return terms.mk_sign_extend(a, width_);
    case 5:
      return wide_;
    case 1:
      return terms.mk_concat(w_.bv(0, width_), a);
    case 2:
      return terms.mk_concat(a, constant(width_));
    case 3:
      return terms.mk_bvadd(terms.mk_zero_extend(a, width_), constant(2 * width_));
    case 4:
      return w_.times(terms.mk_sign_extend(a, width_), static_cast<std::int64_t>(pick(8)));
    default:
      return terms.mk_zero_extend(a, width_);
  }
}

Term RandomPath::order(Term a, Term b) {
  constexpr Kind kinds[] = {Kind::BvUlt, Kind::BvUle, Kind::BvSlt, Kind::BvSle};
  const Term atom = w_.terms.mk_bv_binary(kinds[pick(4)], a, b);
  return pick(2) == 0 ? atom : w_.terms.mk_not(atom);
}

Term RandomPath::literal() {
  term::TermManager& terms = w_.terms;
  const unsigned width = pick(4) == 0 ? 2 * width_ : width_;
  switch (pick(12)) {
    case 0:
    case 1:
      return order(variable(), constant(width_));
    case 2:
    case 3:
      return terms.mk_distinct(variable(), pick(2) == 0 ? constant(width_) : variable());
    case 4:
      return terms.mk_eq(expression(width, 1), expression(width, 1));
    case 5:
      return terms.mk_distinct(expression(width, 2), expression(width, 1));
    case 6:
      return pick(2) == 0 ? flag_ : terms.mk_not(flag_);
    case 7:
      return input_flag_;
    case 8:
      return terms.mk_distinct(terms.mk_select(arrays_[pick(2)], index()), constant(width_));
    case 9: {
      const Kind kind = pick(2) == 0 ? Kind::BvSaddo : Kind::BvSsubo;
      return terms.mk_not(terms.mk_bv_binary(kind, variable(), small_constant()));
    }
    default:
      return order(expression(width, 2), expression(width, 1));
  }
}

Term RandomPath::random_value(term::Sort sort) {
  if (sort.is_bool()) return w_.terms.mk_bool(pick(2) == 0);
  if (!sort.is_array()) return constant(sort.width());
  Term result = w_.terms.mk_const_array(sort, constant(sort.element().width()));
  for (int i = 0; i < 12; ++i)
    result = w_.terms.mk_store(result, constant(sort.index().width()), constant(sort.element().width()));
  return term::normalize_array_value(w_.terms, result);
}

term::Model RandomPath::state(const LoopPath& path) {
  term::Model model;
  const std::size_t tries = pick(2) == 0 ? 1 : 12;
  for (std::size_t i = 0; i < tries; ++i) {
    model.clear();
    for (const Term variable : variables_) model[variable] = random_value(variable.sort());
    term::Evaluator evaluate(w_.terms, model);
    bool holds = true;
    for (const Term literal : path.literals) holds = holds && evaluate(literal).is_true();
    if (holds) break;
  }
  return model;
}

std::vector<term::Model> RandomPath::inputs(const LoopPath& path, std::size_t length) {
  std::vector<term::Model> result(length);
  const Term array = random_value(input_array_.sort());
  const Term flag = random_value(input_flag_.sort());
  const bool is_constant = pick(2) == 0;
  for (term::Model& iteration : result)
    for (const CycleInput& input : path.inputs)
      iteration[input.symbol] = input.symbol.sort().is_array() ? array
                                : is_constant && input.symbol.sort().is_bool()
                                    ? flag
                                    : random_value(input.symbol.sort());
  return result;
}

}  // namespace pendulum::acceleration::test
