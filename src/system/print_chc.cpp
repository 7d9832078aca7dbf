// Prints Horn clauses in the format of CHC-COMP: the arguments of a predicate are distinct variables, and
// every clause is (assert (forall (...) (=> body head))). A clause without variables binds a dummy variable.
#include <algorithm>
#include <ostream>
#include <sstream>

#include "base/check.h"
#include "system/new_symbol.h"
#include "system/transition_system.h"
#include "term/floating_point/lowering.h"
#include "term/print.h"
#include "term/signature/symbol_syntax.h"
#include "term/traverse.h"

namespace pendulum::system {

namespace {

using program::Edge;
using program::LocationId;
using program::Program;
using term::Term;
using term::TermManager;
using term::TermVector;

class ChcPrinter {
 public:
  ChcPrinter(std::ostream& out, const Program& program)
      : out_(out), program_(program), terms_(program.terms()), live_(program::live_variables(program)) {
    name_predicates();
    for (const program::Variable& variable : program.variables()) {
      const Term symbol = variable.symbol;
      next_.emplace(symbol, new_symbol(terms_, symbol.name() + ".next", symbol.sort()));
    }
  }

  void print() {
    PENDULUM_CHECK(live_[program_.entry()].empty() && live_[program_.error()].empty(),
                   "no variable should be live at entry and error");
    out_ << "(set-logic HORN)\n";
    for (LocationId id = 0; id < predicates_.size(); ++id) {
      out_ << "(declare-fun " << predicates_[id] << " (";
      for (std::size_t i = 0; i < live_[id].size(); ++i)
        out_ << (i == 0 ? "" : " ") << live_[id][i].sort().to_string();
      out_ << ") Bool)\n";
    }
    clause({}, "true", application(program_.entry(), {}));
    for (const Edge& edge : program_.edges()) print_edge(edge);
    clause({}, application(program_.error(), {}), "false");
    out_ << "(check-sat)\n";
  }

 private:
  // A bound variable shadows a function of the same name, so predicates get names that no symbol has.
  void name_predicates() {
    for (const program::Location& location : program_.locations()) {
      std::string name = "at." + location.name;
      while (!terms_.find_symbol(name).is_null()) name += "!";
      predicates_.push_back(term::quote_symbol(name));
    }
  }

  /// Returns the predicate of a location applied to its live variables, which are renamed by `renaming`.
  std::string application(LocationId id, const term::TermMap<Term>& renaming) const {
    PENDULUM_CHECK(id < predicates_.size() && id < live_.size(), "location {} should have a predicate", id);
    if (live_[id].empty()) return predicates_[id];
    std::string result = "(" + predicates_[id];
    for (Term variable : live_[id]) {
      const auto renamed = renaming.find(variable);
      result += " " + term::quote_symbol((renamed == renaming.end() ? variable : renamed->second).name());
    }
    return result + ")";
  }

  void clause(const TermVector& bound, const std::string& body, const std::string& head) {
    out_ << "(assert (forall (";
    if (bound.empty()) out_ << "(CHC_COMP_UNUSED Bool)";
    for (std::size_t i = 0; i < bound.size(); ++i)
      out_ << (i == 0 ? "(" : " (") << term::quote_symbol(bound[i].name()) << " "
           << bound[i].sort().to_string() << ")";
    out_ << ") (=> " << body << " " << head << ")))\n";
  }

  void print_edge(const Edge& edge) {
    TermVector constraint{edge.guard};
    term::TermMap<Term> renaming;
    for (const program::Assignment& update : edge.updates) {
      if (!std::binary_search(live_[edge.target].begin(), live_[edge.target].end(), update.variable))
        continue;
      renaming.emplace(update.variable, next_.at(update.variable));
      constraint.push_back(terms_.mk_eq(next_.at(update.variable), update.value));
    }
    const Term formula = term::lower_floats(terms_, terms_.mk_and(constraint));
    TermVector bound = live_[edge.source];
    for (Term symbol : term::symbols(formula)) bound.push_back(symbol);
    // Variables that occur only in the head are bound, too: those that are havocked or unchanged.
    for (Term variable : live_[edge.target]) {
      const auto renamed = renaming.find(variable);
      bound.push_back(renamed == renaming.end() ? variable : renamed->second);
    }
    std::sort(bound.begin(), bound.end());
    bound.erase(std::unique(bound.begin(), bound.end()), bound.end());
    std::ostringstream body;
    body << "(and " << application(edge.source, {}) << " ";
    term::print(body, formula);
    body << ")";
    clause(bound, body.str(), application(edge.target, renaming));
  }

  std::ostream& out_;
  const Program& program_;
  TermManager& terms_;
  std::vector<TermVector> live_;
  std::vector<std::string> predicates_;
  term::TermMap<Term> next_;
};

}  // namespace

void print_chc(std::ostream& out, const Program& program) {
  ChcPrinter(out, program).print();
}

}  // namespace pendulum::system
