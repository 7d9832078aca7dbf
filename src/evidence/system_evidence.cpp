#include "evidence/system_evidence.h"

#include "base/check.h"
#include "base/file.h"
#include "evidence/horn_script.h"
#include "evidence/vmt_script.h"
#include "program/reachability.h"
#include "term/traverse.h"

namespace pendulum::evidence {

namespace {

using frontend::HornSource;
using program::Edge;
using program::LocationId;
using program::Program;
using term::Term;
using term::TermManager;
using term::TermVector;

/// The weakest precondition of the edge for the formula `after`, with inputs universally quantified.
Term weakest_precondition(TermManager& terms, const Edge& edge, Term after) {
  TermVector inputs;
  for (const program::Input& input : edge.inputs) inputs.push_back(input.symbol);
  const Term before = term::substitute(terms, after, program::substitution_of(edge));
  return terms.mk_forall(inputs, terms.mk_implies(edge.guard, before));
}

}  // namespace

std::vector<Term> complete_invariant(const Program& program, const certificate::Invariant& invariant) {
  TermManager& terms = program.terms();
  std::vector<Term> result(program.locations().size());
  result[program.entry()] = terms.mk_true();
  result[program.error()] = terms.mk_false();
  for (const auto& [location, term] : invariant.at) {
    PENDULUM_CHECK(location < result.size(), "location {} should be one of the program", location);
    result[location] = term;
  }
  const std::vector<bool> from_entry = program::reachable_from_entry(program);
  const std::vector<bool> to_error = program::leading_to_error(program);
  for (LocationId location = 0; location < result.size(); ++location)
    if (result[location].is_null() && !(from_entry[location] && to_error[location]))
      result[location] = terms.mk_bool(from_entry[location]);
  // The locations of the invariant cut every cycle, so the other locations can be processed in an order in
  // which all successors of a location precede it.
  for (LocationId root = 0; root < result.size(); ++root) {
    std::vector<LocationId> stack{root};
    while (!stack.empty()) {
      const LocationId location = stack.back();
      // A cycle without a location of the invariant would grow the stack without end.
      PENDULUM_CHECK(stack.size() <= result.size() + program.edges().size(),
                     "the locations of the invariant should cut every cycle");
      if (!result[location].is_null()) {
        stack.pop_back();
        continue;
      }
      TermVector parts;
      bool is_ready = true;
      for (const program::EdgeId id : program.outgoing(location)) {
        const Edge& edge = program.edge(id);
        if (result[edge.target].is_null()) {
          stack.push_back(edge.target);
          is_ready = false;
        } else if (is_ready) {
          parts.push_back(weakest_precondition(terms, edge, result[edge.target]));
        }
      }
      if (!is_ready) continue;
      result[location] = terms.mk_and(parts);
      stack.pop_back();
    }
  }
  return result;
}

void write_system_proof(const std::string& directory, const input::SystemSource& source,
                        const Program& program, const certificate::Invariant& invariant) {
  const std::vector<Term> complete = complete_invariant(program, invariant);
  if (const auto* horn = std::get_if<HornSource>(&source))
    return base::write_file(directory + "/model.smt2", chc_model(program, *horn, complete));
  const auto& system = std::get<system::TransitionSystem>(source);
  // The program that to_program makes has one loop location, which is the target of its first edge.
  const Term at_loop = program.edges().empty() ? program.terms().mk_true() : complete[program.edge(0).target];
  base::write_file(directory + "/invariant.smt2", vmt_invariant(program.terms(), system, at_loop));
}

void write_system_run(const std::string& directory, const input::Source& source,
                      const certificate::ErrorPath& path) {
  PENDULUM_CHECK(source.system.has_value(), "the source should be a transition system or Horn clauses");
  if (const auto* horn = std::get_if<HornSource>(&*source.system))
    return base::write_file(directory + "/derivation.smt2", chc_derivation(source.program, *horn, path));
  base::write_file(directory + "/trace.smt2",
                   vmt_trace(source.program, std::get<system::TransitionSystem>(*source.system), path));
}

}  // namespace pendulum::evidence
