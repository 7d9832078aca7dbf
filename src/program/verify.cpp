// Checks the rules that every Program satisfies, after the front end and after every pass. Linear in the size
// of the edges' terms, plus the live variables at entry.
#include <bit>
#include <unordered_map>

#include "base/check.h"
#include "program/liveness.h"

namespace pendulum::program {

namespace {

/// For messages: "edge 3 (main.entry -> main.loop at a.c:12)".
std::string describe(const Program& program, EdgeId id) {
  const Edge& edge = program.edge(id);
  const std::string location = edge.where.is_known() ? " at " + edge.where.to_string() : "";
  return fmt::format("edge {} ({} -> {}{})", id, program.location(edge.source).name,
                     program.location(edge.target).name, location);
}

/// Input symbol -> edge to which it belongs.
using InputOwners = term::TermMap<EdgeId>;

void verify_inputs(const Program& program, EdgeId id, InputOwners& owners) {
  for (const Input& input : program.edge(id).inputs) {
    PENDULUM_CHECK(input.symbol && input.symbol.is_symbol(), "an input of {} should be a symbol",
                   describe(program, id));
    PENDULUM_CHECK(!program.is_variable(input.symbol), "{} should not be an input of {} and a variable",
                   input.symbol.name(), describe(program, id));
    const auto [owner, is_new] = owners.emplace(input.symbol, id);
    PENDULUM_CHECK(is_new, "input {} should belong to one edge, once, not to {} and {}", input.symbol.name(),
                   describe(program, owner->second), describe(program, id));
  }
}

void verify_value(const Program& program, EdgeId id, term::Term value, term::Sort sort) {
  PENDULUM_CHECK(value, "the terms of {} should not be null", describe(program, id));
  PENDULUM_CHECK(value.sort() == sort, "a term of {} should have sort {}, not {}", describe(program, id),
                 sort.to_string(), value.sort().to_string());
  PENDULUM_CHECK(!value.has_quantifier(), "the terms of {} should be free of quantifiers",
                 describe(program, id));
}

void verify_terms(const Program& program, EdgeId id) {
  const Edge& edge = program.edge(id);
  verify_value(program, id, edge.guard, program.terms().bool_sort());
  term::Term previous;
  for (const Assignment& update : edge.updates) {
    PENDULUM_CHECK(program.is_variable(update.variable), "{} should assign declared variables, not {}",
                   describe(program, id), update.variable.to_string());
    PENDULUM_CHECK(!previous || previous < update.variable,
                   "the updates of {} should be ordered by variable, each once", describe(program, id));
    previous = update.variable;
    PENDULUM_CHECK(update.value != update.variable, "{} should not assign {} to itself",
                   describe(program, id), update.variable.name());
    verify_value(program, id, update.value, update.variable.sort());
  }
}

void verify_symbols(const Program& program, EdgeId id, const term::TermVector& symbols,
                    const InputOwners& owners) {
  for (term::Term symbol : symbols) {
    if (program.is_variable(symbol)) continue;
    const auto owner = owners.find(symbol);
    PENDULUM_CHECK(owner != owners.end(), "{} should use only variables and its own inputs, not {}",
                   describe(program, id), symbol.name());
    PENDULUM_CHECK(owner->second == id, "{} should not use {}, an input of {}", describe(program, id),
                   symbol.name(), describe(program, owner->second));
  }
}

void verify_graph(const Program& program) {
  const std::size_t size = program.locations().size();
  PENDULUM_CHECK(program.entry() < size && program.error() < size,
                 "entry {} and error {} should be among the {} locations", program.entry(), program.error(),
                 size);
  PENDULUM_CHECK(program.entry() != program.error(), "entry and error should be two locations");
  for (EdgeId id = 0; id < program.edges().size(); ++id) {
    const Edge& edge = program.edge(id);
    PENDULUM_CHECK(edge.source < size && edge.target < size,
                   "edge {} should connect declared locations, not {} -> {}", id, edge.source, edge.target);
    PENDULUM_CHECK(edge.source != program.error(), "{} should not leave the error location",
                   describe(program, id));
    // Soundness: engines look for unsupported constructs only on edges into the error location.
    PENDULUM_CHECK(!edge.is_unsupported || edge.target == program.error(),
                   "{} is unsupported and should lead to the error location", describe(program, id));
  }
}

/// The first variable of a slice that is in the set `live`. Requires: `live` is not empty.
term::Term first_variable(const Liveness& liveness, std::size_t slice, Liveness::Word live) {
  return liveness.variables()[slice * Liveness::word_bits + static_cast<std::size_t>(std::countr_zero(live))];
}

/// The value of a variable that is live at entry would be determined by no input.
void verify_entry(const Program& program, const std::vector<term::TermVector>& reads) {
  Liveness liveness(program, reads);
  for (std::size_t slice = 0; slice < liveness.num_slices(); ++slice) {
    liveness.solve(slice);
    const Liveness::Word live = liveness.live(program.entry());
    PENDULUM_CHECK(live == 0, "variable {} should not be live at entry: some path reads it unassigned",
                   first_variable(liveness, slice, live).name());
  }
}

}  // namespace

void verify_program(const Program& program) {
  verify_graph(program);
  InputOwners owners;
  for (EdgeId id = 0; id < program.edges().size(); ++id) {
    verify_inputs(program, id, owners);
    verify_terms(program, id);
  }
  const std::vector<term::TermVector> reads = edge_symbols(program);
  for (EdgeId id = 0; id < program.edges().size(); ++id) verify_symbols(program, id, reads[id], owners);
  verify_entry(program, reads);
}

}  // namespace pendulum::program
