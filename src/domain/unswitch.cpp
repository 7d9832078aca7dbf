#include "domain/unswitch.h"

#include <algorithm>
#include <map>
#include <set>

namespace pendulum::domain {

namespace {

using program::LocationId;
using Form =
    std::map<term::Term, mpq_class>;  ///< a sum without its constant; the first coefficient is positive

/// Parts that a loop is split into, at most.
constexpr std::size_t max_parts = 9;
/// Conditions with such constants mostly say that a C variable has a width.
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
      if (edge.is_back_edge || found == parts_.end()) {
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

  /// The conditions inside of the loop, each as the least value on the far side of a cut.
  std::map<Form, std::set<mpz_class>> cuts(LocationId head) const {
    term::TermSet changed;
    for (const AffineEdge& edge : program_.edges())
      if (is_inside(edge.source, head) && is_inside(edge.target, head))
        for (const auto& [variable, value] : edge.action.updates) changed.insert(variable);
    const auto is_constant = [&](const auto& entry) {
      return entry.second.get_den() == 1 && !changed.contains(entry.first) &&
             std::ranges::binary_search(program_.live(head), entry.first);
    };
    std::map<Form, std::set<mpz_class>> result;
    for (const AffineEdge& edge : program_.edges()) {
      if (!is_inside(edge.source, head)) continue;
      for (const LinearConstraint& condition : edge.action.constraints)
        if (!condition.sum.coefficients.empty() && abs(condition.sum.constant) < wide_limit &&
            condition.sum.constant.get_den() == 1 &&
            std::ranges::all_of(condition.sum.coefficients, is_constant))
          add_cuts(result, condition);
    }
    return result;
  }

  static void add_cuts(std::map<Form, std::set<mpz_class>>& cuts, const LinearConstraint& condition) {
    Form form = condition.sum.coefficients;
    const mpz_class constant = condition.sum.constant.get_num();
    const bool is_flipped = form.begin()->second < 0;
    if (is_flipped)
      for (auto& [symbol, coefficient] : form) coefficient = -coefficient;
    std::set<mpz_class>& values = cuts[form];
    // form >= -constant, or form <= constant, or both with the same value.
    if (condition.is_equality) {
      const mpz_class value = is_flipped ? constant : mpz_class(-constant);
      values.insert(value);
      values.insert(value + 1);
    } else {
      values.insert(is_flipped ? mpz_class(constant + 1) : mpz_class(-constant));
    }
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

  /// The edge, where the part's conditions hold behind it.
  static AffineEdge restricted(const AffineEdge& edge, const Part& part) {
    AffineEdge result = edge;
    for (const Piece& piece : part) {
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
  std::map<LocationId, std::set<Form>> forms_;
  std::map<LocationId, std::uint32_t> first_part_;
  std::uint32_t next_part_ = 1;
};

}  // namespace

std::vector<AffineEdge> unswitched_edges(const AffineProgram& program) {
  return Unswitcher(program).run();
}

}  // namespace pendulum::domain
