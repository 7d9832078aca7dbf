// Groups the events of an execution to statements, and determines which statements each one depends on.
//
// A statement is one execution of a source line in one activation of a function. Functions without source
// (models of the C library) are parts of the statement that calls them.
#pragma once

#include <optional>
#include <vector>

#include "trace/events.h"
#include "trace/trace.h"

namespace pendulum::trace {

/// A step with its dependences; numbers are indices of statements.
struct Statement {
  Step step;
  std::vector<std::size_t> data;       ///< statements that computed what this one uses
  std::optional<std::size_t> control;  ///< statement whose condition, or call, led here
  std::vector<NamedValue> operands;    ///< named parts of objects that the statement has read
  std::vector<term::Term> inputs;      ///< the values of step.inputs
};

struct Statements {
  std::vector<Statement> statements;
  Violation violation;
  std::size_t omitted_after = 0;  ///< number of statements before the gap in the events
};

/// `violation` is the text of the violated property.
Statements make_statements(const program::Program& program, const program::SourceActions& tables,
                           const Events& events, const std::string& violation);

/// Marks the steps on which the last one depends as relevant, and the others as not relevant.
void slice(std::vector<Statement>& statements);

}  // namespace pendulum::trace
