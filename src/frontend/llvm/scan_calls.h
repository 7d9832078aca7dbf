// scanf, fscanf and sscanf with a literal format become calls of the parts of their models (models/scan.c and
// models/sscan.c), one for each piece of the format. Formats that the parts cannot say, and those that are no
// literals, stay as they are.
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
  bool skips_space = false;       ///< white space before it is read, too
  std::string text;               ///< of text: its characters, none of them white space
  std::string length;             ///< as take_length gives it
  std::optional<unsigned> width;  ///< at least 1
  std::string set;                ///< of [: its characters
  bool is_negated = false;        ///< of [: all others
};
/// White space is no piece but belongs to the next one. Nothing: the format has something that is not
/// modelled.
std::optional<std::vector<ScanDirective>> parse_scan_format(std::string_view format);

/// The numbers of `bits` bits that `width` characters can say.
struct ScanRange {
  std::int64_t least;
  std::int64_t most;
};
ScanRange scan_range(const ScanDirective& directive, unsigned bits);

/// Does sscanf read all of its string, as libraries do, or only as far as the format asks for?
enum class StringEnd { Ignored, Read };

/// Returns the names of the functions that were expanded.
std::set<std::string> expand_scans(llvm::Module& module, StringEnd end);

}  // namespace pendulum::frontend
