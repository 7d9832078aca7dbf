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

std::string text_of(const ProofInvariant& invariant) {
  const char* number = invariant.left_out == 1 ? "condition is" : "conditions are";
  if (invariant.expression.empty())
    return fmt::format("({} {} not expressible in C)", invariant.left_out, number);
  std::string text = cut(invariant.expression, max_expression_width);
  if (text == "0") text = "no execution comes here";
  if (invariant.left_out > 0)
    text += fmt::format("  (and {} more, which {} not expressible in C)", invariant.left_out,
                        invariant.left_out == 1 ? "is" : "are");
  return text;
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
