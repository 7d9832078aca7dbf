#include "smt/intervals/refutation.h"

#include <algorithm>

#include "smt/intervals/axis.h"
#include "smt/intervals/propagation.h"
#include "term/signature/kind_info.h"
#include "term/traverse.h"

namespace pendulum::smt {

using Box = Propagation::Box;
using term::FloatFormat;
using term::Kind;
using term::Term;

namespace {

/// Weight of a symbol that occurs once: interval arithmetic loses nothing by such an operand, so the others
/// are split first.
constexpr double weight_of_single_occurrence = 0.1;
/// Weight of a condition. Each split of a condition may double the number of boxes, so the symbols are split
/// to a small part of their sets before.
constexpr double weight_of_condition = 0.02;
/// Sweeps per box, as a measure of work.
constexpr std::size_t sweeps_per_box = 4;
/// Work of the first attempt.
constexpr std::size_t max_work_of_part = 50'000;
/// Work of the attempt for each case, and the maximum number of these attempts.
constexpr std::size_t max_work_of_case = 5'000;
constexpr std::size_t max_searches = 400;

class Search {
 public:
  /// Searches a model of `assertions` and of the negations of `negated`.
  Search(std::span<const Term> assertions, std::span<const Term> negated, const RefutationLimits& limits);
  Refutation run();

 private:
  /// The set to split; no value if each relevant set is a single word.
  std::optional<std::size_t> widest(const Box& box, const std::vector<bool>& is_relevant) const;
  /// A box of single words for the symbols, out of the middle of `box`, which does not restrict conditions.
  Box middle(const Box& box) const;

  const RefutationLimits& limits_;
  Propagation propagation_;
  std::vector<Axis> axes_;       ///< one per set of a box
  std::vector<double> weights_;  ///< one per set of a box
};

/// The formats of symbols that are operands of floating-point operators, also with another sign.
term::TermMap<FloatFormat> formats_of_symbols(std::span<const Term> subterms) {
  term::TermMap<FloatFormat> result;
  for (const Term application : subterms) {
    const Kind kind = application.kind();
    if (!term::is_float_operator(kind) || kind == Kind::FloatFromSigned || kind == Kind::FloatFromUnsigned)
      continue;
    const FloatFormat format = FloatFormat::from_code(application.parameter(0));
    for (const Term operand : application.children()) {
      if (!operand.sort().is_bitvec() || operand.sort().width() != format.width()) continue;
      if (operand.is_symbol()) result.emplace(operand, format);
      if (operand.kind() != Kind::BvXor && operand.kind() != Kind::BvAnd) continue;
      for (const Term part : operand.children())
        if (part.is_symbol()) result.emplace(part, format);
    }
  }
  return result;
}

Search::Search(std::span<const Term> assertions, std::span<const Term> negated,
               const RefutationLimits& limits)
    : limits_(limits), propagation_(assertions, negated) {
  term::TermVector formulas(assertions.begin(), assertions.end());
  formulas.insert(formulas.end(), negated.begin(), negated.end());
  const term::TermVector subterms = term::subterms(formulas);
  const term::TermMap<FloatFormat> formats = formats_of_symbols(subterms);
  term::TermMap<unsigned> occurrences;
  for (const Term term : subterms)
    for (const Term child : term.children()) ++occurrences[child];
  for (const Term symbol : propagation_.symbols()) {
    const auto format = formats.find(symbol);
    axes_.emplace_back(format == formats.end() ? std::nullopt : std::optional(format->second));
    weights_.push_back(occurrences[symbol] > 1 ? 1 : weight_of_single_occurrence);
  }
  const std::size_t num_sets = propagation_.everything().size();
  for (std::size_t i = axes_.size(); i < num_sets; ++i) axes_.emplace_back(std::nullopt);
  weights_.resize(num_sets, weight_of_condition);
}

std::optional<std::size_t> Search::widest(const Box& box, const std::vector<bool>& is_relevant) const {
  std::optional<std::size_t> result;
  double most = 0;
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (!is_relevant[i]) continue;
    const double size = axes_[i].size(box[i]) * weights_[i];
    if (size <= most) continue;
    most = size;
    result = i;
  }
  return result;
}

Box Search::middle(const Box& box) const {
  Box result = propagation_.everything();
  for (std::size_t i = 0; i < propagation_.symbols().size(); ++i) {
    result[i] = box[i];
    if (!result[i].is_single()) result[i] = axes_[i].split(result[i]).first;
    if (!result[i].is_single()) result[i] = WordSet::single(result[i].width(), result[i].unsigned_max());
  }
  return result;
}

Refutation Search::run() {
  std::vector<Box> boxes{propagation_.everything()};
  const std::size_t work_per_box = sweeps_per_box * propagation_.size();
  bool is_scaled = false;
  for (std::size_t work = 0; !boxes.empty(); work += work_per_box) {
    if (work > limits_.max_work || (limits_.is_stopped && limits_.is_stopped())) return Refutation::Open;
    Box box = std::move(boxes.back());
    boxes.pop_back();
    if (!propagation_.contract(box)) continue;
    if (!is_scaled) {  // Sizes are measured relatively to the first box.
      for (std::size_t i = 0; i < box.size(); ++i) weights_[i] /= std::max(axes_[i].size(box[i]), 1e-300);
      is_scaled = true;
    }
    if (propagation_.is_satisfied(middle(box))) return Refutation::Satisfiable;
    const std::optional<std::vector<bool>> is_relevant = propagation_.relevant_sets(box);
    if (!is_relevant) continue;
    const std::optional<std::size_t> axis = widest(box, *is_relevant);
    if (!axis) return Refutation::Open;
    auto [first, second] = axes_[*axis].split(box[*axis]);
    boxes.push_back(box);
    boxes.back()[*axis] = std::move(second);
    box[*axis] = std::move(first);
    boxes.push_back(std::move(box));
  }
  return Refutation::Refuted;
}

/// Number of the formulas of which one is true if the formula is: disjuncts, or negations of conjuncts.
std::size_t num_cases(Term formula) {
  if (formula.kind() == Kind::Or) return formula.num_children();
  const bool is_negated = formula.kind() == Kind::Not && formula[0].kind() == Kind::And;
  return is_negated ? formula[0].num_children() : 1;
}

/// Refutes a conjunction by cases. Intervals lose the relation between the disjuncts of a formula: the
/// negation of a conjunction of bounds has no narrower box than everything, and neither has a value that
/// depends on the branch that a path took.
class CaseSplit {
 public:
  explicit CaseSplit(const RefutationLimits& limits)
      : limits_(limits), searches_left_(std::min(limits.max_work / max_work_of_case, max_searches)) {
    limits_.max_work = max_work_of_case;
  }

  bool refutes(std::span<const Term> conjuncts, std::span<const Term> negated) {
    if (searches_left_ == 0 || (limits_.is_stopped && limits_.is_stopped())) return false;
    --searches_left_;
    term::TermVector open;
    for (const Term conjunct : conjuncts) {
      const bool is_conjunction = conjunct.kind() == Kind::And;
      const auto parts = is_conjunction ? conjunct.children() : std::span(&conjunct, 1);
      open.insert(open.end(), parts.begin(), parts.end());
    }
    const Refutation whole = Search(open, negated, limits_).run();
    if (whole != Refutation::Open) return whole == Refutation::Refuted;
    const auto has_cases = [](Term conjunct) { return num_cases(conjunct) > 1; };
    const auto chosen = std::ranges::find_if(open, has_cases);
    return chosen != open.end() && refutes_cases(open, *chosen, negated);
  }

 private:
  bool refutes_cases(term::TermVector conjuncts, Term chosen, std::span<const Term> negated) {
    std::erase(conjuncts, chosen);
    const bool is_disjunction = chosen.kind() == Kind::Or;
    const std::span<const Term> cases = is_disjunction ? chosen.children() : chosen[0].children();
    return std::ranges::all_of(cases, [&](Term one) {
      term::TermVector asserted = conjuncts;
      term::TermVector refuted(negated.begin(), negated.end());
      (is_disjunction ? asserted : refuted).push_back(one);
      return refutes(asserted, refuted);
    });
  }

  RefutationLimits limits_;  ///< of each search
  std::size_t searches_left_;
};

}  // namespace

Refutation refute_by_intervals(std::span<const Term> assertions, const RefutationLimits& limits) {
  if (assertions.empty()) return Refutation::Satisfiable;
  RefutationLimits part = limits;
  part.max_work = std::min(limits.max_work, max_work_of_part);
  const Refutation first = Search(assertions, {}, part).run();
  if (first != Refutation::Open) return first;
  if (CaseSplit(limits).refutes(assertions, {})) return Refutation::Refuted;
  return max_work_of_part < limits.max_work ? Search(assertions, {}, limits).run() : Refutation::Open;
}

}  // namespace pendulum::smt
