// scanf and fscanf with a literal format become calls of the parts of their model (models/scan.c), one for
// each piece of the format. Formats that the parts cannot say, and those that are no literals, stay as they
// are.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Module;
}

namespace pendulum::frontend {

/// A piece of a format.
struct ScanDirective {
  char conversion = 0;  ///< d, i, u, x, o, c, s, [; 0: text that has to be there
  bool is_dropped = false;
  std::string length;             ///< "", hh, h, l, ll, z
  std::optional<unsigned> width;  ///< at least 1
  std::string set;                ///< of [: its characters
  bool is_negated = false;        ///< of [: all others
};
/// White space is no piece: it is always there. Nothing: the format has something that is not modelled.
std::optional<std::vector<ScanDirective>> parse_scan_format(std::string_view format);

/// The numbers of `bits` bits that `width` characters can say.
struct ScanRange {
  std::int64_t least;
  std::int64_t most;
};
ScanRange scan_range(const ScanDirective& directive, unsigned bits);

/// Returns the names of the functions that were expanded.
std::set<std::string> expand_scans(llvm::Module& module);

}  // namespace pendulum::frontend
