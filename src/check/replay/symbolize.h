// Source locations for the stacks of a sanitizer's report.
//
// The compiled program runs confined and cannot start a symbolizer of its own (symbolize=0). Its report
// therefore names frames by offsets into the executable, and llvm-symbolizer-19 translates these offsets
// outside of the sandbox.
#pragma once

#include <string>

namespace pendulum::check {

/// Rewrites each frame "#1 0x5566 (EXECUTABLE+0x10bafa) ..." of `report` to
/// "#1 0x5566 in main /src/a.c:10:12", or to "... in memcpy (EXECUTABLE+0xc93ed)" if the executable has no
/// line number for the offset. Does not change frames of other modules. Returns `report` unchanged if the
/// symbolizer is missing.
std::string symbolize(const std::string& report, const std::string& executable);

}  // namespace pendulum::check
