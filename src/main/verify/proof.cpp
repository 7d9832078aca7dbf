#include "main/verify/proof.h"

#include <fmt/core.h>

#include <map>

#include "base/error.h"
#include "program/passes/passes.h"
#include "report/notation/formula_text.h"
#include "smt/factory/factory.h"
#include "trace/source_lines.h"

namespace pendulum::main {

namespace {

using program::SourceLocation;

/// Maximum number of loops whose bounds are listed.
constexpr std::size_t max_loops = 20;
/// Maximum number of characters of a condition that is not written in C.
constexpr std::size_t max_formula_length = 160;

std::string times(unsigned number) {
  return number == 1 ? "once" : fmt::format("{} times", number);
}

std::vector<std::string> text_of(const program::Program& program,
                                 const certificate::Invariant& /*invariant*/) {
  const auto heads = program::cutpoints(program);
  const bool has_loop = std::ranges::any_of(heads, [&](program::LocationId location) {
    return location != program.entry() && location != program.error();
  });
  if (!has_loop) return {"the program has no loop: the formulas for all its paths have no solution"};
  return {
      "by induction over the loops: the invariants hold when a loop is entered, every iteration preserves "
      "them, and they exclude the error"};
}

std::vector<std::string> text_of(const program::Program&, const certificate::KInduction& proof) {
  if (proof.k <= 1)
    return {
        "by induction over the loops: the invariants hold when a loop is entered, every iteration "
        "preserves them, and no error follows from them within one iteration"};
  return {
      fmt::format("by {0}-induction: no execution reaches the error within {0} iterations, and no error "
                  "follows {0} consecutive iterations without one in which the invariants hold",
                  proof.k)};
}

std::vector<std::string> text_of(const program::Program&, const certificate::Unrolling& proof) {
  if (proof.bound == 0) return {"no loop is repeated, and all paths were checked"};
  return {
      fmt::format("no execution repeats loops more than {} in total, and all paths up to this bound were "
                  "checked",
                  times(proof.bound))};
}

std::vector<std::string> text_of(const program::Program& program, const certificate::LoopUnrolling& proof) {
  std::map<SourceLocation, unsigned> bounds;
  for (const auto& loop : proof.loops) {
    const SourceLocation& where = program.location(loop.head).where;
    if (!where.is_known()) continue;
    unsigned& bound = bounds[where];
    bound = std::max(bound, loop.bound);
  }
  std::vector<std::string> result{"every loop has a bound, and all paths up to these bounds were checked"};
  for (const auto& [where, bound] : bounds) {
    if (result.size() > max_loops) {
      result.push_back(fmt::format("... and {} more loops", bounds.size() - max_loops));
      break;
    }
    result.push_back(fmt::format("the loop at {} is repeated at most {}", where.to_string(), times(bound)));
  }
  return result;
}

std::vector<std::string> text_of(const program::Program&, const certificate::Summaries&) {
  return {
      "by summaries of the recursive functions: each function satisfies its summary if the calls in it do, "
      "and "
      "no error follows from the summaries"};
}

std::vector<std::string> text_of(const program::Program&, const certificate::UnwoundCalls& proof) {
  return {fmt::format(
      "recursive calls are nested in at most {} different sequences of calls, and all paths through "
      "them were checked",
      proof.tree.nodes().size())};
}

}  // namespace

std::vector<witness::WrittenInvariant> invariants_in_c(const input::Source& source,
                                                       const certificate::Certificate& certificate,
                                                       const supervise::Worker& worker) {
  if (!source.native) return {};
  try {
    base::Statistics ignored;
    const auto solvers = smt::make_solver_factory({}, worker.stop, ignored);
    witness::SourceTexts sources;
    return witness::write_invariants(source.program, certificate, sources, solvers.get(), worker.stop);
  } catch (const base::Stopped&) {
    return {};
  }
}

void add_proof(report::RunRecord& record, const program::Program& program,
               const certificate::Certificate& certificate,
               const std::vector<witness::WrittenInvariant>& invariants,
               const std::vector<std::pair<term::Term, std::string>>& names) {
  record.proof = std::visit([&](const auto& proof) { return text_of(program, proof); }, certificate);
  trace::SourceLines lines(record.input_files);
  report::FormulaText formula(program, max_formula_length);
  for (const auto& [term, name] : names) formula.set_name(term, name);
  for (const witness::WrittenInvariant& each : invariants) {
    const SourceLocation& where = each.invariant.where;
    std::vector<std::string> formulas;
    for (const term::Term term : each.left_out) formulas.push_back(formula(term));
    record.invariants.push_back({where.file, where.line, where.function, each.invariant.value,
                                 each.left_out.size(), lines.line(where.file, where.line),
                                 std::move(formulas)});
  }
}

}  // namespace pendulum::main
