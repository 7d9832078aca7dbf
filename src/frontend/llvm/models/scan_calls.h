// Replaces calls of scanf, fscanf and sscanf with a literal format by calls of the parts of their models
// (models/c/scan.c and models/c/sscan.c), one call for each directive of the format. Calls whose format is
// not a literal, or has a directive that no part models, stay unchanged.
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

/// A directive of a format: a conversion, or literal text.
struct ScanDirective {
  char conversion = 0;            ///< d, i, u, x, o, f, c, s, n or [; 0: text that the input has to match
  bool is_dropped = false;        ///< the conversion has a `*`: its result is not stored
  bool skips_space = false;       ///< the directive skips white space before it matches
  std::string text;               ///< for text: its characters, without white space
  std::string length;             ///< length modifier as take_length returns it, or L
  std::optional<unsigned> width;  ///< maximum field width, at least 1
  std::string set;                ///< for [: the characters of the set
  bool is_negated = false;        ///< for [: the directive matches all characters that are not in the set
};
/// The directives of a format. White space is represented by ScanDirective::skips_space of the next
/// directive. Unset if the format has a directive that is not modelled.
std::optional<std::vector<ScanDirective>> parse_scan_format(std::string_view format);

/// An interval that contains all numbers of `bits` bits that the directive can read with its field width.
struct ScanRange {
  std::int64_t least;
  std::int64_t most;
};
ScanRange scan_range(const ScanDirective& directive, unsigned bits);

/// Whether sscanf accesses its whole string up to the terminating zero, as libraries do, or only the
/// characters that the format matches.
enum class StringEnd { Ignored, Read };

/// Replaces the calls in the module. Returns the names of the functions whose calls were replaced.
std::set<std::string> expand_scans(llvm::Module& module, StringEnd end);

}  // namespace pendulum::frontend
