#include "check/kernel/summary_program.h"

#include "base/check.h"
#include "program/call_effects.h"
#include "term/traverse.h"

namespace pendulum::check {

namespace {

using program::CallStructure;
using program::Edge;
using program::EdgeId;
using program::LocationId;
using program::Program;
using term::Substitution;
using term::Term;

class SummaryProgram {
 public:
  SummaryProgram(const Program& program, const certificate::Summaries& summaries)
      : program_(program),
        summaries_(summaries),
        terms_(program.terms()),
        calls_(*program::recognise_calls(program).structure),
        builder_(program::ProgramBuilder::without_edges(program)) {
    std::string reason;
    procedures_ = *program::find_procedures(program, calls_, reason);
    assigned_ = program::assigned_variables(program, calls_, procedures_);
  }

  Program make() {
    add_entry_copies();
    for (EdgeId id = 0; id < program_.edges().size(); ++id) {
      if (calls_.edges[id].kind == CallStructure::Edge::Kind::Local) add_local(id);
      if (calls_.edges[id].kind == CallStructure::Edge::Kind::Call) add_call(id);
    }
    for (const program::CallPair& pair : program::call_pairs(program_, calls_, procedures_)) add_pair(pair);
    for (const program::Procedures::Procedure& procedure : procedures_.all)
      for (const LocationId exit : procedure.exits) add_exit(exit);
    return builder_.build();
  }

 private:
  void add_entry_copies() {
    term::TermVector formulas;
    for (const auto& [location, formula] : summaries_.at) formulas.push_back(formula);
    const term::TermVector used = term::symbols(formulas);
    for (const program::Variable& variable : program_.variables()) {
      const Term copy = certificate::entry_copy(terms_, variable.symbol);
      if (!std::ranges::binary_search(used, copy)) continue;
      builder_.add_variable({copy, copy.name(), ""});
      copies_.emplace_back(variable.symbol, copy);
    }
  }

  /// The original edge without its guard and updates.
  Edge frame_of(EdgeId id) const {
    Edge edge = program_.edge(id);
    edge.guard = terms_.mk_true();
    edge.updates.clear();
    return edge;
  }

  void add_local(EdgeId id) {
    Edge edge = frame_of(id);
    edge.guard = calls_.edges[id].guard;
    edge.updates = calls_.edges[id].updates;
    if (edge.source == program_.entry()) initialise(edge);
    builder_.add_edge(std::move(edge));
  }

  /// Gives arbitrary initial values to the entry copies and their variables, because no variable may be live
  /// at the entry.
  void initialise(Edge& edge) const {
    const Substitution known = substitution(edge.updates);
    for (const auto& [variable, copy] : copies_)
      for (const Term symbol : {variable, copy})
        if (!known.contains(symbol)) edge.updates.push_back({symbol, add_input(symbol, edge)});
  }

  void add_call(EdgeId id) {
    Edge edge = frame_of(id);
    edge.guard = calls_.edges[id].guard;
    edge.updates = calls_.edges[id].updates;
    const Substitution after = substitution(calls_.edges[id].updates);
    for (const auto& [variable, copy] : copies_) edge.updates.push_back({copy, value(after, variable)});
    builder_.add_edge(std::move(edge));
  }

  /// Adds the step of a call from which the callee returns by `pair.back`.
  void add_pair(const program::CallPair& pair) {
    const Edge& back = program_.edge(pair.back);
    Edge edge = frame_of(pair.back);
    edge.source = program_.edge(pair.call).source;
    edge.inputs.clear();
    // The inputs of both edges are renamed, because an input belongs to one edge.
    const Substitution call_inputs = renamed_inputs(pair.call, edge);
    const Substitution begin = substitution(calls_.edges[pair.call].updates, call_inputs);
    const LocationId exit = back.source;
    Substitution end = begin;  // the values at the exit
    for (const Term variable : assigned_[*procedures_.of_location[exit]])
      end.insert_or_assign(variable, add_input(variable, edge));
    Substitution back_values = renamed_inputs(pair.back, edge);
    back_values.insert(end.begin(), end.end());
    for (const CallStructure::Save& save : calls_.edges[pair.call].saves)
      back_values.emplace(calls_.saved_value(terms_, save.stack),
                          term::substitute(terms_, save.value, call_inputs));
    edge.guard = terms_.mk_and({term::substitute(terms_, calls_.edges[pair.call].guard, call_inputs),
                                summary_at(exit, begin, end),
                                term::substitute(terms_, calls_.edges[pair.back].guard, back_values)});
    if (back.target != program_.error()) {
      for (const program::Assignment& update : calls_.edges[pair.back].updates)
        end.insert_or_assign(update.variable, term::substitute(terms_, update.value, back_values));
      for (const program::Variable& variable : program_.variables())
        if (const auto found = end.find(variable.symbol); found != end.end())
          edge.updates.push_back({variable.symbol, found->second});
    }
    builder_.add_edge(std::move(edge));
  }

  /// The formula of the exit, with the values at the beginning of the activation as entry copies.
  Term summary_at(LocationId exit, const Substitution& begin, const Substitution& end) const {
    const auto found = summaries_.at.find(exit);
    if (found == summaries_.at.end()) return terms_.mk_true();
    Substitution values = end;
    for (const auto& [variable, copy] : copies_) values.emplace(copy, value(begin, variable));
    return term::substitute(terms_, found->second, values);
  }

  void add_exit(LocationId exit) {
    const auto found = summaries_.at.find(exit);
    if (found == summaries_.at.end()) return;
    Edge edge{.source = exit, .target = program_.error(), .guard = terms_.mk_not(found->second)};
    edge.violation = "the summary is violated";
    // The edge is kept even if its guard is false: the judge considers the locations that lead to the error.
    builder_.keep_edge(std::move(edge));
  }

  Term value(const Substitution& map, Term variable) const {
    const auto found = map.find(variable);
    return found == map.end() ? variable : found->second;
  }

  Substitution substitution(const std::vector<program::Assignment>& updates,
                            const Substitution& inputs = {}) const {
    Substitution result;
    for (const program::Assignment& update : updates)
      result.emplace(update.variable, term::substitute(terms_, update.value, inputs));
    return result;
  }

  Term add_input(Term prototype, Edge& edge) const {
    edge.inputs.push_back({terms_.mk_fresh(prototype.name(), prototype.sort()), {}});
    return edge.inputs.back().symbol;
  }

  Substitution renamed_inputs(EdgeId id, Edge& edge) const {
    Substitution result;
    for (const program::Input& input : program_.edge(id).inputs)
      result.emplace(input.symbol, add_input(input.symbol, edge));
    return result;
  }

  const Program& program_;
  const certificate::Summaries& summaries_;
  term::TermManager& terms_;
  CallStructure calls_;
  program::ProgramBuilder builder_;
  program::Procedures procedures_;
  std::vector<term::TermSet> assigned_;        ///< by procedure
  std::vector<std::pair<Term, Term>> copies_;  ///< variables and their entry copies
};

}  // namespace

Program summary_program(const Program& program, const certificate::Summaries& summaries) {
  return SummaryProgram(program, summaries).make();
}

}  // namespace pendulum::check
