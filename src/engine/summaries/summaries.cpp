// Proves recursive programs and nonlinear Horn clauses by summaries of procedures.
//
// The calls of the program (program/call_structure.h) determine nonlinear Horn clauses. Their solutions
// relate the states of an activation to its beginning (procedure_clauses.h). Spacer solves them. Its
// solution is a precondition, a summary and loop invariants for each procedure, which become a certificate
// (Summaries). A bounded search of our own looks for derivations of the error, which become counterexample
// paths (derivation_search.h). Spacer's answers are only candidates: the judge proves each summary, and no
// path comes from Spacer.
//
// Before, tables of all states are tried (tabulation.h), because they are exact for programs in which the
// arguments of calls have few values, whatever the functions compute.
//
// As in search_in_theories, the clauses are over integers first; if these do not decide, they are over
// bit-vectors.
#include "engine/summaries/summaries.h"

#include <algorithm>

#include "base/budget.h"
#include "base/check.h"
#include "engine/prepared_program.h"
#include "engine/summaries/derivation_search.h"
#include "engine/summaries/tabulation.h"
#include "engine/summaries/template_search.h"
#include "smt/horn.h"
#include "term/traverse.h"

namespace pendulum::engine::summaries {

namespace {

using program::LocationId;
using term::Term;
using term::TermVector;

/// The first searches for derivations get this time each, and a call of Spacer half of the remaining time.
/// Not measured.
constexpr std::chrono::milliseconds derivation_limit{1000};
/// The first call of Spacer gets this time. Most systems that Spacer solves take less.
constexpr std::chrono::milliseconds first_proof_limit{300};
/// The searches with templates get this time each.
constexpr std::chrono::milliseconds template_limit{1000};
/// Tables get this time: programs with few states need less.
constexpr std::chrono::milliseconds tabulation_limit{2000};
constexpr std::chrono::milliseconds assumed_time{100'000};

bool is_linear(Term fact) {
  return std::ranges::none_of(term::subterms({&fact, 1}), [](Term part) {
    const bool is_product = part.kind() == term::Kind::Mul || part.kind() == term::Kind::IntMod;
    return is_product && !part[part.kind() == term::Kind::Mul ? 0 : 1].is_value();
  });
}

/// The clauses of the task in one theory.
class TheorySearch {
 public:
  TheorySearch(const PreparedProgram& prepared, const ProcedureProgram& procedures,
               const program::IntegerView* view, Env& env)
      : prepared_(prepared),
        original_(procedures),
        procedures_(view != nullptr ? integer_image(procedures, *view) : procedures),
        view_(view),
        env_(env),
        clauses_(make_clauses(procedures_, view != nullptr ? view->range_facts() : env.terms.mk_true())) {
    env.statistics.counter("engine.summaries.clauses") = clauses_.clauses.size();
    for (LocationId id = 0; id < procedures_.program.locations().size(); ++id)
      is_entry_.push_back(procedures_.procedure_at(id).has_value());
  }

  /// Unset if the search is undecided or has found no path of the program.
  std::optional<Result> find_path(const base::StopToken& stop) {
    const base::ScopedTimer timer(env_.statistics.seconds("engine.summaries.derivation_time"));
    const DerivationResult found = find_derivation(clauses_, is_entry_, env_, stop);
    if (found.kind != DerivationResult::Kind::Found) return std::nullopt;
    if (auto path = prepared_.concretise(to_bitvectors(found.path))) return Result::unsafe(std::move(*path));
    env_.logger.decision("the derivation cannot be concretised");
    return std::nullopt;
  }

  /// Unset if there are too many states.
  std::optional<Result> tabulate(const base::StopToken& stop) {
    const Tables tables = summaries::tabulate(clauses_, is_entry_, env_, stop);
    switch (tables.kind) {
      case Tables::Kind::Closed:
        return accepted(tables.solution);
      case Tables::Kind::Error:
        if (auto path = prepared_.concretise(to_bitvectors(tables.path)))
          return Result::unsafe(std::move(*path));
        return std::nullopt;
      case Tables::Kind::Open:
        return std::nullopt;
    }
    PENDULUM_UNREACHABLE();
  }

  /// Unset if the templates do not suffice.
  std::optional<Result> prove_by_templates(TemplateSet set, const base::StopToken& stop) {
    const TemplateSolution solution = solve_by_templates(clauses_, set, env_, stop);
    if (solution.excludes_error) return accepted(solution.facts);
    if (!solution.facts.empty()) facts_.push_back(solution.facts);
    return std::nullopt;
  }

  std::optional<Result> prove(const base::StopToken& stop) {
    const smt::HornAnswer answer =
        env_.solvers.solve_horn(env_.terms, to_horn(with_facts(clauses_, linear_facts(), env_.terms)),
                                {.limit = stop.remaining().value_or(assumed_time), .seed = env_.seed});
    env_.logger.decision("Spacer: {}", answer.kind == smt::HornAnswer::Kind::Solved      ? "solved"
                                       : answer.kind == smt::HornAnswer::Kind::Derivable ? "derivable"
                                                                                         : answer.reason);
    if (answer.kind != smt::HornAnswer::Kind::Solved) return std::nullopt;
    if (facts_.empty()) return accepted(answer.solution);
    TermVector solution = answer.solution;
    for (const TermVector& facts : facts_)
      for (LocationId id = 0; id < solution.size(); ++id)
        solution[id] = env_.terms.mk_and(solution[id], facts[id]);
    return accepted(
        needed_facts(clauses_, solution, env_, base::Budget::at_most(stop, template_limit, "needed facts")));
  }

 private:
  /// By location: the facts that Spacer gets, which are those without products and remainders of variables.
  TermVector linear_facts() const {
    TermVector result(clauses_.parameters.size(), env_.terms.mk_true());
    for (const TermVector& facts : facts_)
      for (LocationId id = 0; id < result.size(); ++id)
        for (const Term fact : term::conjuncts(facts[id]))
          if (is_linear(fact)) result[id] = env_.terms.mk_and(result[id], fact);
    return result;
  }

  /// Safe if the judge accepts the solution as a proof.
  std::optional<Result> accepted(const TermVector& solution) {
    const certificate::Certificate certificate = prepared_.lift(summaries(solution));
    const check::Judgement judgement = env_.judge.judge(certificate);
    if (judgement.is_accepted()) return Result::safe(certificate);
    env_.stop.throw_if_stopped();
    env_.logger.decision("the summaries are not accepted: {}", judgement.reason);
    ++env_.statistics.counter("engine.summaries.rejected_proofs");
    return std::nullopt;
  }

  certificate::Summaries summaries(const TermVector& solution) const {
    certificate::Summaries result;
    for (LocationId id = 0; id < solution.size(); ++id) {
      if (!clauses_.is_used[id] || id == clauses_.error) continue;
      TermVector conjuncts;
      for (const Term conjunct : term::conjuncts(solution[id]))
        if (const auto image = to_bitvectors(conjunct)) conjuncts.push_back(*image);
      if (view_ != nullptr) add_flow_facts(id, conjuncts);
      if (const auto procedure = original_.procedure_at(id))
        for (const auto& [variable, copy] : original_.copies[*procedure])
          conjuncts.push_back(env_.terms.mk_eq(variable, copy));
      result.at.emplace(id, env_.terms.mk_and(conjuncts));
    }
    return result;
  }

  /// Adds the ranges that the integer view has used at the location, except for those of entry copies and
  /// saved values, whose ranges in the procedure program are not those of the current activation.
  void add_flow_facts(LocationId location, TermVector& conjuncts) const {
    term::TermSet hidden = original_.saved;
    for (const auto& copies : original_.copies)
      for (const auto& [variable, copy] : copies) hidden.insert(copy);
    for (const Term fact : term::conjuncts(view_->facts_at(location))) {
      const TermVector symbols = term::symbols(fact);
      if (std::ranges::none_of(symbols, [&](Term symbol) { return hidden.contains(symbol); }))
        conjuncts.push_back(fact);
    }
  }

  std::optional<Term> to_bitvectors(Term formula) const {
    return view_ != nullptr ? view_->to_bitvectors(formula) : formula;
  }

  certificate::ErrorPath to_bitvectors(const certificate::ErrorPath& path) const {
    if (view_ == nullptr) return path;
    certificate::ErrorPath result;
    for (const certificate::Segment& segment : path.segments)
      for (const certificate::Step& step : segment.steps) {
        certificate::Step image{step.edge, {}};
        for (const auto& [symbol, value] : step.inputs)
          if (const Term input = view_->original_input(symbol))
            image.inputs.emplace(input, view_->original_value(input.sort(), value));
        result.append(std::move(image));
      }
    return result;
  }

  const PreparedProgram& prepared_;
  const ProcedureProgram& original_;
  ProcedureProgram procedures_;
  const program::IntegerView* view_;
  Env& env_;
  ProcedureClauses clauses_;
  std::vector<bool> is_entry_;
  std::vector<TermVector> facts_;  ///< solutions by templates that do not exclude the error
};

bool has_bitvectors(const program::Program& program) {
  return std::ranges::any_of(term::subterms(program::terms_of(program)),
                             [](Term part) { return part.sort().is_bitvec(); });
}

class Summaries : public Engine {
 public:
  Summaries(const Task& task, Env& env) : env_(env), prepared_(task, env, Blocks::Small) {}

  Result run() override {
    if (prepared_.is_trivially_safe()) return Result::safe(certificate::Invariant{});
    std::string reason;
    const auto procedures = make_procedure_program(prepared_.program(), reason);
    if (!procedures) return Result::unknown(Reason::Incomplete, "no recursion: " + reason);
    TheorySearch search(prepared_, *procedures, nullptr, env_);
    if (auto result = search.tabulate(base::Budget::at_most(env_.stop, tabulation_limit, "tables")))
      return *result;
    env_.stop.throw_if_stopped();
    if (has_bitvectors(procedures->program)) {
      const program::IntegerView view(procedures->program);
      TheorySearch integers(prepared_, *procedures, &view, env_);
      if (auto result = decide(integers)) return *result;
    }
    env_.stop.throw_if_stopped();
    if (auto result = decide(search)) return *result;
    if (auto result = search.find_path(env_.stop)) return *result;
    env_.stop.throw_if_stopped();
    return Result::unknown(Reason::Incomplete, "Spacer and the search for derivations do not decide");
  }

 private:
  /// Searches first for a derivation, then for a proof.
  std::optional<Result> decide(TheorySearch& search) {
    const auto limited = [&](std::chrono::milliseconds limit, const char* name) {
      return base::Budget::at_most(env_.stop, limit, name);
    };
    if (auto result = search.find_path(limited(derivation_limit, "derivations"))) return result;
    env_.stop.throw_if_stopped();
    if (auto result = search.prove(limited(first_proof_limit, "Spacer"))) return result;
    env_.stop.throw_if_stopped();
    for (const TemplateSet set : {TemplateSet::Arithmetic, TemplateSet::Divisibility}) {
      if (auto result = search.prove_by_templates(set, limited(template_limit, "templates"))) return result;
      env_.stop.throw_if_stopped();
    }
    env_.stop.throw_if_stopped();
    return search.prove(base::Budget::share(env_.stop, 1, 2, "Spacer", assumed_time));
  }

  Env& env_;
  PreparedProgram prepared_;
};

}  // namespace

Descriptor make_descriptor() {
  return {
      .key = "summaries",
      .description = "summaries of recursive procedures by nonlinear Horn clauses (Spacer)",
      .paper = "Komuravelli, Gurfinkel, Chaki: SMT-based model checking for recursive programs, CAV 2014",
      .options = {},
      .make = [](const Task& task, Env& env) { return std::make_unique<Summaries>(task, env); },
  };
}

}  // namespace pendulum::engine::summaries
