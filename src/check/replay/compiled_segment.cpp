#include "check/replay/compiled_segment.h"

#include <algorithm>

#include "base/check.h"
#include "term/evaluation/array_constants.h"
#include "term/traverse.h"

namespace pendulum::check {

using certificate::Step;
using program::Edge;
using program::Program;
using term::Kind;
using term::Term;
using term::TermVector;
using term::WordArray;

namespace {

/// Maximum number of operations of one array update. Nested ites may share subterms, so their number can be
/// exponential in the size of the term.
constexpr std::size_t max_operations = 64;

}  // namespace

/// Compiles the terms of a segment's edges, with inputs replaced by their values.
class SegmentCompiler {
 public:
  explicit SegmentCompiler(const Program& program)
      : program_(program), terms_(program.terms()), name_constants_(terms_) {
    number_of_scalar(certificate::iteration(terms_));
  }

  /// Compiles the next step. False if it cannot be compiled.
  bool add(const Step& step) {
    if (step.edge >= program_.edges().size()) return false;
    const Edge& edge = program_.edge(step.edge);
    if (!set_inputs(edge, step)) return false;
    CompiledSegment::CompiledStep compiled;
    roots_ = {translated(edge.guard)};
    for (const program::Assignment& update : edge.updates) {
      if (WordArray::fits(update.variable.sort())) continue;
      if (!term::is_word_sort(update.variable.sort())) return false;
      roots_.push_back(translated(update.value));
      compiled.targets.push_back(number_of_scalar(update.variable));
      result_.is_scalar_changed_[compiled.targets.back()] = true;
    }
    for (const program::Assignment& update : edge.updates)
      if (WordArray::fits(update.variable.sort()) &&
          !add_operations(update.variable, translated(update.value), compiled.operations))
        return false;
    return add_code(std::move(compiled));
  }

  CompiledSegment take(program::LocationId start) {
    PENDULUM_CHECK(!result_.steps_.empty(), "a compiled segment should have a step");
    PENDULUM_CHECK(result_.array_symbols_.size() == result_.arrays_.size(),
                   "each of the {} arrays should have an entry for its symbol", result_.arrays_.size());
    result_.start_ = start;
    result_.words_.resize(result_.scalar_symbols_.size());
    return std::move(result_);
  }

 private:
  /// Prepares the substitution of inputs by their values. An input without a given value is zero, or its
  /// origin's `unchanged` if it is a havocked input.
  bool set_inputs(const Edge& edge, const Step& step) {
    term::Substitution inputs;
    for (const program::Input& input : edge.inputs) {
      if (input.origin.address) return false;
      const auto given = step.inputs.find(input.symbol);
      Term value;
      if (given != step.inputs.end()) {
        value = given->second;
        if (!value || value.sort() != input.symbol.sort()) return false;
      } else if (input.origin.unchanged) {
        value = term::substitute(terms_, input.origin.unchanged, inputs);
      } else {
        value = terms_.mk_zero(input.symbol.sort());
      }
      inputs.emplace(input.symbol, value);
    }
    set_inputs_.emplace(terms_, inputs);
    return true;
  }

  Term translated(Term term) { return name_constants_((*set_inputs_)(term)); }

  /// Adds the operations of the update variable := value. The traversal goes from the outermost store to the
  /// innermost one, so the operations are reversed at the end. The conditions of an ite's branches exclude
  /// each other.
  bool add_operations(Term variable, Term value, std::vector<CompiledSegment::Operation>& operations) {
    using Operation = CompiledSegment::Operation;
    PENDULUM_CHECK(value.sort() == variable.sort(), "the new value of {} should have its sort",
                   variable.name());
    const std::uint32_t target = number_of_array(variable);
    result_.is_array_changed_[target] = true;
    const std::size_t first = operations.size();
    std::vector<std::pair<Term, Term>> open{{value, terms_.mk_true()}};
    while (!open.empty()) {
      if (operations.size() - first > max_operations) return false;
      const auto [array, condition] = open.back();
      open.pop_back();
      if (array == variable) continue;
      if (array.kind() == Kind::Ite) {
        open.emplace_back(array[1], terms_.mk_and(condition, array[0]));
        open.emplace_back(array[2], terms_.mk_and(condition, terms_.mk_not(array[0])));
      } else if (array.is_symbol() || (array.kind() == Kind::Store && term::is_array_value(array))) {
        const std::uint32_t source = array.is_symbol() ? number_of_array(array) : number_of_constant(array);
        operations.push_back({Operation::Kind::Copy, target, add_root(condition), source, 0});
      } else if (array.kind() == Kind::Store) {
        operations.push_back(
            {Operation::Kind::Write, target, add_root(condition), add_root(array[1]), add_root(array[2])});
        open.emplace_back(array[0], condition);
      } else if (array.kind() == Kind::ConstArray) {
        operations.push_back({Operation::Kind::Fill, target, add_root(condition), 0, add_root(array[0])});
      } else {
        return false;
      }
    }
    std::reverse(operations.begin() + static_cast<std::ptrdiff_t>(first), operations.end());
    return true;
  }

  bool add_code(CompiledSegment::CompiledStep compiled) {
    const auto& constants = name_constants_.constants();
    for (; num_constants_ < constants.size(); ++num_constants_) {
      const auto& [symbol, array] = constants[num_constants_];
      numbers_.emplace(symbol, add_array({}, array));
    }
    TermVector scalars;
    TermVector arrays;
    for (const Term symbol : term::symbols(roots_)) {
      if (WordArray::fits(symbol.sort())) {
        arrays.push_back(symbol);
        compiled.arrays.push_back(number_of_array(symbol));
      } else if (term::is_word_sort(symbol.sort())) {
        scalars.push_back(symbol);
        compiled.scalars.push_back(number_of_scalar(symbol));
      } else {
        return false;
      }
    }
    compiled.code = term::WordCode::compile(terms_, scalars, arrays, roots_);
    if (!compiled.code) return false;
    result_.steps_.push_back(std::move(compiled));
    return true;
  }

  std::uint32_t add_root(Term root) {
    roots_.push_back(root);
    return static_cast<std::uint32_t>(roots_.size() - 1);
  }

  std::uint32_t number_of_scalar(Term symbol) {
    PENDULUM_CHECK(term::is_word_sort(symbol.sort()), "{} should be a word", symbol.name());
    const auto [found, is_new] =
        numbers_.try_emplace(symbol, static_cast<std::uint32_t>(result_.scalar_symbols_.size()));
    if (is_new) {
      result_.scalar_symbols_.push_back(symbol);
      result_.is_scalar_changed_.push_back(false);
    }
    return found->second;
  }

  std::uint32_t number_of_array(Term symbol) {
    PENDULUM_CHECK(WordArray::fits(symbol.sort()), "{} should be an array of words", symbol.name());
    const auto found = numbers_.find(symbol);
    if (found != numbers_.end()) return found->second;
    return numbers_.emplace(symbol, add_array(symbol, WordArray())).first->second;
  }

  std::uint32_t number_of_constant(Term value) {
    const auto [found, is_new] = numbers_.try_emplace(value);
    if (is_new) found->second = add_array({}, WordArray::from_value(value));
    return found->second;
  }

  std::uint32_t add_array(Term symbol, WordArray array) {
    result_.array_symbols_.push_back(symbol);
    result_.arrays_.push_back(std::move(array));
    result_.is_array_changed_.push_back(false);
    return static_cast<std::uint32_t>(result_.arrays_.size() - 1);
  }

  const Program& program_;
  term::TermManager& terms_;
  term::ArrayConstants name_constants_;          ///< replaces constant arrays in reads by symbols
  std::optional<term::Substituter> set_inputs_;  ///< inputs of the current step -> their values
  TermVector roots_;                             ///< terms that the current step computes
  term::TermMap<std::uint32_t> numbers_;         ///< numbers of scalars, arrays and array values
  std::size_t num_constants_ = 0;                ///< number of named constants that have a number
  CompiledSegment result_;
};

std::optional<CompiledSegment> CompiledSegment::compile(const Program& program, std::span<const Step> steps) {
  PENDULUM_CHECK(!steps.empty(), "a segment should have a step");
  SegmentCompiler compiler(program);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!compiler.add(steps[i])) return std::nullopt;
    const Step& next = steps[(i + 1) % steps.size()];
    if (next.edge >= program.edges().size() ||
        program.edge(steps[i].edge).target != program.edge(next.edge).source)
      return std::nullopt;
  }
  return compiler.take(program.edge(steps.front().edge).source);
}

std::size_t CompiledSegment::failed_step() const {
  PENDULUM_CHECK(failed_step_.has_value(), "the last run should have stopped at a guard");
  return *failed_step_;
}

std::uint64_t CompiledSegment::run(Machine& machine, std::uint64_t first, std::uint64_t end) {
  PENDULUM_CHECK(first <= end, "the first repetition {} should not be after the end {}", first, end);
  PENDULUM_CHECK(machine.location() == start_, "the machine should be at the start {} of the segment, not {}",
                 start_, machine.location());
  load(machine);
  failed_step_.reset();
  std::vector<std::uint64_t> before;
  std::uint64_t repetition = first;
  for (bool is_complete = true; is_complete && repetition < end; repetition += is_complete ? 1 : 0) {
    words_[0] = repetition;
    before = words_;
    overwritten_.clear();
    for (std::size_t i = 0; i < steps_.size() && is_complete; ++i) {
      is_complete = run_step(steps_[i]);
      if (!is_complete) failed_step_ = i;
    }
    if (is_complete) continue;
    words_ = before;
    take_back();
  }
  PENDULUM_CHECK(failed_step_.has_value() == (repetition < end),
                 "a run that ends at repetition {} of {} should have a failed step", repetition, end);
  if (repetition != first) store(machine);
  return repetition;
}

void CompiledSegment::load(const Machine& machine) {
  for (std::size_t i = 1; i < words_.size(); ++i) words_[i] = machine.word(scalar_symbols_[i]);
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    if (array_symbols_[i]) arrays_[i] = machine.array(array_symbols_[i]);
}

void CompiledSegment::store(Machine& machine) {
  for (std::size_t i = 1; i < words_.size(); ++i)
    if (is_scalar_changed_[i]) machine.assign(scalar_symbols_[i], words_[i]);
  for (std::size_t i = 0; i < arrays_.size(); ++i)
    if (is_array_changed_[i]) {
      PENDULUM_CHECK(array_symbols_[i], "constant array {} should not change", i);
      machine.assign(array_symbols_[i], std::move(arrays_[i]));
    }
}

/// Executes one step. Returns false, without any effect, if the guard does not hold.
bool CompiledSegment::run_step(CompiledStep& step) {
  values_.clear();
  for (const std::uint32_t scalar : step.scalars) values_.push_back(words_[scalar]);
  array_values_.clear();
  for (const std::uint32_t array : step.arrays) array_values_.push_back(&arrays_[array]);
  step.code->run(values_, array_values_);
  if (step.code->value(0) == 0) return false;
  for (std::size_t i = 0; i < step.targets.size(); ++i) words_[step.targets[i]] = step.code->value(i + 1);
  if (!step.operations.empty()) apply(step);
  return true;
}

/// Applies the array operations of a step. A copy reads the value that its source had before the step.
void CompiledSegment::apply(const CompiledStep& step) {
  std::vector<std::pair<std::uint32_t, WordArray>> sources;
  for (const Operation& operation : step.operations)
    if (operation.kind == Operation::Kind::Copy)
      sources.emplace_back(operation.index, arrays_[operation.index]);
  auto source = sources.begin();
  for (const Operation& operation : step.operations) {
    const bool is_copy = operation.kind == Operation::Kind::Copy;
    const auto current = is_copy ? source++ : sources.end();
    if (step.code->value(operation.condition) == 0) continue;
    PENDULUM_DCHECK(is_array_changed_[operation.array], "array {} should be marked as changed",
                    operation.array);
    WordArray& array = arrays_[operation.array];
    if (operation.kind == Operation::Kind::Write) {
      const std::uint64_t index = step.code->value(operation.index);
      overwritten_.push_back({operation.array, index, array.get(index), std::nullopt});
      array.set(index, step.code->value(operation.element));
    } else {
      overwritten_.push_back({operation.array, 0, 0, array});
      array = is_copy ? current->second : WordArray(step.code->value(operation.element));
    }
  }
}

void CompiledSegment::take_back() {
  for (; !overwritten_.empty(); overwritten_.pop_back()) {
    Overwritten& last = overwritten_.back();
    if (last.whole) {
      arrays_[last.array] = std::move(*last.whole);
    } else {
      arrays_[last.array].set(last.index, last.element);
    }
  }
}

}  // namespace pendulum::check
