#include "acceleration/accelerator.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/check.h"

namespace pendulum::acceleration {

using program::Assignment;
using term::Term;

namespace {

/// Width in which the number of outer iterations times that of inner iterations is computed.
constexpr std::uint32_t product_width = 48;
static_assert(max_iterations <= (std::int64_t(1) << product_width) / max_outer_iterations,
              "the product of the limits should not overflow");

class Construction {
 public:
  Construction(const program::Program& program, const LoopPath& path, Prover& prover)
      : terms_(program.terms()),
        path_(path),
        count_(terms_.mk_fresh("iterations", terms_.bitvec_sort(count_width))),
        arithmetic_(terms_, count_),
        forms_(path, arithmetic_, prover),
        iterations_(path, forms_, arithmetic_, prover),
        feasibility_(forms_, iterations_, arithmetic_, prover) {}

  std::variant<Accelerator, std::string> run() {
    if (!iterations_.obstacle().empty()) return iterations_.obstacle();
    for (const Term literal : path_.literals)
      PENDULUM_CHECK(literal.sort().is_bool(), "a literal should be a formula, not {}", literal.to_string());
    for (const Term literal : path_.literals)
      if (iterations_.depends_on_unknown(literal))
        return fmt::format("a condition depends on {}, which has no closed form", first_unknown(literal));
    for (const Term literal : path_.literals) feasibility_.add(literal);
    if (!count_inner_loops()) return "the number of iterations of an inner loop has no closed form";
    result_.path = path_;
    result_.count = count_;
    assign_scalars();
    define_arrays();
    for (const CycleInput& input : path_.inputs)
      result_.input_values.emplace_back(input.symbol, iterations_.input_values().at(input.symbol));
    result_.universals = feasibility_.universals();
    result_.unknowns = iterations_.unknowns();
    result_.exit_counts = feasibility_.exit_counts();
    result_.guard = guard();
    result_.is_exact = feasibility_.is_exact() && result_.unknowns.empty() &&
                       arithmetic_.premises().empty() && iterations_.premises().empty() &&
                       !uses_input_array() && path_.inner.empty();
    return std::move(result_);
  }

 private:
  /// The name of a variable whose unknown value the literal depends on, for the error message.
  std::string first_unknown(Term literal) const {
    for (const Term symbol : term::symbols(literal))
      if (const ClosedForm* form = forms_.find(symbol); form != nullptr && form->unknowns)
        return symbol.name();
    for (const Term symbol : term::symbols(literal))
      if (iterations_.is_written(symbol)) return "elements of " + symbol.name();
    return "a value of the previous iteration";
  }

  /// Returns whether the path uses an input of array sort. The accelerator is then not exact: it has one
  /// value of this input for all iterations, although each iteration of the path may read a different one.
  bool uses_input_array() const {
    term::TermVector roots = path_.literals;
    for (const Assignment& update : path_.updates) roots.push_back(update.value);
    for (const Write& write : path_.writes) roots.insert(roots.end(), {write.index, write.value});
    const term::TermVector used = term::symbols(roots);
    return std::ranges::any_of(path_.inputs, [&](const CycleInput& input) {
      return input.symbol.sort().is_array() && std::ranges::binary_search(used, input.symbol);
    });
  }

  /// Computes result_.inner_counts and the conditions that limit the number of inner iterations, because all
  /// iterations have to be replayed. Returns false if an inner count has no closed form.
  bool count_inner_loops() {
    for (const InnerLoop& inner : path_.inner) {
      if (iterations_.depends_on_unknown(inner.count) ||
          forms_.contains(inner.count, ClosedForm::Form::Delayed))
        return false;
      const auto count = forms_.polynomial(inner.count, When::Before, arithmetic_);
      if (!count) return false;
      const Polynomial named{name(count->c0), name(count->c1), name(count->c2)};
      result_.inner_counts.push_back({inner, named});
      for (const Term iteration : {terms_.mk_bv(0, count_width), arithmetic_.last()})
        inner_conditions_.push_back(is_short(arithmetic_.value(named, iteration)));
    }
    if (!path_.inner.empty())
      inner_conditions_.push_back(terms_.mk_bvule(count_, terms_.mk_bv(max_outer_iterations, count_width)));
    return true;
  }

  /// Returns a fresh symbol that the guard equates to the coefficient; null for the coefficient zero.
  Term name(Term coefficient) {
    if (!coefficient) return {};
    const Term symbol = terms_.mk_fresh("inner_iterations", coefficient.sort());
    inner_conditions_.push_back(terms_.mk_eq(symbol, coefficient));
    return symbol;
  }

  /// inner <= max_iterations and count * inner <= max_iterations.
  Term is_short(Term inner) const {
    const Term limit = terms_.mk_bv(max_iterations, product_width);
    const Term product =
        terms_.mk_bvmul(resize(terms_, inner, product_width), resize(terms_, count_, product_width));
    return terms_.mk_and(terms_.mk_bvule(inner, terms_.mk_bv(max_iterations, count_width)),
                         terms_.mk_bvule(product, limit));
  }

  void assign_scalars() {
    for (const Assignment& update : path_.updates) {
      const ClosedForm& form = *forms_.find(update.variable);
      const Term value = form.form == ClosedForm::Form::Polynomial
                             ? arithmetic_.value(form.polynomial, count_)
                             : iterations_.in_iteration(update.variable, arithmetic_.last(), When::After);
      PENDULUM_CHECK(value.sort() == update.variable.sort(),
                     "the value of {} after the loop should have its sort", update.variable.name());
      result_.updates.push_back({update.variable, value});
    }
  }

  void define_arrays() {
    term::TermSet done;
    for (const Write& write : path_.writes) {
      const Term array = write.array;
      if (!done.insert(array).second) continue;
      const Term symbol = terms_.mk_fresh(array.name() + ".accelerated", array.sort());
      const Term index = terms_.mk_fresh("index", array.sort().index());
      const Term element = iterations_.element_after(array, index, count_);
      PENDULUM_CHECK(element.sort() == array.sort().element(),
                     "the definition of {} should define its elements", array.name());
      result_.definitions.push_back({symbol, index, element});
      result_.updates.push_back({array, symbol});
    }
  }

  Term guard() const {
    term::TermVector conditions = feasibility_.conditions();
    conditions.insert(conditions.end(), arithmetic_.premises().begin(), arithmetic_.premises().end());
    conditions.insert(conditions.end(), iterations_.premises().begin(), iterations_.premises().end());
    conditions.insert(conditions.end(), inner_conditions_.begin(), inner_conditions_.end());
    conditions.push_back(terms_.mk_distinct(count_, terms_.mk_bv(0, count_width)));
    conditions.push_back(terms_.mk_bvule(count_, terms_.mk_bv(max_iterations, count_width)));
    return terms_.mk_and(conditions);
  }

  term::TermManager& terms_;
  const LoopPath& path_;
  Term count_;
  PolynomialArithmetic arithmetic_;
  ClosedForms forms_;
  IterationTerms iterations_;
  Feasibility feasibility_;
  term::TermVector inner_conditions_;  ///< conditions on the numbers of iterations of inner loops
  Accelerator result_;
};

}  // namespace

namespace {

/// Maps each Boolean input that is itself a literal of the path, possibly negated, to its value. Large blocks
/// represent nondeterministic choices by such inputs.
term::Substitution fixed_inputs(term::TermManager& terms, const LoopPath& path) {
  term::TermSet inputs;
  for (const CycleInput& input : path.inputs) inputs.insert(input.symbol);
  term::Substitution fixed;
  for (const Term literal : path.literals) {
    const bool is_negated = literal.kind() == term::Kind::Not;
    const Term atom = is_negated ? literal[0] : literal;
    if (inputs.contains(atom)) fixed.emplace(atom, terms.mk_bool(!is_negated));
  }
  return fixed;
}

LoopPath with_fixed_inputs(term::TermManager& terms, const LoopPath& path, const term::Substitution& fixed) {
  term::Substituter substitute(terms, fixed);
  LoopPath result = path;
  std::erase_if(result.literals, [&](Term literal) { return substitute(literal).is_true(); });
  for (Term& literal : result.literals) literal = substitute(literal);
  for (Assignment& update : result.updates) update.value = substitute(update.value);
  for (Write& write : result.writes) {
    write.index = substitute(write.index);
    write.value = substitute(write.value);
  }
  for (InnerLoop& inner : result.inner) inner.count = substitute(inner.count);
  return result;
}

/// Returns whether a term of the accelerator contains an input of the path. Such a term would have one value
/// for all iterations, although each iteration reads a new value. Used only in debug builds.
[[maybe_unused]] bool contains_path_input(const Accelerator& accelerator) {
  term::TermVector roots{accelerator.guard};
  for (const Universal& universal : accelerator.universals)
    roots.insert(roots.end(), {universal.count, universal.body});
  for (const Assignment& update : accelerator.updates) roots.push_back(update.value);
  for (const Definition& definition : accelerator.definitions) roots.push_back(definition.body);
  const term::TermVector used = term::symbols(roots);
  return std::ranges::any_of(accelerator.path.inputs, [&](const CycleInput& input) {
    return std::ranges::binary_search(used, input.symbol);
  });
}

}  // namespace

std::variant<Accelerator, std::string> accelerate(const program::Program& program, const LoopPath& path,
                                                  Prover& prover) {
  term::TermManager& terms = program.terms();
  // An input with the same value in all iterations needs no universal.
  const term::Substitution fixed = fixed_inputs(terms, path);
  const LoopPath simpler = with_fixed_inputs(terms, path, fixed);
  auto result = Construction(program, simpler, prover).run();
  if (auto* accelerator = std::get_if<Accelerator>(&result)) {
    accelerator->path = path;
    for (auto& [input, values] : accelerator->input_values)
      if (const auto value = fixed.find(input); value != fixed.end())
        values = terms.mk_const_array(values.sort(), value->second);
    PENDULUM_CHECK(accelerator->input_values.size() == path.inputs.size(),
                   "each of the {} inputs of the path should have values", path.inputs.size());
    PENDULUM_CHECK(accelerator->inner_counts.size() == path.inner.size(),
                   "each of the {} inner loops should have a number of iterations", path.inner.size());
    PENDULUM_DCHECK(!contains_path_input(*accelerator),
                    "an accelerator should have one value of an input per iteration");
  }
  return result;
}

}  // namespace pendulum::acceleration
