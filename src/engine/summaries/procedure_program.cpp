#include "engine/summaries/procedure_program.h"

#include <fmt/core.h>

#include <algorithm>

#include "certificate/certificate.h"
#include "term/traverse.h"

namespace pendulum::engine::summaries {

using program::CallStructure;
using program::Edge;
using program::EdgeId;
using program::LocationId;
using program::Program;
using program::Variable;
using term::Substitution;
using term::Term;
using term::TermSet;
using Kind = CallStructure::Edge::Kind;

namespace {

/// Computes ProcedureProgram::live_variables.
class Liveness {
 public:
  explicit Liveness(const ProcedureProgram& procedures)
      : procedures_(procedures), program_(procedures.program), live_(program_.locations().size()) {
    for (const auto& copies : procedures.copies)
      for (const auto& [variable, copy] : copies) hidden_.insert(copy);
    hidden_.insert(procedures.saved.begin(), procedures.saved.end());
  }

  std::vector<TermSet> run() {
    do {
      changed_ = false;
      for (EdgeId id = 0; id < program_.edges().size(); ++id)
        if (procedures_.kinds[id] != Kind::Return) step(program_.edge(id));
      for (const program::CallPair& pair : procedures_.pairs) step(pair);
    } while (changed_);
    return std::move(live_);
  }

 private:
  void need(LocationId location, Term symbol) {
    if (program_.is_variable(symbol) && !hidden_.contains(symbol))
      changed_ = live_[location].insert(symbol).second || changed_;
  }

  void need_all(LocationId location, Term term) {
    for (const Term symbol : term::symbols(term)) need(location, symbol);
  }

  static Term value_after(const Substitution& updates, Term variable) {
    const auto found = updates.find(variable);
    return found == updates.end() ? variable : found->second;
  }

  void step(const Edge& edge) {
    need_all(edge.source, edge.guard);
    const Substitution updates = program::substitution_of(edge);
    for (const Term variable : TermSet(live_[edge.target]))
      need_all(edge.source, value_after(updates, variable));
  }

  void step(const program::CallPair& pair) {
    const Edge& call = program_.edge(pair.call);
    const Edge& back = program_.edge(pair.back);
    const Substitution begin = program::substitution_of(call), end = program::substitution_of(back);
    const TermSet& assigned = procedures_.assigned[*procedures_.procedures.of_location[back.source]];
    const auto need_at_exit = [&](Term term) {
      for (const Term symbol : term::symbols(term)) {
        if (assigned.contains(symbol)) {
          need(back.source, symbol);
        } else {
          need_all(call.source, value_after(begin, symbol));
        }
      }
    };
    need_at_exit(back.guard);
    for (const Term variable : TermSet(live_[back.target])) need_at_exit(value_after(end, variable));
  }

  const ProcedureProgram& procedures_;
  const Program& program_;
  TermSet hidden_;
  std::vector<TermSet> live_;
  bool changed_ = false;
};

/// Gives variables that are copied to each other the same signedness, so that copies need no conversion in
/// the integer view.
class Signedness {
 public:
  void copy(Term target, Term value) {
    if (value.is_symbol() && value.sort() == target.sort()) parent_[root(target)] = root(value);
  }
  void vote(const Variable& variable) {
    if (variable.signedness == Variable::Signedness::Signed) ++votes_[root(variable.symbol)];
    if (variable.signedness == Variable::Signedness::Unsigned) --votes_[root(variable.symbol)];
  }
  void apply(Variable& variable) {
    if (!variable.symbol.sort().is_bitvec() || variable.signedness != Variable::Signedness::Unknown) return;
    const int sum = votes_[root(variable.symbol)];
    if (sum != 0)
      variable.signedness = sum > 0 ? Variable::Signedness::Signed : Variable::Signedness::Unsigned;
  }

 private:
  Term root(Term symbol) {
    while (true) {
      const auto found = parent_.find(symbol);
      if (found == parent_.end() || found->second == symbol) return symbol;
      symbol = found->second;
    }
  }

  term::TermMap<Term> parent_;
  term::TermMap<int> votes_;
};

class Maker {
 public:
  Maker(const Program& original, CallStructure calls, program::Procedures procedures)
      : original_(original), terms_(original.terms()), calls_(std::move(calls)) {
    result_.pairs = program::call_pairs(original, calls_, procedures);
    result_.assigned = program::assigned_variables(original, calls_, procedures);
    result_.procedures = std::move(procedures);
    result_.copies.resize(result_.procedures.all.size());
    for (const CallStructure::Edge& edge : calls_.edges) result_.kinds.push_back(edge.kind);
    for (const Term stack : calls_.stacks) {
      const Term saved = terms_.mk_fresh(stack.name() + ".last", stack.sort().element());
      result_.saved.insert(saved);
      saved_.emplace_back(stack, saved);
    }
  }

  ProcedureProgram make() {
    result_.program = build();
    const std::vector<TermSet> live = result_.live_variables();
    for (std::size_t i = 1; i < result_.copies.size(); ++i)
      for (const Term variable : live[result_.procedures.all[i].entry])
        result_.copies[i].emplace_back(variable, certificate::entry_copy(terms_, variable));
    for (auto& copies : result_.copies) std::ranges::sort(copies);
    result_.program = build();
    return std::move(result_);
  }

 private:
  Program build() {
    program::ProgramBuilder builder(terms_);
    for (const program::Location& location : original_.locations())
      builder.add_location(location.name, location.where);
    builder.set_entry(original_.entry());
    builder.set_error(original_.error());
    std::vector<Edge> edges;
    for (EdgeId id = 0; id < original_.edges().size(); ++id) edges.push_back(translate(id));
    add_variables(edges, builder);
    for (Edge& edge : edges) builder.keep_edge(std::move(edge));
    return builder.build();
  }

  void add_variables(const std::vector<Edge>& edges, program::ProgramBuilder& builder) const {
    std::vector<Variable> variables;
    for (const Variable& variable : original_.variables())
      if (!calls_.is_stack_variable(variable.symbol)) variables.push_back(variable);
    for (const auto& [stack, saved] : saved_) variables.push_back({saved, "", ""});
    TermSet copies;
    for (const auto& all : result_.copies)
      for (const auto& [variable, copy] : all)
        if (copies.insert(copy).second) variables.push_back({copy, "", ""});
    Signedness signedness;
    for (const Edge& edge : edges)
      for (const program::Assignment& update : edge.updates) signedness.copy(update.variable, update.value);
    for (const Variable& variable : variables) signedness.vote(variable);
    for (Variable& variable : variables) {
      signedness.apply(variable);
      builder.add_variable(std::move(variable));
    }
  }

  Edge translate(EdgeId id) const {
    Edge edge = original_.edge(id);
    const CallStructure::Edge& plain = calls_.edges[id];
    edge.guard = plain.guard;
    edge.updates = plain.updates;
    // Every saved value is initialised, because no variable may be live at the entry.
    if (edge.source == original_.entry())
      for (const auto& [stack, saved] : saved_) edge.updates.push_back({saved, terms_.mk_zero(saved.sort())});
    if (plain.kind == Kind::Return) read_saved(edge);
    if (plain.kind == Kind::Call) add_copies(plain, edge);
    return edge;
  }

  void read_saved(Edge& edge) const {
    Substitution values;
    for (const auto& [stack, saved] : saved_) values.emplace(calls_.saved_value(terms_, stack), saved);
    edge.guard = term::substitute(terms_, edge.guard, values);
    for (program::Assignment& update : edge.updates)
      update.value = term::substitute(terms_, update.value, values);
  }

  void add_copies(const CallStructure::Edge& plain, Edge& edge) const {
    const Substitution after = program::substitution_of(edge);
    for (const auto& [stack, saved] : saved_) {
      const auto save = std::ranges::find(plain.saves, stack, &CallStructure::Save::stack);
      if (save != plain.saves.end()) edge.updates.push_back({saved, save->value});
    }
    const auto callee = result_.procedure_at(edge.target);
    if (!callee) return;
    for (const auto& [variable, copy] : result_.copies[*callee]) {
      const auto found = after.find(variable);
      edge.updates.push_back({copy, found == after.end() ? variable : found->second});
    }
  }

  const Program& original_;
  term::TermManager& terms_;
  CallStructure calls_;
  std::vector<std::pair<Term, Term>> saved_;  ///< arrays of the stack and their variables
  ProcedureProgram result_;
};

}  // namespace

std::optional<std::size_t> ProcedureProgram::procedure_at(LocationId location) const {
  for (std::size_t i = 1; i < procedures.all.size(); ++i)
    if (procedures.all[i].entry == location) return i;
  return std::nullopt;
}

std::vector<TermSet> ProcedureProgram::live_variables() const {
  return Liveness(*this).run();
}

std::optional<ProcedureProgram> make_procedure_program(const Program& program, std::string& reason) {
  program::CallRecognition calls = program::recognise_calls(program);
  reason = calls.reason;
  if (!calls.structure) return std::nullopt;
  auto procedures = program::find_procedures(program, *calls.structure, reason);
  if (!procedures) return std::nullopt;
  for (const program::Procedures::Procedure& procedure : procedures->all)
    for (const EdgeId id : program.incoming(procedure.entry))
      if (calls.structure->edges[id].kind != Kind::Call) {
        reason =
            fmt::format("the entry {} of a procedure is in a loop", program.location(procedure.entry).name);
        return std::nullopt;
      }
  return Maker(program, std::move(*calls.structure), std::move(*procedures)).make();
}

ProcedureProgram integer_image(const ProcedureProgram& procedures, const program::IntegerView& view) {
  ProcedureProgram result = procedures;
  result.program = view.program();
  const auto image = [&](const TermSet& variables) {
    TermSet images;
    for (const Term variable : variables) images.insert(view.image(variable));
    return images;
  };
  for (TermSet& assigned : result.assigned) assigned = image(assigned);
  result.saved = image(procedures.saved);
  for (auto& copies : result.copies)
    for (auto& [variable, copy] : copies) {
      variable = view.image(variable);
      copy = view.image(copy);
    }
  return result;
}

}  // namespace pendulum::engine::summaries
