#include "program/call_structure.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "term/traverse.h"

namespace pendulum::program {

using term::Kind;
using term::Term;
using term::TermManager;
using term::TermSet;

namespace {

/// The edge does not have the form that call_structure.h describes.
struct Mismatch {
  std::string reason;
};

Term mk_successor(TermManager& terms, Term depth) {
  if (depth.sort().is_int()) return terms.mk_add(depth, terms.mk_int(1));
  return terms.mk_bvadd(depth, terms.mk_bv(1, depth.sort().width()));
}

Term mk_top(TermManager& terms, Term depth) {
  if (depth.sort().is_int()) return terms.mk_sub(depth, terms.mk_int(1));
  return terms.mk_bvsub(depth, terms.mk_bv(1, depth.sort().width()));
}

Term value_of(const std::vector<Assignment>& updates, Term variable) {
  const auto found = std::ranges::find(updates, variable, &Assignment::variable);
  return found == updates.end() ? Term() : found->value;
}

/// The depth and the array of call sites of a program that may have the form.
struct Candidate {
  Term depth;
  Term sites;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

/// The pairs of a variable that an edge increments and an array that it writes at this variable.
std::vector<Candidate> candidates(const Program& program) {
  TermManager& terms = program.terms();
  std::vector<Candidate> result;
  for (const Edge& edge : program.edges())
    for (const auto& [depth, value] : edge.updates) {
      if (!depth.sort().is_bitvec() && !depth.sort().is_int()) continue;
      if (value != mk_successor(terms, depth)) continue;
      for (const auto& [array, stored] : edge.updates)
        if (stored.kind() == Kind::Store && stored[0] == array && stored[1] == depth && stored[2].is_value())
          result.push_back({depth, array});
    }
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// Whether a value can be the number of a call site: a bit-vector or an integer from 0 to 2^64 - 1.
bool is_number(Term value) {
  if (value.kind() != Kind::BitVecValue && value.kind() != Kind::IntValue) return false;
  return mpz_fits_ulong_p(value.integer_value().get_mpz_t()) != 0;
}

/// Checks whether a program has the form with the given depth and array of call sites.
class Recogniser {
 public:
  Recogniser(const Program& program, Candidate candidate)
      : program_(program), terms_(program.terms()), top_(mk_top(terms_, candidate.depth)) {
    calls_.depth = candidate.depth;
    calls_.sites = candidate.sites;
    variables_ = {candidate.depth, candidate.sites};
  }

  /// Throws Mismatch.
  CallStructure run() {
    if (!program_.incoming(program_.entry()).empty()) throw Mismatch{"an edge leads to the entry"};
    find_stacks();
    for (EdgeId id = 0; id < program_.edges().size(); ++id) calls_.edges.push_back(read(id));
    check_reads();
    return std::move(calls_);
  }

 private:
  bool is_call(const Edge& edge) const {
    return value_of(edge.updates, calls_.depth) == mk_successor(terms_, calls_.depth);
  }

  /// The value that is stored at the depth if `update` pushes a value; null otherwise.
  Term pushed(const Assignment& update) const {
    const bool pushes = update.value.kind() == Kind::Store && update.value[0] == update.variable &&
                        update.value[1] == calls_.depth;
    return pushes ? update.value[2] : Term();
  }

  void find_stacks() {
    for (const Edge& edge : program_.edges()) {
      if (!is_call(edge)) continue;
      for (const Assignment& update : edge.updates)
        if (pushed(update) && variables_.insert(update.variable).second)
          calls_.stacks.push_back(update.variable);
    }
    std::ranges::sort(calls_.stacks);
    for (const Term stack : calls_.stacks) saved_values_.emplace(calls_.saved_value(terms_, stack), stack);
  }

  CallStructure::Edge read(EdgeId id) {
    const Edge& edge = program_.edge(id);
    if (edge.target == program_.error()) return read_error(id);
    if (edge.source == program_.entry()) return read_initial(id);
    const Term depth = value_of(edge.updates, calls_.depth);
    if (depth.is_null()) return read_local(id);
    if (is_call(edge)) return read_call(id);
    if (depth == top_) return read_return(id);
    throw Mismatch{fmt::format("edge {} changes the depth by another number than 1", id)};
  }

  CallStructure::Edge read_initial(EdgeId id) const {
    const Edge& edge = program_.edge(id);
    if (value_of(edge.updates, calls_.depth) != terms_.mk_zero(calls_.depth.sort()))
      throw Mismatch{fmt::format("the initial edge {} does not set the depth to 0", id)};
    CallStructure::Edge result{.guard = edge.guard};
    for (const Assignment& update : edge.updates) {
      check_plain(id, update.value);
      if (!variables_.contains(update.variable)) result.updates.push_back(update);
    }
    check_plain(id, result.guard);
    return result;
  }

  CallStructure::Edge read_local(EdgeId id) const {
    const Edge& edge = program_.edge(id);
    CallStructure::Edge result{.guard = edge.guard};
    check_plain(id, result.guard);
    set_updates(id, result);
    return result;
  }

  CallStructure::Edge read_error(EdgeId id) {
    CallStructure::Edge result;
    read_guard(id, result);
    if (result.site) {
      result.kind = CallStructure::Edge::Kind::Return;
      note_reads(id, result);
    } else {
      check_plain(id, result.guard);
    }
    return result;
  }

  CallStructure::Edge read_call(EdgeId id) const {
    CallStructure::Edge result{.kind = CallStructure::Edge::Kind::Call};
    read_guard(id, result);
    // The depth does not wrap around if it is an integer or has a limit.
    if (result.site || (!result.limit && !calls_.depth.sort().is_int()))
      throw Mismatch{fmt::format("the guard of the call {} should limit the depth only", id)};
    check_plain(id, result.guard);
    for (const Assignment& update : program_.edge(id).updates) {
      if (update.variable == calls_.depth) continue;
      if (!variables_.contains(update.variable)) {
        check_plain(id, update.value);
        result.updates.push_back(update);
        continue;
      }
      const Term value = pushed(update);
      if (!value)
        throw Mismatch{fmt::format("the call {} does not store {} at the depth", id, update.variable.name())};
      check_plain(id, value);
      if (update.variable != calls_.sites) {
        result.saves.push_back({update.variable, value});
      } else if (is_number(value)) {
        result.site = value;
      }
    }
    if (!result.site) throw Mismatch{fmt::format("the call {} stores no number of a call site", id)};
    return result;
  }

  CallStructure::Edge read_return(EdgeId id) {
    CallStructure::Edge result{.kind = CallStructure::Edge::Kind::Return};
    read_guard(id, result);
    if (!result.site || result.limit)
      throw Mismatch{fmt::format("the guard of the return {} should compare the call site only", id)};
    set_updates(id, result);
    note_reads(id, result);
    return result;
  }

  /// Splits the guard of an edge: sets `guard`, `limit`, and `site` if the guard contains both conditions of
  /// a return.
  void read_guard(EdgeId id, CallStructure::Edge& edge) const {
    const Term is_called = terms_.mk_distinct(calls_.depth, terms_.mk_zero(calls_.depth.sort()));
    const Term site = terms_.mk_select(calls_.sites, top_);
    bool tests_depth = false;
    term::TermVector others;
    for (const Term conjunct : term::conjuncts(program_.edge(id).guard)) {
      const bool is_equation = conjunct.kind() == Kind::Eq;
      if (conjunct == is_called) {
        tests_depth = true;
      } else if (is_equation && conjunct[0] == site && is_number(conjunct[1]) && !edge.site) {
        edge.site = conjunct[1];
      } else if (is_equation && conjunct[1] == site && is_number(conjunct[0]) && !edge.site) {
        edge.site = conjunct[0];
      } else if (conjunct.kind() == Kind::BvUlt && conjunct[0] == calls_.depth && conjunct[1].is_value() &&
                 !edge.limit) {
        edge.limit = conjunct[1];
      } else {
        others.push_back(conjunct);
      }
    }
    if (tests_depth == edge.site.is_null())
      throw Mismatch{fmt::format("edge {} tests either the depth or the call site", id)};
    edge.guard = terms_.mk_and(others);
  }

  /// Sets the updates of an edge. The depth is the only variable of the stack that it may assign, and only in
  /// a return. The values of a return may contain saved values.
  void set_updates(EdgeId id, CallStructure::Edge& edge) const {
    const bool is_return = edge.kind == CallStructure::Edge::Kind::Return;
    for (const Assignment& update : program_.edge(id).updates) {
      if (is_return && update.variable == calls_.depth) continue;
      if (variables_.contains(update.variable))
        throw Mismatch{fmt::format("edge {} assigns {}", id, update.variable.name())};
      if (!is_return) check_plain(id, update.value);
      edge.updates.push_back(update);
    }
  }

  /// Throws Mismatch if the term contains a variable of the stack.
  void check_plain(EdgeId id, Term term) const {
    for (const Term symbol : term::symbols(term))
      if (variables_.contains(symbol)) throw Mismatch{fmt::format("edge {} reads {}", id, symbol.name())};
  }

  /// Notes the stacks whose saved values the edge reads. Throws Mismatch if it contains variables of the
  /// stack elsewhere.
  void note_reads(EdgeId id, const CallStructure::Edge& edge) {
    term::TermVector pending{edge.guard};
    for (const Assignment& update : edge.updates) pending.push_back(update.value);
    TermSet visited;
    while (!pending.empty()) {
      const Term term = pending.back();
      pending.pop_back();
      if (!visited.insert(term).second) continue;
      if (const auto saved = saved_values_.find(term); saved != saved_values_.end()) {
        reads_[edge.site].insert(saved->second);
      } else if (variables_.contains(term)) {
        throw Mismatch{fmt::format("edge {} reads {} besides the top", id, term.name())};
      } else {
        pending.insert(pending.end(), term.children().begin(), term.children().end());
      }
    }
  }

  /// Checks that each call of a call site saves the values that the returns to the call site read.
  void check_reads() const {
    for (EdgeId id = 0; id < calls_.edges.size(); ++id) {
      const CallStructure::Edge& edge = calls_.edges[id];
      if (edge.kind != CallStructure::Edge::Kind::Call) continue;
      const auto reads = reads_.find(edge.site);
      if (reads == reads_.end()) continue;
      for (const Term stack : reads->second)
        if (std::ranges::find(edge.saves, stack, &CallStructure::Save::stack) == edge.saves.end())
          throw Mismatch{fmt::format("the call {} does not save a value in {}", id, stack.name())};
    }
  }

  const Program& program_;
  TermManager& terms_;
  Term top_;           ///< depth - 1
  TermSet variables_;  ///< the variables of the stack
  CallStructure calls_;
  term::TermMap<Term> saved_values_;      ///< select(stack, depth - 1) -> stack
  std::map<Term, std::set<Term>> reads_;  ///< number of a call site -> stacks that the returns read
};

}  // namespace

bool CallStructure::is_stack_variable(Term symbol) const {
  return symbol == depth || symbol == sites || std::ranges::binary_search(stacks, symbol);
}

Term CallStructure::saved_value(TermManager& terms, Term stack) const {
  PENDULUM_CHECK(std::ranges::binary_search(stacks, stack), "{} should be a stack of saved values",
                 stack.to_string());
  return terms.mk_select(stack, mk_top(terms, depth));
}

CallRecognition recognise_calls(const Program& program) {
  std::string reason = "no edge is a call";
  for (const Candidate& candidate : candidates(program)) {
    try {
      return {Recogniser(program, candidate).run(), ""};
    } catch (const Mismatch& mismatch) {
      reason = mismatch.reason;
    }
  }
  return {std::nullopt, reason};
}

namespace {

/// Assigns locations to procedures by following the edges.
class ProcedureFinder {
 public:
  ProcedureFinder(const Program& program, const CallStructure& calls) : program_(program), calls_(calls) {
    result_.of_location.resize(program.locations().size());
  }

  /// Throws Mismatch.
  Procedures run() {
    for (EdgeId id = 0; id < program_.edges().size(); ++id)
      if (is_return(id)) returns_to_[calls_.edges[id].site].push_back(id);
    enter(program_.entry());
    while (!pending_.empty()) {
      const LocationId location = pending_.back();
      pending_.pop_back();
      for (const EdgeId edge : program_.outgoing(location)) follow(edge);
    }
    for (EdgeId id = 0; id < program_.edges().size(); ++id) note(id);
    return std::move(result_);
  }

 private:
  using Kind = CallStructure::Edge::Kind;

  /// True for returns to a call site, but not for returns into the error.
  bool is_return(EdgeId id) const {
    return calls_.edges[id].kind == Kind::Return && program_.edge(id).target != program_.error();
  }

  std::size_t enter(LocationId location) {
    const auto [it, is_new] = by_entry_.emplace(location, result_.all.size());
    if (is_new) {
      result_.all.push_back({.entry = location});
      assign(location, it->second);
    }
    return it->second;
  }

  void assign(LocationId location, std::size_t procedure) {
    std::optional<std::size_t>& known = result_.of_location[location];
    if (known == procedure) return;
    if (known)
      throw Mismatch{fmt::format("location {} belongs to two procedures", program_.location(location).name)};
    known = procedure;
    pending_.push_back(location);
  }

  void follow(EdgeId id) {
    const Edge& edge = program_.edge(id);
    const std::size_t procedure = *result_.of_location[edge.source];
    if (edge.target == program_.error()) return;
    switch (calls_.edges[id].kind) {
      case Kind::Local:
        assign(edge.target, procedure);
        break;
      case Kind::Call:
        check_callee(id, enter(edge.target));
        for (const EdgeId back : returns_to_[calls_.edges[id].site])
          assign(program_.edge(back).target, procedure);
        break;
      case Kind::Return:
        break;
    }
  }

  /// Throws Mismatch if the call site has another callee, too.
  void check_callee(EdgeId call, std::size_t callee) {
    if (callee_of_.emplace(calls_.edges[call].site, callee).first->second != callee)
      throw Mismatch{fmt::format("the call site of edge {} has two callees", call)};
  }

  void note(EdgeId id) {
    const Edge& edge = program_.edge(id);
    const auto procedure = result_.of_location[edge.source];
    if (!procedure) return;
    if (calls_.edges[id].kind == Kind::Call) {
      result_.all[by_entry_.at(edge.target)].calls.push_back(id);
    } else if (is_return(id)) {
      const auto callee = callee_of_.find(calls_.edges[id].site);
      if (callee == callee_of_.end()) return;  // no call is reachable
      if (callee->second != *procedure)
        throw Mismatch{fmt::format("edge {} returns from another procedure than the callee", id)};
      Procedures::Procedure& from = result_.all[*procedure];
      from.returns.push_back(id);
      if (std::ranges::find(from.exits, edge.source) == from.exits.end()) from.exits.push_back(edge.source);
      std::ranges::sort(from.exits);
    }
  }

  const Program& program_;
  const CallStructure& calls_;
  Procedures result_;
  std::map<LocationId, std::size_t> by_entry_;
  std::map<Term, std::size_t> callee_of_;           ///< number of a call site -> procedure
  std::map<Term, std::vector<EdgeId>> returns_to_;  ///< number of a call site -> returns
  std::vector<LocationId> pending_;
};

}  // namespace

std::optional<Procedures> find_procedures(const Program& program, const CallStructure& calls,
                                          std::string& reason) {
  PENDULUM_CHECK(calls.edges.size() == program.edges().size(), "the calls should be those of the program");
  try {
    return ProcedureFinder(program, calls).run();
  } catch (const Mismatch& mismatch) {
    reason = mismatch.reason;
    return std::nullopt;
  }
}

}  // namespace pendulum::program
