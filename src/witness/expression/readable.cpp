#include "witness/expression/readable.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/check.h"
#include "term/traverse.h"
#include "witness/expression/c_text.h"
#include "witness/expression/constant_bounds.h"

namespace pendulum::witness {

namespace {

using program::LocationId;
using term::Kind;
using term::Term;
using term::TermManager;
using term::TermVector;

/// Time limits for one solver call and for all calls of one reader.
constexpr std::chrono::milliseconds check_time{50};
constexpr std::chrono::milliseconds total_time{1500};

/// The cost of a conjunct without a C form.
constexpr std::size_t no_text_cost = 1'000'000;

/// A cast costs as much as this number of characters.
constexpr std::size_t cast_cost = 20;

std::size_t cost_of(const std::string& text) {
  std::size_t cost = text.size();
  for (const char* word : {"int)", "long)", "char)", "short)", " != "})
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
      cost += cast_cost;
  return cost;
}

bool is_extended(Term term) {
  return (term.kind() == Kind::BvSignExtend || term.kind() == Kind::BvZeroExtend) && term.parameter(0) > 0;
}

/// `x - y <= 0`, where the extended numbers cannot overflow, as `x <= y`; null if the term has another form.
Term as_order(TermManager& terms, Term term) {
  if (term.kind() != Kind::BvSle || !term[1].is_value() || term[1].integer_value() != 0) return {};
  const Term difference = term[0];
  if (difference.kind() != Kind::BvSub || !is_extended(difference[0]) || !is_extended(difference[1]))
    return {};
  return terms.mk_bvsle(difference[0], difference[1]);
}

/// Adds the equality for each pair of conjuncts a <= b and b <= a.
void add_equalities(TermManager& terms, TermVector& conjuncts) {
  const std::set<Term> known(conjuncts.begin(), conjuncts.end());
  TermVector equalities;
  for (const Term term : conjuncts) {
    const bool is_order = term.kind() == Kind::BvSle || term.kind() == Kind::BvUle;
    if (is_order && term[0] < term[1] && known.contains(terms.mk(term.kind(), std::array{term[1], term[0]})))
      equalities.push_back(terms.mk_eq(term[0], term[1]));
  }
  // Of conjuncts with texts of equal length, the first ones remain.
  conjuncts.insert(conjuncts.begin(), equalities.begin(), equalities.end());
}

}  // namespace

InvariantReader::InvariantReader(const program::Program& program, smt::SolverFactory* solvers,
                                 const base::StopToken& stop)
    : scopes_(program), solvers_(solvers), stop_(stop, base::Clock::now() + total_time) {}

InvariantReader::Candidate InvariantReader::candidate(LocationId location, Term term) const {
  Candidate result{term, to_c(scopes_, location, term).value_or("")};
  if (term.kind() == Kind::Or || term.kind() == Kind::Ite) result.text = "(" + result.text + ")";
  if (result.text.empty() || result.text == "()") return {term, "", no_text_cost};
  result.cost = cost_of(result.text);
  return result;
}

std::vector<InvariantReader::Candidate> InvariantReader::shortest(
    LocationId location, const std::vector<TermVector>& choices) const {
  std::vector<Candidate> best;
  std::size_t cost = 0;
  for (const TermVector& choice : choices) {
    if (choice.empty()) continue;
    std::vector<Candidate> parts;
    std::size_t sum = 0;
    for (const Term part : choice) {
      parts.push_back(candidate(location, part));
      sum += parts.back().cost;
    }
    if (!best.empty() && sum >= cost) continue;
    best = std::move(parts);
    cost = sum;
  }
  return best;
}

std::vector<InvariantReader::Candidate> InvariantReader::candidates(LocationId location,
                                                                    Term invariant) const {
  TermManager& terms = scopes_.program().terms();
  ConstantBounds bounds(terms);
  TermVector others;
  for (const Term conjunct : term::conjuncts(invariant)) {
    const Term order = as_order(terms, conjunct);
    if (!order.is_null()) {
      others.push_back(order);
    } else if (!conjunct.is_true() && !bounds.take(conjunct)) {
      others.push_back(conjunct);
    }
  }
  std::erase_if(others, [&](Term conjunct) { return bounds.imply(conjunct); });
  add_equalities(terms, others);
  std::vector<std::vector<TermVector>> choices;
  for (const ConstantBounds::Bound& bound : bounds.bounds())
    choices.push_back({bound.as_signed, bound.as_unsigned});
  for (const Term term : others) choices.push_back({TermVector{term}});
  std::vector<Candidate> result;
  std::set<std::string> texts;
  for (const std::vector<TermVector>& each : choices)
    for (Candidate& part : shortest(location, each))
      if (!part.term.is_true() && (part.text.empty() || texts.insert(part.text).second))
        result.push_back(std::move(part));
  return result;
}

void InvariantReader::remove_redundant(std::vector<Candidate>& candidates) {
  if (solvers_ == nullptr || candidates.empty()) return;
  TermManager& terms = scopes_.program().terms();
  const auto solver = solvers_->make(terms, {.backend = smt::Backend::Z3, .cores = false});
  solver->set_time_limit(check_time);
  for (std::size_t i = candidates.size(); i-- > 0 && !stop_.is_stopped();) {
    const bool has_text = !candidates[i].text.empty();
    TermVector assumptions{terms.mk_not(candidates[i].term)};
    // A conjunct with a text must follow from others with a text.
    for (std::size_t other = 0; other < candidates.size(); ++other)
      if (other != i && (!has_text || !candidates[other].text.empty()))
        assumptions.push_back(candidates[other].term);
    if (solver->check(assumptions) == smt::SatResult::Unsat)
      candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

ReadableInvariant InvariantReader::read(LocationId location, Term invariant) {
  PENDULUM_CHECK(invariant.sort().is_bool(), "the invariant {} should have sort Bool", invariant.to_string());
  std::vector<Candidate> found = candidates(location, invariant);
  std::stable_sort(found.begin(), found.end(),
                   [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
  remove_redundant(found);
  ReadableInvariant result;
  for (Candidate& each : found) {
    if (each.text.empty()) {
      result.left_out.push_back(each.term);
    } else {
      result.conjuncts.push_back(std::move(each.text));
    }
  }
  return result;
}

}  // namespace pendulum::witness
