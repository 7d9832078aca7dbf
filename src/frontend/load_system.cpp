#include "frontend/load_system.h"

#include <fstream>
#include <sstream>

#include "base/check.h"
#include "base/error.h"
#include "frontend/vmt/read_vmt.h"
#include "term/traverse.h"

namespace pendulum::frontend {

namespace {

using term::Kind;
using term::Term;

std::string read_text(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw base::InputError(file + ": cannot be read");
  return text.str();
}

/// Throws Unsupported for terms whose value SMT-LIB does not define.
/// Soundness: SMT-LIB leaves the values of x div 0, x mod 0 and x / 0 open, whereas term::evaluate fixes
/// them; the same holds for values of uninterpreted sorts.
void check_supported(const program::Program& program) {
  for (const Term term : term::subterms(program::terms_of(program))) {
    const bool is_division =
        term.kind() == Kind::IntDiv || term.kind() == Kind::IntMod || term.kind() == Kind::RealDiv;
    if (is_division && (!term[1].is_value() || term[1] == program.terms().mk_zero(term[1].sort())))
      throw base::Unsupported("division by a term that is no constant", "");
    if (term.kind() == Kind::Apply) throw base::Unsupported("uninterpreted functions", "");
  }
  for (const program::Variable& variable : program.variables())
    if (variable.symbol.sort().kind() == term::SortKind::Uninterpreted)
      throw base::Unsupported("uninterpreted sorts", "");
}

HornSource to_source(term::TermManager& terms, HornSystem system) {
  HornSource source;
  if (is_linear(system) || !has_linear_recursion(system)) {
    source.system = std::move(system);
    return source;
  }
  LinearSystem linear = linearize(terms, system);
  source.system = std::move(linear.system);
  source.copies = std::move(linear.copies);
  source.nonlinear = std::move(system);
  PENDULUM_CHECK(source.copies.size() >= source.nonlinear->predicates.size(),
                 "each predicate of the file should have a copy");
  return source;
}

}  // namespace

SystemProgram load_system(term::TermManager& terms, const std::string& file) {
  const std::string text = read_text(file);
  SystemProgram result;
  if (is_vmt(text)) {
    system::TransitionSystem system = read_vmt(terms, text, file, &result.warnings);
    result.program = system::to_program(terms, system);
    result.source = std::move(system);
  } else {
    HornSource source = to_source(terms, read_horn(terms, text, file));
    HornProgram horn = to_program(terms, source.system);
    result.program = std::move(horn.program);
    source.location = std::move(horn.location);
    source.arguments = std::move(horn.arguments);
    source.edge_origin = std::move(horn.origin);
    PENDULUM_CHECK(source.location.size() == source.system.predicates.size() &&
                       source.arguments.size() == source.system.predicates.size(),
                   "each predicate should have a location and arguments");
    result.source = std::move(source);
  }
  check_supported(result.program);
  return result;
}

}  // namespace pendulum::frontend
