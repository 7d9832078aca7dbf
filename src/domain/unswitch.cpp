#include "domain/unswitch.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"

namespace pendulum::domain {

namespace {

using program::LocationId;
/// A sum without its constant; the first coefficient is positive.
using Form = std::map<term::Term, mpq_class>;
/// By form: the smallest values above each cut.
using Cuts = std::map<Form, std::set<mpz_class>>;

/// Maximum number of parts of a loop: two conditions of the form x = 0 have 3 parts each. Not measured.
constexpr std::size_t max_parts = 9;
/// Most conditions with constants from here on only state the width of a C variable; the same limit as in
/// transfer.cpp.
constexpr long wide_limit = 1L << 24;

/// low <= form <= high
struct Piece {
  Form form;
  std::optional<mpz_class> low, high;
};
using Part = std::vector<Piece>;

class Unswitcher {
 public:
  explicit Unswitcher(const AffineProgram& program) : program_(program) {}

  std::vector<AffineEdge> run() {
    for (const LocationId head : program_.wto().order())
      if (program_.wto().is_head(head)) find_parts(head);
    std::vector<AffineEdge> result;
    for (const AffineEdge& edge : program_.edges()) {
      const auto found = parts_.find(edge.target);
      if (found == parts_.end() || (edge.is_back_edge && !has_phases_.contains(edge.target))) {
        result.push_back(edge);
        continue;
      }
      for (std::size_t i = 0; i < found->second.size(); ++i) {
        result.push_back(restricted(edge, found->second[i]));
        result.back().part = first_part_.at(edge.target) + static_cast<std::uint32_t>(i);
      }
    }
    return result;
  }

 private:
  bool is_inside(LocationId location, LocationId head) const {
    return std::ranges::count(program_.wto().heads(location), head) > 0;
  }

  /// The conditions inside the loop as cuts, each given by the smallest value above it: conditions that the
  /// loop does not change, and conditions on edges from the head both sides of which continue in the loop
  /// (phases).
  Cuts cuts(LocationId head) {
    term::TermSet changed;
    for (const AffineEdge& edge : program_.edges())
      if (is_inside(edge.source, head) && is_inside(edge.target, head))
        for (const auto& [variable, value] : edge.action.updates) changed.insert(variable);
    Cuts result, below, above;
    for (const AffineEdge& edge : program_.edges()) {
      if (!is_inside(edge.source, head)) continue;
      for (const LinearConstraint& condition : edge.action.constraints) {
        if (!is_usable(condition, head)) continue;
        const bool is_changed = std::ranges::any_of(
            condition.sum.coefficients, [&](const auto& entry) { return changed.contains(entry.first); });
        if (!is_changed)
          add_cuts(condition, result, result);
        else if (edge.source == head && is_inside(edge.target, head))
          add_cuts(condition, below, above);
      }
    }
    for (const auto& [form, values] : below)
      for (const mpz_class& value : values)
        if (above[form].contains(value)) {
          result[form].insert(value);
          has_phases_.insert(head);
        }
    return result;
  }

  /// True if the condition is over integers that are live at the head, and its constant is below wide_limit.
  bool is_usable(const LinearConstraint& condition, LocationId head) const {
    const auto is_own = [&](const auto& entry) {
      return entry.second.get_den() == 1 && std::ranges::binary_search(program_.live(head), entry.first);
    };
    const LinearSum& sum = condition.sum;
    return !sum.coefficients.empty() && abs(sum.constant) < wide_limit && sum.constant.get_den() == 1 &&
           std::ranges::all_of(sum.coefficients, is_own);
  }

  /// Adds form < cut to `below` and form >= cut to `above`; an equality adds one cut to each.
  static void add_cuts(const LinearConstraint& condition, Cuts& below, Cuts& above) {
    PENDULUM_CHECK(!condition.sum.coefficients.empty(), "a condition that cuts should have a variable");
    Form form = condition.sum.coefficients;
    const bool is_flipped = form.begin()->second < 0;
    if (is_flipped)
      for (auto& [symbol, coefficient] : form) coefficient = -coefficient;
    // The condition is form >= value, form <= value, or form = value.
    mpz_class value = condition.sum.constant.get_num();
    if (!is_flipped) value = -value;
    if (condition.is_equality || !is_flipped) above[form].insert(value);
    if (condition.is_equality || is_flipped) below[form].insert(value + 1);
  }

  void find_parts(LocationId head) {
    std::vector<Part> parts{{}};
    for (const auto& [form, values] : cuts(head)) {
      if (is_split_outside(head, form) || parts.size() * (values.size() + 1) > max_parts) continue;
      std::vector<Part> finer;
      for (const Part& part : parts) {
        std::optional<mpz_class> low;
        for (const mpz_class& value : values) {
          finer.push_back(part);
          finer.back().push_back({form, low, mpz_class(value - 1)});
          low = value;
        }
        finer.push_back(part);
        finer.back().push_back({form, low, std::nullopt});
      }
      parts = std::move(finer);
      forms_[head].insert(form);
    }
    PENDULUM_CHECK(parts.size() <= max_parts, "a loop should have at most {} parts, not {}", max_parts,
                   parts.size());
    if (parts.size() == 1) return;
    first_part_[head] = next_part_;
    next_part_ += static_cast<std::uint32_t>(parts.size());
    parts_[head] = std::move(parts);
  }

  bool is_split_outside(LocationId head, const Form& form) const {
    return std::ranges::any_of(program_.wto().heads(head), [&](LocationId outer) {
      const auto found = forms_.find(outer);
      return found != forms_.end() && found->second.contains(form);
    });
  }

  /// The edge restricted to successor states that satisfy the part's conditions.
  static AffineEdge restricted(const AffineEdge& edge, const Part& part) {
    AffineEdge result = edge;
    for (const Piece& piece : part) {
      PENDULUM_CHECK(!piece.low || !piece.high || *piece.low <= *piece.high, "a part should not be empty");
      LinearSum after;
      for (const auto& [symbol, coefficient] : piece.form) {
        const auto update =
            std::ranges::find(edge.action.updates, symbol, &std::pair<term::Term, LinearSum>::first);
        if (update == edge.action.updates.end())
          after.add(coefficient, symbol);
        else
          after.add(coefficient, update->second);
      }
      if (piece.low) {
        LinearConstraint above{after, piece.high && *piece.low == *piece.high};
        above.sum.constant -= *piece.low;
        result.action.constraints.push_back(above);
        if (above.is_equality) continue;
      }
      if (piece.high) {
        LinearConstraint below;
        below.sum.add(-1, after);
        below.sum.constant += *piece.high;
        result.action.constraints.push_back(below);
      }
    }
    return result;
  }

  const AffineProgram& program_;
  std::map<LocationId, std::vector<Part>> parts_;
  /// By head: forms by which the loop is split.
  std::map<LocationId, std::set<Form>> forms_;
  /// By head: AffineEdge::part of its first part.
  std::map<LocationId, std::uint32_t> first_part_;
  /// Heads whose back edges are split too.
  std::set<LocationId> has_phases_;
  std::uint32_t next_part_ = 1;
};

}  // namespace

std::vector<AffineEdge> unswitched_edges(const AffineProgram& program) {
  return Unswitcher(program).run();
}

}  // namespace pendulum::domain
