#include "witness/correctness.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "base/error.h"
#include "program/passes/passes.h"
#include "term/traverse.h"
#include "witness/source_match.h"

namespace pendulum::witness {

namespace {

using program::LocationId;
using program::SourceLocation;
using term::Term;

const certificate::Invariant* invariant_of(const certificate::Certificate& certificate) {
  if (const auto* induction = std::get_if<certificate::KInduction>(&certificate)) return &induction->facts;
  return std::get_if<certificate::Invariant>(&certificate);
}

/// The invariant at one source location: a disjunction over the program locations at that source location. A
/// function that is called several times has one copy of its locations per call. Empty if one of the
/// locations has no invariant with a C form.
std::string value_at(InvariantReader& reader, const std::map<LocationId, Term>& at,
                     term::TermVector& left_out) {
  std::map<std::string, std::size_t> disjuncts;  // with the number of conjuncts
  for (const auto& [location, invariant] : at) {
    if (invariant.is_false()) continue;
    const ReadableInvariant readable = reader.read(location, invariant);
    left_out.insert(left_out.end(), readable.left_out.begin(), readable.left_out.end());
    std::string text;
    for (const std::string& conjunct : readable.conjuncts) text += (text.empty() ? "" : " && ") + conjunct;
    disjuncts.emplace(std::move(text), readable.conjuncts.size());
  }
  if (disjuncts.empty()) return "0";      // the source location is unreachable
  if (disjuncts.contains("")) return "";  // one of the locations has no invariant
  if (disjuncts.size() == 1) return disjuncts.begin()->first;

  std::string value;
  for (const auto& [text, conjuncts] : disjuncts)
    value += (value.empty() ? "" : " || ") + (conjuncts > 1 ? "(" + text + ")" : text);
  return value;
}

}  // namespace

std::vector<WrittenInvariant> write_invariants(const program::Program& program,
                                               const certificate::Certificate& certificate,
                                               SourceTexts& sources, smt::SolverFactory* solvers,
                                               const base::StopToken& stop) {
  const certificate::Invariant* invariant = invariant_of(certificate);
  if (invariant == nullptr) return {};
  std::map<SourceLocation, std::map<LocationId, Term>> by_source;
  for (const LocationId location : program::cutpoints(program)) {
    const SourceLocation& where = program.location(location).where;
    const auto term = invariant->at.find(location);
    const bool is_statement = where.is_known() && (sources.is_loop(where) || sources.is_in_first_part(where));
    if (is_statement && term != invariant->at.end()) by_source[where].emplace(location, term->second);
  }
  std::vector<WrittenInvariant> result;
  InvariantReader reader(program, solvers, stop);
  for (const auto& [where, at] : by_source) {
    WrittenInvariant entry;
    const bool is_loop = sources.is_loop(where);
    entry.invariant.kind = is_loop ? Invariant::Kind::Loop : Invariant::Kind::Location;
    entry.invariant.where = is_loop ? where : sources.statement(where);
    entry.invariant.value = value_at(reader, at, entry.left_out);
    if (!entry.invariant.value.empty() || !entry.left_out.empty()) result.push_back(std::move(entry));
  }
  return result;
}

namespace {

/// One edge into the error per invariant and location, taken if the invariant does not hold.
std::vector<program::Edge> checks(const program::Program& program, const InvariantSet& set,
                                  unsigned long_bits, CheckedProgram& result) {
  std::vector<program::Edge> edges;
  const Scopes scopes(program);
  term::TermManager& terms = program.terms();
  for (const Invariant& invariant : set.invariants) {
    const auto locations = locations_at(program, invariant.where);
    if (locations.empty())
      result.unused.push_back(fmt::format("the program has no location at {}:{}", invariant.where.to_string(),
                                          invariant.where.column));
    try {
      for (const LocationId location : locations) {
        const Term holds = parse_condition({scopes, location, long_bits, {}, {}}, invariant.value);
        PENDULUM_DCHECK(
            std::ranges::all_of(term::symbols(holds), [&](Term s) { return program.is_variable(s); }),
            "the invariant `{}` should be over the program's variables", invariant.value);
        Term& known = result.invariants.try_emplace(location, terms.mk_true()).first->second;
        known = terms.mk_and(known, holds);
        program::Edge& edge = edges.emplace_back();
        edge.source = location;
        edge.target = program.error();
        edge.guard = terms.mk_not(holds);
        edge.where = invariant.where;
        edge.violation = "the invariant `" + invariant.value + "` does not hold";
      }
    } catch (const NotExpressible& what) {
      result.unused.push_back(fmt::format("{}: {}", invariant.where.to_string(), what.what()));
    }
  }
  return edges;
}

}  // namespace

CheckedProgram check_invariants(const program::Program& program, const InvariantSet& set,
                                unsigned long_bits) {
  CheckedProgram result;
  const std::vector<program::Edge> edges = checks(program, set, long_bits, result);
  EntryHavoc havoc;
  for (const program::Edge& edge : edges) havoc.add(edge.guard);
  program::ProgramBuilder builder = program::ProgramBuilder::without_edges(program);
  for (program::EdgeId id = 0; id < program.edges().size(); ++id) {
    program::Edge edge = program.edge(id);
    if (edge.source == program.entry()) havoc.assign(edge, program.terms());
    const std::optional<program::EdgeId> added = builder.add_edge(std::move(edge));
    PENDULUM_CHECK(added == id, "edge {} of the original should keep its number", id);
  }
  for (const program::Edge& edge : edges) builder.add_edge(edge);
  result.program = builder.build();
  return result;
}

}  // namespace pendulum::witness
