#include "report/proof_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <ostream>

#include "report/notation/columns.h"

namespace pendulum::report {

namespace {

constexpr std::size_t max_expression_width = 400;

std::string place_of(const ProofInvariant& invariant) {
  return fmt::format("{}:{}", invariant.file, invariant.line);
}

/// "used <= limit (and 1 condition that is not expressible in C: select(table, i) = 0)".
std::string text_of(const ProofInvariant& invariant) {
  std::string text = cut(invariant.expression, max_expression_width);
  if (text == "0") text = "no execution comes here";
  if (invariant.left_out == 0) return text;
  std::string formulas;
  for (const std::string& formula : invariant.formulas)
    formulas += (formulas.empty() ? ": " : ", ") + formula;
  return fmt::format("{}({}{} condition{} not expressible in C{})", text + (text.empty() ? "" : "  "),
                     text.empty() ? "" : "and ", invariant.left_out, invariant.left_out == 1 ? "" : "s",
                     cut(formulas, max_expression_width));
}

}  // namespace

void print_proof(std::ostream& out, const RunRecord& record) {
  for (const std::string& line : record.proof) out << "proof: " << line << '\n';
  std::size_t place_width = 0, source_width = 0;
  for (const ProofInvariant& invariant : record.invariants) {
    place_width = std::max(place_width, place_of(invariant).size());
    source_width = std::max(source_width, cut(invariant.source, max_source_width).size());
  }
  for (const ProofInvariant& invariant : record.invariants)
    out << fmt::format("  {:<{}}  {:<{}}  {}\n", place_of(invariant), place_width,
                       cut(invariant.source, max_source_width), source_width, text_of(invariant));
  for (const UnreachableLine& line : record.unreachable)
    out << fmt::format("never reached: {}:{}  {}\n", line.file, line.line, line.text);
}

}  // namespace pendulum::report
