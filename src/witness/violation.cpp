#include "witness/violation.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "base/error.h"
#include "term/traverse.h"
#include "witness/expression/c_text.h"
#include "witness/source_match.h"
#include "witness/waypoint_inputs.h"

namespace pendulum::witness {

namespace {

using program::InputOrigin;
using program::LocationId;
using program::SourceLocation;
using program::Variable;
using term::Term;

bool is_c_number(Term value) {
  if (value.kind() != term::Kind::BitVecValue) return false;
  const unsigned width = value.sort().width();
  return width == 8 || width == 16 || width == 32 || width == 64;
}

/// Maximum number of waypoints of a witness. If a witness would have more, those of repeated segments are
/// left out, because validators read the whole witness and compare each waypoint with the program.
constexpr std::uint64_t max_waypoints = 10'000;

/// Calls `add` for the consumed inputs that get a waypoint, in their order. Waypoints only restrict the
/// search, so they may be left out. But after a waypoint was left out, a validator could match a later
/// waypoint at the same source location with the wrong visit, so later ones there are left out too.
template <typename Add>
void for_each_recorded_input(term::TermManager& terms, const std::vector<check::ConsumedBlock>& blocks,
                             const Add& add) {
  std::uint64_t num_inputs = 0;
  for (const check::ConsumedBlock& block : blocks) num_inputs += block.count * block.inputs.size();
  std::set<std::string> left_out;
  for (const check::ConsumedBlock& block : blocks) {
    if (block.count > 1 && num_inputs > max_waypoints) {
      for (const check::ConsumedInput& input : block.inputs)
        left_out.insert(input.input.origin.where.to_string());
      continue;
    }
    for (const check::ConsumedInput& input : check::expanded(terms, {block}))
      if (!left_out.contains(input.input.origin.where.to_string())) add(input);
  }
}

}  // namespace

ViolationSequence write_waypoints(const program::Program& program, const certificate::ErrorPath& path,
                                  const program::NativeSource& native, SourceTexts& sources) {
  PENDULUM_CHECK(!path.empty(), "an error path should have a step");
  PENDULUM_CHECK(path.last_step().edge < program.edges().size() &&
                     program.edge(path.last_step().edge).target == program.error(),
                 "the last edge {} of an error path should lead to the error", path.last_step().edge);
  ViolationSequence sequence;
  const auto follow = [&](Waypoint::Type type, SourceLocation where, std::string value) {
    sequence.segments.push_back({{}, {type, std::move(where), std::move(value), {}}});
  };
  const check::Run run = check::follow(program, path);
  for_each_recorded_input(program.terms(), run.inputs, [&](const check::ConsumedInput& consumed) {
    const InputOrigin& origin = consumed.input.origin;
    if (!origin.where.is_known() || !is_c_number(consumed.value)) return;
    if (origin.kind == InputOrigin::Kind::Call) {
      follow(Waypoint::Type::FunctionReturn, sources.closing_parenthesis(origin.where),
             equals_constant("\\result", consumed.value, signedness_of(native, origin.name)));
      sequence.segments.back().follow.callee = origin.name;
    } else if (const auto local = local_name(origin)) {
      // The lifetime of the object starts with the first statement after its declaration.
      follow(Waypoint::Type::Assumption, sources.statement(origin.where),
             equals_constant(*local, consumed.value, signedness_of(program, origin.where.function, *local)));
    }
  });
  follow(Waypoint::Type::Target, sources.statement(program.edge(path.last_step().edge).where), "");
  return sequence;
}

namespace {

/// Adds the waypoints as a monitor: a variable that counts the passed segments is updated along each edge.
class Guide {
 public:
  Guide(const program::Program& program, const program::NativeSource& native,
        const ViolationSequence& sequence, unsigned long_bits, SourceTexts& sources)
      : program_(program),
        native_(native),
        terms_(program.terms()),
        segments_(sequence.segments),
        scopes_(program),
        long_bits_(long_bits),
        sources_(sources),
        passed_(terms_.mk_fresh("witness.passed", terms_.bitvec_sort(32))) {
    PENDULUM_CHECK(!segments_.empty() && segments_.back().follow.type == Waypoint::Type::Target,
                   "a violation sequence should end with its target");
    for (unsigned i = 0; i < segments_.size(); ++i) note_use(i);
    PENDULUM_CHECK(is_used_.size() == segments_.size(), "each segment should be used or not");
  }

  GuidedProgram run() {
    program::ProgramBuilder builder = program::ProgramBuilder::without_edges(program_);
    Variable counter;
    counter.symbol = passed_;
    builder.add_variable(counter);
    std::vector<std::pair<program::EdgeId, program::Edge>> edges;
    for (program::EdgeId id = 0; id < program_.edges().size(); ++id)
      if (auto edge = guided(program_.edge(id))) edges.emplace_back(id, std::move(*edge));
    for (auto& [id, edge] : edges) {
      if (edge.source == program_.entry()) entry_havoc_.assign(edge, terms_);
      if (builder.add_edge(std::move(edge))) result_.origin.push_back(id);
    }
    result_.program = builder.build();
    PENDULUM_CHECK(result_.origin.size() == result_.program.edges().size(),
                   "each of {} edges should have an original", result_.program.edges().size());
    return std::move(result_);
  }

 private:
  /// Records whether the waypoint of a segment restricts the search, and the reason if it does not. A segment
  /// whose waypoint does not restrict the search is passed at once.
  void note_use(unsigned segment) {
    const Waypoint& waypoint = segments_[segment].follow;
    const bool is_last = segment + 1 == segments_.size();
    std::string why;
    switch (waypoint.type) {
      case Waypoint::Type::Target:
        if (!is_last) why = "the target is not the last waypoint";
        break;
      case Waypoint::Type::Assumption:
        if (locations_at(program_, waypoint.where).empty()) why = "the program has no location there";
        break;
      case Waypoint::Type::FunctionReturn:
        if (!has_input(waypoint)) why = "the program calls no function without body there";
        break;
      case Waypoint::Type::FunctionEnter:
      case Waypoint::Type::Branching:
        why = "waypoints of this type do not restrict the search";
        break;
    }
    if (!why.empty()) result_.unused.push_back(fmt::format("{}: {}", waypoint.where.to_string(), why));
    is_used_.push_back(why.empty());
  }

  bool has_input(const Waypoint& waypoint) {
    for (const program::Edge& edge : program_.edges())
      for (const program::Input& input : edge.inputs)
        if (returns_at(input, waypoint)) return true;
    return false;
  }

  bool returns_at(const program::Input& input, const Waypoint& waypoint) {
    const SourceLocation& where = input.origin.where;
    return input.origin.kind == InputOrigin::Kind::Call && where.is_known() &&
           where.line <= waypoint.where.line && matches(sources_.closing_parenthesis(where), waypoint.where);
  }

  Term number(unsigned value) { return terms_.mk_bv(value, 32); }

  /// The count `passed` after all directly following segments with unused waypoints.
  Term after_unused(Term passed) {
    for (unsigned i = 0; i + 1 < segments_.size(); ++i)
      if (!is_used_[i]) passed = terms_.mk_ite(terms_.mk_eq(passed, number(i)), number(i + 1), passed);
    return passed;
  }

  Term advance(Term passed, unsigned segment, Term condition) {
    PENDULUM_CHECK(segment + 1 < segments_.size(), "segment {} should not be the last, which is the target",
                   segment);
    const Term now = terms_.mk_and(terms_.mk_eq(passed, number(segment)), condition);
    return after_unused(terms_.mk_ite(now, number(segment + 1), passed));
  }

  Term condition(const Waypoint& waypoint, LocationId location, const program::Input* input) {
    if (waypoint.value.empty()) return terms_.mk_true();
    ExpressionContext context{scopes_, location, long_bits_, {}, {}};
    if (input != nullptr) {
      context.result = input->symbol;
      context.result_signedness = signedness_of(native_, input->origin.name);
    }
    try {
      const Term result = parse_condition(context, waypoint.value);
      for (const Term symbol : term::symbols(result))
        if (program_.is_variable(symbol)) entry_havoc_.add(symbol);
      return result;
    } catch (const NotExpressible& what) {
      result_.unused.push_back(fmt::format("{}: {}", waypoint.where.to_string(), what.what()));
      return terms_.mk_true();
    }
  }

  /// Strengthens `guard` such that no waypoint to be avoided is passed at the location, and updates `passed`
  /// for the waypoints at the location.
  void visit(LocationId location, Term& guard, Term& passed) {
    const SourceLocation& where = program_.location(location).where;
    if (!where.is_known()) return;
    for (unsigned i = 0; i < segments_.size(); ++i) {
      for (const Waypoint& waypoint : segments_[i].avoid) {
        if (waypoint.type != Waypoint::Type::Assumption || !matches(where, waypoint.where)) continue;
        const Term holds = condition(waypoint, location, nullptr);
        guard = terms_.mk_and(guard, terms_.mk_not(terms_.mk_and(terms_.mk_eq(passed, number(i)), holds)));
      }
      const Waypoint& waypoint = segments_[i].follow;
      if (is_used_[i] && waypoint.type == Waypoint::Type::Assumption && matches(where, waypoint.where))
        passed = advance(passed, i, condition(waypoint, location, nullptr));
    }
  }

  void consume(const program::Edge& edge, const program::Input& input, Term& guard, Term& passed) {
    for (unsigned i = 0; i < segments_.size(); ++i) {
      for (const Waypoint& waypoint : segments_[i].avoid) {
        if (waypoint.type != Waypoint::Type::FunctionReturn || !returns_at(input, waypoint)) continue;
        const Term holds = condition(waypoint, edge.source, &input);
        guard = terms_.mk_and(guard, terms_.mk_not(terms_.mk_and(terms_.mk_eq(passed, number(i)), holds)));
      }
    }
    // One return passes at most one waypoint, so all conditions refer to the count before the return.
    const Term before = passed;
    for (unsigned i = 0; i < segments_.size(); ++i) {
      const Waypoint& waypoint = segments_[i].follow;
      if (!is_used_[i] || waypoint.type != Waypoint::Type::FunctionReturn || !returns_at(input, waypoint))
        continue;
      const Term now =
          terms_.mk_and(terms_.mk_eq(before, number(i)), condition(waypoint, edge.source, &input));
      passed = terms_.mk_ite(now, after_unused(number(i + 1)), passed);
    }
  }

  /// The edge with the monitor; nothing for edges into the error other than the target.
  std::optional<program::Edge> guided(program::Edge edge) {
    Term guard = edge.guard;
    const bool is_first = edge.source == program_.entry();
    Term passed = is_first ? after_unused(number(0)) : passed_;
    if (!is_first) visit(edge.source, guard, passed);
    for (const program::Input& input : edge.inputs) consume(edge, input, guard, passed);
    if (edge.target == program_.error()) {
      if (edge.is_unsupported || !sources_.is_on_line(edge.where, segments_.back().follow.where.line))
        return std::nullopt;
      result_.has_target = true;
      guard = terms_.mk_and(guard, terms_.mk_eq(passed, number(static_cast<unsigned>(segments_.size()) - 1)));
    }
    edge.guard = guard;
    if (passed != passed_ && edge.target != program_.error()) edge.updates.push_back({passed_, passed});
    return edge;
  }

  const program::Program& program_;
  const program::NativeSource& native_;
  term::TermManager& terms_;
  const std::vector<Segment>& segments_;
  Scopes scopes_;
  unsigned long_bits_;
  SourceTexts& sources_;
  Term passed_;                ///< variable: the number of passed segments
  std::vector<bool> is_used_;  ///< by segment: does its waypoint restrict the search?
  EntryHavoc entry_havoc_;
  GuidedProgram result_;
};

}  // namespace

GuidedProgram guide(const program::Program& program, const program::NativeSource& native,
                    const ViolationSequence& sequence, unsigned long_bits, SourceTexts& sources) {
  return Guide(program, native, sequence, long_bits, sources).run();
}

certificate::ErrorPath lift(const certificate::ErrorPath& path, const GuidedProgram& guided) {
  certificate::ErrorPath lifted = path;
  for (certificate::Segment& segment : lifted.segments)
    for (certificate::Step& step : segment.steps) {
      PENDULUM_CHECK(step.edge < guided.origin.size(), "edge {} should be one of the guided program",
                     step.edge);
      step.edge = guided.origin[step.edge];
    }
  return lifted;
}

}  // namespace pendulum::witness
