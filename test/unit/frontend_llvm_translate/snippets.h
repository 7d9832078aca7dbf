// Small C programs: translated and executed by the interpreter, and compiled and executed for comparison.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "base/process/process.h"
#include "check/replay/interpreter.h"
#include "frontend/llvm/load.h"

namespace pendulum::frontend {

struct Snippet {
  base::TemporaryDirectory directory;
  term::TermManager terms;
  base::Statistics statistics;
  base::StopToken stop;
  std::string file;

  explicit Snippet(const std::string& code) : file(directory.path() + "/snippet.c") {
    std::ofstream(file) << code;
  }

  CProgram load(DataModel model = DataModel::Lp64, SignedOverflow overflow = SignedOverflow::NotFollowed) {
    Options options;
    options.files = {file};
    options.data_model = model;
    options.signed_overflow = overflow;
    return frontend::load(terms, options, base::Logger(), statistics, stop);
  }
};

/// Results of calls are taken from the list in order (0 after its end); all other inputs are zero.
inline check::Run execute(term::TermManager& terms, const program::Program& program,
                          const std::vector<long>& results) {
  std::size_t next = 0;
  const auto supply = [&](const program::Input& input) -> term::Term {
    if (input.origin.kind != program::InputOrigin::Kind::Call) return {};
    const long value = next < results.size() ? results[next++] : 0;
    const term::Sort sort = input.symbol.sort();
    return sort.is_bool() ? terms.mk_bool(value != 0) : terms.mk_bv(value, sort.width());
  };
  return check::execute(program, supply, 100'000);
}

inline bool ended(const program::Program& program, const check::Run& run) {
  return program.location(run.last).name == "end";
}

inline std::vector<program::Edge> error_edges(const program::Program& program) {
  std::vector<program::Edge> result;
  for (const program::Edge& edge : program.edges())
    if (edge.target == program.error()) result.push_back(edge);
  return result;
}

inline bool has_variable(const program::Program& program, const std::string& name) {
  for (const program::Variable& variable : program.variables())
    if (variable.symbol.name() == name) return true;
  return false;
}

}  // namespace pendulum::frontend
