#include "facts/affine.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "base/check.h"

namespace pendulum::facts {

namespace {

using Row = std::vector<mpq_class>;

/// Adds a row to a matrix in reduced echelon form; pivots[i] is the pivot column of row i.
void insert_row(std::vector<Row>& matrix, std::vector<std::size_t>& pivots, Row row) {
  PENDULUM_CHECK(matrix.size() == pivots.size(), "each row should have a pivot");
  PENDULUM_CHECK(matrix.empty() || matrix[0].size() == row.size(),
                 "a row of {} entries should be as long as the others", row.size());
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    const mpq_class factor = row[pivots[i]];
    if (factor == 0) continue;
    for (std::size_t j = 0; j < row.size(); ++j) row[j] -= factor * matrix[i][j];
  }
  std::size_t pivot = 0;
  while (pivot < row.size() && row[pivot] == 0) ++pivot;
  if (pivot == row.size()) return;
  const mpq_class lead = row[pivot];
  for (mpq_class& value : row) value /= lead;
  for (Row& other : matrix) {
    const mpq_class factor = other[pivot];
    if (factor == 0) continue;
    for (std::size_t j = 0; j < row.size(); ++j) other[j] -= factor * row[j];
  }
  matrix.push_back(std::move(row));
  pivots.push_back(pivot);
}

/// Returns the multiple of the row whose entries are coprime integers. Requires: some entry is not zero.
std::vector<mpz_class> coprime_integers(const Row& row) {
  mpz_class denominator = 1;
  for (const mpq_class& value : row) denominator = lcm(denominator, mpz_class(value.get_den()));
  std::vector<mpz_class> integers;
  mpz_class divisor = 0;
  for (const mpq_class& value : row) {
    integers.push_back(mpz_class(value.get_num() * (denominator / value.get_den())));
    divisor = gcd(divisor, integers.back());
  }
  PENDULUM_CHECK(divisor != 0, "a row of the null space should not be zero");
  for (mpz_class& value : integers) value /= divisor;
  return integers;
}

/// Returns whether a_1 x_1 + ... + a_n x_n + c = 0 for the row (a_1, ..., a_n, c).
[[maybe_unused]] bool holds_at(const std::vector<mpz_class>& row, const std::vector<mpz_class>& point) {
  mpz_class sum = row.back();
  for (std::size_t i = 0; i < point.size(); ++i) sum += row[i] * point[i];
  return sum == 0;
}

}  // namespace

std::vector<std::vector<mpz_class>> affine_equalities(const std::vector<std::vector<mpz_class>>& points) {
  if (points.empty()) return {};
  const std::size_t columns = points[0].size() + 1;
  std::vector<Row> matrix;
  std::vector<std::size_t> pivots;
  for (const auto& point : points) {
    PENDULUM_CHECK(point.size() + 1 == columns, "all points should have the same length");
    Row row(point.begin(), point.end());
    row.emplace_back(1);
    insert_row(matrix, pivots, std::move(row));
    if (matrix.size() == columns) return {};
  }
  std::vector<bool> is_pivot(columns, false);
  for (const std::size_t pivot : pivots) is_pivot[pivot] = true;
  std::vector<std::vector<mpz_class>> basis;
  for (std::size_t free = 0; free < columns; ++free) {
    if (is_pivot[free]) continue;
    Row solution(columns);
    solution[free] = 1;
    for (std::size_t i = 0; i < matrix.size(); ++i) solution[pivots[i]] = -matrix[i][free];
    basis.push_back(coprime_integers(solution));
    PENDULUM_DCHECK(
        std::ranges::all_of(points, [&](const auto& point) { return holds_at(basis.back(), point); }),
        "an affine equality should hold at all points");
  }
  PENDULUM_CHECK(matrix.size() + basis.size() == columns,
                 "rank {} and nullity {} should add up to the {} columns", matrix.size(), basis.size(),
                 columns);
  return basis;
}

}  // namespace pendulum::facts
