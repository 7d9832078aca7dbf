#include "interpolation/text/problem.h"

#include <algorithm>

#include "base/error.h"
#include "term/smtlib/reader.h"
#include "term/smtlib/sexpr.h"

namespace pendulum::interpolation {

namespace {

using term::SExpr;

class ProblemReader {
 public:
  ProblemReader(term::TermManager& terms, const std::string& origin)
      : origin_(origin), reader_(terms, origin) {}

  InterpolationProblem read(std::string_view text, const std::vector<std::string>& order) {
    reader_.read_script(text, [this](const SExpr& command) { return take(command); });
    if (!order.empty()) problem_.requests = {in_order(order)};
    if (problem_.requests.empty()) problem_.requests.push_back(all_assertions());
    return std::move(problem_);
  }

 private:
  /// Processes the command if it is (assert (! formula :named name)) or (get-interpolants ...).
  bool take(const SExpr& command) {
    if (command.starts_with("get-interpolants")) {
      take_request(command);
      return true;
    }
    const SExpr* annotated = command.starts_with("assert") ? command.child(1) : nullptr;
    if (annotated == nullptr || command.length() != 2 || !annotated->starts_with("!")) return false;
    const SExpr* name = name_in(*annotated);
    if (name == nullptr) return false;
    const term::Term formula = reader_.term(*annotated->child(1));
    if (!formula.sort().is_bool()) reader_.fail(*annotated, "a formula");
    reader_.define(*name, formula);
    problem_.assertions.push_back({std::string(name->text), formula});
    return true;
  }

  /// The name in (! formula ... :named name ...); null if there is none.
  const SExpr* name_in(const SExpr& annotated) {
    if (annotated.length() < 2) return nullptr;
    for (const SExpr* each = annotated.child(2); each != nullptr; each = each->next) {
      if (each->type != SExpr::Type::Keyword || !each->text.ends_with("named")) continue;
      if (each->next == nullptr || !each->next->is_name()) reader_.fail(*each, "a name after :named");
      return each->next;
    }
    return nullptr;
  }

  void take_request(const SExpr& command) {
    InterpolationRequest request;
    for (const SExpr* part = command.child(1); part != nullptr; part = part->next) {
      request.emplace_back();
      if (!part->is_list()) {
        request.back().push_back(assertion(*part));
        continue;
      }
      if (!part->starts_with("and") || part->length() < 2) reader_.fail(*part, "a name or (and name ...)");
      for (const SExpr* name = part->child(1); name != nullptr; name = name->next)
        request.back().push_back(assertion(*name));
    }
    if (request.size() < 2) reader_.fail(command, "at least two parts");
    problem_.requests.push_back(std::move(request));
  }

  const NamedFormula* find(std::string_view name) const {
    const auto found = std::ranges::find(problem_.assertions, name, &NamedFormula::name);
    return found == problem_.assertions.end() ? nullptr : &*found;
  }

  NamedFormula assertion(const SExpr& name) {
    const NamedFormula* found = name.is_name() ? find(name.text) : nullptr;
    if (found == nullptr)
      reader_.fail(name, "the name of an earlier assertion, not '" + std::string(name.text) + "'");
    return *found;
  }

  InterpolationRequest in_order(const std::vector<std::string>& order) const {
    InterpolationRequest request;
    for (const std::string& name : order) {
      const NamedFormula* found = find(name);
      if (found == nullptr) throw base::InputError(origin_ + ": no assertion is named '" + name + "'");
      request.push_back({*found});
    }
    if (request.size() < 2) throw base::InputError("an order needs at least two names");
    return request;
  }

  InterpolationRequest all_assertions() const {
    if (problem_.assertions.size() < 2)
      throw base::InputError(origin_ + ": at least two assertions should be named: (assert (! A :named a))");
    InterpolationRequest request;
    for (const NamedFormula& each : problem_.assertions) request.push_back({each});
    return request;
  }

  std::string origin_;
  term::SmtLibReader reader_;
  InterpolationProblem problem_;
};

}  // namespace

InterpolationProblem read_interpolation_problem(term::TermManager& terms, std::string_view text,
                                                const std::string& origin,
                                                const std::vector<std::string>& order) {
  return ProblemReader(terms, origin).read(text, order);
}

term::TermVector formulas_of(term::TermManager& terms, const InterpolationRequest& request) {
  term::TermVector result;
  for (const std::vector<NamedFormula>& part : request) {
    term::TermVector conjuncts;
    for (const NamedFormula& each : part) conjuncts.push_back(each.formula);
    result.push_back(terms.mk_and(conjuncts));
  }
  return result;
}

}  // namespace pendulum::interpolation
